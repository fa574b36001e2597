import json

import pytest

from kgmem.errors import InputError
from kgmem.llm import ScriptedLLM
from kgmem.training.lm.answer_task import AnswerSettings, AnswerTask
from kgmem.training.samples import NothingToLearn

SMALL = {"seed": 7, "streams": 2, "examined": 1}


@pytest.fixture(scope="module")
def task(environment):
    return AnswerTask(AnswerSettings(**SMALL), environment)


@pytest.fixture(scope="module")
def told(task):
    """A question to which there is an answer."""
    return next(e for e in task.practice() if json.loads(e.label)["cited"])


def test_prompts_are_those_of_serving(told):
    assert told.system.startswith("You answer questions from the memory")
    assert told.user.startswith("Memory:\n[")
    assert "\n\nQuestion: " in told.user


def test_the_gold_as_a_reply_is_worth_one(task):
    keys = [e.key for e in task.practice()]
    labels = [e.label for e in task.practice()]
    assert task.exact(labels, key=keys) == [1.0] * len(keys)
    assert task.form(labels, key=keys) == [1.0] * len(keys)


def test_an_abstention_where_something_was_said_is_worth_nothing(task, told):
    assert task.exact(["No information available"], key=[told.key]) == [0.0]
    assert task.overlap(["No information available"], key=[told.key]) == [0.0]


def test_invented_citations_and_words_around_are_no_format(task, told):
    replies = ['{"answer": "x", "cited": ["f999"]}', "Sure! " + told.label, "x", "[]"]
    assert task.form(replies, key=[told.key] * 4) == [0.0] * 4


def test_a_longer_answer_keeps_part_of_the_f1_and_none_of_the_exact_match(task, told):
    gold = json.loads(told.label)
    longer = json.dumps({"answer": gold["answer"] + " maybe", "cited": gold["cited"]})
    assert task.exact([longer], key=[told.key]) == [0.0]
    assert 0 < task.overlap([longer], key=[told.key])[0] < 1


def test_the_judge_is_asked_once_for_each_answer(environment):
    judge = ScriptedLLM(lambda call: "CORRECT")
    task = AnswerTask(AnswerSettings(**SMALL, reward="judge"), environment, judge=judge)
    told = next(e for e in task.practice() if json.loads(e.label)["cited"])
    replies = [told.label, told.label, "No information available"]
    assert task.rewards[0].function(replies, key=[told.key] * 3) == [1.0, 1.0, 0.0]
    (call,) = judge.calls
    assert json.loads(call.user)["prediction"] == json.loads(told.label)["answer"]


def test_rewards_are_chosen_by_name(environment):
    names = [
        AnswerTask(AnswerSettings(reward=name), environment).rewards[0].name
        for name in ("em", "f1")
    ]
    assert names == ["em", "f1"]
    with pytest.raises(InputError, match="there are em, f1, judge"):
        AnswerSettings(reward="bleu")
    with pytest.raises(InputError, match="pass --judge"):
        AnswerTask(AnswerSettings(reward="judge"), environment)


def test_contexts_without_answers_teach_nothing(environment):
    with pytest.raises(NothingToLearn, match="--budget"):
        AnswerTask(AnswerSettings(seed=7, streams=1, budget=1), environment).practice()
