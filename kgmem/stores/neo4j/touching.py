"""What a change touches: rows as they are, and what becomes of the facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kgmem import codec
from kgmem.records import Alias, Record, Version
from kgmem.stores.neo4j import rows
from kgmem.stores.neo4j.changes import Sorted, closes, known
from kgmem.stores.neo4j.entities import People
from kgmem.stores.neo4j.statements import run, statement

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
    near: str | None = None  # where it has vector indexes, the word in their names


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


def look(
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


def settle_facts(tx: ManagedTransaction, standing: Standing, plan: Sorted, stored: Stored) -> Facts:
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


def redraw(people: People, plan: Sorted, facts: Facts) -> None:
    """Facts whose entities get other names or roots."""
    for version in people.affected(people.changed()):
        fact = version.fact
        if fact not in facts.puts and fact not in facts.gone and version.id not in plan.gone:
            facts.redrawn[fact] = version
