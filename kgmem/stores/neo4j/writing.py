"""One change written inside the caller's transaction: rows, what is drawn of them, the journal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kgmem import codec
from kgmem.records import Alias, Change, Ending, Entity, Episode, Record, Subgoal, Support, Version
from kgmem.stores.neo4j import past, rows, threads
from kgmem.stores.neo4j.changes import Sorted, closes, known
from kgmem.stores.neo4j.entities import People
from kgmem.stores.neo4j.statements import run, statement
from kgmem.stores.projection_rows import Links, Nodes
from kgmem.stores.writing import dump_counters, raise_counters

if TYPE_CHECKING:
    from neo4j import ManagedTransaction


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a namespace stands when a write takes it."""

    namespace: str
    revision: int
    epoch: int
    counters: dict[str, int]
    vector: str  # the property that vectors are read from


@dataclass(slots=True)
class Stored:
    """The touched rows as they are: records, and what only nodes carry."""

    rows: dict[str, Record] = field(default_factory=dict)
    bodies: dict[str, str] = field(default_factory=dict)
    current: dict[str, str] = field(default_factory=dict)
    vectors: dict[str, bytes] = field(default_factory=dict)
    terms: dict[str, bytes] = field(default_factory=dict)


@dataclass(slots=True)
class Facts:
    """What becomes of the facts that a change touches.

    Attributes:
        puts: their current version.
        gone: facts that are left without one.
        redrawn: facts whose words or ends changed with an entity's, not their version.
    """

    puts: dict[str, Version] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    redrawn: dict[str, Version] = field(default_factory=dict)


def write(
    tx: ManagedTransaction,
    standing: Standing,
    change: Change,
    plan: Sorted,
    vectors: Mapping[str, bytes],
    token: str,
) -> None:
    """Write a change.

    Args:
        tx: a transaction that holds the namespace.
        standing: where the namespace stands.
        change: what to write.
        plan: the same, sorted out.
        vectors: as stored, by id.
        token: tells this write from others when its commit is in doubt.
    """
    stored = _look(tx, standing, plan, vectors)
    facts = _facts(tx, standing, plan, stored)
    people = People(tx, standing.namespace, plan, stored.rows, standing.counters)
    _redraw(people, plan, facts)
    drawn = [*facts.puts.values(), *facts.redrawn.values()]
    people.load({e for v in drawn for e in rows.mentioned(v.content)})
    named = people.named()
    nodes, edges = _shown(standing, plan, facts, people)
    puts = _nodes(plan, facts, nodes)
    extra = _derived(puts, plan.terms, vectors, named, standing.vector)
    links = _links(plan, edges, stored)
    new = [e for e in plan.of("ep").values() if e.id not in stored.rows]
    gone = [i for i in plan.gone if rows.place(i) == "ep" and i in stored.rows]
    going, coming = threads.placed(tx, standing.namespace, new, puts["ep"], gone)
    links["next"] = [{"_source": a, "_target": b} for a, b in coming]
    _erase_edges(tx, standing, plan, facts, stored, going)
    _send(tx, standing, plan, facts, stored, puts, extra, links)
    _advance(tx, standing, change, plan, _before(plan, facts, stored, vectors), token)


def _look(
    tx: ManagedTransaction, standing: Standing, plan: Sorted, vectors: Mapping[str, bytes]
) -> Stored:
    """Read the rows that the change touches, as far as they can exist."""
    stored = Stored()
    versions = [r for r in plan.puts.values() if isinstance(r, Version)]
    wanted = {*plan.puts, *plan.gone, *vectors, *plan.terms}
    wanted |= {v.fact for v in versions}
    wanted |= {e for v in versions for e in rows.mentioned(v.content)}
    wanted |= {r.entity for r in plan.puts.values() if isinstance(r, Alias)}
    _fetch(tx, standing, wanted, stored)
    gone = [stored.rows.get(i) for i in plan.gone if rows.place(i) == "v"]
    facts = {v.fact for v in gone if isinstance(v, Version)} - wanted
    _fetch(tx, standing, facts, stored)
    return stored


def _fetch(tx: ManagedTransaction, standing: Standing, ids: set[str], stored: Stored) -> None:
    ids = {i for i in ids if known(i, standing.counters)}
    if not ids:
        return
    bound = {"namespace": standing.namespace, "vector": standing.vector, **rows.grouped(ids)}
    for identifier, body, current, terms, vector in run(tx, statement("write/before"), bound):
        if body is not None:
            stored.bodies[identifier] = body
            stored.rows[identifier] = codec.load(_kind(identifier), body)
        if current is not None:
            stored.current[identifier] = current
        if terms is not None:
            stored.terms[identifier] = bytes(terms)
        if vector is not None:
            stored.vectors[identifier] = bytes(vector)


def _kind(identifier: str) -> str:
    prefix = codec.prefix(identifier)
    return identifier if prefix == "r:" else f"{prefix}0"


def _facts(tx: ManagedTransaction, standing: Standing, plan: Sorted, stored: Stored) -> Facts:
    """Which facts get which current version, and which are left without."""
    facts = Facts()
    touched: dict[str, None] = {}
    for record in plan.puts.values():
        if isinstance(record, Version):
            touched[record.fact] = None
            if not closes(record):
                best = facts.puts.get(record.fact, record)
                facts.puts[record.fact] = max(best, record, key=lambda v: codec.number(v.id))
    for identifier in plan.gone:
        old = stored.rows.get(identifier)
        if isinstance(old, Version):
            touched[old.fact] = None
    doubtful = []
    for fact in touched:
        current = stored.current.get(fact)
        lost = current in plan.gone or (current in plan.puts and closes(plan.puts[current or ""]))
        if fact not in facts.puts and current is not None and lost:
            doubtful.append(fact)
    _settle(tx, standing, plan, doubtful, facts)
    return facts


def _settle(
    tx: ManagedTransaction, standing: Standing, plan: Sorted, doubtful: list[str], facts: Facts
) -> None:
    """Facts whose current version goes: another that is still current, or they go too."""
    if not doubtful:
        return
    found = run(
        tx,
        statement("read/find", "version.fact") + "\nRETURN rows",
        {"namespace": standing.namespace, "values": doubtful},
    ).single(strict=True)["rows"]
    for identifier, body in sorted(found, key=lambda row: codec.number(row[0])):
        version = codec.load("v0", body)
        assert isinstance(version, Version)
        stays = identifier not in plan.gone and identifier not in plan.puts
        if stays and not closes(version):
            facts.puts[version.fact] = version
    facts.gone = [fact for fact in doubtful if fact not in facts.puts]


def _redraw(people: People, plan: Sorted, facts: Facts) -> None:
    """Facts whose entities get other names or roots."""
    for version in people.affected(people.changed()):
        fact = version.fact
        if fact not in facts.puts and fact not in facts.gone and version.id not in plan.gone:
            facts.redrawn[fact] = version


def _shown(standing: Standing, plan: Sorted, facts: Facts, people: People) -> tuple[Nodes, Links]:
    current = {**facts.redrawn, **facts.puts}
    closed = [
        r for r in plan.puts.values() if isinstance(r, Version) and current.get(r.fact) is not r
    ]
    return rows.shown(
        standing.namespace,
        {
            "entity": [*people.now().values()],
            "version": [*closed, *current.values()],
            "episode": [*plan.of("ep").values()],
            "subgoal": [*plan.of("g").values()],
        },
    )


def _nodes(plan: Sorted, facts: Facts, nodes: Nodes) -> dict[str, dict[str, dict[str, Any]]]:
    """The nodes to write, by kind and id."""
    data = {label: {_id(line): line for line in lines} for label, lines in nodes.items()}
    puts: dict[str, dict[str, dict[str, Any]]] = {p: {} for p in (*rows.PREFIXES, "f", "m")}
    for fact, version in {**facts.redrawn, **facts.puts}.items():
        puts["f"][fact] = rows.fact_row(version, data["Fact"][fact])
    for identifier, record in plan.puts.items():
        prefix = rows.place(identifier)
        if isinstance(record, Episode):
            row = rows.episode_row(record, data["Episode"][identifier])
        elif isinstance(record, Entity):
            row = rows.entity_row(record)
            prefix = "e" if record.merged_into is None else "m"
        elif isinstance(record, Version):
            row = {**rows.visible("Version", data["Version"][identifier])}
            row["body"] = rows.body(record)
        elif isinstance(record, Subgoal):
            row = rows.subgoal_row(record, data["Subgoal"][identifier])
        elif isinstance(record, Alias):
            row = rows.alias_row(record)
        elif isinstance(record, Support):
            row = rows.support_row(record)
        elif isinstance(record, Ending):
            row = rows.ending_row(record)
        else:
            row = {"id": identifier, "body": rows.body(record)}
        puts[prefix][identifier] = row
    return puts


def _id(line: bytes) -> str:
    # Rows begin with their id: {"id":"f12",...
    return line[7 : line.index(b'"', 7)].decode()


def _derived(
    puts: dict[str, dict[str, dict[str, Any]]],
    terms: Mapping[str, bytes],
    vectors: Mapping[str, bytes],
    named: Mapping[str, list[str]],
    slot: str,
) -> dict[str, list[dict[str, Any]]]:
    """Put vectors, terms and aliases on the nodes written; returns those of other nodes."""
    extra: dict[str, dict[str, dict[str, Any]]] = {p: {} for p in ("f", "ep", "e")}
    values: dict[str, dict[str, Any]] = {}
    for identifier, data in terms.items():
        values.setdefault(identifier, {})["terms"] = data
    for identifier, data in vectors.items():
        # A re-embedding under way has read the old text of these: it must do them again.
        values.setdefault(identifier, {}).update({slot: data, "staged": None})
    for identifier, names in named.items():
        values.setdefault(identifier, {})["aliases"] = names
    for identifier, properties in values.items():
        prefix = rows.place(identifier)
        row = puts[prefix].get(identifier) or puts["m"].get(identifier)
        if row is None:
            row = extra[prefix].setdefault(identifier, {"id": identifier})
        row.update(properties)
    return {prefix: list(found.values()) for prefix, found in extra.items()}


def _links(plan: Sorted, links: Links, stored: Stored) -> dict[str, list[dict[str, Any]]]:
    """The edges to draw, by the name of their parameter."""
    drawn: dict[str, list[dict[str, Any]]] = {
        kind.lower(): [json.loads(line) for line in lines]
        for (kind, _, _), lines in links.items()
        if kind != "NEXT"
    }
    for row in drawn.get("fact", ()):
        row["shown"] = {k: v for k, v in row.items() if not k.startswith("_")}
    drawn["has_version"] = [
        row
        for row in drawn.get("has_version", ())
        if row["_target"] in plan.puts and row["_target"] not in stored.rows
    ]
    supports = [r for r in plan.puts.values() if isinstance(r, Support)]
    drawn["supported_by"] = [
        {"_source": s.fact, "_target": s.episode, "id": s.id, "start": s.span[0], "end": s.span[1]}
        for s in supports
    ]
    endings = [rows.ending_row(r) for r in plan.puts.values() if isinstance(r, Ending) and r.by]
    drawn["ended_by"] = [
        {"_source": e["fact"], "_target": e["by"], **{k: e[k] for k in ("id", "kind", "at")}}
        for e in endings
    ]
    return drawn


def _erase_edges(
    tx: ManagedTransaction,
    standing: Standing,
    plan: Sorted,
    facts: Facts,
    stored: Stored,
    going: list[threads.Pair],
) -> None:
    """Take away what is drawn anew, or no longer true."""
    touched = [*plan.puts, *plan.gone]
    old = [stored.rows[i] for i in touched if i in stored.rows]
    bound: dict[str, list[Any]] = {
        "facts": [f for f in (*facts.puts, *facts.redrawn) if f in stored.current]
        + [f for f in facts.redrawn if f not in stored.current],
        "supports": [{"id": r.id, "fact": r.fact} for r in old if isinstance(r, Support)],
        "endings": [{"id": r.id, "fact": r.fact} for r in old if isinstance(r, Ending)],
        "episodes": [r.id for r in old if isinstance(r, Episode) and r.subgoal],
        "subgoals": [r.id for r in old if isinstance(r, Subgoal) and r.parent],
        "links": [list(pair) for pair in going],
    }
    if any(bound.values()):
        run(
            tx, statement("write/erase_edges"), {"namespace": standing.namespace, **bound}
        ).consume()


def _send(
    tx: ManagedTransaction,
    standing: Standing,
    plan: Sorted,
    facts: Facts,
    stored: Stored,
    puts: Mapping[str, Mapping[str, dict[str, Any]]],
    extra: Mapping[str, list[dict[str, Any]]],
    links: Mapping[str, list[dict[str, Any]]],
) -> None:
    """Delete, write and draw."""
    bound: dict[str, Any] = {"namespace": standing.namespace}
    if plan.gone or facts.gone:
        gone = rows.grouped([*plan.gone, *facts.gone])
        run(tx, statement("write/gone"), {**bound, **gone}).consume()
    entities = {i: r for i, r in plan.puts.items() if isinstance(r, Entity)}
    were = {i: r.merged_into for i, r in stored.rows.items() if isinstance(r, Entity)}
    swaps = {
        "merging": [i for i, r in entities.items() if r.merged_into and were.get(i, "") is None],
        "splitting": [i for i, r in entities.items() if r.merged_into is None and were.get(i)],
    }
    new, old = _split(puts, standing.counters)
    if any(new.values()):
        run(tx, statement("write/new"), {**bound, **new}).consume()
    if any(old.values()) or any(swaps.values()):
        run(tx, statement("write/rows"), {**bound, **swaps, **old}).consume()
    if any(extra.values()):
        run(tx, statement("write/derived"), {**bound, **extra}).consume()
    empty: dict[str, list[Any]] = {name: [] for name in _EDGES}
    run(tx, statement("write/edges"), {**bound, **empty, **links}).consume()
    revived = [f for f in facts.puts if f not in stored.current and known(f, standing.counters)]
    if revived:
        run(tx, statement("write/revive"), {**bound, "facts": revived}).consume()


def _split(
    puts: Mapping[str, Mapping[str, dict[str, Any]]], counters: Mapping[str, int]
) -> tuple[dict[str, list[dict[str, Any]]], dict[str, list[dict[str, Any]]]]:
    """Rows whose ids are new, without what they lack, and those that may be there."""
    new: dict[str, list[dict[str, Any]]] = {}
    old: dict[str, list[dict[str, Any]]] = {}
    for prefix, found in puts.items():
        new[prefix], old[prefix] = [], []
        for identifier, row in found.items():
            if known(identifier, counters):
                old[prefix].append(row)
            else:
                new[prefix].append({k: v for k, v in row.items() if v is not None})
    return new, old


_EDGES = (
    *("subject", "object", "qualifier", "fact", "has_version"),
    *("supported_by", "ended_by", "in", "part_of", "next"),
)


def _before(plan: Sorted, facts: Facts, stored: Stored, vectors: Mapping[str, bytes]) -> str:
    """What was before, for reads that are open."""
    touched = [*plan.puts, *plan.gone]
    moved = [*facts.puts, *facts.gone]
    gone = [*plan.gone, *facts.gone]
    return past.dump(
        {i: stored.bodies.get(i) for i in touched},
        {f: stored.current.get(f) for f in moved},
        {i: stored.vectors.get(i) for i in (*vectors, *(g for g in gone if g in stored.vectors))},
        {i: stored.terms.get(i) for i in (*plan.terms, *(g for g in gone if g in stored.terms))},
    )


def _advance(
    tx: ManagedTransaction,
    standing: Standing,
    change: Change,
    plan: Sorted,
    before: str,
    token: str,
) -> None:
    """Write the journal and move the namespace on."""
    counters = dict(standing.counters)
    raise_counters(counters, change.entries)
    revision = standing.revision + len(plan.entries)
    entries = plan.entries
    if not change.erase:
        kept = (before, *("" for _ in entries[1:]))
        entries = [{**row, "before": b} for row, b in zip(entries, kept, strict=False)]
    cut = range(standing.revision + 1 - past.KEPT, revision + 1 - past.KEPT)
    bound = {
        "namespace": standing.namespace,
        "revision": revision,
        "epoch": standing.epoch + bool(change.erase),
        "counters": dump_counters(counters),
        "token": token,
        "entries": entries,
        "old": [seq for seq in cut if seq > 0],
    }
    run(tx, statement("write/namespace", "advance"), bound).consume()
    if change.erase:
        erased = {"erase": list(change.erase), "since": max(0, revision - 2 * past.KEPT)}
        run(
            tx, statement("write/namespace", "erase"), {"namespace": standing.namespace, **erased}
        ).consume()
