import random
from dataclasses import dataclass, field

import pytest

from kgmem import Memory
from kgmem.errors import InputError
from kgmem.policy import RulesPolicy
from kgmem.snapshot import Snapshot
from kgmem.training import Choice, Question, Sampling, rollout
from kgmem.training.scratch import Scratch
from kgmem.types import Edit


class AddAll:
    id = "add-all"

    def decide(self, cases):
        return [[Edit("ADD")] for _ in cases]


@dataclass
class Coin:
    """Adds or leaves out by the toss of a coin."""

    id: str = "coin"
    dice: random.Random = field(default_factory=random.Random)

    def reseed(self, seed):
        self.dice.seed(seed)

    def choose(self, cases):
        picks = [self.dice.random() < 0.5 for _ in cases]
        return [Choice((Edit("ADD" if p else "NOOP"),), -0.7, data=p) for p in picks]

    def decide(self, cases):
        return [list(c.edits) for c in self.choose(cases)]


def facts(memory):
    return [(f.id, f.text, f.status, f.ended_by) for f in memory.facts(ended=True, limit=None)]


def test_a_rollout_of_the_rules_answers_what_a_memory_answers(environment, moves):
    result = rollout(environment.prepare(moves), RulesPolicy(), environment=environment)
    with Memory.open(":memory:", policy="rules") as memory:
        memory.observe_many(list(moves.observations))
        for answered in result.answers:
            q = answered.question
            if q.known_at is None:
                given = memory.ask(q.text, asker=q.asker, now=q.now, valid_at=q.valid_at)
                assert answered.text == given.text
                assert [f.id for f in answered.answer.facts] == [f.id for f in given.facts]


def test_a_rollout_makes_the_graph_that_a_memory_makes(environment, moves):
    run = environment.begin(environment.prepare(moves))
    while not isinstance(run.step, Question):
        run.observe(RulesPolicy())
    versions = {v.fact: v for v in run.store.scan("version") if v.recorded_to is None}
    with Memory.open(":memory:", policy="rules") as memory:
        memory.observe_many(list(moves.observations))
        served = memory.facts(ended=True, tentative=True, limit=None)
        assert {f.id: (f.text, f.status, f.tier) for f in served} == {
            i: (v.content.text, v.status, v.tier) for i, v in versions.items()
        }


def test_questions_about_what_was_believed_are_answered_from_the_graph_of_then(environment, moves):
    result = rollout(environment.prepare(moves), RulesPolicy(), environment=environment)
    assert [a.text for a in result.answers] == [
        "Lisbon",
        "Biscuit, Pickle",
        "Rome",
        "Rome",
        "Barworks",
    ]


def test_a_policy_that_ends_nothing_is_told_apart_by_the_answers(environment, moves):
    prepared = environment.prepare(moves)
    rules = rollout(prepared, RulesPolicy(), environment=environment)
    added = rollout(prepared, AddAll(), environment=environment)
    assert added.facts_live > rules.facts_live
    assert len(added.decisions) == len(rules.decisions) == prepared.triples


def test_what_a_sampling_policy_chose_is_kept_with_its_probability(environment, moves):
    assert isinstance(Coin(), Sampling)
    assert not isinstance(RulesPolicy(), Sampling)
    prepared = environment.prepare(moves)
    runs = [
        rollout(prepared, Coin(), environment=environment, seed=s, questions=False)
        for s in (1, 1, 2)
    ]
    picks = [[d.data for d in r.decisions] for r in runs]
    assert picks[0] == picks[1] != picks[2]
    assert {d.log_prob for d in runs[0].decisions} == {-0.7}
    assert runs[0].answers == ()


def test_refused_edits_are_counted(environment, moves):
    class EndsStrangers:
        id = "ends-strangers"

        def decide(self, cases):
            return [[Edit("DELETE", "f999", "ended"), Edit("ADD")] for _ in cases]

    prepared = environment.prepare(moves)
    result = rollout(prepared, EndsStrangers(), environment=environment, questions=False)
    assert result.refused == len(result.decisions)


def test_a_fork_changes_on_its_own(environment, moves):
    run = environment.begin(environment.prepare(moves))
    for _ in range(3):
        run.observe(RulesPolicy())
    before = run.facts()
    fork = run.fork()
    fork.observe(RulesPolicy())
    other = run.fork()
    other.observe(AddAll())
    assert run.facts() == before
    assert fork.facts() != other.facts()
    question = moves.questions[0]
    assert (fork.ask(question).text, run.ask(question).text) == ("Lisbon", "Rome")


def test_a_rollout_can_go_on_from_a_fork(environment, moves):
    prepared = environment.prepare(moves)
    run = environment.begin(prepared)
    for _ in range(3):
        run.observe(RulesPolicy())
    whole = rollout(prepared, RulesPolicy(), environment=environment)
    rest = rollout(prepared, RulesPolicy(), environment=environment, run=run)
    assert [a.text for a in rest.answers] == [a.text for a in whole.answers]
    assert len(rest.decisions) < len(whole.decisions)


def test_observing_a_question_is_refused(environment, moves):
    run = environment.begin(environment.prepare(moves))
    for _ in moves.observations:
        run.observe(RulesPolicy())
    with pytest.raises(InputError, match="no observation"):
        run.observe(RulesPolicy())


def test_a_question_needs_an_answer_or_an_absence(moves):
    with pytest.raises(InputError, match="absent"):
        Question("Who?", (), "additive", None, moves.questions[0].now)


def test_a_scratch_copy_can_be_loaded_anew_where_it_cannot_be_followed(environment, moves):
    run = environment.begin(environment.prepare(moves))
    while not isinstance(run.step, Question):
        run.observe(RulesPolicy())
    snapshot = Snapshot.load(run.store)
    versions = {v.fact: v for v in run.store.scan("version") if v.recorded_to is None}
    assert {f"f{n}" for n in snapshot.facts.numbers.tolist()} == set(versions)
    assert len(snapshot.episodes) == len(moves.observations)
    assert len(snapshot.entities) == run.store.size("scratch")["entity"]


def test_a_scratch_copy_refuses_what_only_a_store_does():
    with pytest.raises(InputError, match="Cypher"):
        Scratch().query("scratch", "MATCH (n) RETURN n")
