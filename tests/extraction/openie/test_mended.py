"""Fragments that put an earlier sentence right, and slips that a sentence puts right itself."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kgmem.extraction.openie import mended, slips
from kgmem.extraction.openie.mapped import Mapped
from kgmem.types import Observation

from .conftest import NOON, Read, name


def said(text: str, speaker: str = "Nora", hours: int = 1) -> Observation:
    return Observation(text, NOON - timedelta(hours=hours), speaker=speaker)


def again(text: str, *before: Observation, speaker: str = "Nora") -> list[str]:
    observation = Observation(text, NOON, speaker=speaker)
    units, _ = mended.mended(observation, before, ["Nora", "Jon"])
    return [u.text for u in units]


@pytest.mark.parametrize(
    ("first", "fragment", "right"),
    [
        ("The train goes at 8:15.", "sorry, I meant 9:15", "The train goes at 9:15."),
        ("My aunt turns sixty on 3 May.", "oops, 4 May", "My aunt turns sixty on 4 May."),
        ("The desk is 90 cm wide.", "Make that 95.", "The desk is 95 cm wide."),
        ("I live on the first floor.", "Sorry, fifth floor.", "I live on the fifth floor."),
        ("I paid 300 for it.", "350, sorry.", "I paid 350 for it."),
        ("My tutor is called Katrin.", "*Kathrin", "My tutor is called Kathrin."),
        ("We fly to Turin.", "Oops, I said Turin but it's Genoa.", "We fly to Genoa."),
        ("We fly to Turin.", "Genoa, not Turin.", "We fly to Genoa."),
        ("Write to ann@a.example.", "wrong email, it's amy@a.example", "Write to amy@a.example."),
        ("Tomas lent me a saw.", "Actually it was Bert who lent me a saw, not Tomas.",
         "Bert lent me a saw."),
    ],
)  # fmt: skip
def test_a_fragment_is_read_as_the_earlier_sentence_with_the_right_words(first, fragment, right):
    assert again(fragment, said(first)) == [right]


def test_an_earlier_sentence_of_the_same_turn_is_put_right():
    assert again("The party is on Friday. Sorry, I meant Saturday.") == [
        "The party is on Saturday."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Sorry about that.",
        "No, thanks!",
        "Sorry, I was busy with the 8 kids.",
        "I meant to call you.",
        "Actually great.",
        "No, Jon.",
        "Sorry, Grandma.",
        "Is it 9:15, not 8:15?",
    ],
)
def test_what_is_no_correction_changes_nothing(text):
    assert again(text, said("The train goes at 8:15 with Jon.")) == []


def test_a_bare_no_puts_right_only_what_the_other_just_said():
    other = said("Your party is on 12 July.", speaker="assistant")
    assert again("No, 12 June.", other) == ["Your party is on 12 June."]
    assert again("No, 12 June.", said("My party is on 12 July.")) == []
    assert again("No, 12 June.", said("Is your party on 12 July?", speaker="Jon")) == []


def test_only_the_month_is_said_to_be_wrong():
    other = said("Your party is on 12 July.", speaker="assistant")
    assert again("No, 12 June, not July.", other) == ["Your party is on 12 June."]


def test_a_fragment_of_long_after_is_about_something_else():
    assert again("sorry, I meant 9:15", said("The train goes at 8:15.", hours=24 * 30)) == []


def test_the_right_fact_takes_back_the_wrong_one(read: Read):
    found = read("oops, I meant Genoa", said("I work in Turin."))
    right = next(t for t in found if name(t.object) == "Genoa")
    assert name(right.corrects) == "Turin"
    assert right.span[0] >= 0
    assert right.span[1] <= len("oops, I meant Genoa")


def test_who_did_it_is_put_right(read: Read):
    text = "Actually it was Bert who lent me the saw, not Tomas."
    found = read(text, said("Tomas lent me the saw."))
    assert {(t.subject.name, t.positive) for t in found} == {("Tomas", False), ("Bert", True)}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("I grew up in Turin, I mean Genoa, by the sea.", "I grew up in Genoa, by the sea."),
        ("Call me at 8:15, no, 9:15.", "Call me at 9:15."),
        ("She has three, sorry, four sons.", "She has four sons."),
    ],
)
def test_a_slip_that_the_sentence_puts_right_is_left_out(text, right):
    assert slips.inline(Mapped.of(text)).text == right


@pytest.mark.parametrize(
    "text", ["I like Turin, I mean it.", "We live in Turin, no kidding.", "I see him, no, really."]
)
def test_an_aside_is_no_slip(text):
    assert slips.inline(Mapped.of(text)).text == text


def test_the_other_puts_right_with_actually():
    assert again(
        "It's in the north hall actually.", said("The fair is in the south hall.", speaker="Jon")
    ) == ["The fair is in the north hall."]
