"""BM25 and dense over the notes, fused by reciprocal rank: what needs no memory engine at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kgmem.bench.peers.base import Note
from kgmem.bench.ranking import bm25, fuse
from kgmem.encoders import default
from kgmem.protocols import Encoder


class Fusion:
    """Plain fusion of two rankings.

    Args:
        encoder: of the dense ranking; None for the packaged one.
    """

    name = "rrf"

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._encoder = encoder or default()
        self._notes: dict[str, str] = {}
        self._vectors: dict[str, np.ndarray] = {}

    def clear(self) -> None:
        """Forget everything."""
        self._notes.clear()
        self._vectors.clear()

    def add(self, notes: Sequence[Note]) -> None:
        """Keep the texts and their vectors."""
        vectors = self._encoder.encode([n.text for n in notes])
        for note, vector in zip(notes, vectors, strict=True):
            self._notes[note.id] = note.text
            self._vectors[note.id] = vector

    def remove(self, id: str) -> None:
        """Drop a note."""
        self._notes.pop(id, None)
        self._vectors.pop(id, None)

    def search(self, question: str, limit: int) -> list[str]:
        """Ids by fused rank."""
        if not self._notes:
            return []
        ids = list(self._notes)
        dense = np.stack([self._vectors[i] for i in ids]) @ self._encoder.encode([question])[0]
        order = fuse([bm25(list(self._notes.values()))(question), dense])
        return [ids[i] for i in order[:limit]]

    def close(self) -> None:
        """Nothing is held."""
