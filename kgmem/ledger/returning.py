"""What gives way where one comes back to what was before: "I went back to Vim" ends VS Code.

What took the place of a thing came with its end, in the same words ("I switched from Vim to VS
Code"). What was said beside it does not give way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.language.relations import no_longer
from kgmem.ledger.standing import returns
from kgmem.protocols import Case, Neighbor
from kgmem.records import Ending, EntityId, Support
from kgmem.types import Ref, Term, Triple

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft


def given_up(draft: Draft, case: Case) -> list[Triple]:
    """The denials that follow from a return, of what had taken the place of what is so again.

    Args:
        draft: whose rows are asked.
        case: to decide on; only one that is implied by a return has any.
    """
    if case.tier != "asserted" or not returns(draft, case.triple):
        return []
    return [_denial(draft, case, n) for n in _stand_ins(draft, case)]


def _denial(draft: Draft, case: Case, n: Neighbor) -> Triple:
    known, predicate = n.content.object, no_longer(n.content.predicate)
    what: Term | None = known if not isinstance(known, EntityId) else None
    if isinstance(known, EntityId):
        what = Ref(n.object_name, draft.names.of(known.id).type, n.object_named)
    return replace(
        case.triple,
        relation=n.content.relation,
        predicate=predicate,
        object=what,
        qualifiers=(),
        text=f"{case.triple.subject.name} {predicate} {n.object_name}".strip(),
        positive=False,
        corrects=None,
    )


def _stand_ins(draft: Draft, case: Case) -> list[Neighbor]:
    """The live neighbours that took the place of what a case comes back to."""
    before = [n.fact for n in case.neighbors if n.status == "ended" and _alike(n, case, same=True)]
    live = [n for n in case.neighbors if n.status == "live" and _alike(n, case, same=False)]
    if not (before and live):
        return []
    places = list(_ended_where(draft, before))
    came = {
        s.fact
        for s in draft.rows.find(Support, "fact", [n.fact for n in live])
        if any(s.episode == episode and _meet(s.span, span) for episode, span in places)
    }
    return [n for n in live if n.fact in came]


def _alike(n: Neighbor, case: Case, *, same: bool) -> bool:
    """Whether a fact is a state of the same relation, of the same thing or of another."""
    known, content = n.content, case.content
    return (
        known.positive
        and known.kind != "event"
        and known.modality == "actual"
        and (known.subject, known.relation) == (content.subject, content.relation)
        and (known.object == content.object) == same
    )


def _ended_where(draft: Draft, facts: Sequence[str]) -> Iterator[tuple[str, tuple[int, int]]]:
    """The episodes and words in which facts were said to be over."""
    endings = draft.rows.find(Ending, "fact", facts)
    said = draft.rows.find(Support, "fact", [e.by for e in endings if e.by is not None])
    for ending in endings:
        for support in said:
            if support.fact == ending.by and support.episode == ending.episode:
                yield support.episode, support.span


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
