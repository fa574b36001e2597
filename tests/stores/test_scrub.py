"""Erasure is proved on the bytes of the files."""

import json
import os
import random

import pytest

from kgmem.errors import ForgetPending
from kgmem.stores import EmbeddedStore
from kgmem.stores import scrub as erasure


@pytest.fixture
def path(tmp_path):
    return tmp_path / "graph.kgmem"


def write_and_forget(store, make, secret):
    store.set_encoder("hash:1", 2)
    content = make.content(text=f"Nora hides {secret}")
    rows = [make.episode(1, f"I hide {secret}."), make.entity(1), *make.fact(1, 1, content)]
    store.apply(
        "a", make.change(1, *rows, reason=secret, vectors={"f1": make.vector(1, 0)}), expected=0
    )
    assert store.scrub([secret]) == [secret]
    store.apply("a", make.change(2, "ep1", "s1", "v1", op="forget", erase=(1,)), expected=1)


@pytest.mark.parametrize("secret", ["Zanzibar7", 'the "blue\\key"\n', "王芳的秘密", "é" * 400])
def test_what_was_forgotten_is_in_no_byte_of_the_files(path, make, secret):
    with EmbeddedStore(path) as store:
        write_and_forget(store, make, secret)
        assert store.scrub([secret, "never written"]) == []
        data = b"".join(file.read_bytes() for file in erasure.files(store.path))
        assert secret.encode() not in data
        assert json.dumps(secret)[1:-1].encode() not in data
        assert b"Nora" in data
        assert store.check() == []


def test_what_others_still_say_is_reported_as_remaining(path, make):
    with EmbeddedStore(path) as store:
        write_and_forget(store, make, "Zanzibar7")
        store.apply("b", make.change(1, make.episode(1, "Zanzibar7 as well")), expected=0)
        assert store.scrub(["gone for good", "Zanzibar7"]) == ["Zanzibar7"]


def test_a_reader_that_pins_old_pages_leaves_the_proof_pending(path, make):
    with EmbeddedStore(path) as store:
        store.set_encoder("hash:1", 2)
        rows = [make.episode(1, "Zanzibar7"), make.entity(1)]
        store.apply("a", make.change(1, *rows), expected=0)
        with store.read("a") as reader:
            store.apply("a", make.change(2, "ep1", erase=(1,)), expected=1)
            with pytest.raises(ForgetPending, match="call forget again"):
                erasure.scrub(store._connections.writer, store.path, ["Zanzibar7"], patience=0.05)
            assert reader.get(["ep1"])["ep1"].text == "Zanzibar7"
        assert store.scrub(["Zanzibar7"]) == []


def shuffle(store, make, seed):
    """Random puts and deletes, all erased from the journal; what is gone and what is live."""
    rng = random.Random(seed)
    live: dict[int, str] = {}
    written: list[str] = []
    at = 0
    for _ in range(150):
        rows = {}
        for number in rng.sample(range(1, 300), 8):
            if number in live and rng.random() < 0.4:
                rows[number] = f"ep{number}"
                del live[number]
            else:
                live[number] = f"s-{rng.getrandbits(60):x}-e"
                written.append(live[number])
                source = live[number] + "#" * rng.randrange(400)
                text = live[number] * rng.randrange(1, 150)
                rows[number] = make.episode(number, text, source=source)
        at = store.apply("a", make.change(at + 1, *rows.values()), expected=at)
    store.apply("a", make.change(at + 1, erase=tuple(range(1, at + 1))), expected=at)
    return sorted(set(written) - set(live.values())), sorted(live.values())


@pytest.mark.parametrize("seed", range(3))
def test_copies_that_moved_cells_left_behind_are_erased_too(path, make, seed):
    """SQLite 3.40 leaves some after page splits although `secure_delete` is on."""
    with EmbeddedStore(path) as store:
        gone, live = shuffle(store, make, seed)
        assert store.scrub(gone) == []
        with store.read("a") as reader:
            assert len(list(reader.scan("episode"))) == len(live)
        assert store.scrub(live[:5]) == live[:5]
        assert store.check() == []


@pytest.mark.parametrize("needles", [[], ["another secret"]])
def test_an_erasure_interrupted_before_its_proof_is_finished_by_the_next(path, make, needles):
    with EmbeddedStore(path) as store:
        gone, _ = shuffle(store, make, 0)
    with EmbeddedStore(path) as store:
        with store.read("a") as reader:
            at = reader.revision
        store.apply("a", make.change(at + 1, erase=(at,)), expected=at)
        assert store.scrub(needles) == []
        assert erasure.search(erasure.files(store.path), gone) == []


@pytest.mark.parametrize("others", [["0", "b"], ["b"], []])
def test_dropping_a_namespace_erases_it_and_gives_its_space_back(path, make, others):
    with EmbeddedStore(path) as store:
        if "0" in others:  # its keys come before those of the dropped one
            store.apply("0", make.change(1, *make.world()), expected=0)
        rows = [make.episode(n, f"Zanzibar {n} " * 300) for n in range(1, 2000)]
        store.apply("a", make.change(1, *rows), expected=0)
        for seq in (2, 3):  # more entries than the others have: theirs are the rows that are moved
            store.apply("a", make.change(seq, *make.fact(seq)), expected=seq - 1)
        if "b" in others:
            store.apply("b", make.change(1, *make.world()), expected=0)
        before = store.size("a")["bytes"]
        store.drop_namespace("a")
        assert store.scrub(["Zanzibar 7 Zanzibar 7"]) == []
        assert os.path.getsize(path) < before / 10
        assert store.namespaces() == others
        for name in others:
            with store.read(name) as reader:
                state = reader.get([row.id for row in make.world()])
                assert list(state.values()) == make.world()
                assert reader.find("support", "episode", ["ep1"]) == [make.support(1, 1, 1)]
                assert reader.revision == len(list(reader.journal())) == 1
        assert store.check() == []


def test_a_drop_interrupted_before_its_proof_is_finished_by_the_next_scrub(path, make):
    with EmbeddedStore(path) as store:
        store.apply("a", make.change(1, make.episode(1, "Zanzibar7 " * 5000)), expected=0)
        store.drop_namespace("a")
    with EmbeddedStore(path) as store:
        store.apply("b", make.change(1, make.episode(1, "other")), expected=0)
        assert store.scrub(["another secret"]) == []
        assert erasure.search(erasure.files(store.path), ["Zanzibar7"]) == []


# --- the search itself -----


def test_needles_are_found_wherever_they_lie(tmp_path, monkeypatch):
    monkeypatch.setattr(erasure, "_PIECE", 1000)
    rng = random.Random(0)
    needles = [f"{n}+" + rng.choice("xyz") * rng.randrange(60) for n in range(10, 60)]
    hay = bytearray(rng.randbytes(20_000))
    planted = rng.sample(range(50), 20)
    for slot, n in enumerate(planted):
        data = needles[n].encode()
        at = min(20_000 - len(data), slot * 1000 + 990)  # across the edge of a piece
        hay[at : at + len(data)] = data
    file = tmp_path / "hay"
    file.write_bytes(bytes(hay))
    expected = [n for n in needles if n.encode() in bytes(hay)]
    assert len(expected) >= 15
    assert erasure.search([file], needles) == expected
    assert erasure.search([file], needles[:3]) == [n for n in needles[:3] if n in expected]


def test_short_needles_empty_needles_and_empty_files_are_handled(tmp_path):
    file, empty = tmp_path / "file", tmp_path / "empty"
    file.write_bytes(b"..abc..")
    empty.touch()
    assert erasure.search([file, empty], ["abc", "", "xyz", "abc"]) == ["abc"]
    assert erasure.search([], ["abc"]) == []


def test_half_of_a_long_needle_is_a_reason_to_look_closer_but_no_finding(tmp_path, path, make):
    long = "".join(f"{n}," for n in range(300))
    file = tmp_path / "file"
    file.write_bytes(b"...." + long[: len(long) // 2].encode() + b"....")
    assert erasure.search([file], [long], halves=True) == [long]
    assert erasure.search([file], [long]) == []
    with EmbeddedStore(path) as store:
        store.apply("a", make.change(1, make.episode(1, long[: len(long) // 2])), expected=0)
        assert store.scrub([long]) == []
