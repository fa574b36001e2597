"""Questions that the server searches itself: agreement, round trips, vector indexes."""

import importlib.util
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from kgmem import Memory
from kgmem.encoders import HashEncoder
from kgmem.errors import InputError, StoreBusy, StoreError, UnknownNamespace
from kgmem.records import EntityId
from kgmem.searching import Indexing, Searching, Sought
from kgmem.settings import Settings
from kgmem.stores.neo4j import overall, vector_index
from kgmem.stores.neo4j.connection import Server
from kgmem.types import Bound, Observation, Validity, Value

pytestmark = pytest.mark.neo4j
START = datetime(2023, 1, 1, 9, tzinfo=timezone.utc)
PEOPLE = ("Nora", "Tom", "Ana", "Omar", "Leo", "Ingrid", "Mia", "Kofi", "Yuki", "Pablo")
CITIES = ("Lisbon", "Rome", "Porto", "Oslo", "Lyon", "Graz", "Turin", "Ghent", "Split", "Malmo")
THINGS = (
    "canoe",
    "violin",
    "lamp",
    "tent",
    "kettle",
    "camera",
    "bicycle",
    "piano",
    "stove",
    "kite",
)
DONE = ("bought", "repaired", "sold", "painted", "borrowed")


def turns(count):
    """Plain sentences; the first person says almost half of them."""
    draw = np.random.default_rng(3)
    for n in range(count):
        who = PEOPLE[0] if draw.random() < 0.4 else PEOPLE[int(draw.integers(len(PEOPLE)))]
        thing = THINGS[int(draw.integers(len(THINGS)))]
        done = DONE[int(draw.integers(len(DONE)))]
        city = CITIES[int(draw.integers(len(CITIES)))]
        whom = PEOPLE[int(draw.integers(len(PEOPLE)))]
        text = (
            f"I {done} a {thing} in {city}.",
            f"I moved to {city}.",
            f"{whom} lent me a {thing}.",
            f"{whom} and I visited {city}.",
        )[int(draw.integers(4))]
        time = START + timedelta(hours=9 * (n // 5), minutes=3 * (n % 5))
        yield Observation(text=text, speaker=who, time=time, thread=f"t{n // 30}")


QUESTIONS = (
    "Which city did Nora move to?",
    "What did Tom repair in Oslo?",
    "Who lent Nora a violin?",
    "When did Leo visit Porto?",
    "What did Nora paint?",
    "Who visited Ghent with Mia?",
    "Where does Yuki live?",
    "What has Pablo sold?",
)


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The export of a memory of several hundred turns."""
    path = tmp_path_factory.mktemp("search") / "memory.jsonl"
    with Memory.open(":memory:", encoder=HashEncoder(64)) as memory:
        memory.observe_many([*turns(360)])
        memory.export(path)
    return path


@pytest.fixture
def told(neo4j_server, refreshed, generated):
    """That memory on the server, and the same searched there."""
    address, auth = neo4j_server["address"], neo4j_server["auth"]
    options = {"auth": auth, "encoder": HashEncoder(64)}
    with Memory.open(address, **options, settings=Settings(search="snapshot")) as memory:
        memory.import_(generated)
        refreshed(memory)
        settings = Settings(search="server")
        with Memory.open(address, **options, settings=settings) as searching:
            yield memory, searching


@pytest.fixture
def refreshed():
    """Waits until the full-text indexes hold what was written."""

    def refresh(memory):
        text = "CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()"
        memory._engine.store._server.alone(text)

    return refresh


def agreement(one, two, questions=QUESTIONS):
    """The share of the first twenty candidates that both have."""
    shares = []
    for question in questions:
        first = [c.id for c in one.retrieve(question)[:20]]
        second = [c.id for c in two.retrieve(question)[:20]]
        shares.append(Fraction(len({*first} & {*second}), len(first)))
    return float(sum(shares) / len(shares))


def test_a_search_by_the_server_agrees_with_the_snapshot(told):
    memory, searching = told
    assert len(memory.facts(limit=400)) > 300
    assert agreement(memory, searching) >= 0.9
    for question in QUESTIONS:
        found = [m.ask(question).text.split(", ") for m in (memory, searching)]
        assert sorted(found[0]) == sorted(found[1])  # near ties may change places


@pytest.mark.new_schema
def test_with_a_vector_index_it_agrees_as_well_and_forgetting_takes_it_along(told):
    memory, searching = told
    seen = []
    index = memory.create_vector_index(lambda what, done, total: seen.append((what, done, total)))
    assert (index.state, index.dimension) == ("online", HashEncoder(64).dimension)
    assert {what for what, _, _ in seen} == {"fact", "episode", "entity", "index"}
    assert agreement(memory, searching) >= 0.9
    forgotten = memory.forget(entity="Tom")
    assert forgotten.remains == ()
    assert "Tom" not in {c.text for c in searching.retrieve("What did Tom repair?")}
    memory.forget(namespace=True)
    assert memory.vector_index().state == "none"
    assert memory.namespaces() == []


def test_a_retrieval_is_three_round_trips_whatever_it_finds(told, monkeypatch):
    _, searching = told
    searching.retrieve(QUESTIONS[0])
    calls = []
    read = Server.read
    monkeypatch.setattr(Server, "read", lambda self, work: calls.append(1) or read(self, work))
    assert len(searching.retrieve(QUESTIONS[1])) > 20
    assert len(calls) == 3


def test_a_question_of_what_changed_meanwhile_is_searched_again(told, monkeypatch):
    memory, searching = told
    store = searching._engine.store
    search, written = type(store).search, []

    def write_between(self, *args):
        context = search(self, *args)
        if not written:
            written.append(memory.observe("I bought an anvil.", speaker="Nora", time="2024-06-01"))
        return context

    monkeypatch.setattr(type(store), "search", write_between)
    assert searching.retrieve("What did Nora buy?")
    assert written


def test_the_episode_before_one_that_is_merely_beside_others_is_known(reopen_neo4j, make, raw):
    store = reopen_neo4j()
    store.set_encoder("two", 2)
    times = [make.later(n / 1440) for n in range(4)]
    rows = [make.episode(n + 1, thread="t", time=time) for n, time in enumerate(times)]
    rows += [make.entity(1), make.entity(2, "Biscuit"), *make.fact(1, 1), *make.fact(2, 4)]
    words = {"f1": make.terms(7), "f2": make.terms(7)}
    store.apply("a", make.change(1, *rows, terms=words), expected=0)
    raw("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
    sought = Sought(make.vector(1, 0), make.terms(7), [], [], present=False)
    with store.search("a", [], make.terms(7)) as reader:
        said = reader.around(sought).columns["episode"]
    # Of the second and the third, neither supports what was found.
    assert said["id"].tolist() == [1, 2, 3, 4]
    assert said["previous"].tolist() == [-1, 1, 2, 3]


def test_who_was_merged_into_somebody_around_is_known_through_two_merges(reopen_neo4j, make, raw):
    store = reopen_neo4j()
    store.set_encoder("two", 2)
    merged = [make.entity(3, "Norah", merged_into="e1"), make.entity(4, "N.", merged_into="e3")]
    rows = [make.episode(1), make.entity(1), make.entity(2, "Biscuit"), *merged, *make.fact(1)]
    for namespace, put in (("a", rows), ("b", [r for r in rows if r not in merged])):
        store.apply(namespace, make.change(1, *put, terms={"f1": make.terms(7)}), expected=0)
    raw("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
    sought = Sought(make.vector(1, 0), make.terms(7), [], [], present=False)
    found = {}
    for namespace in ("a", "b"):
        with store.search(namespace, [], make.terms(7)) as reader:
            entities = reader.around(sought).columns["entity"]
        into = zip(entities["id"].tolist(), entities["merged_into"].tolist(), strict=True)
        found[namespace] = dict(into)
    assert found == {"a": {1: -1, 2: -1, 3: 1, 4: 3}, "b": {1: -1, 2: -1}}


@pytest.mark.parametrize(("most", "kept"), [(5, [3, 8]), (4, [3]), (2, [3])])
def test_a_session_that_was_not_read_to_its_end_counts_for_nothing(most, kept):
    sessions, words = [3, 3, 8, 8], [b"\1\0\0\0", b"", b"\1\0\0\0" * 2, b"\2\0\0\0"]
    heard = overall.heard({"heard": [sessions[:most], words[:most]]}, most)
    assert heard.names.tolist() == kept
    assert heard.hits(1).tolist() == [1, 2][: len(kept)]


@pytest.fixture
def hub(neo4j_server, refreshed):
    """A generated graph of which one entity owns 40 %, with a vector index, on both ways."""
    path = Path(__file__).parents[3] / "benchmarks" / "scale" / "graph.py"
    spec = importlib.util.spec_from_file_location("scale_graph", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    graph = module.Graph(0, 48)
    address, auth = neo4j_server["address"], neo4j_server["auth"]
    options = {"auth": auth, "encoder": module.GraphEncoder(graph)}
    with (
        Memory.open(address, **options, settings=Settings(search="snapshot")) as memory,
        Memory.open(address, **options, settings=Settings(search="server")) as searching,
    ):
        store = memory._engine.store
        store.set_encoder("graph-48", 48)
        for expected, change in graph.changes(4000, 250):
            store.apply("default", change, expected=expected)
        refreshed(memory)
        memory.create_vector_index()
        names = [graph.names[0], *graph.names[1::97]]
        asked = [f"What has {name} {module.RELATIONS[n % 11]}?" for n, name in enumerate(names[:8])]
        yield memory, searching, [*asked, f"Which canoe has {names[0]} painted?"]


@pytest.mark.new_schema
def test_on_a_graph_with_a_hub_it_agrees_as_well_and_stays_bounded(hub):
    memory, searching, asked = hub
    assert agreement(memory, searching, asked) >= 0.9


# --- what holds first, whatever is around it -----


def facts_about(make, subject, places, vectors, *, episode, status="live"):
    """Facts "lives in ..." of one subject with the vectors given."""
    rows, found = [], {}
    for number, vector in zip(places, vectors, strict=True):
        content = make.content(
            subject,
            Value(f"place {number}"),
            relation="lives_in",
            predicate="lives in",
            text=f"lives in place {number}",
            validity=Validity(Bound(make.noon, make.noon, "day"), None, ""),
        )
        rows.append(make.support(number, number, episode, content))
        rows.append(make.version(number, number, content, status=status))
        found[f"f{number}"] = vector
    return rows, found


def near(question, noise, count, seed):
    """Unit vectors around a question's."""
    draw = np.random.default_rng(seed)
    rows = question + noise * draw.standard_normal((count, len(question))).astype(np.float32)
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.new_schema
def test_the_one_fact_that_holds_comes_first_beside_nearer_ones_of_others_and_ended_ones(
    neo4j_server, make, refreshed
):
    encoder = HashEncoder(64)
    question = encoder.encode(["live?"])[0]
    address, auth = neo4j_server["address"], neo4j_server["auth"]
    settings = Settings(search="server")
    with Memory.open(
        address, auth=auth, namespace="A", encoder=encoder, settings=settings
    ) as memory:
        store = memory._engine.store
        store.set_encoder(encoder.id, encoder.dimension)
        for start in range(0, 10_000, 2500):
            numbers = range(start + 1, start + 2501)
            vectors = near(question, 0.01, 2500, start)
            rows, found = facts_about(make, 1, numbers, vectors, episode=1)
            rows = [make.episode(1), make.entity(1, named=True), *rows]
            seq = start // 2500 + 1
            store.apply("B", make.change(seq, *rows, vectors=found), expected=seq - 1)
        over, found = facts_about(
            make, 1, range(1, 100), near(question, 0.02, 99, 1), episode=1, status="ended"
        )
        held, more = facts_about(make, 1, [100], near(question, 0.2, 1, 2), episode=2)
        rows = [make.episode(1), make.episode(2, "Nora lives there."), make.entity(1, named=True)]
        change = make.change(1, *rows, *over, *held, vectors={**found, **more})
        store.apply("A", change, expected=0)
        refreshed(memory)
        without = memory.retrieve("Where does Nora live?", limit=5)
        memory.create_vector_index()
        store.create_vector_index("B")
        indexed = memory.retrieve("Where does Nora live?", limit=5)
    for candidates in (without, indexed):
        assert next(c.id for c in candidates if c.kind == "fact") == "f100"
        assert next(c for c in candidates if c.kind == "episode").id == "ep2"


# --- when the server serves -----


@pytest.mark.new_schema
def test_a_process_that_asks_once_of_an_indexed_namespace_loads_nothing(told):
    memory, _ = told
    memory.create_vector_index()
    address = memory._engine.store.location
    auth = ("neo4j", "kgmem-test-password")
    with Memory.open(address, auth=auth, encoder=HashEncoder(64)) as short:
        for question in QUESTIONS[:2]:
            short.retrieve(question)
            assert not short._engine.snapshots().loaded("default")
        short.retrieve(QUESTIONS[2])
        assert short._engine.snapshots().loaded("default")


def test_a_namespace_above_the_limit_is_never_loaded_and_one_below_it_is(told, neo4j_server):
    for limit, loaded in ((100, False), (100_000, True)):
        settings = Settings(snapshot_facts=limit)
        auth = neo4j_server["auth"]
        with Memory.open(
            neo4j_server["address"], auth=auth, encoder=HashEncoder(64), settings=settings
        ) as memory:
            memory.ask(QUESTIONS[0])
            assert memory._engine.snapshots().loaded("default") is loaded


def test_an_unknown_way_of_searching_is_refused():
    with pytest.raises(InputError, match="'auto', 'snapshot' or 'server'"):
        Settings(search="everywhere")


def test_a_file_says_that_it_needs_no_vector_index():
    with Memory.open(":memory:", encoder="hash") as memory:
        assert not isinstance(memory._engine.store, (Searching, Indexing))
        with pytest.raises(InputError, match="is for a memory in Neo4j"):
            memory.create_vector_index()


# --- vector indexes -----


@pytest.fixture
def small(reopen_neo4j, make):
    """A store with a few facts and vectors of two numbers."""
    store = reopen_neo4j()
    store.set_encoder("two", 2)
    vectors = {"f1": make.vector(1, 0), "ep1": make.vector(0, 1), "e1": make.vector(1, 0)}
    store.apply("a", make.change(1, *make.world(), vectors=vectors), expected=0)
    return store


@pytest.mark.new_schema
def test_what_is_written_after_the_index_is_in_it_and_what_ends_moves_over(small, make, raw):
    small.create_vector_index("a")
    rows = make.fact(2, content=make.content(1, EntityId("e1")))
    small.apply("a", make.change(2, *rows, vectors={"f2": make.vector(0, 1)}), expected=1)
    ended = make.version(3, 2, status="ended")
    closed = make.version(2, 2, recorded_to=make.later(1))
    small.apply("a", make.change(3, closed, ended), expected=2)
    word = vector_index.scope("a")
    found, _ = raw(
        "MATCH (f:Fact) RETURN f.id AS id, f[$near] AS near, f[$past] AS past ORDER BY id",
        near=f"near_{word}",
        past=f"past_{word}",
    )
    assert [tuple(row.values()) for row in found] == [
        ("f1", [1.0, 0.0], None),
        ("f2", None, [0.0, 1.0]),
    ]


@pytest.mark.new_schema
def test_making_it_again_changes_nothing_and_dropping_it_leaves_no_list(small, raw):
    assert small.create_vector_index("a") == small.create_vector_index("a")
    assert small.drop_vector_index("a")
    assert not small.drop_vector_index("a")
    found, _ = raw("MATCH (n) UNWIND keys(n) AS key WITH key WHERE key CONTAINS '_n' RETURN key")
    assert found == []
    assert small.vector_index("a").state == "none"


@pytest.mark.new_schema
def test_a_vector_index_of_another_dimension_is_refused_with_the_command_that_helps(small, raw):
    small.create_vector_index("a")
    raw("MATCH (k:Kgmem) SET k.dimension = 3")
    with pytest.raises(StoreError, match=r"of 2 numbers, its vectors have 3: drop it first"):
        small.create_vector_index("a")


def test_a_vector_index_of_nothing_is_refused(reopen_neo4j, small):
    with pytest.raises(UnknownNamespace, match="nowhere"):
        small.create_vector_index("nowhere")


@pytest.mark.new_schema
def test_another_encoder_is_refused_while_an_index_holds_the_old_vectors(small, make):
    small.create_vector_index("a")
    with pytest.raises(StoreError, match="vector-index drop --namespace a"):
        small.replace_vectors("a", "fact", ["f1"], np.zeros((1, 2), np.float32))


def test_a_server_too_old_for_vector_indexes_says_so(small, monkeypatch):
    monkeypatch.setattr(small._server, "version", (5, 9))
    with pytest.raises(StoreError, match=r"need 5\.13 or newer"):
        small.create_vector_index("a")


def test_an_index_that_takes_too_long_says_how_far_it_is(small, monkeypatch):
    monkeypatch.setattr(
        vector_index, "state", lambda server, name: vector_index.VectorIndex("building", 2, 40.0)
    )
    with pytest.raises(StoreBusy, match="40 % built"):
        vector_index.create(small._server, "a", 2, timeout=0.0)


def test_no_right_to_make_an_index_leaves_none_announced(small, monkeypatch, raw):
    from neo4j.exceptions import Neo4jError

    from kgmem.stores.neo4j.failures import translate

    def refuse(self, statement, parameters=None):
        code = "Neo.ClientError.Security.Forbidden"
        raise translate(Neo4jError._hydrate_neo4j(code=code, message="no"), "there", None)

    with monkeypatch.context() as patch:
        patch.setattr(Server, "alone", refuse)
        with pytest.raises(StoreError, match="no right to do this"):
            small.create_vector_index("a")
    found, _ = raw("MATCH (n:Namespace) RETURN n.near AS near")
    assert [row["near"] for row in found] == [None]
