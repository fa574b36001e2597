"""What the learned ranker sees of each episode of a pool.

The signals are those of the hand-set ranking with weights of their own (`PRIOR`), so that a user's
`Weights` do not change what was learned from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from kgmem.retrieval.clues import CLUES
from kgmem.retrieval.expand import Subgraph
from kgmem.retrieval.filters import Scope
from kgmem.retrieval.nominate import Pool, Query, Rows, cosines
from kgmem.retrieval.scoring import Scores, score
from kgmem.retrieval.signals import zscore
from kgmem.settings import Weights
from kgmem.snapshot import Snapshot
from kgmem.types import Floats, Ints

PRIOR = Weights(relevance=0.0, fact_walk=0.0)
"""The hand-set ranking that is learned from, and that what is learned is added to."""

_VERSION = 2  # of how features are computed
_SIGNALS = ("window", "soft", "about", "fact", "answer", "asking", "reply", "bridge", "kin")
_NAMES = (
    *_SIGNALS,
    *("words", "score", "place", "gap", "before", "after", "before_two", "after_two"),
    *("session", "alike", "length", "asserted", "about_facts", "own_fact", "dated_fact", "dated"),
)
_OTHERS = 3  # best other episodes of a session that say how good it is
_NOT_OWN, _NOT_DATED = 0.2, 0.3  # what a fact loses in cosine for being none of those wanted


@dataclass(frozen=True, slots=True)
class Seen:
    """A question with the episodes nominated for it.

    Attributes:
        features: `(p, F)`, in the order of `names()`.
        prior: the hand-set scores with their parts.
    """

    features: Floats
    prior: Scores


def see(
    snapshot: Snapshot,
    scope: Scope,
    query: Query,
    pool: Pool,
    graph: Subgraph,
    *,
    present: bool,
) -> Seen:
    """Compute the features of all episodes of a pool.

    Args:
        snapshot: what is searched.
        scope: the rows that filters leave.
        query: the question.
        pool: what was nominated.
        graph: what is around it.
        present: the question is about what holds now.
    """
    prior = score(snapshot, scope, query, pool, graph, [], present=present, weights=PRIOR)
    rows = graph.episodes
    found = _signals(prior, len(rows))
    found["words"] = zscore(pool.episode_words[rows])
    found |= _standing(prior.episodes)
    found |= _beside(snapshot, rows, prior.episodes)
    found["session"] = zscore(_others(snapshot.episodes["session"][rows], prior.episodes))
    found["alike"] = zscore(_alike(snapshot.episode_texts.vectors.values[rows], prior.episodes))
    found["length"] = np.log1p(_lengths(snapshot, rows))
    found |= _told(snapshot, query, pool, graph, prior)
    return Seen(np.stack([found[n] for n in _NAMES], axis=1).astype(np.float32), prior)


def names() -> tuple[str, ...]:
    """The features in their order."""
    return _NAMES


def fingerprint() -> str:
    """Changes with the features that weights expect."""
    weights = sorted((name, value) for name, value in asdict(PRIOR).items() if value)
    told = f"{_VERSION} {names()} {weights}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _signals(prior: Scores, count: int) -> dict[str, Floats]:
    """The parts of the hand-set scores without their weights; 0 for those that do not apply."""
    zero = np.zeros(count, dtype=np.float32)
    weights: Mapping[str, float] = asdict(PRIOR)
    parts = prior.episode_parts
    return {n: parts[n] / weights[n] if n in parts and weights[n] else zero for n in _SIGNALS}


def _standing(scores: Floats) -> dict[str, Floats]:
    """The hand-set score, its place (1 for the first, falling) and its distance from the best."""
    place = np.empty(len(scores), dtype=np.int64)
    place[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    return {
        "score": scores,
        "place": (1.0 / (1.0 + place / 5.0)).astype(np.float32),
        "gap": scores - scores.max(initial=0.0),
    }


def _beside(snapshot: Snapshot, rows: Rows, scores: Floats) -> dict[str, Floats]:
    """The scores of the episodes one and two before and after; the least where there is none."""
    table = snapshot.episodes
    before = table.rows(table["previous"][rows])
    two = np.where(before >= 0, table.rows(table["previous"][np.maximum(before, 0)]), -1)
    found: dict[str, Floats] = {}
    for name, other in (("", before), ("_two", two)):
        place = np.minimum(np.searchsorted(rows, other), max(0, len(rows) - 1))
        known = (other >= 0) & (rows[place] == other)
        earlier = np.full(len(rows), scores.min(initial=0.0), dtype=np.float32)
        later = earlier.copy()
        earlier[known] = scores[place[known]]
        later[place[known]] = scores[known]
        found |= {f"before{name}": zscore(earlier), f"after{name}": zscore(later)}
    return found


def _others(sessions: npt.NDArray[np.integer], scores: Floats) -> Floats:
    """The mean score of the best other episodes of each one's session; the least for a lone one."""
    order = np.lexsort((-scores, sessions))
    start = np.searchsorted(sessions[order], sessions[order])
    place = np.arange(len(order)) - start
    size = np.searchsorted(sessions[order], sessions[order], side="right") - start
    sums = np.concatenate([[0.0], np.cumsum(scores[order], dtype=np.float64)])
    among = place < _OTHERS  # one of the best itself: the next takes its place
    taken = np.minimum(size, np.where(among, _OTHERS + 1, _OTHERS))
    total = sums[start + taken] - sums[start] - np.where(among, scores[order], 0.0)
    count = taken - among
    mean = np.where(count > 0, total / np.maximum(count, 1), scores.min(initial=0.0))
    found = np.empty(len(order), dtype=np.float32)
    found[order] = mean
    return found


def _lengths(snapshot: Snapshot, rows: Rows) -> Ints:
    """How many words each episode has."""
    ends = snapshot.episode_texts.ends.values
    counted: Ints = ends[rows] - np.where(rows > 0, ends[rows - 1], 0)
    return counted


def _alike(vectors: Floats, scores: Floats) -> Floats:
    """How much each episode is like the best others."""
    best = np.argsort(-scores, kind="stable")[: CLUES + 1]
    found: Floats = np.einsum("pd,d->p", vectors, vectors[best].sum(axis=0))
    found[best] -= 1.0
    return found


def _told(
    snapshot: Snapshot, query: Query, pool: Pool, graph: Subgraph, prior: Scores
) -> dict[str, Floats]:
    """How many facts an episode supports, about whom, and how close the best of them is."""
    facts, rows = snapshot.facts, graph.facts
    fact, episode = graph.support[:, 0], graph.support[:, 1]
    count = len(graph.episodes)
    about = prior.fact_parts["about"] > 0
    dated = ~np.isnan(facts["start_earliest"][rows])
    near = cosines(snapshot.fact_texts, pool.fact_near, query, rows)

    def number(flag: npt.NDArray[np.bool_]) -> Floats:
        counted: Floats = np.log1p(np.bincount(episode[flag[fact]], minlength=count))
        return counted

    both = np.zeros(count, dtype=np.float32)
    both[episode[(dated & about)[fact]]] = 1.0
    return {
        "asserted": number(facts["tier"][rows] == 1),
        "about_facts": number(about),
        "own_fact": _best(near - _NOT_OWN * ~about, fact, episode, count),
        "dated_fact": _best(near - _NOT_DATED * ~dated, fact, episode, count),
        "dated": both,
    }


def _best(values: Floats, fact: Ints, episode: Ints, count: int) -> Floats:
    """The value of each episode's best fact, z-scored; one without facts counts as a poor one."""
    best = np.full(count, -np.inf, dtype=np.float32)
    np.maximum.at(best, episode, values[fact].astype(np.float32))
    has = np.isfinite(best)
    if not has.any():
        return np.zeros(count, dtype=np.float32)
    best[~has] = float(best[has].mean() - best[has].std())
    return zscore(best)
