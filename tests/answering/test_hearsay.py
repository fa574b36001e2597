"""What was heard or is shown in a picture supports less, or nothing, of a yes."""

from __future__ import annotations

import pytest

from kgmem import Memory
from kgmem.answering import NOTHING

TURNS = (
    ("Ben", "I heard that Ann moved to Rome."),
    ("Ben", "I think Mia quit her job."),
    ("Lea", "I sold my car."),
    ("Tom", "I moved to Oslo."),
)


@pytest.fixture(scope="module")
def memory(told):
    return told(TURNS)


@pytest.mark.parametrize(
    "question", ["Did Ann move to Rome?", "Does Ann live in Rome?", "Did Mia quit her job?"]
)
def test_hearsay_is_no_sure_yes(memory: Memory, question):
    answer = memory.ask(question, now="2024-06-01")
    assert answer.text == "Yes"
    assert answer.confidence < 0.5
    assert "hearsay" in answer.reason


@pytest.mark.parametrize("question", ["Did Lea sell her car?", "Did Tom move to Oslo?"])
def test_what_was_told_at_first_hand_is_sure(memory: Memory, question):
    answer = memory.ask(question, now="2024-06-01")
    assert answer.text == "Yes"
    assert answer.confidence > 0.8


@pytest.fixture(scope="module")
def pictures():
    with Memory.open(":memory:") as opened:
        for day, (text, caption) in enumerate(
            [
                ("Look at these!", "a photo of two cats on a sofa"),
                (
                    "I painted a lighthouse last week!",
                    "a photo of a painting of some tall lighthouse",
                ),
                ("I painted an owl too.", ""),
                ("I went hiking.", "a photo of a man on a mountain"),
            ],
            start=1,
        ):
            opened.observe(text, caption=caption, speaker="Ben", time=f"2024-05-{day:02d}T10:00Z")
        yield opened


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Does Ben have cats?", NOTHING),
        ("Does Ben have a sofa?", NOTHING),
        ("Did Ben go hiking?", "Yes"),
        ("How many paintings did Ben make?", "2"),
        ("How many things did Ben paint?", "2"),
    ],
)
def test_what_a_picture_shows_is_neither_had_nor_counted(pictures: Memory, question, answer):
    assert pictures.ask(question, now="2024-06-01").text == answer


def test_how_many_are_had_is_not_read_off_a_picture(pictures: Memory):
    assert pictures.ask("How many cats does Ben have?", now="2024-06-01").text == NOTHING


def test_what_a_picture_shows_is_told_where_pictures_are_asked_for(pictures: Memory):
    assert "cats" in pictures.ask("What did Ben share a photo of?", now="2024-06-01").text


def test_what_is_done_is_nothing_that_is_had(told):
    memory = told(
        (
            ("Ann", "I love watching the kids play outdoors."),
            ("Ann", "I like seeing my kids so happy."),
            ("Ann", "I enjoy baking with the kids."),
        )
    )
    assert memory.ask("How many kids does Ann have?", now="2024-06-01").text == NOTHING
