"""In which relation somebody stands, or stood, to what they leave or come back to.

"I switched from Lumen to Northwind" is said of employers, banks and apps alike: what is known of
the speaker and Lumen tells which. "I went back to Lumen" likewise, by what had ended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.language.names import compatible
from kgmem.language.relations import no_longer, text_of
from kgmem.language.rows import Implication
from kgmem.language.verbs import word_list
from kgmem.records import Content, Ending, Episode, Version
from kgmem.types import Ref, Term, Triple

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

INSTEAD_OF = "instead_of"
"""The qualifier of an implied triple that names what its object takes the place of."""

_HAD = frozenset(["owns", "have", "drives", "has_pet", "uses"])
"""What one stands in to things: who dropped her phone has it still."""

_FOR_GOOD = re.compile(r"\b(?:for good|permanently|to live|to stay|moved back)\b", re.IGNORECASE)
_DAILY = re.compile(
    r"\b(?:early|late|today|tonight|morning|afternoon|evening|night|[ap]m|noon)\b", re.IGNORECASE
)
_BEHIND = re.compile(r"[^.!?\n]{0,16}")
"""What stands behind a triple's words in its sentence, in which its time of day may stand."""
_LIMIT = 8


def by_what_holds(draft: Draft, episode: Episode, triple: Triple) -> Triple | None:
    """An implied triple in the relation that what is known gives it.

    Args:
        draft: whose facts are asked.
        episode: where it was said.
        triple: as the catalogue has it.

    Returns:
        The same triple where its rule says nothing of this; None where it speaks of what was held
        before and nothing was, or of the end of something lasting in the course of a day.
    """
    left = next((q.term for q in triple.qualifiers if q.role == INSTEAD_OF), None)
    rule = _rule(draft, triple)
    if left is not None:
        triple = replace(triple, qualifiers=())
    if rule is None:
        return triple
    if rule.lasting and _of_the_day(triple, episode):
        return None
    if not rule.known:
        return triple
    what = left if triple.positive and rule.known != "held" else triple.object
    found = [] if what is None else list(_known(draft, triple.subject, what))
    if rule.known == "held":
        over = [v.content for v in found if v.status == "ended" and v.content.positive]
        live = any(v.status == "live" and v.content.positive for v in found)
        home = _FOR_GOOD.search(_words(triple, episode)) is not None
        over = [c for c in over if home or c.relation != "lives_in"]
        return None if live or not over else _retold(draft, triple, over[0])
    standing = [v.content for v in found if _goes_now(draft, v, episode)]
    if triple.relation not in _HAD:
        standing = [c for c in standing if c.relation not in _HAD]
    if rule.known == "instead":
        one = [c for c in standing if c.relation != "lives_in" and _alike(left, triple.object)]
        return _retold(draft, triple, one[0]) if one else None
    covered = (triple.relation, *draft.catalogue.covered(triple.relation))
    if not standing or any(c.relation in covered for c in standing):
        return triple
    standing.sort(key=lambda c: draft.catalogue.cardinality(c.relation) != "one")
    return _retold(draft, triple, standing[0])


def returns(draft: Draft, triple: Triple) -> bool:
    """Whether a triple is implied by words that come back to what was held before."""
    row = draft.catalogue.rows.get(triple.implied_by)
    return triple.positive and row is not None and any(r.known == "held" for r in row.implies)


def _of_the_day(triple: Triple, episode: Episode) -> bool:
    """Whether an event is told of a day's course: "left the office at six", "early today"."""
    start = None if triple.validity is None else triple.validity.start
    if start is not None and start.granularity in ("hour", "minute", "second"):
        return True
    left = triple.object
    if isinstance(left, Ref) and left.named:
        return False  # who "left Lumen late last night" comes back to no Lumen in the morning
    return _DAILY.search(_words(triple, episode)) is not None


def _words(triple: Triple, episode: Episode) -> str:
    """The words of a triple, and the next few of its sentence."""
    first, last = triple.span
    behind = _BEHIND.match(episode.text, last)
    return episode.text[first : last if behind is None else behind.end()]


def _alike(left: Term | None, taken: Term | None) -> bool:
    """Whether one may take the other's place: both have names, or neither."""
    both = isinstance(left, Ref) and isinstance(taken, Ref)
    return both and getattr(left, "named", False) == getattr(taken, "named", False)


def _rule(draft: Draft, triple: Triple) -> Implication | None:
    row = draft.catalogue.rows.get(triple.implied_by)
    rules = () if row is None else row.implies
    return next(
        (
            r
            for r in rules
            if (r.known or r.lasting)
            and r.relation == triple.relation
            and r.positive == triple.positive
        ),
        None,
    )


def _known(draft: Draft, subject: Ref, what: Term) -> Iterator[Version]:
    """States between two that are known by name, newest first."""
    entity = draft.names.match(subject)
    if entity is None:
        return
    seen: set[str] = set()
    for name in _called(subject, text_of(what)):
        for target in draft.names.known(name):
            if isinstance(what, Ref) and not compatible(target.type, what.type) and not what.named:
                continue
            for one in draft.names.search_roots(entity):
                known = draft.index.facts_between(one, target.id, limit=_LIMIT)
                for fact in (*draft.recent_facts([one], target.id), *known):
                    version = draft.rows.row(Version, fact) if fact not in seen else None
                    seen.add(fact)
                    if version is not None and _is_standing(version):
                        yield version


def _called(subject: Ref, name: str) -> tuple[str, ...]:
    """What a thing may be called: with its owner's name, and without."""
    owner = f"{subject.name}'s "
    return tuple(dict.fromkeys((name, name.removeprefix(owner), f"{owner}{name}")))


def _is_standing(version: Version) -> bool:
    content = version.content
    return (
        content.kind != "event"
        and content.modality == "actual"
        and content.relation not in word_list("lasting_ties")
        and version.status != "retracted"
    )


def _goes_now(draft: Draft, version: Version, episode: Episode) -> bool:
    """Whether a fact holds, or ends with the very words that are read."""
    if not version.content.positive:
        return False
    if version.status == "live":
        return True
    return any(e.episode == episode.id for e in _endings(draft, version.fact))


def _endings(draft: Draft, fact: str) -> list[Ending]:
    return draft.rows.find(Ending, "fact", [fact])


def _retold(draft: Draft, triple: Triple, known: Content) -> Triple:
    """The triple in the relation of a known fact."""
    predicate = known.predicate if triple.positive else no_longer(known.predicate)
    target = triple.object
    row = draft.catalogue.rows.get(known.relation)
    if row is not None and row.range and isinstance(target, Ref):
        target = replace(target, type=row.range)
    whose = f"{triple.subject.name}'s" if known.predicate.endswith(" is") else triple.subject.name
    return replace(
        triple,
        relation=known.relation,
        predicate=predicate,
        object=target,
        text=f"{whose} {predicate} {text_of(target)}".strip(),
        kind=known.kind,
    )
