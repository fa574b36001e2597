"""Which facts say the same as a triple, refine it, or deny it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from datetime import datetime, timedelta

from kgmem.language.names import normalise
from kgmem.language.relations import Catalogue, text_of
from kgmem.language.tokens import terms
from kgmem.policy.general import general_words
from kgmem.protocols import Case, Neighbor
from kgmem.records import Content, EntityId
from kgmem.types import Ref, Validity

_ANOTHER = re.compile(
    r"\b(another|second|third|other|new|two|three|also|more|too)\b", re.IGNORECASE
)
_BESIDE = re.compile(r" (?:in|at|of|with|for|from|on|as|after|since) ")
_NEVER = re.compile(r"\bnever\b", re.IGNORECASE)
_NO_LONGER = re.compile(r"\b(no longer|any ?more|again|stopped|quit|gave up)\b", re.IGNORECASE)
_ALIKE = 0.9  # cosine from which two wordings of one subject, relation and kind are one statement
_TELLING = timedelta(days=7)  # an event told without a time happened within about a week


def repeated(case: Case, neighbors: Iterable[Neighbor]) -> Neighbor | None:
    """The fact that says the same as the triple, live before ended."""
    same = [n for n in neighbors if _same(case, n)]
    live = [n for n in same if n.status == "live"]
    if live:
        return live[0]
    return next((n for n in same if _within(case, n)), None)


def _same(case: Case, n: Neighbor) -> bool:
    content = n.content
    if n.status == "retracted" or content.subject != case.content.subject:
        return _same_turned(case, n)
    if not same_kind(case, content) or content.relation != case.content.relation:
        return False
    if not same_object(case, n):
        return False
    # "Finds it kind" and "finds it funny" are two facts; where one lives is one, on any floor.
    if case.cardinality == "many" and differing_slots(case.content, content):
        return False
    return case.content.kind != "event" or _same_time(case, n)


def same_value(case: Case, n: Neighbor) -> bool:
    """Whether the fact gives the triple's relation the same value, from whichever side."""
    if n.content.subject == case.content.subject:
        return same_object(case, n)
    return _same_turned(case, n)


def _same_turned(case: Case, n: Neighbor) -> bool:
    """The same pair from the other side ("Bo is married to Ana", "Ana is married to Bo")."""
    other, mine = n.content.object, case.content.object
    if n.status == "retracted" or n.relation_to != "same_pair" or not same_kind(case, n.content):
        return False
    return (
        n.content.relation == case.content.relation
        and isinstance(other, EntityId)
        and isinstance(mine, EntityId)
        and (n.content.subject, other.id) == (mine.id, case.content.subject)
    )


def same_kind(case: Case, content: Content) -> bool:
    """Whether a fact is of the triple's polarity, modality and kind."""
    return (
        content.positive == case.content.positive
        and content.modality == case.content.modality
        and (content.kind == "event") == (case.content.kind == "event")
    )


def same_object(case: Case, n: Neighbor) -> bool:
    """Whether the fact's object is the triple's: the same entity, or a literal in other words."""
    mine, other = case.content.object, n.content.object
    if isinstance(mine, EntityId) and isinstance(other, EntityId):
        return mine.id == other.id or _one_word(case, n)
    if mine is None or other is None:
        return mine is None and other is None
    here, there = text_of(case.triple.object), n.object_name
    if normalise(here) == normalise(there):
        return True
    if isinstance(mine, EntityId) or isinstance(other, EntityId):
        return False
    stems = set(terms(here).tolist())
    if stems and stems == set(terms(there).tolist()):
        return True
    # Numbers and names make near wordings differ ("two cats", "three cats").
    return (
        case.cardinality == "many"
        and n.similarity >= _ALIKE
        and stems <= set(terms(there).tolist())
    )


def _one_word(case: Case, n: Neighbor) -> bool:
    """Whether two say what something is with one common noun, whatever type it was taken for."""
    target = case.triple.object
    if case.content.relation != "is_a" or not isinstance(target, Ref):
        return False
    plain = not (target.named or n.object_named)
    return plain and normalise(target.name) == normalise(n.object_name)


def differing_slots(mine: Content, other: Content, roles: Set[str] | None = None) -> bool:
    """Whether a qualifier that both have is filled otherwise."""
    here = {s.role: s.filler for s in mine.qualifiers if roles is None or s.role in roles}
    return any(here.get(s.role, s.filler) != s.filler for s in other.qualifiers)


def _same_time(case: Case, n: Neighbor) -> bool:
    """Whether two tellings of an event may be of one event."""
    mine = _window(case.content.validity, case.episode.time)
    other = _window(n.content.validity, datetime.fromisoformat(n.first_said or n.said))
    return mine[0] < other[1] and other[0] < mine[1]


def _window(validity: Validity, said: datetime) -> tuple[datetime, datetime]:
    start = validity.start
    if start is None or (start.earliest is None and start.latest is None):
        return said - _TELLING, said + timedelta(seconds=1)
    earliest = start.earliest or (start.latest or said) - _TELLING
    latest = start.latest or earliest + _TELLING
    return earliest, max(latest, earliest + timedelta(seconds=1))


def _within(case: Case, n: Neighbor) -> bool:
    """Whether the triple speaks of the time in which an ended fact held."""
    end, start = n.content.validity.end, case.content.validity.start
    until = None if end is None else end.latest or end.earliest
    if until is None:
        return False
    spoken = case.episode.time if start is None else start.earliest or case.episode.time
    return spoken < until


# --- denials --------------------------------------------------------------------------------------


def denies(case: Case, n: Neighbor, relations: Catalogue) -> bool:
    """Whether a negative triple says that a fact no longer holds, or never did."""
    content = n.content
    if n.status != "live" or not content.positive:
        return False
    if content.kind == "event" and case.corrects is None:
        return False
    if content.modality != "actual":
        return False
    if _denies_turned(case, content, relations):
        return True
    if content.subject != case.content.subject:
        return False
    if _no_such_kind(case, n):
        return True
    if not relations.says(case.content.relation, content.relation, positive=False):
        return False
    if case.content.object is None:
        return content.object is None or bool(case.triple.implied_by)
    if _of_another(case.content, content):
        return False
    return same_object(case, n) or _own(case, n)


_COMPLEMENTS = frozenset({"to", "that", "of", "about", "for"})


def _of_another(mine: Content, other: Content) -> bool:
    """Whether two literals are completed otherwise: "able to swim" and "able to drive"."""
    if isinstance(mine.object, EntityId) or isinstance(other.object, EntityId):
        return False
    return differing_slots(mine, other, _COMPLEMENTS)


def _no_such_kind(case: Case, n: Neighbor) -> bool:
    """Whether one is the other with an owner: who "is not a dog" is nobody's dog."""
    if case.triple.predicate != "is a" or n.content.predicate != "is":
        return False
    kind = normalise(text_of(case.triple.object))
    return bool(kind) and normalise(n.object_name).endswith(f"s {kind}")


def _own(case: Case, n: Neighbor) -> bool:
    """Whether one is the other's with its owner: who sold "Ana's Honda" had "a Honda"."""
    owner = f"{normalise(case.triple.subject.name)}s "
    here, there = normalise(text_of(case.triple.object)), normalise(n.object_name)
    if not (here.startswith(owner) or there.startswith(owner)):
        return False
    return here.removeprefix(owner) == there.removeprefix(owner)


def _denies_turned(case: Case, content: Content, relations: Catalogue) -> bool:
    """Whether what is implied of the object ends the fact: Rex died, so nobody has him."""
    return (
        bool(case.triple.implied_by)
        and case.content.object is None
        and content.object == EntityId(case.content.subject)
        and content.relation == relations.inverse(case.content.relation)
    )


def denied_by(case: Case, n: Neighbor) -> bool:
    """Whether a fact is the denial of a positive triple."""
    content = n.content
    return (
        not content.positive
        and case.content.positive
        and content.kind != "event"
        and case.content.kind != "event"
        and content.subject == case.content.subject
        and content.relation == case.content.relation
        and not _of_another(case.content, content)
        and (same_object(case, n) or _denies_all(content))
    )


def _denies_all(content: Content) -> bool:
    """Whether a fact says that nothing is so any more: "is no longer together", after a parting."""
    return content.object is None and " no longer " in f" {content.predicate} "


def excluded(case: Case, n: Neighbor, relations: Catalogue) -> bool:
    """Whether a positive fact cannot hold together with a positive triple."""
    content = n.content
    if not (content.positive and case.content.positive) or content.kind == "event":
        return False
    if case.content.kind == "event" or content.subject != case.content.subject:
        return False
    words = text_of(case.triple.object)
    return relations.exclude(content.relation, n.object_name, case.content.relation, words)


def says_never(case: Case) -> bool:
    """With "I never lived in Rome" it is taken back; "I no longer live there" ends it."""
    return bool(_NEVER.search(case.triple.text)) and not _NO_LONGER.search(case.triple.text)


# --- corrections and refinements ------------------------------------------------------------------


def is_object(n: Neighbor, corrects: str) -> bool:
    """Whether what is taken back is the fact's object."""
    if isinstance(n.content.object, EntityId) and n.content.object.id == corrects:
        return True
    return normalise(n.object_name) == normalise(corrects)


def near_relation(n: Neighbor, case: Case) -> bool:
    """Whether a correction of the triple's relation can mean the fact's."""
    return n.content.relation == case.content.relation or n.relation_to == "same_pair"


def refined(case: Case) -> Neighbor | None:
    """The fact about an unnamed thing that the triple names, if it is clear which.

    "Nora has a cat", then "Nora has Biscuit" where Biscuit is known or said to be a cat, or "Nora
    has Nora's cat"; not where another cat is spoken of.
    """
    target = case.triple.object
    if not isinstance(target, Ref) or not case.triple.positive:
        return None
    owned = normalise(target.name).startswith(f"{normalise(case.triple.subject.name)}s ")
    generic = general_words(target.name)
    if not (target.named or owned or generic):
        return None
    if case.triple.modality != "actual" or _ANOTHER.search(case.triple.text):
        return None
    plainly = target.named or owned
    kinds = _kinds(case) if plainly else generic
    plain = [
        n
        for n in case.neighbors
        if n.status == "live"
        and n.content.positive
        and n.content.subject == case.content.subject
        and n.content.relation == case.content.relation
        and isinstance(n.content.object, EntityId)
        and not n.object_named
        and _noun(n.object_name if plainly else _BESIDE.split(n.object_name)[0]) in kinds
    ]
    return plain[0] if len(plain) == 1 else None


def _kinds(case: Case) -> set[str]:
    """What the triple's object is said or known to be ("cat")."""
    known = [
        n.object_name
        for n in case.neighbors
        if n.relation_to == "same_object" and n.content.relation == "is_a" and n.content.positive
    ]
    named = {_noun(name) for name in (*known, text_of(case.triple.object))}
    return named | set(normalise(case.triple.text).split())


def _noun(name: str) -> str:
    """The head of a description: "cat" of "Nora's old cat"."""
    words = normalise(name).split()
    return words[-1] if words else ""
