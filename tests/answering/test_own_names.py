"""The name behind the one that somebody is asked by."""

from __future__ import annotations

import pytest

from kgmem import Memory
from kgmem.answering import NOTHING


def ask(question: str, *said: str, speaker: str = "user", asker: str | None = None) -> str:
    with Memory.open(":memory:") as memory:
        for day, line in enumerate(said):
            role = "user" if speaker == "user" else None
            memory.observe(line, speaker=speaker, role=role, time=f"2024-05-{day + 1:02d}")
        return memory.ask(question, asker=asker, now="2024-06-01").text


@pytest.mark.parametrize("asker", [None, "user"])
@pytest.mark.parametrize(
    "question",
    ["What is the user's name?", "What is my name?", "What's my name?", "Who am I?",
     "Who is the user?"],
)  # fmt: skip
def test_a_user_is_called_what_they_said(question, asker):
    assert ask(question, "My name is Dana.", "I bought a kayak.", asker=asker) == "Dana"


@pytest.mark.parametrize("question", ["What is the user's name?", "What is my name?", "Who am I?"])
def test_who_introduced_themselves_is_called_so(question):
    assert ask(question, "Hi, I'm Dana and I live in Porto.") == "Dana"


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is Dana's name?", "Dana Rossi"),
        ("What is Dana's full name?", "Dana Rossi"),
        ("What is Dana's last name?", "Rossi"),
    ],
)
def test_the_fuller_name_is_given_to_who_asks_by_the_short_one(question, name):
    assert ask(question, "My name is Dana Rossi.", speaker="Dana") == name


def test_the_name_stands_on_the_words_that_gave_it():
    with Memory.open(":memory:") as memory:
        memory.observe("Call me Jo.", role="user", speaker="user", time="2024-05-01")
        answer = memory.ask("What is the user's name?")
    assert answer.text == "Jo"
    assert [e.quote for e in answer.evidence] == ["Jo"]


def test_what_answers_by_words_that_were_told_says_so():
    with Memory.open(":memory:") as memory:
        memory.tell("user", "is called", "Jo Weber")
        memory.tell("The door", "was locked by", "Tom")
        name = memory.ask("What is the user's name?")
        door = memory.ask("Is the door locked?")
    assert (name.text, door.text, door.facts) == ("Jo Weber", "Yes", ())
    for answer in (name, door):
        assert {(e.origin, e.who) for e in answer.evidence} == {("told", "told")}


def test_the_last_name_given_holds_however_many_episodes_there_are():
    said = ("My name is Dana Rossi.", *("I bought a kayak.",) * 9, "My name is Dana Weber.")
    assert ask("What is the user's name?", *said) == "Dana Weber"


def test_the_name_of_what_is_theirs_is_not_their_own():
    said = ("My name is Dana.", "My dog's name is Rex.")
    assert ask("What is the user's dog's name?", *said) != "Dana"


def test_a_user_who_gave_no_name_has_none():
    assert ask("What is my name?", "I bought a kayak.") == NOTHING
