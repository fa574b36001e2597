"""What only announces, points or lacks what its verb needs is kept as a maybe."""

from __future__ import annotations

import pytest

from kgmem.types import Observation

from .conftest import NOON, Read, name, one, rows


@pytest.mark.parametrize(
    "text",
    [
        "I have big news.",
        "I've got a surprise for you.",
        "I have somebody to introduce.",
        "I have a story to tell you.",
        "My other news is a bit sadder.",
        "I'm so happy to hear that!",
        "We're glad to know it.",
        "I'm not so sure.",
        "My grandma taught me when I was seven.",
        "It gives me so much peace.",
        "Rex gets me.",
        "She signed on Tuesday.",
        "Moments like that stay with me.",
        "The light in there is amazing.",
        "I feel the same way about my guitar.",
        "I bought you a new one.",
        "I love the colors in it!",
    ],
)
def test_what_has_no_content_of_its_own_is_not_asserted(read: Read, text: str) -> None:
    found = read(text)
    assert found
    told = {r for r in rows(found, least=0.6) if r[1] != "has"}
    told |= {r for r in rows(found, least=0.6) if r[2].endswith(("news", "story", "surprise"))}
    assert not told


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I have a new car.", ("Nora", "has", "new car")),
        ("I've got news about the house.", ("Nora", "has got", "news about the house")),
        ("I'm happy to have a garden.", ("Nora", "is", "happy")),
        ("My grandma taught me the piano when I was seven.", ("Nora's grandma", "taught", "piano")),
        ("We won the cup in June.", ("Nora", "won", "cup")),
        ("I love the smell of fresh bread.", ("Nora", "loves", "smell of fresh bread")),
    ],
)
def test_what_says_something_is_told(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in rows(read(text), least=0.3)


def test_it_is_something_is_not_told_of_an_animal(read: Read) -> None:
    found = rows(read("Our cat Pickle ran off. For me it's my aquarium."), least=0.6)
    assert not {r for r in found if r[0] == "Pickle" and r[2].endswith("aquarium")}


@pytest.mark.parametrize("word", ["Poor", "Sweet"])
def test_pity_is_no_part_of_a_name(read: Read, word: str) -> None:
    told = one(read(f"{word} Ruby broke her wrist."), "broke")
    assert told.subject.name == "Ruby"
    assert told.text == "Ruby broke Ruby's wrist"


def test_a_capital_inside_keeps_the_name_whole(read: Read) -> None:
    assert {t.subject.name for t in read("I think Lucky Luke broke his wrist.")} >= {"Lucky Luke"}


@pytest.mark.parametrize(
    "text", ["I'm so excited!", "I was nervous, but I went.", "I'm terrified.", "I'm so grateful."]
)
def test_ones_own_mood_is_asserted(read: Read, text: str) -> None:
    assert [t for t in read(text) if t.predicate in {"is", "was"} and t.confidence >= 0.6]


@pytest.mark.parametrize(
    "text", ["She's so excited.", "I'm not so sorry.", "I'm so happy to hear that."]
)
def test_a_mood_that_leaves_something_open_is_not(read: Read, text: str) -> None:
    assert not rows(read(text), least=0.6)


def test_a_plan_of_this_talk_is_less_sure_than_one_of_ones_life(read: Read) -> None:
    talk = one(read("I'll send you the recipe."), "will send").confidence
    life = one(read("I'm going to sell the car."), "is going to sell").confidence
    assert talk < life


def test_mine_alone_answers_no_question_of_what(read: Read) -> None:
    asked = Observation("How was it? What did you play?", NOON, speaker="Jon")
    found = read('Terrified! We played "Cripple Creek".', asked)
    assert not [t for t in found if name(t.object) == "Terrified"]
    said = read("Tennis.", Observation("What did you play?", NOON, speaker="Jon"))
    assert ("Nora", "played", "Tennis") in rows(said)
