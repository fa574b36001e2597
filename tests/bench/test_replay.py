"""When two rankings count as the same."""

from datetime import datetime, timezone

import pytest

from kgmem.bench.replay import same_order
from kgmem.results import Candidate

NOON = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)


def ranking(*pairs):
    return [Candidate(i, "episode", i, NOON, score, (i,), ()) for i, score in pairs]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ([("a", 2.0), ("b", 1.0)], [("a", 2.0), ("b", 1.0)], True),
        ([("a", 2.0), ("b", 1.0)], [("b", 2.0), ("a", 1.0)], False),
        ([("a", 1.000001), ("b", 1.0)], [("b", 1.0), ("a", 1.000001)], True),
        ([("a", 2.0), ("b", 1.0)], [("a", 2.0), ("c", 1.000001)], True),
        ([("a", 2.0), ("b", 1.0)], [("a", 2.1), ("b", 1.0)], False),
        ([("a", 2.0), ("b", 1.0)], [("a", 2.0)], False),
        ([], [], True),
    ],
)
def test_only_ties_may_change_places(first, second, same):
    assert same_order(ranking(*first), ranking(*second)) is same
