"""One namespace at one revision: a reader over a connection whose SQL snapshot is pinned."""

from __future__ import annotations

import json
import sqlite3
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import wraps
from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from kgmem import codec
from kgmem.errors import InputError, StoreError
from kgmem.protocols import Kind
from kgmem.records import JournalEntry, Record, RelationRow
from kgmem.stores import columns as bulk
from kgmem.stores.failures import boundary
from kgmem.stores.schema import SPAN
from kgmem.stores.tables import BY_PREFIX, EMBEDDED, INDEXED_TERMS, TABLES, Table, limits
from kgmem.types import Floats

_CHUNK = 500  # parameters of one statement; SQLite may be built with a limit of 999
_FETCH = 512
_ENTRY = "SELECT key, step, time, op, author, cause, reason, score, payload FROM journal"
COUNTERS = ("ep", "e", "a", "f", "v", "s", "x", "g", "t")

_F = TypeVar("_F", bound=Callable[..., Any])


def _guarded(method: _F) -> _F:
    """Errors of SQLite inside a reader's method leave it as errors of kgmem."""

    @wraps(method)
    def call(self: EmbeddedReader, *args: Any, **kwargs: Any) -> Any:
        with boundary(self.location):
            return method(self, *args, **kwargs)

    return call  # type: ignore[return-value]


class EmbeddedReader:
    """`protocols.Reader` over one SQLite connection; made by `EmbeddedStore.read`."""

    def __init__(self, connection: sqlite3.Connection, namespace: str, location: str) -> None:
        """Begin the read transaction and pin the revision."""
        self._connection: sqlite3.Connection | None = connection
        self._cursors: weakref.WeakSet[sqlite3.Cursor] = weakref.WeakSet()
        self.location = location
        self._namespace = namespace
        connection.execute("BEGIN")
        found = connection.execute(
            "SELECT id, revision, epoch, counters FROM namespace WHERE name = ?", (namespace,)
        ).fetchone()
        meta = dict(connection.execute("SELECT name, value FROM meta"))
        self._dimension = int(meta["dimension"])
        # A namespace that does not exist has no rows: its keys would be those of number -1.
        self._id, self._revision, self._epoch = (
            (int(found[0]), int(found[1]), int(found[2])) if found else (-1, 0, int(meta["epoch"]))
        )
        self._counters: dict[str, int] = dict.fromkeys(COUNTERS, 0)
        if found:
            self._counters.update(json.loads(found[3]))
        self._low, self._high = limits(self._id)

    @property
    def namespace(self) -> str:
        """The namespace read."""
        return self._namespace

    @property
    def revision(self) -> int:
        """`seq` of the last journal entry; 0 for an empty namespace."""
        return self._revision

    @property
    def epoch(self) -> int:
        """Rises when snapshots must be loaded anew."""
        return self._epoch

    def counters(self) -> dict[str, int]:
        """The highest number ever given out by id prefix."""
        return dict(self._counters)

    def close(self) -> None:
        """End the read; iterators that are still open raise `StoreError` afterwards."""
        for cursor in list(self._cursors):
            cursor.close()
        self._connection = None

    def _run(self, sql: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:
        if self._connection is None:
            raise StoreError("this read is closed; open a new one with store.read(namespace)")
        cursor = self._connection.execute(sql, parameters)
        self._cursors.add(cursor)
        return cursor

    def _key(self, number: int) -> int:
        return self._low + number

    @_guarded
    def get(self, ids: Iterable[str]) -> dict[str, Record]:
        """Rows by id; `f…` gives the fact's current `Version`; unknown ids are left out.

        Raises:
            InputError: something is not an id at all.
        """
        wanted = list(dict.fromkeys(ids))
        groups: dict[str, dict[int, str]] = {}
        relations: list[str] = []
        for identifier in wanted:
            prefix = codec.prefix(identifier)
            if prefix == "r:":
                relations.append(identifier)
            elif prefix in BY_PREFIX or prefix == "f":
                number = codec.number(identifier)
                if number < SPAN:
                    groups.setdefault(prefix, {})[number] = identifier
        found: dict[str, Record] = dict(self._relations(relations)) if relations else {}
        for prefix, numbers in groups.items():
            for number, record in self._rows(prefix, list(numbers)):
                found[numbers[number]] = record
        return {identifier: found[identifier] for identifier in wanted if identifier in found}

    def _rows(self, prefix: str, numbers: list[int]) -> Iterator[tuple[int, Record]]:
        for start in range(0, len(numbers), _CHUNK):
            part = numbers[start : start + _CHUNK]
            marks = ",".join("?" * len(part))
            if prefix == "f":
                sql = (
                    "SELECT fact, body FROM version INDEXED BY version_fact "
                    f"WHERE fact IN ({marks}) AND key BETWEEN ? AND ? AND current = 1"
                )
                for number, body in self._run(sql, (*part, self._low, self._high)):
                    yield number, codec.recall("v0", body)
            else:
                sql = f"SELECT key, body FROM {BY_PREFIX[prefix].name} WHERE key IN ({marks})"
                for key, body in self._run(sql, [self._key(n) for n in part]):
                    yield key - self._low, codec.recall(f"{prefix}0", body)

    def _relations(self, ids: Sequence[str] | None) -> Iterator[tuple[str, RelationRow]]:
        rows = self._run("SELECT id, body FROM relation WHERE ns = ? ORDER BY id", (self._id,))
        for identifier, body in rows:
            if ids is None or identifier in ids:
                record = codec.load(identifier, body)
                assert isinstance(record, RelationRow)
                yield identifier, record

    @_guarded
    def find(self, kind: Kind, field: str, values: Iterable[str]) -> list[Record]:
        """Rows of `kind` whose indexed `field` is one of `values`, in id order.

        Raises:
            InputError: the field is not indexed.
        """
        table = TABLES.get(kind)
        if table is None or field not in table.indexed:
            known = ", ".join(f"{t.name}.{f}" for t in TABLES.values() for f in t.indexed)
            raise InputError(f"{kind}.{field} is not indexed; indexed are {known}")
        rows: list[tuple[int, str]] = []
        wanted = _wanted(table, field, values)
        extra = f" AND {table.only[field]}" if field in table.only else ""
        for start in range(0, len(wanted), _CHUNK):
            part = wanted[start : start + _CHUNK]
            marks = ",".join("?" * len(part))
            sql = (
                f"SELECT key, body FROM {table.name} INDEXED BY {table.name}_{field} "
                f'WHERE "{field}" IN ({marks}) AND key BETWEEN ? AND ?{extra}'
            )
            rows.extend(self._run(sql, (*part, self._low, self._high)).fetchall())
        rows.sort(key=lambda r: r[0])
        return [codec.recall(f"{table.prefix}0", body) for _, body in rows]

    def scan(self, kind: Kind) -> Iterator[Record]:
        """All rows of a kind in id order (`version`: all versions, old ones too)."""
        with boundary(self.location):
            if kind == "relation":
                yield from (record for _, record in self._relations(None))
                return
            if kind not in TABLES:
                raise InputError(f"no kind {kind!r}; kinds are {', '.join(TABLES)}, relation")
            table = TABLES[kind]
            sql = f"SELECT body FROM {table.name} WHERE key BETWEEN ? AND ? ORDER BY key"
            for (body,) in _fetched(self._run(sql, (self._low, self._high))):
                yield codec.load(f"{table.prefix}0", body)

    @_guarded
    def columns(self, kind: Literal["fact", "episode", "entity"]) -> dict[str, Any]:
        """A kind's rows as columns; the names are listed in `kgmem.stores.columns`.

        Raises:
            InputError: there are no columns for that kind.
        """
        return bulk.load(self._run, kind, self._low, self._high)

    @_guarded
    def vectors(self, ids: Sequence[str] | None, kind: str) -> tuple[list[str], Floats]:
        """Vectors of `kind`: all in id order, or those of `ids` in their order.

        Returns:
            The ids that have a vector and `(n, dimension)` float32.
        """
        names, blobs = self._blobs("vector", kind, ids, EMBEDDED)
        data = np.frombuffer(b"".join(blobs), "<f4").astype(np.float32, copy=False)
        return names, data.reshape(len(names), self._dimension)

    @_guarded
    def terms(
        self, ids: Sequence[str] | None, kind: str
    ) -> tuple[list[str], npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
        """Lexical terms of `kind`: ids, offsets `(n + 1,)` into the hashes, hashes."""
        names, blobs = self._blobs("terms", kind, ids, INDEXED_TERMS)
        offsets = np.zeros(len(names) + 1, np.int64)
        np.cumsum([len(blob) // 4 for blob in blobs], out=offsets[1:])
        return names, offsets, np.frombuffer(b"".join(blobs), "<u4").astype(np.uint32, copy=False)

    def _blobs(
        self, what: str, kind: str, ids: Sequence[str] | None, kinds: dict[str, str]
    ) -> tuple[list[str], list[bytes]]:
        prefix = next((p for p, name in kinds.items() if name == kind), None)
        if prefix is None:
            raise InputError(f"no {what} of {kind!r}; there are {', '.join(kinds.values())}")
        select = f"SELECT key, data FROM {what}_{kind} WHERE key"
        if ids is None:
            sql = f"{select} BETWEEN ? AND ? ORDER BY key"
            rows = self._run(sql, (self._low, self._high)).fetchall()
            low = self._low
            return [f"{prefix}{key - low}" for key, _ in rows], [blob for _, blob in rows]
        keys = {self._key(codec.number(i)): i for i in ids if codec.prefix(i) == prefix}
        found: dict[str, bytes] = {}
        wanted = [key for key in keys if key <= self._high]
        for start in range(0, len(wanted), _CHUNK):
            part = wanted[start : start + _CHUNK]
            for key, blob in self._run(f"{select} IN ({','.join('?' * len(part))})", part):
                found[keys[key]] = blob
        names = [i for i in keys.values() if i in found]
        return names, [found[i] for i in names]

    def journal(self, since: int = 0, limit: int | None = None) -> Iterator[JournalEntry]:
        """Entries with `seq > since` in order."""
        with boundary(self.location):
            since = min(max(since, 0), SPAN - 1)
            sql = f"{_ENTRY} WHERE key > ? AND key <= ? ORDER BY key LIMIT ?"
            bounds = (self._low + since, self._high, -1 if limit is None else limit)
            for row in _fetched(self._run(sql, bounds)):
                yield _entry(row, self._low)

    @_guarded
    def step(self, step: str) -> list[JournalEntry]:
        """The entries of one step; none for an unknown or forgotten one."""
        sql = f"{_ENTRY} WHERE step = ? AND key BETWEEN ? AND ? ORDER BY key"
        number = min(codec.number(step), SPAN)
        return [_entry(row, self._low) for row in self._run(sql, (number, self._low, self._high))]


def _wanted(table: Table, field: str, values: Iterable[str]) -> list[Any]:
    """What a column holds for each value: numbers for ids, the text itself otherwise."""
    prefix = table.ids.get(field)
    unique = list(dict.fromkeys(values))
    if prefix is None:
        return unique
    return [
        number
        for value in unique
        if codec.prefix(value) == prefix and (number := codec.number(value)) < SPAN
    ]


def _fetched(cursor: sqlite3.Cursor) -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(_FETCH):
        yield from rows


def _entry(row: tuple[Any, ...], low: int) -> JournalEntry:
    key, step, time, op, author, cause, reason, score, payload = row
    moment = datetime.fromisoformat(time)
    if step is None:
        return JournalEntry(key - low, "", moment, op, erased=True)
    decision, effects = codec.load_payload(payload)
    return JournalEntry(
        key - low, f"t{step}", moment, op, author, cause, reason, score, decision, effects
    )
