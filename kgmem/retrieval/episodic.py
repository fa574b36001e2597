"""AriGraph's episodic relevance (Anokhin et al. 2024, Algorithm 1), made safe."""

from __future__ import annotations

import numpy as np

from kgmem.types import Floats, Ints


def episodic_relevance(matched: Ints, facts: Ints) -> Floats:
    """How much an episode's facts were among those found, 0..1.

    The paper has `n / max(N, 1) * log2(max(N, 1))`, which is zero for every episode of one fact,
    and divides by the greatest value, which may be zero. Here the logarithm is of `1 + N` and a
    greatest value of zero leaves all at zero; the order of episodes of several facts hardly
    changes.

    Args:
        matched: `(n,)` n, facts of each episode that the search found.
        facts: `(n,)` N, facts of each episode.
    """
    total = np.maximum(facts, 1)
    relevance = matched / total * np.log2(1 + total)
    greatest = relevance.max(initial=0.0)
    scaled: Floats = (relevance / greatest if greatest > 0 else relevance).astype(np.float32)
    return scaled
