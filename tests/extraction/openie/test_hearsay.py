"""What was only heard is a maybe; that it was heard is so."""

from __future__ import annotations

import pytest

from .conftest import Read, name, rows

SURE = 0.6


@pytest.mark.parametrize(
    "text",
    [
        "I heard that Tom moved to Berlin.",
        "I've heard Tom moved to Berlin.",
        "Someone told me that Tom moved to Berlin.",
        "I was told that Tom moved to Berlin.",
        "Apparently Tom moved to Berlin.",
        "Tom moved to Berlin, apparently.",
        "Rumor has it that Tom moved to Berlin.",
    ],
)
def test_a_rumour_is_told_as_heard(read: Read, text: str) -> None:
    found = read(text)
    assert ("Nora", "heard that", "Tom moved to Berlin") in rows(found, SURE)
    assert ("Tom", "moved to", "Berlin") not in rows(found, SURE)


def test_what_they_say_is_a_rumour_and_what_they_said_is_not(read: Read) -> None:
    rumour = rows(read("They say the bakery on Mill Road is closing."), SURE)
    assert ("Nora", "heard that", "the bakery on Mill Road is closing") in rumour
    assert not [t for t in read("They said the flat is damp.") if t.predicate == "heard that"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Apparently I'm allergic to nuts.", ("Nora", "is allergic to", "nuts")),
        ("Tom moved to Berlin.", ("Tom", "moved to", "Berlin")),
        ("I know that Tom moved to Berlin.", ("Tom", "moved to", "Berlin")),
    ],
)
def test_of_oneself_and_what_one_knows_nothing_is_hearsay(
    read: Read, text: str, fact: tuple[str, str, str]
) -> None:
    found = read(text)
    assert fact in rows(found, SURE)
    assert not [t for t in found if t.predicate == "heard that"]


@pytest.mark.parametrize(
    "text",
    ["Did you hear that Tom moved to Berlin?", "I would love to hear that Tom moved to Berlin."],
)
def test_what_is_asked_or_wished_was_not_heard(read: Read, text: str) -> None:
    assert not [t for t in read(text) if t.predicate == "heard that" and name(t.object)]


def test_what_one_is_told_of_a_third_is_told_with_who_says_it(read: Read) -> None:
    found = read("My mum told me that Tom moved to Berlin.")
    assert ("Nora's mum", "said that", "Tom moved to Berlin") in rows(found, SURE)
    assert ("Tom", "moved to", "Berlin") not in rows(found, SURE)


def test_what_somebody_says_of_themselves_is_more_than_hearsay(read: Read) -> None:
    of_her = {t.confidence for t in read("Ana told me that she moved to Berlin.")
              if t.predicate == "moved to"}  # fmt: skip
    of_tom = {t.confidence for t in read("Ana told me that Tom moved to Berlin.")
              if t.predicate == "moved to"}  # fmt: skip
    assert max(of_tom) <= 0.5 < max(of_her)


def test_only_the_clause_with_apparently_is_hearsay(read: Read) -> None:
    found = rows(read("Apparently Tom quit his job. Ana moved to Porto."), SURE)
    assert ("Nora", "heard that", "Tom quit Tom's job") in found
    assert ("Ana", "moved to", "Porto") in found
