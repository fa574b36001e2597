from dataclasses import replace

import numpy as np
import pytest

from kgmem.language.tokens import terms
from kgmem.searching import Whole
from kgmem.snapshot import corpus as corpora
from kgmem.snapshot.corpus import corpus, signs, top
from kgmem.snapshot.growing import Growing, Strings, Vocabulary
from kgmem.snapshot.index import Index
from kgmem.snapshot.names import Names
from kgmem.snapshot.table import table


def texts(*lines, vectors=None):
    found = [terms(line) for line in lines]
    offsets = np.cumsum([0, *map(len, found)])
    flat = np.concatenate(found) if found else np.zeros(0, np.uint32)
    if vectors is None:
        vectors = np.zeros((len(lines), 4), np.float32)
    return corpus(offsets, flat, vectors)


def everything(texts):
    return np.ones(len(texts), dtype=bool)


def test_appending_leaves_the_shorter_sequence_as_it_was():
    short = Growing(np.arange(3))
    long = short.appended([3, 4])
    other = short.appended([9])
    assert short.values.tolist() == [0, 1, 2]
    assert long.values.tolist() == [0, 1, 2, 3, 4]
    assert other.values.tolist() == [0, 1, 2, 9]
    assert long.changed([0], 7).values[0] == 7
    assert long.values[0] == 0


def test_many_appends_do_not_copy_every_time():
    grown = Growing(np.arange(10))
    buffers = set()
    for i in range(2000):
        grown = grown.appended([i])
        buffers.add(grown.values.__array_interface__["data"][0])
    assert len(buffers) < 25


def test_strings_of_two_successors_stay_apart():
    base = Strings(["a"])
    one, two = base.appended(["b"]), base.appended(["c", "d"])
    assert (len(base), one[1], two[1], two[2]) == (1, "b", "c", "d")


def test_codes_of_strings_are_stable():
    words = Vocabulary()
    assert words.encode(["x", "y", "x"]).tolist() == [0, 1, 0]
    assert (words.find("y"), words.find("never"), words[1], len(words)) == (1, -1, "y", 2)


def test_an_index_gives_the_rows_of_a_key_before_and_after_folding(monkeypatch):
    monkeypatch.setattr("kgmem.snapshot.index._DELTA", 6)
    index = Index(np.array([5, 7, 5, -1]), np.arange(4, dtype=np.int32), 4)
    for row in range(4, 30):
        index = index.appended([5 if row % 3 else 8], [row], row + 1)
    wanted = [0, 2, *(r for r in range(4, 30) if r % 3)]
    assert index.rows(5).tolist() == wanted
    assert index.rows(99).tolist() == []
    assert index.counts(np.array([5, 7, 99])).tolist() == [len(wanted), 1, 0]
    alive = np.ones(30, dtype=bool)
    alive[29] = False
    assert index.latest(5, 3, alive).tolist() == [28, 26, 25]


def test_the_latest_of_a_hub_are_found_from_the_end():
    index = Index(np.full(10_000, 1), np.arange(10_000, dtype=np.int32), 10_000)
    alive = np.ones(10_000, dtype=bool)
    alive[9_000:] = False
    assert index.latest(1, 2, alive).tolist() == [8_999, 8_998]


def test_rows_of_many_keys_are_capped_each():
    index = Index(np.array([1, 1, 1, 2]), np.arange(4, dtype=np.int32), 4)
    index = index.appended([2, 3], [4, 5], 6)
    position, rows = index.many(np.array([1, 2, 3, 4]), 2)
    assert sorted(zip(position.tolist(), rows.tolist(), strict=True)) == [
        (0, 1),
        (0, 2),
        (1, 3),
        (1, 4),
        (2, 5),
    ]


def test_a_table_replaces_drops_and_adds_rows():
    old = table(np.array([3, 8]), {"x": np.array([30, 80])})
    new = old.changed([8, 11], {"x": [81, 110]}, drops=[3])
    assert (old.row(3), old.row(8), old.row(11)) == (0, 1, -1)
    assert (new.row(3), new.row(8), new.row(11)) == (-1, 2, 3)
    assert new["x"][new.alive].tolist() == [81, 110]
    assert old["x"][old.alive].tolist() == [30, 80]
    assert new.rows([11, 99, -1, 8]).tolist() == [3, -1, -1, 2]


def test_names_move_into_a_new_base_when_many_changed(monkeypatch):
    monkeypatch.setattr("kgmem.snapshot.names._OVERLAY", 3)
    names = Names()
    for n in range(10):
        names = names.renamed([(f"name {n}", n)], [])
    names = names.renamed([("other", 4)], [("name 4", 4)])
    assert names.find("name 3") == (3,)
    assert names.find("name 4") == ()
    assert names.find("other") == (4,)


def test_a_chain_of_merges_has_one_root():
    names = Names().merged({2: 1}).merged({3: 2})
    assert names.root(3) == 1
    assert names.group(2) == (1, 2, 3)
    assert names.merged({2: None}).group(3) == (2, 3)


def test_a_rare_word_counts_more_than_a_common_one():
    found = texts("cat dog", "cat bird", "cat fish", "dog bird dog")
    scores = found.bm25(terms("cat fish"), everything(found))
    assert scores.argmax() == 2
    assert scores[3] == 0


def test_rows_that_are_not_allowed_do_not_move_the_scores_of_others():
    small, large = texts("cat dog", "bird"), texts("cat dog", "bird", "cat", "cat fish and more")
    allowed = np.array([True, True, False, False])
    wanted = small.bm25(terms("cat"), everything(small))
    assert large.bm25(terms("cat"), allowed)[:2] == pytest.approx(wanted)


def test_groups_of_rows_are_scored_as_one_text():
    found = texts("cat", "dog", "fish", "fish")
    groups = np.array([0, 0, 1, 1], dtype=np.int32)
    scores = found.bm25_groups(terms("cat dog"), everything(found), groups)
    assert scores[0] > 0
    assert scores[1] == 0


def test_groups_of_which_one_row_is_at_hand_are_scored_as_if_all_were():
    whole, query = texts("cat bird", "dog", "cat", "fish", "dog fish"), terms("cat dog")
    groups = np.array([0, 0, 0, 1, 1], dtype=np.int32)
    wanted = whole.bm25_groups(query, everything(whole), groups)
    known = Whole(
        total=5,
        mean=1.4,
        frequencies={},
        groups=2,
        group_mean=3.5,
        group_lengths=np.array([4, 3]),
        group_hits=dict(zip(query.tolist(), (np.array([2, 0]), np.array([1, 1])), strict=True)),
    )
    part = replace(texts("cat", "fish"), whole=known)
    found = part.bm25_groups(query, everything(part), np.array([0, 1], dtype=np.int32))
    assert found == pytest.approx(wanted)


def test_a_corpus_that_grew_scores_like_one_made_at_once():
    lines = ["cat dog", "bird cat cat", "fish", "dog dog bird"]
    vectors = np.eye(4, dtype=np.float32)
    grown = texts(*lines[:1], vectors=vectors[:1])
    for i in range(1, 4):
        grown = grown.appended([terms(lines[i])], [vectors[i]])
    whole = texts(*lines, vectors=vectors)
    for query in ("cat", "dog bird", "nothing"):
        assert grown.bm25(terms(query), everything(grown)) == pytest.approx(
            whole.bm25(terms(query), everything(whole))
        )
    assert grown.similar(vectors[2], everything(grown), 1)[0].tolist() == [2]
    assert [grown.terms_of(i).tolist() for i in range(4)] == [terms(t).tolist() for t in lines]


def test_the_first_vector_tells_the_dimension():
    empty = texts("cat", vectors=np.zeros((1, 0), np.float32))
    grown = empty.appended([terms("dog")], [np.ones(4, np.float32) / 2])
    rows, scores = grown.similar(np.ones(4, np.float32) / 2, everything(grown), 5)
    assert rows[0] == 1
    assert scores[0] == pytest.approx(1.0)


def test_the_search_by_signs_finds_nearly_what_the_exact_one_finds(monkeypatch):
    chance = np.random.default_rng(4)
    centres = chance.normal(size=(40, 384))
    vectors = centres[chance.integers(0, 40, 6000)] + 1.5 * chance.normal(size=(6000, 384))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    found = texts(*[""] * 6000, vectors=vectors)
    query = vectors[17] + 0.02 * chance.normal(size=384).astype(np.float32)
    query /= np.linalg.norm(query)
    allowed = chance.random(6000) < 0.5
    near = set(found.similar(query, allowed, 50)[0].tolist())
    monkeypatch.setattr(corpora, "EXACT", 10_000)
    exact = set(found.similar(query, allowed, 50)[0].tolist())
    assert len(near & exact) >= 48
    assert allowed[list(near)].all()


def test_signs_are_packed_bit_by_bit():
    packed = signs(np.array([[1.0, -1.0] * 40], dtype=np.float32))
    assert packed.shape == (1, 2)
    assert sum(int(w).bit_count() for w in packed[0].tolist()) == 40


def test_the_top_scores_are_stable_among_equals():
    assert top(np.array([1.0, 3.0, 3.0, 0.0], np.float32), 2).tolist() == [1, 2]
    assert top(np.zeros(50, np.float32), 3).tolist() == [0, 1, 2]
    assert top(np.zeros(0, np.float32), 3).tolist() == []


def test_where_only_some_texts_are_at_hand_a_words_frequency_is_estimated_from_a_sample():
    here, words = texts("cat dog", "cat bird"), terms("cat dog owl").astype(np.int64)
    found = np.array([2, 1, 0])
    assert here.frequencies(words, found).tolist() == [2, 1, 0]
    # Of 102 texts 12 were read, the two at hand among them: of the other ten five say "cat".
    sample = np.sort(terms("cat dog cat bird cat cat cat cat cat dog"))
    some = replace(here, whole=Whole(102, 2.0, {}, sample=sample, sampled=12))
    assert some.frequencies(words, found).tolist() == [52, 11, 0]
