"""Texts of one kind, row by row beside their table: vectors for dense search, postings for BM25.

Up to `EXACT` rows the dense search is one matrix product. Beyond that, the sign bits of the vectors
nominate by Hamming distance (48 bytes a vector instead of 1,536) and exact cosines rank, so that a
query's cost hardly grows with the memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kgmem.searching import Whole
from kgmem.snapshot.growing import Growing
from kgmem.snapshot.index import Index
from kgmem.types import Floats, Ints

EXACT = 4096
_OVERSAMPLE, _SHARE = 1024, 400  # rows nominated by signs: so many, or one in so many
K1, B = 1.2, 0.4  # chosen in the retrieval study over turns
_B_LONG = 0.75  # Okapi's own, for texts of many turns

Mask = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Vectors and words of the rows of one table.

    Attributes:
        vectors: `(n, dimension)` float32, unit rows; zero where a row has none.
        bits: `(n, ceil(dimension / 64))` uint64, the signs of the vectors.
        ends: `(n,)` int64: row i's terms are `terms[ends[i - 1]:ends[i]]`.
        terms: term hashes of all rows, one after the other.
        postings: term hash to rows, a row as often as it has the term.
        whole: statistics of all texts where these are only some of them (a partial snapshot).
    """

    vectors: Growing
    bits: Growing
    ends: Growing
    terms: Growing
    postings: Index
    whole: Whole | None = None

    def __len__(self) -> int:
        return len(self.ends)

    def terms_of(self, row: int) -> npt.NDArray[np.uint32]:
        """The term hashes of a row in reading order."""
        ends = self.ends.values
        return self.terms.values[ends[row - 1] if row else 0 : ends[row]]

    @property
    def lengths(self) -> Ints:
        """How many terms each row has."""
        return np.diff(self.ends.values, prepend=0)

    def appended(
        self, terms: Sequence[npt.NDArray[np.uint32]], vectors: Sequence[Floats | None]
    ) -> Corpus:
        """The corpus with more rows; None stands for a text without a vector."""
        if not terms:
            return self
        width = self.vectors.values.shape[1]
        given = next((v for v in vectors if v is not None), None)
        base = self.vectors
        if given is not None and width != len(given):
            # Nothing was embedded so far: the first vector tells the dimension.
            base = Growing(np.zeros((len(base), len(given)), dtype=np.float32))
            width = len(given)
        rows = np.zeros((len(terms), width), dtype=np.float32)
        for i, vector in enumerate(vectors):
            if vector is not None:
                rows[i] = vector
        bits = self.bits
        if bits.values.shape[1] != _words(width):
            bits = Growing(np.zeros((len(base), _words(width)), dtype=np.uint64))
        first = len(self)
        flat = np.concatenate(terms) if terms else np.zeros(0, dtype=np.uint32)
        lengths = [len(t) for t in terms]
        place = np.repeat(np.arange(first, first + len(terms)), lengths)
        last = int(self.ends.values[-1]) if first else 0
        return Corpus(
            vectors=base.appended(rows),
            bits=bits.appended(signs(rows)),
            ends=self.ends.appended(last + np.cumsum(lengths)),
            terms=self.terms.appended(flat),
            postings=self.postings.appended(
                flat.astype(np.int64).tolist(), place.tolist(), first + len(terms)
            ),
        )

    def bm25(self, query: npt.NDArray[np.uint32], allowed: Mask) -> Floats:
        """Okapi BM25 of every row against the query's distinct terms, `(n,)`.

        Document frequencies and lengths count the allowed rows only, so that what a filter hides
        cannot be felt in the scores; in a partial snapshot those of the whole memory do.
        """
        lengths = self.lengths
        total = int(np.count_nonzero(allowed))
        scores = np.zeros(len(self), dtype=np.float32)
        mean = max(1.0, float(lengths @ allowed) / max(1, total))
        if self.whole is not None:
            total, mean = self.whole.total, max(1.0, self.whole.mean)
        for term in dict.fromkeys(query.tolist()):
            rows = self.postings.rows(term)
            rows = rows[allowed[rows]]
            if not len(rows):
                continue
            first = np.flatnonzero(np.diff(rows, prepend=-1))
            counts = np.diff(np.append(first, len(rows)))
            rows = rows[first]
            having = self._frequency(term, len(rows))
            scores[rows] += _okapi(counts, lengths[rows], mean, total, B, having)
        return scores

    def _frequency(self, term: int, found: int) -> int:
        """In how many texts a term stands."""
        return found if self.whole is None else max(found, self.whole.frequencies.get(term, 0))

    def frequencies(self, words: Ints, found: Ints) -> Ints:
        """In how many texts each of some words stands.

        Args:
            words: term hashes.
            found: in how many of the rows at hand.
        """
        whole = self.whole
        if whole is None or not whole.sampled:
            return found
        first, last = (np.searchsorted(whole.sample, words, side) for side in ("left", "right"))
        # The rows at hand were chosen by their words; those beyond them are like the other texts
        # of the sample, which they are part of.
        beyond = (whole.total - len(self)) / max(1, whole.sampled - len(self))
        total: Ints = found + np.round(np.maximum(last - first - found, 0) * max(0.0, beyond))
        return total.astype(np.int64)

    def _group_frequency(self, term: int, found: int) -> int:
        """In how many groups a term stands; beyond the rows at hand as if it fell at random."""
        if self.whole is None or not self.whole.groups:
            return found
        share = min(1.0, self._frequency(term, 0) / max(1, self.whole.total))
        size = self.whole.total / self.whole.groups
        expected: float = self.whole.groups * (1.0 - (1.0 - share) ** size)
        return max(found, round(expected))

    def bm25_groups(
        self, query: npt.NDArray[np.uint32], allowed: Mask, groups: npt.NDArray[np.int32]
    ) -> Floats:
        """Okapi BM25 of groups of rows taken as one text each, `(highest group + 1,)`.

        Args:
            query: term hashes.
            allowed: rows that count.
            groups: the group of each row, `(n,)`.
        """
        size = int(groups.max()) + 1 if len(groups) else 0
        scores = np.zeros(size, dtype=np.float32)
        lengths = np.bincount(groups, weights=self.lengths * allowed, minlength=size)
        beyond: Mapping[int, npt.NDArray[Any]] = {}
        if self.whole is not None and self.whole.group_lengths is not None:
            lengths, beyond = self.whole.group_lengths, self.whole.group_hits
        total = int(np.count_nonzero(lengths))
        mean = max(1.0, float(lengths.sum()) / max(1, total))
        if self.whole is not None and self.whole.groups:
            total, mean = max(total, self.whole.groups), max(1.0, self.whole.group_mean)
        for term in dict.fromkeys(query.tolist()):
            rows = self.postings.rows(term)
            counts = np.bincount(groups[rows[allowed[rows]]], minlength=size)
            counts = np.maximum(counts, beyond.get(term, 0))
            found = np.flatnonzero(counts)
            having = self._group_frequency(term, len(found))
            scores[found] += _okapi(counts[found], lengths[found], mean, total, _B_LONG, having)
        return scores

    def cosines(self, query: Floats, rows: Rows) -> Floats:
        """Exact cosines of some rows with a unit query vector, `(len(rows),)`."""
        if self.vectors.values.shape[1] != len(query) or not len(rows):
            return np.zeros(len(rows), dtype=np.float32)
        return product(self.vectors.values[rows], query)

    def exact(self, query: Floats) -> Floats | None:
        """Cosines of all rows with a unit query vector, `(n,)`; None where there are too many."""
        vectors = self.vectors.values
        if vectors.shape[1] != len(query) or not 0 < len(vectors) <= EXACT:
            return None
        return product(vectors, query)

    def similar(self, query: Floats, allowed: Mask, k: int) -> tuple[Rows, Floats]:
        """The k allowed rows closest to a unit query vector, best first, with exact cosines."""
        return self.nearest(query, [(allowed, k)])[0]

    def nearest(
        self, query: Floats, wanted: Sequence[tuple[Mask, int]], exact: Floats | None = None
    ) -> list[tuple[Rows, Floats]]:
        """`similar` for several masks at the cost of about one.

        Args:
            query: `(dimension,)` unit vector.
            wanted: rows allowed, `(n,)`, and how many of them.
            exact: what the method of that name gave for the query, where it is at hand.
        """
        none = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.float32)
        vectors = self.vectors.values
        if vectors.shape[1] != len(query) or not len(vectors):
            return [none for _ in wanted]
        found = []
        scores = self.exact(query) if exact is None else exact
        if scores is not None:
            for allowed, k in wanted:
                rows = np.flatnonzero(allowed).astype(np.int32)
                best = rows[top(scores[rows], k)]
                found.append((best, scores[best]))
            return found
        distance = hamming(self.bits.values, signs(query[None, :])[0])
        for allowed, k in wanted:
            count = max(_OVERSAMPLE, 8 * k, len(vectors) // _SHARE)
            rows = _closest(distance, allowed, count)
            scores = product(vectors[rows], query)
            order = top(scores, k)
            found.append((rows[order], scores[order]))
        return found


def corpus(offsets: Ints, terms: npt.NDArray[np.uint32], vectors: Floats | Growing) -> Corpus:
    """A corpus from arrays: `offsets` `(n + 1,)` into `terms`, `vectors` `(n, dimension)`."""
    count = len(offsets) - 1
    matrix = vectors if isinstance(vectors, Growing) else Growing(vectors)
    rows = np.repeat(np.arange(count, dtype=np.int32), np.diff(offsets))
    return Corpus(
        vectors=matrix,
        bits=Growing(signs(matrix.values)),
        ends=Growing(np.ascontiguousarray(offsets[1:], dtype=np.int64)),
        terms=Growing(np.ascontiguousarray(terms, dtype=np.uint32)),
        postings=Index(terms.astype(np.int64), rows, count),
    )


def product(rows: Floats, query: Floats) -> Floats:
    """Dot products of some thousand rows `(n, d)` with a vector `(d,)`.

    Not by BLAS: its threads cost more than they save on so little, and where other processes want
    the cores they wait for each other [p95 at 4,000 rows: 22 ms against 1].
    """
    if not len(rows):
        return np.zeros(0, dtype=np.float32)  # nothing embedded yet: the rows have no width
    found: Floats = np.einsum("nd,d->n", rows, query)
    return found


def signs(vectors: Floats) -> npt.NDArray[np.uint64]:
    """The sign bits of vectors `(n, d)`, packed into `(n, ceil(d / 64))` words."""
    count, width = vectors.shape
    packed = np.zeros((count, _words(width) * 8), dtype=np.uint8)
    for start in range(0, count, 65_536):
        part = np.packbits(vectors[start : start + 65_536] > 0, axis=1)
        packed[start : start + len(part), : part.shape[1]] = part
    return packed.view(np.uint64)


def top(scores: Floats, k: int) -> Ints:
    """Positions of the k highest scores, best first; equal ones in order of position."""
    if len(scores) > 4 * k:
        cut = np.partition(scores, len(scores) - k)[len(scores) - k]
        pool = np.flatnonzero(scores >= cut)
    else:
        pool = np.arange(len(scores))
    ranked: Ints = pool[np.argsort(-scores[pool], kind="stable")][:k]
    return ranked


def _okapi(
    counts: npt.NDArray[Any],
    lengths: npt.NDArray[Any],
    mean: float,
    total: int,
    b: float,
    having: int,
) -> Floats:
    """One term's share in the scores of the documents that have it (Robertson et al.)."""
    idf = np.log(1 + (max(0, total - having) + 0.5) / (having + 0.5))
    tf = counts.astype(np.float64)
    share = idf * tf * (K1 + 1) / (tf + K1 * (1 - b + b * lengths / mean))
    found: Floats = share.astype(np.float32)
    return found


def _words(width: int) -> int:
    return (width + 63) // 64


def _closest(distance: npt.NDArray[np.uint16], allowed: Mask, count: int) -> Rows:
    """The allowed rows with the least distance: `count` and whatever ties with the last."""
    rows = np.flatnonzero(allowed).astype(np.int32)
    if len(rows) <= count:
        return rows
    # The distances are small integers: counting them finds the cut without sorting.
    near = distance[rows]
    cut = int(np.searchsorted(np.cumsum(np.bincount(near)), count))
    return rows[near <= cut]


def hamming(bits: npt.NDArray[np.uint64], query: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint16]:
    """In how many bits each of some rows `(n, w)` differs from another `(w,)`."""
    distance = np.zeros(len(bits), dtype=np.uint16)
    for column, word in enumerate(query):  # a sum along so short an axis is slow in numpy
        distance += _ones(bits[:, column] ^ word)
    return distance


def _ones(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    counts: npt.NDArray[np.uint8]
    if hasattr(np, "bitwise_count"):
        counts = np.bitwise_count(words)
    else:
        table = np.array([bin(i).count("1") for i in range(256)], dtype=np.uint8)
        counts = table[words.view(np.uint8).reshape(-1, 8)].sum(axis=1, dtype=np.uint8)
    return counts
