"""What comes close to a deed, is only said to be so, or is another's, is no yes."""

from __future__ import annotations

import pytest

from kgmem import Memory
from kgmem.answering import NOTHING

NOW = "2024-12-01"
TURNS = (
    ("Lena", "Dan denied that he took the ladder."),
    ("Lena", "I almost bought a boat."),
    ("Lena", "I tried to learn Finnish."),
    ("Lena", "Rob pretended to like opera."),
    ("Lena", "Nobody in my family smokes."),
    ("Omar", "I sat on Tom's sofa all day."),
    ("Omar", "I saw a kayak on the lake."),
    ("Omar", "I painted my sister's cello."),
    ("Omar", "I drove Bob's van to Hull."),
    ("Omar", "I bought a desk at Tom's shop."),
    ("Omar", "I have a lamp."),
    ("Omar", "I gave the lamp to my cousin Lou."),
    ("Nora", "I'm reading Dune."),
    ("Nora", "I finished Dune last night."),
    ("Nora", "Karen and I are engaged!"),
    ("Nora", "Karen and I broke up."),
    ("Nora", "My niece Uma is four."),
)


@pytest.fixture(scope="module")
def memory(told):
    return told(TURNS)


@pytest.mark.parametrize(
    "question",
    [
        "Did Dan take the ladder?",
        "Did Lena buy a boat?",
        "Did Lena learn Finnish?",
        "Does Rob like opera?",
        "Does Lena smoke?",
        "Does Omar have a sofa?",
        "Does Omar have a kayak?",
        "Does Omar have a cello?",
        "Does Omar own a van?",
        "Does Omar have a lamp?",
        "Is Nora reading Dune?",
        "Is Nora engaged?",
    ],
)
def test_what_falls_short_supports_no_yes(memory, question):
    assert memory.ask(question, now=NOW).text in ("No", NOTHING)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Did Lena try to learn Finnish?", "Yes"),
        ("Does Omar have a desk?", "Yes"),
        ("Does Omar have a lamp?", "No"),
        ("Is Nora reading Dune?", "No"),
        ("Did Nora finish Dune?", "Yes"),
        ("How old is Uma?", "four"),
    ],
)
def test_what_is_told_outright_still_answers(memory, question, answer):
    assert memory.ask(question, now=NOW).text == answer


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (("The window is open.", "Tom closed the window."), "Is the window open?", "No"),
        (("OPS-4 is open.", "OPS-4 was closed by Rita."), "Is OPS-4 open?", "No"),
        (("The shop opened in 2019.", "The shop has closed down."), "Is the shop open?", "No"),
        (("The server is down.", "The server is back up."), "Is the server down?", "No"),
        (("The window is open.", "Tom closed the window.", "Ada opened the window."),
         "Is the window open?", "Yes"),
        (("The door is locked.", "Nobody unlocked the door."), "Is the door locked?", "Yes"),
        (("The safe isn't locked.",), "Is the safe locked?", "No"),
    ],
)  # fmt: skip
def test_a_thing_is_in_the_state_that_it_was_brought_into_last(said, question, answer):
    with Memory.open(":memory:") as memory:
        for day, text in enumerate(said, start=1):
            memory.observe(text, speaker="Sam", time=f"2024-05-{day:02d}T18:00Z")
        assert memory.ask(question, now=NOW).text.startswith(answer)
