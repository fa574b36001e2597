"""A deterministic encoder without a model, for tests."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from kgmem.encoders.pooling import clean, unit
from kgmem.errors import InputError
from kgmem.types import Floats

_WORD = re.compile(r"\w+")


class HashEncoder:
    """Hashed bag of words and character trigrams: deterministic, instant, no meaning.

    Texts that share words or parts of words are close. Meant for tests; never chosen silently.
    """

    def __init__(self, dimension: int = 256) -> None:
        """Prepare.

        Args:
            dimension: length of the vectors, at least 8.

        Raises:
            InputError: the dimension is too small.
        """
        if dimension < 8:
            raise InputError(f"HashEncoder needs a dimension of at least 8, got {dimension}")
        self.dimension = dimension

    @property
    def id(self) -> str:
        """Name, dimension and the hash of the scheme."""
        return f"hash-{self.dimension}:{_bucket('words and trigrams, 1'):012x}"

    def clear_cache(self) -> None:
        """Keep no words: some of them may be forgotten."""
        _bucket.cache_clear()

    def encode(self, texts: Sequence[str]) -> Floats:
        """Embed texts: `(len(texts), dimension)` float32, unit rows (zero for empty text)."""
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for feature, weight in _features(text):
                bucket = _bucket(feature)
                row[bucket % self.dimension] += weight if bucket >> 32 & 1 else -weight
        return unit(rows)

    def encode_spans(
        self, texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int]]]
    ) -> tuple[Floats, list[Floats]]:
        """Embed texts and spans of each; a span's vector is that of its words.

        Returns:
            Text vectors `(n, dimension)` and for each text `(len(spans[i]), dimension)`.
        """
        whole = self.encode(texts)
        vectors = [
            self.encode([text[start:end] for start, end in wanted])
            for text, wanted in zip(texts, spans, strict=True)
        ]
        return whole, vectors

    def __repr__(self) -> str:
        """The dimension."""
        return f"HashEncoder(dimension={self.dimension})"


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(unicodedata.normalize("NFKC", clean(text)).casefold()):
        yield word, 1.0
        padded = f"^{word}$"
        for k in range(len(padded) - 2):
            yield "#" + padded[k : k + 3], 0.3


@lru_cache(maxsize=65_536)
def _bucket(feature: str) -> int:
    """A stable 48-bit hash (Python's own is salted per process)."""
    return int.from_bytes(hashlib.blake2b(feature.encode(), digest_size=6).digest(), "little")
