"""Relations that hold one value at a time: where on the timeline a new value falls.

Observations may arrive out of order. A value falls between the one before it, which it ends, and
the one after it, by which it is ended: the graph is what it would be had they come in order.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from kgmem.language.catalogue import Catalogue
from kgmem.language.names import is_region
from kgmem.policy import likeness
from kgmem.protocols import Case, Neighbor
from kgmem.records import Content
from kgmem.types import Bound, Edit, Ref, Value

_NEWS = timedelta(days=366)  # how long after it an event is told as news


def decide(case: Case, relations: Catalogue) -> list[Edit]:
    """Edits for a new value of a relation that holds one."""
    known = (n for n in case.neighbors if _is_value(case, n) and _rivals(case, n, relations))
    values = sorted(known, key=_began)
    now = _begins(case)
    earlier = [n for n in values if _precedes(n, case)]
    later = [n for n in values if n not in earlier]
    before = earlier[-1] if earlier else None
    after = later[0] if later else None
    same = next((n for n in (before, after) if n and likeness.same_value(case, n)), None)
    if same is not None and (same.status == "live" or not _over(same, now)):
        return [Edit("MERGE", same.fact, reason="said before")]
    if before is not None and before.status == "live" and _still(before, case):
        # What was affirmed after this was said outlives it.
        at = _point(datetime.fromisoformat(before.said))
        return [Edit("ADD", before.fact, "ended", at, reason="another value was affirmed later")]
    edits = [_end(n, case) for n in earlier if _ends(case, n, now)]
    if after is not None and not _bounded(case):
        at = after.content.validity.start or _point(_began(after))
        return [*edits, Edit("ADD", after.fact, "ended", at, reason="another value came after it")]
    reason = "another value of what holds one at a time" if edits else "nothing like it was known"
    return [*edits, addition(case, reason)]


def addition(case: Case, reason: str) -> Edit:
    """The `ADD` of a triple; what the words say is over ("used to") is ended from the start.

    A past of no consequence ("the sky was clear") keeps its bounds, and stays to be found.
    """
    end = case.content.validity.end
    until = None if end is None else end.latest or end.earliest
    over = until is not None and until <= case.episode.time and case.content.kind != "event"
    over = over and (case.cardinality == "one" or "used to" in case.triple.predicate)
    return Edit("ADD", ending="ended" if over else None, at=end if over else None, reason=reason)


def past(case: Case) -> list[Edit]:
    """Edits for a value told in the past tense ("I lived in Rome"): it ends nothing."""
    same = next(
        (n for n in case.neighbors if _is_value(case, n) and likeness.same_value(case, n)), None
    )
    if same is not None:
        return [Edit("MERGE", same.fact, reason="said before")]
    if _bounded(case):
        return [addition(case, "told as past")]
    at = Bound(None, case.episode.time, "unknown")
    return [Edit("ADD", None, "ended", at, reason="told as past")]


def not_later(n: Neighbor, case: Case) -> bool:
    """Whether a fact was last said no later than the triple."""
    return datetime.fromisoformat(n.first_said or n.said) <= case.episode.time


def _is_value(case: Case, n: Neighbor) -> bool:
    content = n.content
    return (
        n.status != "retracted"
        and content.positive
        and content.relation == case.content.relation
        and content.modality == "actual"
        and not content.temporary
        and (content.subject == case.content.subject or n.relation_to == "same_pair")
    )


def _rivals(case: Case, n: Neighbor, relations: Catalogue) -> bool:
    """Whether two values exclude each other, or are one.

    "In a flat" and "in Lisbon", "in Lisbon" and "in Portugal" go together; a move from one to the
    other does not.
    """
    if likeness.same_value(case, n):
        return True
    row, target = relations.rows.get(case.content.relation), case.triple.object
    if row is None or not row.range or not isinstance(target, Ref):
        return True
    if not (target.named and n.object_named):
        return False
    return bool(case.triple.implied_by) or is_region(target.name) == is_region(n.object_name)


def _begins(case: Case) -> datetime:
    """From when on the triple's value is known to hold: its event's time, else when it was said."""
    start = _start(case.content) if case.triple.implied_by else None
    return start or case.episode.time


def _precedes(n: Neighbor, case: Case) -> bool:
    """Whether a known value comes before the triple's.

    Two dated events are ordered by their dates. An event of long ago ("I moved to Rome in 2019")
    comes before what was said to be so since; a recent one is news, as any present state is.
    """
    began, said = _start(n.content), datetime.fromisoformat(n.first_said or n.said)
    start = _start(case.content) if case.triple.implied_by else None
    if start is None:
        return (began or said) <= case.episode.time
    if began is not None:
        return began <= start
    bound = case.content.validity.start
    latest = (bound.latest if bound is not None else None) or start
    return said <= (case.episode.time if case.episode.time - latest <= _NEWS else start)


def _began(n: Neighbor) -> datetime:
    return _start(n.content) or datetime.fromisoformat(n.first_said or n.said)


def _start(content: Content) -> datetime | None:
    if isinstance(content.object, Value) and content.object.kind == "date":
        return None  # a birthday, a deadline: the date is the value, not when it began to hold
    start = content.validity.start
    return None if start is None else start.earliest or start.latest


def _still(n: Neighbor, case: Case) -> bool:
    """Whether a value was affirmed after the triple was said."""
    return datetime.fromisoformat(n.said) > case.episode.time


def _ends(case: Case, n: Neighbor, now: datetime) -> bool:
    """Whether an earlier value is ended by the new one (again, if it was ended by a later one)."""
    if n.here or likeness.same_value(case, n):
        return False
    end = n.content.validity.end
    until = None if end is None else end.earliest or end.latest
    return until is None or until > now


def _over(n: Neighbor, now: datetime) -> bool:
    """Whether an ended value had ended when the new one begins."""
    end = n.content.validity.end
    until = None if end is None else end.latest or end.earliest
    return until is None or until <= now


def _bounded(case: Case) -> bool:
    return case.content.validity.end is not None


def _end(n: Neighbor, case: Case) -> Edit:
    at = case.content.validity.start
    reason = "another value of what holds one at a time"
    return Edit("DELETE", n.fact, "ended", at if at and at.earliest else None, reason=reason)


def _point(moment: datetime) -> Bound:
    return Bound(moment, moment, "second")
