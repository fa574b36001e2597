from dataclasses import replace
from pathlib import Path

import pytest

from kgmem.errors import KgmemError
from kgmem.policy import RulesPolicy
from kgmem.training import Environment, rollout
from kgmem.training.kept import KeptReadings


class Unreadable:
    """An extractor that must not be asked."""

    slow = False

    def __init__(self, like):
        self.id = like.id

    def extract(self, observations, context):
        raise KgmemError("asked all the same")


@pytest.fixture
def kept(environment, moves, tmp_path):
    """A folder in which the stream was kept."""
    first = Environment(environment.extractor, environment.encoder, keep=tmp_path)
    first.prepare(moves)
    return tmp_path


def test_what_was_read_once_is_not_read_again(environment, moves, kept):
    again = Environment(Unreadable(environment.extractor), environment.encoder, keep=kept)
    one, two = again.prepare(moves), environment.prepare(moves)
    assert {i: r.triples for i, r in one.readings.items()} == {
        i: r.triples for i, r in two.readings.items()
    }
    answers = [
        [a.text for a in rollout(p, RulesPolicy(), environment=environment).answers]
        for p in (one, two)
    ]
    assert answers[0] == answers[1]


def test_two_that_keep_the_same_at_once_do_not_meet(moves, tmp_path, monkeypatch):
    halves = []
    replaced = Path.replace

    def late(half, path):
        halves.append(half)
        if len(halves) == 1:  # another process begins and ends before this one is done
            KeptReadings(tmp_path, "a reader").put(moves, {})
        return replaced(half, path)

    monkeypatch.setattr(Path, "replace", late)
    KeptReadings(tmp_path, "a reader").put(moves, {})
    assert halves[0] != halves[1]
    assert [p.suffix for p in tmp_path.iterdir()] == [".npz"]


def test_other_words_or_another_reader_are_read_anew(moves, kept):
    known = KeptReadings(kept, "a reader")
    assert known.get(moves) is None
    known.put(moves, {})
    assert known.get(moves) == {}
    assert KeptReadings(kept, "another").get(moves) is None
    assert known.get(replace(moves, steps=moves.steps[1:])) is None
