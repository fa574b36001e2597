"""One phrase or several out of the words, and whose words they have to be."""

from __future__ import annotations

import pytest

from kgmem import Memory
from kgmem.answering import NOTHING
from kgmem.answering.choosing import MOST, alike, asks_several, chance, worth_saying
from kgmem.answering.matching import stems
from kgmem.language.questions import analyse

from .conftest import NOW


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("Which books does Nora own?", True),
        ("What has Nora painted?", True),
        ("Where has Nora travelled?", True),
        ("What does Nora enjoy?", True),
        ("What did Nora buy yesterday?", False),
        ("Which book did Nora read first?", False),
        ("Who has to sign?", False),
        ("What is Nora's job?", False),
    ],
)
def test_several_things_are_given_where_several_are_asked_for(question, several):
    assert asks_several(analyse(question, now=NOW)) is several


@pytest.mark.parametrize(
    ("words", "question", "answer"),
    [
        ("My ring stands for hope and courage.", "What does Nora's ring stand for?",
         "hope and courage"),
        ("I quit the band because the drummer shouted.", "Why did Nora quit the band?",
         "the drummer shouted"),
        ("I was so nervous before the exam.", "How did Nora feel before the exam?", "nervous"),
        ("The keys were under the blue flowerpot.", "Where were the keys?",
         "under the blue flowerpot"),
    ],
)  # fmt: skip
def test_the_phrase_in_the_asked_place_is_the_answer(world, words, question, answer):
    world.say("Nora", words)
    assert world.ask(question).text == answer


def test_an_answer_from_words_stands_where_its_evidence_says(world):
    world.say("Nora", "My ring stands for hope and courage.")
    given = world.ask("What does Nora's ring stand for?")
    assert given.evidence[0].quote.endswith(given.text)


def test_what_is_denied_answers_only_what_is_not_so(world):
    world.say("Nora", "I don't eat prawns, but I eat mussels.")
    assert world.ask("What does Nora eat?").text == "mussels"


def test_a_list_is_no_longer_than_a_reader_wants(world):
    for thing in ("a kite", "a kayak", "a drum", "a tent", "a lamp", "a clock", "a rug", "a vase"):
        world.say("Nora", f"I have painted {thing}.")
    assert len(world.ask("What has Nora painted?").text.split(", ")) <= MOST


@pytest.fixture
def talk():
    with Memory.open(":memory:") as memory:
        lines = [
            ("Ana", "My colleague Hugh is a librarian. He collects stamps."),
            ("Ben", "I bought a sailing boat in Kiel last spring."),
            ("Ana", "How lovely! I sold my caravan in March."),
            ("Ben", "Will you come to the harbour on Sunday?"),
            ("Ana", "Gladly. I will bring a lemon cake."),
        ]
        for day, (speaker, text) in enumerate(lines, 1):
            memory.observe(text, speaker=speaker, time=f"2024-05-{day:02d}", thread="talk")
        yield memory


@pytest.mark.parametrize(
    ("question", "answer"),
    [("What does Hugh collect?", "stamps"), ("What is Hugh's job?", "librarian")],
)
def test_somebody_who_never_speaks_can_be_asked_about(talk, question, answer):
    assert talk.ask(question, now="2024-06-01").text == answer


@pytest.mark.parametrize(
    ("theirs", "not_theirs"),
    [
        ("What did Ben buy in Kiel?", "What did Ana buy in Kiel?"),
        ("What did Ana sell in March?", "What did Ben sell in March?"),
    ],
)
def test_what_is_true_of_one_is_not_told_of_the_other(talk, theirs, not_theirs):
    assert not talk.ask(theirs, now="2024-06-01").abstained
    assert talk.ask(not_theirs, now="2024-06-01").abstained


def test_a_list_is_as_long_as_its_chances_are_worth():
    assert worth_saying([0.9, 0.9, 0.9, 0.01]) == 3
    assert worth_saying([0.2, 0.0, 0.0]) == 1
    assert worth_saying([0.01], given=3) == 0


def test_items_further_down_are_less_likely():
    likely = [chance(10.0 - k, 10.0, k) for k in range(4)]
    assert likely == sorted(likely, reverse=True)
    assert all(0.0 < p < 1.0 for p in likely)


def test_phrases_of_the_same_words_are_alike():
    assert alike(stems("old boat"), stems("the boat"))
    assert not alike(stems("old boat"), stems("kayak"))


def test_names_are_listed_where_names_are_asked_for(world):
    world.say("Nora", "My babies Micah and Ruth are great, and the nurse was lovely.")
    assert world.ask("What are the names of Nora's babies?").text in (
        "Micah, Ruth", "Ruth, Micah", "Micah and Ruth",
    )  # fmt: skip


def test_a_year_is_no_price(world):
    world.say("Nora", "I bought the Honda CR-V in 2014.")
    asked = "How much did Nora pay for the Honda CR-V?"
    assert world.ask(asked).text == NOTHING
    world.say("Nora", "I paid 9,000 euros for the Honda CR-V.")
    assert world.ask(asked).text == "9,000 euros"
