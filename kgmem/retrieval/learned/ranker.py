"""The learned ranker: the hand-set score plus what small regression trees say, in numpy.

    s_i = prior_i + Σ_t leaf_t(x_i)

Supervised: `kgmem train ranker` grows the trees so that the episodes that hold the evidence come
first (LambdaMART, Burges 2010). Only the best `RERANKED` by the prior are moved, and what replies
to a question that matches is not put down: in chats, which the packaged trees were learned from,
short replies say little, but "Priya." answers who should review a change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from kgmem import tensors
from kgmem.assets import root
from kgmem.retrieval.expand import Subgraph
from kgmem.retrieval.fact_signals import outdone
from kgmem.retrieval.filters import Scope
from kgmem.retrieval.learned.features import fingerprint, names, see
from kgmem.retrieval.nominate import Pool, Query
from kgmem.retrieval.scoring import Scores
from kgmem.retrieval.signals import added
from kgmem.snapshot import Snapshot
from kgmem.types import Floats, Ints

DEPTH = 3
TREES = 160
PACKAGED = "packaged"
RERANKED = 100
"""Episodes that are ranked anew; those that score less stay where they are."""
_REPLY = names().index("reply")


@dataclass(frozen=True, slots=True)
class Ranker:
    """What was learned: complete binary trees of `DEPTH` questions each.

    Attributes:
        feature: asked about at each node, `(trees, 2^DEPTH - 1)`; from node n
            to 2n + 1 or 2n + 2.
        threshold: up to which its value leads to the first, likewise.
        leaf: what is added to the score, `(trees, 2^DEPTH)`.
        name: of the card.
    """

    feature: Ints
    threshold: Floats
    leaf: Floats
    name: str = "unnamed"

    def correction(self, features: Floats) -> Floats:
        """What is added to the hand-set scores, `(p,)` from `(p, F)`; not negative for replies."""
        width = features.shape[1]
        values = np.ascontiguousarray(features).ravel()
        asked, limits = self.feature.ravel(), self.threshold.ravel()
        rows = np.arange(len(features))[:, None] * width
        first = np.arange(len(self.leaf))[None, :] * (2**DEPTH - 1)
        node = np.zeros((len(features), len(self.leaf)), dtype=np.int64)
        for _ in range(DEPTH):
            at = first + node
            node = 2 * node + 1 + (values.take(rows + asked.take(at)) > limits.take(at))
        leaves = np.arange(len(self.leaf)) * 2**DEPTH + node - (2**DEPTH - 1)
        said = self.leaf.ravel().take(leaves)
        found: Floats = said.sum(axis=1, dtype=np.float32)
        found[(features[:, _REPLY] > 0) & (found < 0)] = 0.0
        return found


def kind() -> tensors.Kind:
    """What a file of a ranker must be."""
    nodes, leaves = (TREES, 2**DEPTH - 1), (TREES, 2**DEPTH)
    shapes = {"feature": nodes, "threshold": nodes, "leaf": leaves}
    command = "kgmem train ranker"
    return tensors.Kind("learned ranker", "kgmem-ranker/2", command, fingerprint(), shapes)


@lru_cache(maxsize=8)
def load(path: str) -> Ranker:
    """The ranker of a file, read once; "packaged" for the one that comes with kgmem.

    Raises:
        InputError: the file is missing, or was trained for other features.
    """
    file = root("data") / "ranker.safetensors" if path == PACKAGED else Path(path)
    arrays, card = tensors.load(Path(str(file)), kind())
    return Ranker(
        arrays["feature"].astype(np.int64), arrays["threshold"], arrays["leaf"], card.name
    )


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
    count = len(graph.episodes)
    best = np.argsort(-seen.prior.episodes, kind="stable")[:RERANKED]
    learned = np.zeros(count, dtype=np.float32)
    learned[best] = ranker.correction(seen.features[best])
    parts["learned"] = learned
    if present:
        parts["outdone"] = outdone(scope, snapshot, graph, added(parts, count))
    return replace(seen.prior, episodes=added(parts, count), episode_parts=parts)
