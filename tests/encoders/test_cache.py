import numpy as np

from kgmem.encoders.cache import LONGEST, QueryCache


def counted():
    seen = []

    def compute(text):
        seen.append(text)
        return np.full((1, 2), float(len(text)), np.float32)

    return seen, compute


def test_a_repeated_query_is_computed_once():
    seen, compute = counted()
    cache = QueryCache(size=2)
    assert cache.get("a", compute).tolist() == cache.get("a", compute).tolist()
    assert seen == ["a"]


def test_the_query_used_longest_ago_is_dropped():
    seen, compute = counted()
    cache = QueryCache(size=2)
    for text in ["a", "b", "a", "c", "a", "b"]:
        cache.get(text, compute)
    assert seen == ["a", "b", "c", "b"]


def test_a_document_is_not_kept():
    seen, compute = counted()
    cache = QueryCache()
    for _ in range(2):
        cache.get("x" * (LONGEST + 1), compute)
    assert len(seen) == 2
