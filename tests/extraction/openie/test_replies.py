"""A plain yes or no, read as what was asked."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kgmem.extraction.openie import replies, turnabout
from kgmem.types import Observation

from .conftest import NOON, Read, name

ASKED = NOON - timedelta(minutes=1)


def reply(question: str, answer: str, asker: str = "Jon") -> list[str]:
    before = Observation(question, ASKED, speaker=asker)
    said = Observation(answer, NOON, speaker="Nora")
    return [u.text for u in replies.replied(said, [before], ["Nora", "Jon"])]


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Do you have a boat?", "No.", "I do not have a boat."),
        ("Hey, do you have any sons, Nora?", "no, not yet", "I do not have any sons."),
        ("Do you have any sons?", "Yes! Two.", "I have sons."),
        ("Do you still play the cello?", "Nope", "I no longer play the cello."),
        ("Are you still working at Foo?", "No, I quit.", "I am no longer working at Foo."),
        ("Does your sister smoke?", "Yeah.", "My sister does smoke."),
        ("Have you ever been to Peru?", "No, never!", "I have never been to Peru."),
        ("Did you sell your boat?", "Yep.", "I did sell my boat."),
        ("Is Bo married?", "No.", "Bo is not married."),
    ],
)
def test_a_yes_or_no_says_what_was_asked(question, answer, statement):
    assert reply(question, answer) == [statement]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do you want some tea?", "No."),
        ("Do you like it?", "Yes."),
        ("Do you have a cat or a dog?", "Yes."),
        ("Do you have a boat?", "No problem."),
        ("Do you have a boat?", "No idea."),
        ("Where do you live?", "No."),
        ("Do you have a boat? Or a car?", "No."),
        ("You have a boat.", "No."),
    ],
)
def test_other_questions_and_other_replies_say_nothing(question, answer):
    assert reply(question, answer) == []


def test_nobody_answers_his_own_question():
    assert reply("Do you have a boat?", "No.", asker="Nora") == []


def test_the_fact_stands_on_the_reply(read: Read):
    before = Observation("Do you have a boat?", ASKED, speaker="Jon")
    found = read("Well, no.", before) + read("No, but I have a bike.", before)
    denied = [t for t in found if not t.positive]
    assert [(t.subject.name, name(t.object), t.span) for t in denied] == [("Nora", "boat", (0, 2))]


def test_of_what_kind_a_thing_is_asked_and_answered(read: Read):
    told = Observation("We got a kitten!", ASKED - timedelta(minutes=1), speaker="Nora")
    asked = Observation("Oh, what breed?", ASKED, speaker="Jon")
    found = read("A Siamese.", told, asked)
    assert "Nora's kitten is a Siamese" in {t.text for t in found}
    assert "Nora's kitten is a Siamese" not in {t.text for t in read("A Siamese.", asked)}


@pytest.mark.parametrize(("passed", "drops"), [(ASKED, True), (NOON - timedelta(days=20), False)])
def test_a_yes_is_of_somebody_else_only_where_one_was_asked_of_just_before(passed, drops):
    before = Observation("Did your sister pass?", passed, speaker="Jon")
    said = Observation("Yes, passed the exam on Monday.", NOON, speaker="Nora")
    assert replies.of_other(said, [before]) is drops


def test_what_follows_a_late_yes_is_the_speakers_own(read: Read):
    late = Observation("Did your sister pass?", NOON - timedelta(days=20), speaker="Jon")
    found = read("Yes! Passed my driving test on Monday.", late)
    assert [t for t in found if t.subject.name == "Nora" and t.predicate == "passed"]


@pytest.mark.parametrize(
    ("question", "bare", "left"),
    [
        ("Nora, do you ski?", False, "do you ski?"),
        ("Do you ski, Nora?", False, "Do you ski?"),
        ("Do you know Nora?", False, "Do you know Nora?"),
        ("Do you live in Lund, Sweden?", False, "Do you live in Lund, Sweden?"),
        ("Where do you ski, Nora?", True, "Where do you ski?"),
        ("Where did she ski, Ana?", True, "Where did she ski?"),
    ],
)
def test_a_question_is_read_without_whom_it_is_put_to(question, bare, left):
    assert turnabout.uncalled(question, ["Nora", "Jon"], bare=bare) == left


def test_what_is_yours_is_mine_to_who_replies():
    assert turnabout.mine("your dog and yourself") == "my dog and myself"
