"""What the scores of a search in the server must know of all texts, beside those at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from kgmem.searching import Whole, Words
from kgmem.types import Ints

_ENOUGH = 1000  # texts from which frequencies are better estimated than from the sample


def run_together(ids: Sequence[str] | Ints, blobs: Sequence[bytes | None]) -> Words:
    """Terms of some texts one after the other, with the offsets where each begins."""
    kept = [blob or b"" for blob in blobs]
    offsets = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, kept), np.int64, len(kept)) // 4, out=offsets[1:])
    return ids, offsets, np.frombuffer(b"".join(kept), "<u4").astype(np.uint32, copy=False)


def whole(found: Mapping[str, Any], kind: str, total: int, cap: int) -> Whole:
    """Statistics of all texts: counted where that is cheap, else estimated from a sample.

    Args:
        found: the row of `around`.
        kind: `fact` or `episode`.
        total: how many texts there are.
        cap: up to which texts with a word were counted.
    """
    _, offsets, flat = run_together([], found[f"{kind}_sample"])
    seen = max(1, len(offsets) - 1)
    owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    frequencies: dict[int, int] = {}
    for term, *counts in found["counts"]:
        count = int(counts[kind == "episode"])
        if count >= cap:
            share = len(np.unique(owner[flat == term])) / seen
            count = max(count, round(share * total))
        frequencies[term] = count
    return Whole(total, len(flat) / seen, frequencies)


@dataclass(frozen=True, slots=True)
class Heard:
    """The words of whole sessions.

    Attributes:
        names: of the sessions, ascending.
        sizes: how many episodes each has.
        lengths: how many terms.
        owner: the place of the session of each term.
        terms: of all of them.
    """

    names: Ints
    sizes: Ints
    lengths: Ints
    owner: Ints
    terms: npt.NDArray[np.uint32]

    def hits(self, term: int) -> Ints:
        """How often each session has a term."""
        return np.bincount(self.owner[self.terms == term], minlength=len(self.names))


def heard(found: Mapping[str, Any], most: int) -> Heard:
    """The sessions that were read; where the reading was cut, without the one that it ended in.

    Args:
        found: the row of `around`.
        most: up to which episodes were read.
    """
    sessions, blobs = found["heard"]
    if len(sessions) >= most and sessions[0] != sessions[-1]:
        kept = sessions.index(sessions[-1])
        sessions, blobs = sessions[:kept], blobs[:kept]
    names, place, sizes = np.unique(
        np.array(sessions, np.int64), return_inverse=True, return_counts=True
    )
    _, offsets, terms = run_together([], blobs)
    counts = np.diff(offsets)
    lengths = np.bincount(place, weights=counts, minlength=len(names)).astype(np.int64)
    return Heard(names, sizes, lengths, np.repeat(place, counts), terms)


def refined(texts: Whole, sessions: Heard, spoken: Words, cap: int) -> Whole:
    """Frequencies that were only estimated, estimated better: from the sessions read.

    Args:
        texts: statistics of all episodes.
        sessions: those read texts.
        spoken: the terms of the episodes at hand, which were chosen by their words: what stands
            beside them in their sessions was not.
        cap: up to which texts with a word were counted.
    """
    _, offsets, terms = spoken
    here, read = len(offsets) - 1, int(sessions.sizes.sum())
    if read < here + _ENOUGH:
        return texts
    found = dict(texts.frequencies)
    for term in (t for t, count in found.items() if count >= cap):
        chosen = int(np.count_nonzero(terms == term))
        beside = max(0, int(np.count_nonzero(sessions.terms == term)) - chosen)
        found[term] = max(cap, int(chosen + beside * (texts.total - here) / (read - here)))
    return replace(texts, frequencies=found)


def grouped(texts: Whole, sessions: Heard, groups: Ints, session: Ints) -> Whole:
    """With how often whole sessions have each term; those not read are taken to be like the rest.

    A long session is met by as many episodes as it has: for the number of sessions the mean of one
    over the size of the session of each is right where the mean size is not.

    Args:
        texts: statistics of single episodes.
        sessions: those read texts.
        groups: names of the sessions met, ascending.
        session: the place in `groups` of each episode at hand.
    """
    here = np.bincount(session, minlength=len(groups))
    read = np.isin(groups, sessions.names)
    place = np.searchsorted(sessions.names, groups[read])
    usual = float(sessions.sizes.mean() if len(sessions.sizes) else here.sum() / max(1, len(here)))

    def known(values: Ints, else_: float) -> npt.NDArray[np.float64]:
        filled = np.full(len(groups), else_, np.float64)
        filled[read] = values[place]
        return filled

    sizes = np.maximum(known(sessions.sizes, usual), here)
    mean = float((1.0 / sizes[session]).mean()) if len(session) else 0.0
    count = max(1, len(groups) + round((texts.total - sizes.sum()) * mean))
    return replace(
        texts,
        groups=count,
        group_mean=texts.mean * texts.total / count,
        group_lengths=known(sessions.lengths, texts.mean * usual),
        group_hits={
            term: known(sessions.hits(term), usual * frequency / max(1, texts.total))
            for term, frequency in texts.frequencies.items()
        },
        sample=np.sort(sessions.terms),
        sampled=int(sessions.sizes.sum()),
    )
