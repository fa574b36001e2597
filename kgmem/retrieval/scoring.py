"""How the signals of facts and episodes come together: each learns from the other, once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgmem.language.tokens import terms
from kgmem.retrieval.clues import likeness
from kgmem.retrieval.episodic import episodic_relevance
from kgmem.retrieval.expand import Subgraph, edges, seeds
from kgmem.retrieval.fact_signals import (
    about,
    answering,
    behind,
    best_fact,
    fact_parts,
    outdone,
    stale,
    support_counts,
    told,
)
from kgmem.retrieval.filters import Scope
from kgmem.retrieval.kin import kinship
from kgmem.retrieval.nominate import Pool, Query
from kgmem.retrieval.pagerank import personalised_pagerank
from kgmem.retrieval.signals import Parts, added, episode_parts, inherited, zscore
from kgmem.retrieval.walk import Step
from kgmem.settings import Weights
from kgmem.snapshot import Snapshot
from kgmem.types import Floats

_SEED_FACTS, _SEED_EPISODES = 20, 10
_FLOOR = 1e-6  # rank below which nodes are all alike


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of a subgraph's rows with what they are made of.

    Attributes:
        episodes: `(p,)`.
        facts: `(m,)`.
        episode_parts: by signal `(p,)`, adding up to `episodes`.
        fact_parts: by signal `(m,)`, adding up to `facts`.
    """

    episodes: Floats
    facts: Floats
    episode_parts: Parts
    fact_parts: Parts


def score(
    snapshot: Snapshot,
    scope: Scope,
    query: Query,
    pool: Pool,
    graph: Subgraph,
    steps: list[Step],
    *,
    present: bool,
    weights: Weights,
) -> Scores:
    """Score everything in a subgraph.

    Args:
        snapshot: what is searched.
        scope: the rows that filters leave.
        query: the question.
        pool: what was nominated.
        graph: what is around it.
        steps: what the walk found in it.
        present: the question is about what holds now.
        weights: of the signals.
    """
    of_facts = fact_parts(
        snapshot, scope, query, pool, graph, steps, present=present, weights=weights
    )
    facts = added(of_facts, len(graph.facts))
    count = len(graph.episodes)
    parts = episode_parts(snapshot, scope, query, pool, weights)
    parts["about"] = weights.about * about(snapshot, query, graph, weights.by_fact)
    parts["fact"] = weights.fact * best_fact(graph, of_facts["dense"])
    parts["told"] = weights.told * told(snapshot, query, graph)
    parts["answer"] = weights.answer * answering(snapshot, query, graph)
    if weights.relevance:
        found = np.array([s.fact for s in steps], dtype=np.int64)
        parts["relevance"] = weights.relevance * episodic_relevance(*support_counts(graph, found))
    if present:
        parts["stale"] = weights.stale * stale(scope, snapshot, graph)
    replies = inherited(snapshot, graph.episodes, added(parts, count))
    parts["reply"] = weights.reply * replies
    parts |= _akin(snapshot, scope, query, graph, added(parts, count), weights)
    if weights.clues:
        vectors = snapshot.episode_texts.vectors.values[graph.episodes]
        parts["clues"] = weights.clues * zscore(likeness(added(parts, count), vectors))
    if weights.bridge:
        gain = weights.bridge * behind(query, graph, facts)
        # What stands behind the best match never comes before it.
        total = added(parts, count)
        parts["bridge"] = np.minimum(gain, total.max(initial=-np.inf) - total)
    if weights.rank:
        reached = _pagerank(query, graph, facts, added(parts, count))
        parts["rank"] = weights.rank * zscore(np.log(reached + _FLOOR))
    if present:
        parts["outdone"] = outdone(scope, snapshot, graph, added(parts, count))
    return Scores(added(parts, count), facts, parts, of_facts)


def _akin(
    snapshot: Snapshot,
    scope: Scope,
    query: Query,
    graph: Subgraph,
    first: Floats,
    weights: Weights,
) -> Parts:
    """What the scores of a first pass, `(p,)`, say for episodes akin to the best."""
    if not weights.kin:
        return {}
    names = set(terms(" ".join(query.question.names)).tolist())
    kin = kinship(snapshot.episode_texts, graph.episodes, first, scope.episodes, names)
    return {"kin": weights.kin * zscore(kin)}


def _pagerank(
    query: Query, graph: Subgraph, facts: Floats, episodes: Floats
) -> npt.NDArray[np.float64]:
    """Personalised PageRank of the episodes, started from what scores best so far."""
    start = seeds(
        graph,
        {x.entity: x.weight for x in query.links},
        _best(facts, _SEED_FACTS),
        _best(episodes, _SEED_EPISODES),
    )
    rank = personalised_pagerank(*edges(graph), start)
    return rank[len(graph.entities) + len(graph.facts) :]


def _best(scores: Floats, count: int) -> Floats:
    """Softmax weights of the best few, 0 for the rest."""
    found = np.zeros(len(scores), dtype=np.float32)
    if len(scores):
        best = np.argsort(-scores, kind="stable")[:count]
        found[best] = np.exp(scores[best] - scores[best[0]])
    return found
