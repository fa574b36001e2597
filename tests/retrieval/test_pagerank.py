import numpy as np
import pytest

from kgmem.retrieval.pagerank import personalised_pagerank


def graph(seed, nodes=60, edges=150):
    chance = np.random.default_rng(seed)
    pairs = chance.integers(0, nodes, size=(edges, 2))
    return pairs[pairs[:, 0] != pairs[:, 1]].T


@pytest.mark.parametrize("restart", [0.15, 0.5])
@pytest.mark.parametrize("seed", [1, 2])
def test_forward_push_agrees_with_exact_pagerank(seed, restart):
    igraph = pytest.importorskip("igraph")
    sources, targets = graph(seed)
    start = np.zeros(60)
    start[[3, 17]] = 0.75, 0.25
    exact = igraph.Graph(n=60, edges=list(zip(sources.tolist(), targets.tolist(), strict=True)))
    wanted = exact.personalized_pagerank(damping=1 - restart, reset=start.tolist())
    found = personalised_pagerank(sources, targets, start, restart=restart, tolerance=1e-9)
    assert found == pytest.approx(np.array(wanted), abs=1e-6)


def test_the_error_of_a_node_stays_within_tolerance_times_degree():
    sources, targets = graph(5)
    start = np.ones(60)
    exact = personalised_pagerank(sources, targets, start, tolerance=1e-12)
    rough = personalised_pagerank(sources, targets, start, tolerance=1e-3)
    degree = np.bincount(np.concatenate([sources, targets]), minlength=60)
    assert (np.abs(exact - rough) <= 1e-3 * degree + 1e-12).all()
    assert np.abs(exact - rough).max() > 0


def test_rank_falls_with_the_distance_from_the_seed():
    chain = np.arange(5)
    start = np.zeros(6)
    start[0] = 1.0
    rank = personalised_pagerank(chain, chain + 1, start, tolerance=1e-9)
    assert (np.diff(rank[1:]) < 0).all()
    assert rank.sum() == pytest.approx(1.0, abs=1e-6)


def test_without_seeds_nothing_has_rank():
    assert personalised_pagerank(*graph(1), np.zeros(60)).sum() == 0


def test_a_seed_without_edges_keeps_its_weight():
    none = np.zeros(0, dtype=np.int64)
    assert personalised_pagerank(none, none, np.array([0.0, 2.0])).tolist() == [0.0, 1.0]
