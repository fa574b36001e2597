"""The current snapshot of each namespace: loaded when first asked for, then followed."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from datetime import datetime

import numpy as np
import numpy.typing as npt

from kgmem import codec
from kgmem.protocols import Reader
from kgmem.records import Change, Effect, JournalEntry, Version
from kgmem.snapshot.following import Outdated
from kgmem.snapshot.snapshot import Snapshot
from kgmem.types import Floats

_NAMESPACES = 32
_RECENT = 4  # earlier snapshots kept for readers that are still pinned to them
_CATCH_UP = 2000  # journal entries from which loading anew is cheaper than following
_KINDS = {"f": "fact", "ep": "episode", "e": "entity"}


class _Slot:
    __slots__ = ("lock", "past", "recent")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.recent: deque[Snapshot] = deque(maxlen=_RECENT)
        self.past: tuple[tuple[int, int, datetime], Snapshot] | None = None


class Snapshots:
    """Snapshots by namespace, least recently used ones dropped; thread-safe."""

    def __init__(
        self,
        namespaces: int = _NAMESPACES,
        *,
        forgotten: Callable[[], None] = codec.clear_cache,
    ) -> None:
        """Keep the snapshots of at most so many namespaces.

        Args:
            namespaces: how many.
            forgotten: called when another process was seen to have forgotten something: it empties
                what this one keeps of texts to be quick.
        """
        self._forgotten = forgotten
        self._slots: OrderedDict[str, _Slot] = OrderedDict()
        self._lock = threading.Lock()
        self._most = namespaces

    def current(self, reader: Reader) -> Snapshot:
        """The snapshot at a reader's revision, following what this or other processes wrote."""
        slot = self._slot(reader.namespace)
        with slot.lock:
            for snapshot in reversed(slot.recent):
                if snapshot.revision == reader.revision and snapshot.epoch == reader.epoch:
                    return snapshot
            newest = slot.recent[-1] if slot.recent else None
            if newest is not None and newest.epoch == reader.epoch:
                if newest.revision > reader.revision:
                    return Snapshot.load(reader)  # an old pinned read: not worth keeping
                followed = self._followed(newest, reader)
                if followed is not None:
                    slot.recent.append(followed)
                    return followed
            elif newest is not None:
                slot.past = None
                self._forgotten()
            slot.recent.clear()
            slot.recent.append(Snapshot.load(reader))
            return slot.recent[-1]

    def loaded(self, namespace: str) -> bool:
        """Whether a namespace has a snapshot."""
        with self._lock:
            slot = self._slots.get(namespace)
        return slot is not None and bool(slot.recent)

    def at(self, reader: Reader, known_at: datetime) -> Snapshot:
        """What memory believed at `known_at` (zone-aware); the last one asked for is kept."""
        slot = self._slot(reader.namespace)
        key = (reader.revision, reader.epoch, known_at)
        with slot.lock:
            if slot.past is None or slot.past[0] != key:
                slot.past = key, Snapshot.at(reader, known_at)
            return slot.past[1]

    def applied(self, namespace: str, change: Change) -> None:
        """Follow a change that was just written, unless that needs a look at the store."""
        slot = self._slot(namespace)
        with slot.lock:
            if not slot.recent or not change.entries or change.erase:
                return
            newest = slot.recent[-1]
            if newest.revision + 1 != change.entries[0].seq or _spent(newest):
                return
            try:
                slot.recent.append(
                    newest.advance(change.entries, terms=change.terms, vectors=change.vectors)
                )
            except Outdated:
                slot.recent.clear()

    def adopt(self, snapshot: Snapshot) -> None:
        """Follow on from a snapshot made elsewhere (that of the memory a copy was forked from)."""
        slot = self._slot(snapshot.namespace)
        with slot.lock:
            slot.recent.append(snapshot)

    def drop(self, namespace: str) -> None:
        """Forget a namespace's snapshots."""
        with self._lock:
            self._slots.pop(namespace, None)

    def _slot(self, namespace: str) -> _Slot:
        with self._lock:
            slot = self._slots.setdefault(namespace, _Slot())
            self._slots.move_to_end(namespace)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
            return slot

    @staticmethod
    def _followed(old: Snapshot, reader: Reader) -> Snapshot | None:
        if reader.revision - old.revision > _CATCH_UP or _spent(old):
            return None
        entries = list(reader.journal(old.revision))
        terms, vectors = _derived(reader, entries)
        try:
            return old.advance(entries, terms=terms, vectors=vectors)
        except Outdated:
            return None


def _spent(snapshot: Snapshot) -> bool:
    """More rows were replaced than are alive: loading anew gives the room back."""
    alive = int(np.count_nonzero(snapshot.facts.alive))
    return len(snapshot.facts) > 2 * alive + 10_000


def _derived(
    reader: Reader, entries: Iterable[JournalEntry]
) -> tuple[dict[str, npt.NDArray[np.uint32]], dict[str, Floats]]:
    """The words and vectors of what entries changed, as they are in the store now."""
    changed: dict[str, dict[str, None]] = {}
    for entry in entries:
        for effect in entry.effects:
            identifier = _embedded(effect)
            if identifier:
                kind = _KINDS[identifier.rstrip("0123456789")]
                changed.setdefault(kind, {})[identifier] = None
    terms: dict[str, npt.NDArray[np.uint32]] = {}
    vectors: dict[str, Floats] = {}
    for kind, ids in changed.items():
        found, matrix = reader.vectors(list(ids), kind)
        vectors.update(zip(found, matrix, strict=True))
        if kind != "entity":
            names, offsets, flat = reader.terms(list(ids), kind)
            for i, name in enumerate(names):
                terms[name] = flat[offsets[i] : offsets[i + 1]]
    return terms, vectors


def _embedded(effect: Effect) -> str:
    """The id under which the words and vector of a changed row stand; empty where it has none."""
    if isinstance(effect.record, Version):
        return effect.record.fact if effect.record.recorded_to is None else ""
    kind = effect.id.rstrip("0123456789")
    return effect.id if effect.record is not None and kind in ("ep", "e") else ""
