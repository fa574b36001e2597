"""A change, sorted out before the transaction begins: pure, and refused here when it is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timezone
from typing import Any

import numpy as np

from kgmem import codec
from kgmem.errors import InputError
from kgmem.records import Change, JournalEntry, Record, Version
from kgmem.stores.neo4j.rows import PREFIXES, parts, place
from kgmem.stores.writing import vector_bytes

_LONGEST_NAME = 500


@dataclass(frozen=True, slots=True)
class Sorted:
    """The rows that a change leaves.

    Attributes:
        puts: records that come or change, by id.
        gone: ids of rows that go.
        terms: as stored, by id.
        entries: journal rows, without what was before.
    """

    puts: dict[str, Record]
    gone: tuple[str, ...]
    terms: dict[str, bytes]
    entries: list[dict[str, Any]] = field(default_factory=list)

    def of(self, prefix: str) -> dict[str, Any]:
        """The puts of one kind."""
        return {i: r for i, r in self.puts.items() if place(i) == prefix}


def check_name(namespace: str) -> None:
    """Refuse what cannot be a namespace.

    Raises:
        InputError: it is empty, too long, or not printable.
    """
    if not namespace or len(namespace) > _LONGEST_NAME or not namespace.isprintable():
        raise InputError(
            f"a namespace is a printable name of 1 to {_LONGEST_NAME} characters, "
            f"not {namespace[:40]!r}"
        )


def sort(change: Change, expected: int) -> Sorted:
    """Sort a change out.

    Args:
        change: what to write.
        expected: the revision that it was planned on.

    Raises:
        InputError: entries that do not follow `expected`, an id that is not one, or a record under
            an id of another kind.
    """
    revision = expected + len(change.entries)
    if [entry.seq for entry in change.entries] != list(range(expected + 1, revision + 1)):
        raise InputError(f"the entries of a change on revision {expected} must follow it")
    final: dict[str, Record | None] = {}
    for entry in change.entries:
        for effect in entry.effects:
            final[effect.id] = effect.record
    for identifier, record in final.items():
        _check(identifier, record)
    return Sorted(
        puts={i: r for i, r in final.items() if r is not None},
        gone=tuple(i for i, r in final.items() if r is None),
        terms={
            i: np.ascontiguousarray(t, "<u4").tobytes()
            for i, t in change.terms.items()
            if codec.prefix(i) in ("f", "ep")
        },
        entries=[journal_row(entry) for entry in change.entries],
    )


def _check(identifier: str, record: Record | None) -> None:
    prefix = codec.prefix(identifier)
    if place(identifier) not in PREFIXES:
        raise InputError(f"an effect on {identifier!r}: rows have ids like v12, s3, ep8")
    if record is None:
        return
    if record.id != identifier or not isinstance(record, codec.CLASSES[prefix]):
        raise InputError(
            f"the effect on {identifier!r} carries {type(record).__name__} {record.id!r}"
        )


def vectors_of(change: Change, dimension: int) -> dict[str, bytes]:
    """The vectors of a change as stored.

    Raises:
        EncoderMismatch: one has another dimension.
    """
    return {
        i: vector_bytes(v, dimension)
        for i, v in change.vectors.items()
        if codec.prefix(i) in ("f", "ep", "e")
    }


def journal_row(entry: JournalEntry) -> dict[str, Any]:
    """A journal entry as a row."""
    row: dict[str, Any] = {
        "seq": entry.seq,
        "time": entry.time.astimezone(timezone.utc).isoformat(),
        "op": entry.op,
    }
    if entry.erased:
        return row
    return {
        **row,
        "step": entry.step,
        "author": entry.author,
        "cause": entry.cause,
        "reason": entry.reason,
        "score": entry.score,
        "payload": codec.dump_payload(entry.decision, entry.effects).decode(),
    }


def known(identifier: str, counters: Mapping[str, int]) -> bool:
    """Whether an id may be in the store already: its number was given out before."""
    prefix, number = parts(identifier)
    return prefix == "r:" or number <= counters.get(prefix, 0)


def closes(record: Record) -> bool:
    """Whether a version put is no longer the current one."""
    return isinstance(record, Version) and record.recorded_to is not None


def load_counters(data: str) -> dict[str, int]:
    """Counters as stored."""
    counters: dict[str, int] = json.loads(data)
    return counters
