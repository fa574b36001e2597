"""Amounts in words and the questions that ask for one."""

from datetime import datetime, timezone

import pytest

from kgmem.answering.matching import nearest
from kgmem.answering.measures import amounts, asked_measures
from kgmem.language.questions import analyse

NOW = datetime(2024, 8, 1, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("It costs 1,200.50 euros, or $1.2k.", "money", ["1,200.50 euros", "$1.2k"]),
        ("The rent is 900 euros a month.", "money", ["900 euros a month"]),
        ("two and a half miles, 5km and 6-foot poles", "length",
         ["two and a half miles", "5km", "6-foot"]),
        ("thirty pounds in 3 years", "weight", ["thirty pounds"]),
        ("It was 35 degrees.", "temperature", ["35 degrees"]),
        ("I have 5 monkeys and version 2.5 m", "length", ["2.5 m"]),
    ],
)  # fmt: skip
def test_an_amount_is_a_number_with_its_unit(text, kind, found):
    assert [a.text for a in amounts(text, (kind,))] == found


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        ("How much does it cost?", ("money",)),
        ("What is the rent?", ("money",)),
        ("How tall is Tom?", ("length",)),
        ("How far did Nora run?", ("length",)),
        ("How heavy is the box?", ("weight",)),
        ("How many cats does Nora have?", ()),
        ("How old is Tom?", ()),
        ("How long has Nora lived in Oslo?", ()),
        ("What does Nora like?", ()),
    ],
)
def test_a_question_says_what_an_amount_must_measure(text, measures):
    assert asked_measures(analyse(text, now=NOW)) == measures


def test_of_several_places_the_one_led_up_to_by_the_question_is_taken():
    text = "pills twice a day and plants weekly"
    assert nearest(text, [(6, 17), (29, 35)], {"plant": 1.0}) == (29, 35)


def test_an_amount_may_stand_in_the_sentence_after_what_it_measures(world):
    world.say("Nora", "On Sunday I cycled to the old quarry with Bo. 84 km!")
    assert world.ask("How far did Nora cycle to the quarry?").text == "84 km"


def test_a_number_of_several_words_is_given_whole(world):
    world.say("Nora", "I own four thousand stamps.")
    assert world.ask("How many stamps does Nora own?").text == "four thousand"
