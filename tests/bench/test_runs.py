"""A run keeps every prediction, goes on where it stopped, and adds up to figures."""

import json
import math

import pytest
import typer
from typer.testing import CliRunner

from kgmem.bench import metrics, ranking, runs
from kgmem.bench.commands import add_commands, build
from kgmem.bench.dataset import load
from kgmem.bench.judge import judge, verdict
from kgmem.bench.locomo import measure
from kgmem.bench.systems import FullContext, OracleTurn, Turns, fill
from kgmem.encoders import HashEncoder
from kgmem.errors import FormatError, InputError
from kgmem.llm import ScriptedLLM

TALK = {
    "sample_id": "talk",
    "conversation": {
        "speaker_a": "Nora",
        "speaker_b": "Omar",
        "session_1_date_time": "1:56 pm on 8 May, 2021",
        "session_1": [
            {"speaker": "Nora", "dia_id": "D1:1", "text": "I planted a fig tree yesterday."},
            {"speaker": "Omar", "dia_id": "D1:2", "text": "I bought a blue kite."},
            {"speaker": "Nora", "dia_id": "D1:3", "text": "Lovely weather today."},
        ],
    },
    "qa": [
        {"question": "What did Omar buy?", "category": 4, "evidence": ["D1:2"]},
        {"question": "When did Nora plant a fig tree?", "category": 2, "evidence": ["D1:1"]},
        {"question": "What did Nora buy?", "category": 5, "evidence": ["D1:2"]},
    ],
}
for _item, _answer in zip(TALK["qa"], ("a blue kite", "7 May 2021", None), strict=True):
    _item["answer"] = _answer


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([TALK]), encoding="utf-8")
    return path


def test_bm25_prefers_the_rarer_word_and_the_shorter_text():
    scores = ranking.bm25(["fig fig kite", "kite", "kite with many other words in it"])
    assert scores("fig")[0] > 0
    assert scores("fig")[1] == 0
    assert scores("kite")[1] > scores("kite")[2]


def test_fusion_puts_first_what_both_lists_rank_high():
    import numpy as np

    first, second = np.array([3.0, 2.0, 1.0]), np.array([1.0, 3.0, 2.0])
    assert ranking.fuse([first, second])[0] == 1
    assert ranking.fuse([first]) == [0, 1, 2]
    assert ranking.fuse([]) == []


def test_a_budget_is_filled_in_order_and_ends_at_the_first_that_does_not_fit(data):
    (talk,) = load(data)
    assert [t.id for t in fill(talk.turns, 10_000)] == ["D1:1", "D1:2", "D1:3"]
    assert fill(talk.turns, 1) == []


def test_baselines_rank_turns_and_answer_with_the_best(data):
    (talk,) = load(data)
    for system in (Turns("bm25"), Turns("rrf", HashEncoder(64))):
        system.ingest(talk)
        asked = system.ask(talk.questions[0])
        assert asked.ranked[0] == "D1:2"
        assert sorted(asked.ranked) == ["D1:1", "D1:2", "D1:3"]
        assert asked.answer == "I bought a blue kite."


def test_a_reader_answers_from_the_best_turns_and_from_everything(data):
    (talk,) = load(data)
    for make in (lambda llm: Turns("bm25", llm=llm), FullContext):
        llm = ScriptedLLM(['{"answer": "a kite", "cited": ["ep2"]}'])
        system = make(llm)
        system.ingest(talk)
        assert system.ask(talk.questions[0]).answer == "a kite"
        assert "I bought a blue kite." in llm.calls[0].user
        assert "category" not in llm.calls[0].user


def test_the_oracle_answers_with_the_best_gold_turn(data):
    (talk,) = load(data)
    system = OracleTurn()
    system.ingest(talk)
    assert system.ask(talk.questions[0]).answer == "I bought a blue kite."


class Stopping(Turns):
    """A system whose second question is interrupted."""

    def ask(self, question):
        if question.index == 1:
            raise KeyboardInterrupt
        return super().ask(question)


def test_an_interrupted_run_goes_on_where_it_stopped(data, tmp_path):
    talks = load(data)
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        runs.run(Stopping("bm25"), talks, out, settings={"a": 1})
    with (out / "bm25.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"cut o')
    seen = []
    rows = runs.run(Turns("bm25"), talks, out, settings={"a": 1}, report=seen.append)
    assert [r["index"] for r in rows] == [0, 1, 2]
    assert [p.done for p in seen] == [1, 2]
    assert runs.ingest_rate(out / "bm25.jsonl") > 0
    again = runs.run(Stopping("bm25"), talks, out, settings={"a": 1})
    assert again == rows


def test_predictions_of_other_settings_are_not_mixed(data, tmp_path):
    talks = load(data)
    runs.run(Turns("bm25"), talks, tmp_path / "out", settings={"a": 1})
    with pytest.raises(InputError, match="another setting"):
        runs.run(Turns("bm25"), talks, tmp_path / "out", settings={"a": 2})


def test_a_damaged_line_is_named(tmp_path, data):
    path = tmp_path / "out" / "bm25.jsonl"
    path.parent.mkdir()
    path.write_text('{"settings": {}}\n{bad\n{}\n', encoding="utf-8")
    with pytest.raises(FormatError, match="line 2"):
        runs.run(Turns("bm25"), load(data), path.parent, settings={})


def row(category, prediction, gold, **more):
    base = {
        "conversation": "talk", "index": 0, "category": category, "prediction": prediction,
        "gold": gold, "evidence": ["D1:1", "D1:2"], "ranked": ["D1:1"],
        "within": {"500": ["D1:1"], "1000": ["D1:2", "D1:1"]}, "tokens": 10, "seconds": 0.5,
    }  # fmt: skip
    return base | more


def test_a_prediction_is_scored_on_every_measure_that_applies():
    scores = metrics.score_row(row(4, "a fig", "fig tree"))
    assert scores["official"] == pytest.approx(2 / 3)
    assert (scores["recall@5"], scores["all@500"], scores["all@1000"]) == (0.5, 0.0, 1.0)
    assert scores["false_abstention"] == 0.0
    adversarial = metrics.score_row(row(5, "No information available", "", evidence=[]))
    assert adversarial["official"] == 1.0
    assert adversarial["false_abstention"] is None
    assert adversarial["recall@5"] is None
    assert metrics.score_row(row(4, "No information available", "x"))["false_abstention"] == 1.0


def test_summaries_leave_category_five_out_of_one_to_four():
    groups = metrics.summary([row(4, "fig", "fig"), row(5, "fig", "")])
    assert groups["1-4"]["official"].mean == 1.0
    assert groups["all"]["official"].mean == 0.5
    assert "5" in groups


def test_intervals_hold_the_mean_and_pairing_is_tighter():
    values = [0.0, 1.0] * 20
    found = metrics.interval(values)
    assert found.low < found.mean == 0.5 < found.high
    lifted = metrics.paired([v + 0.1 for v in values], values)
    assert (lifted.low, lifted.high) == (pytest.approx(0.1), pytest.approx(0.1))
    assert math.isnan(metrics.interval([]).mean)


def test_differences_pair_the_same_question_of_two_systems():
    ours = [row(4, "fig", "fig", index=0), row(4, "x", "fig", index=1)]
    theirs = [row(4, "x", "fig", index=0)]
    found = metrics.differences(ours, theirs, "official")
    assert (found["4"].mean, found["4"].n) == (1.0, 1)


def test_a_judge_gives_verdicts_and_skips_the_adversarial():
    llm = ScriptedLLM(["CORRECT", "I think it is wrong: WRONG", "dunno"])
    rows = [row(4, "a", "b"), row(5, "a", ""), row(1, "a", "b"), row(2, "a", "b")]
    for item in rows:
        item["question"] = "q"
    assert judge(rows, llm, "strict") == [True, None, False, None]
    assert verdict("not CORRECT. WRONG") is False


def test_an_unknown_system_names_the_known():
    with pytest.raises(InputError, match="oracle_turn"):
        build(["nothing"], None)


def test_the_benchmark_writes_predictions_report_and_picture(data, tmp_path):
    out = tmp_path / "out"
    report = measure(data, systems=["kgmem", "bm25", "oracle_turn"], only=[], out=out)
    systems = report.figures["systems"]
    assert systems["kgmem"]["groups"]["2"]["official"]["mean"] == 1.0
    assert systems["bm25"]["groups"]["4"]["recall@5"]["mean"] == 1.0
    assert {p.name for p in out.iterdir()} == {
        "kgmem.jsonl", "bm25.jsonl", "oracle_turn.jsonl", "figures.json", "report.md",
        "comparison.png",
    }  # fmt: skip
    assert (out / "comparison.png").read_bytes()[:4] == b"\x89PNG"
    text = (out / "report.md").read_text(encoding="utf-8")
    assert "kgmem minus bm25, paired" in text
    assert "fig tree" not in text


def test_the_command_prints_tables_and_json(data, tmp_path):
    app = typer.Typer()
    app.callback()(lambda: None)
    add_commands(app)
    base = ["locomo", "--data", str(data), "--system", "bm25", "--out", str(tmp_path / "out")]
    shown = CliRunner().invoke(app, base)
    assert shown.exit_code == 0
    assert "Official F1 by category number" in shown.output
    as_json = CliRunner().invoke(app, [*base, "--json"])
    assert json.loads(as_json.stdout)["systems"]["bm25"]["questions"] == 3


def test_parts_of_retrieval_are_switched_off_over_one_memory(data, tmp_path):
    app = typer.Typer()
    app.callback()(lambda: None)
    add_commands(app)
    out = tmp_path / "out"
    arguments = ["locomo", "--data", str(data), "--out", str(out), "--json"]
    found = CliRunner().invoke(app, [*arguments, "--ablate", "facts", "--ablate", "walk-0"])
    assert found.exit_code == 0, found.output
    figures = json.loads(found.stdout)
    assert list(figures["systems"]) == ["kgmem", "without-facts", "with-walk-0"]
    assert figures["systems"]["kgmem"]["turns_per_second"] > 0
    assert figures["systems"]["with-walk-0"]["turns_per_second"] == 0
    gain = figures["paired"]["without-facts"]["recall@10"]["1-4"]
    assert gain["n"] == 2
    assert gain["low"] <= gain["mean"] <= gain["high"]
    assert [p.name for p in (out / "memories").glob("*.kgmem")] == ["talk.kgmem"]
    assert "--ablate facts" in (out / "report.md").read_text(encoding="utf-8")


def test_every_part_that_can_be_switched_changes_a_setting():
    from kgmem.bench.ablation import PARTS, ablated, variants
    from kgmem.settings import Settings

    assert not [name for name in PARTS if ablated(Settings(), name) == Settings()]
    assert ablated(Settings(), "kgmem") == Settings()
    assert variants(["all"]) == tuple(PARTS)
    assert variants(["facts", "clues"]) == ("without-facts", "with-clues")
    with pytest.raises(InputError, match="facts, bridge"):
        variants(["luck"])
