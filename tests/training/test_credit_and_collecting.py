from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

from kgmem.policy.compact.network import shapes
from kgmem.training.collecting import Task, collect
from kgmem.training.credit import judges
from kgmem.training.experience import as_tensors, chosen, from_tensors, redraw
from kgmem.training.lessons import Exam, Lesson, demonstrate, examine
from kgmem.training.network import EditNetwork
from kgmem.training.outcome import score_answer, score_f1
from kgmem.training.processes import each, seeds, workers
from kgmem.training.streams import Question, Stream


@pytest.fixture
def weights():
    draw = np.random.default_rng(3)
    return {k: draw.normal(scale=0.1, size=s).astype(np.float32) for k, s in shapes().items()}


@pytest.fixture
def prepared(environment, moves):
    return environment.prepare(moves)


@pytest.fixture
def changes(say, now):
    """Where one trains changes twice, once for a while only: what the rules leave side by side."""
    return Stream(
        "changes",
        "hand",
        (
            say(0, "Nora", "I train at Ironworks."),
            say(50, "Nora", "I train at Summit Club now."),
            say(90, "Nora", "I'm training at Bluebird Gym for two weeks."),
            say(120, "Bo", "I bank with Oakline Trust."),
            say(150, "Bo", "I bank with Maplewood Bank now."),
            say(200, "Nora", "I train at Ironworks again."),
            Question(
                "Where does Nora train?",
                ("Ironworks",),
                "return",
                None,
                now,
                wrong=("Summit Club", "Bluebird Gym"),
            ),
            Question(
                "Who does Bo bank with?",
                ("Maplewood Bank",),
                "contradiction",
                None,
                now,
                wrong=("Oakline Trust",),
            ),
        ),
    )


def asked(prepared, step, which):
    triple = prepared.readings[step].triples[0]
    return [prepared.stream.steps[i].text for i in which(judges(prepared).of(step, triple))]


def test_a_decision_is_judged_by_later_questions_about_those_whom_it_concerns(prepared):
    about_bo = asked(prepared, 1, list)
    assert about_bo == ["Where does Bo work?"]
    about_nora = asked(prepared, 0, list)
    assert "Where does Nora live?" in about_nora
    assert "Where does Bo work?" not in about_nora


def test_what_was_believed_before_a_decision_does_not_judge_it(prepared):
    known_at_the_start = 8
    assert prepared.stream.steps[known_at_the_start].known_at == 0
    (first, last) = (prepared.readings[i].triples[0] for i in (0, 3))
    assert known_at_the_start in judges(prepared).of(0, first)
    assert known_at_the_start not in judges(prepared).of(3, last)


def test_an_answer_is_worth_most_when_right_and_least_when_it_shows_a_wrong_edit(moves):
    question = next(q for q in moves.questions if q.wrong == ())
    assert score_answer(question, ", ".join(question.gold)) == 1.0
    assert score_answer(question, "Mars") == 0.0
    lost = [f"Nora lives in {question.gold[0]}"]
    assert score_answer(question, "Mars", lost) == -0.5


def test_what_can_be_chosen_for_one_triple_is_tried_on_forks(environment, changes, weights):
    found = collect(Task(changes, weights, seed=5, most=8), environment)
    assert found.answers == len(changes.questions)
    assert any(s.matters for s in found.situations)
    for situation in found.situations:
        actions = [t.action.tobytes() for t in situation.tried]
        assert len(actions) == len(set(actions)) > 1
        assert all(situation.arrays["main"][t.action[0]] for t in situation.tried)


def test_the_same_seed_gives_the_same_experience(environment, changes, weights):
    one, two = (collect(Task(changes, weights, 5, 6), environment) for _ in range(2))
    tried = [
        [(t.action.tobytes(), t.reward) for s in c.situations for t in s.tried] for c in (one, two)
    ]
    assert tried[0]
    assert tried[0] == tried[1]


def test_a_share_of_the_triples_is_tried(environment, changes, weights):
    whole = collect(Task(changes, weights, seed=5), environment)
    part = collect(Task(changes, weights, seed=5, share=0.4), environment)
    assert 0 < len(part.situations) < len(whole.situations)


def test_answers_to_locomo_are_scored_by_their_words(moves):
    question = replace(moves.questions[0], gold=("a red bike",), kind="4")
    assert score_f1(question, "the red bike") == 1.0
    assert 0 < score_f1(question, "a bike") < 1
    assert score_f1(question, "") == 0.0


def test_another_seed_gives_other_draws(environment, changes, weights):
    tried = [
        [t.action.tobytes() for s in collect(task, environment).situations for t in s.tried]
        for task in (Task(changes, weights, seed, 4) for seed in (5, 5, 6))
    ]
    assert tried[0] == tried[1] != tried[2]


def test_answers_are_asked_for_once_for_the_same_choices(environment, changes, weights):
    asked = []

    def counted(question, text, retired):
        asked.append(question)
        return score_answer(question, text, retired)

    found = collect(Task(changes, weights, 5, 6), environment, counted)
    tried = sum(len(s.tried) for s in found.situations)
    assert len(asked) < len(changes.questions) * tried / 2


def test_a_constant_score_teaches_nothing(environment, changes, weights):
    found = collect(Task(changes, weights, 5, 6), environment, lambda *_: 0.5)
    assert not any(s.matters for s in found.situations)
    assert found.reward == 0.5 * len(changes.questions)


def test_redrawing_follows_the_policy_as_it_is_and_knows_the_rewards(environment, changes, weights):
    module = EditNetwork(weights=weights)
    found = collect(Task(changes, weights, 5, 8), environment)
    drawn = redraw(module, found.situations, 40, np.random.default_rng(1))
    for group, situation in zip(drawn.groups, found.situations, strict=True):
        rewards = {t.action.tobytes(): t.reward for t in situation.tried}
        assert len(group) == 40
        assert all(rewards[s.action.tobytes()] == s.reward for s in group)
        logs = module.evaluate(group).log_prob.detach().numpy()
        assert logs == pytest.approx([s.log_prob for s in group], abs=1e-5)
    rewards = [t.reward for s in found.situations for t in s.tried]
    assert min(rewards) <= drawn.expected <= max(rewards)


def test_an_update_takes_some_situations_that_matter_and_some_that_do_not(
    environment, changes, weights
):
    found = collect(Task(changes, weights, 5, 8), environment).situations
    some = chosen(found, 1, 1, np.random.default_rng(0))
    assert [s.matters for s in some] == [True, False]
    several = chosen([*found, *found], 2, 1, np.random.default_rng(0))
    assert [s.matters for s in several] == [True, True, False]
    assert chosen(found, 99, 99, np.random.default_rng(0)) == sorted(
        found, key=lambda s: not s.matters
    )


def test_situations_survive_a_checkpoint(environment, changes, weights):
    found = collect(Task(changes, weights, 5, 8), environment).situations
    back = from_tensors(as_tensors(found))
    for one, two in zip(found, back, strict=True):
        assert all((one.arrays[k] == two.arrays[k]).all() for k in one.arrays)
        assert [t.reward for t in one.tried] == [t.reward for t in two.tried]
        assert all((a.action == b.action).all() for a, b in zip(one.tried, two.tried, strict=True))


def test_the_oracle_shows_choices_that_can_be_imitated(environment, changes):
    samples = demonstrate(Lesson(changes), environment)
    assert samples
    assert all(s.arrays["main"][s.action[0]] for s in samples)


def test_an_exam_counts_right_answers(environment, moves, weights):
    right, count = examine(Exam(moves, weights), environment)
    assert 0 <= right <= count == len(moves.questions)


def test_seeds_depend_on_their_path_alone():
    assert seeds(1, 2, count=3) == seeds(1, 2, count=3) != seeds(2, 1, count=3)
    assert len(set(seeds(1, count=50))) == 50


def test_tasks_are_done_in_their_order_in_one_process(moves):
    with workers(1) as pool:
        assert pool is None
        lessons = [Lesson(replace(moves, id=str(i))) for i in range(10)]
        assert each(pool, lambda task, _: task.stream.id, lessons) == [str(i) for i in range(10)]
