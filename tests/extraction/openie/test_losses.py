"""What was stolen or destroyed is lost to whom it belonged."""

from __future__ import annotations

import pytest

from .conftest import Read, rows

SURE = 0.6


@pytest.mark.parametrize(
    ("text", "owner", "thing"),
    [
        ("My bike was stolen yesterday.", "Nora", "Nora's bike"),
        ("Somebody stole my laptop.", "Nora", "Nora's laptop"),
        ("They broke in and nicked my camera.", "Nora", "Nora's camera"),
        ("I had my phone stolen in March.", "Nora", "Nora's phone"),
        ("Ana's car got totaled last week.", "Ana", "Ana's car"),
    ],
)
def test_what_was_taken_is_lost_to_its_owner(read: Read, text: str, owner: str, thing: str) -> None:
    found = read(text)
    assert (owner, "lost", thing) in rows(found, SURE)
    assert (owner, "has", thing) not in rows(found)


def test_a_theft_is_told_in_the_words_of_the_theft(read: Read) -> None:
    assert "Nora's bike was stolen" in {t.text for t in read("My bike was stolen.")}
    assert "Nora's keys were stolen" in {t.text for t in read("Somebody stole my keys.")}


def test_each_of_two_things_is_lost_to_its_own_owner(read: Read) -> None:
    found = rows(read("They stole Ana's drums and my guitar."), SURE)
    assert {("Ana", "lost", "Ana's drums"), ("Nora", "lost", "Nora's guitar")} <= found


@pytest.mark.parametrize(
    "text",
    [
        "My bike wasn't stolen.",
        "Someone tried to steal my bike.",
        "He stole my heart.",
        "If my bike gets stolen I will cry.",
        "I bought a stolen bike.",
    ],
)
def test_what_was_not_taken_is_not_lost(read: Read, text: str) -> None:
    found = read(text)
    assert found
    assert not [t for t in found if t.predicate == "lost"]


@pytest.mark.parametrize("text", ["My bike wasn't stolen.", "Someone tried to steal my bike."])
def test_what_was_not_taken_one_still_has(read: Read, text: str) -> None:
    assert ("Nora", "has", "Nora's bike") in rows(read(text), SURE)
