import pytest

from kgmem.errors import InputError
from kgmem.training.lm.edit_task import EditSettings, EditTask
from kgmem.training.lm.tasks import judge
from kgmem.training.samples import NothingToLearn


@pytest.fixture(scope="module")
def task(environment):
    return EditTask(EditSettings(seed=7, streams=3, examined=2), environment)


def test_examples_hold_the_triple_its_facts_and_a_label_in_the_format(task):
    for example in task.lessons():
        assert example.user.startswith("Known:\n")
        assert "\nNew: " in example.user
        assert "DELETE f1 ended" in example.system
        assert task.form([example.label], key=[example.key]) == [1.0]


def test_what_the_oracle_writes_is_worth_most(task):
    examples = [*task.practice(), *task.validation()]
    keys = [e.key for e in examples]
    labels = task.outcome([e.label for e in examples], key=keys)
    nothing = task.outcome(["NOOP"] * len(keys), key=keys)
    assert sum(labels) > sum(nothing)
    assert any(a != b for a, b in zip(labels, nothing, strict=True))


def test_a_reply_that_means_nothing_is_worth_what_adding_is(task):
    keys = [e.key for e in task.practice()]
    chatter = task.outcome(["I would add this."] * len(keys), key=keys)
    assert chatter == task.outcome(["ADD"] * len(keys), key=keys)
    assert task.form(["I would add this."] * len(keys), key=keys) == [0.0] * len(keys)


def test_completions_may_be_messages_thoughts_and_fences(task):
    (example,) = task.practice()[:1]
    wrapped = f"<think>hm</think>\n```\n{example.label}\n```"
    messages = [{"role": "assistant", "content": wrapped}]
    once = task.outcome([example.label, wrapped, messages], key=[example.key] * 3)
    assert len(set(once)) == 1
    assert task.form([messages], key=[example.key]) == [1.0]


def test_facts_that_the_prompt_does_not_show_are_no_format(task):
    (example,) = task.practice()[:1]
    assert task.form(["MERGE f99"], key=[example.key]) == [0.0]


def test_validation_is_judged_by_the_weighted_sum(task):
    examples = task.validation()
    found = judge(task, examples, [e.label for e in examples])
    assert found["format"] == 1.0
    assert found["validation"] == pytest.approx(found["outcome"] + 0.2)


def test_the_same_seed_gives_the_same_examples(task, environment):
    again = EditTask(EditSettings(seed=7, streams=3, examined=2), environment)
    assert [e.user for e in again.lessons()] == [e.user for e in task.lessons()]


def test_a_constant_reward_says_that_nothing_can_be_learned(environment):
    flat = EditTask(EditSettings(streams=1), environment, score=lambda *_: 1.0)
    with pytest.raises(NothingToLearn, match="nothing can be learned: on 1 streams"):
        flat.practice()


def test_the_rules_may_keep_company(environment):
    task = EditTask(EditSettings(streams=1, companion="rules"), environment)
    assert task.practice()
    with pytest.raises(InputError, match="there are oracle, rules"):
        EditSettings(companion="parrot")
