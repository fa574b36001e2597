"""One change written: rows, derived indexes, journal, counters, inside the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import timezone
from typing import Any

import numpy as np

from kgmem import codec
from kgmem.errors import EncoderMismatch, InputError
from kgmem.records import Change, JournalEntry, Record, RelationRow, Support, Version
from kgmem.stores.schema import SPAN
from kgmem.stores.tables import (
    BY_PREFIX,
    EMBEDDED,
    INDEXED_TERMS,
    Table,
    limits,
    put_statement,
    row,
)
from kgmem.types import Floats


def write(
    connection: sqlite3.Connection,
    namespace: int,
    change: Change,
    counters: dict[str, int],
    dimension: int,
) -> None:
    """Write a change's rows.

    Args:
        connection: inside a write transaction.
        namespace: number of the namespace.
        change: what to write.
        counters: highest number given out by prefix; raised in place.
        dimension: of the store's vectors.

    Raises:
        InputError: an id that is not one, or a record under an id of another kind.
        EncoderMismatch: a vector of another dimension.
    """
    low, _ = limits(namespace)
    journal = [_journal_row(low, entry) for entry in change.entries]  # first: it checks the records
    final: dict[str, Record | None] = {}
    for entry in change.entries:
        for effect in entry.effects:
            final[effect.id] = effect.record
    touched = _write_rows(connection, namespace, final)
    _write_derived(connection, low, change, dimension)
    _drop_orphans(connection, namespace, touched)
    connection.executemany(
        "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        journal,
    )
    connection.executemany(
        "UPDATE journal SET step = NULL, author = '', cause = NULL, reason = '', score = NULL, "
        "payload = NULL WHERE key = ?",
        [(low + seq,) for seq in change.erase],
    )
    raise_counters(counters, change.entries)


def raise_counters(counters: dict[str, int], entries: Iterable[JournalEntry]) -> None:
    """Raise the highest number by prefix to what the entries use; never lowers one."""
    for entry in entries:
        for effect in entry.effects:
            _raise(counters, effect.id)
            if isinstance(effect.record, (Version, Support)):
                _raise(counters, effect.record.fact)
        if entry.step:
            _raise(counters, entry.step)


def _raise(counters: dict[str, int], identifier: str) -> None:
    prefix = codec.prefix(identifier)
    if prefix == "r:":
        return
    number = codec.number(identifier)
    if number >= SPAN:
        raise InputError(f"{identifier} is beyond the {SPAN} ids of a kind in one namespace")
    counters[prefix] = max(counters.get(prefix, 0), number)


def _write_rows(
    connection: sqlite3.Connection, namespace: int, final: Mapping[str, Record | None]
) -> dict[str, set[int]]:
    """Upsert and delete rows; returns the numbers of what went, by prefix (`f`: may have gone)."""
    low, _ = limits(namespace)
    puts: dict[str, list[tuple[Any, ...]]] = {}
    gone: dict[str, set[int]] = {}
    touched: dict[str, set[int]] = {"f": set()}
    for identifier, record in final.items():
        prefix = codec.prefix(identifier)
        if prefix == "r:":
            _write_relation(connection, namespace, identifier, record)
        elif prefix not in BY_PREFIX:
            raise InputError(f"an effect on {identifier!r}: rows have ids like v12, s3, ep8")
        elif record is None:
            gone.setdefault(prefix, set()).add(codec.number(identifier))
        else:
            table = _table(identifier, record)
            puts.setdefault(prefix, []).append(row(table, low + codec.number(identifier), record))
            if isinstance(record, Version) and record.recorded_to is not None:
                touched["f"].add(codec.number(record.fact))
    keys = [(low + number,) for number in gone.get("v", ())]
    for key in keys:
        found = connection.execute("SELECT fact FROM version WHERE key = ?", key).fetchone()
        touched["f"].update(found or ())
    for prefix, numbers in gone.items():
        connection.executemany(
            f"DELETE FROM {BY_PREFIX[prefix].name} WHERE key = ?",
            [(low + number,) for number in sorted(numbers)],
        )
        touched[prefix] = numbers
    for prefix, rows in puts.items():
        connection.executemany(put_statement(BY_PREFIX[prefix]), rows)
    return touched


def _table(identifier: str, record: Record) -> Table:
    prefix = codec.prefix(identifier)
    if record.id != identifier or not isinstance(record, codec.CLASSES.get(prefix, ())):
        raise InputError(
            f"the effect on {identifier!r} carries {type(record).__name__} {record.id!r}"
        )
    return BY_PREFIX[prefix]


def _write_relation(
    connection: sqlite3.Connection, namespace: int, identifier: str, record: Record | None
) -> None:
    if record is None:
        connection.execute("DELETE FROM relation WHERE ns = ? AND id = ?", (namespace, identifier))
        return
    if not isinstance(record, RelationRow) or record.id != identifier:
        raise InputError(f"the effect on {identifier!r} carries {type(record).__name__}")
    connection.execute(
        "INSERT OR REPLACE INTO relation VALUES (?, ?, ?)",
        (namespace, identifier, codec.dump(record).decode()),
    )


def _write_derived(
    connection: sqlite3.Connection, low: int, change: Change, dimension: int
) -> None:
    for prefix, kind in INDEXED_TERMS.items():
        rows = [
            (low + codec.number(i), np.ascontiguousarray(terms, "<u4").tobytes())
            for i, terms in change.terms.items()
            if codec.prefix(i) == prefix
        ]
        connection.executemany(f"INSERT OR REPLACE INTO terms_{kind} VALUES (?, ?)", rows)
    for prefix, kind in EMBEDDED.items():
        vectors = {i: v for i, v in change.vectors.items() if codec.prefix(i) == prefix}
        rows = [(low + codec.number(i), vector_bytes(v, dimension)) for i, v in vectors.items()]
        connection.executemany(f"INSERT OR REPLACE INTO vector_{kind} VALUES (?, ?)", rows)
        # A re-embedding under way has read the old text of these: it must do them again.
        connection.executemany(f"DELETE FROM staged_{kind} WHERE key = ?", [r[:1] for r in rows])


def vector_bytes(vector: Floats, dimension: int) -> bytes:
    """A vector as it is stored: little-endian float32.

    Raises:
        EncoderMismatch: it has another dimension than the store.
    """
    if vector.shape != (dimension,):
        raise EncoderMismatch(
            f"a vector of shape {vector.shape} for a store of dimension {dimension}; record the "
            "encoder first with set_encoder, or change it with `kgmem reembed`"
        )
    return np.ascontiguousarray(vector, "<f4").tobytes()


def _drop_orphans(
    connection: sqlite3.Connection, namespace: int, touched: Mapping[str, set[int]]
) -> None:
    """Terms and vectors go with their row; those of a fact with its last current version."""
    low, high = limits(namespace)
    gone = {prefix: set(touched.get(prefix, ())) for prefix in EMBEDDED}
    for number in touched["f"]:
        current = connection.execute(
            "SELECT 1 FROM version INDEXED BY version_fact "
            "WHERE fact = ? AND key BETWEEN ? AND ? AND current = 1",
            (number, low, high),
        ).fetchone()
        if current:
            gone["f"].discard(number)
    for prefix, numbers in gone.items():
        keys = [(low + number,) for number in sorted(numbers)]
        kind = EMBEDDED[prefix]
        for what in ("vector", "staged", *(("terms",) if prefix in INDEXED_TERMS else ())):
            connection.executemany(f"DELETE FROM {what}_{kind} WHERE key = ?", keys)


def _journal_row(low: int, entry: JournalEntry) -> tuple[Any, ...]:
    if entry.erased:
        return low + entry.seq, None, _iso(entry), entry.op, "", None, "", None, None
    payload = codec.dump_payload(entry.decision, entry.effects).decode()
    return (
        low + entry.seq,
        codec.number(entry.step),
        _iso(entry),
        entry.op,
        entry.author,
        entry.cause,
        entry.reason,
        entry.score,
        payload,
    )


def _iso(entry: JournalEntry) -> str:
    return entry.time.astimezone(timezone.utc).isoformat()


def dump_counters(counters: Mapping[str, int]) -> str:
    """Counters as stored."""
    return json.dumps(counters, separators=(",", ":"), sort_keys=True)
