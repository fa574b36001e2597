"""What has ended and must not come back through the event that began it.

"I adopted a cat named Biscuit" stays true after Biscuit died, but tells no longer which pets there
are. The catalogue says which event begins and which one ends what: to adopt begins having a pet, to
sell ends owning. What was so of two, a person and a thing, has ended where a state of theirs ended,
is denied, or something happened that ends it; what was told of the two before then has lapsed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kgmem.answering.jobs import left_jobs
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, is_stated
from kgmem.answering.people import owners_part
from kgmem.answering.times import GIVES_UP, denies, parts_with, perfect, present
from kgmem.language.catalogue import Catalogue
from kgmem.language.names import normalise
from kgmem.results import Fact

_KINDS = frozenset(("what", "which", "who", "where", "list", "how_many", "yes_no", "other"))
_HAVING = frozenset(("owns", "have", "has_pet", "drives", "uses"))
"""What is over where a thing was parted with, in whatever words."""


@dataclass(frozen=True, slots=True)
class Lapsed:
    """What tells no longer how things stand.

    Attributes:
        facts: ids of facts that began what has ended, or that end it.
        names: of the things that are over.
        about: ids of facts about those things themselves ("Biscuit is a cat").
    """

    facts: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    about: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _End:
    """The end of what was so of two: which relations (none given: all), when, by which fact."""

    fact: Fact
    relations: frozenset[str]
    when: datetime


def lapsed(material: Material, valid_at: datetime | None) -> Lapsed:
    """What has ended, for a question about how things stand; nothing for any other question.

    Args:
        material: everything found.
        valid_at: the time asked about, where the caller gave one.
    """
    question, book = material.question, material.book
    if question.kind not in _KINDS or not present(question) or perfect(question):
        return Lapsed()
    facts = [s.fact for s in material.facts if _real(s.fact)]
    ends = _ends(facts, book, valid_at or question.now)
    began = [f for f in facts if any(_lapses(f, end, book) for end in ends)]
    began += _finished(facts, valid_at or question.now)
    began += left_jobs([s.fact for s in material.facts], valid_at or question.now)
    known = {f.id for f in began}
    left = [f for f in facts if is_stated(f) and f.id not in known and _ended_by(f, book) is None]
    states = [end.fact for end in ends if end.fact.kind != "event"]
    over = [f for f in (*began, *states) if not _in(f, left)]
    closing = {e.fact.id for e in ends if _in(e.fact, over)}
    if question.kind == "yes_no" or denies(question):  # a no stands on what ended it
        closing = set()
    asked = stems(question.short)
    gone = known | {f.id for f in facts if f.id in closing and not _verb(f) & asked}
    names = {_bare(f): f.object for f in over}
    things = {f.object_id for f in over}
    about = {f.id for f in facts if f.subject_id in things or normalise(f.subject) in names}
    for name in (*map(normalise, question.names), *map(_bare, left)):
        names.pop(name, None)
    return Lapsed(frozenset(gone), frozenset(names.values()), frozenset(about))


_FINISHES = re.compile(r"\b(?:finished|completed|got through|is done with)$", re.I)
_GOES_ON = re.compile(r"^(?:is|are|has been|have been) (?:still )?(?:\w+ing\b|on$)", re.I)


def _finished(facts: Sequence[Fact], moment: datetime) -> list[Fact]:
    """What somebody was at until they finished it: who finished a book reads it no longer."""
    done = [f for f in facts if is_stated(f) and _FINISHES.search(f.predicate)]
    done = [f for f in done if _told(f) <= moment]
    on = [f for f in facts if is_stated(f) and _GOES_ON.match(f.predicate)]
    return [f for f in on if any(_same_two(f, d) and _told(f) < _told(d) for d in done)]


def _in(fact: Fact, others: Sequence[Fact]) -> bool:
    return any(_same_two(fact, other) for other in others)


def _verb(fact: Fact) -> frozenset[str]:
    return stems(fact.predicate.split()[0])


def _real(fact: Fact) -> bool:
    return fact.status != "retracted" and fact.tier == "asserted" and fact.modality == "actual"


def _same_two(one: Fact, other: Fact) -> bool:
    """Whether two facts are about the same person and the same thing, or one of the same name."""
    if one.subject_id != other.subject_id:
        return False
    known = one.object_id is not None and one.object_id == other.object_id
    return known or _bare(one) == _bare(other)


def _bare(fact: Fact) -> str:
    """The name of a fact's thing, without its owner's: "Pixel" of "Uli's Pixel"."""
    name = normalise(fact.object)
    return name[len(owned) :] if (owned := owners_part(name, normalise(fact.subject))) else name


def _told(fact: Fact) -> datetime:
    return max((e.time for e in fact.evidence), default=fact.said)


def _ends(facts: Sequence[Fact], book: Catalogue, moment: datetime) -> list[_End]:
    """What ended by a moment, of pairs of which both are named."""
    known = {f.id: f for f in facts}
    found = []
    for fact in facts:
        over = _ended_by(fact, book)
        if over is None or not fact.object:
            continue
        causes = [known[i].said for i in fact.ended_by if i in known]
        when = max(causes) if causes else _told(fact)
        if when <= moment:
            found.append(_End(fact, over, when))
    return found


def _ended_by(fact: Fact, book: Catalogue) -> frozenset[str] | None:
    """The relations that a fact shows to have ended; none where it ends all, None if nothing."""
    over, denied = fact.positive and fact.status == "ended", not fact.positive
    if fact.kind != "event" and (over or (denied and fact.status == "live")):
        return frozenset((fact.relation, *book.covered(fact.relation)))
    if not is_stated(fact):
        return None
    gives_up = GIVES_UP.search(fact.predicate) is not None  # "quits" may read as a habit
    if fact.kind != "event" and not gives_up:
        return None
    row = book.rows.get(fact.relation)
    ended = {i.relation for i in row.implies if not i.positive and not i.roles} if row else set()
    if parts_with(fact):
        return _HAVING | ended
    if ended:
        return frozenset(ended)
    return frozenset() if gives_up else None


def _lapses(fact: Fact, end: _End, book: Catalogue) -> bool:
    """Whether a fact began what has ended since."""
    if fact.kind != "event" or not is_stated(fact):
        return False  # states are the ledger's: one that is live holds
    if _told(fact) > end.when:
        return False
    if not _same_two(fact, end.fact) or _ended_by(fact, book) is not None:
        return False
    row = book.rows.get(fact.relation)
    begun = {i.relation for i in row.implies if i.positive and i.starts} if row else set()
    if not begun and row is None:
        return True  # in what words of their own something of the two began
    return not end.relations or bool(end.relations & {fact.relation, *begun})
