"""Policies propose, the ledger guarantees: edits are validated, then turned into rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgmem.language.relations import ALIAS
from kgmem.ledger import facts, naming
from kgmem.ledger.people import inherit
from kgmem.ledger.validation import refusal
from kgmem.protocols import Case, Neighbor
from kgmem.records import Content, EntityId
from kgmem.results import Decision
from kgmem.types import Bound, Edit, Ref

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft


@dataclass(frozen=True, slots=True)
class _Judged:
    """An edit and why it is refused; empty when it is not."""

    edit: Edit
    refused: str


def decide(draft: Draft, case: Case, edits: Sequence[Edit], author: str) -> list[Decision]:
    """Carry out the edits chosen for a case, except those that the ledger refuses.

    Args:
        draft: where the changes go.
        case: made by `draft.case`.
        edits: one `ADD`, `MERGE` or `NOOP`, and any `DELETE`s that go with it. An `ADD` with
            `ending="ended"` is history already: ended at `at` by the fact `target`.
        author: the policy's id.

    Returns:
        One decision for each edit, in order.
    """
    judged = _judge(draft, case, edits)
    mains = [j for j in judged if j.edit.op in ("ADD", "MERGE") and not j.refused]
    fact: str | None = None
    if mains and case.triple.relation == ALIAS:
        naming.name(draft, case)
    elif mains:
        doubted = any(j.refused and j.edit.op == "DELETE" for j in judged)
        fact = _carry_out(draft, case, mains[0].edit, judged, doubted=doubted)
    draft.close_case()
    draft.case_vectors.pop((case.episode.id, case.content), None)
    lead = (mains or judged or [_Judged(Edit("NOOP"), "")])[0].edit
    draft.enter(
        "alias" if case.triple.relation == ALIAS else "edit",
        author=author,
        cause=case.episode.id,
        reason=lead.reason,
        score=lead.score,
        decision=[_logged(j) for j in judged],
    )
    return [_decision(case, j, fact) for j in judged]


def _judge(draft: Draft, case: Case, edits: Sequence[Edit]) -> list[_Judged]:
    judged = [_Judged(edit, refusal(draft, case, edit)) for edit in edits]
    taken = False
    for i, j in enumerate(judged):
        if j.edit.op in ("ADD", "MERGE") and not j.refused:
            if taken:
                judged[i] = replace(j, refused="one triple is added or merged once")
            taken = True
    if taken:
        return judged
    # Replacing is one atomic step: without its addition a deletion does not happen.
    return [
        replace(j, refused=j.refused or "a deletion goes with the fact that replaces it")
        if j.edit.op == "DELETE"
        else j
        for j in judged
    ]


def _logged(judged: _Judged) -> Edit:
    if not judged.refused:
        return judged.edit
    return replace(judged.edit, reason=f"refused: {judged.refused}")


def _decision(case: Case, judged: _Judged, fact: str | None) -> Decision:
    edit = judged.edit
    target = edit.target if edit.op in ("MERGE", "DELETE") else fact
    text = case.content.text
    if edit.op == "DELETE":
        text = next((n.content.text for n in case.neighbors if n.fact == edit.target), text)
    return Decision(
        op=edit.op,
        fact=None if edit.op == "NOOP" else target,
        text=text,
        reason=f"refused: {judged.refused}" if judged.refused else edit.reason,
        refused=bool(judged.refused),
        edit=edit,
        triple=case.triple,
    )


def _carry_out(
    draft: Draft, case: Case, main: Edit, judged: Sequence[_Judged], *, doubted: bool
) -> str:
    """Write the rows of an addition or merge and of the deletions that go with it."""
    episode, content = case.episode, case.content
    vector = draft.case_vectors.get((episode.id, content))
    if doubted:
        # What may not retire the other stands beside it as a doubt, not as a second truth.
        below = draft.settings.asserted - 0.01
        content = replace(content, confidence=min(content.confidence, max(0.0, below)))
    _settle(draft, case, content)
    if main.op == "MERGE" and main.target is not None:
        fact = main.target
        content = _turned(case, content, fact)
        naming.join_descriptions(draft, case, main.target)
    else:
        fact = draft.rows.allocate("f")
        draft.note_fact(fact, content)
    facts.support(draft, fact, episode, case.triple.span, content, vector)
    if main.op == "ADD" and main.ending == "ended":
        at = main.at or facts.moment(episode)
        facts.end(draft, fact, "ended", at=at, by=main.target, episode=episode.id)
    deletions = [j.edit for j in judged if j.edit.op == "DELETE" and not j.refused]
    for edit in deletions:
        _delete(draft, case, edit, fact)
    facts.refold(draft, [fact, *(e.target for e in deletions if e.target)])
    return fact


def _turned(case: Case, content: Content, fact: str) -> Content:
    """The content from the side that the fact tells it from ("Bo is married to Ana")."""
    target = next(n for n in case.neighbors if n.fact == fact).content
    if target.subject == content.subject:
        return content
    return replace(content, subject=target.subject, object=EntityId(content.subject))


def _settle(draft: Draft, case: Case, content: Content) -> None:
    """Bring the entities of a content into being, and let those that are known learn from it."""
    names, triple = draft.names, case.triple
    pairs = [(content.subject, triple.subject)]
    if isinstance(content.object, EntityId) and isinstance(triple.object, Ref):
        pairs.append((content.object.id, triple.object))
    for slot in content.qualifiers:
        if isinstance(slot.filler, EntityId):
            names.settle(slot.filler.id)
    for entity, ref in pairs:
        names.settle(entity)
        names.mention(entity, ref, case.episode, triple.span)


def _delete(draft: Draft, case: Case, edit: Edit, by: str) -> None:
    assert edit.target is not None, "validated"
    target = next(n for n in case.neighbors if n.fact == edit.target)
    kind = edit.ending or "ended"
    at = None if kind == "retracted" else edit.at or _ended_at(case, target)
    facts.end(draft, edit.target, kind, at=at, by=by, episode=case.episode.id)
    if kind == "retracted":
        inherit(draft, edit.target, by, case.episode)


def _ended_at(case: Case, target: Neighbor) -> Bound:
    """The start of the triple's validity if it comes after the target's; else when it was said."""
    start, began = case.content.validity.start, target.content.validity.start
    if start is None or (start.latest or start.earliest) is None:
        return facts.moment(case.episode)
    if began is not None and began.earliest is not None:
        latest = start.latest or start.earliest
        if latest is not None and latest <= began.earliest:
            return facts.moment(case.episode)
    return start
