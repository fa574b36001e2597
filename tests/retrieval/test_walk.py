import numpy as np
import pytest

from kgmem.retrieval.walk import semantic_search


def unit(*rows):
    matrix = np.array(rows, dtype=np.float32)
    return matrix / np.linalg.norm(matrix, axis=-1, keepdims=True)


# Three facts in a chain of entities 0 - 1 - 2 - 3: each is found by the name of its first entity.
FACTS = unit([1, 0.1, 0, 0], [0, 1, 0.1, 0], [0, 0, 1, 0.1])
ENDS = np.array([[0, 1, -1, -1], [1, 2, -1, -1], [2, 3, -1, -1]])
NAMES = unit([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])
QUESTION = unit([1, 0, 0, 0])[0]


def search(depth, *, width=1, threshold=0.5, ends=ENDS, question=QUESTION):
    return semantic_search(
        question, FACTS, ends, NAMES, width=width, depth=depth, threshold=threshold
    )


@pytest.mark.parametrize(("depth", "facts"), [(0, []), (1, [0]), (2, [0, 1]), (3, [0, 1, 2])])
def test_each_level_of_depth_reaches_one_hop_further(depth, facts):
    assert [s.fact for s in search(depth)] == facts


def test_the_depth_and_the_finder_of_each_fact_are_kept():
    assert [(s.fact, s.depth, s.query) for s in search(3)] == [(0, 0, -1), (1, 1, 1), (2, 2, 2)]


def test_facts_below_the_threshold_are_not_followed():
    assert search(3, threshold=0.9999) == []
    assert [s.fact for s in search(3, threshold=0.99)] == [0, 1, 2]


def test_a_query_takes_at_most_its_width_best_first():
    found = search(1, width=2, threshold=-1.0)
    assert [s.fact for s in found] == [0, 1]
    assert found[0].similarity > found[1].similarity


def test_a_cycle_of_entities_ends():
    ends = np.array([[0, 1, -1, -1], [1, 2, -1, -1], [2, 0, -1, -1]])
    assert [s.fact for s in search(9, ends=ends)] == [0, 1, 2]


def test_nothing_is_found_among_no_facts():
    none = np.zeros((0, 4), dtype=np.float32)
    ends = np.zeros((0, 4), dtype=np.int64)
    found = semantic_search(QUESTION, none, ends, none, width=3, depth=2, threshold=0.1)
    assert found == []


def test_equal_similarities_are_taken_in_order_of_position():
    facts = np.repeat(unit([1.0, 0.0]), 20, axis=0)
    ends = np.full((20, 4), -1)
    found = semantic_search(
        unit([1.0, 0.0])[0], facts, ends, facts[:0], width=3, depth=1, threshold=0.5
    )
    assert [s.fact for s in found] == [0, 1, 2]


def test_the_batched_search_finds_what_the_papers_queue_finds():
    chance = np.random.default_rng(3)
    facts = unit(*chance.normal(size=(60, 8)))
    names = unit(*chance.normal(size=(25, 8)))
    ends = np.full((60, 4), -1)
    ends[:, :2] = chance.integers(0, 25, size=(60, 2))
    question = unit(chance.normal(size=8))[0]
    found = semantic_search(question, facts, ends, names, width=4, depth=3, threshold=0.3)
    assert {s.fact for s in found} == set(queue_search(question, facts, ends, names, 4, 3, 0.3))


def queue_search(question, facts, ends, names, width, depth, threshold):
    """AriGraph's Algorithm 2 as printed: a queue, one query at a time."""
    queue, seen, result = [-1], {-1: 0}, []
    while queue:
        x = queue.pop(0)
        if seen[x] >= depth:
            continue
        similar = facts @ (question if x < 0 else names[x])
        for fact in np.argsort(-similar)[:width]:
            if similar[fact] < threshold:
                continue
            for v in ends[fact, :2].tolist():
                if v not in seen:
                    queue.append(v)
                    seen[v] = seen[x] + 1
            if fact not in result:
                result.append(int(fact))
    return result
