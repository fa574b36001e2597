"""Which of two events came first, what held once, and relations that users added."""

from __future__ import annotations

import pytest

from kgmem import Memory
from kgmem.language.relations import Relation

NOW = "2024-08-01"


@pytest.fixture
def memory():
    with Memory.open(":memory:") as opened:
        for day, line in enumerate((
            "I moved to Lisbon on 3 March 2023.",
            "I started working at Acme on 5 May 2023.",
            "I quit Acme on 1 February 2024.",
        ), 1):  # fmt: skip
            opened.observe(line, speaker="Nora", time=f"2024-03-{day:02d}")
        yield opened


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Did Nora move to Lisbon before she started working at Acme?", "Yes"),
        ("Did Nora move to Lisbon after she started working at Acme?", "No"),
        ("Did Nora start working at Acme before she moved to Lisbon?", "No"),
        ("What did Nora do first, move to Lisbon or start working at Acme?", "move to Lisbon"),
    ],
)
def test_two_events_are_put_in_order_by_their_dates(memory, question, answer):
    given = memory.ask(question, now=NOW)
    assert given.text == answer
    assert len({e.episode for e in given.evidence}) == 2


def test_an_event_without_a_date_is_put_in_no_order(memory):
    memory.observe("I learned to juggle.", speaker="Nora", time="2024-03-02")
    given = memory.ask("Did Nora learn to juggle before she moved to Lisbon?", now=NOW)
    assert given.reason != "by the dates of both"


def test_what_held_once_was_so_whatever_ended_it(memory):
    assert memory.ask("Did Nora work at Acme?", now=NOW).text == "Yes"
    assert memory.ask("Does Nora still work at Acme?", now=NOW).text == "No"


def test_other_names_of_a_users_relation_answer():
    own = Relation(id="reports_to", aliases=("report to", "be managed by"), inverse="manages")
    with Memory.open(":memory:", relations=[own]) as memory:
        memory.observe("I report to Kim.", speaker="Nora", time="2024-03-01")
        memory.observe("I play chess with Lea.", speaker="Nora", time="2024-03-02")
        assert memory.ask("Who is Nora managed by?", now=NOW).text == "Kim"
