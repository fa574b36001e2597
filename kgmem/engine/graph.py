"""Graph queries: facts by what they say, entities, neighbourhoods, paths and timelines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kgmem.codec import number
from kgmem.engine.arguments import words
from kgmem.engine.context import own_relations
from kgmem.engine.state import Engine
from kgmem.errors import InputError, UnknownId
from kgmem.language.names import normalise
from kgmem.language.relations import catalogue
from kgmem.language.times import contains, parse_moment
from kgmem.protocols import Reader
from kgmem.records import EntityId, Version
from kgmem.results import EntityView, Fact, Neighborhood, Path

if TYPE_CHECKING:
    from kgmem.ledger import Index
    from kgmem.snapshot import Snapshot

FANOUT = 64
"""Facts followed from one entity in neighbourhoods and paths: hubs own thousands."""

_LIVE = 0
Moment = str | date | datetime | None
Rows32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which facts are asked for; see `Memory.facts`."""

    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    tentative: bool = False
    ended: bool = False
    limit: int | None = 100

    def __post_init__(self) -> None:
        """Refuse a limit that can return nothing."""
        if self.limit is not None and self.limit < 1:
            raise InputError(f"limit must be at least 1 or None, not {self.limit}")


def moments(
    engine: Engine, valid_at: Moment, known_at: Moment
) -> tuple[datetime | None, datetime | None]:
    """The two time arguments of a graph query.

    Raises:
        InputError: one cannot be read.
    """
    zone = engine.settings.timezone
    return (
        None if valid_at is None else parse_moment(valid_at, zone, name="valid_at"),
        None if known_at is None else parse_moment(known_at, zone, name="known_at"),
    )


# --- facts ----------------------------------------------------------------------------------------


def facts(
    engine: Engine, wanted: Wanted, *, valid_at: datetime | None, known_at: datetime | None
) -> list[Fact]:
    """Facts over all namespaces that the memory reads, newest first."""
    from kgmem.snapshot.views import view_facts

    found: list[Fact] = []
    for namespace in engine.spans:
        with engine.view(namespace, known_at=known_at) as (reader, snapshot):
            versions = list(_select(reader, snapshot, wanted, valid_at, known_at))
            found += view_facts(reader, versions, namespace)
    if len(engine.spans) > 1:
        found.sort(key=lambda f: f.said, reverse=True)
    return found[: wanted.limit]


def _select(
    reader: Reader,
    snapshot: Snapshot,
    wanted: Wanted,
    valid_at: datetime | None,
    known_at: datetime | None,
) -> Iterator[Version]:
    """Versions that fit, newest first; masks over arrays choose, pages of rows are read."""
    relation = _relation_code(reader, snapshot, wanted.predicate)
    rows = _candidate_rows(reader, snapshot, wanted, relation)
    rows = rows[_mask(snapshot, rows, wanted, relation, valid_at)]
    numbers = np.sort(snapshot.facts.numbers[rows])[::-1]
    left = len(numbers) if wanted.limit is None else wanted.limit
    page, start = min(max(left, 16), 256), 0
    while start < len(numbers) and left > 0:
        ids = [f"f{n}" for n in numbers[start : start + page].tolist()]
        start += page
        for version in known_versions(reader, ids, known_at):
            if left > 0 and _fits(version, wanted, valid_at):
                left -= 1
                yield version


def _candidate_rows(
    reader: Reader, snapshot: Snapshot, wanted: Wanted, relation: int | None
) -> Rows32:
    """Fact rows, ascending, by the narrowest index that the wish allows."""
    from kgmem.snapshot.columns import pair_key

    subjects = None if wanted.subject is None else _group(reader, snapshot, wanted.subject)
    objects = None if wanted.object is None else _group(reader, snapshot, wanted.object)
    if subjects is not None and objects:
        keys = [pair_key(a, b) for a in subjects for b in objects]
        return _union([snapshot.indexes["pair"].rows(k) for k in keys])
    if objects:
        return _rows(snapshot, "object", objects, relation)
    if subjects is not None:
        rows = _rows(snapshot, "subject", subjects, relation)
    else:
        rows = np.arange(len(snapshot.facts), dtype=np.int32)
    if wanted.object is None:
        return rows
    # No entity has the name: it can only be a literal, compared when the version is read.
    literal: Rows32 = rows[snapshot.facts["object"][rows] < 0]
    return literal


def _rows(snapshot: Snapshot, index: str, entities: list[int], relation: int | None) -> Rows32:
    from kgmem.snapshot.columns import relation_key

    if relation is None:
        return _union([snapshot.indexes[index].rows(e) for e in entities])
    keyed = snapshot.indexes[f"{index}_relation"]
    return _union([keyed.rows(relation_key(e, relation)) for e in entities])


def _union(found: list[Rows32]) -> Rows32:
    if len(found) == 1:
        return found[0]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int32)


def _mask(
    snapshot: Snapshot,
    rows: Rows32,
    wanted: Wanted,
    relation: int | None,
    valid_at: datetime | None,
) -> npt.NDArray[np.bool_]:
    columns = snapshot.facts
    keep = columns.alive[rows].copy()
    if not wanted.tentative:
        keep &= columns["tier"][rows] == 1
    if not wanted.ended and valid_at is None:
        keep &= columns["status"][rows] == _LIVE
    if relation is not None:
        keep &= columns["relation"][rows] == relation
    return keep


def _group(reader: Reader, snapshot: Snapshot, name: str) -> list[int]:
    roots = entity_ids(reader, snapshot, name)
    return [e for root in roots for e in snapshot.names.group(number(root))]


def _relation_code(reader: Reader, snapshot: Snapshot, predicate: str | None) -> int | None:
    """The code of the relation that a predicate means; one that no fact has is -1."""
    if predicate is None:
        return None
    predicate = words(predicate, "predicate")
    direct = snapshot.strings.find(predicate)
    if direct >= 0 and " " not in predicate:
        return direct
    relations = catalogue(own_relations(reader))
    return snapshot.strings.find(relations.relation_of(predicate, "thing"))


def _fits(version: Version, wanted: Wanted, valid_at: datetime | None) -> bool:
    """Whether a version is wanted; what was said without a time counts from when it was said."""
    content = version.content
    if wanted.object is not None and not isinstance(content.object, EntityId):
        text = "" if content.object is None else content.object.text
        if normalise(text) != normalise(wanted.object):
            return False
    if valid_at is None:
        return True
    if version.status == "retracted" and not wanted.ended:
        return False
    begun = content.validity.start is not None or version.said <= valid_at
    return begun and contains(content.validity, valid_at)


def known_versions(reader: Reader, ids: list[str], known_at: datetime | None) -> list[Version]:
    """The current versions of facts, or those that memory believed at a time, in order."""
    if known_at is None:
        rows = reader.get(ids)
        return [v for i in ids if isinstance(v := rows.get(i), Version)]
    by_fact = {
        v.fact: v
        for v in reader.find("version", "fact", ids)
        if isinstance(v, Version)
        and v.recorded_from <= known_at
        and (v.recorded_to is None or known_at < v.recorded_to)
    }
    return [by_fact[i] for i in ids if i in by_fact]


# --- entities -------------------------------------------------------------------------------------


def entity_ids(reader: Reader, snapshot: Index, name: str) -> list[str]:
    """The entities that a name or an id means, as merge roots.

    Raises:
        InputError: it is not a string.
    """
    name = words(name, "name")
    if name[:1] == "e" and name[1:].isdigit() and reader.get([name]):
        return [snapshot.root(name)]
    return snapshot.entities_named(normalise(name))


def require_entity(reader: Reader, snapshot: Index, name: str) -> list[str]:
    """The entities that a name means.

    Raises:
        UnknownId: there is none.
    """
    found = entity_ids(reader, snapshot, name)
    if not found:
        raise UnknownId(
            f"no entity named {name!r} in namespace {reader.namespace!r}; "
            "`entities(like=...)` lists what there is"
        )
    return found


def entities(
    engine: Engine, like: str | None, kind: str | None, limit: int | None
) -> list[EntityView]:
    """Entities with their aliases, those with most live asserted facts first."""
    with engine.view() as (_, snapshot):
        facts_ = snapshot.facts
        live = facts_.alive & (facts_["status"] == _LIVE) & (facts_["tier"] == 1)
        counts: dict[int, int] = {}
        for column in ("subject", "object"):
            values, times = np.unique(facts_[column][live], return_counts=True)
            for value, count in zip(values.tolist(), times.tolist(), strict=True):
                if value >= 0:
                    root = snapshot.names.root(value)
                    counts[root] = counts.get(root, 0) + count
        views = list(_entity_views(snapshot, counts, like, kind))
    views.sort(key=lambda v: (-v.facts, v.name.casefold(), v.id))
    return views[:limit]


def _entity_views(
    snapshot: Snapshot, counts: dict[int, int], like: str | None, kind: str | None
) -> Iterator[EntityView]:
    part = None if like is None else normalise(words(like, "like"))
    for row in np.flatnonzero(snapshot.entities.alive).tolist():
        entity = int(snapshot.entities.numbers[row])
        if snapshot.names.root(entity) != entity:
            continue
        group = snapshot.names.group(entity)
        name, type_ = snapshot.name(entity), snapshot.entity_type(entity)
        names = _alias_names(snapshot, group)
        if kind is not None and type_ != kind:
            continue
        if part is not None and not any(part in normalise(n) for n in (name, *names)):
            continue
        yield EntityView(
            id=f"e{entity}",
            name=name,
            type=type_,
            aliases=tuple(n for n in names if n != name),
            facts=counts.get(entity, 0),
            merged=tuple(f"e{e}" for e in group[1:]),
        )


def _alias_names(snapshot: Snapshot, group: Iterable[int]) -> list[str]:
    rows = (r for e in group for r in snapshot.indexes["alias"].rows(e).tolist())
    alive = snapshot.aliases.alive
    return list(dict.fromkeys(snapshot.alias_names[r] for r in rows if alive[r]))


# --- walks ----------------------------------------------------------------------------------------


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
            if facts_["status"][row] != _LIVE or facts_["tier"][row] != 1:
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


def timeline(engine: Engine, name: str, *, limit: int | None) -> list[Fact]:
    """Asserted facts about an entity, retracted ones left out, in the order of their times.

    Raises:
        UnknownId: no entity has that name.
    """
    with engine.view() as (reader, snapshot):
        require_entity(reader, snapshot, name)
    wanted = Wanted(subject=name, ended=True, limit=limit)
    found = facts(engine, wanted, valid_at=None, known_at=None)
    return sorted((f for f in found if f.status != "retracted"), key=_when)


def _when(fact: Fact) -> tuple[datetime, int]:
    start = fact.validity.start
    moment = fact.said if start is None else start.earliest or start.latest or fact.said
    return moment, number(fact.id)
