"""AriGraph's recursive semantic search (Anokhin et al. 2024, Algorithm 2) on a bounded subgraph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kgmem.types import Floats, Ints


@dataclass(frozen=True, slots=True)
class Step:
    """A fact that the search took.

    Attributes:
        fact: its position among the facts searched.
        depth: hops from the question: 0 for what the question itself found.
        similarity: cosine with the query that found it.
        query: entity whose name found it, -1 for the question.
    """

    fact: int
    depth: int
    similarity: float
    query: int


def semantic_search(
    question: Floats,
    facts: Floats,
    ends: Ints,
    entities: Floats,
    *,
    width: int,
    depth: int,
    threshold: float,
) -> list[Step]:
    """Search facts breadth first: by the question, then by the names of the entities reached.

    Each query takes the `width` facts most similar to it at or above the threshold; the ends of
    those facts that were not seen before are queries of the next depth. All queries of one depth
    are one matrix product. A question that finds nothing is not widened.

    Args:
        question: `(d,)` unit vector.
        facts: `(m, d)` unit rows.
        ends: `(m, e)` positions of each fact's entities, -1 where it has fewer.
        entities: `(k, d)` unit rows, the embedded names.
        width: facts a query takes (the paper's w).
        depth: levels of queries (the paper's d); 0 finds nothing.
        threshold: least similarity.

    Returns:
        The facts in the order in which they were found, each once.
    """
    found: dict[int, Step] = {}
    seen: set[int] = set()
    queries, sources = question[None, :], [-1]
    for level in range(depth):
        if not len(queries) or not len(facts):
            break
        similar = np.einsum("qd,md->qm", queries, facts)  # see snapshot.corpus.product
        reached: list[int] = []
        best = _best(similar, width)
        for row, order, source in zip(similar, best, sources, strict=True):
            for fact in order.tolist():
                if row[fact] < threshold:
                    break
                found.setdefault(fact, Step(fact, level, float(row[fact]), source))
                for end in ends[fact].tolist():
                    if end >= 0 and end not in seen:
                        seen.add(end)
                        reached.append(end)
        queries, sources = entities[reached], reached
    return list(found.values())


def _best(similar: Floats, width: int) -> Ints:
    """The positions of the highest values of each row, best first, `(rows, width)`."""
    if similar.shape[1] > width:
        pool = np.argpartition(-similar, width - 1, axis=1)[:, :width]
    else:
        pool = np.tile(np.arange(similar.shape[1]), (len(similar), 1))
    pool = np.sort(pool, axis=1)  # equal values in order of position
    values = np.take_along_axis(similar, pool, axis=1)
    order = np.argsort(-values, axis=1, kind="stable")
    best: Ints = np.take_along_axis(pool, order, axis=1)
    return best
