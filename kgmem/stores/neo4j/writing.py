"""One change written inside the caller's transaction: rows, what is drawn of them, the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kgmem.records import Change, Ending, Entity, Episode, Subgoal, Support
from kgmem.stores.neo4j import drawing, past, rows, threads, touching
from kgmem.stores.neo4j.changes import Sorted, known
from kgmem.stores.neo4j.entities import People
from kgmem.stores.neo4j.statements import run, statement
from kgmem.stores.neo4j.touching import Facts, Standing, Stored
from kgmem.stores.writing import dump_counters, raise_counters

if TYPE_CHECKING:
    from neo4j import ManagedTransaction


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
    stored = touching.look(tx, standing, plan, vectors)
    facts = touching.settle_facts(tx, standing, plan, stored)
    people = People(tx, standing.namespace, plan, stored.rows, standing.counters)
    touching.redraw(people, plan, facts)
    drawn = [*facts.puts.values(), *facts.redrawn.values()]
    people.load({e for v in drawn for e in rows.mentioned(v.content)})
    named = people.named()
    nodes, edges = drawing.shown(standing, plan, facts, people)
    puts = drawing.nodes_of(plan, facts, nodes, rows.scope(standing.namespace))
    links = drawing.links_of(plan, facts.puts, edges, stored)
    new = [e for e in plan.of("ep").values() if e.id not in stored.rows]
    gone = [i for i in plan.gone if rows.place(i) == "ep" and i in stored.rows]
    going, coming, sessions = threads.placed(tx, standing.namespace, new, puts["ep"], gone)
    extra = drawing.derived(
        puts,
        drawing.besides(standing, facts, stored, plan.terms, vectors, named, sessions),
    )
    links["next"] = [{"_source": a, "_target": b} for a, b in coming]
    _erase_edges(tx, standing, plan, facts, stored, going)
    _send(tx, standing, plan, facts, stored, puts, extra, links)
    _advance(tx, standing, change, plan, _before(plan, facts, stored, vectors), token)


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
    new, old = drawing.split(puts, standing.counters)
    if any(new.values()):
        run(tx, statement("write/new"), {**bound, **new}).consume()
    if any(old.values()) or any(swaps.values()):
        run(tx, statement("write/rows"), {**bound, **swaps, **old}).consume()
    if any(extra.values()):
        run(tx, statement("write/derived"), {**bound, **extra}).consume()
    empty: dict[str, list[Any]] = {name: [] for name in drawing.EDGES}
    run(tx, statement("write/edges"), {**bound, **empty, **links}).consume()
    revived = [f for f in facts.puts if f not in stored.current and known(f, standing.counters)]
    if revived:
        run(tx, statement("write/revive"), {**bound, "facts": revived}).consume()


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
