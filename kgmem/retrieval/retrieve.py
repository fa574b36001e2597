"""Retrieval from question to candidates: nominate, expand, walk, score, select, explain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from kgmem.language.questions import Question
from kgmem.language.tokens import estimate_tokens
from kgmem.protocols import Encoder, Reader
from kgmem.records import Episode
from kgmem.results import Candidate, Evidence, Fact
from kgmem.retrieval.expand import Subgraph, expand, vectors_of
from kgmem.retrieval.explain import parts_of, reason_of
from kgmem.retrieval.filters import Filters, Scope, looks_back, scope_of
from kgmem.retrieval.learned import PACKAGED, load, rank
from kgmem.retrieval.nominate import Pool, Query, nominate, query_of
from kgmem.retrieval.scoring import Scores, score
from kgmem.retrieval.select import Choice, select
from kgmem.retrieval.walk import Step, semantic_search
from kgmem.searching import Fetching
from kgmem.settings import Settings, Weights
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
    weights = settings.weights
    # The packaged ranker goes with the default weights; who sets weights means them.
    if settings.ranker and (settings.ranker != PACKAGED or weights == Weights()):
        learned = load(settings.ranker)
        return rank(learned, snapshot, scope, query, pool, graph, present=present)
    steps: list[Step] = []
    if weights.relevance or weights.fact_walk:
        facts, names = vectors_of(snapshot, graph)
        steps = semantic_search(
            query.vector,
            facts,
            graph.ends,
            names,
            width=settings.width,
            depth=settings.depth,
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
    told = _told(scores, chosen)
    found: list[Candidate] = []
    for choice, parts in zip(chosen, told, strict=True):
        ids = tuple(episode_ids[e] for e in choice.episodes)
        why = _Why(choice.score, parts, reason_of(parts, **names), reader.namespace)
        if choice.fact >= 0:
            fact = facts.get(fact_ids[choice.fact])
            found += [] if fact is None else [_of_fact(fact, ids, episodes, why)]
        elif ids[0] in episodes:
            found.append(_of_episode(episodes[ids[0]], why))
    return found


def _told(scores: Scores, chosen: Sequence[Choice]) -> Iterator[dict[str, float]]:
    """What the score of each choice is made of."""
    of_facts = iter(parts_of(scores.fact_parts, [c.fact for c in chosen if c.fact >= 0]))
    turns = [c.episodes[0] for c in chosen if c.fact < 0]
    of_turns = iter(parts_of(scores.episode_parts, turns))
    return (next(of_turns if c.fact < 0 else of_facts) for c in chosen)


class _Why(NamedTuple):
    """What a candidate says of itself beside its words."""

    score: float
    parts: dict[str, float]
    reason: str
    namespace: str


def _of_episode(episode: Episode, why: _Why) -> Candidate:
    return Candidate(
        id=episode.id,
        kind="episode",
        text=episode.body,
        time=episode.time,
        episodes=(episode.id,),
        evidence=(evidence_of(episode),),
        speaker=episode.speaker,
        tokens=estimate_tokens(episode.body),
        **why._asdict(),
    )


def _of_fact(
    fact: Fact, ids: tuple[str, ...], episodes: Mapping[str, Episode], why: _Why
) -> Candidate:
    """A fact as a candidate; its evidence in the rank order of the episodes, others left out."""
    place = {name: i for i, name in enumerate(ids) if name in episodes}
    evidence: list[Evidence] = [e for e in fact.evidence if e.episode in place]
    evidence.sort(key=lambda e: place[e.episode])
    return Candidate(
        id=fact.id,
        kind="fact",
        text=fact.text,
        time=_moment(fact),
        episodes=ids,
        evidence=tuple(evidence),
        fact=fact,
        tokens=estimate_tokens(fact.text),
        **why._asdict(),
    )


def _moment(fact: Fact) -> datetime:
    """When a fact held, as far as that was said; otherwise when it was said."""
    start = fact.validity.start
    return (start.earliest or start.latest or fact.said) if start else fact.said
