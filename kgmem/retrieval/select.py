"""Which of the scored facts and episodes become candidates, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgmem.retrieval.expand import Subgraph
from kgmem.retrieval.nominate import Query
from kgmem.retrieval.scoring import Scores
from kgmem.retrieval.signals import by_subject
from kgmem.snapshot import Snapshot
from kgmem.snapshot.columns import LIVE
from kgmem.types import Ints

_FACT_SHARE = 4  # at most one candidate in so many is a fact: episodes hold what extraction missed
_NEAR = 1.0  # a fact stands on the episodes that score this close to the best that supports it
_SLOTS = 1 << 32  # more than there are relations
_AHEAD = 1e-3  # a fact stands right before the best episode that supports it


@dataclass(frozen=True, slots=True)
class Choice:
    """A candidate to be.

    Attributes:
        fact: position among the subgraph's facts, -1 for an episode.
        episodes: positions of the episodes it stands on, best first; itself for an episode.
        score: final score.
    """

    fact: int
    episodes: tuple[int, ...]
    score: float


def select(
    snapshot: Snapshot,
    query: Query,
    graph: Subgraph,
    scores: Scores,
    *,
    limit: int,
    present: bool,
    cover: bool,
) -> list[Choice]:
    """The candidates, best first.

    Episodes are ranked by their scores; the facts that match best stand before the episode that
    supports them. For a question about several entities each gets its share (Memory-R1 takes as
    many candidates for each speaker), so that the better documented one cannot take all.

    Args:
        snapshot: where names are looked up.
        query: the question.
        graph: what was scored.
        scores: of its facts and episodes.
        limit: most candidates.
        present: the question is about what holds now.
        cover: whether to give each entity its share.
    """
    order = np.argsort(-scores.episodes, kind="stable")
    if cover:
        order = _covering(order, _groups(snapshot, query, graph))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    ahead = _facts_by_episode(graph, scores, _shown(snapshot, graph, present), place, limit)
    chosen: list[Choice] = []
    for episode in order.tolist():
        score = float(scores.episodes[episode])
        chosen += [Choice(f, e, score + _AHEAD) for f, e in ahead.get(episode, ())]
        chosen.append(Choice(-1, (episode,), score))
        if len(chosen) >= limit:
            break
    return chosen[:limit]


def _shown(snapshot: Snapshot, graph: Subgraph, present: bool) -> npt.NDArray[np.bool_]:
    """The facts that may be candidates.

    Tentative ones helped to find the episodes; their words are better read there. Where a question
    is about the present, an ended fact stands back if one of the same subject and relation holds.
    """
    facts, rows = snapshot.facts, graph.facts
    shown = facts["tier"][rows] == 1
    if present:
        live = facts["status"][rows] == LIVE
        slot = graph.ends[:, 0] * _SLOTS + facts["relation"][rows]
        shown &= live | ~np.isin(slot, slot[live & shown])
    answer: npt.NDArray[np.bool_] = shown
    return answer


def _facts_by_episode(
    graph: Subgraph,
    scores: Scores,
    shown: npt.NDArray[np.bool_],
    place: Ints,
    limit: int,
) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
    """The best of the facts to show with their episodes in rank order, by the first of these."""
    pairs = graph.support[shown[graph.support[:, 0]]]
    reached = np.full(len(scores.facts), -np.inf, dtype=np.float32)
    np.maximum.at(reached, pairs[:, 0], scores.episodes[pairs[:, 1]])
    worth = scores.facts + reached
    order = np.argsort(-worth, kind="stable")[: limit // _FACT_SHARE]
    found: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for fact in order[np.isfinite(worth[order])].tolist():
        support = pairs[pairs[:, 0] == fact, 1]
        close = support[scores.episodes[support] >= reached[fact] - _NEAR]
        episodes = close[np.argsort(place[close], kind="stable")].tolist()
        found.setdefault(episodes[0], []).append((fact, tuple(episodes)))
    return found


def _groups(snapshot: Snapshot, query: Query, graph: Subgraph) -> list[npt.NDArray[np.bool_]]:
    """For each entity that the question is about a mask of the episodes by or about it."""
    groups = []
    for entity in dict.fromkeys(x.entity for x in query.links if x.subject):
        members = np.array(snapshot.names.group(entity), dtype=np.int64)
        mask = by_subject(snapshot, members, graph.episodes) > 0
        about = np.isin(graph.entities[graph.ends[:, 0]], members)
        mask[graph.support[about[graph.support[:, 0]], 1]] = True
        groups.append(mask)
    return groups


def _covering(order: Ints, groups: Sequence[npt.NDArray[np.bool_]]) -> Ints:
    """The same episodes such that in every prefix each group has its share, as far as it goes.

    With n groups each is sure of one place in 2 n; the rest goes by score alone.
    """
    if len(groups) < 2:
        return order
    queues = [[e for e in order.tolist() if mask[e]][::-1] for mask in groups]
    rest = order.tolist()[::-1]
    counts = [0] * len(groups)
    taken: set[int] = set()
    result: list[int] = []
    while rest:
        due = (len(result) + 1) // (2 * len(groups))
        queue = next((q for q, n in zip(queues, counts, strict=True) if n < due and q), rest)
        episode = queue.pop()
        if episode in taken:
            continue
        taken.add(episode)
        result.append(episode)
        counts = [n + int(mask[episode]) for n, mask in zip(counts, groups, strict=True)]
    return np.array(result, dtype=np.int64)
