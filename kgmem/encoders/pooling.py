"""Pooling of token states into vectors: whole texts and spans of them ("late chunking")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kgmem.types import Floats, Ints

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of one text's tokens that goes through the model together.

    Attributes:
        text: which text of the batch.
        start: its first token in the text, special tokens not counted.
        ids: token ids, special tokens not included.
    """

    text: int
    start: int
    ids: list[int]


def clean(text: str) -> str:
    """The text with lone surrogates replaced one for one, so that offsets stay what they are."""
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def unit(rows: Floats) -> Floats:
    """Rows `(n, d)` at length one; zero rows stay zero."""
    norms = np.linalg.norm(rows, axis=-1, keepdims=True)
    result: Floats = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
    return result


def token_ranges(offsets: Ints, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """For each character span the tokens `[first, last)` that overlap it.

    Args:
        offsets: `(tokens, 2)` character offsets, ascending.
        spans: character spans.

    Returns:
        One range a span; an empty one (first >= last) where no token overlaps.
    """
    if not len(offsets):
        return [(0, 0)] * len(spans)
    starts, ends = offsets[:, 0], offsets[:, 1]
    wanted = np.asarray(spans, dtype=np.int64).reshape(-1, 2)
    first = np.searchsorted(ends, wanted[:, 0], side="right")
    last = np.searchsorted(starts, wanted[:, 1], side="left")
    return [(int(a), int(b)) for a, b in zip(first, last, strict=True)]


def chunks_needed(
    text: int, ids: Sequence[int], ranges: Sequence[tuple[int, int]], size: int
) -> list[Chunk]:
    """The windows of `size` tokens that a text and its spans need: the first, and those with spans.

    A text is embedded by its first window, as the published model truncates; later windows are
    computed only where a span asks for them, so a megabyte of text costs what its facts cost.
    """
    wanted = {0} if ids else set()
    for first, last in ranges:
        if first < last:
            wanted.update(range(first // size, (last - 1) // size + 1))
    return [Chunk(text, k * size, list(ids[k * size : (k + 1) * size])) for k in sorted(wanted)]


def span_vectors(
    windows: Sequence[tuple[int, Floats]],
    ranges: Sequence[tuple[int, int]],
    whole: Floats,
    weight: float,
) -> Floats:
    """Vectors of spans: the mean of their tokens' states, mixed with the vector of the text.

    Args:
        windows: first token and states `(tokens, d)` of each computed window, ascending.
        ranges: token range of each span.
        whole: `(d,)` unit vector of the text.
        weight: share of the span's own mean; the rest is the text's vector.

    Returns:
        `(spans, d)` unit rows; a span without tokens gets the text's vector.
    """
    rows = np.tile(whole, (len(ranges), 1)).astype(np.float32)
    for row, (first, last) in enumerate(ranges):
        parts = [
            states[max(first - start, 0) : last - start]
            for start, states in windows
            if first < last and start < last and start + len(states) > first
        ]
        if parts:
            own = np.concatenate(parts).mean(axis=0)
            norm = float(np.linalg.norm(own))
            if norm > 0:
                rows[row] = weight * own / norm + (1.0 - weight) * whole
    return unit(rows)
