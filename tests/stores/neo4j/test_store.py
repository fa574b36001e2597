"""What only the Neo4j store does: plans, migrations, pinned reads, proof by query."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kgmem import assets
from kgmem.errors import QueryError, SchemaTooNew, StaleRevision
from kgmem.stores.neo4j import Neo4jStore, past
from kgmem.stores.neo4j.schema import MIGRATIONS
from kgmem.stores.neo4j.statements import sections, statement

pytestmark = pytest.mark.neo4j
# Whole-store work on purpose: integrity, the proof of forgetting, a re-embedding.
SCANS = {"read/check", "read/remains", "read/staged"}
NAMES = [
    str(file.relative_to(assets.root("cypher")).with_suffix(""))
    for folder in ("read", "write")
    for file in sorted((assets.root("cypher") / folder).glob("*.cypher"))
]
HOT = [
    (name, heading)
    for name in NAMES
    if name not in {*SCANS, "read/place"}
    for heading, text in sections(name).items()
    if not text.startswith("SHOW")  # of the schema: nothing is planned
]


@pytest.fixture
def store(reopen_neo4j):
    return reopen_neo4j()


# --- plans -----


@pytest.fixture(scope="module")
def explained(neo4j_driver):
    """Explains a statement as it is run, on a database that has the schema."""
    address, auth = neo4j_driver["address"], neo4j_driver["auth"]
    Neo4jStore(address, auth=auth).close()
    with neo4j_driver["driver"].session() as session:

        def explain(text, values):
            return session.run("EXPLAIN " + text, values).consume().plan

        yield explain


@pytest.mark.parametrize(("name", "heading"), HOT)
def test_a_hot_statement_is_served_by_indexes(explained, name, heading):
    text = statement(name, heading)
    if text.endswith("AS rows"):
        text += "\n" + statement("read/place")
    lists = set(re.findall(r"\$p\.(\w+)", text))
    values = {n: _example(n) for n in re.findall(r"\$(\w+)", text) if n != "p"}
    plan = explained(text, {"p": {n: [] for n in lists}, **values})
    assert [o for o in _operators(plan) if "Scan" in o] == []


def _example(name):
    numbers = {"limit", "since", "until", "revision", "epoch", "schema", "next", "size"}
    numbers |= {"generation", "dimension", "cap", "counted", "members"}
    if name in numbers:
        return 10
    vectors = dict.fromkeys(("property", "current", "vector"), "vector_0")
    return {**vectors, "first": True, "walk": True, "nothing": {}}.get(name, "text")


def _operators(plan):
    yield plan["operatorType"].split("@")[0]
    for child in plan.get("children", ()):
        yield from _operators(child)


def test_a_lookup_in_a_small_namespace_does_not_touch_a_large_one(store, raw, make):
    for namespace, count in (("large", 2000), ("small", 2)):
        rows = [make.entity(n, f"Person {n}") for n in range(1, count)]
        store.apply(namespace, make.change(1, *rows), expected=0)
    text = statement("read/page", "entity") + "\n" + statement("read/place")
    _, summary = raw("PROFILE " + text, p={}, namespace="small", after="", limit=100)
    assert _hits(summary.profile) < 50


def _hits(plan):
    return plan.get("dbHits", 0) + sum(_hits(child) for child in plan.get("children", ()))


# --- schema -----


def test_opening_again_changes_nothing(store, reopen_neo4j, raw):
    before, _ = raw("SHOW INDEXES YIELD name RETURN collect(name) AS names")
    assert reopen_neo4j().info == store.info
    after, _ = raw("SHOW INDEXES YIELD name RETURN collect(name) AS names")
    assert set(before[0]["names"]) == set(after[0]["names"])


@pytest.mark.new_schema
def test_a_database_of_the_third_schema_is_completed_when_it_is_opened(
    store, reopen_neo4j, raw, make
):
    hour, rows = 1 / 24, [make.entity(1), make.entity(2, "Biscuit"), *make.fact(1)]
    for n, at in ((1, 0), (2, hour / 2), (3, 3 * hour)):
        rows.append(make.episode(n, f"turn {n}", thread="t", time=make.later(at)))
    rows.append(make.entity(3, "Bix", merged_into="e2"))
    words = {i: make.terms(n, 7) for n, i in enumerate(("f1", "ep1", "ep2", "ep3"))}
    store.apply("a", make.change(1, *rows, terms=words), expected=0)
    shown = "MATCH (x) WHERE x.scope IS NOT NULL RETURN properties(x) AS row ORDER BY x.id"
    before, _ = raw(shown)
    raw("MATCH (x) REMOVE x.words, x.scope, x.norm, x.session")
    raw("MATCH (x:Fact) REMOVE x.number")
    raw("MATCH (k:Kgmem) SET k.schema = 3")
    assert raw(shown)[0] == []
    reopen_neo4j()
    assert raw(shown)[0] == before
    assert [r["row"]["session"] for r in before if r["row"]["id"].startswith("ep")] == [1, 1, 3]


@pytest.mark.new_schema
def test_processes_that_start_together_on_an_empty_database_all_succeed(neo4j_server, raw):
    for kind in ("CONSTRAINTS", "INDEXES"):
        for record in raw(f"SHOW {kind} YIELD name WHERE name STARTS WITH 'kgmem_' RETURN name")[0]:
            raw(f"DROP {kind[:-1] if kind != 'INDEXES' else 'INDEX'} {record['name']} IF EXISTS")
    raw("MATCH (k:Kgmem) DELETE k")
    gate = threading.Barrier(4)

    def start(_):
        gate.wait(20)
        with Neo4jStore(**neo4j_server, timeout=30) as store:
            return store.info.schema

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(start, range(4))) == [len(MIGRATIONS)] * 4
    words, _ = raw("SHOW FULLTEXT INDEXES YIELD name, properties")
    assert {len(r["properties"]) for r in words if r["name"].startswith("kgmem_")} == {3, 4}
    assert raw("MATCH (k:Kgmem) RETURN count(k) AS n")[0][0]["n"] == 1


def test_a_database_of_a_newer_kgmem_is_refused_with_the_command_to_upgrade(
    store, neo4j_server, raw
):
    raw("MATCH (k:Kgmem) SET k.schema = 99")
    with pytest.raises(SchemaTooNew, match="pip install --upgrade"):
        Neo4jStore(**neo4j_server)


# --- pinned reads -----


def test_a_read_keeps_its_revision_in_every_way_of_reading(store, make):
    store.set_encoder("hash:1", 2)
    first = make.change(
        1,
        *make.world(),
        make.alias(1, 1, "Nonnie"),
        vectors={"f1": make.vector(1, 0), "ep1": make.vector(0, 1), "e1": make.vector(1, 1)},
        terms={"f1": make.terms(1), "ep1": make.terms(2, 3)},
    )
    store.apply("a", first, expected=0)
    with store.read("a") as before:
        old = _everything(before)
    with store.read("a") as reader:
        closed = make.version(1, 1, recorded_to=make.later(1))
        again = make.version(2, 1, make.content(text="changed"), recorded_from=make.later(1))
        store.apply(
            "a",
            make.change(
                2, closed, again, make.entity(1, "Nora B."), vectors={"f1": make.vector(0, 1)}
            ),
            expected=1,
        )
        more = [make.episode(2, "new"), make.entity(3, "Rome"), make.alias(2, 3, "Roma"), "a1"]
        store.apply("a", make.change(3, *more, make.support(2, 1, 2)), expected=2)
        store.apply("a", make.change(4, "s1", "v1", "v2", "ep1"), expected=3)
        assert _everything(reader) == old
        assert reader.get(["ep1", "ep2"]).keys() == {"ep1"}


def _everything(reader):
    kinds = ("episode", "entity", "alias", "support", "version")
    found = {kind: list(reader.scan(kind)) for kind in kinds}
    found["found"] = [
        reader.find("alias", "norm", ["nonnie", "roma"]),
        reader.find("version", "subject", ["e1"]),
        reader.find("support", "fact", ["f1"]),
        reader.get(["f1", "e1", "e3", "ep2"]),
    ]
    for kind in ("fact", "episode", "entity"):
        columns = reader.columns(kind)
        found[f"columns {kind}"] = {
            k: np.nan_to_num(v, nan=-1).tolist() if isinstance(v, np.ndarray) else v
            for k, v in columns.items()
        }
        ids, vectors = reader.vectors(None, kind)
        found[f"vectors {kind}"] = (ids, vectors.tolist())
    for kind in ("fact", "episode"):
        ids, offsets, hashes = reader.terms(None, kind)
        found[f"terms {kind}"] = (ids, offsets.tolist(), hashes.tolist())
    found["journal"] = list(reader.journal())
    return found


def test_a_read_that_is_open_when_something_is_forgotten_must_be_repeated(store, make):
    store.apply("a", make.change(1, *make.world()), expected=0)
    with store.read("a") as reader:
        store.apply("a", make.change(2, "ep1", op="forget", erase=(1,)), expected=1)
        with pytest.raises(StaleRevision):
            reader.get(["ep1"])


def test_only_so_many_entries_keep_what_was_before_them(store, make, raw, monkeypatch):
    monkeypatch.setattr(past, "KEPT", 3)
    store.apply("a", make.change(1, make.entity(1)), expected=0)
    with store.read("a") as reader:
        for seq in range(2, 9):
            store.apply("a", make.change(seq, make.entity(1, f"name {seq}")), expected=seq - 1)
        with pytest.raises(StaleRevision):
            reader.get(["e1"])
    kept, _ = raw("MATCH (j:Journal) WHERE j.before IS NOT NULL RETURN collect(j.seq) AS seqs")
    assert sorted(kept[0]["seqs"]) == [6, 7, 8]


# --- erasing -----


def _strings(raw):
    """All text and bytes that the database holds, on nodes and on relationships."""
    nodes, _ = raw("MATCH (n) RETURN properties(n) AS p")
    edges, _ = raw("MATCH ()-[r]->() RETURN properties(r) AS p")
    return repr([record["p"] for record in (*nodes, *edges)])


def test_forgetting_leaves_no_node_edge_property_index_entry_or_payload(store, make, raw):
    secret = "Zanzibar7"
    rows = [
        make.episode(1, f"I fled to {secret}.", source="crm:1", thread="t"),
        make.entity(1),
        make.entity(2, secret),
        make.alias(1, 2, secret),
        *make.fact(1, 1, make.content(text=f"Nora fled to {secret}", predicate="fled to")),
    ]
    store.apply("a", make.change(1, *rows, reason=f"because of {secret}"), expected=0)
    renamed = make.entity(2, f"{secret} town")
    store.apply("a", make.change(2, renamed), expected=1)
    assert store.scrub([secret, "Atlantis"]) == [secret]
    gone = ("ep1", "e2", "a1", "s1", "v1")
    store.apply("a", make.change(3, *gone, op="forget", erase=(1, 2)), expected=2)
    assert store.scrub([secret, ""]) == []
    assert secret not in _strings(raw)
    for index in ("kgmem_fact_words", "kgmem_episode_words", "kgmem_entity_words"):
        found, _ = raw(
            "CALL db.index.fulltext.queryNodes($i, $w) YIELD node RETURN node", i=index, w=secret
        )
        assert found == []
    assert raw("MATCH ()-[r]->() RETURN count(r) AS n")[0][0]["n"] == 0
    assert store.check() == []


def test_dropping_a_namespace_in_pieces_takes_all_of_it(store, make, raw):
    rows = [make.entity(n, f"Person {n}") for n in range(1, 4500)]
    store.apply("a", make.change(1, *rows), expected=0)
    store.apply("b", make.change(1, *make.world()), expected=0)
    store.drop_namespace("a")
    left, _ = raw("MATCH (n) RETURN DISTINCT n.namespace AS name")
    assert {record["name"] for record in left} == {None, "b"}


def test_a_drop_that_was_interrupted_is_finished_by_the_next_write(store, make, raw):
    store.apply("a", make.change(1, *make.world()), expected=0)
    raw(statement("write/store", "dropping"), namespace="a", p={})
    assert store.namespaces() == []
    with store.read("a") as reader:
        assert (reader.revision, list(reader.scan("episode"))) == (0, [])
    assert store.apply("a", make.change(1, make.entity(5)), expected=0) == 1
    with store.read("a") as reader:
        assert list(reader.scan("entity")) == [make.entity(5)]
        assert list(reader.scan("episode")) == []
    assert store.check() == []


# --- queries -----


def test_a_write_that_hides_from_the_guard_is_stopped_by_the_server(store, raw):
    from kgmem.stores.neo4j.store import _query

    with pytest.raises(Exception, match="read access mode"):
        store._server.read(lambda tx: _query(tx, statement="CREATE (:Entity)", bound={}))
    assert raw("MATCH (e:Entity) RETURN count(e) AS n")[0][0]["n"] == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("MATCH (n) DETACH DELETE n", "only reads"),
        ("CALL db.labels()", "procedures"),
        ("MATCH (n RETURN n", "Invalid input"),
        ("MATCH (n {namespace: $namespace}) RETURN m", "not defined"),
        ("RETURN $unbound", "unbound"),
    ],
)
def test_a_query_that_cannot_be_run_says_why(store, text, reason):
    with pytest.raises(QueryError, match=reason):
        store.query("a", text)


def test_a_parameter_that_cypher_has_no_type_for_is_refused(store):
    with pytest.raises(QueryError, match="parameter"):
        store.query("a", "RETURN $x", {"x": object()})


def test_a_statement_without_its_namespace_is_refused_where_there_are_several(store, make):
    for namespace in "ab":
        store.apply(namespace, make.change(1, *make.world()), expected=0)
    with pytest.raises(QueryError, match="across_namespaces=True"):
        store.query("a", "MATCH (e:Entity) RETURN e.id")
    both = store.query("a", "MATCH (e:Entity) RETURN count(e)", across_namespaces=True)
    assert list(both) == [(4,)]
    own = store.query("a", "MATCH (e:Entity {namespace: $namespace}) RETURN count(e)")
    assert list(own) == [(2,)]
