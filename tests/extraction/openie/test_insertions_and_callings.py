"""Clauses inserted behind a subject, what somebody is called, pronouns across turns."""

from __future__ import annotations

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.extraction.openie import insertions
from kgmem.extraction.openie.mapped import Mapped
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Ref, Triple

from .conftest import NOON, Read, name, one, rows

Fact = tuple[str, str, str]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "Edna Moore, everyone calls her Ed, lives in Bergen.",
            {("Edna Moore", "lives in", "Bergen"), ("Edna Moore", "also known as", "Ed")},
        ),
        (
            "My aunt Vera, who is a pilot, lives in Turin.",
            {("Vera", "lives in", "Turin"), ("Vera", "works as", "pilot")},
        ),
        (
            "My cousin, people call her Fizz, studies law.",
            {("Nora's cousin", "studies", "law"), ("Nora's cousin", "name is", "Fizz")},
        ),
        (
            "My neighbour Ines, she moved here from Lima, bought a boat.",
            {("Ines", "bought", "boat")},
        ),
    ],
)
def test_an_inserted_clause_parts_neither_fact_from_its_subject(
    read: Read, text: str, facts: set[Fact]
) -> None:
    assert facts <= rows(read(text), least=0.6)


@pytest.mark.parametrize(
    "text",
    [
        "Last year, we moved to Ghent, which is lovely, and bought a house.",
        "My uncle, my aunt and her kids, visited us.",
        "If Ana comes, she brings cake, cookies and tea.",
        "Theo, who everyone likes, left.",
    ],
)
def test_lists_and_other_clauses_are_no_insertions(text: str) -> None:
    assert insertions.lifted(Mapped.of(text)) == (Mapped.of(text),)


def test_the_span_of_a_fact_around_an_insertion_covers_both_its_parts(read: Read) -> None:
    text = "Edna Moore, everyone calls her Ed, lives in Bergen."
    fact = one(read(text), "lives in")
    assert text[slice(*fact.span)] == text.rstrip(".")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Edna Moore lives in Bergen. We all call her Ed.", ("Edna Moore", "also known as", "Ed")),
        ("My friends call me Jo.", ("Nora", "also known as", "Jo")),
        ("My sister is nicknamed Fizz.", ("Nora's sister", "name is", "Fizz")),
        ("We named our boat Marlin.", ("Nora's boat", "name is", "Marlin")),
    ],
)
def test_what_one_is_called_is_an_alias_or_a_first_name(read: Read, text: str, fact: Fact) -> None:
    assert fact in rows(read(text), least=0.6)


@pytest.mark.parametrize("text", ["I called Bob yesterday.", "I would call him Bob.", "Call Bob!"])
def test_calling_somebody_gives_no_alias(read: Read, text: str) -> None:
    assert not any(p in {"also known as", "name is"} for _, p, _ in rows(read(text)))


def _told(read: Read, text: str, *before: str) -> list[Triple]:
    return read(text, *(Observation(t, NOON, speaker="Nora", addressee="Jon") for t in before))


@pytest.mark.parametrize(
    ("before", "text", "fact"),
    [
        ("I have a dog named Rex.", "He is four years old.", ("Rex", "is", "four years old")),
        ("I have a dog named Rex.", "She's very shy.", ("Rex", "is", "very shy")),
        ("My uncle Otto visited us.", "He is a pilot.", ("Otto", "works as", "pilot")),
        ("I have a grey tabby.", "He sleeps on my bed.", ("grey tabby", "sleeps on", "Nora's bed")),
        ("Edna Moore lives here.", "Everyone calls her Ed.", ("Edna Moore", "also known as", "Ed")),
    ],
)
def test_a_pronoun_means_the_only_fitting_one_of_the_turn_before(
    read: Read, before: str, text: str, fact: Fact
) -> None:
    assert fact in rows(_told(read, text, before), least=0.6)


@pytest.mark.parametrize(
    "before",
    ["I have a dog named Rex and a cat named Milo.", "My brother Tom met my friend Paul."],
)
def test_a_pronoun_that_may_mean_two_asserts_nothing(read: Read, before: str) -> None:
    assert not rows(_told(read, "He is very shy.", before), least=0.6)
    assert not rows(_told(read, "He is a pilot.", before), least=0.6)


def test_a_job_is_nobody_whom_a_pronoun_may_mean(read: Read) -> None:
    found = read("My uncle Otto works as a baker. He moved to Basel.")
    assert one(found, "moved to").subject.name == "Otto"


def test_another_speakers_own_pet_is_told_apart_by_its_name(extractor: SpacyExtractor) -> None:
    turns = [
        Observation("I have a cat.", NOON, speaker="Ida", thread="t"),
        Observation("I have a dog too, her name is Luna.", NOON, speaker="Kim", thread="t"),
    ]
    _, found = extractor.extract(turns, ExtractionContext())
    assert {("Kim", "has", "dog"), ("dog", "name is", "Luna"), ("Luna", "is a", "dog")} <= rows(
        found, least=0.6
    )
    assert one(found, "is a").subject == Ref("Luna", "animal", True)


def test_two_named_pets_joined_by_and_are_both_had(read: Read) -> None:
    found = rows(read("I have a dog named Rex and a cat named Milo."), least=0.6)
    assert {("Nora", "has", "Rex"), ("Nora", "has", "Milo")} <= found


@pytest.mark.parametrize(
    ("text", "who", "job", "place"),
    [
        ("My brother Tom is a nurse in Oslo.", "Tom", "nurse", ("in", "Oslo")),
        ("My aunt Vera works as a pilot in Turin.", "Vera", "pilot", ("in", "Turin")),
        ("Edna is a teacher at Hillside School.", "Edna", "teacher", ("at", "Hillside School")),
    ],
)
def test_where_one_works_is_no_part_of_the_job(
    read: Read, text: str, who: str, job: str, place: tuple[str, str]
) -> None:
    fact = one(read(text), "works as", job)
    assert fact.subject.name == who
    assert place in {(q.role, name(q.term)) for q in fact.qualifiers}


@pytest.mark.parametrize("text", ["My brother Tom left.", "My aunt Vera left early."])
def test_a_name_behind_kin_is_the_subject(read: Read, text: str) -> None:
    found = read(text)
    assert one(found, "left").subject == Ref(text.split()[2], "person", True)
    assert any(p.endswith(" is") for s, p, _ in rows(found, least=0.6) if s == "Nora")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I play the cello.", ("Nora", "plays", "cello")),
        ("I speak French.", ("Nora", "speaks", "French")),
        ("My favorite season is autumn.", ("Nora", "favorite season is", "autumn")),
        ("I'm happy.", ("Nora", "is", "happy")),
        ("I'm vegan.", ("Nora", "is", "vegan")),
        ("I collect stamps.", ("Nora", "collects", "stamps")),
    ],
)
def test_a_bare_present_statement_of_oneself_is_asserted(read: Read, text: str, fact: Fact) -> None:
    assert fact in rows(read(text), least=0.6)


@pytest.mark.parametrize("text", ["She's so happy!", "Maybe I'm happy.", "I play the part."])
def test_an_exclamation_of_another_or_a_doubt_is_not_asserted(read: Read, text: str) -> None:
    assert not rows(read(text), least=0.6)


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("I no longer eat meat, by the way.", "eats", "meat"),
        ("We moved to Ghent, of course.", "moved to", "Ghent"),
        ("I, to be honest, sold the car.", "sold", "car"),
    ],
)
def test_an_aside_is_no_part_of_a_fact(read: Read, text: str, predicate: str, value: str) -> None:
    fact = one(read(text), predicate)
    assert name(fact.object) == value
    assert fact.qualifiers == ()


@pytest.mark.parametrize(
    "text", ["I adopted a cat named Biscuit.", "We bought a boat called Marlin in May."]
)
def test_the_verb_of_naming_is_not_left_over(read: Read, text: str) -> None:
    assert not any(p == "said" for _, p, _ in rows(read(text)))


def test_where_a_flight_goes_stays_in_its_name(read: Read) -> None:
    fact = one(read("I booked a flight to Lisbon."), "booked")
    assert name(fact.object) == "flight to Lisbon"
