"""What the compact policy can choose, and the edits that a choice means.

A choice is a pointer (leave it, add it, put it among later values, or merge it into one of the
neighbours) and for each neighbour a fate (keep, end, retract), so that several can go at once. What
the ledger would refuse for certain cannot be chosen. When something ended, and where on the
timeline an addition falls, is computed as the rules compute it; it is not learned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgmem.language.catalogue import ALIAS, Catalogue
from kgmem.language.names import normalise
from kgmem.language.relations import text_of
from kgmem.language.verbs import is_past
from kgmem.policy import likeness, timeline
from kgmem.policy.compact import cues
from kgmem.protocols import Case, Neighbor
from kgmem.records import EntityId
from kgmem.types import Bound, Edit, EndingKind

NOOP, ADD, PLACE = 0, 1, 2
"""Values of the pointer; `MAINS + i` merges into neighbour i."""
MAINS = 3
FATES = ("keep", "end", "retract")
KEEP, END, RETRACT = 0, 1, 2

_ALIKE = 0.9  # cosine from which two wordings may be one statement
_CHANGE = frozenset({"change", "end", "swap"})
_NEVER_SO = frozenset({"correct", "never"})

Mask = npt.NDArray[np.bool_]
Action = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen for a case with n neighbours.

    Attributes:
        main: `(3 + n,)`.
        fates: `(n, 3)`; keeping is always possible.
        placed: the addition among later values; None where it is an addition like any other.
        ends: by fact that the timeline would end: when (None for the ledger's own reckoning).
    """

    main: Mask
    fates: Mask
    placed: Edit | None
    ends: Mapping[str, Bound | None]


def options(case: Case, relations: Catalogue) -> Options:
    """What the ledger would not refuse for certain, with what the timeline has to say."""
    n = len(case.neighbors)
    main, fates = np.zeros(MAINS + n, bool), np.zeros((n, len(FATES)), bool)
    main[NOOP] = True
    fates[:, KEEP] = True
    if not _sayable(case):
        return Options(main, fates, None, {})
    placed, ends = _timeline(case, relations)
    if placed is not None and _same_edit(placed, timeline.addition(case, "")):
        placed = None
    main[ADD], main[PLACE] = True, placed is not None
    endings = _may_retire(case)
    for i, near in enumerate(case.neighbors):
        if near.status == "retracted" or not _about_same(case, near, relations):
            continue
        same_side = near.content.positive == case.content.positive
        main[MAINS + i] = same_side and _may_be_one(case, near)
        if endings and case.episode.trust >= near.trust:
            fates[i, END] = _may_end(case, near, ends) and _contradicts(case, near, relations)
            fates[i, RETRACT] = _takes_back(case, near)
    return Options(main, fates, placed, ends)


def edits(case: Case, allowed: Options, action: Action, scores: Sequence[float]) -> list[Edit]:
    """The edits that a choice means.

    Args:
        case: that was decided on.
        allowed: its options.
        action: `(1 + n,)`: the pointer, then the fates.
        scores: `(1 + n,)` how sure the policy is of each, 0 to 1.
    """
    main = int(action[0])
    if main == NOOP:
        return [Edit("NOOP", reason="nothing that memory should keep", score=scores[0])]
    made = []
    for near, fate, score in zip(case.neighbors, action[1:], scores[1:], strict=True):
        if fate != KEEP:
            kind: EndingKind = "ended" if fate == END else "retracted"
            at = allowed.ends.get(near.fact) if fate == END else None
            made.append(Edit("DELETE", near.fact, kind, at, f"judged {kind}", score))
    return [*made, _main(case, allowed, main, scores[0])]


def _main(case: Case, allowed: Options, main: int, score: float) -> Edit:
    if main >= MAINS:
        return Edit("MERGE", case.neighbors[main - MAINS].fact, reason="said before", score=score)
    if main == PLACE and allowed.placed is not None:
        past = allowed.placed
        return Edit("ADD", past.target, past.ending, past.at, past.reason, score)
    plain = timeline.addition(case, "new")
    return Edit("ADD", None, plain.ending, plain.at, plain.reason, score)


def action_of(case: Case, allowed: Options, chosen: Sequence[Edit]) -> Action:
    """The choice that comes closest to given edits; what cannot be chosen is left out."""
    index = {n.fact: i for i, n in enumerate(case.neighbors)}
    action = np.zeros(1 + len(case.neighbors), np.int64)
    for edit in chosen:
        i = index.get(edit.target or "", -1)
        if edit.op == "DELETE" and i >= 0:
            fate = RETRACT if edit.ending == "retracted" else END
            action[1 + i] = fate if allowed.fates[i, fate] else KEEP
        elif edit.op == "MERGE" and i >= 0:
            action[0] = MAINS + i if allowed.main[MAINS + i] else ADD
        elif edit.op == "ADD" and allowed.main[ADD]:
            action[0] = PLACE if _is_placed(case, allowed, edit) else ADD
    return settled(action)


def settled(action: Action) -> Action:
    """A choice without what the pointer rules out: see `open_fates`."""
    main = int(action[0])
    if main == NOOP:
        action[1:] = KEEP
    elif main >= MAINS:
        action[1 + main - MAINS] = KEEP
    return action


def open_fates(fates: Mask, main: int) -> Mask:
    """The fates that can still be chosen: none beside a NOOP, none for what is merged into.

    Args:
        fates: `(n, 3)` of `Options`.
        main: the pointer.
    """
    still = fates.copy()
    closed = slice(None) if main == NOOP else slice(main - MAINS, main - MAINS + 1)
    if main == NOOP or main >= MAINS:
        still[closed, END:] = False
    return still


def _is_placed(case: Case, allowed: Options, edit: Edit) -> bool:
    plain = timeline.addition(case, "")
    return allowed.placed is not None and bool(edit.ending) and not _same_edit(edit, plain)


def _same_edit(one: Edit, two: Edit) -> bool:
    return (one.target, one.ending, one.at) == (two.target, two.ending, two.at)


def _sayable(case: Case) -> bool:
    """Whether the triple may become a fact at all."""
    if case.episode.origin == "memory" or case.triple.modality in ("hypothetical", "asked"):
        return False
    alias = case.triple.relation == ALIAS
    return not alias or (case.triple.positive and case.tier == "asserted")


def _may_be_one(case: Case, near: Neighbor) -> bool:
    """Whether two statements can be one: the same value, one within the other, or near words."""
    if likeness.same_value(case, near) or near.similarity >= _ALIKE or not near.object_named:
        return True
    mine, other = normalise(text_of(case.triple.object)), normalise(near.object_name)
    return (
        bool(mine) and bool(other) and (f" {other} " in f" {mine} " or f" {mine} " in f" {other} ")
    )


def _contradicts(case: Case, near: Neighbor, relations: Catalogue) -> bool:
    """Whether the relation or the words give a ground to end a fact.

    Chat says many things of one kind ("Jo has a shop", "Jo has a plan") that stand beside each
    other. Beyond what excludes each other by the catalogue the fact must be spoken of as left
    behind, or be the only value that the relation has, beside a word of change.
    """
    mine, other = case.content, near.content
    if mine.positive != other.positive or likeness.excluded(case, near, relations):
        return True
    if mine.relation == other.relation and case.cardinality == "one":
        return True
    body = case.episode.body
    if cues.mentioned(near.object_name, body)[1]:
        return True
    sentence = cues.read(cues.sentence(body, *case.triple.span))
    return bool(sentence.groups & _CHANGE) and _alone(case, near)


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


def _takes_back(case: Case, near: Neighbor) -> bool:
    """Whether anything says that a fact was never true: a correction, a denial, "never"."""
    if case.corrects is not None:
        return True
    if near.content.kind == "event":
        return False
    return not case.triple.positive or bool(cues.read(case.episode.body).groups & _NEVER_SO)


def _may_retire(case: Case) -> bool:
    return case.tier == "asserted" and case.triple.modality == "actual"


def _may_end(case: Case, near: Neighbor, ends: Mapping[str, Bound | None]) -> bool:
    """Events happened and stay; what holds for a while only ends nothing lasting."""
    if case.triple.temporary or near.content.kind == "event":
        return False
    return near.status == "live" or near.fact in ends


def _about_same(case: Case, near: Neighbor, relations: Catalogue) -> bool:
    if case.content.subject == near.content.subject:
        return True
    if near.content.object != EntityId(case.content.subject):
        return False
    mine, other = case.content.relation, near.content.relation
    return other in (mine, relations.inverse(mine))


def _timeline(case: Case, relations: Catalogue) -> tuple[Edit | None, dict[str, Bound | None]]:
    """An addition among later values and what it would end, if the relation held one value."""
    if not case.triple.positive or case.triple.kind == "event" or not case.neighbors:
        told = _told_as_past(case) if case.triple.positive else None
        return told, {}
    past = _told_as_past(case)
    if past is not None:
        return past, {}
    made = timeline.decide(case, relations)
    ends = {e.target: e.at for e in made if e.op == "DELETE" and e.target}
    placed = next((e for e in made if e.op == "ADD" and e.ending and e.target), None)
    return placed, ends


def _told_as_past(case: Case) -> Edit | None:
    """A state told in the past tense ("I lived in Rome"), over from the start."""
    if case.triple.kind == "event" or case.triple.implied_by:
        return None
    if not is_past(case.triple.predicate):
        return None
    told = timeline.past(case)[0]
    return told if told.op == "ADD" and told.ending else None
