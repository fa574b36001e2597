"""Where the search enters the graph: what is close to the question in words or meaning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgmem.language.questions import Question
from kgmem.language.tokens import ASKS, terms
from kgmem.protocols import Encoder
from kgmem.retrieval.filters import Mask, Scope
from kgmem.retrieval.linking import Link, is_technical, link, without_names
from kgmem.snapshot import Snapshot
from kgmem.snapshot.corpus import Corpus, top
from kgmem.types import Floats, Ints

EPISODES = 200  # nominated by each of the two searches
FACTS = 200
_OF_SUBJECT = 100  # facts nominated among those about what the question is about
_ENDED = 60  # ended facts nominated where the question is about the present
_REPLIES = 60  # best episodes whose replies are nominated too
_SUPPORTS = 8  # episodes nominated for a fact, latest first

Rows = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Query:
    """A question as the search uses it.

    Attributes:
        question: analysed.
        vector: `(d,)` embedding of the question without the names it is about.
        terms: hashes of its content words, names left out.
        links: entities it means.
        subjects: numbers of all entities, merged ones included, that it is about.
    """

    question: Question
    vector: Floats
    terms: npt.NDArray[np.uint32]
    links: tuple[Link, ...]
    subjects: Ints


@dataclass(frozen=True, slots=True)
class Pool:
    """What was nominated, and the lexical scores that are at hand for all rows.

    Attributes:
        episodes: `(p,)` rows, ascending.
        facts: `(m,)` rows, ascending.
        episode_words: `(all episodes,)` BM25.
        fact_words: `(all facts,)` BM25.
        episode_near: `(all episodes,)` cosines with the question; None where they are too many.
        fact_near: `(all facts,)`, likewise.
    """

    episodes: Rows
    facts: Rows
    episode_words: Floats
    fact_words: Floats
    episode_near: Floats | None = None
    fact_near: Floats | None = None


def query_of(question: Question, snapshot: Snapshot, encoder: Encoder) -> Query:
    """Embed a question, hash its words and link its entities."""
    named = question.about or question.names
    technical = [n for n in named if is_technical(n)]
    plain = without_names(question.text, [n for n in named if n not in technical])
    vector = encoder.encode([plain or question.text])[0]
    words = terms(" ".join([question.content, *technical]))
    links = tuple(link(question, snapshot, vector))
    subjects = [e for x in links if x.subject for e in snapshot.names.group(x.entity)]
    return Query(
        question,
        vector,
        words[words != ASKS],
        links,
        np.array(sorted(subjects), dtype=np.int64),
    )


def nominate(snapshot: Snapshot, scope: Scope, query: Query, *, present: bool) -> Pool:
    """Choose the rows that are worth scoring.

    Args:
        snapshot: what is searched.
        scope: the rows that filters leave.
        query: the question.
        present: the question is about what holds now; facts that ended are then nominated apart
            and in a smaller number, so that many of them cannot crowd out the one that holds.
    """
    lasting = scope.facts & ~scope.ended if present else scope.facts
    wanted = [(lasting, FACTS)]
    if present and scope.ended.any():
        wanted.append((scope.facts & scope.ended, _ENDED))
    texts, narrowed = snapshot.fact_texts, list(wanted)
    if len(query.subjects):
        about = lasting & np.isin(snapshot.facts["subject"], query.subjects)
        narrowed.append((about, _OF_SUBJECT))
    fact_words = texts.bm25(query.terms, scope.facts)
    fact_near = texts.exact(query.vector)
    facts = _union(
        [
            *(rows for rows, _ in texts.nearest(query.vector, narrowed, fact_near)),
            *(_worded(fact_words, allowed, count) for allowed, count in wanted),
        ]
    )
    texts = snapshot.episode_texts
    episode_words = texts.bm25(query.terms, scope.episodes)
    episode_near = texts.exact(query.vector)
    ((near, _),) = texts.nearest(query.vector, [(scope.episodes, EPISODES)], episode_near)
    worded = _worded(episode_words, scope.episodes, EPISODES)
    following = [replies(snapshot, rows[:_REPLIES]) for rows in (near, worded)]
    episodes = _union([near, worded, *following, episodes_of(snapshot, facts)[1]])
    episodes = episodes[scope.episodes[episodes]]
    return Pool(episodes, facts, episode_words, fact_words, episode_near, fact_near)


def cosines(texts: Corpus, near: Floats | None, query: Query, rows: Rows) -> Floats:
    """Cosines of some rows with the question, `(len(rows),)`; `near` are those of all rows."""
    return texts.cosines(query.vector, rows) if near is None else near[rows]


def replies(snapshot: Snapshot, episodes: Rows) -> Rows:
    """The episodes that follow some episodes in their sessions."""
    numbers = snapshot.episodes.numbers[episodes]
    rows = snapshot.indexes["previous"].many(numbers, 2)[1]
    return rows[snapshot.episodes.alive[rows]]


def episodes_of(snapshot: Snapshot, facts: Rows) -> tuple[Ints, Rows]:
    """For facts the episodes that support them: positions in `facts`, and episode rows."""
    numbers = snapshot.facts.numbers[facts]
    position, supports = snapshot.indexes["support_fact"].many(numbers, _SUPPORTS)
    episodes = snapshot.episodes.rows(snapshot.supports["episode"][supports])
    kept = snapshot.supports.alive[supports] & (episodes >= 0)
    return position[kept], episodes[kept]


def _worded(words: Floats, allowed: Mask, count: int) -> Rows:
    """The best allowed rows by their words."""
    hits = np.flatnonzero((words > 0) & allowed).astype(np.int32)
    return hits[top(words[hits], count)]


def _union(parts: Iterable[Rows]) -> Rows:
    rows: Rows = np.unique(np.concatenate([*parts])).astype(np.int32)
    return rows
