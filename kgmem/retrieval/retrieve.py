"""Retrieval from question to candidates: nominate, expand, walk, score, select, explain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from kgmem.language.questions import Question
from kgmem.language.tokens import estimate_tokens
from kgmem.protocols import Encoder, Reader
from kgmem.records import Episode
from kgmem.results import Candidate, Evidence, Fact
from kgmem.retrieval.expand import Subgraph, expand
from kgmem.retrieval.explain import parts_of, reason_of
from kgmem.retrieval.filters import Filters, Scope, looks_back, scope_of
from kgmem.retrieval.learned import load, rank
from kgmem.retrieval.nominate import Pool, Query, nominate, query_of
from kgmem.retrieval.scoring import Scores, score
from kgmem.retrieval.select import Choice, select
from kgmem.retrieval.walk import semantic_search
from kgmem.searching import Fetching
from kgmem.settings import Settings
from kgmem.snapshot import Snapshot
from kgmem.snapshot.views import evidence_of, view_facts

_NO_FILTERS = Filters()


def retrieve(
    question: Question,
    *,
    snapshot: Snapshot,
    reader: Reader,
    encoder: Encoder,
    settings: Settings,
    filters: Filters = _NO_FILTERS,
) -> list[Candidate]:
    """Find what may answer a question in one namespace.

    Args:
        question: analysed.
        snapshot: what is searched.
        reader: at the snapshot's revision, for the words of what is found.
        encoder: the one whose vectors the snapshot holds.
        settings: `limit`, `weights` or `ranker`, and `width`, `depth` and `threshold` of the walk.
        filters: what may be found at all.

    Returns:
        At most `settings.limit` facts and episodes, best first, each with the parts of its score,
        a reason, and the episodes it stands on in rank order.
    """
    weights = settings.weights
    if not snapshot.episodes.alive.any() and not snapshot.facts.alive.any():
        return []
    scope = scope_of(snapshot, reader, filters)
    query = query_of(question, snapshot, encoder)
    present = not looks_back(question, filters)
    pool = nominate(snapshot, scope, query, present=present)
    graph = expand(snapshot, scope, query, pool)
    scores = _scored(snapshot, scope, query, pool, graph, settings, present=present)
    chosen = select(
        snapshot,
        query,
        graph,
        scores,
        limit=settings.limit,
        present=present,
        cover=weights.cover > 0,
    )
    return _candidates(snapshot, reader, query, graph, scores, chosen)


def _scored(
    snapshot: Snapshot,
    scope: Scope,
    query: Query,
    pool: Pool,
    graph: Subgraph,
    settings: Settings,
    *,
    present: bool,
) -> Scores:
    """The scores by the weights of the signals, or by what was learned."""
    if settings.ranker:
        learned = load(settings.ranker)
        return rank(learned, snapshot, scope, query, pool, graph, present=present)
    weights = settings.weights
    steps = semantic_search(
        query.vector,
        graph.vectors,
        graph.ends,
        graph.names,
        width=settings.width,
        depth=settings.depth if weights.relevance or weights.fact_walk else 0,
        threshold=settings.threshold,
    )
    return score(snapshot, scope, query, pool, graph, steps, present=present, weights=weights)


def _candidates(
    snapshot: Snapshot,
    reader: Reader,
    query: Query,
    graph: Subgraph,
    scores: Scores,
    chosen: Sequence[Choice],
) -> list[Candidate]:
    episode_ids = [f"ep{n}" for n in snapshot.episodes.numbers[graph.episodes].tolist()]
    fact_ids = [f"f{n}" for n in snapshot.facts.numbers[graph.facts].tolist()]
    wanted = dict.fromkeys(fact_ids[c.fact] for c in chosen if c.fact >= 0)
    shown = dict.fromkeys(episode_ids[e] for c in chosen for e in c.episodes)
    if isinstance(reader, Fetching):
        reader.fetch([*wanted], [*shown])
    facts = {f.id: f for f in view_facts(reader, [snapshot.versions.get(i, i) for i in wanted])}
    rows = reader.get(shown)
    episodes = {i: r for i, r in rows.items() if isinstance(r, Episode)}
    names = {
        "subject": ", ".join(dict.fromkeys(x.name for x in query.links if x.subject)),
        "mentioned": ", ".join(dict.fromkeys(x.name for x in query.links if not x.subject)),
    }
    found: list[Candidate] = []
    for choice in chosen:
        ids = tuple(episode_ids[e] for e in choice.episodes)
        if choice.fact < 0:
            parts = parts_of(scores.episode_parts, choice.episodes[0])
            candidate = _of_episode(episodes.get(ids[0]))
        else:
            parts = parts_of(scores.fact_parts, choice.fact)
            candidate = _of_fact(facts.get(fact_ids[choice.fact]), ids, episodes)
        if candidate is not None:
            found.append(
                replace(
                    candidate,
                    score=choice.score,
                    parts=parts,
                    reason=reason_of(parts, **names),
                    namespace=reader.namespace,
                )
            )
    return found


def _of_episode(episode: Episode | None) -> Candidate | None:
    if episode is None:
        return None
    return Candidate(
        id=episode.id,
        kind="episode",
        text=episode.body,
        time=episode.time,
        score=0.0,
        episodes=(episode.id,),
        evidence=(evidence_of(episode),),
        speaker=episode.speaker,
        tokens=estimate_tokens(episode.body),
    )


def _of_fact(
    fact: Fact | None, ids: tuple[str, ...], episodes: Mapping[str, Episode]
) -> Candidate | None:
    """A fact as a candidate; its evidence in the rank order of the episodes, others left out."""
    if fact is None:
        return None
    place = {name: i for i, name in enumerate(ids) if name in episodes}
    evidence: list[Evidence] = [e for e in fact.evidence if e.episode in place]
    evidence.sort(key=lambda e: place[e.episode])
    return Candidate(
        id=fact.id,
        kind="fact",
        text=fact.text,
        time=_moment(fact),
        score=0.0,
        episodes=ids,
        evidence=tuple(evidence),
        fact=fact,
        tokens=estimate_tokens(fact.text),
    )


def _moment(fact: Fact) -> datetime:
    """When a fact held, as far as that was said; otherwise when it was said."""
    start = fact.validity.start
    return (start.earliest or start.latest or fact.said) if start else fact.said
