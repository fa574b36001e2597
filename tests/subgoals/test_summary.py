import json

import pytest

from kgmem.errors import ModelError
from kgmem.language.tokens import estimate_tokens
from kgmem.llm import ScriptedLLM
from kgmem.subgoals import summarise


def closed(task, status, steps, **options):
    goal = task.open("get into the shed")
    for action, observation in steps:
        task.step(goal, action, observation)
    return task.close(goal, status, **options)


@pytest.mark.parametrize("status", ["achieved", "failed", "abandoned"])
def test_a_summary_names_the_outcome(task, status):
    assert status in closed(task, status, [("push", "The door stays shut.")]).summary


def test_codes_prices_and_names_survive_where_scenery_goes(task):
    scenery = "It is a mild day. Birds sing. Grass grows. The wind plays with the leaves. " * 6
    steps = [("look", scenery), ("ask", f"Ilse says the code is 8053. {scenery}"), ("go", scenery)]
    summary = closed(task, "achieved", steps).summary
    assert "8053" in summary
    assert estimate_tokens(summary) < 0.6 * estimate_tokens(scenery * 3)


def test_a_failure_keeps_what_stood_in_the_way(task):
    steps = [
        ("look", "The shed is green and rather tall, with ivy on one side of it."),
        ("open", "The door is locked."),
    ]
    assert "locked" in closed(task, "failed", steps).summary


def test_json_results_are_summarised_without_their_punctuation(task):
    result = json.dumps({"results": [{"name": "Brunner", "price": "EUR 18.40", "open": None}]})
    summary = closed(task, "achieved", [("search", result)]).summary
    assert "Brunner" in summary
    assert "18.40" in summary
    assert "{" not in summary
    assert "None" not in summary


def test_a_megabyte_of_tool_output_gives_a_short_line(task):
    summary = closed(task, "achieved", [("cat log", "word " * 200_000)]).summary
    assert estimate_tokens(summary) < 300


def test_a_language_model_writes_the_line_and_the_outcome_is_made_sure_of(task):
    llm = ScriptedLLM(["<think>hm</think>The code is 8053,\nfrom Ilse."])
    summary = closed(task, "achieved", [("ask", "8053")], llm=llm).summary
    assert summary == "achieved; The code is 8053, from Ilse."
    assert "ask" in llm.calls[0].user


@pytest.mark.parametrize("reply", [ModelError("down"), "", "<think>lost</think>"])
def test_a_model_that_fails_leaves_the_extracted_line(task, reply):
    summary = closed(
        task, "achieved", [("ask", "The code is 8053.")], llm=ScriptedLLM([reply])
    ).summary
    assert "8053" in summary


def test_a_long_task_does_not_flood_the_model(task):
    llm = ScriptedLLM(["achieved: done"])
    closed(task, "achieved", [(f"step {i}", "word " * 300) for i in range(80)], llm=llm)
    assert estimate_tokens(llm.calls[0].user) < 7000
    assert "step 0" in llm.calls[0].user
    assert "step 79" in llm.calls[0].user


def test_a_parent_is_summarised_from_its_children(task):
    parent = task.open("repair the pump")
    child = task.open("order the part", parent=parent)
    task.step(child, "order", "Your order number is B-20917.")
    task.close(child, "achieved")
    summary = task.close(parent, "achieved").summary
    assert "B-20917" in summary
    assert "order the part" in summary


def test_a_subgoal_of_actions_alone_is_summarised_from_them(task):
    goal = task.open("wave")
    task.step(goal, "wave at 10:30", "")
    summary = summarise(task[goal], [e for e in task.episodes if e.role == "action"])
    assert "10:30" in summary
