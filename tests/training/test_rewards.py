import pytest

from kgmem.policy import RulesPolicy
from kgmem.training import rollout
from kgmem.training.rewards import (
    answer_recall,
    columns,
    correct,
    exact_match,
    format_validity,
    graph_size,
    token_f1,
    wrong_retirement,
)


def test_a_right_answer_has_every_item_and_none_of_the_wrong():
    answers = ["Biscuit and Pickle", "Biscuit", "Lisbon, Rome", "Yes, she does", "No"]
    gold = [("Biscuit", "Pickle"), ("Biscuit", "Pickle"), ("Lisbon",), ("yes",), ("yes",)]
    wrong = [(), (), ("Rome",), ("no",), ("no",)]
    assert correct(answers, gold=gold, wrong=wrong) == [1.0, 0.0, 0.0, 1.0, 0.0]


def test_where_nothing_was_said_an_abstention_is_right():
    answers = ["", "No information available", "Rome"]
    assert correct(answers, gold=[()] * 3, absent=[True] * 3) == [1.0, 1.0, 0.0]
    assert exact_match(answers, gold=[()] * 3, absent=[True] * 3) == [1.0, 1.0, 0.0]
    assert token_f1(answers, gold=[()] * 3, absent=[True] * 3) == [1.0, 1.0, 0.0]


def test_exact_match_compares_lists_as_sets():
    answers = ["the cat, a dog", "a dog and the cat", "cat", "Salt and Stone"]
    gold = [("cat", "dog"), ("cat", "dog"), ("cat", "dog"), ("Salt and Stone",)]
    assert exact_match(answers, gold=gold) == [1.0, 1.0, 0.0, 1.0]


def test_messages_count_by_their_last():
    reply = [{"role": "assistant", "content": "Oslo"}]
    assert exact_match([reply], gold=[("Oslo",)]) == [1.0]
    assert exact_match([[]], gold=[("Oslo",)]) == [0.0]


def test_token_f1_is_the_official_one():
    assert token_f1(["paints boats"], gold=[("painting boats",)]) == [1.0]
    assert token_f1(["a red boat"], gold=[("boat",)]) == [pytest.approx(2 / 3)]
    assert token_f1(["Biscuit"], gold=[("Biscuit", "Pickle")]) == [0.5]


def test_recall_counts_only_what_fits_the_budget():
    context = "Nora lives in Lisbon\nBo works at Barworks in Porto"
    assert answer_recall([context], gold=[("Porto",)], budget=100) == [1.0]
    assert answer_recall([context], gold=[("Porto",)], budget=8) == [0.0]
    assert answer_recall([context], gold=[("Lisbon Rome",)], budget=100) == [0.5]


def test_edits_are_one_main_edit_and_deletions_of_known_facts():
    replies = [
        "ADD",
        "MERGE f3",
        "DELETE f3 ended\nADD",
        "NOOP",
        "DELETE f3 ended",
        "NOOP\nDELETE f3 ended",
        "ADD\nADD",
        "ADD, because she moved",
        "",
        "DELETE f9 retracted\nADD",
    ]
    assert format_validity(replies, facts=[["f3"]] * len(replies)) == [1.0] * 4 + [0.0] * 6
    assert format_validity(["MERGE f9"]) == [1.0]


def test_facts_beyond_the_reference_cost_their_share():
    assert graph_size(["", "", ""], facts_live=[4, 6, 40], reference=4) == [0.0, -0.5, -1.0]


def test_a_wrong_retirement_shows_in_the_answer():
    found = wrong_retirement(
        ["Rome", "Lisbon", "", "Biscuit", ""],
        gold=[("Lisbon",), ("Lisbon",), ("Biscuit",), ("Biscuit", "Pickle"), ("Oslo",)],
        wrong=[("Rome",), ("Rome",), (), (), ()],
        retired=[(), (), ("Nora has the pet Biscuit",), ("Nora has Pickle",), ("Nora left Rome",)],
    )
    assert found == [-1.0, 0.0, -1.0, -1.0, 0.0]


def test_rollouts_become_columns(environment, moves):
    result = rollout(environment.prepare(moves), RulesPolicy(), environment=environment)
    made = columns([result])
    assert {len(c) for c in made.values()} == {len(moves.questions)}
    assert sum(correct(**made)) == len(moves.questions)
    assert sum(wrong_retirement(**made)) == 0.0
    assert "Nora lives in Rome" in made["retired"][0]
    assert made["retired"][3] == ()
