import pytest

from kgmem.extraction.model_reply import read

FACT = {"subject": "Nora", "predicate": "adopted", "object": "Biscuit"}
ONE = '{"subject": "Nora", "predicate": "adopted", "object": "Biscuit"}'


@pytest.mark.parametrize(
    "text",
    [
        f'{{"turns": [{{"turn": 1, "facts": [{ONE}]}}]}}',
        f'{{"turns": [{{"turn": "1", "facts": [{ONE},]}},]}}',
        f'[{{"turn": 1, "facts": [{ONE}]}}]',
        f'{{"turn": 1, "facts": [{ONE}]}}',
        f'{{"turn": "[1]", "triples": [{ONE}]}}',
        f'{{"1": [{ONE}]}}',
        f'{{"turn 1": [{ONE}]}}',
        f'{{"result": {{"turns": [{{"turn": 1, "facts": [{ONE}]}}]}}}}',
        '{"turn": 1, "facts": [["Nora", "adopted", "Biscuit"]]}',
        f'<think>let me see</think>\n```json\n{{"turns":[{{"turn":1,"facts":[{ONE},]}},]}}\n```',
    ],
)
def test_any_form_gives_the_facts_of_the_turn(text):
    reply = read(text)
    assert reply.turns == {1: [FACT]}
    assert not reply.problem
    assert not reply.cut


@pytest.mark.parametrize("text", [ONE, f"[{ONE}]", f'{{"facts": [{ONE}]}}', f"Here: {ONE} done"])
def test_a_fact_without_a_turn_is_kept_apart(text):
    reply = read(text)
    assert reply.loose == [FACT]
    assert not reply.turns
    assert not reply.problem


def test_a_fact_may_name_its_turn_itself():
    reply = read('[{"turn": 2, "subject": "A", "predicate": "b"}]')
    assert [item["subject"] for item in reply.turns[2]] == ["A"]


def test_one_object_a_line_gives_all_turns():
    reply = read(f'{{"turn": 1, "facts": [{ONE}]}}\n{{"turn": 2, "facts": []}}')
    assert reply.turns == {1: [FACT], 2: []}


def test_a_turn_given_twice_counts_as_it_stood_last():
    reply = read(f'{{"turn": 1, "facts": []}} No, better: {{"turn": 1, "facts": [{ONE}]}}')
    assert reply.turns == {1: [FACT]}


def test_an_empty_list_is_an_answer():
    assert read("[]").problem == ""
    assert read('{"turns": []}').problem == ""


def test_a_reply_that_broke_off_keeps_whole_turns_and_names_the_broken_one():
    reply = read(
        f'{{"turns": [{{"turn": 1, "facts": [{ONE}]}}, {{"turn": 2, "facts": [{ONE}, '
        '{"subject": "Nora", "predicate": "li'
    )
    assert reply.turns == {1: [FACT], 2: [FACT]}
    assert reply.cut == {2}
    assert "broke off" in reply.problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        ("<think>I wonder", "empty"),
        ("I cannot do that.", "no JSON"),
        ('{"answer": "Biscuit"}', "no JSON"),
        ("[1, 2]", "no JSON"),
    ],
)
def test_a_reply_of_no_use_says_why(text, problem):
    reply = read(text)
    assert problem in reply.problem
    assert not reply.turns
    assert not reply.loose
