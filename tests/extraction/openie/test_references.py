"""Who and what pronouns, "the ..." and "we" mean, across turns of a chat."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Ref, Triple

from .conftest import NOON, Read, name, one, rows


def _chat(extractor: SpacyExtractor, *turns: tuple[str, str]) -> list[Triple]:
    """What the last of some turns gives."""
    told = [Observation(text, NOON, speaker=who, thread="t") for who, text in turns]
    return extractor.extract(told, ExtractionContext())[-1]


def test_he_is_the_man_of_two_that_were_named(extractor: SpacyExtractor) -> None:
    found = _chat(
        extractor,
        ("Nora", "Carlos and Priya came for dinner."),
        ("Jon", "How nice!"),
        ("Nora", "He brought a cake."),
    )
    assert one(found, "brought").subject.name == "Carlos"


def test_somebody_named_outweighs_somebody_mentioned_aside(extractor: SpacyExtractor) -> None:
    found = _chat(
        extractor,
        ("Nora", "Walter waved when he saw a man with a ladder."),
        ("Nora", "He wore a green hat."),
    )
    assert one(found, "wore").subject.name == "Walter"


def test_a_possessive_belongs_to_the_subject_of_its_own_verb(read: Read) -> None:
    found = read("My aunt Vera called. Priya sold her boat.")
    assert name(one(found, "sold").object) == "Priya's boat"


def test_an_object_pronoun_is_not_its_own_subject(read: Read) -> None:
    found = read("Luigi moved out. Marco misses him.")
    assert name(one(found, "misses").object) == "Luigi"


def test_a_name_is_given_to_who_has_none(read: Read) -> None:
    found = read("Doctor Diaz is kind. I met a plumber. His name's Ivan, he's a swimmer.")
    assert not [t for t in found if t.subject.name == "Doctor Diaz" and "name" in t.predicate]


def test_an_unknown_name_may_be_whom_she_means(extractor: SpacyExtractor) -> None:
    found = _chat(
        extractor, ("Jon", "How was the week with Torvilda?"), ("Nora", "She cooked every day.")
    )
    assert {t.subject.name for t in found if t.predicate == "cooked"} <= {"Torvilda"}


def test_another_days_chat_is_not_reached_back_to(extractor: SpacyExtractor) -> None:
    turns = [
        Observation("I met Ivan at the market.", NOON, speaker="Nora", thread="t"),
        Observation("He is a baker.", NOON + timedelta(days=40), speaker="Nora", thread="t"),
    ]
    found = extractor.extract(turns, ExtractionContext())[1]
    assert not rows(found, least=0.6)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Mom fixed the roof.", ("Nora's mom", "fixed", "roof")),
        ("I rang Grandpa on Monday.", ("Nora", "rang", "Nora's grandpa")),
        ("I painted Dad's fence.", ("Nora", "painted", "Nora's dad's fence")),
        ("A mom fixed the roof.", ("mom", "fixed", "roof")),
    ],
)
def test_a_bare_parent_is_the_speakers(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in rows(read(text))


def test_the_noun_is_called_by_what_was_said_of_it_before(read: Read) -> None:
    found = read("I bought a wooden canoe. We painted the canoe.")
    assert name(one(found, "painted").object) == "wooden canoe"


def test_we_have_the_company_that_the_text_names(read: Read) -> None:
    found = read("Priya and I flew to Rome. We climbed a tower.")
    fact = one(found, "climbed")
    assert fact.subject.name == "Nora"
    assert ("with", "Priya") in {(q.role, name(q.term)) for q in fact.qualifiers}


def test_we_without_names_are_the_speaker_and_others(read: Read) -> None:
    fact = one(read("We climbed a tower."), "climbed")
    assert ("with", "others") in {(q.role, name(q.term)) for q in fact.qualifiers}


@pytest.mark.parametrize("text", ["We moved to Ghent.", "We have a canoe.", "We divorced."])
def test_what_a_household_does_names_no_others(read: Read, text: str) -> None:
    assert not [q for t in read(text) for q in t.qualifiers if name(q.term) == "others"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "My husband Raj is allergic to peanuts.",
            {("Nora", "husband is", "Raj"), ("Raj", "is allergic to", "peanuts")},
        ),
        (
            "My cousin Lea studies biology in Oslo.",
            {("Nora", "cousin is", "Lea"), ("Lea", "studies", "biology")},
        ),
        (
            "I cooked with my uncle Otto.",
            {("Nora", "uncle is", "Otto"), ("Nora", "cooked with", "Otto")},
        ),
    ],
)
def test_who_is_introduced_by_kinship_acts_by_name(
    read: Read, text: str, facts: set[tuple[str, str, str]]
) -> None:
    assert facts <= rows(read(text), least=0.5)


def test_a_month_behind_kin_is_no_name(read: Read) -> None:
    assert not [t for t in read("I saw my sister April 3.") if t.predicate == "sister is"]


def test_names_in_a_row_behind_a_club_are_not_clubs(read: Read) -> None:
    found = rows(read("I rode out with two girls from the rowing club, Priya and Joanne."))
    assert not [row for row in found if row[1] == "is a" and "club" in row[2]]


def test_what_is_not_meant_is_no_apposition(read: Read) -> None:
    assert ("Walter", "is a", "boar") not in rows(read("The boar, not Walter, ran off."))


def test_a_man_who_names_a_dog_has_not_its_name(read: Read) -> None:
    found = rows(read("I met a man who calls his dog Admiral."))
    assert ("Admiral", "is a", "man") not in found


def test_a_person_typed_by_name_where_places_do_not_stand(read: Read) -> None:
    assert one(read("Charlotte talks about chess."), "talks about").subject.type == "person"
    assert one(read("I moved to Charlotte."), "moved to").object == Ref("Charlotte", "place", True)


def test_the_same_words_of_another_speaker_mean_other_people(read: Read) -> None:
    told = [
        read("She moved to Oslo.", Observation("My sister called.", NOON, speaker=who))
        for who in ("Nora", "Jon", "Nora")
    ]
    assert [one(found, "moved to").subject.name for found in told] == [
        "Nora's sister",
        "Jon's sister",
        "Nora's sister",
    ]
