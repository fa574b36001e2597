"""Who a pronoun or a left-out subject means, and when things are, read in order through a chat."""

from __future__ import annotations

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Triple

from .conftest import NOON, Read, name, one, rows

ASSERTED = 0.6


def _chat(extractor: SpacyExtractor, *turns: tuple[str, str]) -> list[Triple]:
    """What the last of some turns gives."""
    told = [Observation(text, NOON, speaker=who, thread="t") for who, text in turns]
    return extractor.extract(told, ExtractionContext())[-1]


def test_he_stays_who_he_was_though_a_dog_is_mentioned_since(extractor: SpacyExtractor) -> None:
    found = _chat(
        extractor,
        ("Nora", "Dominik is here."),
        ("Jon", "Did he call first?"),
        ("Nora", "He turned up with a rucksack and a dog. His landlord gave him the keys."),
    )
    assert name(one(found, "gave").subject) == "Dominik's landlord"
    assert not any(name(t.subject) == "dog" for t in found)


def test_who_gives_is_not_who_gets_though_the_subject_is_left_out(read: Read) -> None:
    found = read("Baldwin is our new greyhound. Moira came over and played the harp for him.")
    assert one(found, "played").text == "Moira played the harp for Baldwin"


def test_a_pronoun_tells_the_gender_of_a_name_nobody_knows(extractor: SpacyExtractor) -> None:
    found = _chat(
        extractor,
        ("Nora", "Zuzu has a new cane. She hates it."),
        ("Jon", "Sorry to hear that."),
        ("Nora", "He bought a boat."),
    )
    assert not any(name(t.subject) == "Zuzu" for t in found)


def test_she_is_not_the_man_who_sold_the_van(read: Read) -> None:
    found = read("I paid Walt in cash. She's a 2009 van. She plays a tune.")
    assert not any("Walt" in name(t.subject) for t in found if "Walt" not in t.text[:3])


def test_a_name_set_in_front_is_who_the_pronoun_means(read: Read) -> None:
    found = read("I met somebody. Owen, he cooks at the hotel restaurant.")
    assert name(one(found, "cooks at").subject) == "Owen"


def test_they_are_several_and_alive_where_they_ask_or_sing(read: Read) -> None:
    found = read("We stayed near Portree. They had a quiz. They sang two songs.")
    assert not any("Portree" in name(t.subject) for t in found)


def test_what_somebody_sweats_like_is_nobody(read: Read) -> None:
    found = read("Inês took me to a concert. I sweated like a pig. She hasn't met my aunt.")
    assert name(one(found, "has met").subject) == "Inês"


def test_her_dog_is_the_one_of_whom_one_looks_at(read: Read) -> None:
    found = read("Rosalind came too. I looked at Moira with her plaster.")
    assert "Moira's plaster" in one(found, "looked at").text


@pytest.mark.parametrize(
    ("question", "reply", "subject"),
    [
        ("How's your sister?", "Walking with a frame already.", "Nora's sister"),
        ("Did Raj pass his test?", "Passed on Friday, he drives to school now.", "Raj"),
        ("How are you?", "Bought a scooter.", "Nora"),
    ],
)
def test_a_left_out_subject_is_whoever_was_asked_about(
    extractor: SpacyExtractor, question: str, reply: str, subject: str
) -> None:
    found = _chat(extractor, ("Jon", question), ("Nora", reply))
    assert {name(t.subject) for t in found if t.predicate != "said"} == {subject}


def test_who_broke_her_wrist_is_not_the_speaker(read: Read) -> None:
    found = read("My aunt Moira has fallen. Slipped on ice, broke her wrist.")
    assert name(one(found, "broke").subject) == "Moira"


def test_the_i_of_a_quotation_is_not_the_speaker(read: Read) -> None:
    found = read('He shook my hand and said "you are an idiot and I am jealous."')
    assert not any(t.predicate == "is" for t in found)


def test_mine_standing_alone_names_nothing(read: Read) -> None:
    found = read("Mine starts at a nursing home. She put her hand on mine.")
    assert not any(t.confidence >= ASSERTED for t in found)


def test_the_house_is_mine_says_whose_it_is(read: Read) -> None:
    assert ("house", "is", "Nora's") in rows(read("The house is mine."))


def test_a_title_keeps_its_my(read: Read) -> None:
    assert ("Walter", "sang", "My Girl") in rows(read("Walter sang My Girl."))


def test_a_chair_that_lifts_you_lifts_anybody(read: Read) -> None:
    found = read("I bought a chair which lifts you up.")
    assert not any("Jon" in t.text for t in found)


def test_without_stairs_is_not_with_stairs(read: Read) -> None:
    found = one(read("Raj gets the flat with no stairs."), "gets")
    assert "without stairs" in found.text


def test_trying_not_to_is_a_try(read: Read) -> None:
    found = one(read("I am trying not to check my email."), "is trying not to check")
    assert found.positive


@pytest.mark.parametrize(
    ("text", "predicate", "wording"),
    [
        ("Raj sings jazz at 4 am.", "sings", "at 4 am"),
        ("Raj works as a ski teacher in winter.", "works as", "in winter"),
        ("I train the staff one day a week.", "trains", "one day a week"),
    ],
)
def test_when_something_happens_again_and_again_is_no_date(
    read: Read, text: str, predicate: str, wording: str
) -> None:
    validity = one(read(text), predicate).validity
    assert validity is not None
    assert (validity.wording, validity.start) == (wording, None)


def test_a_day_beside_a_present_lies_ahead(read: Read) -> None:
    found = one(read("Ana turns sixteen on the 3rd."), "turns")
    assert found.validity is not None
    assert found.validity.wording == "3 May 2024"
    assert found.modality == "planned"


def test_how_long_a_walk_can_take_says_nothing_of_when(read: Read) -> None:
    found = one(read("I can walk to class in ten minutes."), "can walk to")
    assert found.validity is None or found.validity.start is None


def test_the_thursday_practices_were_not_on_a_thursday(read: Read) -> None:
    found = one(read("I handed the Thursday practices to Raj."), "handed")
    assert found.validity is None


def test_a_drive_through_last_week_lasts_no_week(read: Read) -> None:
    found = one(read("She dented my car at a drive-through last week. Ana did it."), "said")
    assert found.validity is None or "until" not in found.validity.wording


def test_going_to_a_place_by_name_is_a_plan(read: Read) -> None:
    assert one(read("We're going to Scotland."), "is going to").modality == "planned"


def test_whom_one_sees_does_what_is_seen(read: Read) -> None:
    found = read("I saw Ana in the market, scolding the whole crowd.")
    assert ("Ana", "was scolding", "whole crowd") in rows(found)


@pytest.mark.parametrize(
    "text",
    [
        "My back has resigned.",
        "My feet are two bricks.",
        "It felt like I was handing her over to Raj.",
        "The kids lost their minds.",
        "I'm not counting my chickens.",
    ],
)
def test_a_manner_of_speaking_is_not_asserted(read: Read, text: str) -> None:
    assert not [t.text for t in read(text) if t.confidence >= ASSERTED]
