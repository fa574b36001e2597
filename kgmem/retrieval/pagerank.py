"""Personalised PageRank by forward push (Andersen, Chung, Lang 2006), by whole frontiers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kgmem.types import Ints

_ROUNDS = 200

Weights = npt.NDArray[np.float64]


def personalised_pagerank(
    sources: Ints,
    targets: Ints,
    seeds: Weights,
    *,
    restart: float = 0.5,
    tolerance: float = 1e-4,
) -> Weights:
    """The stationary distribution of a walk that returns to the seeds.

    Every node whose residual exceeds `tolerance` times its degree keeps the share `restart` of it
    and pushes the rest to its neighbours; what is left unpushed bounds the error of a node by
    `tolerance` times its degree.

    Args:
        sources: `(m,)` one end of each undirected edge.
        targets: `(m,)` the other end.
        seeds: `(n,)` weights of the start, not negative; they need not sum to 1.
        restart: probability of returning to the seeds at each step.
        tolerance: residual per degree that is not worth pushing.

    Returns:
        `(n,)`, summing to at most 1; all zero without seeds. Mass at a node without edges stays.
    """
    count = len(seeds)
    rank = np.zeros(count)
    total = float(seeds.sum())
    if total <= 0:
        return rank
    heads = np.concatenate([sources, targets])
    tails = np.concatenate([targets, sources])
    degree = np.bincount(heads, minlength=count).astype(np.float64)
    residual = seeds / total
    alone = degree == 0
    rank[alone], residual[alone] = residual[alone], 0.0
    for _ in range(_ROUNDS):
        active = residual > tolerance * degree
        if not active.any():
            break
        pushed = np.where(active, residual, 0.0)
        residual = residual - pushed
        rank += restart * pushed
        share = np.divide((1 - restart) * pushed, degree, out=np.zeros(count), where=~alone)
        residual += np.bincount(tails, weights=share[heads], minlength=count)
    return rank
