"""A pronoun in a reply means whom the question was about; sentences end where they end."""

from __future__ import annotations

import pytest

from kgmem.extraction.openie.sentences import split_sentences
from kgmem.types import Observation

from .conftest import NOON, Read, name, rows

SURE = 0.55


def said(text: str, speaker: str) -> Observation:
    return Observation(text, NOON, speaker=speaker)


@pytest.mark.parametrize(
    ("before", "asked", "reply", "who"),
    [
        (
            "Ziggy is a great dog. He loves the park.",
            "I am sure Ziggy is happy. Did you give Sam his bike yet?",
            "Yes! He weighs thirty kilos.", "Sam",
        ),
        ("Gerald followed us.", "Gerald was there. What was Theo's favourite?",
         "Chess. He weighs thirty kilos.", "Theo"),
        ("My mum called. She was in a mood.", "Oh no. And Priya, was she there?",
         "No. She weighs fifty kilos.", "Priya"),
        ("My mum called. She was in a mood.", "Why was she in a mood?",
         "No idea. She weighs fifty kilos.", "Nora's mum"),
        ("Tom moved out. Sam helped him.", "Was Sam happy?",
         "Very. Tom came back, though. He weighs fifty kilos.", "Tom"),
    ],
)  # fmt: skip
def test_a_reply_goes_on_about_whom_the_question_was_about(
    read: Read, before: str, asked: str, reply: str, who: str
) -> None:
    found = read(reply, said(before, "Nora"), said(asked, "Jon"))
    assert [t.subject.name for t in found if t.predicate == "weighs"] == [who]


def test_ones_own_question_brings_nobody_to_the_fore(read: Read) -> None:
    before = said("Tom is my brother. Is Sam here?", "Nora")
    found = read("Tom came in. He weighs fifty kilos.", before)
    assert [t.subject.name for t in found if t.predicate == "weighs"] == ["Tom"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("She said no. Bo left.", 2),
        ("Oh no. And Priya, was she there?", 2),
        ("I work until 5 p.m. The shop closes then.", 2),
        ("We live in the U.S. We love it.", 2),
        ("He has No. 5 of the series.", 1),
        ("Dr. Hale lives in St. Louis.", 1),
        ("J. K. Rowling wrote it at 5 p.m. on Monday.", 1),
    ],
)
def test_a_sentence_ends_behind_an_abbreviation_only_where_another_begins(
    text: str, count: int
) -> None:
    assert len(list(split_sentences(text))) == count


def test_the_us_is_no_you(read: Read) -> None:
    assert ("Nora", "grew up in", "U.S.") in rows(read("I grew up in the U.S."), SURE)
    assert "Jon" in {name(t.object) for t in read("I called u yesterday.")}


def test_a_greeting_without_its_last_letter_is_nobody(read: Read) -> None:
    found = read("He looks tired.", said("Mornin'. Put the bags on the bus.", "Nora"))
    assert "Mornin" not in {t.subject.name for t in found}


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I'm so happy to hear that!", "is"),
        ("We always had each other's backs.", "had"),
        ("My dad taught me when I was six.", "taught"),
        ("Ana brought me.", "brought"),
        ("Glad I could help!", "is"),
        ("I'm glad we can be together.", "is"),
        ("I have to eat my words.", "has to eat"),
        ("You were right.", "was"),
        ("I'm grateful for your help with staying motivated.", "is grateful for"),
    ],
)
def test_what_nobody_understands_alone_is_not_asserted(
    read: Read, text: str, predicate: str
) -> None:
    found = [t for t in read(text) if t.predicate == predicate]
    assert found
    assert all(t.confidence <= 0.5 for t in found)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm glad to hear that you moved to Rome.", ("Nora", "is", "glad")),
        ("I love how art calms me.", ("Nora", "loves", "how art calms Nora")),
        ("My dad taught me chess.", ("Nora's dad", "taught", "chess")),
        ("Ana got me out of the house.", ("Ana", "got", "Nora")),
    ],
)
def test_what_is_told_whole_is_asserted(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in rows(read(text), SURE)


def test_sorts_of_counted_things_are_no_further_things(read: Read) -> None:
    found = rows(read("I'm making two pies, apple and pecan. I take two classes, Art and Law."))
    assert {o for _, p, o in found if p == "is making"} == {"pies"}
    assert not [o for _, p, o in found if p == "is a" and o == "class"]


def test_two_named_dogs_and_a_list_are_several(read: Read) -> None:
    found = rows(read("I have two dogs, Rex and Luna. I bought a cake and a pie."))
    assert {"Rex", "Luna"} <= {o for _, p, o in found if p == "has"}
    assert {o for _, p, o in found if p == "bought"} == {"cake", "pie"}


def test_neither_of_a_couple_is_a_couple(read: Read) -> None:
    found = rows(read("A lovely couple, Sam and Grace, took the kittens."))
    assert not [o for _, p, o in found if p == "is a"]


def test_who_a_new_sponsor_is_is_no_object(read: Read) -> None:
    found = rows(read("I signed with a new sponsor last week, a headphone company."))
    assert ("Nora", "signed with", "new sponsor") in found
    assert not [o for _, p, o in found if p == "signed"]


def test_what_the_other_is_to_remember_is_nothing_one_remembers(read: Read) -> None:
    found = read("Remember to be kind to yourself.")
    assert not [t for t in found if t.predicate.startswith("remembers")]


def test_how_one_was_taught_is_told_as_it_is_said(read: Read) -> None:
    assert "Nora's dad taught Nora how to play" in {
        t.text for t in read("My dad taught me how to play.")
    }


def test_what_one_would_love_is_a_wish(read: Read) -> None:
    found = read("Love to see your garden one day. Love to bake.")
    moods = {t.predicate: t.modality for t in found}
    assert moods["would love to see"] == "wished"
    assert moods["loves to bake"] == "actual"


def test_who_is_ones_own_boss_has_none(read: Read) -> None:
    assert ("Nora", "has", "Nora's own boss") not in rows(read("I love being my own boss."))
    assert ("Nora", "has", "Nora's boss") in rows(read("My boss is Ana."), SURE)


def test_whose_name_one_was_given_is_no_name(read: Read) -> None:
    found = rows(read("Ana gave me the name of an agent in Rome, Paul Okafor. Nonsense, my dear."))
    assert not [row for row in found if row[1] == "is a" and row[2] == "name"]
    assert not [row for row in found if row[1] == "has"]


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("I watched a film. It was great.", "film"),
        ("I visited the Louvre. It was great.", "Louvre"),
    ],
)
def test_what_one_went_through_is_judged(read: Read, text: str, thing: str) -> None:
    assert ("Nora", "found", thing) in rows(read(text), SURE)


def test_an_answer_of_one_word_is_read_with_a_verb_of_the_question(read: Read) -> None:
    asked = said("And where did you go on holiday with your sister last week?", "Jon")
    found = read("To Rome. It was great.", asked)
    assert any("Rome" in t.text for t in found)


@pytest.mark.parametrize("text", ["I shut down my bank account. It was tough.",
                                  "I sold my car. It was hard."])  # fmt: skip
def test_a_deed_that_was_hard_is_no_hard_thing(read: Read, text: str) -> None:
    assert not [t for t in read(text) if t.predicate == "found" and t.confidence > SURE]


def test_a_name_ends_before_what_its_bearer_is(read: Read) -> None:
    found = read("A fellow named Callum, a boat mechanic, came. I have a pal named Mary Ann Lee.")
    names = {t.subject.name for t in found} | {name(t.object) for t in found}
    assert {"Callum", "Mary Ann Lee"} <= names
    assert not [n for n in names if n.startswith("Callum ")]


@pytest.mark.parametrize(
    "text",
    ["Zayn took a catch with his eyes shut.", "Zayn gave a speech with his jacket inside out."],
)
def test_how_somebody_did_it_is_not_told_by_half(read: Read, text: str) -> None:
    found = [t for t in read(text) if t.predicate in {"took", "gave"}]
    assert found
    assert not [t for t in found if "eyes" in t.text or "jacket" in t.text]


def test_with_whom_one_went_is_told(read: Read) -> None:
    assert ("Nora", "went out with", "Nora's dog") in rows(read("I went out with my dog."), SURE)


def test_a_number_behind_its_noun_is_told_with_it(read: Read) -> None:
    found = rows(read("I'm proud of chapter nineteen. I live in apartment 4."))
    assert {("Nora", "is proud of", "chapter nineteen"), ("Nora", "lives in", "apartment 4")} <= (
        found
    )


def test_who_is_afraid_to_say_so_fears_nothing(read: Read) -> None:
    found = rows(read("The shop is closed, I'm afraid. I'm afraid of spiders."))
    assert [row for row in found if "afraid" in row[1]] == [("Nora", "is afraid of", "spiders")]
    assert not [row for row in found if row[2] == "afraid"]
