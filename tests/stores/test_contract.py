"""What every store does: written once, run on all of them (`conftest.reopen`)."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timezone

import numpy as np
import pytest

from kgmem import codec
from kgmem.errors import EncoderMismatch, InputError, StaleRevision, StoreError
from kgmem.records import Change, Effect, EntityId, Slot
from kgmem.types import Bound, Edit, Validity, Value

KINDS = ("episode", "entity", "alias", "support", "ending", "version", "subgoal", "relation")


def everything(make):
    """At least one row of every kind, with every optional field set once."""
    day = Bound(make.noon, make.later(1), "day")
    content = make.content(
        qualifiers=(Slot("with", EntityId("e3")), Slot("for", Value("40 euros", "number"))),
        validity=Validity(day, Bound(None, make.later(9), "week"), "on 1 May 2024"),
        kind="event",
        positive=False,
        modality="planned",
        confidence=0.5,
    )
    return [
        make.episode(
            1,
            'She said "hi" — 王芳\n',
            speaker="Nora",
            role="tool",
            thread="t1",
            subgoal="g2",
            source="crm:1",
            trust=0.25,
            origin="told",
            caption="a cat",
            state="pending",
            metadata={"a": [1, None]},
        ),
        make.episode(2, "ok", thread="t1"),
        make.entity(1, "Nora", type="person", named=True),
        make.entity(2, "Biscuit"),
        make.entity(3, "N.", merged_into="e1"),
        make.alias(1, 2, "Dr. Bis Cuit", episode="ep1", span=(0, 3)),
        make.alias(2, 1, "王芳"),
        make.support(1, 1, 1, content),
        make.support(2, 2, 2),
        make.ending(1, 1, by=2, at=day, episode="ep2"),
        make.ending(2, 2, kind="retracted"),
        make.version(1, 1, content, recorded_to=make.later(1)),
        make.version(2, 1, content, status="ended", trust=0.5, recorded_from=make.later(1)),
        make.version(3, 2, make.content(target=Value("grey", "adjective")), tier="tentative"),
        make.subgoal(1, status="failed", summary="shut", task="run-7", opened=make.noon),
        make.subgoal(2, parent="g1", task="run-7"),
        make.relation("mentors", inverse="mentored_by"),
    ]


# --- rows -----


def test_a_namespace_nobody_wrote_to_reads_as_empty(store):
    with store.read("nobody") as reader:
        assert (reader.namespace, reader.revision) == ("nobody", 0)
        assert reader.get(["f1", "ep1", "r:x"]) == {}
        assert [list(reader.scan(kind)) for kind in KINDS] == [[]] * len(KINDS)
        assert list(reader.journal()) == []
        assert set(reader.counters().values()) == {0}
        assert len(reader.columns("fact")["id"]) == 0
        assert reader.vectors(None, "fact")[1].shape == (0, 0)
    assert store.namespaces() == []


def test_every_kind_of_record_comes_back_as_it_was_written(store, make):
    rows = everything(make)
    assert store.apply("a", make.change(1, *rows), expected=0) == 1
    with store.read("a") as reader:
        assert reader.get([row.id for row in rows]) == {row.id: row for row in rows}
        assert [row for kind in KINDS for row in reader.scan(kind)] == rows
    counted = store.size("a")
    assert (counted["version"], counted["fact"], counted["episode"], counted["relation"]) == (
        3,
        2,
        2,
        1,
    )


def test_a_fact_id_gives_its_current_version(store, make):
    store.apply("a", make.change(1, *everything(make)), expected=0)
    with store.read("a") as reader:
        assert reader.get(["f1", "f2", "f3"]).keys() == {"f1", "f2"}
        assert reader.get(["f1"])["f1"].id == "v2"


def test_ids_that_are_unknown_are_left_out_and_nonsense_is_refused(store, make):
    store.apply("a", make.change(1, *make.world()), expected=0)
    with store.read("a") as reader:
        assert list(reader.get(["e9", "e1", "f99999999999999999999", "j1", "t1"])) == ["e1"]
        with pytest.raises(InputError, match="is not an id"):
            reader.get(["Nora"])


@pytest.mark.parametrize(
    ("kind", "field", "values", "found"),
    [
        ("episode", "source", ["crm:1", "other"], ["ep1"]),
        ("episode", "thread", ["t1"], ["ep1", "ep2"]),
        ("episode", "subgoal", ["g2"], ["ep1"]),
        ("episode", "state", ["pending"], ["ep1"]),
        ("episode", "state", ["done"], ["ep2"]),
        ("entity", "merged_into", ["e1"], ["e3"]),
        ("alias", "entity", ["e2", "e1"], ["a1", "a2"]),
        ("alias", "episode", ["ep1"], ["a1"]),
        ("alias", "norm", ["dr bis cuit"], ["a1"]),
        ("alias", "norm", ["王芳"], ["a2"]),
        ("support", "fact", ["f2", "f1"], ["s1", "s2"]),
        ("support", "episode", ["ep1"], ["s1"]),
        ("ending", "fact", ["f1"], ["x1"]),
        ("ending", "by", ["f2"], ["x1"]),
        ("ending", "episode", ["ep2"], ["x1"]),
        ("version", "fact", ["f1"], ["v1", "v2"]),
        ("version", "subject", ["e1"], ["v2", "v3"]),
        ("version", "object", ["e2"], ["v2"]),
        ("subgoal", "task", ["run-7"], ["g1", "g2"]),
        ("subgoal", "parent", ["g1"], ["g2"]),
        ("subgoal", "status", ["open"], ["g2"]),
    ],
)
def test_rows_are_found_by_their_indexed_fields_in_id_order(
    store, make, kind, field, values, found
):
    store.apply("a", make.change(1, *everything(make)), expected=0)
    store.apply("b", make.change(1, *everything(make)), expected=0)
    with store.read("a") as reader:
        assert [row.id for row in reader.find(kind, field, values)] == found


def test_looking_up_a_field_without_an_index_says_which_have_one(store):
    with store.read("a") as reader, pytest.raises(InputError, match=r"episode\.source"):
        reader.find("episode", "text", ["hello"])


def test_many_values_and_many_ids_are_looked_up_at_once(store, make):
    rows = [make.entity(n, f"Person {n}") for n in range(1, 2001)]
    aliases = [make.alias(n, n, f"Person {n}") for n in range(1, 2001)]
    store.apply("a", make.change(1, *rows, *aliases), expected=0)
    with store.read("a") as reader:
        assert len(reader.get([row.id for row in rows])) == 2000
        found = reader.find("alias", "norm", [f"person {n}" for n in range(2000, 0, -1)])
        assert [row.id for row in found] == [row.id for row in aliases]


# --- changes -----


def test_a_plan_made_on_an_old_revision_is_refused_and_nothing_of_it_is_kept(store, make):
    store.apply("a", make.change(1, *make.world()), expected=0)
    with pytest.raises(StaleRevision) as caught:
        store.apply("a", make.change(1, make.entity(7)), expected=0)
    assert (caught.value.expected, caught.value.found) == (0, 1)
    with store.read("a") as reader:
        assert (reader.revision, reader.get(["e7"])) == (1, {})


def test_entries_that_do_not_follow_the_revision_are_refused(store, make):
    with pytest.raises(InputError, match="must follow"):
        store.apply("a", make.change(5, make.entity(1)), expected=0)
    assert store.namespaces() == []


def test_a_change_that_fails_half_way_leaves_nothing(store, make):
    change = make.change(1, *make.world(), vectors={"f1": make.vector(1, 2)})
    with pytest.raises(EncoderMismatch):
        store.apply("a", change, expected=0)
    assert store.namespaces() == []
    assert store.size("a")["episode"] == 0


def test_a_record_under_the_id_of_another_kind_is_refused(store, make):
    entry = replace(make.entry(1), effects=(Effect("ep1", make.entity(1)),))
    with pytest.raises(InputError, match="ep1"):
        store.apply("a", Change((entry,)), expected=0)
    with pytest.raises(InputError, match="f1"):
        store.apply("a", make.change(1, "f1"), expected=0)


@pytest.mark.parametrize("name", ["", "x" * 501, "a\nb"])
def test_a_name_that_cannot_be_a_namespace_is_refused(store, make, name):
    with pytest.raises(InputError, match="printable"):
        store.apply(name, make.change(1, make.entity(1)), expected=0)


def test_text_with_a_lone_surrogate_is_refused_and_nothing_is_kept(store, make):
    with pytest.raises(InputError, match="UTF-8"):
        store.apply("a", make.change(1, make.episode(1, "bad \ud800")), expected=0)
    assert store.namespaces() == []


def test_two_namespaces_hold_the_same_ids_apart(store, make):
    store.apply("a", make.change(1, make.entity(1, "Ana")), expected=0)
    store.apply("b", make.change(1, make.entity(1, "Bo"), make.relation("r")), expected=0)
    with store.read("a") as a, store.read("b") as b:
        assert (a.get(["e1"])["e1"].name, b.get(["e1"])["e1"].name) == ("Ana", "Bo")
        assert (a.get(["r:r"]), len(list(b.scan("relation")))) == ({}, 1)
    assert store.namespaces() == ["a", "b"]


def test_counters_never_go_back(store, make):
    store.apply("a", make.change(1, *make.world(), step="t4"), expected=0)
    store.apply("a", make.change(2, "e2", "ep1", "s1", "v1", step="t5", erase=(1,)), expected=1)
    with store.read("a") as reader:
        counters = reader.counters()
    assert counters == {"ep": 1, "e": 2, "a": 0, "f": 1, "v": 1, "s": 1, "x": 0, "g": 0, "t": 5}


# --- journal -----


def test_journal_entries_come_back_whole_and_in_order(store, make):
    time = datetime(2024, 5, 2, 9, 30, 0, 123456, tzinfo=timezone.utc)
    edits = (Edit("DELETE", "f1", "ended", Bound(make.noon, None, "day"), "moved", 0.75),)
    first = make.entry(1, *everything(make), step="t1", cause="ep1", reason="why", score=0.5)
    second = make.entry(2, "e3", step="t2", decision=edits, time=time, op="undo")
    third = make.entry(3, step="t2")
    store.apply("a", Change((first, second, third)), expected=0)
    with store.read("a") as reader:
        assert list(reader.journal()) == [first, second, third]
        assert list(reader.journal(since=1, limit=1)) == [second]
        assert list(reader.journal(since=3)) == []
        assert reader.step("t2") == [second, third]
        assert reader.step("t9") == []


def test_an_erased_entry_keeps_only_its_place_operation_and_time(store, make):
    store.apply("a", make.change(1, *make.world(), reason="secret", cause="ep1"), expected=0)
    with store.read("a") as reader:
        before = reader.epoch
    store.apply("a", make.change(2, "ep1", op="forget", erase=(1,)), expected=1)
    with store.read("a") as reader:
        erased = next(reader.journal())
        assert (erased.seq, erased.op, erased.time, erased.erased) == (1, "edit", make.noon, True)
        assert (erased.author, erased.reason, erased.cause, erased.effects) == ("", "", None, ())
        assert reader.step("t1") == []
        assert reader.epoch > before


def test_the_graph_is_the_fold_of_its_journal(store, make):
    rng = random.Random(0)
    makers = [
        lambda n: make.episode(n, f"turn {rng.random()}"),
        lambda n: make.entity(n, f"name {rng.random()}"),
        lambda n: make.version(n, n % 7 + 1, make.content(rng.randrange(1, 9))),
        lambda n: make.support(n, n % 7 + 1, n),
        lambda n: make.ending(n, n % 7 + 1),
        lambda n: make.relation(f"x{n}", weight=rng.random()),
    ]
    for seq in range(1, 61):
        rows = [rng.choice(makers)(rng.randrange(1, 20)) for _ in range(rng.randrange(1, 6))]
        with store.read("a") as reader:
            present = [row.id for kind in KINDS for row in reader.scan(kind)]
        gone = rng.sample(present, min(2, len(present))) if rng.random() < 0.4 else []
        store.apply("a", make.change(seq, *rows, *gone), expected=seq - 1)
    with store.read("a") as reader:
        state = codec.fold(reader.journal())
        assert {row.id: row for kind in KINDS for row in reader.scan(kind)} == state
        assert reader.get(state) == state
    assert store.check() == []


# --- vectors and terms -----


def test_vectors_and_terms_come_back_in_the_order_asked_for(store, make):
    store.set_encoder("hash:1", 2)
    rows = [make.episode(1), make.episode(2), make.entity(1), make.entity(2), *make.fact(1)]
    change = make.change(
        1,
        *rows,
        vectors={"ep2": make.vector(0, 1), "ep1": make.vector(1, 0), "f1": make.vector(0.6, 0.8)},
        terms={"ep2": make.terms(7, 7, 2**32 - 1), "ep1": make.terms(), "f1": make.terms(5)},
    )
    store.apply("a", change, expected=0)
    with store.read("a") as reader:
        ids, vectors = reader.vectors(None, "episode")
        assert ids == ["ep1", "ep2"]
        assert vectors.dtype == np.float32
        assert vectors.tolist() == [[1, 0], [0, 1]]
        ids, vectors = reader.vectors(["ep2", "ep9", "ep1"], "episode")
        assert (ids, vectors.tolist()) == (["ep2", "ep1"], [[0, 1], [1, 0]])
        assert reader.vectors(None, "entity")[1].shape == (0, 2)
        ids, offsets, hashes = reader.terms(["ep2", "ep1"], "episode")
        assert (ids, offsets.tolist(), hashes.tolist()) == (
            ["ep2", "ep1"],
            [0, 3, 3],
            [7, 7, 2**32 - 1],
        )
        assert reader.terms(None, "fact")[2].tolist() == [5]
        with pytest.raises(InputError, match="no terms"):
            reader.terms(None, "entity")


def test_a_vector_before_any_encoder_or_of_another_length_is_refused(store, make):
    change = make.change(1, *make.world(), vectors={"f1": make.vector(1, 0)})
    with pytest.raises(EncoderMismatch, match="set_encoder"):
        store.apply("a", change, expected=0)
    store.set_encoder("hash:1", 3)
    with pytest.raises(EncoderMismatch, match="dimension 3"):
        store.apply("a", change, expected=0)


def test_another_encoder_is_refused_with_the_command_that_helps(store):
    store.set_encoder("hash:1", 2)
    store.set_encoder("hash:1", 2)
    with pytest.raises(EncoderMismatch, match="kgmem reembed"):
        store.set_encoder("minilm:2", 2)
    assert (store.info.encoder, store.info.dimension) == ("hash:1", 2)


def test_vectors_and_terms_go_with_their_rows(store, make):
    store.set_encoder("hash:1", 2)
    derived = {"ep1": make.vector(1, 0), "e1": make.vector(1, 0), "f1": make.vector(1, 0)}
    words = {"ep1": make.terms(1), "f1": make.terms(2)}
    store.apply("a", make.change(1, *make.world(), vectors=derived, terms=words), expected=0)
    old = make.version(1, 1, recorded_to=make.later(1))
    new = make.version(2, 1, recorded_from=make.later(1))
    store.apply("a", make.change(2, old, new), expected=1)
    with store.read("a") as reader:
        assert reader.vectors(None, "fact")[0] == ["f1"]
    store.apply("a", make.change(3, "ep1", "e1", "s1", "v1", "v2"), expected=2)
    with store.read("a") as reader:
        assert [reader.vectors(None, k)[0] for k in ("fact", "episode", "entity")] == [[], [], []]
        assert [reader.terms(None, k)[0] for k in ("fact", "episode")] == [[], []]
    assert store.check() == []


def test_a_fact_whose_last_version_was_closed_keeps_its_history_but_no_vector(store, make):
    store.set_encoder("hash:1", 2)
    store.apply("a", make.change(1, *make.world(), vectors={"f1": make.vector(1, 0)}), expected=0)
    closed = make.version(1, 1, recorded_to=make.later(1))
    store.apply("a", make.change(2, closed, "s1"), expected=1)
    with store.read("a") as reader:
        assert reader.get(["f1"]) == {}
        assert reader.find("version", "fact", ["f1"]) == [closed]
        assert reader.vectors(None, "fact")[0] == []


def test_vectors_are_read_as_they_were_until_a_reembedding_is_finished(store, make):
    store.set_encoder("hash:1", 2)
    change = make.change(1, *make.world(), vectors={"f1": make.vector(1, 0)})
    store.apply("a", change, expected=0)
    store.apply("b", change, expected=0)
    store.replace_vectors("a", "fact", ["f1", "f9"], make.vector(1, 2, 3, 4, 5, 6).reshape(2, 3))
    with pytest.raises(StoreError, match="1 fact vectors are not re-embedded"):
        store.finish_reembed("minilm:2", 3)
    with store.read("a") as reader:
        epoch = reader.epoch
        assert reader.vectors(None, "fact")[1].tolist() == [[1, 0]]
    store.replace_vectors("b", "fact", ["f1"], make.vector(7, 8, 9).reshape(1, 3))
    store.finish_reembed("minilm:2", 3)
    assert (store.info.encoder, store.info.dimension) == ("minilm:2", 3)
    with store.read("a") as a, store.read("b") as b:
        assert (a.vectors(None, "fact")[0], a.vectors(None, "fact")[1].tolist()) == (
            ["f1"],
            [[1, 2, 3]],
        )
        assert b.vectors(["f1"], "fact")[1].tolist() == [[7, 8, 9]]
        assert (a.epoch > epoch, a.revision) == (True, 1)


def test_an_open_read_keeps_the_old_vectors_when_a_reembedding_finishes(store, make):
    store.set_encoder("hash:1", 2)
    store.apply("a", make.change(1, *make.world(), vectors={"f1": make.vector(1, 0)}), expected=0)
    with store.read("a") as reader:
        store.replace_vectors("a", "fact", ["f1"], make.vector(1, 2, 3).reshape(1, 3))
        store.finish_reembed("minilm:2", 3)
        assert reader.vectors(["f1"], "fact")[1].tolist() == [[1, 0]]


def test_what_changed_while_a_reembedding_ran_must_be_embedded_again(store, make):
    store.set_encoder("hash:1", 2)
    first = make.change(1, *make.world(), vectors={"f1": make.vector(1, 0)})
    store.apply("a", first, expected=0)
    store.replace_vectors("a", "fact", ["f1"], make.vector(1, 2).reshape(1, 2))
    store.apply("a", make.change(2, vectors={"f1": make.vector(0, 1)}), expected=1)
    with pytest.raises(StoreError, match="not re-embedded"):
        store.finish_reembed("minilm:2", 2)


def test_a_handle_opened_before_a_reembedding_cannot_write_old_vectors(reopen, make):
    mine = reopen()
    mine.set_encoder("hash:1", 2)
    other = reopen()
    other.finish_reembed("minilm:2", 2)
    with pytest.raises(EncoderMismatch, match="open it again"):
        mine.apply(
            "a", make.change(1, *make.world(), vectors={"f1": make.vector(1, 0)}), expected=0
        )


# --- columns -----


def test_fact_columns_hold_the_current_versions(store, make):
    store.apply("a", make.change(1, *everything(make)), expected=0)
    store.apply("b", make.change(1, *everything(make)), expected=0)
    with store.read("a") as reader:
        got = reader.columns("fact")
    noon = make.noon.timestamp()
    numbers = {
        "id": [1, 2],
        "subject": [1, 1],
        "object": [2, -1],
        "status": [1, 0],
        "tier": [1, 0],
        "positive": [0, 1],
        "modality": [1, 0],
        "kind": [1, 0],
        "trust": [0.5, 1.0],
        "confidence": [0.5, 1.0],
        "said": [noon, noon],
        "support_fact": [1, 2],
        "support_episode": [1, 2],
        "qualifier_fact": [1],
        "qualifier_entity": [3],
    }
    assert {name: got[name].tolist() for name in numbers} == numbers
    assert got["relation"] == ["has_pet", "has_pet"]
    assert got["text"] == ["Nora adopted Biscuit"] * 2
    assert got["start_earliest"][0] == noon
    assert got["start_latest"][0] == make.later(1).timestamp()
    assert np.isnan(got["end_earliest"][0])
    assert got["end_latest"][0] == make.later(9).timestamp()
    assert np.isnan(got["start_earliest"][1])
    assert {got[name].dtype for name in ("id", "subject", "object")} == {np.dtype("int64")}
    assert {got[n].dtype for n in ("status", "tier", "kind", "modality")} == {np.dtype("int8")}
    assert {got[name].dtype for name in ("trust", "confidence")} == {np.dtype("float32")}


def test_fact_columns_are_in_the_order_of_fact_numbers(store, make):
    rows = [make.version(n, 100 - n, make.content(n)) for n in range(1, 60)]
    store.apply("a", make.change(1, *rows), expected=0)
    with store.read("a") as reader:
        got = reader.columns("fact")
    assert got["id"].tolist() == sorted(got["id"].tolist())
    assert (got["id"] + got["subject"]).tolist() == [100] * 59


def test_episode_and_entity_columns_hold_what_was_written(store, make):
    store.apply("a", make.change(1, *everything(make)), expected=0)
    with store.read("a") as reader:
        episodes, entities = reader.columns("episode"), reader.columns("entity")
        with pytest.raises(InputError, match="no columns"):
            reader.columns("alias")
    assert {name: list(values) for name, values in episodes.items()} == {
        "id": [1, 2],
        "subgoal": [2, -1],
        "time": [make.noon.timestamp()] * 2,
        "trust": [0.25, 1.0],
        "state": [0, 1],
        "thread": ["t1", "t1"],
        "speaker": ["Nora", ""],
        "role": ["tool", "user"],
        "origin": ["told", "observed"],
    }
    assert {name: list(values) for name, values in entities.items()} == {
        "id": [1, 2, 3],
        "merged_into": [-1, -1, 1],
        "named": [True, False, False],
        "name": ["Nora", "Biscuit", "N."],
        "type": ["person", "thing", "thing"],
        "alias_entity": [2, 1],
        "alias_name": ["Dr. Bis Cuit", "王芳"],
    }


# --- isolation -----


def test_a_read_sees_one_revision_while_others_write(store, make):
    store.apply("a", make.change(1, *make.world()), expected=0)
    with store.read("a") as reader:
        half = reader.scan("entity")
        first = next(half)
        store.apply("a", make.change(2, make.entity(1, "Changed"), make.entity(9)), expected=1)
        assert reader.revision == 1
        assert [first, *half] == [make.entity(1), make.entity(2, "Biscuit")]
        assert reader.get(["e9"]) == {}
        with store.read("a") as newer:
            assert (newer.revision, len(newer.get(["e1", "e9"]))) == (2, 2)


def test_a_read_that_is_over_cannot_be_used(store, make):
    store.apply("a", make.change(1, *make.world()), expected=0)
    with store.read("a") as reader:
        rows = reader.scan("entity")
        next(rows)
    with pytest.raises(StoreError, match="closed"):
        reader.get(["e1"])
    with pytest.raises(StoreError, match="closed"):
        list(rows)


def test_a_closed_store_says_so(store, make):
    store.close()
    store.close()
    with pytest.raises(StoreError, match="open it again"):
        store.apply("a", make.change(1, make.entity(1)), expected=0)
    with pytest.raises(StoreError, match="open it again"), store.read("a"):
        pass


def test_errors_of_the_callers_own_block_pass_through_a_read_unchanged(store):
    with pytest.raises(UnicodeEncodeError), store.read("a"):
        "\ud800".encode()


def test_two_hundred_threads_on_two_namespaces_see_only_their_own(store, make):
    turns = {name: threading.Semaphore(4) for name in "ab"}  # so many are in each other's way
    gate = threading.Barrier(8)

    def own(namespace: str) -> tuple[int, set[str]]:
        with store.read(namespace) as reader:
            names = {row.name for row in reader.scan("entity")}
            assert names <= {f"{namespace} {n}" for n in range(100)}
            assert len(names) == reader.revision
            return reader.revision, names

    def append(namespace: str, name: str) -> int:
        """Plan on what is there and write; again when somebody else was faster."""
        for attempt in range(400):
            with turns[namespace]:
                at, names = own(namespace)
                assert name not in names
                try:
                    change = make.change(at + 1, make.entity(at + 1, name))
                    store.apply(namespace, change, expected=at)
                except StaleRevision:
                    continue
                return attempt
        raise AssertionError("never got through")

    def work(number: int) -> int:
        namespace = "ab"[number % 2]
        name = f"{namespace} {number // 2}"
        own(namespace)
        if number < 8:
            gate.wait(20)
        attempts = append(namespace, name)
        assert name in own(namespace)[1]
        return attempts

    with ThreadPoolExecutor(200) as pool:
        attempts = list(pool.map(work, range(200)))
    assert len(attempts) == 200
    assert any(attempts)  # some were too late and planned again
    for namespace in "ab":
        assert own(namespace) == (100, {f"{namespace} {n}" for n in range(100)})


# --- namespaces go -----


def test_dropping_a_namespace_takes_all_of_it_and_nothing_else(store, make):
    store.set_encoder("hash:1", 2)
    derived = {"vectors": {"f1": make.vector(1, 0)}, "terms": {"ep1": make.terms(1)}}
    for namespace in "ab":
        store.apply(namespace, make.change(1, *everything(make), **derived), expected=0)
    with store.read("a") as reader:
        epoch = reader.epoch
    assert store.drop_namespace("a") == 2
    assert store.drop_namespace("a") == 0
    assert store.namespaces() == ["b"]
    with store.read("a") as a, store.read("b") as b:
        assert (a.revision, [list(a.scan(kind)) for kind in KINDS]) == (0, [[]] * len(KINDS))
        assert a.vectors(None, "fact")[0] == []
        assert a.epoch > epoch
        assert list(b.scan("version")) == everything(make)[11:14]
    store.apply("a", make.change(1, make.entity(1)), expected=0)
    with store.read("a") as reader:
        assert reader.epoch > epoch
    assert store.check() == []
