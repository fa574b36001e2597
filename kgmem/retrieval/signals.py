"""The signals of nominated episodes, each z-scored over the pool and weighted.

Plain reciprocal-rank fusion loses to z-scores (`retrieval-study.md`); they are taken over the pool
rather than the whole memory, so that a weight means the same in a small and in a large one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kgmem.language.names import normalise
from kgmem.language.tokens import ASKS
from kgmem.retrieval import soft
from kgmem.retrieval.filters import Scope
from kgmem.retrieval.nominate import Pool, Query, Rows, cosines
from kgmem.settings import Weights
from kgmem.snapshot import Snapshot
from kgmem.snapshot.corpus import product
from kgmem.types import Bound, Floats, Ints, Validity

Parts = dict[str, Floats]

TOLD_WITHIN = 7 * 86_400.0
"""Seconds within which people tell of what happened: about a week."""


def zscore(values: npt.NDArray[np.floating]) -> Floats:
    """Values in standard deviations from their mean, `(n,)`; all zero where they do not differ."""
    spread = float(values.std()) if len(values) else 0.0
    if spread < 1e-9:
        return np.zeros(len(values), dtype=np.float32)
    scaled: Floats = ((values - values.mean()) / spread).astype(np.float32)
    return scaled


def added(parts: Parts, count: int) -> Floats:
    """The sum of all parts, `(count,)`."""
    total = np.zeros(count, dtype=np.float32)
    for part in parts.values():
        total += part
    return total


def episode_parts(
    snapshot: Snapshot, scope: Scope, query: Query, pool: Pool, weights: Weights
) -> Parts:
    """The signals of a pool's episodes that need no facts, `(p,)` each."""
    rows, episodes = pool.episodes, snapshot.episodes
    before = episodes.rows(episodes["previous"][rows])
    texts = snapshot.episode_texts
    near = cosines(texts, pool.episode_near, query, rows)
    parts = {
        "dense": weights.dense * zscore(near),
        "window": weights.window * zscore(_window(snapshot, query, rows, before, near)),
        "asking": weights.asking * asking(snapshot, rows),
    }
    if weights.soft:
        parts["soft"] = weights.soft * zscore(_soft(snapshot, query, rows, before, weights.beside))
    if weights.session:
        sessions = episodes["session"]
        by_session = texts.bm25_groups(query.terms, scope.episodes, sessions)
        parts["session"] = weights.session * zscore(by_session[sessions[rows]])
    if query.question.window is not None:
        low, high = limits(query.question.window)
        said = episodes["time"][rows]
        inside = (said >= low) & (said < high + TOLD_WITHIN)
        parts["time"] = weights.time * inside.astype(np.float32)
    if scope.in_subgoal.any():
        parts["subgoal"] = weights.subgoal * scope.in_subgoal[rows].astype(np.float32)
    return parts


def inherited(snapshot: Snapshot, episodes: Rows, scores: Floats) -> Floats:
    """For a reply to a question the question's score, where that is positive; 0 otherwise.

    People do not repeat in the answer what was asked: the words that match stand a turn earlier.
    """
    table = snapshot.episodes
    before = table.rows(table["previous"][episodes])
    place = np.searchsorted(episodes, before)
    place[place == len(episodes)] = 0
    known = (before >= 0) & (episodes[place] == before) if len(episodes) else before >= 0
    found = np.zeros(len(episodes), dtype=np.float32)
    asked = known.copy()
    asked[known] = asking(snapshot, before[known]) > 0
    found[asked] = np.maximum(scores[place[asked]], 0.0)
    return found


def asking(snapshot: Snapshot, episodes: Rows) -> Floats:
    """1 for the episodes that end in a question."""
    texts = snapshot.episode_texts
    ends, terms = texts.ends.values[episodes], texts.terms.values
    starts = np.where(episodes > 0, texts.ends.values[episodes - 1], 0)
    marked = ends > starts
    marked[marked] = terms[ends[marked] - 1] == ASKS
    return marked.astype(np.float32)


def limits(window: Validity) -> tuple[float, float]:
    """The first and last instant of the time asked about, in unix seconds; infinite where open."""
    last = window.end or window.start
    low = _seconds(window.start, "earliest", -np.inf)
    return low, _seconds(last, "latest", np.inf)


def _seconds(bound: Bound | None, side: str, default: float) -> float:
    moment = getattr(bound, side, None)
    return default if moment is None else float(moment.timestamp())


def _window(snapshot: Snapshot, query: Query, rows: Rows, before: Rows, near: Floats) -> Floats:
    """Cosine with the mean of an episode's vector and that of the one before it."""
    texts = snapshot.episode_texts
    found = near.copy()
    has = before >= 0
    if has.any() and texts.vectors.values.shape[1] == len(query.vector):
        both = texts.vectors.values[rows[has]] + texts.vectors.values[before[has]]
        length = np.linalg.norm(both, axis=1)
        found[has] = product(both, query.vector) / np.maximum(length, 1e-9)
    return found


def _soft(snapshot: Snapshot, query: Query, rows: Rows, before: Rows, beside: float) -> Floats:
    """How well episodes and their neighbours say the question's words or like ones."""
    after = np.full(len(rows), -1, dtype=np.int64)
    position, next_ones = snapshot.indexes["previous"].many(snapshot.episodes.numbers[rows], 1)
    alive = snapshot.episodes.alive[next_ones]
    after[position[alive]] = next_ones[alive]
    read = np.unique(np.concatenate([rows, before, after]))
    read = read[read >= 0]
    found = soft.matches(snapshot.episode_texts, query.terms, read)
    places = [np.where(x >= 0, np.searchsorted(read, x), -1) for x in (rows, before, after)]
    return soft.said(found, *places, beside=beside)


def by_subject(snapshot: Snapshot, entities: Ints, rows: Rows) -> Floats:
    """1 for the episodes spoken by one of some entities."""
    speakers = snapshot.episodes["speaker"][rows]
    subjects = set(entities.tolist())
    if not subjects:
        return np.zeros(len(rows), dtype=np.float32)
    meant = [
        code
        for code in np.unique(speakers).tolist()
        if not subjects.isdisjoint(snapshot.names.find(normalise(snapshot.strings[code])))
    ]
    return np.isin(speakers, meant).astype(np.float32)
