"""The signals of a subgraph's facts, and what facts say for the episodes that support them."""

from __future__ import annotations

import numpy as np

from kgmem.retrieval.bridge import bridged
from kgmem.retrieval.expand import Subgraph
from kgmem.retrieval.filters import Scope
from kgmem.retrieval.nominate import Pool, Query, Rows, cosines
from kgmem.retrieval.signals import TOLD_WITHIN, Parts, by_subject, limits, zscore
from kgmem.retrieval.walk import Step
from kgmem.settings import Weights
from kgmem.snapshot import Snapshot
from kgmem.snapshot.columns import KINDS
from kgmem.types import Floats, Ints, Validity

_SAID = ("name", "part of a name", "mentioned")  # links by the question's own words
_BEHIND = 0.01  # by how much an outdone episode stays behind
_EVENT = KINDS.index("event")


def fact_parts(
    snapshot: Snapshot,
    scope: Scope,
    query: Query,
    pool: Pool,
    graph: Subgraph,
    steps: list[Step],
    *,
    present: bool,
    weights: Weights,
) -> Parts:
    """The signals of a subgraph's facts, `(m,)` each."""
    rows = graph.facts
    near = cosines(snapshot.fact_texts, pool.fact_near, query, rows)
    parts = {
        "dense": weights.fact_dense * zscore(near),
        "words": weights.fact_words * zscore(pool.fact_words[rows]),
        "about": weights.fact_about * _about(query, graph),
        "linked": weights.fact_linked * _linked(query, graph),
    }
    if query.question.window is not None:
        parts["time"] = weights.fact_time * _held_in(query.question.window, snapshot, rows)
    if weights.fact_walk:
        walked = np.zeros(len(rows), dtype=np.float32)
        for step in steps:
            walked[step.fact] = step.similarity / 2**step.depth
        parts["walk"] = weights.fact_walk * zscore(walked)
    if present:
        parts["ended"] = weights.ended * scope.ended[rows].astype(np.float32)
    return parts


def best_fact(graph: Subgraph, facts: Floats) -> Floats:
    """The score of each episode's best fact, z-scored; one without facts counts as a poor one."""
    best = np.full(len(graph.episodes), -np.inf, dtype=np.float32)
    np.maximum.at(best, graph.support[:, 1], facts[graph.support[:, 0]])
    has = np.isfinite(best)
    if not has.any():
        return np.zeros(len(best), dtype=np.float32)
    best[~has] = float(best[has].mean() - max(1.0, best[has].std()))
    return zscore(best)


def about(snapshot: Snapshot, query: Query, graph: Subgraph, by_fact: float) -> Floats:
    """1 for the episodes by an entity that the question is about, less with a fact about it."""
    found = by_subject(snapshot, query.subjects, graph.episodes)
    told = by_fact * _about(query, graph)
    np.maximum.at(found, graph.support[:, 1], told[graph.support[:, 0]])
    return found


def behind(query: Query, graph: Subgraph, facts: Floats) -> Floats:
    """The gain of each episode's best fact from standing one hop behind what matches best."""
    named = {x.entity for x in query.links if x.how in _SAID} | set(query.subjects.tolist())
    said = {i for i, e in enumerate(graph.entities.tolist()) if e in named}
    gains = bridged(facts, graph.ends, graph.degrees, said)
    found = np.zeros(len(graph.episodes), dtype=np.float32)
    np.maximum.at(found, graph.support[:, 1], gains[graph.support[:, 0]])
    return found


def told(snapshot: Snapshot, query: Query, graph: Subgraph) -> Floats:
    """How much each episode tells about what the question is about, on a logarithmic scale.

    Counts the asserted facts of its subjects that are no mere plan or wish; events, which answers
    are mostly made of, a second time.
    """
    facts = snapshot.facts
    sure = (facts["tier"][graph.facts] == 1) & (facts["modality"][graph.facts] == 0)
    sure &= _about(query, graph) > 0
    events = sure & (facts["kind"][graph.facts] == _EVENT)
    fact, episode = graph.support[:, 0], graph.support[:, 1]
    count = len(graph.episodes)
    all_told = np.bincount(episode[sure[fact]], minlength=count)
    happened = np.bincount(episode[events[fact]], minlength=count)
    found: Floats = (np.log1p(all_told) + np.log1p(happened)).astype(np.float32)
    return found


def answering(snapshot: Snapshot, query: Query, graph: Subgraph) -> Floats:
    """1 for the episodes with a fact about the question's subject of the kind that answers it.

    That is a fact with an entity of the type asked for (a pet for "which pets"), or one whose time
    was said for "when"; half as much where it is about somebody else.
    """
    found = np.zeros(len(graph.episodes), dtype=np.float32)
    asked, facts = query.question.answer_type, snapshot.facts
    if asked in ("time", "duration"):
        fits = ~np.isnan(facts["start_earliest"][graph.facts])
    else:
        code = snapshot.strings.find(asked) if asked else -1
        rows = snapshot.entities.rows(graph.entities)
        # The last place answers for ends that a fact does not have.
        typed = np.append(snapshot.entities["type"][rows] == code, False)
        fits = typed[graph.ends[:, 1:]].any(axis=1)
    worth = fits * (0.5 + 0.5 * _about(query, graph))
    np.maximum.at(found, graph.support[:, 1], worth[graph.support[:, 0]].astype(np.float32))
    return found


def stale(scope: Scope, snapshot: Snapshot, graph: Subgraph) -> Floats:
    """1 for the episodes that support asserted facts of which none holds any more."""
    asserted = snapshot.facts["tier"][graph.facts] == 1
    over = scope.ended[graph.facts]
    fact, episode = graph.support[:, 0], graph.support[:, 1]
    count = len(graph.episodes)
    known = np.bincount(episode[asserted[fact]], minlength=count)
    past = np.bincount(episode[(asserted & over)[fact]], minlength=count)
    found: Floats = ((known > 0) & (known == past)).astype(np.float32)
    return found


def outdone(scope: Scope, snapshot: Snapshot, graph: Subgraph, scores: Floats) -> Floats:
    """What stale episodes must lose so as not to come before what took the place of their facts.

    "I live in Rome" matches "Where does she live?" better than "I moved to Lisbon" ever will.

    Args:
        scope: what ended.
        snapshot: tiers and relations.
        graph: the facts and episodes scored.
        scores: of the episodes, `(p,)`.

    Returns:
        `(p,)`, not positive.
    """
    loss = np.zeros(len(scores), dtype=np.float32)
    past = stale(scope, snapshot, graph) > 0
    if not past.any():
        return loss
    facts = snapshot.facts
    slots = np.stack([graph.ends[:, 0], facts["relation"][graph.facts]], axis=1).tolist()
    sure = facts["tier"][graph.facts] == 1
    over = scope.ended[graph.facts]
    holds: dict[tuple[int, ...], float] = {}
    for fact, episode in graph.support[(sure & ~over)[graph.support[:, 0]]].tolist():
        slot = tuple(slots[fact])
        holds[slot] = max(holds.get(slot, -np.inf), float(scores[episode]))
    for fact, episode in graph.support[(sure & over)[graph.support[:, 0]]].tolist():
        best = holds.get(tuple(slots[fact]))
        if best is not None and past[episode]:
            loss[episode] = min(loss[episode], best - scores[episode] - _BEHIND)
    return loss


def support_counts(graph: Subgraph, facts: Ints) -> tuple[Ints, Ints]:
    """For each episode how many of `facts` it supports, and how many facts it supports at all."""
    chosen = np.isin(graph.support[:, 0], facts)
    count = len(graph.episodes)
    matched = np.bincount(graph.support[chosen, 1], minlength=count)
    return matched, np.bincount(graph.support[:, 1], minlength=count)


def _about(query: Query, graph: Subgraph) -> Floats:
    if not len(graph.facts) or not len(query.subjects):
        return np.zeros(len(graph.facts), dtype=np.float32)
    return np.isin(graph.entities[graph.ends[:, 0]], query.subjects).astype(np.float32)


def _linked(query: Query, graph: Subgraph) -> Floats:
    """The weight of the surest entity of a fact that the question means without being about it."""
    weights = {x.entity: x.weight for x in query.links if not x.subject}
    # The last place answers for ends that a fact does not have.
    by_entity = np.array([*(weights.get(e, 0.0) for e in graph.entities.tolist()), 0.0])
    found: Floats = by_entity[graph.ends].max(axis=1, initial=0.0).astype(np.float32)
    return found


def _held_in(window: Validity, snapshot: Snapshot, rows: Rows) -> Floats:
    """1 for the facts that held or happened in a time; told then, where no time was said."""
    facts = snapshot.facts
    low, high = limits(window)
    start, begun = facts["start_earliest"][rows], facts["start_latest"][rows]
    end, said = facts["end_latest"][rows], facts["said"][rows]
    lasting = facts["kind"][rows] != _EVENT
    last = np.where(np.isnan(end), np.where(lasting, np.inf, begun), end)
    stated = ~(np.isnan(start) & np.isnan(begun) & np.isnan(end))
    first = np.where(np.isnan(start), -np.inf, start)
    last = np.where(np.isnan(last), np.inf, last)
    told = (said >= low) & (said < high + TOLD_WITHIN)
    found: Floats = np.where(stated, (first < high) & (last > low), told).astype(np.float32)
    return found
