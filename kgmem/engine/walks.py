"""Neighbourhoods and paths."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgmem.codec import number
from kgmem.engine.entities import LIVE, require_entity
from kgmem.engine.state import Engine
from kgmem.errors import InputError
from kgmem.results import Neighborhood, Path

if TYPE_CHECKING:
    from kgmem.snapshot import Snapshot

FANOUT = 64
"""Facts followed from one entity in neighbourhoods and paths: hubs own thousands."""


@dataclass(frozen=True, slots=True)
class _Edge:
    fact: int
    source: int
    target: int


def _edges(snapshot: Snapshot, entity: int, fanout: int) -> Iterator[_Edge]:
    """Live asserted facts between a root and other roots, newest first, capped."""
    facts_ = snapshot.facts
    group = snapshot.names.group(entity)
    for index, other in (("subject", "object"), ("object", "subject")):
        for row in snapshot.latest(index, group, fanout).tolist():
            if facts_["status"][row] != LIVE or facts_["tier"][row] != 1:
                continue
            far = int(facts_[other][row])
            yield _Edge(
                int(facts_.numbers[row]), entity, snapshot.names.root(far) if far >= 0 else -1
            )


def neighbors(engine: Engine, name: str, *, depth: int, limit: int) -> Neighborhood:
    """The live asserted facts within some hops of an entity.

    Raises:
        UnknownId: no entity has that name.
        InputError: depth or limit is not positive.
    """
    from kgmem.snapshot.views import view_facts

    if depth < 1 or limit < 1:
        raise InputError("depth and limit must be at least 1")
    with engine.view() as (reader, snapshot):
        starts = [number(e) for e in require_entity(reader, snapshot, name)]
        depths = dict.fromkeys(starts, 0)
        found: dict[int, None] = {}
        queue = deque(starts)
        while queue and len(found) < limit:
            entity = queue.popleft()
            if depths[entity] == depth:
                continue
            for edge in _edges(snapshot, entity, max(FANOUT, limit)):
                if len(found) < limit:
                    found.setdefault(edge.fact)
                    if edge.target >= 0 and edge.target not in depths:
                        depths[edge.target] = depths[entity] + 1
                        queue.append(edge.target)
        names = {f"e{e}": snapshot.name(e) for e in depths}
        shown = view_facts(reader, [f"f{n}" for n in found])
        center = names[f"e{starts[0]}"]
    return Neighborhood(center, tuple(shown), {f"e{e}": d for e, d in depths.items()}, names)


def path(engine: Engine, start: str, end: str, *, longest: int) -> Path:
    """A shortest chain of live asserted facts, found from both ends.

    Raises:
        UnknownId: no entity has one of the names.
    """
    from kgmem.snapshot.views import view_facts

    with engine.view() as (reader, snapshot):
        sources = {number(e) for e in require_entity(reader, snapshot, start)}
        targets = {number(e) for e in require_entity(reader, snapshot, end)}
        chain = _meet(snapshot, sources, targets, longest)
        if chain is None:
            return Path((), ())
        nodes, edges = chain
        shown = view_facts(reader, [f"f{n}" for n in edges])
        return Path(tuple(snapshot.name(e) for e in nodes), tuple(shown))


def _meet(
    snapshot: Snapshot, sources: set[int], targets: set[int], longest: int
) -> tuple[list[int], list[int]] | None:
    """Breadth-first from both ends, the smaller frontier first."""
    both = sources & targets
    if both:
        return [min(both)], []
    sides: list[dict[int, _Edge | None]] = [dict.fromkeys(sources), dict.fromkeys(targets)]
    frontiers = [sorted(sources), sorted(targets)]
    for _ in range(longest):
        side = 0 if len(frontiers[0]) <= len(frontiers[1]) else 1
        reached: list[int] = []
        for entity in frontiers[side]:
            for edge in _edges(snapshot, entity, FANOUT * 4):
                if edge.target < 0 or edge.target in sides[side]:
                    continue
                sides[side][edge.target] = edge
                if edge.target in sides[1 - side]:
                    return _chain(sides, edge.target)
                reached.append(edge.target)
        frontiers[side] = reached
        if not reached:
            return None
    return None


def _chain(sides: list[dict[int, _Edge | None]], middle: int) -> tuple[list[int], list[int]]:
    nodes: list[int] = [middle]
    edges: list[int] = []
    step = sides[0][middle]
    while step is not None:
        nodes.insert(0, step.source)
        edges.insert(0, step.fact)
        step = sides[0][step.source]
    step = sides[1][middle]
    while step is not None:
        nodes.append(step.source)
        edges.append(step.fact)
        step = sides[1][step.source]
    return nodes, edges
