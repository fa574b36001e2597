"""What the compact policy can choose, and the edits that a choice means.

A choice is a pointer (leave it, add it, put it among later values or as over, or merge it into one
of the neighbours) and for each neighbour a fate (keep, end, retract), so that several can go at
once. What the ledger would refuse for certain cannot be chosen, nor what nothing speaks for
(`grounds`). When something ended, and where on the timeline an addition falls, is computed as the
rules compute it; it is not learned. What the rules would choose stands beside it all: it is what a
policy begins with, and where it chooses the same the edits are the rules' own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from kgmem.language.catalogue import Catalogue
from kgmem.policy import likeness, outdated, timeline
from kgmem.policy.compact import grounds
from kgmem.policy.rules import RulesPolicy
from kgmem.protocols import Case
from kgmem.types import Bound, Edit, EndingKind

NOOP, ADD, PLACE = 0, 1, 2
"""Values of the pointer; `MAINS + i` merges into neighbour i."""
MAINS = 3
FATES = ("keep", "end", "retract")
KEEP, END, RETRACT = 0, 1, 2

Mask = npt.NDArray[np.bool_]
Action = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen for a case with n neighbours.

    Attributes:
        main: `(3 + n,)`.
        fates: `(n, 3)`; at least one for each neighbour.
        placed: the addition among later values, or of what is told as past or for a while only;
            None where it is an addition like any other.
        ends: by fact that the timeline would end: when (None for the ledger's own reckoning).
        rules: the edits of the rules.
        usual: the choice that comes closest to them, `(1 + n,)`.
    """

    main: Mask
    fates: Mask
    placed: Edit | None
    ends: Mapping[str, Bound | None]
    rules: tuple[Edit, ...] = ()
    usual: Action = field(default_factory=lambda: np.zeros(1, np.int64))


def options(case: Case, relations: Catalogue) -> Options:
    """What the ledger would not refuse for certain, with what the timeline and the rules say."""
    (rules,) = RulesPolicy(relations).decide([case])
    allowed = _allowed(case, relations)
    counted = _counted_anew(case, allowed, rules)
    usual = action_of(case, allowed, rules)
    if counted or _settled_by_rules(case, rules):
        allowed.main[:] = False
        allowed.fates[:] = False
        allowed.fates[np.arange(len(usual) - 1), usual[1:]] = True
    elif case.tier == "asserted":  # what is clearly said is not lost
        allowed.main[NOOP] = False
    for i, near in enumerate(case.neighbors):
        if usual[1 + i] != KEEP and not grounds.may_stay(case, near, relations):
            allowed.main[MAINS + i] = allowed.fates[i, KEEP] = False
    into = int(usual[0]) - MAINS
    if into >= 0 and not grounds.may_be_two(case, case.neighbors[into]):
        allowed.main[[ADD, PLACE]] = False
    allowed.main[usual[0]] = True
    return replace(allowed, rules=tuple(rules), usual=usual)


def _counted_anew(case: Case, allowed: Options, rules: Sequence[Edit]) -> bool:
    """Whether the rules end another number of the same ("twice a week"); then that is open."""
    gone = {e.target for e in rules if e.op == "DELETE"}
    if not gone:
        return False
    gone &= {n.fact for n in outdated.recounted(case)}
    for i, near in enumerate(case.neighbors):
        allowed.fates[i, END] |= near.fact in gone
    return bool(gone)


def _settled_by_rules(case: Case, rules: Sequence[Edit]) -> bool:
    """Whether the words leave no choice: a denial or correction of what is known, or of nothing."""
    if case.triple.positive and case.corrects is None:
        return False
    retires = any(e.op == "DELETE" for e in rules)
    return retires or (bool(case.triple.implied_by) and rules[0].op == "NOOP")


def _allowed(case: Case, relations: Catalogue) -> Options:
    n = len(case.neighbors)
    main, fates = np.zeros(MAINS + n, bool), np.zeros((n, len(FATES)), bool)
    main[NOOP] = True
    fates[:, KEEP] = True
    if not grounds.sayable(case):
        return Options(main, fates, None, {})
    placed, ends = grounds.on_timeline(case, relations)
    if placed is not None and _same_edit(placed, timeline.addition(case, "")):
        placed = None
    main[ADD], main[PLACE] = True, placed is not None
    named = likeness.refined(case)
    for i, near in enumerate(case.neighbors):
        if near.status == "retracted" or not grounds.about_same(case, near, relations):
            continue
        main[MAINS + i] = grounds.may_be_one(case, near, named)
        if grounds.may_retire(case) and case.episode.trust >= near.trust:
            fates[i, END] = grounds.may_end(case, near, relations, ends)
            fates[i, RETRACT] = grounds.takes_back(case, near, relations)
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
    if allowed.rules and np.array_equal(action, allowed.usual):
        return _rated(case, allowed.rules, scores)
    if main == NOOP:
        return [Edit("NOOP", reason="nothing that memory should keep", score=scores[0])]
    made = []
    for near, fate, score in zip(case.neighbors, action[1:], scores[1:], strict=True):
        if fate != KEEP:
            kind: EndingKind = "ended" if fate == END else "retracted"
            at = allowed.ends.get(near.fact) if fate == END else None
            made.append(Edit("DELETE", near.fact, kind, at, f"judged {kind}", score))
    return [*made, _main(case, allowed, main, scores[0])]


def _rated(case: Case, rules: Sequence[Edit], scores: Sequence[float]) -> list[Edit]:
    """The rules' edits with how sure the policy is of them."""
    index = {n.fact: i for i, n in enumerate(case.neighbors, start=1)}
    return [
        replace(e, score=scores[index.get(e.target or "", 0) if e.op == "DELETE" else 0])
        for e in rules
    ]


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
