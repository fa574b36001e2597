"""A reader as of an earlier time: what an undo took away since is there again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from kgmem.codec import number, prefix
from kgmem.language.names import normalise
from kgmem.protocols import Kind, Reader
from kgmem.records import Alias, JournalEntry, Record
from kgmem.types import Floats

_PREFIX: dict[Kind, str] = {"support": "s", "entity": "e", "alias": "a", "ending": "x"}


def gone_since(reader: Reader, known_at: datetime) -> dict[str, Record]:
    """Supports, endings, entities and names of `known_at` (zone-aware) that were dropped since.

    What was forgotten is not among them: its journal entries have no payload any more. Without an
    undo since then only the entries after `known_at` are read.
    """
    dropped = {
        effect.id
        for entry in reader.journal(_position(reader, known_at))
        for effect in entry.effects
        if effect.record is None and prefix(effect.id) in _PREFIX.values()
    }
    found: dict[str, Record] = {}
    if not dropped:
        return found
    for entry in reader.journal():
        if entry.time > known_at:
            break
        for effect in entry.effects:
            if effect.id in dropped:
                found.pop(effect.id, None)
                if effect.record is not None:
                    found[effect.id] = effect.record
    present = reader.get(found)
    return {i: record for i, record in found.items() if i not in present}


def _position(reader: Reader, known_at: datetime) -> int:
    """`seq` of the last entry recorded by then, found by halving: times never go back."""
    low, high = 0, reader.revision
    while low < high:
        middle = (low + high + 1) // 2
        entry = next(reader.journal(middle - 1, 1), None)
        if entry is None or entry.time > known_at:
            high = middle - 1
        else:
            low = middle
    return low


class Past:
    """`protocols.Reader` over another one, with the rows that were dropped since put back."""

    def __init__(self, reader: Reader, gone: Mapping[str, Record]) -> None:
        """Read through `reader`; `gone` are the rows by id that it lacks."""
        self._reader = reader
        self._gone = gone

    @property
    def namespace(self) -> str:
        """The namespace read."""
        return self._reader.namespace

    @property
    def revision(self) -> int:
        """That of the reader beneath."""
        return self._reader.revision

    @property
    def epoch(self) -> int:
        """That of the reader beneath."""
        return self._reader.epoch

    def counters(self) -> dict[str, int]:
        """Those of the reader beneath."""
        return self._reader.counters()

    def get(self, ids: Iterable[str]) -> dict[str, Record]:
        """Rows by id, today's before those that are gone."""
        wanted = list(dict.fromkeys(ids))
        found = {**self._reader.get(i for i in wanted if i not in self._gone)}
        found.update((i, self._gone[i]) for i in wanted if i in self._gone)
        return {i: found[i] for i in wanted if i in found}

    def find(self, kind: Kind, field: str, values: Iterable[str]) -> list[Record]:
        """Rows by an indexed field, in id order."""
        wanted = list(values)
        found = self._reader.find(kind, field, wanted)
        more = [r for r in self._of(kind) if _value(r, field) in wanted]
        return sorted([*found, *more], key=lambda r: number(r.id)) if more else found

    def scan(self, kind: Kind) -> Iterator[Record]:
        """All rows of a kind; those that are gone come last."""
        yield from self._reader.scan(kind)
        yield from self._of(kind)

    def columns(self, kind: Literal["fact", "episode", "entity"]) -> dict[str, Any]:
        """Those of the reader beneath."""
        return self._reader.columns(kind)

    def vectors(self, ids: Sequence[str] | None, kind: str) -> tuple[list[str], Floats]:
        """Those of the reader beneath: what is gone has none."""
        return self._reader.vectors(ids, kind)

    def terms(
        self, ids: Sequence[str] | None, kind: str
    ) -> tuple[list[str], npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
        """Those of the reader beneath."""
        return self._reader.terms(ids, kind)

    def journal(self, since: int = 0, limit: int | None = None) -> Iterator[JournalEntry]:
        """That of the reader beneath."""
        return self._reader.journal(since, limit)

    def step(self, step: str) -> list[JournalEntry]:
        """That of the reader beneath."""
        return self._reader.step(step)

    def _of(self, kind: Kind) -> list[Record]:
        wanted = _PREFIX.get(kind)
        return [r for i, r in self._gone.items() if prefix(i) == wanted]


def _value(record: Record, field: str) -> Any:
    if field == "norm":
        return normalise(record.name) if isinstance(record, Alias) else None
    return getattr(record, field, None)
