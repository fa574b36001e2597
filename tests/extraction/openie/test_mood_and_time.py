"""Negation, modality, kinds of facts, times, corrections."""

from __future__ import annotations

import pytest

from kgmem.types import Observation, Ref

from .conftest import NOON, Read, name, one, rows


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I don't eat meat.", "eats"),
        ("I no longer drink coffee.", "drinks"),
        ("I never eat fish.", "eats"),
        ("I have no kids.", "has"),
        ("I'm not afraid of spiders.", "is afraid of"),
    ],
)
def test_denials_keep_the_affirmed_predicate(read: Read, text: str, predicate: str) -> None:
    assert not one(read(text), predicate).positive


def test_not_only_is_no_denial(read: Read) -> None:
    found = read("I don't just paint landscapes, I sell them.")
    assert all(t.positive for t in found)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("I'm going to sell my boat.", "planned"),
        ("I will paint the fence.", "planned"),
        ("I plan to visit Rome.", "planned"),
        ("I'm thinking about buying a house.", "planned"),
        ("I'd love to see Japan.", "wished"),
        ("I want to learn the cello.", "wished"),
        ("I hope to win a medal.", "wished"),
        ("I would buy a yacht.", "hypothetical"),
        ("If I had money, I would buy a yacht.", "hypothetical"),
        ("I might join the choir.", "hypothetical"),
        ("I sold my boat.", "actual"),
        ("I love painting landscapes.", "actual"),
    ],
)
def test_plans_wishes_and_suppositions_are_not_facts(read: Read, text: str, modality: str) -> None:
    about = [t for t in read(text) if t.predicate not in {"said", "has"}]
    assert {t.modality for t in about} <= {modality}


def test_a_present_with_a_future_time_is_a_plan(read: Read) -> None:
    assert one(read("I'm flying to Oslo next week."), "is flying to").modality == "planned"


@pytest.mark.parametrize("text", ["Did you move to Rome?", "Are you a nurse?", "Got any pets?"])
def test_questions_assert_nothing(read: Read, text: str) -> None:
    found = read(text)
    assert all(t.modality == "asked" and t.confidence < 0.6 for t in found)


def test_suppositions_are_never_confident(read: Read) -> None:
    assert not rows(read("If I won the lottery, I would move to Rome."), least=0.6)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I live in Rome.", "state"),
        ("I'm working on a novel.", "state"),
        ("I bought a novel.", "event"),
        ("I usually cook pasta.", "habit"),
        ("I swim every week.", "habit"),
        ("I used to play chess.", "habit"),
    ],
)
def test_states_events_and_habits_are_told_apart(read: Read, text: str, kind: str) -> None:
    assert kind in {t.kind for t in read(text) if t.predicate != "said"}


def test_a_time_belongs_to_its_own_verb(read: Read) -> None:
    found = read("I sold my car yesterday and I'm buying a bike next week.")
    assert one(found, "sold").validity.wording == "30 April 2024"  # type: ignore[union-attr]
    start = one(found, "is buying").validity.start  # type: ignore[union-attr]
    assert start is not None
    assert start.earliest is not None
    assert start.earliest > NOON


def test_time_words_are_not_arguments(read: Read) -> None:
    fact = one(read("Last Sunday I visited my grandmother."), "visited")
    assert name(fact.object) == "Nora's grandmother"
    assert not fact.qualifiers


def test_what_used_to_be_is_over(read: Read) -> None:
    fact = one(read("I used to live in Rome."), "used to live in")
    assert fact.validity is not None
    assert fact.validity.end is not None
    assert fact.validity.end.latest == NOON


def test_a_date_can_be_the_object_of_a_copula(read: Read) -> None:
    assert ("Nora", "birthday is", "3 May 2024") in rows(read("My birthday is on 3 May."))


@pytest.mark.parametrize(
    "text",
    ["I'm staying with my aunt for the week.", "I'm on holiday in Rome.", "I'm visiting Bonn."],
)
def test_what_holds_for_a_while_only_is_marked(read: Read, text: str) -> None:
    assert any(t.temporary for t in read(text))


def test_where_one_lives_is_not_temporary(read: Read) -> None:
    assert not one(read("I live in Rome."), "lives in").temporary


@pytest.mark.parametrize(
    "text",
    [
        "I live in Rome. Sorry, I meant Lisbon.",
        "I live in Rome. No, not Rome, I meant Lisbon.",
        "I live in Rome. Actually it's Lisbon, not Rome.",
        "I live in Lisbon, not Rome.",
    ],
)
def test_a_correction_says_what_is_taken_back(read: Read, text: str) -> None:
    fact = one(read(text), "lives in", "Lisbon")
    assert fact.corrects == Ref("Rome", "place", True)
    assert fact.confidence >= 0.6


def test_a_correction_may_reach_back_to_an_earlier_turn(read: Read) -> None:
    before = Observation("I work at Initech.", NOON, speaker="Nora", addressee="Jon")
    fact = one(read("Sorry, I meant Globex.", before), "works at")
    assert (name(fact.object), name(fact.corrects)) == ("Globex", "Initech")


def test_not_just_is_no_correction(read: Read) -> None:
    found = read("I love painting landscapes, not just portraits.")
    assert all(t.corrects is None for t in found)


def test_quoted_words_are_told_of_who_said_them_with_less_confidence(read: Read) -> None:
    quoted = one(read('My boss said, "I moved to Oslo."'), "moved to")
    own = one(read("I moved to Oslo."), "moved to")
    assert quoted.subject.name == "Nora's boss"
    assert quoted.confidence < own.confidence


def test_a_sale_and_a_purchase_in_one_breath_are_both_asserted(read: Read) -> None:
    found = rows(read("Sold the Honda, bought a Tesla."), least=0.6)
    assert {("Nora", "sold", "Honda"), ("Nora", "bought", "Tesla")} <= found


def test_a_time_that_no_fact_takes_up_is_kept_with_the_words(read: Read) -> None:
    found = read("Last night was amazing!")
    assert any(t.validity is not None and "30 April" in t.validity.wording for t in found)
    assert all(t.confidence < 0.6 for t in found)


def test_a_coordinated_verb_keeps_the_plan_it_shares(read: Read) -> None:
    found = read("I'm going to keep training and win a medal.")
    assert one(found, "is going to win").modality == "planned"


def test_how_long_a_present_state_is_to_last(read: Read) -> None:
    fact = one(read("I'm on crutches for six weeks."), "is on", "crutches")
    assert fact.validity is not None
    assert fact.validity.start is not None
    assert fact.validity.end is not None
    assert (fact.validity.end.latest - fact.validity.start.earliest).days == 42
    since = one(read("I have been on crutches for six weeks."), "has been on", "crutches")
    assert since.validity is not None
    assert since.validity.end is None
