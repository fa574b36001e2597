"""What a sentence leaves out, or says of another, is no yes and names nobody."""

from __future__ import annotations

import pytest

from kgmem.answering import NOTHING

TURNS = (
    ("Lu", "The library is open from 9 to 5, except on Sundays."),
    ("Lu", "Standup is every weekday except Wednesday."),
    ("Lu", "I eat everything except fish."),
    ("Lu", "I've visited all of Italy apart from Sicily."),
    ("Lu", "Apart from tennis, I play golf."),
    ("Ola", "I have a dog called Pixel."),
    ("Ola", "Pixel is a cat, not a dog."),
    ("Ola", "I bought a guitar."),
    ("Ola", "I mean a bass, not a guitar."),
    ("Ola", "I love cooking, not only baking."),
)


@pytest.fixture(scope="module")
def memory(told):
    return told(TURNS)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is the library open on Sundays?", "No"),
        ("Is the standup on Wednesday?", "No"),
        ("Does Lu eat fish?", "No"),
        ("Has Lu visited Sicily?", "No"),
        ("Is Pixel a dog?", "No"),
        ("Does Ola own a guitar?", "No"),
        ("Is the library open?", "Yes"),
        ("Does Lu play tennis?", "Yes"),
        ("Is Pixel a cat?", "Yes"),
        ("Does Ola own a bass?", "Yes"),
        ("Does Ola love baking?", "Yes"),
    ],
)
def test_what_is_left_out_is_a_no_and_the_rest_a_yes(memory, question, answer):
    assert memory.ask(question, now="2024-06-01").text == answer


REPORTS = (
    ("Mia", "Mum says my brother Kit bought a boat."),
    ("Mia", "Nora thinks that Ed stole the bike."),
    ("Mia", "Zoe thinks that her boss is a spy."),
    ("Mia", "Tom said he won the race."),
    ("Mia", "My neighbour Ana is a nurse."),
)


@pytest.fixture(scope="module")
def reports(told):
    return told(REPORTS)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who bought a boat?", "Kit"),
        ("Did Mia's mum buy a boat?", NOTHING),
        ("Who stole the bike?", "Ed"),
        ("Did Nora steal the bike?", NOTHING),
        ("Who thinks that Ed stole the bike?", "Nora"),
        ("Is Zoe a spy?", NOTHING),
        ("Who won the race?", "Tom"),
        ("Who is a nurse?", "Ana"),
        ("Is Ana a nurse?", "Yes"),
    ],
)
def test_who_says_that_another_did_it_did_not(reports, question, answer):
    assert reports.ask(question, now="2024-06-01").text == answer


def test_whose_boss_is_a_spy_is_none_for_sure(reports):
    assert reports.ask("Who is a spy?", now="2024-06-01").confidence < 0.5


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Last night I dreamed that I had a baby.", "Does Uma have a baby?", NOTHING),
        ("In my novel, I live in Tokyo and own a castle.", "Does Uma own a castle?", NOTHING),
        ("Suppose I own a castle.", "Does Uma own a castle?", NOTHING),
        ("Last night I dreamed that I had a baby.", "Did Uma dream that she had a baby?", "Yes"),
        ("I told Ana that I have a baby.", "Does Uma have a baby?", "Yes"),
    ],
)
def test_what_one_dreams_or_supposes_is_not_so(told, text, question, answer):
    assert told([("Uma", text)]).ask(question, now="2024-06-01").text == answer
