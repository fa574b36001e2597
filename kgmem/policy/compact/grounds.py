"""What speaks for a choice: without such grounds it cannot be made, however likely it seems.

A policy learns from streams in which nearly everything is about something that changes. Real chat
is not like that: these grounds keep what is learned there from retiring what merely stands nearby.
"""

from __future__ import annotations

from collections.abc import Mapping

from kgmem.language.catalogue import ALIAS, Catalogue
from kgmem.language.verbs import is_past
from kgmem.policy import likeness, timeline
from kgmem.policy.compact import cues, whiles
from kgmem.policy.compact.replacing import replaces, vague
from kgmem.protocols import Case, Neighbor
from kgmem.records import EntityId
from kgmem.types import Bound, Edit

_BESIDE = frozenset({"another", "briefly"})


def sayable(case: Case) -> bool:
    """Whether the triple may become a fact at all."""
    if case.episode.origin == "memory" or case.triple.modality in ("hypothetical", "asked"):
        return False
    alias = case.triple.relation == ALIAS
    return not alias or (case.triple.positive and case.tier == "asserted")


def may_be_one(case: Case, near: Neighbor, named: Neighbor | None) -> bool:
    """Whether two statements can be one: the same again, or what is named now ("a cat", "Biscuit").

    "Finds it kind" and "finds it funny" are two: whoever merges them loses one.
    """
    return near is named or likeness.repeated(case, (near,)) is not None


def may_be_two(case: Case, near: Neighbor) -> bool:
    """Whether what the rules take for one statement may be another: "a second", or so again."""
    groups = cues.read(cues.sentence(case.episode.body, *case.triple.span)).groups
    return near.status == "ended" or "another" in groups


def _contradicts(
    case: Case, near: Neighbor, relations: Catalogue, ends: Mapping[str, Bound | None]
) -> bool:
    """Whether the relation or the words give a ground to end a fact.

    Chat says many things of one kind ("Jo has a shop", "Jo has a plan") that stand beside each
    other. Beyond what denies or excludes each other the fact must be spoken of as left behind, or
    an earlier value that the timeline would end: of a relation that holds one value, or of one that
    the catalogue does not know, where the words say that another took its place (`replacing`).
    """
    mine, other = case.content, near.content
    if mine.positive != other.positive:
        return likeness.denies(case, near, relations) or likeness.denied_by(case, near)
    if likeness.excluded(case, near, relations):
        return True
    if mine.positive and _left_behind(case, near):
        return True
    if near.fact not in ends or mine.kind == "event":
        return False
    return case.cardinality == "one" or replaces(case, near, relations)


def _left_behind(case: Case, near: Neighbor) -> bool:
    """Whether the clause speaks of a fact's object as left ("from Rome", "quit the choir")."""
    if vague(near.content.relation) and near.content.relation not in ("has", "have"):
        return False
    return cues.left_behind(near.object_name, cues.clause(case.episode.body, *case.triple.span))


def may_stay(case: Case, near: Neighbor, relations: Catalogue) -> bool:
    """Whether anything speaks for keeping what the rules end: "another", "also", "for now"."""
    if likeness.excluded(case, near, relations):
        return False
    groups = cues.read(cues.sentence(case.episode.body, *case.triple.span)).groups
    return bool(groups & _BESIDE)


def takes_back(case: Case, near: Neighbor, relations: Catalogue) -> bool:
    """Whether anything says that a fact was never true: a correction, or a denial of it."""
    if not case.triple.positive:
        return likeness.denies(case, near, relations)
    return case.corrects is not None and likeness.is_object(near, case.corrects)


def may_retire(case: Case) -> bool:
    """Whether a triple is sure enough to end or take back anything."""
    return case.tier == "asserted" and case.triple.modality == "actual"


def may_end(
    case: Case, near: Neighbor, relations: Catalogue, ends: Mapping[str, Bound | None]
) -> bool:
    """Whether a fact can end; events happened and stay, and nothing lasting ends for a while only.

    Args:
        case: to decide on.
        near: the fact.
        relations: the catalogue.
        ends: facts that the timeline would end if the relation held one value.
    """
    if case.triple.temporary or near.content.kind == "event":
        return False
    if near.status != "live" and near.fact not in ends:
        return False
    if (near.first_said or near.said) == case.episode.time.isoformat():
        return False  # told in one breath
    return _contradicts(case, near, relations, ends)


def about_same(case: Case, near: Neighbor, relations: Catalogue) -> bool:
    """Whether a fact is about the triple's subject, from its own side or from the object's."""
    if case.content.subject == near.content.subject:
        return True
    if near.content.object != EntityId(case.content.subject):
        return False
    mine, other = case.content.relation, near.content.relation
    return other in (mine, relations.inverse(mine))


def on_timeline(case: Case, relations: Catalogue) -> tuple[Edit | None, dict[str, Bound | None]]:
    """An addition that is over, and what the triple would end, if the relation held one value."""
    if not case.triple.positive or case.triple.kind == "event":
        return None, {}
    over = _told_as_past(case) or _for_a_while(case)
    if over is not None or not case.neighbors:
        return over, {}
    made = timeline.decide(case, relations)
    ends = {e.target: e.at for e in made if e.op == "DELETE" and e.target}
    placed = next((e for e in made if e.op == "ADD" and e.ending and e.target), None)
    if case.cardinality != "one":
        placed = None  # several such things may hold side by side
    return placed, ends


def _for_a_while(case: Case) -> Edit | None:
    """What holds for a while only: over when its words say so."""
    if not case.triple.temporary or case.triple.modality != "actual" or case.triple.implied_by:
        return None
    at = whiles.end(case)
    return None if at is None else Edit("ADD", None, "ended", at, reason="for a while only")


def _told_as_past(case: Case) -> Edit | None:
    """A state told in the past tense ("I lived in Rome"), over from the start."""
    if case.triple.implied_by or case.cardinality != "one":
        return None
    if not is_past(case.triple.predicate):
        return None
    told = timeline.past(case)[0]
    return told if told.op == "ADD" and told.ending else None
