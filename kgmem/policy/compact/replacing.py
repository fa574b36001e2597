"""When a value takes the place of another, of a relation that the catalogue does not know.

"I train at Ironworks now" ends "I train at the Pulse Arena"; "I find yoga great now" ends nothing.
What one does, likes, feels, is in the middle of or is determined to holds many values side by side.
So only where somebody or something stands is taken to hold one: a state or habit in the present,
with a preposition ("trains at", "reports to") or under a noun ("my dentist is"), whose old and new
values are of one sort, and only where the same clause says that it was not always so.
"""

from __future__ import annotations

import re

from kgmem.language.catalogue import Catalogue
from kgmem.language.verbs import is_past
from kgmem.policy import likeness
from kgmem.policy.compact import cues
from kgmem.protocols import Case, Neighbor
from kgmem.types import Ref, Value

_PROGRESSIVE = re.compile(r"(?:is|are|am|was|were|been|keeps?|stays?)\s+\w+ing\b")
"""What one is busy with: several such things go on side by side."""
_LINKS = frozenset({"at", "in", "with", "to", "on", "for", "from", "under", "as", "by"})
_COPULA = frozenset({"is", "are", "be"})
_VAGUE = re.compile(r"(?:be|have|is|has|get|feel|seem)(?:_|$)")
"""One is, has and feels many things at a time, and is at, in and on many ("is in a hurry")."""


def replaces(case: Case, near: Neighbor, relations: Catalogue) -> bool:
    """Whether the words say that the triple's value took the place of a fact's.

    Args:
        case: to decide on.
        near: an earlier value.
        relations: the catalogue.
    """
    mine = case.content
    if mine.relation in relations.rows or vague(mine.relation) or case.triple.implied_by:
        return False
    if not _stands(case) or not _of_one_sort(case, near) or not _alone(case, near):
        return False
    groups = cues.read(cues.clause(case.episode.body, *case.triple.span)).groups
    return "present" in groups or ("again" in groups and _held_before(case))


def vague(relation: str) -> bool:
    """Whether a relation is of a kind that always holds many values ("is", "has", "be_on")."""
    return _VAGUE.match(relation) is not None


def _stands(case: Case) -> bool:
    """Whether the triple says where somebody or something stands, or what a noun of theirs is."""
    predicate = case.triple.predicate.casefold()
    if is_past(predicate) or _PROGRESSIVE.match(predicate):
        return False
    *first, last = predicate.split() or [""]
    return last in _LINKS or (last in _COPULA and bool(first))


def _of_one_sort(case: Case, near: Neighbor) -> bool:
    """Whether two values are both names, both literals, or of a thing, which is in one place."""
    target = case.triple.object
    named = isinstance(target, Ref) and target.named
    if named and near.object_named:
        return True
    if isinstance(target, Ref):
        return not named and not near.object_named and case.triple.subject.type != "person"
    return isinstance(target, Value) and isinstance(near.content.object, Value)


def _alone(case: Case, near: Neighbor) -> bool:
    """Whether a fact is the one live value that its subject has of the triple's relation."""
    same = [
        n.fact
        for n in case.neighbors
        if n.status == "live"
        and n.content.positive
        and n.content.subject == case.content.subject
        and n.content.relation == case.content.relation
    ]
    return same == [near.fact]


def _held_before(case: Case) -> bool:
    """Whether the triple's value is one that ended."""
    return any(n.status == "ended" and likeness.same_value(case, n) for n in case.neighbors)
