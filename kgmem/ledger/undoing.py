"""Undo: what a step put is voided, what it dropped comes back, and the facts are folded anew.

No policy is asked again. What later steps merged into a voided fact keeps it: their MERGE has
become an ADD.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kgmem.codec import prefix
from kgmem.errors import InputError, UnknownId
from kgmem.ledger import facts
from kgmem.ledger.evidence import mentioned, uphold
from kgmem.records import (
    Alias,
    Effect,
    Ending,
    Entity,
    JournalEntry,
    Record,
    RelationRow,
    Subgoal,
    Support,
)

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

_ORDER = ("e", "a", "g", "r:", "s", "x")  # what others refer to comes back first


@dataclass(slots=True)
class _Touched:
    """What has to be folded anew."""

    facts: dict[str, None] = field(default_factory=dict)
    entities: dict[str, None] = field(default_factory=dict)
    aliases: list[Alias] = field(default_factory=list)


def undo(draft: Draft, step: str, *, author: str = "", reason: str = "") -> list[str]:
    """Void a step. Its episodes stay: words are only ever forgotten.

    Args:
        draft: a step must have begun; undoing that one brings everything back.
        step: id of the step to void.
        author: who undoes.
        reason: for the journal.

    Returns:
        The facts that were touched.

    Raises:
        UnknownId: there is no such step.
        InputError: it was forgotten, or it forgot.
    """
    entries = _entries(draft, step)
    before = _before(draft, entries)
    touched = _Touched()
    # What comes back comes first: what is voided may have to become part of it again.
    back = [record for effect in _dropped(entries) if (record := before.get(effect.id))]
    for record in back:
        _restore(draft, record, touched)
    _cut_loose(draft, back)
    for entry in reversed(entries):
        for effect in reversed(entry.effects):
            if effect.record is not None:
                _void(draft, effect, before, touched)
    facts.refold(draft, touched.facts)
    for entity in touched.entities:
        draft.names.refold(entity)
    uphold(draft, touched.entities, touched.aliases, forgetting=False)
    draft.enter("undo", author=author, cause=step, reason=reason or f"undo of {step}")
    return list(touched.facts)


def _entries(draft: Draft, step: str) -> list[JournalEntry]:
    known = step[:1] == "t" and step[1:].isdigit()
    entries = draft.reader.step(step) if known else []
    if not entries:
        raise UnknownId(f"no step {step!r}; steps look like t17, and `history()` shows them")
    if any(entry.erased for entry in entries):
        raise InputError(f"{step} was forgotten, at least in part; what is forgotten stays so")
    if any(entry.op == "forget" for entry in entries):
        raise InputError(f"{step} forgot something; that cannot be undone")
    return entries


def _dropped(entries: Sequence[JournalEntry]) -> list[Effect]:
    """The rows that the step removed for good, in the order in which they can come back."""
    last = {effect.id: effect for entry in entries for effect in entry.effects}
    gone = [e for e in last.values() if e.record is None and prefix(e.id) in _ORDER]
    return sorted(gone, key=lambda e: _ORDER.index(prefix(e.id)))


def _before(draft: Draft, entries: Sequence[JournalEntry]) -> dict[str, Record]:
    """How the rows that the step removed or wrote again were before it, from the journal."""
    wanted = {e.id for e in _dropped(entries)}
    for entry in entries:
        for effect in entry.effects:
            again = isinstance(effect.record, Entity) and bool(effect.record.changed)
            if again or isinstance(effect.record, Subgoal | RelationRow):
                wanted.add(effect.id)
    if not wanted:
        return {}
    first = min(entry.seq for entry in entries)
    cause = entries[0].cause if entries[0].op == "undo" else None
    if cause is not None and not cause.startswith("t"):
        cause = None
    found: dict[str, Record] = {}
    if cause is not None:
        _collect(found, wanted, draft.reader.step(cause), first)
    if wanted - found.keys():
        _collect(found, wanted, draft.reader.journal(0, first - 1), first)
    return found


def _collect(
    found: dict[str, Record], wanted: set[str], entries: Iterable[JournalEntry], first: int
) -> None:
    for entry in entries:
        if entry.seq >= first:
            break
        for effect in entry.effects:
            if effect.id in wanted and effect.record is not None:
                found[effect.id] = effect.record


def _void(draft: Draft, effect: Effect, before: dict[str, Record], touched: _Touched) -> None:
    record, current = effect.record, draft.rows.get(effect.id)
    if current is None:
        return
    if isinstance(record, Support):
        touched.facts[record.fact] = None
        touched.entities.update((e, None) for e in mentioned(record.content))
        draft.rows.drop(effect.id)
    elif isinstance(record, Ending):
        touched.facts[record.fact] = None
        draft.rows.drop(effect.id)
    elif isinstance(record, Alias):
        touched.entities[record.entity] = None
        touched.aliases.append(record)
        draft.rows.drop(effect.id)
    elif isinstance(record, Entity) and isinstance(current, Entity):
        _void_entity(draft, current, before.get(effect.id), touched)
    elif isinstance(record, Subgoal | RelationRow):
        earlier = before.get(effect.id)
        if earlier is not None:
            draft.rows.put(earlier)
        elif not _in_use(draft, record):
            draft.rows.drop(effect.id)


def _in_use(draft: Draft, record: Record) -> bool:
    """Whether episodes belong to a subgoal; their words would lose it."""
    return bool(
        isinstance(record, Subgoal) and draft.reader.find("episode", "subgoal", [record.id])
    )


def _void_entity(draft: Draft, current: Entity, earlier: Record | None, touched: _Touched) -> None:
    touched.entities[current.id] = None
    if not isinstance(earlier, Entity) or earlier.merged_into == current.merged_into:
        return
    if current.merged_into is not None:
        touched.entities[current.merged_into] = None
        draft.names.split(current.id)
    if earlier.merged_into is not None and draft.rows.get(earlier.merged_into) is not None:
        touched.entities[earlier.merged_into] = None
        draft.names.merge(current.id, into=earlier.merged_into)


def _cut_loose(draft: Draft, restored: Iterable[Record]) -> None:
    """Entities that came back without the one they were part of stand alone."""
    for record in restored:
        row = draft.rows.row(Entity, record.id) if isinstance(record, Entity) else None
        if row is not None and row.merged_into and draft.rows.get(row.merged_into) is None:
            draft.rows.put(replace(row, merged_into=None))


def _restore(draft: Draft, record: Record, touched: _Touched) -> None:
    """Put a removed row back, where what it refers to is still there."""
    if draft.rows.get(record.id) is not None:
        return
    rows = draft.rows
    if isinstance(record, Support):
        if rows.get(record.episode) is None:
            return
        touched.facts[record.fact] = None
        touched.entities.update((e, None) for e in mentioned(record.content))
    elif isinstance(record, Ending):
        if record.episode is not None and rows.get(record.episode) is None:
            return
        touched.facts[record.fact] = None
    elif isinstance(record, Alias):
        if rows.get(record.entity) is None:
            return
        if record.episode is not None and rows.get(record.episode) is None:
            return
        touched.entities[record.entity] = None
    elif isinstance(record, Entity):
        touched.entities[record.id] = None
    rows.put(record)
