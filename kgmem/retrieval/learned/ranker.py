"""The learned ranker: the hand-set score plus a linear correction, in numpy.

    s_i = prior_i + Σ_k w_k clip((x_ik - mean_k) / spread_k, -5, 5)

Supervised: `kgmem train ranker` fits w so that the episodes that hold the evidence come first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from kgmem import tensors
from kgmem.retrieval.expand import Subgraph
from kgmem.retrieval.fact_signals import outdone
from kgmem.retrieval.filters import Scope
from kgmem.retrieval.learned.features import fingerprint, names, see
from kgmem.retrieval.nominate import Pool, Query
from kgmem.retrieval.scoring import Scores
from kgmem.retrieval.signals import added
from kgmem.snapshot import Snapshot
from kgmem.types import Floats

FARTHEST = 5.0
"""Spreads from the mean beyond which a feature counts no more."""


@dataclass(frozen=True, slots=True)
class Ranker:
    """What was learned.

    Attributes:
        mean: of each feature in training, `(F,)`.
        spread: its standard deviation, `(F,)`.
        weight: of each feature in spreads, `(F,)`.
        name: of the card.
    """

    mean: Floats
    spread: Floats
    weight: Floats
    name: str = "unnamed"

    def correction(self, features: Floats) -> Floats:
        """What is added to the hand-set scores, `(p,)` from `(p, F)`."""
        scaled = np.clip((features - self.mean) / self.spread, -FARTHEST, FARTHEST)
        found: Floats = (scaled @ self.weight).astype(np.float32)
        return found


def kind() -> tensors.Kind:
    """What a file of a ranker must be."""
    size = (len(names()),)
    shapes = {"mean": size, "spread": size, "weight": size}
    command = "kgmem train ranker"
    return tensors.Kind("learned ranker", "kgmem-ranker/1", command, fingerprint(), shapes)


@lru_cache(maxsize=8)
def load(path: str) -> Ranker:
    """The ranker of a file, read once.

    Raises:
        InputError: the file is missing, or was trained for other features.
    """
    arrays, card = tensors.load(Path(path), kind())
    return Ranker(arrays["mean"], arrays["spread"], arrays["weight"], card.name)


def rank(
    ranker: Ranker,
    snapshot: Snapshot,
    scope: Scope,
    query: Query,
    pool: Pool,
    graph: Subgraph,
    *,
    present: bool,
) -> Scores:
    """The scores of a subgraph by what was learned; its part is called "learned".

    What has ended still never comes before what took its place.
    """
    seen = see(snapshot, scope, query, pool, graph, present=present)
    parts = {n: p for n, p in seen.prior.episode_parts.items() if n != "outdone"}
    parts["learned"] = ranker.correction(seen.features)
    count = len(graph.episodes)
    if present:
        parts["outdone"] = outdone(scope, snapshot, graph, added(parts, count))
    return replace(seen.prior, episodes=added(parts, count), episode_parts=parts)
