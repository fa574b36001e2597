"""The state that things are in: whether one is in it, and which ones are."""

from __future__ import annotations

import time

import pytest

from kgmem import Memory
from kgmem.answering import NOTHING, states

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
def memory(told):
    return told(TURNS)


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
    "unsure",
    [
        "Maybe Tom unlocked the door.",
        "Perhaps the door was unlocked by Tom.",
        "Maybe the door is unlocked.",
        "Tom forgot that he unlocked the door.",
        "Lin said Tom unlocked the door.",
        "Lin thought Tom unlocked the door.",
        "Nobody unlocked the door.",
        "Tom wishes he unlocked the door.",
        "Tom almost unlocked the door.",
    ],
)
def test_what_need_not_be_so_opens_no_door(unsure):
    with Memory.open(":memory:") as memory:
        memory.observe("The door is locked.", speaker="Nora", time="2024-05-01T10:00Z")
        memory.observe(unsure, speaker="Nora", time="2024-05-02T10:00Z")
        assert memory.ask("Is the door locked?", now="2024-06-01").text == "Yes"
        assert not memory.ask("Is the door unlocked?", now="2024-06-01").text.startswith("Yes")


@pytest.mark.parametrize(
    "told",
    [
        "Tom unlocked the door.",
        "No, Tom unlocked the door last night.",
        "The old caretaker unlocked the door again.",
        "The door was unlocked by Tom.",
        "The door has been unlocked   again.",
        "No, the door is unlocked.",
    ],
)
def test_who_brings_a_thing_into_a_state_tells_the_state(told):
    with Memory.open(":memory:") as memory:
        memory.observe("The door is locked.", speaker="Nora", time="2024-05-01T10:00Z")
        memory.observe(told, speaker="Nora", time="2024-05-02T10:00Z")
        assert memory.ask("Is the door locked?", now="2024-06-01").text == "No, it is unlocked"


@pytest.mark.parametrize(
    "text",
    [
        "The door is closed" + " " * 40_000 + "x",
        "The door is closed" + " now" * 20_000 + " x",
        "Tom closed" + " " * 40_000 + "x",
        "Tom closed the" + " closed the" * 8_000 + " ,x",
        "Tom closed a" + ".a" * 20_000 + "?,x",
        "Tom closed a" + "." * 20_000 + "?,x",
    ],
)
def test_patterns_of_states_take_linear_time(text):
    begun = time.process_time()
    for pattern in (states._TOLD, states._DID, states._BY):
        pattern.search(text)
    assert time.process_time() - begun < 1.0


@pytest.mark.parametrize(
    "question",
    ["What did the shop say?", "Which things are known?", "What was said about A-17?"],
)
def test_data_is_never_cut_into_phrases(memory, question):
    text = memory.ask(question, now="2024-06-01").text
    assert not set('{}[]":') & set(text)


RESULTS = (
    ("tool", "runner", '{"status": "failed", "test": "test_login"}'),
    ("tool", None, '{"status": "failed", "test": "test_upload", "seconds": 3}'),
    ("tool", None, '{"status": "passed", "test": "test_sync"}'),
    ("tool", None, "test_pay failed"),
)


@pytest.mark.parametrize("question", ["Which test failed?", "Which tests failed?"])
def test_data_tells_of_what_it_names_not_of_the_tool_that_sent_it(told, question):
    answer = told(RESULTS).ask(question, now="2024-06-01").text
    assert {"test_login", "test_upload", "test_pay"} == set(answer.split(", "))


def test_a_later_result_of_the_same_thing_counts(told):
    memory = told((*RESULTS, ("tool", None, '{"status": "passed", "test": "test_upload"}')))
    assert memory.ask("Which tests passed?", now="2024-06-01").text == "test_sync, test_upload"
    assert "test_upload" not in memory.ask("Which tests failed?", now="2024-06-01").text


@pytest.mark.parametrize("question", ["What failed?", "What passed?", "Which step failed?"])
def test_a_tool_is_nothing_that_is_asked_for(told, question):
    answer = told(RESULTS).ask(question, now="2024-06-01").text
    assert not {"tool", "runner"} & set(answer.casefold().split(", "))
