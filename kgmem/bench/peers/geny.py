"""geny-memory-adaptor: BM25, static embeddings and PageRank over its own graph, in one SQLite file.

It learns from feedback, which a benchmark must not give; what it offers beside that is used: notes
are linked to the one before, and its embedding table is fitted to the packaged MiniLM's vectors
(`distill`, which keeps the old table unless the geometry improves).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgmem.bench.peers.base import Note
from kgmem.encoders import default
from kgmem.errors import MissingExtra

_POOL = 100


class Geny:
    """The rival without exploration and with pools as large as what is asked for.

    Args:
        tags: tag each note with its speaker.
        links: link each note to the one before.
        distil: fit its embedding table to MiniLM's vectors when notes come in bulk.

    Raises:
        MissingExtra: it is not installed.
    """

    name = "geny"

    def __init__(self, *, tags: bool = False, links: bool = False, distil: bool = False) -> None:
        try:
            from geny_memory_adaptor import SynapseMemory
        except ImportError as error:
            raise MissingExtra("geny-memory-adaptor", "peers") from error
        self._open = SynapseMemory
        self._tags, self._links, self._distil = tags, links, distil
        self._memory: Any = None
        self._last: str | None = None
        self.clear()

    def clear(self) -> None:
        """Start an empty memory."""
        self.close()
        self._last = None
        self._memory = self._open(
            path=":memory:", epsilon=0.0, bm25_seed_k=_POOL, vector_seed_k=_POOL
        )

    def add(self, notes: Sequence[Note]) -> None:
        """Index the notes; its ids are ours."""
        vectors = default().encode([n.text for n in notes]) if self._distil else None
        items = []
        for place, note in enumerate(notes):
            item: dict[str, Any] = {
                "node_id": note.id, "text": note.text, "updated_at": note.time.timestamp()
            }  # fmt: skip
            if self._tags and note.speaker:
                item["tags"] = [note.speaker]
            if self._links and self._last is not None:
                item["links"] = [self._last]
            if vectors is not None:
                item["teacher_vec"] = [float(x) for x in vectors[place]]
            items.append(item)
            self._last = note.id
        self._memory.index_many(items)
        if self._distil and len(notes) > 1:
            self._memory.distill()

    def remove(self, id: str) -> None:
        """Delete a note."""
        self._memory.remove(id)

    def search(self, question: str, limit: int) -> list[str]:
        """Ids by its own score."""
        return [hit.id for hit in self._memory.search(question, top_k=limit)]

    def close(self) -> None:
        """Close its database."""
        if self._memory is not None:
            self._memory.close()
            self._memory = None
