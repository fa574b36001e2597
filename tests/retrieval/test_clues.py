import numpy as np
import pytest

from kgmem.retrieval.clues import CLUES, likeness


def unit(*rows):
    found = np.array(rows, dtype=np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def test_what_is_like_the_best_found_comes_before_what_is_not():
    best = [[1.0, 0.1 * i, 0.0] for i in range(CLUES)]
    vectors = unit(*best, [1.0, 0.2, 0.0], [0.0, 0.0, 1.0])
    scores = np.array([*range(10, 10 - CLUES, -1), 0.0, 0.0], dtype=np.float32)
    found = likeness(scores, vectors)
    assert found[CLUES] > 0.9
    assert found[CLUES + 1] == pytest.approx(0.0, abs=1e-6)


def test_a_text_is_no_clue_to_itself():
    assert likeness(np.ones(1, dtype=np.float32), unit([1.0, 0.0])).tolist() == [0.0]
    assert likeness(np.array([2.0, 1.0], np.float32), unit([1.0, 0.0], [0.0, 1.0])).tolist() == [
        0,
        0,
    ]


def test_nothing_found_gives_no_clues():
    assert likeness(np.zeros(0, np.float32), np.zeros((0, 4), np.float32)).shape == (0,)
