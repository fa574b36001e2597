"""A change as nodes and edges: pure, from records to the parameters of statements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json

from kgmem.records import Alias, Ending, Entity, Episode, Subgoal, Support, Version
from kgmem.stores.neo4j import rows
from kgmem.stores.neo4j.changes import Sorted, known
from kgmem.stores.neo4j.entities import People
from kgmem.stores.neo4j.touching import Facts, Standing, Stored
from kgmem.stores.projection_rows import Links, Nodes


def shown(standing: Standing, plan: Sorted, facts: Facts, people: People) -> tuple[Nodes, Links]:
    """What people see of a change: nodes by label, edges by type."""
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


def nodes_of(
    plan: Sorted, facts: Facts, nodes: Nodes, scope: str
) -> dict[str, dict[str, dict[str, Any]]]:
    """The nodes to write, by kind and id; `scope` is the namespace's word."""
    data = {label: {_id(line): line for line in lines} for label, lines in nodes.items()}
    puts: dict[str, dict[str, dict[str, Any]]] = {p: {} for p in (*rows.PREFIXES, "f", "m")}
    for fact, version in {**facts.redrawn, **facts.puts}.items():
        puts["f"][fact] = rows.fact_row(version, data["Fact"][fact], scope)
    for identifier, record in plan.puts.items():
        prefix = rows.place(identifier)
        if isinstance(record, Episode):
            row = rows.episode_row(record, data["Episode"][identifier], scope)
        elif isinstance(record, Entity):
            row = rows.entity_row(record, scope)
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


def derived(
    puts: dict[str, dict[str, dict[str, Any]]],
    values: Mapping[str, Mapping[str, Any]],
) -> dict[str, list[dict[str, Any]]]:
    """Put further properties, by id, on the nodes written; returns those of other nodes."""
    extra: dict[str, dict[str, dict[str, Any]]] = {p: {} for p in ("f", "ep", "e")}
    for identifier, properties in values.items():
        prefix = rows.place(identifier)
        row = puts[prefix].get(identifier) or puts["m"].get(identifier)
        if row is None:
            row = extra[prefix].setdefault(identifier, {"id": identifier})
        row.update(properties)
    return {prefix: list(found.values()) for prefix, found in extra.items()}


def besides(
    standing: Standing,
    facts: Facts,
    stored: Stored,
    terms: Mapping[str, bytes],
    vectors: Mapping[str, bytes],
    named: Mapping[str, list[str]],
    sessions: Mapping[str, int],
) -> dict[str, dict[str, Any]]:
    """What nodes carry beside their records, by id: vectors, terms, aliases, sessions."""
    values: dict[str, dict[str, Any]] = {}
    for identifier, data in terms.items():
        values.setdefault(identifier, {}).update(terms=data, words=rows.hashed(data))
    for identifier, data in vectors.items():
        # A re-embedding under way has read the old text of these: it must do them again.
        values.setdefault(identifier, {}).update({standing.vector: data, "staged": None})
    for identifier, names in named.items():
        values.setdefault(identifier, {})["aliases"] = names
    for identifier, session in sessions.items():
        values.setdefault(identifier, {})["session"] = session
    if standing.near:
        known = {f: stored.vectors[f] for f in facts.puts if f in stored.vectors}
        for identifier, data in {**known, **vectors}.items():
            fact = facts.puts.get(identifier)
            values.setdefault(identifier, {}).update(
                rows.lists(standing.near, data, fact.status if fact else "live")
            )
    return values


def links_of(
    plan: Sorted, facts: Mapping[str, Version], links: Links, stored: Stored
) -> dict[str, list[dict[str, Any]]]:
    """The edges to draw, by the name of their parameter."""
    drawn: dict[str, list[dict[str, Any]]] = {
        kind.lower(): [from_json(line) for line in lines]
        for (kind, _, _), lines in links.items()
        if kind != "NEXT"
    }
    for row in drawn.get("fact", ()):
        row["shown"] = {k: v for k, v in row.items() if not k.startswith("_")}
        # The Browser styles by type only: the words on the edge tell that it no longer holds.
        words = row["predicate"] if row["live"] else f"ended: {row['predicate']}"
        row["shown"]["caption"] = words
    drawn["retired"] = [{"id": f} for f, v in facts.items() if v.status != "live"]
    drawn["unretired"] = [
        {"id": f} for f, v in facts.items() if v.status == "live" and f in stored.current
    ]
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


def split(
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


def combined(
    links: Mapping[str, list[dict[str, Any]]], new: Mapping[str, list[dict[str, Any]]]
) -> dict[str, list[dict[str, Any]]]:
    """The edges to draw with their ends looked up as seldom as possible.

    Args:
        links: by the name of their parameter.
        new: the new rows: versions and supports among them draw their own edge.
    """
    versions, supports = ({row["id"] for row in new[prefix]} for prefix in ("v", "s"))
    objects = {row["_source"]: row["_target"] for row in links.get("object", ())}
    shown = {row["id"]: row for row in links.get("fact", ())}
    drawn, ends = [], []
    for row in links.get("subject", ()):
        fact, subject = row["_source"], row["_target"]
        edge, target = shown.get(fact), objects.get(fact)
        if edge is None or (edge["_source"], edge["_target"]) != (subject, target):
            ends.append({"fact": fact, "subject": subject})
            continue
        drawn.append({"fact": fact, "subject": subject, "object": target, "shown": edge["shown"]})
        del shown[fact], objects[fact]
    rest: dict[str, list[dict[str, Any]]] = {k: [*v] for k, v in links.items() if k != "subject"}
    rest["object"] = [{"_source": f, "_target": e} for f, e in objects.items()]
    rest["fact"] = list(shown.values())
    rest["has_version"] = [r for r in rest["has_version"] if r["_target"] not in versions]
    rest["supported_by"] = [r for r in rest["supported_by"] if r["id"] not in supports]
    return {**rest, "ends": ends, "drawn": drawn}


EDGES = (
    *("ends", "drawn", "object", "qualifier", "fact", "has_version"),
    *("supported_by", "ended_by", "in", "part_of", "next", "retired", "unretired"),
)
