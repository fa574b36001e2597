"""A pinned read with changes on top: lookups see what the draft has put or dropped so far."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from kgmem.codec import number, prefix
from kgmem.language.names import normalise
from kgmem.protocols import Kind, Reader
from kgmem.records import (
    Alias,
    Effect,
    Ending,
    Entity,
    Episode,
    Record,
    Subgoal,
    Support,
    Version,
)

R = TypeVar("R", Alias, Ending, Entity, Episode, Subgoal, Support, Version)

_ID = re.compile(r"(ep|[easxvgft])([0-9]+)\Z")
_KIND: dict[str, Kind] = {
    "ep": "episode",
    "e": "entity",
    "a": "alias",
    "s": "support",
    "x": "ending",
    "v": "version",
    "g": "subgoal",
    "r:": "relation",
}
_FIELDS: dict[str, tuple[str, ...]] = {
    "entity": ("merged_into",),
    "alias": ("entity", "episode", "norm"),
    "support": ("fact", "episode"),
    "ending": ("fact", "by", "episode"),
    "version": ("fact",),
}


class Overlay:
    """Rows of a reader as a draft has changed them.

    Lookups are cached: the reader is pinned, so what was read once stays true.
    """

    def __init__(self, reader: Reader) -> None:
        """Start without changes."""
        self.reader = reader
        self.changed: dict[str, Record | None] = {}
        self._buffer: dict[str, Record | None] = {}
        self._counters = dict(reader.counters())
        self._floor = dict(self._counters)
        self._read: dict[str, Record | None] = {}
        self._found: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self._added: dict[tuple[str, str, str], dict[str, None]] = {}
        self._current: dict[str, str | None] = {}

    # --- reading ----------------------------------------------------------------------------------

    def get(self, identifier: str) -> Record | None:
        """A row as it is now; None when there is none. `f…` gives the current version."""
        if identifier in self.changed:
            return self.changed[identifier]
        if identifier in self._current:
            version = self._current[identifier]
            return None if version is None else self.changed[version]
        if identifier not in self._read:
            self.prefetch([identifier])
        return self._read[identifier]

    def row(self, kind: type[R], identifier: str) -> R | None:
        """A row of a known class; None when there is none."""
        record = self.get(identifier)
        return record if isinstance(record, kind) else None

    def prefetch(self, identifiers: Iterable[str]) -> None:
        """Read several rows in one go."""
        missing = [
            i
            for i in identifiers
            if i not in self.changed and i not in self._read and i not in self._current
        ]
        if missing:
            found = self.reader.get(i for i in missing if not self.is_new(i))
            self._read.update((i, found.get(i)) for i in missing)

    def is_new(self, value: str) -> bool:
        """Whether a value is an id that this draft gave out: no reader needs to be asked."""
        match = _ID.match(value)
        return match is not None and int(match[2]) > self._floor.get(match[1], 0)

    def find(self, kind: type[R], field: str, values: Iterable[str]) -> list[R]:
        """Rows by an indexed field, in id order, changes included."""
        name = kind.__name__.lower()
        wanted = list(dict.fromkeys(values))
        missing = [v for v in wanted if (name, field, v) not in self._found]
        if missing:
            self._load(name, field, missing)
        ids: dict[str, None] = {}
        for value in wanted:
            key = (name, field, value)
            ids.update((i, None) for i in self._found[key] if i not in self.changed)
            ids.update(self._added.get(key, {}))
        rows = (self.get(i) for i in sorted(ids, key=number))
        return [r for r in rows if isinstance(r, kind)]

    def added(self, kind: Kind, field: str, value: str, wanted: str) -> list[str]:
        """The `wanted` field of the rows that this draft wrote with a value; asks no reader."""
        rows = (self.changed[i] for i in self._added.get((kind, field, value), {}))
        return [str(getattr(r, wanted)) for r in rows if r is not None]

    def _load(self, name: str, field: str, values: list[str]) -> None:
        found: dict[str, list[str]] = {value: [] for value in values}
        asked = [v for v in values if field == "norm" or not self.is_new(v)]
        rows = self.reader.find(name, field, asked) if asked else []  # type: ignore[arg-type]
        for record in rows:
            self._read.setdefault(record.id, record)
            found.setdefault(str(_value(record, field)), []).append(record.id)
        for value in values:
            self._found[(name, field, value)] = tuple(found[value])

    # --- writing ----------------------------------------------------------------------------------

    def put(self, record: Record) -> None:
        """Write a row."""
        self._unindex(record.id)
        self.changed[record.id] = record
        self._buffer[record.id] = record
        kind = _KIND[prefix(record.id)]
        for field in _FIELDS.get(kind, ()):
            value = _value(record, field)
            if value is not None:
                self._added.setdefault((kind, field, str(value)), {})[record.id] = None
        if isinstance(record, Version):
            if record.recorded_to is None:
                self._current[record.fact] = record.id
            elif self._now(record.fact) in (record.id, None):
                self._current[record.fact] = None

    def drop(self, identifier: str) -> None:
        """Remove a row."""
        old = self.get(identifier)
        self._unindex(identifier)
        self.changed[identifier] = None
        self._buffer[identifier] = None
        if isinstance(old, Version) and self._now(old.fact) in (identifier, None):
            self._current[old.fact] = None

    def _now(self, fact: str) -> str | None:
        """Id of the current version; None when there is none."""
        if fact in self._current:
            return self._current[fact]
        record = self.get(fact)
        return None if record is None else record.id

    def _unindex(self, identifier: str) -> None:
        old = self.changed.get(identifier)
        if old is None:
            return
        kind = _KIND[prefix(identifier)]
        for field in _FIELDS.get(kind, ()):
            self._added.get((kind, field, str(_value(old, field))), {}).pop(identifier, None)

    def written_now(self, identifier: str) -> bool:
        """Whether the entry under way wrote this row (so that it may be replaced, not closed)."""
        return identifier in self._buffer

    def take_effects(self) -> tuple[Effect, ...]:
        """The rows changed since the last call, each once, as they are now."""
        effects = tuple(Effect(i, record) for i, record in self._buffer.items())
        self._buffer = {}
        return effects

    # --- ids --------------------------------------------------------------------------------------

    def allocate(self, kind: str) -> str:
        """The next id with this prefix."""
        self._counters[kind] = self._counters.get(kind, 0) + 1
        return f"{kind}{self._counters[kind]}"

    def give_back(self, identifier: str) -> bool:
        """Make an id free again if it was the last one allocated and never written."""
        kind, count = prefix(identifier), number(identifier)
        fresh = count > self._floor.get(kind, 0) and identifier not in self.changed
        if fresh and self._counters.get(kind) == count:
            self._counters[kind] = count - 1
            return True
        return False


def _value(record: Record, field: str) -> Any:
    if field == "norm":
        return normalise(record.name) if isinstance(record, Alias) else None
    return getattr(record, field, None)
