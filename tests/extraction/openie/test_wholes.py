"""Complements stay with what they complete; moods and times with what they are of."""

from __future__ import annotations

import pytest

from kgmem.types import Triple

from .conftest import Read, name, one, rows


def extra(triple: Triple) -> set[tuple[str, str]]:
    return {(q.role, name(q.term)) for q in triple.qualifiers}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My dad taught me how to swim.", "Nora's dad taught Nora how to swim"),
        ("Ben knows how to bake bread.", "Ben knows how to bake bread"),
        ("I put the red chair next to the window.", "next to the window"),
        ("We live far from the old town.", "lives far from the old town"),
        ("My cat Pickle hides as soon as I sing.", "as soon as Nora sings"),
        ("The cup is almost as big as Ben is.", "almost as big as Ben is"),
        ("I get so nervous watching Ben.", "Nora gets so nervous watching Ben"),
        ("Ben showed me the brochure at lunch.", "the brochure at lunch"),
        ("I'm making two pies, apple and pecan.", "two pies namely apple and pecan"),
        ("Ben plays two instruments, piano and violin.", "namely piano and violin"),
        ("I met a man who lost his keys.", "a man who lost his keys"),
        ("I read a story about people who changed jobs in their forties.", "in their forties"),
        ("I'm so glad that we kept in touch.", "that Nora and Jon kept in touch"),
    ],
)
def test_what_belongs_to_a_verb_or_noun_stays_with_it(read: Read, text: str, told: str) -> None:
    assert any(told in t.text for t in read(text)), [t.text for t in read(text)]


def test_a_meal_is_no_part_of_what_was_shown(read: Read) -> None:
    told = one(read("Ben showed me the brochure at lunch."), "showed")
    assert name(told.object) == "brochure"
    assert ("at", "lunch") in extra(told)


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("I bought apples, bread and a cake.", {"apples", "bread", "cake"}),
        ("I bought a new laptop, phone and charger.", {"new laptop", "phone", "charger"}),
        ("I have three dogs, a cat and a parrot.", {"dogs"}),
        ("I'm making two pies, apple and pecan.", {"pies"}),
    ],
)
def test_a_list_is_told_apart_from_what_explains(read: Read, text: str, objects: set[str]) -> None:
    told = {o for _, p, o in rows(read(text)) if p in {"bought", "has", "is making"}}
    assert objects <= told
    assert not {"apple", "pecan"} & told


def test_her_in_a_clause_about_somebody_else_is_who_was_named(read: Read) -> None:
    assert any("knows Mia" in t.text for t in read("Mia left. I met a man who knows her."))


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("I was about to buy a van.", "hypothetical"),
        ("I'm about to open a shop.", "planned"),
        ("I was supposed to fly to Rome.", "hypothetical"),
        ("We're supposed to meet Ben at the station.", "planned"),
        ("Ben probably bought a van.", "hypothetical"),
        ("I'll probably adopt a dog.", "planned"),
        ("Ben sold the van.", "actual"),
        ("It's a book about sailing, and I wrote it.", "actual"),
    ],
)
def test_what_did_not_come_or_is_only_likely_is_not_actual(
    read: Read, text: str, modality: str
) -> None:
    deeds = [t for t in read(text) if t.text.split(" ")[1] != "said" and t.kind != "habit"]
    assert modality in {t.modality for t in deeds}


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("I signed up for a cycling tour in September.", ("in", "September 2024")),
        ("I signed up for the Oslo Marathon, January 5.", ("on", "5 January 2025")),
        ("We booked a cottage for the summer.", ("for", "summer 2024")),
    ],
)
def test_the_day_of_what_was_arranged_is_a_part_of_it(
    read: Read, text: str, when: tuple[str, str]
) -> None:
    told = next(t for t in read(text) if t.predicate in {"signed up for", "booked"})
    assert told.validity is None
    assert when in extra(told)


@pytest.mark.parametrize(
    ("when", "wording"), [("last week", "week before"), ("in April", "April 2024")]
)
def test_the_day_on_which_one_arranged_it_dates_it(read: Read, when: str, wording: str) -> None:
    told = one(read(f"I signed up for a class {when}."), "signed up for")
    assert told.validity is not None
    assert wording in told.validity.wording


def test_the_day_of_one_of_two_is_not_that_of_the_other(read: Read) -> None:
    found = read("I'll keep going with an online course and the jam on Fridays.")
    told = one(found, "will keep going with", "online course")
    assert told.validity is None


def test_one_names_whom_one_names(read: Read) -> None:
    found = rows(read("Ruby saw a marmot. She's named him Gordon."))
    assert ("Ruby", "also known as", "Gordon") not in found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("We named our kittens Honey and Mustard.", ("Nora's kittens", "Honey and Mustard")),
        ("We've named the gouramis Honey and Mustard.", ("gouramis", "Honey and Mustard")),
    ],
)
def test_several_are_named_at_once(read: Read, text: str, told: tuple[str, str]) -> None:
    fact = one(read(text), "are called")
    assert (fact.subject.name, name(fact.object)) == told


def test_one_of_several_words_names_no_thing(read: Read) -> None:
    found = rows(read("Ben, of all people, won the prize!"))
    assert ("Ben", "won", "prize") in found


def test_a_first_or_new_one_of_nobody_knows_what_is_less_sure(read: Read) -> None:
    bare = one(read("I finished the first draft."), "finished").confidence
    whole = one(read("I finished the first draft of my novel."), "finished").confidence
    assert bare < 0.6 < whole


def test_two_who_talk_worked_together(read: Read) -> None:
    found = read("You've talked about that since we worked at the camp together.")
    told = one(found, "worked together at")
    assert ("with", "Jon") in extra(told)


def test_whom_one_makes_something_of_ones_own_is_no_owner_of_it(read: Read) -> None:
    told = {t.text for t in read("Mia called. I made her my assistant coach.")}
    assert not any("Mia's" in text for text in told)


@pytest.mark.parametrize(
    ("text", "place", "company"),
    [
        ("We had a party at the lake with carrot cake.", "lake", "carrot cake"),
        ("I spent a week in Oslo with my sister.", "Oslo", "Nora's sister"),
        ("I ate at the cafe with friends.", "cafe", "friends"),
    ],
)
def test_with_whom_one_was_somewhere_is_no_part_of_the_place(
    read: Read, text: str, place: str, company: str
) -> None:
    parts = {name(q.term) for t in read(text) for q in t.qualifiers}
    parts |= {name(t.object) for t in read(text)}
    assert {place, company} <= parts


@pytest.mark.parametrize(
    "place", ["house with the red door", "house with a garden", "room with big windows"]
)
def test_what_says_which_place_stays_with_it(read: Read, place: str) -> None:
    assert any(place in t.text for t in read(f"I live in the {place}."))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The twins keep me so busy.", "keep Nora so busy"),
        ("Rex gets me outside.", "Rex gets Nora outside"),
        ("Mia's taught Ben how to swim.", "Mia taught Ben how to swim"),
    ],
)
def test_what_one_is_made_to_be_stays(read: Read, text: str, told: str) -> None:
    assert any(told in t.text for t in read(text)), [t.text for t in read(text)]
