import numpy as np
import pytest

from kgmem.encoders.pooling import chunks_needed, clean, span_vectors, token_ranges, unit

OFFSETS = np.array([[0, 3], [4, 7], [7, 8], [10, 14]])


@pytest.mark.parametrize(
    ("span", "expected"),
    [((0, 3), (0, 1)), ((1, 5), (0, 2)), ((4, 8), (1, 3)), ((0, 99), (0, 4)), ((11, 12), (3, 4))],
)
def test_a_span_takes_every_token_that_it_touches(span, expected):
    assert token_ranges(OFFSETS, [span]) == [expected]


@pytest.mark.parametrize("span", [(3, 4), (8, 10), (20, 30)])
def test_a_span_between_tokens_takes_none(span):
    first, last = token_ranges(OFFSETS, [span])[0]
    assert first >= last


def test_only_windows_that_a_span_needs_are_computed():
    chunks = chunks_needed(0, range(1000), [(5, 6), (899, 901)], 100)
    assert [chunk.start for chunk in chunks] == [0, 800, 900]
    assert chunks_needed(0, [], [], 100) == []


def test_a_span_vector_is_the_mean_of_its_states_across_windows():
    windows = [(0, np.eye(4, dtype=np.float32)[:2]), (2, np.eye(4, dtype=np.float32)[2:])]
    whole = np.array([0, 0, 0, 1], np.float32)
    row = span_vectors(windows, [(1, 3)], whole, 1.0)[0]
    np.testing.assert_allclose(row, [0, 0.5**0.5, 0.5**0.5, 0], atol=1e-6)


def test_zero_rows_stay_zero():
    assert unit(np.zeros((2, 3), np.float32)).tolist() == [[0, 0, 0]] * 2


def test_cleaning_keeps_the_length():
    assert len(clean("a\ud800b😀")) == len("a\ud800b😀")
