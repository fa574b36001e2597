import numpy as np
import pytest

from kgmem.language.tokens import term, terms
from kgmem.retrieval.soft import AFTER, BEFORE, lexicon, matches, said
from kgmem.snapshot.corpus import corpus


def texts(*lines):
    found = [terms(line) for line in lines]
    offsets = np.cumsum([0, *map(len, found)])
    flat = np.concatenate(found) if found else np.zeros(0, dtype=np.uint32)
    return corpus(offsets, flat.astype(np.uint32), np.zeros((len(lines), 4), dtype=np.float32))


def likeness(query, *lines):
    rows = np.arange(len(lines), dtype=np.int32)
    return matches(texts(*lines), terms(query), rows)


def test_words_of_like_meaning_are_more_alike_than_others():
    codes = lexicon().codes(np.array([term(w) for w in ("violin", "cello", "invoice")], np.uint32))
    same, near, far = lexicon().likeness(term("violin"), codes)
    assert same == 1.0
    assert near > far + 0.1


def test_a_category_finds_its_instance_without_a_shared_word():
    found = likeness("Which instruments?", "I play the cello.", "I paid the rent.")
    assert found[0, 0] > found[0, 1]


def test_a_word_that_the_lexicon_lacks_is_found_only_as_itself():
    found = likeness("Qworbley", "Qworbley came by.", "Somebody came by.", "...")
    assert found.tolist() == [[1.0, 0.0, 0.0]]


def test_a_text_without_words_matches_nothing_and_shifts_nobody():
    alone = likeness("cello", "I play the cello.", "I paid the rent.")
    between = likeness("cello", "", "I play the cello.", "", "I paid the rent.", "")
    assert between[:, [1, 3]].tolist() == alone.tolist()
    assert not between[:, [0, 2, 4]].any()


def test_no_text_and_no_question_are_no_error():
    rows = np.arange(2, dtype=np.int32)
    assert matches(texts("a cello", "a rent"), terms(""), rows).shape == (0, 2)
    none = np.zeros(0, dtype=np.int64)
    assert said(np.zeros((0, 2), np.float32), rows, rows - 1, rows - 1).tolist() == [0.0, 0.0]
    assert said(np.zeros((3, 0), np.float32), none, none, none).shape == (0,)


def test_a_word_found_in_the_text_beside_counts_less():
    found = np.array([[1.0, 0.0, 0.0, 0.0, 0.0, 0.0]], dtype=np.float32)
    rows = np.arange(6)
    score = said(found, rows, np.array([-1, 0, -1, -1, -1, -1]), np.array([-1, -1, 0, -1, -1, -1]))
    assert score[1] == pytest.approx(BEFORE * score[0])
    assert score[2] == pytest.approx(AFTER * score[0])
    assert not score[3:].any()


def test_a_word_that_every_text_says_tells_nothing():
    found = np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 1.0]], dtype=np.float32)
    none = np.full(3, -1)
    score = said(found, np.arange(3), none, none)
    assert score[0] == score[1] == 0.0
    assert score[2] > 0.0
