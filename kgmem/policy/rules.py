"""The baseline policy: conservative rules.

It retires a fact only for a correction, a denial of the same thing, a second value of a relation
that holds one, or one of the catalogue's conflicts. When in doubt it adds: a wrong retirement hides
what is true, a missing one leaves two facts with their dates side by side. Reasons never quote
other facts: they stay in the journal when those are forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgmem.language.relations import ALIAS, Catalogue, catalogue
from kgmem.language.verbs import is_past
from kgmem.policy import holdings, likeness, outdated, timeline
from kgmem.protocols import Case, Neighbor
from kgmem.types import Edit

_Rule = Callable[[Case, Catalogue], "list[Edit] | None"]


class RulesPolicy:
    """`EditPolicy` by rules: stateless, deterministic, no model."""

    def __init__(self, relations: Catalogue | None = None) -> None:
        """Use the shipped catalogue's conflicts, or those of `relations`."""
        self._catalogue = catalogue() if relations is None else relations

    @property
    def id(self) -> str:
        """Name and version, for the journal."""
        return "rules/4"

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        """Edits for each case: the first rule that has something to say decides."""
        return [self._one(case) for case in cases]

    def _one(self, case: Case) -> list[Edit]:
        for rule in _RULES:
            edits = rule(case, self._catalogue)
            if edits is not None:
                return holdings.ended_with(case, edits, self._catalogue)
        return [timeline.addition(case, "nothing like it was known")]


# --- rules, in order ------------------------------------------------------------------------------


def _not_said(case: Case, _: Catalogue) -> list[Edit] | None:
    if case.episode.origin == "memory":
        return [Edit("NOOP", reason="memory's own words are no news")]
    if case.triple.modality in ("hypothetical", "asked"):
        return [Edit("NOOP", reason=f"{case.triple.modality}, not said to be so")]
    if case.triple.relation == ALIAS and not (case.triple.positive and _may_end(case)):
        return [Edit("NOOP", reason="too uncertain to be a name")]
    return None


def _corrected(case: Case, _: Catalogue) -> list[Edit] | None:
    """With "not Rome, I meant Lisbon", Rome was never true."""
    if case.corrects is None or not case.triple.positive:
        return None
    wrong = outdated.taken_back(case, case.corrects)
    if not wrong:
        return None
    reason = "the speaker takes it back"
    deletions = [Edit("DELETE", n.fact, "retracted", reason=reason) for n in wrong]
    same = likeness.repeated(case, [n for n in case.neighbors if n not in wrong])
    return [*deletions, _merge(same) if same else timeline.addition(case, reason)]


def _denied(case: Case, relations: Catalogue) -> list[Edit] | None:
    """With "I no longer eat meat" the habit ends; the denial stands as a fact of its own."""
    if case.triple.positive:
        return None
    same = likeness.repeated(case, case.neighbors)
    hit = [n for n in case.neighbors if likeness.denies(case, n, relations)]
    hit = hit or outdated.meant(case, relations) or holdings.denied(case, relations)
    if not hit:
        if case.triple.implied_by:
            return [Edit("NOOP", reason="nothing known that this would end")]
        return [_merge(same)] if same else [Edit("ADD", reason="a denial of nothing known")]
    if not _may_end(case):
        return [Edit("ADD", reason="too uncertain to end anything")]
    never = likeness.says_never(case) or case.corrects is not None
    reason = "the speaker says it was never so" if never else "the speaker says it is no longer so"
    deletions = [
        Edit("DELETE", n.fact, "retracted" if never else "ended", reason=reason) for n in hit
    ]
    return [*deletions, _merge(same) if same else timeline.addition(case, reason)]


def _repeated(case: Case, _: Catalogue) -> list[Edit] | None:
    """The same thing again, in these or other words: support, nothing else."""
    if case.cardinality == "one" and case.triple.kind == "state" and _may_end(case):
        return None  # whether it goes on or begins again depends on what came between
    same = likeness.repeated(case, case.neighbors)
    return [_merge(same)] if same else None


def _recounted(case: Case, _: Catalogue) -> list[Edit] | None:
    """With "three kids" after "two kids" there are three."""
    old = outdated.recounted(case) if _may_end(case) else []
    if not old:
        return None
    reason = "another number of the same"
    edits = [Edit("DELETE", n.fact, "ended", reason=reason, score=1.0) for n in old]
    return [*edits, timeline.addition(case, reason)]


def _refined(case: Case, _: Catalogue) -> list[Edit] | None:
    """A cat, then a cat named Biscuit: one cat."""
    plain = likeness.refined(case)
    return [Edit("MERGE", plain.fact, reason="says which one")] if plain else None


def _restored(case: Case, relations: Catalogue) -> list[Edit] | None:
    """What was denied, or excluded by another fact, is so (again)."""
    if not _may_end(case) or is_past(case.triple.predicate):
        return None
    over = [
        n
        for n in case.neighbors
        if n.status == "live"
        and (likeness.denied_by(case, n) or likeness.excluded(case, n, relations))
        and timeline.not_later(n, case)
    ]
    if not over:
        return None
    reason = "the opposite is said now"
    deletions = [Edit("DELETE", n.fact, "ended", reason=reason) for n in over]
    if case.cardinality == "one" and case.triple.kind == "state":
        return _joined(timeline.decide(case, relations), deletions)
    return [*deletions, timeline.addition(case, reason)]


def _replaced(case: Case, relations: Catalogue) -> list[Edit] | None:
    """A relation that holds one value at a time."""
    if case.cardinality != "one" or case.triple.kind == "event":
        return None
    if is_past(case.triple.predicate) and not case.triple.implied_by:
        return timeline.past(case)
    if not _may_end(case):
        return None
    reason = "another holds it now"
    over = [
        Edit("DELETE", n.fact, "ended", reason=reason)
        for n in outdated.held_by_others(case, relations)
        if timeline.not_later(n, case)
    ]
    return [*over, *timeline.decide(case, relations)]


_RULES: tuple[_Rule, ...] = (
    _not_said,
    _corrected,
    _denied,
    _recounted,
    _repeated,
    _refined,
    _restored,
    _replaced,
)


def _may_end(case: Case) -> bool:
    """Only what is said to be actually so, clearly and for good may end anything."""
    triple = case.triple
    return case.tier == "asserted" and triple.modality == "actual" and not triple.temporary


def _merge(neighbor: Neighbor) -> Edit:
    return Edit("MERGE", neighbor.fact, reason="said before")


def _joined(edits: list[Edit], deletions: list[Edit]) -> list[Edit]:
    have = {e.target for e in edits if e.op == "DELETE"}
    return [*(d for d in deletions if d.target not in have), *edits]
