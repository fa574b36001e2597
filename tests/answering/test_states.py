"""The state that things are in: whether one is in it, and which ones are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgmem import Memory

NOTHING = "No information available"
TURNS = (
    ("tool", "hub", "light.kitchen: on"),
    ("tool", "hub", "light.kitchen: off"),
    ("user", "Nora", "The front door is closed."),
    ("user", "Nora", "The garage door is not locked."),
    ("user", "Nora", "The heater is off."),
    ("tool", "pager", '{"incident": "INC-9", "status": "resolved"}'),
    ("tool", "jobs", '{"job": "backup-1", "status": "running"}'),
    ("tool", "jobs", '{"job": "backup-2", "status": "failed"}'),
    (
        "tool",
        "shop",
        '[{"order": "A-17", "status": "pending"}, {"order": "A-18", "status": "shipped"},'
        ' {"order": "A-19", "status": "pending"}]',
    ),
    ("tool", "shop", '{"order": "B-2", "status": "pending"}'),
    ("tool", "fleet", '{"host": "db-1", "state": "down"}'),
    ("tool", "fleet", '{"host": "db-2", "state": "up"}'),
)


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:") as opened:
        for day, (role, speaker, text) in enumerate(TURNS):
            opened.observe(text, role=role, speaker=speaker, time=f"2024-05-{day + 1:02d}T10:00Z")
        yield opened


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is the kitchen light on?", "No, it is off"),
        ("Is the kitchen light off?", "Yes"),
        ("Is the front door open?", "No, it is closed"),
        ("Is the front door closed?", "Yes"),
        ("Is the garage door locked?", "No"),
        ("Is the heater on?", "No, it is off"),
        ("Isn't the heater on?", "No, it is off"),
        ("Is INC-9 resolved?", "Yes"),
        ("Is INC-9 open?", "No, it is resolved"),
        ("Is backup-1 running?", "Yes"),
    ],
)
def test_a_thing_is_in_the_state_last_told_and_not_in_its_opposite(memory, question, answer):
    assert memory.ask(question, now="2024-06-01").text == answer


@pytest.mark.parametrize(
    "question", ["Is INC-9 done?", "Is backup-2 running?", "Is the cellar light on?"]
)
def test_another_state_that_is_no_opposite_tells_neither_yes_nor_no(memory, question):
    assert memory.ask(question, now="2024-06-01").text == NOTHING


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which orders are pending?", "A-17, A-19, B-2"),
        ("Which orders have the status pending?", "A-17, A-19, B-2"),
        ("What are the pending orders?", "A-17, A-19, B-2"),
        ("List the pending orders.", "A-17, A-19, B-2"),
        ("How many orders are pending?", "3"),
        ("Which order is shipped?", "A-18"),
        ("Which hosts are down?", "db-1"),
    ],
)
def test_a_state_gives_the_things_that_are_in_it(memory, question, answer):
    assert memory.ask(question, now="2024-06-01").text == answer


@pytest.mark.parametrize(
    "question",
    ["What did the shop say?", "Which things are known?", "What was said about A-17?"],
)
def test_data_is_never_cut_into_phrases(memory, question):
    text = memory.ask(question, now="2024-06-01").text
    assert not set('{}[]":') & set(text)
