"""How somebody gets somewhere."""

from __future__ import annotations

import pytest


def moves(who, predicate, thing, **qualifiers):
    return {"subject": who, "predicate": predicate, "object": thing, "qualifiers": qualifiers}


@pytest.mark.parametrize(
    ("words", "fact", "question", "answer"),
    [
        ("I cycle to work.", moves("Ewa", "cycles to", "work"), "How does Ewa get to work?",
         "cycles"),
        ("I take the number 12 bus to work.", moves("Ewa", "takes", "number 12 bus", to="work"),
         "How does Ewa get to work?", "number 12 bus"),
        ("I drive to work.", moves("Ewa", "drives to", "work"), "How does Ewa commute?", "drives"),
        ("I went to Gdansk by ferry.", moves("Ewa", "went to", "Gdansk", by="ferry"),
         "How did Ewa get to Gdansk?", "by ferry"),
    ],
)  # fmt: skip
def test_how_one_gets_somewhere_is_a_vehicle_or_a_way_to_move(world, words, fact, question, answer):
    world.say("Ewa", "I work at the harbour office.", moves("Ewa", "works at", "harbour office"))
    world.say("Ewa", words, fact)
    assert world.ask(question).text == answer


def test_a_vehicle_in_the_words_is_enough(world):
    world.say("Ewa", "My commute is by train now.")
    assert world.ask("How does Ewa get to work?").text == "by train"


def test_anothers_way_is_not_that_of_one_whose_way_nobody_told(world):
    world.say("Tim", "I take the tram to work.", moves("Tim", "takes", "tram", to="work"))
    world.say("Ewa", "I work at the harbour office.", moves("Ewa", "works at", "harbour office"))
    assert "tram" not in world.ask("How does Ewa get to work?").text


def test_anothers_way_is_not_the_asked_ones(world):
    world.say("Tim", "I take the tram to work.", moves("Tim", "takes", "tram", to="work"))
    world.say("Ewa", "I cycle to work.", moves("Ewa", "cycles to", "work"))
    assert world.ask("How does Ewa get to work?").text == "cycles"
    assert world.ask("How does Tim get to work?").text == "tram"


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I got the job at the harbour office through an old friend.", "How did Ewa get the job?"),
        ("I get along with the harbour master by joking.", "How does Ewa get along with him?"),
        ("I came to love the work by watching my aunt.", "How did Ewa come to love the work?"),
    ],
)
def test_a_way_that_leads_nowhere_has_no_vehicle(world, said, question):
    world.say("Ewa", "I go to work by bus.", moves("Ewa", "goes to", "work", by="bus"))
    world.say("Ewa", said)
    world.say("Ewa", "I came to the job interview by bus.")
    answer = world.ask(question)
    assert answer.text
    assert answer.text in said


@pytest.mark.parametrize(
    "words",
    [
        "My sister comes to work by ferry.",
        "She came to work by ferry.",
        "And my boss comes to work by ferry.",
    ],
)
def test_a_vehicle_that_another_takes_is_not_ones_own(world, words):
    world.say("Ewa", words)
    world.say("Ewa", "My daily commute to work is by tram.")
    assert world.ask("How does Ewa get to work?").text == "by tram"


def test_the_way_of_ones_brother_is_not_ones_own(world):
    world.say("Ewa", "I cycle to school.", moves("Ewa", "cycles to", "school"))
    assert world.ask("How does Ewa's brother get to school?").text != "cycles"
