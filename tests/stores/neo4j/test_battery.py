"""Cypher that people would write gives the same rows on both stores, but for what docs list."""

import json
from pathlib import Path

import pytest

from kgmem.errors import QueryError

pytestmark = pytest.mark.neo4j
DOCS = Path(__file__).parents[3] / "docs" / "neo4j.md"
E = "(e:Entity {namespace: $namespace})"

BATTERY = {
    "a name by id": f"MATCH {E} WHERE e.id = 'e1' RETURN e.name",
    "everybody by name": f"MATCH {E} RETURN e.name ORDER BY e.name LIMIT 10",
    "people": f"MATCH {E} WHERE e.type = 'person' RETURN e.name ORDER BY e.name",
    "types counted": f"MATCH {E} RETURN e.type, count(*) AS n ORDER BY n DESC, e.type",
    "whom one edge reaches": (
        "MATCH (:Entity {namespace: $namespace, name: 'Nora'})-[f:FACT]->(o) "
        "RETURN f.predicate, o.name ORDER BY f.id"
    ),
    "edges against their direction": (
        "MATCH (:Entity {namespace: $namespace, name: 'Porto'})<-[f:FACT]-(s) "
        "RETURN s.name, f.predicate ORDER BY f.id"
    ),
    "edges either way": (
        "MATCH (:Entity {namespace: $namespace, name: 'Ana'})-[f:FACT]-(s) "
        "RETURN s.name, f.predicate ORDER BY f.id"
    ),
    "live edges": (
        "MATCH (a:Entity {namespace: $namespace})-[f:FACT {live: true}]->(b) "
        "RETURN a.name, f.predicate, b.name ORDER BY f.id"
    ),
    "two hops": (
        "MATCH (:Entity {namespace: $namespace, name: 'Biscuit'})-[:FACT]-(x)-[:FACT]-(y) "
        "RETURN DISTINCT y.name ORDER BY y.name"
    ),
    "up to three hops": (
        "MATCH (:Entity {namespace: $namespace, name: 'Ingrid'})-[:FACT*1..3]-(y) "
        "RETURN DISTINCT y.name ORDER BY y.name"
    ),
    "the shortest path": (
        "MATCH p = shortestPath((a:Entity {namespace: $namespace, name: 'Biscuit'})"
        "-[:FACT*..6]-(b:Entity {namespace: $namespace, name: 'Ana'})) RETURN length(p)"
    ),
    "names along a path": (
        "MATCH p = (a:Entity {namespace: $namespace, name: 'Tom'})-[:FACT*2]->(b) "
        "RETURN [n IN nodes(p) | n.name] AS names ORDER BY names LIMIT 5"
    ),
    "facts about somebody": (
        "MATCH (f:Fact {namespace: $namespace})-[:SUBJECT]->(:Entity {name: 'Tom'}) "
        "RETURN f.text ORDER BY f.id"
    ),
    "facts by status": (
        "MATCH (f:Fact {namespace: $namespace}) RETURN f.status, count(f) AS n ORDER BY f.status"
    ),
    "ended facts and what ended them": (
        "MATCH (f:Fact {namespace: $namespace})-[x:ENDED_BY]->(b) "
        "RETURN f.text, x.kind, b.text ORDER BY f.id, b.id"
    ),
    "where a fact comes from": (
        "MATCH (f:Fact {namespace: $namespace})-[s:SUPPORTED_BY]->(p:Episode) "
        "WHERE f.relation = 'has_pet' RETURN f.text, p.text, s.start, s.`end` ORDER BY f.id, p.id"
    ),
    "the words themselves": (
        "MATCH (f:Fact {namespace: $namespace})-[s:SUPPORTED_BY]->(p:Episode) "
        "RETURN substring(p.text, s.start, s.end - s.start) AS words ORDER BY words LIMIT 20"
    ),
    "facts with most support": (
        "MATCH (f:Fact {namespace: $namespace})-[s:SUPPORTED_BY]->() "
        "WITH f, count(s) AS n WHERE n > 1 RETURN f.id, n ORDER BY n DESC, f.id"
    ),
    "who said most": (
        "MATCH (p:Episode {namespace: $namespace}) RETURN p.speaker, count(*) AS n ORDER BY n DESC"
    ),
    "what was said in a month": (
        "MATCH (p:Episode {namespace: $namespace}) "
        "WHERE p.time >= '2024-02-01' AND p.time < '2024-03-01' RETURN p.text ORDER BY p.time"
    ),
    "what came next": (
        "MATCH (a:Episode {namespace: $namespace, source: 'talk#3'})-[:NEXT]->(b) RETURN b.text"
    ),
    "five turns on": (
        "MATCH (a:Episode {namespace: $namespace, source: 'talk#3'})-[:NEXT*5]->(b) RETURN b.text"
    ),
    "text that contains a word": (
        "MATCH (p:Episode {namespace: $namespace}) WHERE p.text CONTAINS 'telescope' "
        "RETURN p.id ORDER BY p.id"
    ),
    "in lower case": (
        "MATCH (f:Fact {namespace: $namespace}) WHERE toLower(f.text) STARTS WITH 'nora' "
        "RETURN count(f)"
    ),
    "a pattern": (
        "MATCH (f:Fact {namespace: $namespace}) WHERE f.text =~ '.*(cat|bicycle).*' "
        "RETURN f.id ORDER BY f.id"
    ),
    "facts with a time": (
        "MATCH (f:Fact {namespace: $namespace}) WHERE f.from IS NOT NULL "
        "RETURN f.text, f.from, f.to ORDER BY f.id"
    ),
    "what held on a day": (
        "MATCH (a:Entity {namespace: $namespace})-[f:FACT]->(b) "
        "WHERE f.from <= '2024-03-01' AND (f.to IS NULL OR f.to > '2024-03-01') "
        "RETURN a.name, f.predicate, b.name ORDER BY f.id"
    ),
    "a subgoal and its episodes": (
        "MATCH (p:Episode)-[:IN]->(g:Subgoal {namespace: $namespace}) "
        "RETURN g.description, g.status, p.text ORDER BY p.id"
    ),
    "versions of facts": (
        "MATCH (f:Fact {namespace: $namespace})-[:HAS_VERSION]->(v) WITH f, v ORDER BY v.id "
        "WITH f, collect(v.id) AS versions WHERE size(versions) > 1 "
        "RETURN f.id, versions ORDER BY f.id"
    ),
    "what changed lately": (
        "MATCH (v:Version {namespace: $namespace}) WHERE v.recorded_from >= '2024-09-01T00:10' "
        "RETURN v.text ORDER BY v.id"
    ),
    "what is not asserted": (
        "MATCH (f:Fact {namespace: $namespace, tier: 'tentative'}) RETURN f.text ORDER BY f.id"
    ),
    "negations": (
        "MATCH (f:Fact {namespace: $namespace}) WHERE NOT f.positive RETURN f.text ORDER BY f.id"
    ),
    "qualifiers": (
        "MATCH (f:Fact {namespace: $namespace})-[q:QUALIFIER]->(x) "
        "RETURN f.text, q.role, x.name ORDER BY f.id, q.role, x.name"
    ),
    "entities without a fact": f"MATCH {E} WHERE NOT (e)-[:FACT]-() RETURN e.name ORDER BY e.name",
    "pattern counted": (
        f"MATCH {E} RETURN e.name, COUNT {{ (e)-[:FACT]-() }} AS n ORDER BY n DESC, e.id LIMIT 5"
    ),
    "exists": (
        f"MATCH {E} WHERE EXISTS {{ (e)-[:FACT]->(:Entity {{name: 'Porto'}}) }} "
        "RETURN e.name ORDER BY e.name"
    ),
    "optional": (
        f"MATCH {E} OPTIONAL MATCH (e)-[f:FACT]->(:Entity {{name: 'Porto'}}) "
        "RETURN e.name, f.predicate ORDER BY e.id, f.id LIMIT 10"
    ),
    "a subquery": (
        f"MATCH {E} WHERE e.name IN ['Nora', 'Tom'] "
        "CALL { WITH e MATCH (e)-[f:FACT]->() RETURN count(f) AS n } "
        "RETURN e.name, n ORDER BY e.name"
    ),
    "a union": (
        "MATCH (e:Entity {namespace: $namespace, name: 'Tom'}) RETURN e.name AS name "
        "UNION MATCH (g:Subgoal {namespace: $namespace}) RETURN g.description AS name"
    ),
    "a case": (
        "MATCH (f:Fact {namespace: $namespace}) "
        "RETURN CASE WHEN f.live THEN 'holds' ELSE 'held' END AS what, count(*) AS n ORDER BY what"
    ),
    "unwound names": (
        "UNWIND ['Nora', 'Leo', 'Nobody'] AS name "
        "MATCH (e:Entity {namespace: $namespace, name: name}) RETURN e.name ORDER BY e.name"
    ),
    "aliases": (f"MATCH {E} WHERE 'Omar Haddad' IN e.aliases RETURN e.name, e.aliases"),
    "a node as a whole": "MATCH (g:Subgoal {namespace: $namespace}) RETURN g",
    "an edge as a whole": (
        "MATCH (:Entity {namespace: $namespace, name: 'Omar'})-[f:FACT]->(o) RETURN f ORDER BY f.id"
    ),
    "labels": "MATCH (n {namespace: $namespace, id: 'f1'}) RETURN labels(n)",
    "types of edges": (
        "MATCH (f:Fact {namespace: $namespace})-[r]->() RETURN type(r), count(*) ORDER BY type(r)"
    ),
    "years": (
        "MATCH (p:Episode {namespace: $namespace}) "
        "RETURN datetime(p.time).month AS month, count(*) AS n ORDER BY month"
    ),
    "percentages": (
        "MATCH (f:Fact {namespace: $namespace}) RETURN round(avg(f.confidence) * 100) / 100 AS mean"
    ),
    "a parameter": "MATCH (e:Entity {namespace: $namespace, name: $who}) RETURN e.type",
    "every label counted": (
        "MATCH (n {namespace: $namespace}) RETURN labels(n)[0] AS label, count(*) ORDER BY label"
    ),
    "names of properties": (
        "MATCH (f:Fact {namespace: $namespace, id: 'f1'}) UNWIND keys(f) AS key "
        "RETURN key ORDER BY key"
    ),
}


def test_people_get_the_same_rows_on_both_stores_but_for_what_is_documented(both, talk):
    for memory in both:
        talk(memory)
    different = {name for name, text in BATTERY.items() if len({_rows(m, text) for m in both}) > 1}
    assert len(BATTERY) >= 40
    documented = set(json.loads(_listed()))
    assert different == documented


def _rows(memory, statement):
    try:
        return json.dumps(memory.query(statement, parameters={"who": "Nora"}).rows, sort_keys=True)
    except QueryError as error:
        return f"refused: {error}"[:200]


def _listed():
    """The names of the queries that docs/neo4j.md says differ."""
    text = DOCS.read_text(encoding="utf-8")
    section = text.split("<!-- battery:", 1)[1].split("-->", 1)[0]
    return section
