"""Answers and rankings are judged as a careful person would."""

import pytest

from kgmem.bench.edit_cases import parsed
from kgmem.bench.edit_scorer import Hit, answer_is_right, contains, is_abstention, ranking

SAY = [["2024-05-01T10:00", "Nora", "Rome."], ["2024-05-02T10:00", "Nora", "Lisbon."]]


def asked(**fields):
    item = {"q": "?", "a": ["Lisbon"], "kind": "now"} | fields
    (case,) = parsed({"case": [{"id": "x", "kind": "k", "say": SAY, "ask": [item]}]}, "x.toml")
    return case.questions[0]


def hits(*found):
    return [Hit(text, frozenset(steps)) for text, *steps in found]


@pytest.mark.parametrize(
    ("text", "item", "there"),
    [
        ("In Lisbon, since May", "lisbon", True),
        ("the Lisbonese", "Lisbon", False),
        ("on 14 May", "4 May", False),
        ("May 14th, 2024", "14 May 2024", True),
        ("on 2024-05-14", "14 May 2024", True),
        ("May 14", "14 May 2024", False),
        ("call 555-0199", "555-0199", True),
        ("she turned 7", "seven|7", True),
        ("web-11", "web-1", False),
    ],
)
def test_an_item_is_found_as_whole_words(text, item, there):
    assert contains(text, item) is there


def test_an_answer_holds_every_gold_item_and_no_wrong_one():
    question = asked(a=["Lisbon", "Faro"], no=["Rome"])
    assert answer_is_right(question, "Faro and Lisbon")
    assert not answer_is_right(question, "Lisbon")
    assert not answer_is_right(question, "Lisbon, Faro, Rome")


def test_a_yes_or_no_comes_first():
    assert answer_is_right(asked(a=["no"]), "No, she moved")
    assert not answer_is_right(asked(a=["no"]), "Yes; no doubt")
    assert not answer_is_right(asked(a=["no"]), "No information available")


def test_an_abstention_is_right_only_where_it_may_be():
    never = asked(a=[], kind="never")
    assert answer_is_right(never, "No information available")
    assert answer_is_right(never, "Nobody")
    assert not answer_is_right(never, "Lisbon")
    assert not answer_is_right(asked(), "")
    assert answer_is_right(asked(a=["no"], abstain=True), "No information available")


def test_abstentions_are_known_by_their_words():
    assert is_abstention("No one")
    assert not is_abstention("No")
    assert not is_abstention("One of them")


def test_a_ranking_is_right_when_nothing_outdated_stands_above_the_answer():
    question = asked(no=["Rome"])
    rome, lisbon = ("I live in Rome", 1), ("I moved to Lisbon", 2)
    assert ranking(question, hits(lisbon, rome), 5) == (True, True)
    assert ranking(question, hits(rome, lisbon), 5) == (False, True)
    assert ranking(question, hits(rome, lisbon), 1) == (False, False)
    assert ranking(question, hits(("from Rome to Lisbon", 2), rome), 5) == (True, True)
    assert ranking(question, [], 5) == (False, False)


def test_every_gold_item_must_stand_above_what_is_outdated():
    question = asked(a=["Lisbon", "Faro"], no=["Rome"])
    found = hits(("Lisbon", 1), ("Rome", 1), ("Faro", 2))
    assert ranking(question, found, 5) == (False, True)


def test_a_yes_or_no_is_ranked_by_the_steps_that_settle_it():
    question = asked(a=["no"], by=[2], old=[1])
    assert ranking(question, hits(("x", 2), ("y", 1)), 5) == (True, True)
    assert ranking(question, hits(("y", 1), ("x", 2)), 5) == (False, True)
    assert ranking(asked(a=["no"]), hits(("x", 2)), 5) is None


def test_a_date_that_no_text_holds_is_ranked_by_the_steps_that_settle_it():
    question = asked(a=["30 April 2024"], by=[1])
    assert ranking(question, hits(("yesterday", 1)), 5) == (True, True)


def test_what_was_never_said_is_no_matter_of_ranking():
    assert ranking(asked(a=[], kind="never"), hits(("x", 1)), 5) is None
