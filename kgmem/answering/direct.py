"""Facts that say all that a question says except what it asks.

No passage is weighed here: an asserted fact of the asked entity, on the side of its relation that
the question gives, whose fields hold every content word of the question. This is what a small
memory lives on, and what questions about things that never speak (a pet, a company) need.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from kgmem.answering.frames import (
    KINDS,
    WORK,
    asks_identity,
    asks_nature,
    asks_work,
    described,
    inverse,
    relation_says,
)
from kgmem.answering.matching import stem_of, stems
from kgmem.answering.material import Material, Scored
from kgmem.answering.measures import amount_of, asked_measures, implied
from kgmem.answering.roles import asks_subject, possesses
from kgmem.answering.selecting import Match, in_time, overtaken_by
from kgmem.answering.shapes import possessed_words
from kgmem.answering.sides import (
    Side,
    holds_both,
    is_age,
    is_asked,
    is_real,
    is_theirs,
    only_reports,
    says_verb_of,
    sides_of,
)
from kgmem.answering.times import denies, former, past, present
from kgmem.language.names import normalise
from kgmem.results import Fact

Kinds: TypeAlias = Mapping[str, Mapping[str, str]]

_ORDERING = frozenset(stem_of(w) for w in ("first", "last", "latest", "recent", "recently"))
_FORMER = frozenset(stem_of(w) for w in ("use", "used", "former", "formerly", "previously"))
_STILL = stems("still longer anymore more nowadays")
_SINCE = stem_of("since")
_OLD = stem_of("old")
_AGE = stem_of("age")
_ATTEND, _GO = stem_of("attend"), stem_of("go")
"""Who "went to" a place went there, though both words count as attending."""

_IS_ONE = re.compile(
    r"^who (?:is|was|are|were) an? |^(?:is|was|are|were) (?!there\b).+ an? [\w -]+\W*$", re.I
)
"""Asks what somebody is, by kind."""

_OWNS = "owns"
_OF_KIND = ("what", "which")
_OPEN = ("thing", "product", "organization", "work")
_JOB = stems("job living live work do")
_TYPE_WORDS = {
    "person": stems("person people somebody"),
    "animal": stems("pet animal"),
    "organization": stems("company organization"),
    "place": stems("place"),
}


def matches(material: Material, kinds: Kinds, valid_at: datetime | None = None) -> list[Match]:
    """The facts that answer outright, best first; of one relation that holds one value, the last.

    Args:
        material: everything found; facts that the question's time rules out may be in it.
        kinds: by entity id what it is, stem to word.
        valid_at: the time asked about, where the caller gave one.
    """
    question = material.question
    if question.short.casefold().startswith("whose") or (
        len(question.about) > 1 and question.kind != "yes_no"
    ):
        return []
    needed = needs(material)
    found = [m for s in material.facts if (m := _match(s, material, needed, kinds)) is not None]
    found = found or _unnamed(material, needed, kinds)
    if denies(question):
        found = [m for m in found if not m.fact.positive] or found
    if any(m.literal for m in found):
        found = [m for m in found if m.literal]
    found = overtaken_by(found, material, valid_at or question.now)
    return in_time(found, material, valid_at)


def through(material: Material, kinds: Kinds) -> Material | None:
    """The same question asked of what the asked one has: of Rex for "How old is Nora's dog?".

    None when nothing of theirs is asked about, or none is known.
    """
    if len(material.question.about) != 1:
        return None
    words = [stems(w) for w in possessed_words(material.question)]
    held = ((w, _belongings(w, material, kinds)) for w in words if w)
    wanted, found = next(((w, h) for w, h in held if h), (frozenset(), {}))
    if not found:
        return None
    people = replace(material.people, asked=frozenset(found.values()), ids=frozenset(found))
    left = {s: w for s, w in material.focus.weights.items() if s not in wanted}
    focus = replace(material.focus, weights=left, total=sum(left.values()))
    return replace(material, people=people, focus=focus)


def _belongings(noun: frozenset[str], material: Material, kinds: Kinds) -> dict[str, str]:
    """What a noun names among the things of the asked one: entity id to name."""
    found = {}
    for scored in material.facts:
        fact = scored.fact
        told = stems(fact.predicate) | frozenset(kinds.get(fact.object_id or "", {}))
        held = fact.positive and fact.status == "live" and fact.modality == "actual"
        mine = is_asked(fact.subject_id, fact.subject, material) and fact.tier == "asserted"
        if held and mine and fact.object_id and noun <= told:
            found[fact.object_id] = normalise(fact.object)
    return found


def needs(material: Material) -> frozenset[str]:
    """The stems that a fact must hold: the question's, less those that only place it in time."""
    question = material.question
    drop: set[str] = set()
    if question.order:
        drop |= _ORDERING
    if former(question):
        drop |= _FORMER
    if present(question):
        drop |= _STILL
    if question.kind in ("when", "how_long"):
        drop.add(_SINCE)
    if question.order in ("before", "after") or question.window is not None:
        other = [n for n in question.names if n not in question.about]
        drop |= (
            {s for n in other for s in stems(n)} if question.order in ("before", "after") else set()
        )
        if question.window is not None:
            drop |= stems(question.window.wording)
    return frozenset(material.focus.weights) - drop


def _match(
    scored: Scored, material: Material, needed: frozenset[str], kinds: Kinds
) -> Match | None:
    fact = scored.fact
    if fact.tier != "asserted" or fact.status == "retracted" or not is_real(fact, material):
        return None
    if not holds_both(fact, material) or only_reports(fact, material):
        return None
    still = _needed_of(fact, material, needed)
    if still is None:
        return None
    needed = still
    for side in sides_of(fact, material):
        other = fact.object_id if side == "subject" else fact.subject_id
        told = dict(kinds.get(other or "", {}))
        told |= kinds.get(fact.object_id or "", {}) if side == "none" else {}
        if _IS_ONE.search(material.question.short) and fact.relation not in KINDS:
            told = {}  # whose boss is a spy is no spy
        if side == "subject" and not is_theirs(fact, told, needed, material):
            continue
        if says_verb_of(fact, side, material):
            continue
        own = _own_words(fact, side if material.question.about else "none")
        rest = needed - own - frozenset(told) - _type_words(other, material)
        if not rest and (needed or _bare(fact, material)):
            return Match(scored, side, bool(needed & own) or not needed)
        named = relation_says(fact.relation, needed, material.book)
        if is_age(fact):
            named |= {_OLD, _AGE}
        if side == "object" or (side == "subject" and asks_subject(material.question)):
            turned = inverse(fact.relation, material.book)
            named = relation_says(turned, needed, material.book) | named
        if rest and rest <= named and not _other_noun(fact, side, named - own):
            return Match(scored, side, False)
    return None


def _needed_of(fact: Fact, material: Material, needed: frozenset[str]) -> frozenset[str] | None:
    """What is left to be said where a fact is of the kind that is asked for; None where not."""
    question = material.question
    if asks_work(question):
        if fact.relation not in WORK:
            return None
        needed = needed - _JOB
    measures = asked_measures(question)
    if measures and question.kind != "how_long" and not amount_of(fact, measures):
        return None
    if possesses(question) and fact.relation in KINDS:
        return None  # "Who has a cat?" is not answered by what is one
    if fact.relation in KINDS and asks_nature(question):
        needed = needed - material.focus.head
    return needed - implied(measures)


def _own_words(fact: Fact, side: Side) -> frozenset[str]:
    """What a fact says in its own words, the asked entity aside."""
    fields = [fact.predicate, *fact.qualifiers.values()]
    fields += [fact.object] if side != "object" else []
    fields += [fact.subject] if side != "subject" else []
    said = stems(" ".join(fields)) | stems(fact.relation.replace("_", " "))
    return said | {_GO} if _ATTEND in said else said


def _type_words(entity: str | None, material: Material) -> frozenset[str]:
    kind = material.types.get(entity or "", "")
    return _TYPE_WORDS.get(kind, frozenset())


def _bare(fact: Fact, material: Material) -> bool:
    """Whether a fact answers a question that says nothing but a name."""
    question = material.question
    if asks_work(question):
        return fact.relation in WORK
    if asked_measures(question):
        return True  # what it costs is told by an amount
    return (asks_identity(question) or asks_nature(question)) and (
        fact.relation in KINDS
        or fact.relation == "job_title"
        or (bool(inverse(fact.relation)) and (described(question) or _of_people(fact, material)))
    )


def _of_people(fact: Fact, material: Material) -> bool:
    """Whether a fact relates two people: who Nora is, is not told by what she owns."""
    ends = (fact.subject_id or "", fact.object_id or "")
    return all(material.types.get(end) == "person" for end in ends)


def _unnamed(material: Material, needed: frozenset[str], kinds: Kinds) -> list[Match]:
    """The one thing with a name of its own that may be what is asked: a Tesla for "which car".

    Nothing says that it is a car, and nothing that it is something else.
    """
    question, head = material.question, material.focus.head
    rest = needed - head
    has = possesses(question)
    if question.kind not in _OF_KIND or not question.about or not head or past(question):
        return []
    if not rest and not has:
        return []
    held = [s for s in material.facts if not has or s.fact.relation == _OWNS]
    found = [
        m
        for s in held
        if (m := _match(s, material, rest, kinds)) is not None or (m := _owned(s, material, rest))
    ]
    named = [
        m
        for m in found
        if m.side == "subject" and m.fact.kind != "event" and m.fact.object[:1].isupper()
        and material.type_of(m.fact) in _OPEN and not kinds.get(m.fact.object_id or "")
    ]  # fmt: skip
    live = {normalise(m.fact.object) for m in named if m.fact.status == "live"}
    return named if len(live) == 1 and len(found) == len(named) else []


def _owned(scored: Scored, material: Material, rest: frozenset[str]) -> Match | None:
    """A thing owned, for a question that says nothing but "own": it is no word of the content."""
    fact = scored.fact
    theirs = is_asked(fact.subject_id, fact.subject, material) and fact.tier == "asserted"
    real = theirs and not rest and fact.relation == _OWNS and is_real(fact, material)
    return Match(scored, "subject", False) if real else None


def _other_noun(fact: Fact, side: Side, named: Collection[str]) -> bool:
    """Whether a fact's predicate is a noun of its own: a brother is not the sister asked for."""
    noun = stems(re.sub(r"\b(?:is|was|are|were)$", "", fact.predicate.strip()))
    general = stems(f"{fact.relation} {inverse(fact.relation)}".replace("_", " "))
    own = side == "subject" and fact.predicate.endswith((" is", " was"))
    return own and not (noun | general) & set(named)
