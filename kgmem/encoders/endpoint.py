"""Any OpenAI-compatible embeddings endpoint (extra `llm`)."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from kgmem.encoders.cache import QueryCache
from kgmem.encoders.pooling import clean, unit
from kgmem.errors import InputError, MissingExtra, ModelError
from kgmem.types import Floats

BATCH = 128
"""Texts a request; servers commonly accept up to a few hundred."""


class EndpointEncoder:
    """An embedding model behind an OpenAI-compatible endpoint.

    Spans are embedded by their own words: an endpoint gives no token states.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        dimension: int | None = None,
        timeout: float = 60.0,
        retries: int = 2,
    ) -> None:
        """Prepare; nothing is sent before the first text.

        Args:
            model: the endpoint's name for the model.
            base_url: for example "http://localhost:8000/v1"; else KGMEM_LLM_BASE_URL, else
                OPENAI_BASE_URL.
            api_key: else KGMEM_LLM_API_KEY, else OPENAI_API_KEY; local servers need none.
            dimension: asked of the endpoint when None.
            timeout: seconds for one request.
            retries: further attempts after a failure that may pass.

        Raises:
            InputError: the model has no name.
            MissingExtra: the openai client is not installed.
        """
        if not model:
            raise InputError("an embeddings endpoint needs the name of a model")
        try:
            import openai
        except ImportError:
            raise MissingExtra("openai", "llm") from None
        self._errors: Any = openai.OpenAIError
        self._key = api_key or _environment("API_KEY") or "none"
        self._client: Any = openai.OpenAI(
            api_key=self._key,
            base_url=base_url or _environment("BASE_URL") or None,
            timeout=timeout,
            max_retries=retries,
        )
        self._model = model
        self._dimension = dimension
        self._cache = QueryCache()
        self._lock = threading.Lock()
        where = urlsplit(str(self._client.base_url))
        origin = f"{where.scheme}://{where.hostname}:{where.port}{where.path}|{model}"
        self.id = f"{model}:{hashlib.sha256(origin.encode()).hexdigest()[:12]}"

    @property
    def dimension(self) -> int:
        """Length of every vector; the endpoint is asked once when it was not given.

        Raises:
            ModelError: the endpoint failed.
        """
        return self._dimension or self._request(["dimension"]).shape[1]

    def clear_cache(self) -> None:
        """Keep no texts: some of them may be forgotten."""
        self._cache.clear()

    def encode(self, texts: Sequence[str]) -> Floats:
        """Embed texts: `(len(texts), dimension)` float32, unit rows (zero for empty text).

        Raises:
            ModelError: the endpoint failed, timed out or answered something else.
        """
        if len(texts) == 1:
            return self._cache.get(texts[0], lambda text: self._encode([text]))
        return self._encode(texts)

    def encode_spans(
        self, texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int]]]
    ) -> tuple[Floats, list[Floats]]:
        """Embed texts and the words of each span, in one series of requests.

        Raises:
            ModelError: the endpoint failed, timed out or answered something else.
        """
        parts = [text[a:b] for text, wanted in zip(texts, spans, strict=True) for a, b in wanted]
        rows = self._encode([*texts, *parts])
        ends = np.cumsum([len(texts), *(len(wanted) for wanted in spans)])
        whole, *vectors = np.split(rows, ends[:-1])
        return whole, vectors[: len(texts)]

    def _encode(self, texts: Sequence[str]) -> Floats:
        filled = [i for i, text in enumerate(texts) if text.strip()]
        found: list[Floats] = []
        for start in range(0, len(filled), BATCH):
            found.append(self._request([clean(texts[i]) for i in filled[start : start + BATCH]]))
        rows = np.zeros((len(texts), self.dimension), np.float32)
        if found:
            rows[filled] = np.concatenate(found)
        return unit(rows)

    def _request(self, texts: list[str]) -> Floats:
        try:
            reply = self._client.embeddings.create(
                model=self._model, input=texts, encoding_format="float"
            )
            rows = np.asarray([item.embedding for item in reply.data], dtype=np.float32)
        except (self._errors, TypeError, ValueError, AttributeError) as error:
            text = str(error).replace(self._key, "***")
            raise ModelError(
                f"the embeddings endpoint failed for {self._model!r}: {text}"
            ) from None
        with self._lock:
            if self._dimension is None and rows.ndim == 2:
                self._dimension = rows.shape[1]
        if rows.shape != (len(texts), self._dimension):
            raise ModelError(
                f"the embeddings endpoint answered {rows.shape} for {len(texts)} texts "
                f"of dimension {self._dimension}"
            )
        return rows

    def __repr__(self) -> str:
        """The id, never the key."""
        return f"EndpointEncoder({self.id!r})"


def _environment(name: str) -> str:
    return os.environ.get(f"KGMEM_LLM_{name}") or os.environ.get(f"OPENAI_{name}") or ""
