import numpy as np

from kgmem.retrieval.episodic import episodic_relevance


def test_an_episode_of_one_fact_that_was_found_does_not_score_zero():
    assert episodic_relevance(np.array([1, 0]), np.array([1, 1])).tolist() == [1.0, 0.0]


def test_nothing_found_divides_by_no_zero():
    assert episodic_relevance(np.array([0, 0]), np.array([3, 0])).tolist() == [0.0, 0.0]
    assert episodic_relevance(np.zeros(0, int), np.zeros(0, int)).size == 0


def test_of_two_episodes_found_whole_the_richer_one_counts_more():
    rich, poor = episodic_relevance(np.array([8, 2]), np.array([8, 2]))
    assert rich == 1.0
    assert 0 < poor < rich


def test_a_larger_share_found_counts_more():
    half, whole = episodic_relevance(np.array([2, 4]), np.array([4, 4]))
    assert half < whole
