import json
from dataclasses import replace

import pytest

from kgmem.cli import main
from kgmem.distillation import BudgetDistiller
from kgmem.errors import InputError
from kgmem.policy import RulesPolicy
from kgmem.training import Question, Stream
from kgmem.training.distilling import evaluate_distil
from kgmem.training.evaluation import AddsAll, by_stream, difference, evaluate_edits
from kgmem.training.specs import distiller, edit_policy
from kgmem.types import Edit


@pytest.fixture(scope="module")
def prepared(environment, moves):
    return [environment.prepare(moves)]


def test_accuracy_is_given_by_kind_and_by_time(environment, prepared):
    found = evaluate_edits(RulesPolicy(), prepared, environment)
    accuracy = found.accuracy()
    assert set(accuracy) == {"contradiction", "additive", "now", "valid", "known", "all"}
    assert (accuracy["all"].mean, accuracy["all"].n) == (1.0, 5)
    assert (found.outdated, found.lost, found.streams) == (0, 0, 1)
    assert 0.0 < found.milliseconds < 100.0


class EndsAll(AddsAll):
    """Takes back all that a triple has as neighbours."""

    def decide(self, cases):
        return [
            [
                *(Edit("DELETE", n.fact, "retracted", reason="gone") for n in c.neighbors),
                Edit("ADD"),
            ]
            for c in cases
        ]


def test_a_policy_that_ends_what_holds_is_seen_by_the_answers(environment, say, now):
    steps = (
        say(0, "Nora", "I eat fish."),
        say(9, "Nora", "I also eat rice."),
        Question("What does Nora eat?", ("fish", "rice"), "additive", None, now),
    )
    prepared = [environment.prepare(Stream("eats", "hand", steps))]
    rules = evaluate_edits(RulesPolicy(), prepared, environment)
    found = evaluate_edits(EndsAll(), prepared, environment)
    assert (rules.lost, found.lost) == (0, 1)
    assert difference(rules, found).mean == 1.0


def test_intervals_resample_streams_not_questions():
    one = by_stream([("a", 1.0)] * 50 + [("b", 0.0)] * 50)
    assert (one.mean, one.low, one.high, one.n) == (0.5, 0.0, 1.0, 100)
    assert by_stream([]).n == 0


def test_a_distiller_is_measured_against_what_the_candidates_hold(environment, moves):
    steps = tuple(
        replace(s, source=f"moves#{i}") if i < 5 else replace(s, evidence=("moves#3",))
        for i, s in enumerate(moves.steps[:6])
    )
    (stream,) = environment.prepare_all([replace(moves, id="with-sources", steps=steps)])
    kept = evaluate_distil(BudgetDistiller(), [stream], environment, RulesPolicy()).kept
    assert [(k.evidence, k.candidates, k.words, k.right) for k in kept] == [(1.0, 1.0, 1.0, True)]
    (none,) = evaluate_distil(
        BudgetDistiller(), [stream], environment, RulesPolicy(), budget=3
    ).kept
    assert (none.evidence, none.words) == (0.0, 0.0)


def test_policies_go_by_name_or_file(tmp_path):
    assert edit_policy("rules").id == "rules/4"
    assert edit_policy("oracle") == "oracle"
    with pytest.raises(InputError, match="no policy"):
        edit_policy(str(tmp_path / "missing.safetensors"))
    with pytest.raises(InputError, match="no distiller"):
        distiller("missing")


def test_the_command_prints_figures_and_keeps_every_answer(tmp_path, capsys):
    rows = tmp_path / "rows.jsonl"
    options = ["--streams", "1", "--kind", "contradiction", "--json", "--out", str(rows)]
    with pytest.raises(SystemExit, match="0"):
        main(["eval", "edits", "--policy", "rules", "--policy", "oracle", *options])
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"rules", "oracle"}
    written = [json.loads(line) for line in rows.read_text().splitlines()]
    assert len(written) == 2 * figures["rules"]["questions"]
