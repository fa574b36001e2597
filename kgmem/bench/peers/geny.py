"""geny-memory-adaptor: BM25, static embeddings and PageRank over its own graph, in one SQLite file.

It learns from feedback, which a benchmark must not give. Notes are linked to the one before, which
served it best on conv-26 and conv-30; tags for speakers changed nothing there, nor did fitting its
embedding table to MiniLM's vectors (its `distill` kept the old table).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgmem.bench.peers.base import Note
from kgmem.errors import MissingExtra

_POOL = 100


class Geny:
    """The rival without exploration and with pools as large as what is asked for.

    Raises:
        MissingExtra: it is not installed.
    """

    name = "geny"

    def __init__(self) -> None:
        try:
            from geny_memory_adaptor import SynapseMemory
        except ImportError as error:
            raise MissingExtra("geny-memory-adaptor", "peers") from error
        self._open = SynapseMemory
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
        """Index the notes under our ids."""
        items = []
        for note in notes:
            links = [] if self._last is None else [self._last]
            said = note.time.timestamp()
            items.append(
                {"node_id": note.id, "text": note.text, "updated_at": said, "links": links}
            )
            self._last = note.id
        self._memory.index_many(items)

    def remove(self, id: str) -> None:
        """Delete a note."""
        self._memory.remove(id)

    def search(self, question: str, limit: int) -> list[str]:
        """Ids by its own score."""
        return [hit.id for hit in self._memory.search(question, top_k=limit)]

    def close(self) -> None:
        """Close its database; its own `close` would first write 64 MB of table into it."""
        if self._memory is not None:
            self._memory.store.close()
            self._memory = None
