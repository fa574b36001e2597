"""Any sentence-transformers model, by name or directory (extra `st`)."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from kgmem.encoders.cache import QueryCache
from kgmem.encoders.pooling import clean, span_vectors, token_ranges, unit
from kgmem.errors import MissingExtra, ModelError
from kgmem.types import Floats


class SentenceTransformerEncoder:
    """A sentence-transformers model.

    Spans are pooled from the token states of their text's pass where the model pools by mean;
    another model embeds each span's own words.
    """

    def __init__(self, name: str, *, batch: int = 16) -> None:
        """Load the model.

        Args:
            name: a directory, or a name as sentence-transformers takes it (which looks in the
                local cache, and then downloads it unless HF_HUB_OFFLINE=1).
            batch: texts a pass.

        Raises:
            MissingExtra: sentence-transformers is not installed.
            ModelError: there is no such model.
        """
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise MissingExtra("sentence-transformers", "st") from None
        try:
            self._model: Any = SentenceTransformer(name, device="cpu")
        except (OSError, ValueError) as error:
            raise ModelError(f"no sentence-transformers model at {name!r}: {error}") from error
        self._batch = batch
        self._lock = threading.Lock()
        self._cache = QueryCache()
        self.dimension, self._late_chunks = self._probe()
        last = name.rstrip("/").rsplit("/", 1)[-1]
        self.id = f"st:{last}:{_fingerprint(self._model, self._late_chunks)}"

    def clear_cache(self) -> None:
        """Keep no texts: some of them may be forgotten."""
        self._cache.clear()

    def encode(self, texts: Sequence[str]) -> Floats:
        """Embed texts: `(len(texts), dimension)` float32, unit rows (zero for empty text)."""
        if len(texts) == 1:
            return self._cache.get(texts[0], lambda text: self._encode([text]))
        return self._encode(texts)

    def encode_spans(
        self, texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int]]]
    ) -> tuple[Floats, list[Floats]]:
        """Embed texts and character spans of each; see `Encoder.encode_spans`."""
        whole = self.encode(texts)
        if not self._late_chunks:
            own = [
                self._encode([text[a:b] for a, b in wanted])
                for text, wanted in zip(texts, spans, strict=True)
            ]
            return whole, own
        return whole, [
            self._late(text, wanted, row)
            for text, wanted, row in zip(texts, spans, whole, strict=True)
        ]

    def _probe(self) -> tuple[int, bool]:
        """Dimension, and whether the mean of the token states is the vector of a text."""
        text = "the quick brown fox"
        whole: Floats = self._model.encode(text, show_progress_bar=False)
        states = self._states(text)
        if states.shape[1] != len(whole):
            return len(whole), False
        mean = states.mean(axis=0)
        return len(whole), bool(unit(mean[None])[0] @ unit(whole[None])[0] > 0.999)

    def _states(self, text: str) -> Floats:
        """States `(tokens, d)` of the tokens that the model reads of a text, special ones too."""
        states = self._model.encode(text, output_value="token_embeddings", show_progress_bar=False)
        return np.asarray(states.cpu().numpy(), dtype=np.float32)

    def _encode(self, texts: Sequence[str]) -> Floats:
        rows = np.zeros((len(texts), self.dimension), np.float32)
        filled = [i for i, text in enumerate(texts) if text.strip()]
        if filled:
            with self._lock:
                rows[filled] = self._model.encode(
                    [clean(texts[i]) for i in filled],
                    batch_size=self._batch,
                    show_progress_bar=False,
                    convert_to_numpy=True,
                )
        return unit(rows)

    def _late(self, text: str, spans: Sequence[tuple[int, int]], whole: Floats) -> Floats:
        """Span vectors from one pass; spans beyond the model's length embed their own words."""
        if not spans or not text.strip():
            return np.zeros((len(spans), self.dimension), np.float32)
        with self._lock:
            states = self._states(clean(text))
            encoding = self._model.tokenizer(
                clean(text),
                truncation=True,
                max_length=self._model.max_seq_length,
                return_offsets_mapping=True,
                return_special_tokens_mask=True,
            )
        content = np.flatnonzero(np.asarray(encoding["special_tokens_mask"]) == 0)
        offsets = np.asarray(encoding["offset_mapping"], dtype=np.int64)[content]
        rows = span_vectors([(0, states[content])], token_ranges(offsets, spans), whole, 1.0)
        read = int(offsets[-1, 1]) if len(offsets) else 0
        beyond = [i for i, (_start, end) in enumerate(spans) if end > read]
        if beyond:
            rows[beyond] = self._encode([text[slice(*spans[i])] for i in beyond])
        return rows

    def __repr__(self) -> str:
        """The id."""
        return f"SentenceTransformerEncoder({self.id!r})"


def _fingerprint(model: Any, by_mean: bool) -> str:
    """Twelve hex digits of a hash over the weights, the modules and the way of pooling."""
    names = [type(module).__name__ for module in model]
    digest = hashlib.sha256(f"{names} {by_mean}".encode())
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(tensor.detach().float().cpu().numpy()).tobytes())
    return digest.hexdigest()[:12]
