"""A store in plain dictionaries: what a rollout edits, forked by copying and dropped when done.

It keeps the same records and journal as the stores that last, with no transactions, no files and
no encoding of rows: a rollout writes thousands of times and nothing of it is to survive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from kgmem import codec
from kgmem.errors import InputError, StaleRevision
from kgmem.language.names import normalise
from kgmem.protocols import Kind, StoreInfo
from kgmem.records import Alias, Change, Entity, Episode, JournalEntry, Record, Support, Version
from kgmem.results import Rows
from kgmem.snapshot.history import entity_columns, episode_columns, fact_columns
from kgmem.types import Floats

_KINDS: Mapping[Kind, str] = {
    "episode": "ep",
    "entity": "e",
    "alias": "a",
    "support": "s",
    "ending": "x",
    "version": "v",
    "subgoal": "g",
    "relation": "r:",
}
_COUNTED = ("ep", "e", "a", "f", "v", "s", "x", "g", "t")
_VECTORS = {"fact": "f", "episode": "ep", "entity": "e"}
_INDEXED: Mapping[str, tuple[str, ...]] = {
    "ep": ("source", "thread", "subgoal", "state"),
    "e": ("merged_into",),
    "a": ("entity", "episode", "norm"),
    "s": ("fact", "episode"),
    "x": ("fact", "by", "episode"),
    "v": ("fact",),
    "g": ("task", "parent", "status"),
}


class Scratch:
    """`Store` and `Reader` of one namespace in memory; not thread-safe, never written to disk.

    It is its own reader: nobody else writes to it, so what is read is always its last revision.
    """

    namespace = "scratch"
    epoch = 0

    def __init__(self) -> None:
        """Start empty."""
        self.revision = 0
        self._rows: dict[str, dict[str, Record]] = {prefix: {} for prefix in _KINDS.values()}
        self._current: dict[str, str] = {}
        self._index: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self._counters: dict[str, int] = dict.fromkeys(_COUNTED, 0)
        self._journal: list[JournalEntry] = []
        self._terms: dict[str, npt.NDArray[np.uint32]] = {}
        self._vectors: dict[str, Floats] = {}
        self._encoder = ("", 0)

    def fork(self) -> Scratch:
        """A copy that changes on its own; costs one shallow copy of the tables."""
        copy = object.__new__(Scratch)
        copy.revision = self.revision
        copy._rows = {prefix: dict(rows) for prefix, rows in self._rows.items()}
        copy._current = dict(self._current)
        copy._index = dict(self._index)
        copy._counters = dict(self._counters)
        copy._journal = list(self._journal)
        copy._terms = dict(self._terms)
        copy._vectors = dict(self._vectors)
        copy._encoder = self._encoder
        return copy

    # --- the store --------------------------------------------------------------------------------

    @property
    def info(self) -> StoreInfo:
        """What it says of itself."""
        return StoreInfo(0, self._encoder[0], self._encoder[1], "a scratch copy")

    def namespaces(self) -> list[str]:
        """Its one namespace."""
        return [self.namespace]

    @contextmanager
    def read(self, namespace: str) -> Iterator[Scratch]:
        """Itself."""
        yield self

    def apply(self, namespace: str, change: Change, *, expected: int) -> int:
        """Fold a change in.

        Raises:
            StaleRevision: it was planned on another revision.
            InputError: it erases; nothing is forgotten in a rollout.
        """
        if expected != self.revision:
            raise StaleRevision(expected, self.revision)
        if change.erase:
            raise InputError("a scratch copy does not forget; use a store")
        for entry in change.entries:
            self._count(entry.step)
            for effect in entry.effects:
                self._put(effect.id, effect.record)
        self._journal.extend(change.entries)
        self._terms.update(change.terms)
        self._vectors.update(change.vectors)
        self.revision += len(change.entries)
        return self.revision

    def set_encoder(self, encoder: str, dimension: int) -> None:
        """Note whose vectors these are."""
        self._encoder = (encoder, dimension)

    def replace_vectors(
        self, namespace: str, kind: str, ids: Sequence[str], vectors: Floats
    ) -> None:
        """Write vectors; they are current at once."""
        self._vectors.update(zip(ids, vectors, strict=True))

    def finish_reembed(self, encoder: str, dimension: int) -> None:
        """Note whose vectors these are now."""
        self._encoder = (encoder, dimension)

    def scrub(self, needles: Sequence[str]) -> list[str]:
        """Nothing is ever written to a file: no needle is left in one."""
        return []

    def drop_namespace(self, namespace: str) -> int:
        """Not there: drop the copy itself.

        Raises:
            InputError: always.
        """
        raise InputError("a scratch copy holds one namespace; drop the copy itself")

    def query(
        self,
        namespace: str,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        across_namespaces: bool = False,
    ) -> Rows:
        """Not there.

        Raises:
            InputError: always; use a store.
        """
        raise InputError("a scratch copy answers no Cypher; use a store")

    def check(self) -> list[str]:
        """There are no files to be damaged."""
        return []

    def size(self, namespace: str) -> dict[str, int]:
        """Row counts by kind."""
        return {kind: len(self._rows[prefix]) for kind, prefix in _KINDS.items()}

    def close(self) -> None:
        """Nothing to release."""

    def _put(self, identifier: str, record: Record | None) -> None:
        prefix = codec.prefix(identifier)
        rows = self._rows[prefix]
        old = rows.pop(identifier, None) if record is None else rows.get(identifier)
        if old is not None:
            for field in _INDEXED.get(prefix, ()):
                key = (prefix, field, _value(old, field))
                self._index[key] = tuple(i for i in self._index.get(key, ()) if i != identifier)
        if isinstance(old, Version) and self._current.get(old.fact) == identifier:
            del self._current[old.fact]
        if record is None:
            return
        rows[identifier] = record
        if prefix != "r:":
            self._count(identifier)
        for field in _INDEXED.get(prefix, ()):
            key = (prefix, field, _value(record, field))
            self._index[key] = (*self._index.get(key, ()), identifier)
        if isinstance(record, Version):
            self._count(record.fact)
            if record.recorded_to is None:
                self._current[record.fact] = identifier

    def _count(self, identifier: str) -> None:
        kind = codec.prefix(identifier)
        self._counters[kind] = max(self._counters.get(kind, 0), codec.number(identifier))

    # --- the reader -------------------------------------------------------------------------------

    def counters(self) -> dict[str, int]:
        """The highest number given out by id prefix."""
        return dict(self._counters)

    def get(self, ids: Iterable[str]) -> dict[str, Record]:
        """Rows by id; `f…` gives the current version; unknown ids are left out."""
        found: dict[str, Record] = {}
        for identifier in ids:
            prefix = codec.prefix(identifier)
            key = self._current.get(identifier, "") if prefix == "f" else identifier
            record = self._rows["v" if prefix == "f" else prefix].get(key)
            if record is not None:
                found[identifier] = record
        return found

    def find(self, kind: Kind, field: str, values: Iterable[str]) -> list[Record]:
        """Rows by an indexed field, in id order."""
        prefix, wanted = _KINDS[kind], dict.fromkeys(values)
        if kind == "version" and field in ("subject", "object"):
            current = (self._rows["v"][v] for v in self._current.values())
            return sorted(
                (v for v in current if isinstance(v, Version) and _entity(v, field) in wanted),
                key=lambda r: codec.number(r.id),
            )
        if field not in _INDEXED.get(prefix, ()):
            raise InputError(f"{kind}.{field} is not indexed")
        ids = {i for value in wanted for i in self._index.get((prefix, field, value), ())}
        return [self._rows[prefix][i] for i in sorted(ids, key=codec.number)]

    def scan(self, kind: Kind) -> Iterator[Record]:
        """All rows of a kind in id order."""
        rows = self._rows[_KINDS[kind]]
        key = str if kind == "relation" else codec.number
        yield from (rows[i] for i in sorted(rows, key=key))

    def columns(self, kind: Literal["fact", "episode", "entity"]) -> dict[str, Any]:
        """The columns of a kind: snapshots advance, and are loaded anew only when they cannot."""
        if kind == "fact":
            versions = [self._rows["v"][self._current[f]] for f in self._of(None, "fact")]
            supports = [r for r in self.scan("support") if isinstance(r, Support)]
            return fact_columns([v for v in versions if isinstance(v, Version)], supports)
        if kind == "episode":
            return episode_columns([r for r in self.scan("episode") if isinstance(r, Episode)])
        aliases = [r for r in self.scan("alias") if isinstance(r, Alias)]
        return entity_columns([r for r in self.scan("entity") if isinstance(r, Entity)], aliases)

    def vectors(self, ids: Sequence[str] | None, kind: str) -> tuple[list[str], Floats]:
        """Vectors of a kind: ids, `(n, d)`."""
        found = [i for i in self._of(ids, kind) if i in self._vectors]
        if not found:
            return [], np.zeros((0, self._encoder[1]), np.float32)
        return found, np.stack([self._vectors[i] for i in found])

    def terms(
        self, ids: Sequence[str] | None, kind: str
    ) -> tuple[list[str], npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
        """Lexical terms of a kind: ids, offsets `(n + 1,)`, hashes."""
        found = [i for i in self._of(ids, kind) if i in self._terms]
        rows = [self._terms[i] for i in found]
        offsets = np.cumsum([0, *map(len, rows)]).astype(np.int64)
        return found, offsets, np.concatenate(rows) if rows else np.zeros(0, np.uint32)

    def _of(self, ids: Sequence[str] | None, kind: str) -> Sequence[str]:
        if ids is not None:
            return ids
        prefix = _VECTORS[kind]
        rows: Iterable[str] = self._current if prefix == "f" else self._rows[prefix]
        return sorted(rows, key=codec.number)

    def journal(self, since: int = 0, limit: int | None = None) -> Iterator[JournalEntry]:
        """Entries with `seq > since` in order."""
        since = max(since, 0)
        upto = None if limit is None else since + limit
        yield from self._journal[since:upto]

    def step(self, step: str) -> list[JournalEntry]:
        """The entries of one step."""
        return [e for e in self._journal if e.step == step]


def _value(record: Record, field: str) -> str:
    if field == "norm":
        return normalise(record.name) if isinstance(record, Alias) else ""
    return str(getattr(record, field))


def _entity(version: Version, field: str) -> str | None:
    content = version.content
    if field == "subject":
        return content.subject
    return getattr(content.object, "id", None)
