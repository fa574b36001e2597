"""Soft word matching: how well a text and its neighbours say the question's words, or like ones.

Each word of the question looks for the word most like it in a text (the late interaction of
ColBERT, Khattab and Zaharia 2020, with vectors of words by themselves): "instruments" finds
"cello", where BM25 finds nothing and one vector for a whole text blurs. A word may also be found
in the text before or after, at a discount: an answer seldom repeats its question.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from kgmem.assets import root
from kgmem.snapshot.corpus import Corpus, hamming
from kgmem.types import Floats, Ints

_MOST = 32  # different words of a question that are looked for
_READ = 256  # words of a text that are read
BEFORE = 0.7  # worth of a word found in the text before
AFTER = 0.5  # and of one found in the text after

Terms = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Vectors of common English word stems (`benchmarks/retrieval/word_vectors.py`).

    Attributes:
        hashes: `(n,)` of the stems (`language.tokens.term`), ascending.
        bits: `(n, w)` uint64, the signs of their centred vectors.
    """

    hashes: Terms
    bits: npt.NDArray[np.uint64]

    def codes(self, terms: Terms) -> Ints:
        """The place of each term, `(len(terms),)`; n for words that are not known."""
        found: Ints = np.searchsorted(self.hashes, terms)
        found[found == len(self.hashes)] = 0
        return np.where(self.hashes[found] == terms, found, len(self.hashes))

    def likeness(self, term: int, codes: Ints) -> Floats:
        """Cosines of a term's signs with those of words, `(len(codes),)`; 0 where one is unknown.

        Args:
            term: a hash.
            codes: of the words, from `codes`.
        """
        found = np.zeros(len(codes), dtype=np.float32)
        (code,) = self.codes(np.array([term], dtype=np.uint32)).tolist()
        known = codes < len(self.hashes)
        if code < len(self.hashes):
            size = 64 * self.bits.shape[1]
            found[known] = 1.0 - 2.0 * hamming(self.bits[codes[known]], self.bits[code]) / size
        return found


@cache
def lexicon() -> Lexicon:
    """The packaged word vectors."""
    with np.load(root("data") / "words.npz") as data:
        return Lexicon(data["hashes"], data["bits"])


def matches(texts: Corpus, query: Terms, rows: npt.NDArray[np.int32]) -> Floats:
    """For each word of a query the likeness of the most like word in each text.

    Args:
        texts: their words.
        query: term hashes; a word said twice counts once, at most 32 count.
        rows: of the texts, `(p,)`.

    Returns:
        `(words, p)`, 1 where a text has the word itself.
    """
    wanted = list(dict.fromkeys(query.tolist()))[:_MOST]
    found = np.zeros((len(wanted), len(rows)), dtype=np.float32)
    ends = texts.ends.values[rows]
    starts = np.where(rows > 0, texts.ends.values[rows - 1], 0)
    counts = np.minimum(ends - starts, _READ)
    filled = counts > 0
    if not filled.any():
        return found
    first = np.cumsum(counts[filled]) - counts[filled]
    place = np.arange(int(counts.sum())) - np.repeat(first, counts[filled])
    words = texts.terms.values[np.repeat(starts[filled], counts[filled]) + place]
    known = lexicon()
    codes, place = _distinct(known.codes(words), len(known.hashes))
    for i, term in enumerate(wanted):
        like = known.likeness(term, codes)[place]
        like[words == term] = 1.0
        found[i, filled] = np.maximum.reduceat(like, first)
    return found


def _distinct(codes: Ints, most: int) -> tuple[Ints, Ints]:
    """The different ones of some codes up to `most`, and the place of each among them."""
    there = np.flatnonzero(np.bincount(codes, minlength=most + 1))
    place = np.zeros(most + 1, dtype=np.int64)
    place[there] = np.arange(len(there))
    return there, place[codes]


def said(found: Floats, rows: Ints, before: Ints, after: Ints, *, beside: float = 1.0) -> Floats:
    """How well texts and their neighbours say the words of a question.

    A word counts by how many standard deviations its best match lies above the mean over the texts:
    a word that every text has something like says nothing.

    Args:
        found: `(words, n)` likeness by word and text.
        rows: the texts to score, `(p,)` positions among the n.
        before: the texts before them, -1 for none.
        after: the texts after them, -1 for none.
        beside: how much those count.

    Returns:
        `(p,)`.
    """
    if not found.size or not len(rows):
        return np.zeros(len(rows), dtype=np.float32)
    own = found[:, rows]
    mean, spread = own.mean(axis=1, keepdims=True), own.std(axis=1, keepdims=True)
    raised = np.maximum((found - mean) / np.maximum(spread, 1e-6), 0.0)
    best = raised[:, rows]
    for near, worth in ((before, BEFORE), (after, AFTER)):
        has = near >= 0
        best[:, has] = np.maximum(best[:, has], beside * worth * raised[:, near[has]])
    total: Floats = best.sum(axis=0)
    return total
