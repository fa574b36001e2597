"""One holding told in several ways: "works at St Anne's", "is a nurse at St Anne's".

What ends one of them ends them all. The catalogue's families say in which relations a holding may
be told, and which qualifiers name what is held: who left St Anne's is no nurse there any more. The
other way round nothing follows: who is no nurse any more may work there as something else. Only who
gave up nursing altogether has left where that was done.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kgmem.language.names import normalise
from kgmem.language.relations import Catalogue, text_of
from kgmem.policy import likeness
from kgmem.protocols import Case, Neighbor
from kgmem.records import Content, EntityId, Filler
from kgmem.types import Edit


def ended_with(case: Case, edits: Sequence[Edit], relations: Catalogue) -> list[Edit]:
    """The edits, and the ends of what else tells of the holdings that they end or take back."""
    known = {n.fact: n for n in case.neighbors}
    gone = {e.target: e for e in edits if e.op == "DELETE" and e.target}
    kept = {e.target for e in edits if e.op == "MERGE"}
    more: list[Edit] = []
    for target, edit in gone.items():
        for other in twins(case, known[target], relations):
            if other.fact not in gone and other.fact not in kept:
                kept.add(other.fact)
                reason = "says in other words what is over"
                more.append(Edit("DELETE", other.fact, edit.ending, edit.at, reason, 1.0))
    return [*more, *edits] if more else list(edits)


def twins(case: Case, over: Neighbor, relations: Catalogue) -> list[Neighbor]:
    """The live neighbours that tell of the same holding as one that is over."""
    return [
        n
        for n in case.neighbors
        if n.fact != over.fact
        and _stands(n)
        and n.content.subject == over.content.subject
        and not n.here
        and not _is_told(case, n)
        and (_one_holding(over, n, relations) or _done_there(case, over, n, relations))
    ]


def _done_there(case: Case, over: Neighbor, n: Neighbor, relations: Catalogue) -> bool:
    """Whether one worked there as what one gave up altogether: who quit nursing left St Anne's."""
    if case.content.positive or case.content.object is not None or not case.triple.implied_by:
        return False
    if (over.content.relation, n.content.relation) != ("job_title", "works_at"):
        return False
    roles = relations.places("job_title")
    return any(s.role in roles and s.filler == n.content.object for s in over.content.qualifiers)


def denied(case: Case, relations: Catalogue) -> list[Neighbor]:
    """What a denial of one relation ends of its family, where nothing of its own is known."""
    what = case.content.object
    if what is None or not case.triple.implied_by:
        return []
    name = normalise(text_of(case.triple.object))
    return [
        n
        for n in case.neighbors
        if _stands(n)
        and n.content.subject == case.content.subject
        and n.content.relation in relations.akin(case.content.relation)
        and _names(n, what, name, relations)
    ]


def _stands(n: Neighbor) -> bool:
    content = n.content
    real = content.positive and content.modality == "actual" and content.kind != "event"
    return n.status == "live" and real


def _is_told(case: Case, n: Neighbor) -> bool:
    """Whether a fact is what the triple itself says."""
    same = n.content.relation == case.content.relation and case.content.positive
    return same and likeness.same_object(case, n) and not _elsewhere(case, n.content)


def _elsewhere(case: Case, content: Content) -> bool:
    return likeness.differing_slots(case.content, content)


def _one_holding(over: Neighbor, n: Neighbor, relations: Catalogue) -> bool:
    what, name = over.content.object, normalise(over.object_name)
    if what is None:
        return False
    if n.content.relation == over.content.relation:
        return _same(over, n) and not likeness.differing_slots(over.content, n.content)
    if n.content.relation not in relations.akin(over.content.relation):
        return False
    return _names(n, what, name, relations)


def _same(one: Neighbor, other: Neighbor) -> bool:
    if one.content.object == other.content.object:
        return True
    named = one.object_named or other.object_named
    return not named and normalise(one.object_name) == normalise(other.object_name)


def _names(n: Neighbor, what: Filler, name: str, relations: Catalogue) -> bool:
    """Whether a fact has a thing as its object, or names it as where or what for it holds."""
    if n.content.object == what or (name and normalise(n.object_name) == name):
        return True
    roles = relations.places(n.content.relation)
    if any(s.role in roles and _is(s.filler, what, name) for s in n.content.qualifiers):
        return True
    return bool(name and roles) and _ends_in(normalise(n.object_name), name, roles)


def _is(filler: Filler, what: Filler, name: str) -> bool:
    if filler == what:
        return True
    return not isinstance(filler, EntityId) and normalise(filler.text) == name


def _ends_in(known: str, name: str, roles: Iterable[str]) -> bool:
    """Whether a description ends in a thing: "nurse at the hospital in Leeds"."""
    joined = "|".join(sorted(map(re.escape, roles)))
    return re.search(rf" (?:{joined}) (?:the |an? )?{re.escape(name)}$", f" {known}") is not None
