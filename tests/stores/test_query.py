"""Read-only Cypher over the embedded store."""

import pytest

from kgmem.errors import QueryError
from kgmem.records import EntityId, Slot
from kgmem.stores import EmbeddedStore
from kgmem.stores.guard import check
from kgmem.types import Bound, Validity, Value


@pytest.fixture
def store(make):
    day = Bound(make.noon, make.later(1), "day")
    adopted = make.content(
        qualifiers=(Slot("at", EntityId("e4")), Slot("for", Value("40 euros"))),
        validity=Validity(day, None, "on 1 May 2024"),
    )
    lived = make.content(1, 4, relation="lives_in", predicate="lives in", text="Nora lives in Rome")
    vegan = make.content(
        1, Value("vegan"), relation="diet", predicate="is", text="Nora is not vegan", positive=False
    )
    rows = [
        make.episode(1, thread="t", speaker="Nora", subgoal="g2", source="chat#1"),
        make.episode(2, "Bye", thread="t", time=make.later(2)),
        make.episode(3, "Hm?", thread="t", time=make.later(1)),
        make.entity(1, "Nora", type="person", named=True),
        make.entity(2, "Biscuit", type="animal", named=True),
        make.entity(3, "Nora Hale", merged_into="e1"),
        make.entity(4, "Rome", type="place"),
        make.alias(1, 3, "Nonnie"),
        *make.fact(1, 1, adopted),
        make.version(2, 2, lived, recorded_to=make.later(1)),
        make.version(3, 2, lived, status="ended", recorded_from=make.later(1)),
        make.support(2, 2, 1, lived),
        make.version(4, 3, vegan),
        make.version(5, 4, make.content(3, 4, text="Nora Hale likes Rome"), tier="tentative"),
        make.ending(1, 2, by=1, at=day),
        make.subgoal(1),
        make.subgoal(2, "call them", parent="g1"),
    ]
    with EmbeddedStore() as opened:
        opened.apply("a", make.change(1, *rows), expected=0)
        yield opened


def ask(store, statement, namespace="a", **parameters):
    return store.query(namespace, statement, parameters)


def test_the_query_of_the_readme_answers(store):
    rows = ask(
        store,
        "MATCH (e:Entity {namespace: $namespace, name: $n})-[f:FACT]->(o) "
        "RETURN f.predicate, o.name",
        n="Nora",
    )
    assert rows.columns == ("f.predicate", "o.name")
    assert set(rows) == {("adopted", "Biscuit"), ("lives in", "Rome")}


def test_facts_that_are_tentative_or_negative_draw_no_edge_between_entities(store):
    assert set(ask(store, "MATCH ()-[f:FACT]->() RETURN f.id, f.live")) == {
        ("f1", True),
        ("f2", False),
    }
    found = ask(store, "MATCH (f:Fact) RETURN f.id, f.tier, f.positive ORDER BY f.id")
    assert list(found) == [
        ("f1", "asserted", True),
        ("f2", "asserted", True),
        ("f3", "asserted", False),
        ("f4", "tentative", True),
    ]


def test_a_merged_entity_is_part_of_the_one_it_became(store):
    assert list(ask(store, "MATCH (e:Entity {id: 'e1'}) RETURN e.name, e.type, e.aliases")) == [
        ("Nora", "person", ["Nora Hale", "Nonnie"])
    ]
    found = ask(store, "MATCH (f:Fact {id: 'f4'})-[:SUBJECT]->(e) RETURN e.id, f.subject, f.object")
    assert list(found) == [("e1", "Nora", "Rome")]


def test_properties_of_a_fact_are_those_of_its_current_version(store):
    found = ask(
        store,
        "MATCH (f:Fact {id: 'f1'}) RETURN f.from, f.to, f.wording, f.qualifiers, f.said, f.object",
    )
    assert list(found) == [
        (
            "2024-05-01T12:00:00+00:00",
            None,
            "on 1 May 2024",
            ["at Rome", "for 40 euros"],
            "2024-05-01T12:00:00+00:00",
            "Biscuit",
        )
    ]
    assert list(ask(store, "MATCH (f:Fact {id: 'f2'}) RETURN f.status, f.live")) == [
        ("ended", False)
    ]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("(a:Fact)-[:OBJECT]->(b:Entity)", {("f1", "e2"), ("f2", "e4"), ("f4", "e4")}),
        ("(a:Fact)-[:QUALIFIER {role: 'at'}]->(b)", {("f1", "e4")}),
        (
            "(a:Fact)-[:HAS_VERSION]->(b:Version)",
            {("f1", "v1"), ("f2", "v2"), ("f2", "v3"), ("f3", "v4"), ("f4", "v5")},
        ),
        ("(a:Fact)-[:SUPPORTED_BY]->(b:Episode)", {("f1", "ep1"), ("f2", "ep1")}),
        ("(a:Fact)-[:ENDED_BY]->(b:Fact)", {("f2", "f1")}),
        ("(a:Episode)-[:IN]->(b:Subgoal)", {("ep1", "g2")}),
        ("(a:Subgoal)-[:PART_OF]->(b:Subgoal)", {("g2", "g1")}),
        ("(a:Episode)-[:NEXT]->(b:Episode)", {("ep1", "ep3"), ("ep3", "ep2")}),
    ],
)
def test_every_kind_of_edge_is_there(store, pattern, expected):
    assert set(ask(store, f"MATCH {pattern} RETURN a.id, b.id")) == expected


def test_vertices_edges_and_paths_come_back_as_plain_dictionaries(store):
    path, edge, node = ask(
        store, "MATCH p = (n:Entity)-[f:FACT]->(o {name: 'Biscuit'}) RETURN p, f, n"
    ).rows[0]
    assert node["labels"] == ["Entity"]
    assert node["properties"]["name"] == "Nora"
    assert "title" not in node["properties"]
    assert (edge["type"], edge["properties"]["id"]) == ("FACT", "f1")
    assert [vertex["properties"]["id"] for vertex in path["nodes"]] == ["e1", "e2"]


def test_a_write_is_seen_by_the_next_query(store, make):
    count = "MATCH (e:Entity) RETURN count(e)"
    assert list(ask(store, count)) == [(3,)]
    store.apply("a", make.change(2, make.entity(9, "Otto")), expected=1)
    assert list(ask(store, count)) == [(4,)]


def test_an_empty_namespace_gives_no_rows(store):
    assert len(ask(store, "MATCH (e:Entity {namespace: $namespace}) RETURN e", "nobody")) == 0


# --- namespaces -----


def test_a_statement_without_its_namespace_is_refused_where_there_are_several(store, make):
    every = "MATCH (e:Entity) RETURN e.namespace, e.id ORDER BY e.id"
    assert len(ask(store, every)) == 3
    store.apply("b", make.change(1, make.entity(1, "Bo")), expected=0)
    with pytest.raises(QueryError, match="across_namespaces=True"):
        ask(store, every)
    found = store.query("a", every, across_namespaces=True)
    assert list(found) == [("a", "a/e1"), ("a", "a/e2"), ("a", "a/e4"), ("b", "b/e1")]


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (e) RETURN e // $namespace",
        "MATCH (e) /* $namespace */ RETURN e",
        "MATCH (e {name: '$namespace'}) RETURN e",
        "MATCH (e {name: $namespaces}) RETURN e",
        "MATCH (e) RETURN e.`$namespace`",
    ],
)
def test_naming_the_namespace_where_it_binds_nothing_does_not_count(statement):
    with pytest.raises(QueryError, match="does not use"):
        check(statement, namespaces=2)


def test_a_namespace_cannot_look_into_another(store, make):
    store.apply("b", make.change(1, make.entity(1, "Bo")), expected=0)
    peek = "MATCH (e:Entity) WHERE e.namespace = 'b' OR $namespace = 'a' RETURN e.namespace"
    assert {row[0] for row in ask(store, peek)} == {"a"}
    with pytest.raises(QueryError, match="is bound"):
        store.query("a", peek, {"namespace": "b"})


# --- refusals -----


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE (n:Entity)",
        "match (n) set n.x = 1",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n)\nREMOVE n.name RETURN n",
        "MERGE (n:Entity {id: 'e1'})",
        "MATCH (n) WITH n FOREACH (x IN [1] | SET n.x = x)",
        "MATCH (n) /* harmless */ Set/**/n.x = 1 RETURN n",
        "CALL { CREATE (n) RETURN n } RETURN n",
        "MATCH (n) RETURN n.name AS a UNION CREATE (n) RETURN n.name AS a",
        "DROP INDEX entity_name",
        "EXPLAIN CREATE (n)",
        "MATCH (n) WHERE n.x = 1. SET n.y = 2",
        "MATCH (n {name: 'a\\'b'}) SET n.x = 'c'",
        "MATCH (n) WHERE n.name = 'a\\u0027 SET n.x = 1 //' RETURN n",
        "MATCH (n:A|B) SET n.x = 1",
    ],
)
def test_a_statement_that_writes_is_refused(store, statement):
    with pytest.raises(QueryError, match="only reads"):
        ask(store, statement)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row", "begins with"),
        ("MATCH (n) LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row", "reads files"),
        ("CALL db.labels()", "procedures"),
        ("MATCH (n) CALL apoc.create.node([], {}) YIELD node RETURN node", "procedures"),
        ("MATCH (n) RETURN n; MATCH (m) RETURN m", "one statement"),
        ("SHOW INDEXES", "begins with"),
        ("", "empty"),
        ("  // nothing\n", "empty"),
        ("MATCH (n RETURN n", "syntax error"),
        ("MATCH (n) RETURN nope.name", "nope"),
        ("MATCH (n) RETURN $unbound", "unbound"),
    ],
)
def test_a_statement_that_cannot_be_run_says_why(store, statement, reason):
    with pytest.raises(QueryError, match=reason):
        ask(store, statement)


def test_a_parameter_that_cypher_has_no_type_for_is_refused(store):
    with pytest.raises(QueryError, match="unsupported"):
        ask(store, "RETURN $x", x=object())


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n) WHERE n.name = 'CREATE' RETURN n",
        'MATCH (n) WHERE n.name = "please DELETE" RETURN n.name',
        "MATCH (n) RETURN n.set, n.delete",
        "MATCH (n:Create) RETURN n",
        "MATCH (n)-[:MERGE]->() RETURN n",
        "RETURN {set: 1, delete: 2} AS x",
        "MATCH (n) RETURN n.name AS `SET`",
        "MATCH (n) RETURN n // then DELETE it",
        "MATCH (n) WHERE n.created > 1 AND n.offset < 2 RETURN n;",
        "MATCH (n {name: $set}) RETURN n",
        "CALL { MATCH (n) RETURN n LIMIT 1 } RETURN n",
        "EXPLAIN MATCH (n) RETURN n",
        "WITH 1 AS x RETURN x",
        "MATCH (n) RETURN 'it''s', \"a\\\"CREATE\"",
    ],
)
def test_words_that_only_look_like_writes_are_let_through(statement):
    check(statement)
