import json

from kgmem import assets
from kgmem.cli.demo import QUESTIONS
from kgmem.cli.formats import detect

PACKAGED = {"KGMEM_ENCODER": ""}  # as a new user has it, not the tests' hash encoder


def test_the_demo_answers_with_evidence_and_shows_a_retired_fact(cli):
    shown = cli("demo", env=PACKAGED).stdout
    for words in (*QUESTIONS, "Biscuit", "Pickle", "Lisbon", "11 June 2024", "meat"):
        assert words in shown, shown
    assert "no longer holds" in shown
    assert not cli.db.exists()


def test_the_demo_can_be_kept_and_looked_at(cli):
    found = cli.json("demo", "--keep", cli.db, env=PACKAGED)
    answers = {row["question"]: row["answer"] for row in found["answers"]}
    assert all(a["evidence"] for a in answers.values())
    assert found["retired"]["fact"]["status"] in ("ended", "retracted")
    assert "Lisbon" in cli("timeline", "Nora", env=PACKAGED).stdout
    cli("verify", env=PACKAGED)


def test_the_shipped_conversation_is_a_file_that_ingest_reads():
    path = assets.root("data") / "demo.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert detect(path) == "jsonl"
    assert len(rows) == 25
    assert {r["speaker"] for r in rows} == {"Nora", "Sam"}
