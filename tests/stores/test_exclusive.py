import threading
from datetime import datetime, timezone

import pytest

from kgmem import Memory, errors
from kgmem.protocols import Exclusive
from kgmem.records import Change, Effect, Entity, JournalEntry
from kgmem.stores import EmbeddedStore

NOW = datetime(2024, 5, 1, tzinfo=timezone.utc)


def change(seq):
    row = Entity(f"e{seq}", f"name {seq}")
    return Change(
        (JournalEntry(seq, f"t{seq}", NOW, "edit", "test", effects=(Effect(row.id, row),)),)
    )


def revision(store):
    with store.read("a") as reader:
        return reader.revision


def test_other_writers_wait_while_one_has_the_store_for_itself(tmp_path):
    with EmbeddedStore(tmp_path / "m") as one, EmbeddedStore(tmp_path / "m", timeout=0.05) as two:
        assert isinstance(one, Exclusive)
        with one.exclusive():
            with pytest.raises(errors.StoreBusy):
                two.apply("a", change(1), expected=0)
            assert revision(two) == 0  # reads go on
            assert one.apply("a", change(1), expected=0) == 1
            assert two.apply("a", change(2), expected=1) == 2  # the first write ended it
        assert revision(one) == 2


def test_a_plan_that_fails_lets_the_others_go_on(tmp_path):
    with EmbeddedStore(tmp_path / "m") as one, EmbeddedStore(tmp_path / "m", timeout=0.05) as two:
        with pytest.raises(errors.InputError), one.exclusive():
            raise errors.InputError("no")
        assert two.apply("a", change(1), expected=0) == 1


def test_a_long_plan_does_not_lose_to_short_ones_for_ever(tmp_path):
    """Another process writes whenever a plan is made; the second attempt holds it off."""
    with (
        Memory.open(tmp_path / "m", encoder="hash") as one,
        Memory.open(tmp_path / "m", encoder="hash") as two,
    ):
        one.tell("Nora", "visited", "Turku")
        policy, threads = one._engine.policy(), []

        class Meanwhile:
            id = "meanwhile"

            def decide(self, cases):
                thread = threading.Thread(
                    target=two.tell, args=("Kim", "visited", f"P{len(threads)}")
                )
                threads.append(thread)
                thread.start()
                thread.join(0.3)
                return policy.decide(cases)

        one._engine.parts.policy = Meanwhile()
        assert one.tell("Nora", "visited", "Espoo").edits
        for thread in threads:
            thread.join(30)
        assert len(threads) == 2
        assert {f.object for f in one.facts()} == {"Turku", "Espoo", "P0", "P1"}
        assert one.verify().ok
