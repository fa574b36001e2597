"""A second pass with what the first one found as clues, without a language model."""

from __future__ import annotations

import numpy as np

from kgmem.types import Floats

CLUES = 5


def likeness(scores: Floats, vectors: Floats) -> Floats:
    """How much each text is like the best of the first pass.

    MemoRAG (Qian et al. 2024) lets a model recall what an answer may look like and searches for
    that; here the best texts found so far are what is recalled: what else was bought, visited or
    read is told in like words. A text is no clue to itself.

    Args:
        scores: `(p,)` of the first pass.
        vectors: `(p, d)` unit rows.

    Returns:
        `(p,)` cosines with the mean of the clues, 0 where there is none.
    """
    best = np.argsort(-scores, kind="stable")[:CLUES]
    mean = np.broadcast_to(vectors[best].sum(axis=0), vectors.shape).copy()
    mean[best] -= vectors[best]
    length = np.linalg.norm(mean, axis=1)
    found = np.einsum("pd,pd->p", vectors, mean) / np.maximum(length, 1e-9)
    cosines: Floats = np.where(length > 1e-6, found, 0.0).astype(np.float32)
    return cosines
