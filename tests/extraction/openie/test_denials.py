"""What is denied without a "not" of its own: "neither ... nor", "decided not to"."""

from __future__ import annotations

import pytest

from .conftest import Read, name


def _denied(read: Read, text: str) -> set[tuple[str, str, str, bool]]:
    """Subject, predicate, object and whether affirmed, of what is told but whose kin there is."""
    return {
        (t.subject.name, t.predicate, name(t.object), t.positive)
        for t in read(text)
        if not (t.subject.name == "Nora" and t.predicate == "has" and t.positive)
    }


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "Neither my aunt nor my uncle has children.",
            {("Nora's aunt", "has", "children"), ("Nora's uncle", "has", "children")},
        ),
        ("Neither Raj nor Cleo speaks Welsh.", {(w, "speaks", "Welsh") for w in ("Raj", "Cleo")}),
        ("Raj owns neither a car nor a bike.", {("Raj", "owns", x) for x in ("car", "bike")}),
        (
            "I'm neither a nurse nor a teacher.",
            {("Nora", "works as", x) for x in ("nurse", "teacher")},
        ),
        (
            "I don't eat fish, nor do I drink wine.",
            {("Nora", "eats", "fish"), ("Nora", "drinks", "wine")},
        ),
    ],
)
def test_neither_and_nor_deny_each_of_those_they_join(
    read: Read, text: str, facts: set[tuple[str, str, str]]
) -> None:
    assert _denied(read, text) == {(*fact, False) for fact in facts}


def test_neither_is_no_part_of_a_name_and_is_quoted(read: Read) -> None:
    text = "Neither Raj nor Cleo speaks Welsh."
    found = read(text)
    assert {t.text for t in found} == {"Raj does not speak Welsh", "Cleo does not speak Welsh"}


@pytest.mark.parametrize(
    ("text", "affirmed"),
    [
        ("Both Raj and Cleo speak Welsh.", True),
        ("Either Raj or Cleo speaks Welsh.", True),
        ("Raj speaks Welsh and Cleo does too.", True),
    ],
)
def test_both_and_either_deny_nothing(read: Read, text: str, affirmed: bool) -> None:
    found = [t for t in read(text) if t.predicate in {"speak", "speaks"}]
    assert found
    assert all(t.positive is affirmed for t in found)


@pytest.mark.parametrize(
    ("text", "predicate", "said"),
    [
        ("We decided not to go to Oslo.", "decided to go to", "decided not to go to Oslo"),
        ("I chose not to join the club.", "chose to join", "chose not to join the club"),
        (
            "I decided against going to Oslo.",
            "decided on going to",
            "decided against going to Oslo",
        ),
        ("I promised not to tell Cleo.", "promised to tell", "promised not to tell Cleo"),
    ],
)
def test_what_is_decided_against_is_denied(
    read: Read, text: str, predicate: str, said: str
) -> None:
    (fact,) = [t for t in read(text) if t.predicate == predicate]
    assert not fact.positive
    assert said in fact.text


@pytest.mark.parametrize(
    "text",
    [
        "We decided to go to Oslo.",
        "I decided on going to Oslo.",
        "I'm trying not to check the news.",
        "I'm going to try not to eat sugar.",
    ],
)
def test_a_decision_for_and_a_try_are_affirmed(read: Read, text: str) -> None:
    found = read(text)
    assert found
    assert all(t.positive for t in found)
