"""What puts right what was said before, and labels before a colon."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kgmem.extraction.openie import amends
from kgmem.extraction.openie.mapped import Mapped
from kgmem.types import Observation

from .conftest import NOON, Read, name, one, rows


def before(text: str) -> Observation:
    return Observation(text, NOON - timedelta(days=1), speaker="Nora")


@pytest.mark.parametrize(
    ("first", "second", "predicate", "old"),
    [
        ("My aunt lives in Turin.", "Correction: my aunt lives in Milan.", "lives in", "Turin"),
        ("I live in Turin.", "Sorry, not Turin, I live in Milan.", "lives in", "Turin"),
        (
            "I work at Dorn Mills.",
            "I got that wrong. I work at Dorn Malt.",
            "works at",
            "Dorn Mills",
        ),
        (
            "My uncle works as a baker.",
            "Strike that. My uncle works as a butcher.",
            "works as",
            "baker",
        ),
        (
            "My desk number is 204.",
            "No, that's wrong, I mistyped. My desk number is 240.",
            "desk number is",
            "204",
        ),
        ("The gala had 300 guests.", "Correction: the gala had 200 guests.", "had", "guests"),
        (
            "Our new vet is Dr. Branson.",
            "Oops, I misheard: our new vet is Dr. Brandt, not Dr. Branson.",
            "new vet is",
            "Dr. Branson",
        ),
    ],
)
def test_a_sign_of_correction_takes_back_what_was_said_alike(
    read: Read, first: str, second: str, predicate: str, old: str
) -> None:
    assert name(one(read(second, before(first)), predicate).corrects) == old


def test_another_date_takes_back_the_first(read: Read) -> None:
    fact = one(read("I mean, on 2 October.", before("I'm flying to Lima on 2 September.")),
               "is flying to")  # fmt: skip
    assert name(fact.corrects) == name(fact.object) == "Lima"
    assert fact.validity is not None
    assert fact.validity.wording.startswith("2 October")


def test_a_denial_of_all_times_takes_back(read: Read) -> None:
    fact = one(read("I'm not a pilot, and I never was."), "works as")
    assert not fact.positive
    assert name(fact.corrects) == "pilot"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I live in Turin.", "I was wrong about Ben. He lives in Milan."),
        ("My sister Wren moved away.", "My mistake. My sister Juniper moved away."),
        ("I live in Turin.", "Correction: I live in Turin."),
        ("I live in Turin.", "I live in Milan now."),
    ],
)
def test_what_is_told_of_another_or_told_anew_takes_nothing_back(
    read: Read, first: str, second: str
) -> None:
    assert not [t for t in read(second, before(first)) if t.corrects is not None]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Calendar: the call is on Friday", ["Calendar", "the call is on Friday"]),
        ("They swapped: Sana leads the web team", ["They swapped", "Sana leads the web team"]),
        ("My plan for today: hiking", ["My plan for today: hiking"]),
        ("He told me: I quit my job", ["He told me: I quit my job"]),
        ("We meet at 10: 30 people come", ["We meet at 10: 30 people come"]),
    ],
)
def test_a_label_stands_apart_from_its_statement(text: str, pieces: list[str]) -> None:
    assert [p.text for p in amends.labelled(Mapped.of(text))] == pieces


def test_who_it_was_is_the_subject(read: Read) -> None:
    assert ("Nora's cousin", "moved to", "Iceland") in rows(
        read("It was my cousin who moved to Iceland.")
    )
