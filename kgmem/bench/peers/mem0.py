"""mem0 without a language model: texts as they are (`infer=False`), local vectors, no network.

Everything its search can use offline is given to it: kgmem's packaged MiniLM as embedder, kgmem's
spaCy model where it would download its own, and the BM25 weights that its Qdrant store otherwise
gets from a downloaded model, so that its hybrid search is whole. Its telemetry is switched off
before it is imported, and its folder is a temporary one.
"""

from __future__ import annotations

import os
import warnings
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kgmem.bench.peers.base import Note
from kgmem.encoders import default
from kgmem.errors import InputError, MissingExtra
from kgmem.language.pipeline import pipeline
from kgmem.protocols import Encoder

_USER = "bench"
_K1, _B, _MEAN_LENGTH = 1.2, 0.75, 256.0  # what Qdrant's own BM25 encoder uses


class Mem0:
    """The rival in its open-source form.

    Args:
        encoder: the embedder; None for the packaged one.

    Raises:
        MissingExtra: it is not installed.
        InputError: it was imported before with telemetry on.
    """

    name = "mem0"

    def __init__(self, encoder: Encoder | None = None) -> None:
        if find_spec("mem0") is None:
            raise MissingExtra("mem0ai", "peers")
        self._encoder = encoder or default()
        self._folder = TemporaryDirectory(prefix="kgmem-mem0-", ignore_cleanup_errors=True)
        self._class = _imported(self._folder.name)
        self._memory: Any = None
        self._ids: dict[str, str] = {}
        self._count = 0
        self.clear()

    def clear(self) -> None:
        """Start an empty memory in a folder of its own."""
        self._shut()
        self._count += 1
        folder = f"{self._folder.name}/{self._count}"
        self._memory = self._class.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "path": f"{folder}/qdrant",
                        "collection_name": "bench",
                        "embedding_model_dims": self._encoder.dimension,
                        "on_disk": True,
                    },
                },
                # Both are built but never called: the embedder is replaced, nothing is inferred.
                "embedder": {"provider": "openai", "config": {"api_key": "unused"}},
                "llm": {"provider": "openai", "config": {"api_key": "unused"}},
                "history_db_path": f"{folder}-history.db",
            }
        )
        self._memory.embedding_model = Embedder(self._encoder)
        self._memory.vector_store._bm25_encoder = SparseWeights()
        self._ids.clear()

    def add(self, notes: Sequence[Note]) -> None:
        """Add each text as a memory, with its id and time as metadata."""
        for note in notes:
            made = self._memory.add(
                note.text,
                user_id=_USER,
                infer=False,
                metadata={"note": note.id, "said": note.time.isoformat()},
            )
            self._ids[note.id] = made["results"][0]["id"]

    def remove(self, id: str) -> None:
        """Delete a memory."""
        self._memory.delete(self._ids.pop(id))

    def search(self, question: str, limit: int) -> list[str]:
        """Ids by its hybrid score, without a threshold."""
        with warnings.catch_warnings():  # its store of entities asks for indexes of a server
            warnings.filterwarnings("ignore", message="Payload indexes have no effect")
            found = self._memory.search(
                question, filters={"user_id": _USER}, top_k=limit, threshold=0.0
            )
        return [hit["metadata"]["note"] for hit in found["results"]]

    def close(self) -> None:
        """Close it and delete its folder."""
        self._shut()
        self._folder.cleanup()

    def _shut(self) -> None:
        if self._memory is not None:
            self._memory.vector_store.client.close()
            self._memory.close()
            self._memory = None


class Embedder:
    """kgmem's encoder as mem0's embedder."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """One vector; texts and questions are encoded alike."""
        return self.embed_batch([text])[0]

    def embed_batch(
        self, texts: Sequence[str], memory_action: str | None = None
    ) -> list[list[float]]:
        """Vectors of several texts."""
        vectors: list[list[float]] = self._encoder.encode(list(texts)).tolist()
        return vectors


class Sparse(NamedTuple):
    """A sparse vector as mem0's store reads it."""

    indices: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]


class SparseWeights:
    """BM25's saturated term frequencies (Robertson et al.); the store multiplies by idf."""

    def embed(self, texts: Sequence[str]) -> Iterator[Sparse]:
        """One sparse vector a text; words are hashed to 31 bits."""
        for text in texts:
            words = text.lower().split()
            scale = _K1 * (1 - _B + _B * len(words) / _MEAN_LENGTH)
            weights: Counter[int] = Counter()
            for word, count in Counter(words).items():
                index = zlib.crc32(word.encode()) & 0x7FFFFFFF
                weights[index] += count * (_K1 + 1) / (count + scale)  # type: ignore[assignment]
            order = sorted(weights)
            yield Sparse(np.array(order), np.array([weights[i] for i in order], dtype=np.float64))


def _imported(folder: str) -> Any:
    """mem0's `Memory`, imported with its telemetry off and its downloads forestalled."""
    os.environ["MEM0_TELEMETRY"] = "False"
    os.environ.setdefault("MEM0_DIR", folder)
    from mem0 import Memory
    from mem0.memory.telemetry import MEM0_TELEMETRY
    from mem0.utils import spacy_models

    if MEM0_TELEMETRY:
        raise InputError("mem0 was imported with telemetry on: set MEM0_TELEMETRY=False before")
    spacy_models._nlp_full = spacy_models._nlp_lemma = pipeline()
    return Memory
