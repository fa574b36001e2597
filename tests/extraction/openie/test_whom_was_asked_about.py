"""A pronoun in a reply means whom the question was about; sentences end where they end."""

from __future__ import annotations

import pytest

from kgmem.extraction.openie.sentences import split_sentences
from kgmem.types import Observation

from .conftest import NOON, Read, name, rows

SURE = 0.55


def said(text: str, speaker: str) -> Observation:
    return Observation(text, NOON, speaker=speaker)


@pytest.mark.parametrize(
    ("before", "asked", "reply", "who"),
    [
        (
            "Ziggy is a great dog. He loves the park.",
            "I am sure Ziggy is happy. Did you give Sam his bike yet?",
            "Yes! He weighs thirty kilos.", "Sam",
        ),
        ("Gerald followed us.", "Gerald was there. What was Theo's favourite?",
         "Chess. He weighs thirty kilos.", "Theo"),
        ("My mum called. She was in a mood.", "Oh no. And Priya, was she there?",
         "No. She weighs fifty kilos.", "Priya"),
        ("My mum called. She was in a mood.", "Why was she in a mood?",
         "No idea. She weighs fifty kilos.", "Nora's mum"),
        ("Tom moved out. Sam helped him.", "Was Sam happy?",
         "Very. Tom came back, though. He weighs fifty kilos.", "Tom"),
    ],
)  # fmt: skip
def test_a_reply_goes_on_about_whom_the_question_was_about(
    read: Read, before: str, asked: str, reply: str, who: str
) -> None:
    found = read(reply, said(before, "Nora"), said(asked, "Jon"))
    assert [t.subject.name for t in found if t.predicate == "weighs"] == [who]


def test_ones_own_question_brings_nobody_to_the_fore(read: Read) -> None:
    before = said("Tom is my brother. Is Sam here?", "Nora")
    found = read("Tom came in. He weighs fifty kilos.", before)
    assert [t.subject.name for t in found if t.predicate == "weighs"] == ["Tom"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("She said no. Bo left.", 2),
        ("Oh no. And Priya, was she there?", 2),
        ("I work until 5 p.m. The shop closes then.", 2),
        ("We live in the U.S. We love it.", 2),
        ("He has No. 5 of the series.", 1),
        ("Dr. Hale lives in St. Louis.", 1),
        ("J. K. Rowling wrote it at 5 p.m. on Monday.", 1),
    ],
)
def test_a_sentence_ends_behind_an_abbreviation_only_where_another_begins(
    text: str, count: int
) -> None:
    assert len(list(split_sentences(text))) == count


def test_the_us_is_no_you(read: Read) -> None:
    assert ("Nora", "grew up in", "U.S.") in rows(read("I grew up in the U.S."), SURE)
    assert "Jon" in {name(t.object) for t in read("I called u yesterday.")}


def test_a_greeting_without_its_last_letter_is_nobody(read: Read) -> None:
    found = read("He looks tired.", said("Mornin'. Put the bags on the bus.", "Nora"))
    assert "Mornin" not in {t.subject.name for t in found}


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I'm so happy to hear that!", "is"),
        ("We always had each other's backs.", "had"),
        ("My dad taught me when I was six.", "taught"),
        ("Ana brought me.", "brought"),
    ],
)
def test_what_nobody_understands_alone_is_not_asserted(
    read: Read, text: str, predicate: str
) -> None:
    found = [t for t in read(text) if t.predicate == predicate]
    assert found
    assert all(t.confidence <= 0.5 for t in found)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm glad to hear that you moved to Rome.", ("Nora", "is", "glad")),
        ("My dad taught me chess.", ("Nora's dad", "taught", "chess")),
        ("Ana got me out of the house.", ("Ana", "got", "Nora")),
    ],
)
def test_what_is_told_whole_is_asserted(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in rows(read(text), SURE)


def test_sorts_of_counted_things_are_no_further_things(read: Read) -> None:
    found = rows(read("I'm making two pies, apple and pecan. I take two classes, Art and Law."))
    assert {o for _, p, o in found if p == "is making"} == {"pies"}
    assert not [o for _, p, o in found if p == "is a" and o == "class"]


def test_two_named_dogs_and_a_list_are_several(read: Read) -> None:
    found = rows(read("I have two dogs, Rex and Luna. I bought a cake and a pie."))
    assert {"Rex", "Luna"} <= {o for _, p, o in found if p == "has"}
    assert {o for _, p, o in found if p == "bought"} == {"cake", "pie"}


def test_neither_of_a_couple_is_a_couple(read: Read) -> None:
    found = rows(read("A lovely couple, Sam and Grace, took the kittens."))
    assert not [o for _, p, o in found if p == "is a"]


def test_who_a_new_sponsor_is_is_no_object(read: Read) -> None:
    found = rows(read("I signed with a new sponsor last week, a headphone company."))
    assert ("Nora", "signed with", "new sponsor") in found
    assert not [o for _, p, o in found if p == "signed"]


def test_what_the_other_is_to_remember_is_nothing_one_remembers(read: Read) -> None:
    found = read("Remember to be kind to yourself.")
    assert not [t for t in found if t.predicate.startswith("remembers")]


def test_how_one_was_taught_is_told_as_it_is_said(read: Read) -> None:
    assert "Nora's dad taught Nora how to play" in {
        t.text for t in read("My dad taught me how to play.")
    }
