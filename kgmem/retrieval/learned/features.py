"""What the learned ranker sees of each episode of a pool.

The signals are those of the hand-set ranking with weights of their own (`PRIOR`), so that a user's
`Weights` do not change what was learned from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np

from kgmem.language.questions import Question
from kgmem.language.tokens import terms
from kgmem.retrieval import soft
from kgmem.retrieval.expand import Subgraph
from kgmem.retrieval.filters import Scope
from kgmem.retrieval.nominate import Pool, Query
from kgmem.retrieval.scoring import Scores, score
from kgmem.retrieval.signals import asking, by_subject, zscore
from kgmem.settings import Weights
from kgmem.snapshot import Snapshot
from kgmem.types import Floats, Ints

PRIOR = Weights(relevance=0.0, fact_walk=0.0)
"""The hand-set ranking that is learned from, and that what is learned is added to."""

_VERSION = 1  # of how features are computed
_TOP = 10  # ranks of a signal that count as agreement
_SIGNALS = (
    *("dense", "window", "soft", "session", "about", "fact", "told", "answer"),
    *("asking", "time", "stale", "reply", "bridge", "kin"),
)
_RANKED = ("dense", "window", "soft", "fact", "words")
_CROSSED = (
    *("dense", "window", "soft", "session", "about", "fact", "told", "answer"),
    *("asking", "words", "has_head", "replies"),
)

ASKED = ("many", "time", "common", "nobody")
"""What is seen of a question: several things, a time, several people, nobody known."""


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
    found = _signals(prior, len(graph.episodes))
    found["words"] = zscore(pool.episode_words[graph.episodes])
    found |= _said(snapshot, query, graph)
    found |= _places(found, prior.episodes)
    found |= _around(snapshot, query, graph, prior.episodes)
    found |= _told(snapshot, query, graph, prior)
    asked = np.array(_asked(query.question, len(query.subjects) > 0), dtype=np.float32)
    crossed = np.stack([found[name] for name in _CROSSED], axis=1)
    plain = np.stack(list(found.values()), axis=1)
    products = [crossed * value for value in asked]
    return Seen(np.concatenate([plain, *products], axis=1, dtype=np.float32), prior)


def names() -> tuple[str, ...]:
    """The features in their order."""
    plain = (
        *_SIGNALS,
        "words",
        *("likeness", "verbatim", "most", "has_head", "cosine"),
        *(f"place_{name}" for name in (*_RANKED, "prior")),
        *("agreement", "gap"),
        *("before", "after", "session_best", "by_subject", "replies", "length"),
        *("facts", "asserted", "events", "dated", "about_facts", "fact_words", "linked"),
    )
    products = tuple(f"{a}*{name}" for a in ASKED for name in _CROSSED)
    return (*plain, *products)


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


def _said(snapshot: Snapshot, query: Query, graph: Subgraph) -> dict[str, Floats]:
    """How much of the question's words an episode says, or like ones, and how near it is."""
    rows, texts = graph.episodes, snapshot.episode_texts
    like = soft.matches(texts, query.terms, rows)
    head = soft.matches(texts, terms(query.question.head), rows)
    zero = np.zeros(len(rows), dtype=np.float32)
    return {
        "likeness": like.mean(axis=0) if len(like) else zero,
        "verbatim": (like == 1.0).mean(axis=0, dtype=np.float32) if len(like) else zero,
        "most": like.max(axis=0) if len(like) else zero,
        "has_head": head.max(axis=0) if len(head) else zero,
        "cosine": texts.cosines(query.vector, rows),
    }


def _places(found: Mapping[str, Floats], scores: Floats) -> dict[str, Floats]:
    """Places by the signals, 1 for the first and falling; how many of them agree; the distance."""
    ranked = {name: _rank(found[name]) for name in _RANKED}
    best = np.stack([rank < _TOP for rank in ranked.values()])
    ranked["prior"] = _rank(scores)
    places = {f"place_{n}": (1.0 / (1.0 + r / 5.0)).astype(np.float32) for n, r in ranked.items()}
    agreement = best.mean(axis=0, dtype=np.float32)
    return places | {"agreement": agreement, "gap": scores - scores.max(initial=0.0)}


def _rank(values: Floats) -> Ints:
    order = np.argsort(-values, kind="stable")
    rank = np.empty(len(values), dtype=np.int64)
    rank[order] = np.arange(len(values))
    return rank


def _around(snapshot: Snapshot, query: Query, graph: Subgraph, scores: Floats) -> dict[str, Floats]:
    """What stands beside an episode, who said it, and how long it is."""
    table, rows = snapshot.episodes, graph.episodes
    before = table.rows(table["previous"][rows])
    place = np.minimum(np.searchsorted(rows, before), max(0, len(rows) - 1))
    known = (before >= 0) & (rows[place] == before) if len(rows) else before >= 0
    least = float(scores.min(initial=0.0))
    earlier = np.where(known, scores[place], least) if len(rows) else scores
    later = np.full(len(rows), least, dtype=np.float32)
    later[place[known]] = scores[known]
    replies = np.zeros(len(rows), dtype=np.float32)
    replies[before >= 0] = asking(snapshot, before[before >= 0])
    sessions = np.unique(table["session"][rows], return_inverse=True)[1]
    highest = np.full(len(rows), -np.inf, dtype=np.float32)
    np.maximum.at(highest, sessions, scores)
    ends = snapshot.episode_texts.ends.values
    starts = np.where(rows > 0, ends[rows - 1], 0)
    return {
        "before": zscore(earlier),
        "after": zscore(later),
        "session_best": zscore(highest[sessions]),
        "by_subject": by_subject(snapshot, query.subjects, rows),
        "replies": replies,
        "length": np.log1p(ends[rows] - starts).astype(np.float32),
    }


def _told(snapshot: Snapshot, query: Query, graph: Subgraph, prior: Scores) -> dict[str, Floats]:
    """What the facts of an episode are: how many, sure, events, dated, about whom, how fitting."""
    facts, rows = snapshot.facts, graph.facts
    asserted = facts["tier"][rows] == 1
    flags = {
        "facts": np.ones(len(rows), dtype=bool),
        "asserted": asserted,
        "events": asserted & (facts["kind"][rows] == 1),
        "dated": ~np.isnan(facts["start_earliest"][rows]),
        "about_facts": prior.fact_parts["about"] > 0,
    }
    fact, episode = graph.support[:, 0], graph.support[:, 1]
    count = len(graph.episodes)
    found: dict[str, Floats] = {
        name: np.log1p(np.bincount(episode[flag[fact]], minlength=count)).astype(np.float32)
        for name, flag in flags.items()
    }
    for name, part in (("fact_words", "words"), ("linked", "linked")):
        best = np.zeros(count, dtype=np.float32)
        np.maximum.at(best, episode, prior.fact_parts[part][fact])
        found[name] = best
    return found


def _asked(question: Question, known: bool) -> tuple[float, ...]:
    """The values of `ASKED`."""
    return (
        float(question.several),
        float(question.answer_type in ("time", "duration")),
        float(question.kind in ("common", "comparison") or len(question.about) > 1),
        float(not known),
    )
