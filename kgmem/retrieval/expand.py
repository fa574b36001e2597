"""A bounded subgraph around what was nominated, as arrays: what the walk and PageRank run on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgmem.retrieval.filters import Scope
from kgmem.retrieval.nominate import Pool, Query, Rows, episodes_of
from kgmem.snapshot import Snapshot
from kgmem.types import Floats, Ints

_PER_LINK = 64  # newest facts taken of each linked entity, as subject and as object
_PER_END = 8  # newest facts taken of each entity that the nominated facts reach
_PER_EPISODE = 32  # facts taken of each nominated episode
_ROLES = ("subject", "object", "qualifier")
_MOST = 1500  # facts of a subgraph


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Facts with their entities and episodes.

    Attributes:
        facts: `(m,)` fact rows; those of the pool first, in its order.
        episodes: `(p,)` episode rows, the pool's.
        entities: `(k,)` numbers of merge roots.
        ends: `(m, 4)` positions in `entities` of subject, object and two qualifiers, -1 for none.
        degrees: `(k,)` facts that each entity takes part in, in the whole memory.
        support: `(s, 2)` positions of a fact and of an episode that supports it.
    """

    facts: Rows
    episodes: Rows
    entities: Ints
    ends: Ints
    degrees: Ints
    support: Ints


def expand(snapshot: Snapshot, scope: Scope, query: Query, pool: Pool) -> Subgraph:
    """Gather the surroundings of a pool. Hubs are capped, never scanned."""
    linked = [e for x in query.links for e in snapshot.names.group(x.entity)]
    reached = np.unique(_ends(snapshot, pool.facts))
    around = [
        _facts_around(snapshot, np.array(linked, dtype=np.int64), _PER_LINK),
        _facts_around(snapshot, reached[reached >= 0], _PER_END),
    ]
    # Where the cap bites, what tells whether an episode of the pool answers goes before what is
    # merely around it, and the newest before the rest.
    facts = pool.facts
    for more in (_facts_of(snapshot, pool.episodes), np.concatenate(around)):
        more = np.unique(more)
        more = more[scope.facts[more]]
        new = np.setdiff1d(more, facts, assume_unique=True)[::-1]
        facts = np.concatenate([facts, new[: max(0, _MOST - len(facts))]])
    ends = _rooted(snapshot, _ends(snapshot, facts))
    entities = np.unique(ends[ends >= 0])
    position, episodes = episodes_of(snapshot, facts)
    place = np.searchsorted(pool.episodes, episodes)
    place[place == len(pool.episodes)] = 0
    known = pool.episodes[place] == episodes if len(pool.episodes) else episodes < 0
    return Subgraph(
        facts=facts,
        episodes=pool.episodes,
        entities=entities,
        ends=np.where(ends >= 0, np.searchsorted(entities, ends), -1),
        degrees=snapshot.degrees(entities),
        support=np.unique(np.stack([position[known], place[known]], axis=1), axis=0),
    )


def vectors_of(snapshot: Snapshot, graph: Subgraph) -> tuple[Floats, Floats]:
    """The vectors of a subgraph's facts, `(m, d)`, and of its entities' names, `(k, d)`."""
    named = snapshot.entities.rows(graph.entities)
    facts, names = snapshot.fact_texts.vectors.values, snapshot.entity_texts.vectors.values
    return facts[graph.facts], names[named]


def _facts_of(snapshot: Snapshot, episodes: Rows) -> Rows:
    """The facts that some episodes support."""
    numbers = snapshot.episodes.numbers[episodes]
    supports = snapshot.indexes["support_episode"].many(numbers, _PER_EPISODE)[1]
    supports = supports[snapshot.supports.alive[supports]]
    found = snapshot.facts.rows(snapshot.supports["fact"][supports])
    facts: Rows = found[found >= 0].astype(np.int32)
    return facts


def _facts_around(snapshot: Snapshot, entities: Ints, cap: int) -> Rows:
    indexes = snapshot.indexes
    found = [indexes[name].many(entities, cap)[1] for name in _ROLES]
    return np.concatenate(found)


def _ends(snapshot: Snapshot, facts: Rows) -> Ints:
    """Subject, object and the first two entities in qualifiers of facts, `(m, 4)`."""
    ends = np.full((len(facts), 4), -1, dtype=np.int64)
    ends[:, 0] = snapshot.facts["subject"][facts]
    ends[:, 1] = snapshot.facts["object"][facts]
    rows, fillers = snapshot.fillers.rows.values, snapshot.fillers.entities.values
    first, last = np.searchsorted(rows, facts), np.searchsorted(rows, facts, side="right")
    for k in (0, 1):
        has = first + k < last
        ends[has, 2 + k] = fillers[first[has] + k]
    return ends


def _rooted(snapshot: Snapshot, ends: Ints) -> Ints:
    if not snapshot.names.parents:
        return ends
    merged = np.isin(ends, list(snapshot.names.parents))
    ends[merged] = [snapshot.names.root(e) for e in ends[merged].tolist()]
    return ends


def edges(graph: Subgraph) -> tuple[Ints, Ints]:
    """The subgraph as undirected edges; nodes are entities, then facts, then episodes."""
    count, facts = len(graph.entities), len(graph.facts)
    fact, slot = np.nonzero(graph.ends >= 0)
    return (
        np.concatenate([count + fact, count + graph.support[:, 0]]),
        np.concatenate([graph.ends[fact, slot], count + facts + graph.support[:, 1]]),
    )


def seeds(
    graph: Subgraph, links: dict[int, float], facts: Floats, episodes: Floats
) -> npt.NDArray[np.float64]:
    """Start weights of a walk over `edges`: a third each for entities, facts and episodes.

    Args:
        graph: the subgraph.
        links: weights by entity number.
        facts: `(m,)` weights.
        episodes: `(p,)` weights.
    """
    entities = np.array([links.get(e, 0.0) for e in graph.entities.tolist()])
    parts = [np.asarray(x, dtype=np.float64) for x in (entities, facts, episodes)]
    return np.concatenate([x / x.sum() if x.sum() > 0 else x for x in parts])
