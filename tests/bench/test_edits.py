"""The update benchmark asks every system everything, keeps what it said, and adds it up."""

import json
import math

import pytest
import typer
from typer.testing import CliRunner

from kgmem import Memory
from kgmem.bench import edits
from kgmem.bench.commands import add_commands
from kgmem.bench.edit_cases import chosen, parsed
from kgmem.bench.edit_report import markdown, tables
from kgmem.bench.edit_systems import Counting, KgmemEdits, PeerEdits
from kgmem.bench.peers.fusion import Fusion
from kgmem.encoders import HashEncoder
from kgmem.errors import InputError
from kgmem.llm import ScriptedLLM

MOVED = {
    "id": "moved",
    "kind": "return",
    "say": [
        ["2024-01-05T10:00", "Nora", "I live in Rome."],
        ["2024-05-20T10:00", "Nora", "I moved to Lisbon."],
        {"undo": 2},
        {"undo": 3},
    ],
    "ask": [
        {"q": "Where does Nora live?", "a": ["Lisbon"], "no": ["Rome"], "kind": "now"},
        {"q": "Where does Nora live?", "a": ["Rome"], "no": ["Lisbon"], "kind": "believed",
         "known": 1},
        {"q": "Where does Nora live?", "a": ["Rome"], "no": ["Lisbon"], "kind": "then",
         "valid_at": "2024-03-01T10:00"},
    ],
}  # fmt: skip
FORGOTTEN = {
    "id": "forgotten",
    "kind": "forgetting",
    "say": [["2024-01-05T10:00", "Nora", "I live in Rome."], {"forget": 1}],
    "ask": [{"q": "Where does Nora live?", "a": [], "kind": "never"}],
}


@pytest.fixture
def cases():
    return parsed({"case": [MOVED, FORGOTTEN]}, "x.toml")


def small():
    return Memory.open(":memory:", encoder=HashEncoder())


def test_kgmem_lives_through_a_case_and_answers_about_now_then_and_before(cases):
    rows = edits.run(KgmemEdits(small), cases, 5, lambda _text: None)
    assert [r["answer"] for r in rows] == ["Lisbon", "Rome", "Rome", "No information available"]
    assert all(r["right"] for r in rows)
    assert rows[0]["hits"][0]["steps"] == [2]
    assert rows[3]["first"] is None


def test_a_peer_sees_only_what_came_before_and_was_not_taken_back(cases):
    rows = edits.run(PeerEdits(Fusion(HashEncoder())), cases, 5, lambda _text: None)
    assert all(r["right"] is None for r in rows)
    assert [[h["steps"] for h in r["hits"]] for r in rows[1:]] == [[[1]], [[1]], []]
    assert {tuple(h["steps"]) for h in rows[0]["hits"]} == {(1,), (2,)}


def test_the_newest_of_the_first_can_be_put_first(cases):
    rows = edits.run(PeerEdits(Fusion(HashEncoder()), newest=2), cases, 5, lambda _text: None)
    assert rows[0]["hits"][0]["steps"] == [2]
    assert rows[0]["first"] is True


def test_an_error_of_kgmem_is_a_wrong_answer_with_its_reason(cases):
    twice = FORGOTTEN | {"say": [*FORGOTTEN["say"], {"forget": 1}]}
    broken = parsed({"case": [twice]}, "x.toml")
    (row,) = edits.run(KgmemEdits(small), broken, 5, lambda _text: None)
    assert row["reason"].startswith("error: ")
    assert row["first"] is None


def test_calls_of_a_language_model_are_counted(cases):
    llm = Counting(ScriptedLLM(['{"answer": "Lisbon", "cited": ["f1"]}'] * 20))
    opened = lambda: Memory.open(":memory:", encoder=HashEncoder(), llm=llm)  # noqa: E731
    rows = edits.run(KgmemEdits(opened, llm=llm), cases[:1], 5, lambda _text: None)
    assert rows[-1]["calls"] == llm.calls > 0


def row(case, index, right, first=None):
    return {"case": case, "index": index, "right": right, "first": first}


def test_shares_weigh_questions_and_resample_cases():
    rows = [row("a", 0, True), row("a", 1, True), row("b", 0, False), row("c", 0, None)]
    found = edits.share(rows, "right")
    assert found.mean == pytest.approx(2 / 3)
    assert (found.low, found.high, found.n) == (0.0, 1.0, 3)
    assert math.isnan(edits.share(rows, "first").mean)


def test_differences_pair_the_questions_that_both_were_judged_on():
    ours = [row("a", 0, True, first=True), row("b", 0, True, first=None)]
    theirs = [row("a", 0, None, first=False), row("b", 0, None, first=True)]
    found = edits.difference(ours, theirs, "first")
    assert (found.mean, found.n) == (1.0, 1)


def test_a_run_writes_predictions_figures_and_a_report(tmp_path):
    out = tmp_path / "out"
    report = edits.measure(systems=["kgmem", "rrf"], kinds=["return"], out=out)
    assert {p.name for p in out.iterdir()} == {
        "kgmem.jsonl", "rrf.jsonl", "figures.json", "report.md"
    }  # fmt: skip
    lines = (out / "kgmem.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == sum(len(case.questions) for case in chosen(["return"]))
    groups = json.loads((out / "figures.json").read_text())["systems"]["kgmem"]["groups"]
    assert groups["case:return"]["right"]["n"] == len(lines)
    assert "right" not in report.figures["systems"]["rrf"]["groups"]["all"]
    text = markdown(report)
    assert "kgmem minus rrf" in text
    assert "What kgmem got wrong" in text
    assert len(tables(report)) == 4


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"systems": ["nothing"]}, "rrf_newest"),
        ({"kinds": ["sideways"]}, "there are additive"),
        ({"k": 0}, "1 to 20"),
        ({"policies": ["nothing"], "kinds": ["undo"]}, "policy 'nothing'"),
    ],
)
def test_what_there_is_not_is_refused(fields, message):
    with pytest.raises(InputError, match=message):
        edits.measure(**fields)


def test_the_command_prints_tables_and_json():
    app = typer.Typer()
    app.callback()(lambda: None)
    add_commands(app)
    base = ["edits", "--system", "rrf", "--kind", "undo"]
    shown = CliRunner().invoke(app, base)
    assert shown.exit_code == 0
    assert "nothing outdated" in shown.output
    as_json = json.loads(CliRunner().invoke(app, [*base, "--json"]).stdout)
    assert as_json["systems"]["rrf"]["calls"] == 0
