"""Plain statements: who, what, to whom, where."""

from __future__ import annotations

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Ref, Value

from .conftest import NOON, Read, name, one, rows


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I live in Lisbon.", ("Nora", "lives in", "Lisbon")),
        ("I moved to Porto last month.", ("Nora", "moved to", "Porto")),
        ("I've been working on a novel.", ("Nora", "has been working on", "novel")),
        ("I like swimming in the sea.", ("Nora", "likes swimming in", "sea")),
        ("I grew up in Spain.", ("Nora", "grew up in", "Spain")),
        ("I was born in Ghent.", ("Nora", "was born in", "Ghent")),
        ("I'm allergic to peanuts.", ("Nora", "is allergic to", "peanuts")),
        ("I speak Spanish.", ("Nora", "speaks", "Spanish")),
        ("I am a nurse.", ("Nora", "works as", "nurse")),
        ("My favorite color is blue.", ("Nora", "favorite color is", "blue")),
        ("I quit my job at Foo.", ("Nora", "quit a job at", "Foo")),
        ("My goal is to open a bakery.", ("Nora", "goal is to open", "bakery")),
        ("I met a woman who works at Google.", ("Nora", "met", "woman")),
    ],
)
def test_the_speaker_is_the_subject_of_what_they_say_of_themselves(
    read: Read, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(read(text), least=0.6)


def test_coordinated_objects_are_a_fact_each(read: Read) -> None:
    found = rows(read("I bought apples, pears and a melon."))
    assert {("Nora", "bought", x) for x in ("apples", "pears", "melon")} <= found


def test_coordinated_subjects_are_a_fact_each_and_share_the_owner(read: Read) -> None:
    found = rows(read("My mom and sister adopted a dog."))
    assert {("Nora's mom", "adopted", "dog"), ("Nora's sister", "adopted", "dog")} <= found


def test_coordinated_verbs_share_subject_auxiliaries_and_object(read: Read) -> None:
    found = rows(read("I'm going to pack my bags and leave the city. I painted and sold two maps."))
    assert ("Nora", "is going to pack", "Nora's bags") in found
    assert ("Nora", "is going to leave", "city") in found
    assert {("Nora", "painted", "maps"), ("Nora", "sold", "maps")} <= found


def test_further_participants_are_qualifiers(read: Read) -> None:
    fact = one(read("I went to the beach with my brother."), "went to")
    assert [(q.role, name(q.term)) for q in fact.qualifiers] == [("with", "Nora's brother")]


def test_reasons_and_purposes_are_qualifiers(read: Read) -> None:
    fact = one(read("I'm saving money to visit Peru because I love mountains."), "is saving")
    roles = {q.role: name(q.term) for q in fact.qualifiers}
    assert roles == {"to": "visit Peru", "because": "Nora loves mountains"}


def test_numbers_before_a_noun_count_it(read: Read) -> None:
    fact = one(read("I have two cats."), "has", "cats")
    assert [(q.role, name(q.term)) for q in fact.qualifiers] == [("how_many", "two")]


def test_adjectives_are_values_and_never_entities(read: Read) -> None:
    fact = one(read("My car is red."), "is")
    assert fact.object == Value("red", "adjective")


def test_what_lies_in_a_place_is_told_of_it(read: Read) -> None:
    assert ("dogs", "are in", "Nora's house") in rows(read("There are three dogs in my house."))


def test_a_quoted_title_is_one_name(read: Read) -> None:
    fact = one(read('I finished "Walking Under Water" by Kim Lee.'), "finished")
    assert fact.object == Ref("Walking Under Water", "work", True)


def test_every_triple_carries_the_characters_it_came_from(read: Read) -> None:
    text = "Hey Jon! Well, I adopted a parrot yesterday."
    fact = one(read(text), "adopted")
    assert text[slice(*fact.span)].startswith("I adopted a parrot")


def test_texts_stand_alone(read: Read) -> None:
    found = read("I told my sister that I love her dog.")
    assert all(t.text.split()[0] not in {"I", "She", "It"} for t in found if t.confidence >= 0.6)


def test_a_batch_gives_what_single_calls_give(extractor: SpacyExtractor) -> None:
    turns = [
        Observation("My sister Ana lives in Rome.", NOON, speaker="Nora", thread="t"),
        Observation("Nice! What does she do?", NOON, speaker="Jon", thread="t"),
        Observation("She teaches maths. How about your brother?", NOON, speaker="Nora", thread="t"),
        Observation("A chef!", NOON, speaker="Jon", thread="t"),
    ]
    people = {"t": ("Nora", "Jon")}
    together = extractor.extract(turns, ExtractionContext(participants=people))
    single = [
        extractor.extract([turn], ExtractionContext(tuple(turns[:i]), people))[0]
        for i, turn in enumerate(turns)
    ]
    assert together == single
    assert any(together)


def test_two_people_in_one_sentence_keep_their_own_facts(read: Read) -> None:
    found = rows(read("Ana works at Foo and Bo works at Bar."))
    assert {("Ana", "works at", "Foo"), ("Bo", "works at", "Bar")} <= found
    assert ("Ana", "works at", "Bar") not in found


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Kim is on team Red.", ("Kim", "is on", "team Red")),
        ("Kim has moved over to team Blue.", ("Kim", "has moved to", "team Blue")),
        ("My phone number is 555-1234.", ("Nora", "phone number is", "555-1234")),
        ("I use Debian 12.", ("Nora", "uses", "Debian 12")),
    ],
)
def test_names_and_numbers_are_kept_whole(
    read: Read, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(read(text))


def test_coordinated_gerunds_share_their_governor(read: Read) -> None:
    found = rows(read("I'm looking forward to meeting my niece and opening a shop."))
    assert ("Nora", "is looking forward to meeting", "Nora's niece") in found
    assert ("Nora", "is looking forward to opening", "shop") in found


def test_what_completes_a_noun_is_kept(read: Read) -> None:
    fact = one(read("I got the chance to volunteer at a shelter."), "got")
    assert ("to", "volunteer at a shelter") in {(q.role, name(q.term)) for q in fact.qualifiers}


def test_an_infinitive_or_causative_makes_no_fact_of_its_own(read: Read) -> None:
    assert not any(p.startswith("think") for _, p, _ in rows(read("It made me think about art.")))


def test_which_after_a_comma_means_no_noun(read: Read) -> None:
    found = rows(read("I bought a boat, which made my sister happy."))
    assert not any(s == "boat" for s, _, _ in found)
