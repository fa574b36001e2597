"""What came after what: of values that cannot hold together, the one in force at a moment.

The graph ends a value where its relation says that one holds at a time. Where the relation is not
known to ("the owner of the service is ..."), or was said too loosely to be asserted, the old and
the new value stand side by side, and only their times tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from typing import TypeVar

from kgmem.answering.frames import KINDS, one_at_a_time
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage, Scored
from kgmem.answering.times import asked_time, held_at, passing, past
from kgmem.language.catalogue import Catalogue
from kgmem.language.names import normalise
from kgmem.language.questions import Question
from kgmem.results import Fact

T = TypeVar("T")

_HOLDER = re.compile(
    r"^(?:who|what|which|where|when|how (?:much|old|long|many))\b(?: \w+){0,3}?"
    r"(?: (?:is|was)|['’]s)\b (?!\w+ing\b)",
    re.I,
)
_PLURAL = re.compile(r"\b(?:are|were|all)\b", re.I)
_INSTEAD = re.compile(r"\b(?:now|nowadays|instead|these days|from now on)\b", re.I)
_BESIDE = re.compile(r"\b(?:too|also|as well|besides|both)\b", re.I)
_ALIKE, _SAYS_IT = 0.5, 0.6
_SURE_ENOUGH = 0.45


def asks_holder(question: Question) -> bool:
    """Whether it asks for the one that something is: "Who is the captain?", "What was her rent?".

    More than one may be asked for in "Who are ...?", and an event in "Who is singing?".
    """
    text = question.short
    return bool(_HOLDER.match(text)) and not _PLURAL.search(text) and question.kind != "list"


def replaces(fact: Fact) -> bool:
    """Whether a fact was said to be so now, and not beside what was so before."""
    quotes = " ".join(e.quote for e in fact.evidence)
    return bool(_INSTEAD.search(quotes)) and not _BESIDE.search(quotes)


def moment_in(question: Question, valid_at: datetime | None) -> datetime | None:
    """The moment that a question is about; None where it looks back at no time in particular."""
    named = valid_at or asked_time(question)
    if named is not None:
        return named
    return None if past(question) else question.now


def in_force_at(
    found: Sequence[T], slot: Callable[[T], Hashable | None], fact_of: Callable[[T], Fact],
    moment: datetime,
) -> list[T]:  # fmt: skip
    """Of several values of one slot the one in force: for a while before for good, then the latest.

    Args:
        found: in order.
        slot: what a value fills; None where others may hold beside it.
        fact_of: its fact.
        moment: the time asked about.
    """
    best: dict[Hashable, T] = {}
    for item in found:
        key = slot(item)
        if key is not None and (key not in best or _rank(fact_of(item), moment) > _rank(
            fact_of(best[key]), moment
        )):  # fmt: skip
            best[key] = item
    return [i for i in found if (key := slot(i)) is None or best[key] is i]


def _rank(fact: Fact, moment: datetime) -> tuple[bool, bool, float]:
    """Whether it had begun, whether it was said for that while only, and the later the better."""
    begun = begins(fact)
    known = begun <= moment
    bounded = known and (passing(fact) or fact.validity.end is not None)
    return known, bounded, begun.timestamp() if known else -begun.timestamp()


def begins(fact: Fact) -> datetime:
    """When a fact began, else when it was said."""
    start = fact.validity.start
    return start.earliest if start and start.earliest else fact.said


def slots(
    facts: Sequence[tuple[Fact, str]], question: Question, book: Catalogue
) -> Callable[[Fact, str], Hashable | None]:
    """What each of several facts fills alone, given the side on which the asked one stands.

    A subject has one value where the relation, or the question, says so; a thing has one holder
    ("the captain"). A value said to be so now, or this week, fills what others filled before.
    """
    yes_no, several = question.kind == "yes_no", question.kind == "list"
    taken: set[Hashable] = set()
    if not yes_no and not several:
        taken = {_key(f, s) for f, s in facts if f.positive and (replaces(f) or passing(f))}

    def slot(fact: Fact, side: str) -> Hashable | None:
        key = _key(fact, side)
        if not fact.positive or key is None:
            return None
        if side == "subject":
            alone = one_at_a_time(fact.relation, book)
        else:
            alone = not yes_no and asks_holder(question) and fact.relation in KINDS
        return key if alone or key in taken else None

    return slot


def _key(fact: Fact, side: str) -> Hashable | None:
    if side == "subject":
        return (side, fact.subject_id, fact.relation)
    held = fact.object_id or normalise(fact.object)
    return (side, held, fact.relation) if held and fact.kind != "event" else None


def outdated(material: Material, valid_at: datetime | None) -> set[tuple[str, int]]:
    """The sentences that a later one says anew with another value: "The owner is Ann / is Bo".

    Only where one value is asked for, and none of their facts may hold beside others.
    """
    question = material.question
    moment = moment_in(question, valid_at)
    if moment is None or not asks_holder(question):
        return set()
    several = {
        (s.passage.episode, s.passage.start)
        for s in material.facts
        if s.passage is not None and s.fact.tier == "asserted" and _may_be_several(s, material)
    }
    told = [
        p
        for p in material.passages
        if p.coverage >= _SAYS_IT and not p.asks and (p.episode, p.start) not in several
    ]
    return {
        (p.episode, p.start)
        for p in told
        if any(_succeeds(other, p, material, moment) for other in told)
    }


def stood_in_for(material: Material, valid_at: datetime | None) -> set[tuple[str, int]]:
    """The sentences on who does a thing that hold beside a stand-in's while, or after it, no more.

    "This week Lin handles the inbox" tells who handles it within the week; before and after it, who
    handles it for good does. A loosely said while sets aside what is as loosely said alone.
    """
    question = material.question
    moment = moment_in(question, valid_at)
    if moment is None or question.kind != "who" or question.window is not None:
        return set()
    held: dict[Hashable, list[Scored]] = {}
    for scored in material.facts:
        key = _key(scored.fact, "object")
        if key is not None and scored.fact.positive and scored.fact.status == "live":
            held.setdefault(key, []).append(scored)
    out = [
        usual if held_at(here.fact, moment) else here
        for group in held.values()
        for here in group
        if passing(here.fact)
        for usual in group
        if usual.fact.subject_id != here.fact.subject_id
        and not passing(usual.fact)
        and here.fact.tier in ("asserted", usual.fact.tier)
    ]
    return {(s.passage.episode, s.passage.start) for s in out if s.passage is not None}


def _may_be_several(scored: Scored, material: Material) -> bool:
    relation = scored.fact.relation
    known = relation in material.book.rows and relation not in KINDS
    return known and not one_at_a_time(relation, material.book)


def _succeeds(later: Passage, former: Passage, material: Material, moment: datetime) -> bool:
    """Whether a sentence puts another value where an earlier, or a too late, one had its own."""
    if later.episode == former.episode or later.own < former.own:
        return False
    after = former.time < later.time <= moment
    if not (after or later.time <= moment < former.time):
        return False
    asked = frozenset(material.focus.weights)
    here, there = stems(later.text), stems(former.text)
    if here == there or not (there & asked) <= here:
        return False
    return len(here & there) >= _ALIKE * len(here | there)


def overtaken(
    asserted: Sequence[Fact], tentative: Sequence[Fact], moment: datetime, book: Catalogue
) -> dict[str, Fact]:
    """By id of a fact the loosely said one that overtook it: "I'm studying law now".

    Args:
        asserted: facts that answer.
        tentative: facts of the same question that were said less plainly.
        moment: the time asked about.
        book: what relations mean.
    """
    found: dict[str, Fact] = {}
    for old in asserted:
        for new in tentative:
            same = (new.subject_id, new.relation, new.positive) == (
                old.subject_id, old.relation, old.positive
            )  # fmt: skip
            newer = old.said < new.said <= moment and new.confidence >= _SURE_ENOUGH
            single = one_at_a_time(new.relation, book) or replaces(new)
            newer = newer and new.trust >= old.trust  # a rumour overtakes nobody's own word
            if same and newer and single and new.object_id != old.object_id:
                found[old.id] = new
    return found
