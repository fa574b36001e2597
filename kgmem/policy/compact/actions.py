"""What the compact policy can choose, and the edits that a choice means.

A choice is a pointer (leave it, add it, put it among later values or as over, or merge it into one of
the neighbours) and for each neighbour a fate (keep, end, retract), so that several can go at once. What
the ledger would refuse for certain cannot be chosen. When something ended, and where on the
timeline an addition falls, is computed as the rules compute it; it is not learned. What the rules
would choose stands beside it all: it is what a policy begins with, and where it chooses the same
the edits are the rules' own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from kgmem.language.catalogue import ALIAS, Catalogue
from kgmem.language.names import normalise
from kgmem.language.relations import text_of
from kgmem.language.verbs import is_past
from kgmem.policy import likeness, timeline
from kgmem.policy.compact import cues
from kgmem.policy.rules import RulesPolicy
from kgmem.protocols import Case, Neighbor
from kgmem.records import EntityId
from kgmem.types import Bound, Edit, EndingKind

NOOP, ADD, PLACE = 0, 1, 2
"""Values of the pointer; `MAINS + i` merges into neighbour i."""
MAINS = 3
FATES = ("keep", "end", "retract")
KEEP, END, RETRACT = 0, 1, 2

_CHANGE = frozenset({"change", "end", "swap"})

Mask = npt.NDArray[np.bool_]
Action = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen for a case with n neighbours.

    Attributes:
        main: `(3 + n,)`.
        fates: `(n, 3)`; keeping is always possible.
        placed: the addition among later values, or of what is told as past or for a while only; None
            where it is an addition like any other.
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
    usual = action_of(case, allowed, rules)
    if _settled_by_rules(case, rules):
        allowed.main[:] = False
        allowed.fates[:] = False
        allowed.fates[np.arange(len(usual) - 1), usual[1:]] = True
    elif case.tier == "asserted":  # what is clearly said is not lost
        allowed.main[NOOP] = False
    allowed.main[usual[0]] = True
    return replace(allowed, rules=tuple(rules), usual=usual)


def _settled_by_rules(case: Case, rules: Sequence[Edit]) -> bool:
    """Whether the words leave no choice: a denial or correction of something known, or of nothing."""
    if case.triple.positive and case.corrects is None:
        return False
    retires = any(e.op == "DELETE" for e in rules)
    return retires or (bool(case.triple.implied_by) and rules[0].op == "NOOP")


def _allowed(case: Case, relations: Catalogue) -> Options:
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
    refined = likeness.refined(case)
    for i, near in enumerate(case.neighbors):
        if near.status == "retracted" or not _about_same(case, near, relations):
            continue
        same_side = near.content.positive == case.content.positive
        main[MAINS + i] = same_side and _may_be_one(case, near, refined.fact if refined else "")
        if endings and case.episode.trust >= near.trust:
            fates[i, END] = _may_end(case, near, ends) and _contradicts(case, near, relations, ends)
            fates[i, RETRACT] = _takes_back(case, near, relations)
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


def _sayable(case: Case) -> bool:
    """Whether the triple may become a fact at all."""
    if case.episode.origin == "memory" or case.triple.modality in ("hypothetical", "asked"):
        return False
    alias = case.triple.relation == ALIAS
    return not alias or (case.triple.positive and case.tier == "asserted")


def _may_be_one(case: Case, near: Neighbor, refined: str) -> bool:
    """Whether two statements can be one: the same value, one within the other, or it named."""
    if likeness.same_value(case, near) or near.fact == refined:
        return True
    if near.content.relation != case.content.relation:
        return False
    mine, other = normalise(text_of(case.triple.object)), normalise(near.object_name)
    return (
        bool(mine) and bool(other) and (f" {other} " in f" {mine} " or f" {mine} " in f" {other} ")
    )


def _contradicts(
    case: Case, near: Neighbor, relations: Catalogue, ends: Mapping[str, Bound | None]
) -> bool:
    """Whether the relation or the words give a ground to end a fact.

    Chat says many things of one kind ("Jo has a shop", "Jo has a plan") that stand beside each
    other. Beyond what denies or excludes each other the fact must be spoken of as left behind, or an
    earlier value that the timeline would end: of a relation that holds one value, or, where the
    catalogue does not know the relation, the only one that it has, beside a word of change, or of
    return where the triple's value held before.
    """
    mine, other = case.content, near.content
    if mine.positive != other.positive:
        return likeness.denies(case, near, relations) or likeness.denied_by(case, near)
    if likeness.excluded(case, near, relations):
        return True
    sentence = cues.sentence(case.episode.body, *case.triple.span)
    if mine.positive and cues.mentioned(near.object_name, sentence)[1]:
        return True
    if near.fact not in ends or mine.kind == "event":
        return False
    if case.cardinality == "one":
        return True
    if mine.relation in relations.rows:
        return False
    groups = cues.read(sentence).groups
    spoken = bool(groups & _CHANGE) or ("again" in groups and _held_before(case))
    return spoken and _alone(case, near)


def _held_before(case: Case) -> bool:
    """Whether the triple's value is one that ended."""
    return any(n.status == "ended" and likeness.same_value(case, n) for n in case.neighbors)


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


def _takes_back(case: Case, near: Neighbor, relations: Catalogue) -> bool:
    """Whether anything says that a fact was never true: a correction, or a denial of it."""
    if not case.triple.positive:
        return likeness.denies(case, near, relations)
    if case.corrects is not None and likeness.is_object(near, case.corrects):
        return True
    groups = cues.read(cues.sentence(case.episode.body, *case.triple.span)).groups
    return "correct" in groups and near.content.kind != "event" and _alone(case, near)


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
    """An addition that is over, and what the triple would end, if the relation held one value."""
    if not case.triple.positive or case.triple.kind == "event":
        return None, {}
    over = _told_as_past(case) or _for_a_while(case)
    if over is not None or not case.neighbors:
        return over, {}
    made = timeline.decide(case, relations)
    ends = {e.target: e.at for e in made if e.op == "DELETE" and e.target}
    placed = next((e for e in made if e.op == "ADD" and e.ending and e.target), None)
    return placed, ends


def _for_a_while(case: Case) -> Edit | None:
    """What holds for a while only: over when its words say so, or not meant beyond its telling."""
    if not case.triple.temporary or case.triple.modality != "actual" or case.triple.implied_by:
        return None
    at = case.content.validity.end or Bound(case.episode.time, case.episode.time, "second")
    return Edit("ADD", None, "ended", at, reason="for a while only")


def _told_as_past(case: Case) -> Edit | None:
    """A state told in the past tense ("I lived in Rome"), over from the start."""
    if case.triple.implied_by or case.cardinality != "one":
        return None
    if not is_past(case.triple.predicate):
        return None
    told = timeline.past(case)[0]
    return told if told.op == "ADD" and told.ending else None
