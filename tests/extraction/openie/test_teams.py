"""A "we" that is a team or a band is told of it; any other "we" stays with who speaks."""

from __future__ import annotations

import pytest

from kgmem.types import Observation

from .conftest import NOON, Read, rows

COACH = Observation(
    "I've been coaching my daughter's soccer team, the Comets!", NOON, speaker="Nora"
)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We lost our first game 6-0.", ("Comets", "lost", "Comets's first game")),
        ("We finished in second place!", ("Comets", "finished in", "second place")),
        ("We won the league.", ("Comets", "won", "league")),
    ],
)
def test_what_a_team_does_is_told_of_the_team(
    read: Read, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(read(text, COACH))


@pytest.mark.parametrize(
    "text",
    ["We lost our dog.", "We finished the floor.", "We came home late.", "We hiked up a hill."],
)
def test_what_a_family_does_is_not(read: Read, text: str) -> None:
    assert {r[0] for r in rows(read(text, COACH)) if r[1] != "said"} <= {"Nora"}


def test_a_team_named_beside_it_is_meant(read: Read) -> None:
    told = rows(read("The Comets had a tournament yesterday and we came in second."))
    assert ("Comets", "came", "second") in told


def test_a_band_gets_its_name(read: Read) -> None:
    told = rows(read("I'm in a band! We're called The Porch Lights."))
    assert ("Nora's band", "name is", "Porch Lights") in told


def test_nobody_is_called_what_we_are_called(read: Read) -> None:
    told = rows(read("Jo and I love chess. We're called The Bishops."))
    assert not {r for r in told if r[1] in {"also known as", "name is"}}


def test_a_team_of_the_other_is_not_ones_own(read: Read) -> None:
    asked = Observation("My team is new this year.", NOON, speaker="Jon")
    assert ("Nora", "won", "final") in rows(read("We won the final.", asked))
