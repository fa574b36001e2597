"""Random sequences of everything a user can do; after each the memory must be sound."""

import random
from datetime import datetime, timezone

import pytest

from kgmem import Memory, errors

PEOPLE = ("Nora", "Kim", "Sam")
PLACES = ("Turku", "Espoo", "Vaasa", "Kotka")
SAID = (
    "I live in {place}.",
    "I moved to {place} last month.",
    "I visited {place} with {other}.",
    "I no longer live in {place}.",
    "{other} likes {place}.",
    "My cat is called {place}.",
)


def everything(memory, known_at=None):
    return {
        (f.id, f.text, f.status, f.tier, str(f.validity))
        for f in memory.facts(tentative=True, ended=True, limit=None, known_at=known_at)
    }


class User:
    """Does one thing or another, by chance."""

    def __init__(self, memory, rng):
        self.memory, self.rng = memory, rng
        self.steps, self.count = [], 0

    def observe(self):
        self.count += 1
        words = self.rng.choice(SAID).format(
            place=self.rng.choice(PLACES), other=self.rng.choice(PEOPLE)
        )
        seen = self.memory.observe(
            words,
            speaker=self.rng.choice(PEOPLE),
            source=f"s{self.count}",
            time=f"2024-{self.rng.randint(1, 12):02}-01",
        )
        self.steps.append(seen.step)

    def tell(self):
        self.count += 1
        told = self.memory.tell(
            self.rng.choice(PEOPLE),
            self.rng.choice(["lives in", "likes", "visited"]),
            self.rng.choice(PLACES),
            source=f"s{self.count}",
            valid_from=self.rng.choice([None, "2023-05-01"]),
        )
        self.steps.append(told.step)

    def fact(self):
        return self.rng.choice(self.memory.facts(tentative=True, ended=True) or [None])

    def correct(self):
        if fact := self.fact():
            right = self.rng.choice(PLACES)
            self.steps.append(self.memory.correct(fact.id, object=right, author="Sam").step)

    def retract(self):
        if fact := self.fact():
            self.steps.append(self.memory.retract(fact.id, reason="no").step)

    def undo(self):
        if self.steps:
            self.steps.append(self.memory.undo(self.rng.choice(self.steps[-6:])))

    def merge(self):
        first, second = self.rng.sample(PEOPLE + PLACES, 2)
        self.steps.append(self.memory.merge(first, second))

    def split(self):
        merged = [part for e in self.memory.entities() for part in e.merged]
        if merged:
            self.steps.append(self.memory.split(self.rng.choice(merged)))

    def forget(self):
        if self.count:
            result = self.memory.forget(source=f"s{self.rng.randint(1, self.count)}")
            assert result.proved, result.remains

    def rebuild(self):
        self.memory.rebuild()


@pytest.mark.parametrize("seed", range(4))
def test_any_sequence_leaves_a_sound_memory_and_the_past_as_it_was(tmp_path, seed):
    rng = random.Random(seed)
    names = ["observe"] * 5 + ["tell"] * 3 + ["undo"] * 3 + ["correct"] * 2 + ["retract", "merge"]
    names += ["merge", "split", "split", "forget", "rebuild"]
    past = []
    with Memory.open(tmp_path / "m", encoder="hash") as memory:
        user = User(memory, rng)
        done = []
        for number in range(24):
            name = rng.choice(names)
            try:
                getattr(user, name)()
            except (errors.InputError, errors.EditRefused) as error:
                done.append(f"{name}: {error}")
            else:
                done.append(name)
            report = memory.verify()
            assert report.ok, (done, report.problems)
            if name == "forget":
                past.clear()  # forgetting is the one thing that changes what was believed
            for moment, believed in past:
                assert everything(memory, known_at=moment) == believed, (done, moment)
            past.append((datetime.now(timezone.utc), everything(memory)))
            if number % 6 == 5 and memory.namespaces():
                memory.export(tmp_path / "copy.jsonl")
                copy = memory.scope(f"copy{number}")
                copy.import_(tmp_path / "copy.jsonl", into=copy.namespace)
                assert everything(copy) == everything(memory), done
                assert copy.verify().ok, done
        with Memory.open(tmp_path / "m", encoder="hash") as again:
            assert everything(again) == everything(memory)
