"""Contractions that can be read two ways: "'s" is, has or owns; "'d" had or would."""

from __future__ import annotations

import pytest

from kgmem.extraction.openie import omitted
from kgmem.extraction.openie.mapped import Mapped
from kgmem.types import Observation

from .conftest import NOON, Read, name, rows

SURE = 0.55


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I met Jo's lovely dog.", ("Nora", "met", "Jo's lovely dog")),
        ("I love Ana's lovely cooking.", ("Nora", "loves", "Ana's lovely cooking")),
        ("I visited Ana's ill mother.", ("Nora", "visited", "Ana's ill mother")),
        ("Rob's back injury is bad.", ("Nora", "finds", "Rob's back injury")),
        ("I love Ana's beautiful garden.", ("Nora", "loves", "Ana's beautiful garden")),
        ("I read Ana's really good book.", ("Nora", "read", "Ana's really good book")),
        ("Ana's very old mother lives in Lund.", ("Ana's very old mother", "lives in", "Lund")),
    ],
)
def test_what_describes_somebodys_thing_is_nothing_the_owner_is(
    read: Read, text: str, fact: tuple[str, str, str]
) -> None:
    found = read(text)
    assert fact in rows(found, SURE)
    owners = {"Jo", "Jon", "Ana", "Rob"}
    assert not [t for t in found if t.subject.name in owners and t.predicate.startswith("is")]
    assert not [t for t in found if " is " in name(t.object)]


def test_a_life_described_before_its_verb_is_no_state_of_its_owner(read: Read) -> None:
    assert not [t for t in read("Bo's busy life suits him.") if t.predicate == "is"]


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("Jo's too busy to come.", "Jon", "too busy"),
        ("Ana's very tired.", "Ana", "very tired"),
        ("Ana's too quiet without Bo.", "Ana", "too quiet without Bo"),
        ("Ana's tired without Bo.", "Ana", "tired without Bo"),
        ("Dad's so tired he fell asleep.", "Nora's dad", "so tired"),
        ("Jo's really busy today.", "Jon", "really busy"),
        ("Theo's ten and Bo's away.", "Theo", "ten"),
        ("Rob works, and Ana's nineteen now.", "Ana", "nineteen"),
    ],
)
def test_a_state_behind_a_contraction_is_told_of_who_stands_before_it(
    read: Read, text: str, subject: str, value: str
) -> None:
    assert (subject, "is", value) in rows(read(text), SURE)


def test_a_name_that_ends_like_it_is_no_it(read: Read) -> None:
    assert ("Nora", "finds", "Kit") in rows(read("Kit's great at chess."), SURE)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("he'd be told on Monday", "Pavel would be told on Monday"),
        ("he'd been told on Monday", "Pavel had been told on Monday"),
        ("he'd have been told", "Pavel would have been told"),
        ("he'd lived in Lund", "Pavel had lived in Lund"),
        ("he'd live in Lund", "Pavel would live in Lund"),
    ],
)
def test_a_contracted_d_is_had_before_what_was_done_and_would_elsewhere(
    read: Read, said: str, meant: str
) -> None:
    assert ("Pavel", "said that", meant) in rows(read(f"Pavel said {said}."), SURE)


def test_what_had_been_going_on_is_no_supposition(read: Read) -> None:
    found = [
        t
        for t in read("Ruth is here. She'd been saving coins.")
        if t.predicate == "had been saving"
    ]
    assert found
    assert all(t.modality == "actual" for t in found)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Ruth is here. She's saying the flat is damp.", "says that"),
        ("Ruth is here. She's said the flat is damp.", "said that"),
    ],
)
def test_a_contracted_s_before_who_is_saying_is_no_has(
    read: Read, text: str, predicate: str
) -> None:
    assert ("Ruth", predicate, "the flat is damp") in rows(read(text), SURE)


@pytest.mark.parametrize(
    "text",
    [
        "Walks in the park are nice.",
        "Calls from abroad cost a lot and are bad.",
        "Drinks with the team were fun.",
        "Calls and letters arrive daily.",
    ],
)
def test_a_word_for_several_things_before_a_verb_is_nobodys_deed(read: Read, text: str) -> None:
    found = read(f"My dad is Theo. {text}")
    assert ("Nora", "dad is", "Theo") in rows(found)
    told = {t.predicate for t in found if t.subject.name in {"Theo", "Nora's dad"}}
    assert not {p for p in told if p.split()[0] in {"walks", "calls", "drinks"}}


@pytest.mark.parametrize(
    ("text", "predicate"),
    [("Works from home.", "works from"), ("Walks to work every day.", "walks to")],
)
def test_a_deed_without_its_subject_is_of_who_was_told_of(
    read: Read, text: str, predicate: str
) -> None:
    found = read(f"My dad is Theo. {text}")
    assert [t for t in found if t.predicate == predicate and t.subject.name == "Nora's dad"]


@pytest.mark.parametrize(
    ("question", "reply", "fact"),
    [
        ("What did you paint?", "The waterfall.", ("Nora", "painted", "waterfall")),
        ("What did you visit?", "The daycare centre.", ("Nora", "visited", "daycare centre")),
        ("Where do you work?", "At the daycare centre.", ("Nora", "works at", "daycare centre")),
    ],
)
def test_a_thing_whose_name_holds_that_of_a_time_is_a_thing(
    read: Read, question: str, reply: str, fact: tuple[str, str, str]
) -> None:
    asked = Observation(question, NOON, speaker="Jon")
    assert fact in rows(read(reply, asked), SURE)


def test_no_place_is_a_time(read: Read) -> None:
    asked = Observation("When do you train?", NOON, speaker="Jon")
    found = read("By the waterfall.", asked)
    assert not [t for t in found if t.predicate.startswith("trains")]


@pytest.mark.parametrize(
    "reply", ["On Mondays.", "In two weeks.", "In 2019.", "On my birthday.", "In Sept."]
)
def test_days_weeks_and_dates_are_times(read: Read, reply: str) -> None:
    asked = Observation("When did you move?", NOON, speaker="Jon")
    assert [t for t in read(reply, asked) if t.predicate.startswith("moved")]


def test_a_town_that_begins_like_a_month_is_a_place() -> None:
    assert omitted.supplied(Mapped.of("Back in Marseille"))[0].text == "I am back in Marseille"
    assert omitted.supplied(Mapped.of("Back in March"))[0].text == "Back in March"
