"""The policy that knows: edits by construction, from what the maker of a stream meant.

It is the ceiling that a table shows beside what is learned, and the labels of imitation. It reads
the same cases as every policy, and beside them `Stream.truth`, which no other policy may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kgmem.language.names import normalise
from kgmem.language.relations import ALIAS, text_of
from kgmem.protocols import Case, Neighbor
from kgmem.training.streams import Claim, Stream, Truth
from kgmem.types import Bound, Edit, EndingKind

_SURE = 1.0


class OraclePolicy:
    """`EditPolicy` by the truth of streams.

    A triple that a statement only imagines is left out, one that held once or holds for a while
    only is put in as over when that while is. What repeats a live fact is merged into it,
    everything else is added; with it goes each live fact about the same subject whose object names
    a value that the statement ends or takes back.
    """

    def __init__(self, truths: Iterable[Truth]) -> None:
        """Know what these observations mean."""
        self._truths: Mapping[str, Truth] = {t.source: t for t in truths}

    @property
    def id(self) -> str:
        """Name and version."""
        return "oracle/1"

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        """Edits for each case."""
        return [self._one(case) for case in cases]

    def _one(self, case: Case) -> list[Edit]:
        truth = self._truths.get(case.episode.source or "", Truth(""))
        if case.triple.modality in ("hypothetical", "asked"):
            return [Edit("NOOP", reason="imagined")]
        if _speaks_of(case, truth.voids) and _is_no_state_of_now(case):
            return [_for_a_while(case)]
        if case.triple.relation == ALIAS:
            return [Edit("ADD", reason="another name")]
        deletions = [
            *_deletions(case, truth.ends, "ended"),
            *_deletions(case, truth.retracts, "retracted"),
            *_restorations(case, truth.holds),
        ]
        gone = {e.target for e in deletions}
        same = next((n for n in case.neighbors if n.fact not in gone and _same(case, n)), None)
        main = Edit("ADD") if same is None else Edit("MERGE", same.fact)
        return [*deletions, main]


def oracle_policy(stream: Stream) -> OraclePolicy:
    """The policy that knows what the observations of a stream mean."""
    return OraclePolicy(stream.truth)


def _is_no_state_of_now(case: Case) -> bool:
    """Whether a triple that changes nothing would read as a rival of what holds."""
    rivals = (
        n.status == "live"
        and n.content.subject == case.content.subject
        and n.content.relation == case.content.relation
        and n.content.object != case.content.object
        for n in case.neighbors
    )
    triple = case.triple
    actual = triple.modality == "actual" and triple.kind != "event"
    return actual and (triple.temporary or "used to" in triple.predicate or any(rivals))


def _for_a_while(case: Case) -> Edit:
    """The addition of what lasts until its validity's end, or no longer than it was said."""
    end = case.content.validity.end
    at = end if end is not None else Bound(case.episode.time, case.episode.time, "second")
    return Edit("ADD", None, "ended", at, reason="for a while only")


def _words(text: str) -> str:
    return f" {normalise(text)} "


def _speaks_of(case: Case, claims: Sequence[Claim]) -> bool:
    text = _words(" ".join([case.triple.text, text_of(case.triple.object)]))
    return any(_words(c.value) in text for c in claims)


def _deletions(case: Case, claims: Sequence[Claim], kind: EndingKind) -> list[Edit]:
    return [
        Edit("DELETE", n.fact, kind, reason=f"known to be {kind}", score=_SURE)
        for n in case.neighbors
        if n.status == "live"
        and n.content.positive
        and n.content.modality == "actual"
        and (kind == "retracted" or n.content.kind != "event")
        and n.content.subject == case.content.subject
        and (kind == "retracted" or not n.here)
        and any(_words(c.value) in _words(n.object_name or n.content.text) for c in claims)
    ]


def _restorations(case: Case, claims: Sequence[Claim]) -> list[Edit]:
    """Denials of what is said to be so (again)."""
    if not case.triple.positive:
        return []
    return [
        Edit("DELETE", n.fact, "ended", reason="known to be so again", score=_SURE)
        for n in case.neighbors
        if n.status == "live"
        and not n.content.positive
        and n.content.subject == case.content.subject
        and any(_words(c.value) in _words(n.object_name or n.content.text) for c in claims)
    ]


def _same(case: Case, n: Neighbor) -> bool:
    """Whether a live fact says what the triple says."""
    a, b = case.content, n.content
    if n.status != "live" or a.positive != b.positive or a.modality != b.modality:
        return False
    return (a.subject, a.relation, a.object) == (b.subject, b.relation, b.object)
