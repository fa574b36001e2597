"""Plain rankings for the baselines, independent of kgmem's own retrieval."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

_WORD = re.compile(r"\w+")
_RRF = 60


def bm25(
    texts: Sequence[str], k1: float = 1.5, b: float = 0.75
) -> Callable[[str], npt.NDArray[np.float64]]:
    """Okapi BM25 over lower-cased words (Robertson et al.), idf floored at zero.

    Returns:
        A function from a query to one score a text, shape `(len(texts),)`.
    """
    bags = [Counter(_WORD.findall(text.lower())) for text in texts]
    lengths = np.array([sum(bag.values()) for bag in bags], dtype=np.float64)
    mean = float(lengths.mean()) if len(texts) else 1.0
    frequency: Counter[str] = Counter(word for bag in bags for word in bag)

    def scores(query: str) -> npt.NDArray[np.float64]:
        total = np.zeros(len(texts))
        for word in set(_WORD.findall(query.lower())):
            count = frequency.get(word, 0)
            if not count:
                continue
            idf = math.log(1 + (len(texts) - count + 0.5) / (count + 0.5))
            tf = np.array([bag.get(word, 0) for bag in bags], dtype=np.float64)
            total += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * lengths / (mean or 1.0)))
        return total

    return scores


def fuse(scores: Sequence[npt.NDArray[np.floating]]) -> list[int]:
    """Reciprocal-rank fusion with k = 60 (Cormack et al. 2009); one list is just sorted.

    Returns:
        Indices, best first; ties keep the order of the texts.
    """
    if not scores:
        return []
    orders = [np.argsort(-s, kind="stable") for s in scores]
    if len(orders) == 1:
        return [int(i) for i in orders[0]]
    total = np.zeros(len(scores[0]))
    for order in orders:
        total[order] += 1.0 / (_RRF + 1 + np.arange(len(order)))
    return [int(i) for i in np.argsort(-total, kind="stable")]
