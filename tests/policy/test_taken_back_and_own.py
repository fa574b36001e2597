"""Denials that take back, and things named with and without their owner."""

from __future__ import annotations

import pytest

from kgmem import Memory


def _live(*said: str) -> set[tuple[str, str]]:
    with Memory.open(":memory:") as memory:
        for number, text in enumerate(said, 1):
            memory.observe(text, speaker="Nora", time=f"2024-0{number}-10T10:00Z")
        return {(f.relation, str(f.object)) for f in memory.facts() if f.positive}


def test_who_parts_with_her_own_thing_no_longer_has_the_thing():
    live = _live("I own a Honda.", "I traded my Honda for a Vespa.")
    assert ("owns", "Honda") not in live
    assert ("owns", "Vespa") in live


def test_a_denial_of_all_times_retracts():
    with Memory.open(":memory:") as memory:
        memory.observe("Nora is a pilot.", speaker="Dex", time="2024-01-10T10:00Z")
        memory.observe(
            "I'm not a pilot, and I never was.", speaker="Nora", time="2024-02-10T10:00Z"
        )
        (fact,) = [f for f in memory.facts(ended=True) if f.positive]
    assert fact.status == "retracted"


def test_a_date_told_anew_is_the_later_value_though_it_is_the_earlier_day():
    live = _live("My dentist appointment is on 20 March.", "My dentist appointment is on 12 March.")
    assert ("has_dentist_appointment", "12 March 2024") in live
    assert ("has_dentist_appointment", "20 March 2024") not in live


@pytest.mark.parametrize(
    ("later", "status"),
    [
        ("I haven't been able to sing in the choir.", "live"),
        ("I haven't been able to repair the barn.", "ended"),
    ],
)
def test_not_being_able_to_do_one_thing_leaves_what_else_one_was_able_to_do(later, status):
    with Memory.open(":memory:") as memory:
        memory.observe("I was able to repair the barn.", speaker="Nora", time="2024-01-10T10:00Z")
        memory.observe(later, speaker="Nora", time="2024-03-10T10:00Z")
        facts = [f for f in memory.facts(ended=True) if f.positive]
        (fact,) = [f for f in facts if f.text == "Nora was able to repair the barn"]
    assert fact.status == status
