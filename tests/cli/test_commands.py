import json
import xml.etree.ElementTree as ET

import pytest


def fact(cli, subject, word):
    return next(f for f in cli.json("facts", subject) if word in f["text"])


def test_ask_prints_the_answer_and_its_evidence(talk):
    shown = talk("ask", "Which pets does Nora have?").stdout
    assert "Biscuit" in shown
    assert "Pickle" in shown
    assert "I adopted" in shown
    found = talk.json("ask", "Which pets does Nora have?")
    assert found["evidence"][0]["speaker"] == "Nora"
    assert not found["abstained"]


def test_what_nobody_said_is_not_answered(talk):
    assert talk.json("ask", "What is the capital of Mongolia's neighbour?")["abstained"]


def test_context_is_plain_text_for_a_pipe(talk):
    shown = talk("context", "Nora's cats", "--budget", "200").stdout
    assert "Biscuit" in shown
    assert shown.lstrip().startswith("[")


def test_retrieve_explains_itself(talk):
    found = talk.json("retrieve", "Nora's cats", "--limit", "3")
    assert 1 <= len(found) <= 3
    assert all(c["reason"] or c["parts"] for c in found)
    assert found[0]["id"] in talk("retrieve", "Nora's cats").stdout


def test_facts_show_what_is_live_and_on_request_what_ended(talk):
    live = {f["object"] for f in talk.json("facts", "Sam", "-p", "lives in")}
    everything = {f["object"] for f in talk.json("facts", "Sam", "-p", "lives in", "--ended")}
    assert live == {"Graz"}
    assert everything == {"Vienna", "Graz"}
    then = talk.json("facts", "Sam", "-p", "lives in", "--valid-at", "2024-05-10")
    assert {f["object"] for f in then} == {"Vienna"}


def test_entities_timeline_path_and_neighbors_find_nora(talk):
    assert "Nora" in {e["name"] for e in talk.json("entities")}
    assert "Biscuit" in talk("timeline", "Nora").stdout
    assert talk.json("path", "Biscuit", "Pickle")["entities"][0] == "Biscuit"
    assert len(talk.json("neighbors", "Nora")["facts"]) >= 2


def test_two_that_are_not_connected_are_said_not_to_be(talk):
    assert "no connection" in talk("path", "Biscuit", "Graz").stdout


def test_neighbors_are_drawn_to_a_file(talk):
    out = talk.folder / "nora.svg"
    talk("neighbors", "Nora", "--svg", out)
    assert ET.parse(out).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    "args",
    [
        ("timeline", "Nobody"),
        ("neighbors", "Nobody"),
        ("path", "Nobody", "Nora"),
        ("history", "f999"),
        ("undo", "t999"),
        ("correct", "f999", "--object", "x"),
        ("retract", "f999"),
        ("split", "e999"),
        ("goal", "close", "g9", "failed"),
        ("forget", "--source", "crm:9", "--yes"),
        ("facts", "--valid-at", "someday soon"),
        ("query", "this is no cypher"),
    ],
    ids=lambda a: " ".join(a),
)
def test_what_is_not_there_is_an_error_with_one_line(talk, args):
    result = talk(*args, code=1)
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr


def test_tell_correct_history_and_undo(talk):
    step = talk.json("tell", "Nora", "plan", "Pro", "--source", "crm:1", "--author", "crm")["step"]
    assert step.startswith("t")
    told = fact(talk, "Nora", "Pro")
    talk("correct", told["id"], "--object", "Basic", "--author", "Nora")
    assert {f["object"] for f in talk.json("facts", "Nora", "-p", "plan")} == {"Basic"}
    history = talk.json("history", told["id"])
    assert history[-1]["status"] == "retracted"
    assert "Nora" in talk("history", told["id"]).stdout
    talk("undo", history[-1]["step"])
    assert {f["object"] for f in talk.json("facts", "Nora", "-p", "plan")} == {"Pro"}


def test_retract_hides_a_fact(talk):
    told = fact(talk, "Nora", "Biscuit")
    talk("retract", told["id"], "--reason", "misheard")
    assert told["id"] not in {f["id"] for f in talk.json("facts", "Nora")}


def test_forget_asks_first_and_proves_afterwards(talk):
    talk("tell", "Nora", "plan", "Zebrafish", "--source", "crm:1")
    assert "say what to forget" in talk("forget", code=1).stderr
    asked = talk("forget", "--source", "crm:1", code=1, input="n\n").stderr
    assert "Erase 1 episodes, 1 facts and 1 entities for good?" in asked
    assert fact(talk, "Nora", "Zebrafish")
    shown = talk("forget", "--source", "crm:1", input="y\n").stdout
    assert "none is left" in shown
    assert b"Zebrafish" not in talk.db.read_bytes()


def test_forget_says_where_the_name_still_stands(talk):
    talk("tell", "Zebrafish", "lives in", "Espoo")
    talk("goal", "open", "ask about the zebrafish")
    asked = talk("forget", "--entity", "Zebrafish", code=1, input="n\n").stderr
    assert "the name still stands in g1;" in asked
    assert "still stands in g1;" in talk("forget", "--entity", "Zebrafish", "--yes").stderr


def test_forget_does_not_ask_about_what_is_not_there(talk):
    shown = talk("forget", "--source", "zz", code=1, input="").stderr
    assert "no source 'zz'" in shown
    assert "Erase" not in shown


def test_query_returns_rows_by_column(talk):
    cypher = (
        "MATCH (e:Entity {namespace: $namespace, name: $n})-[f:FACT]->(o) RETURN o.name AS name"
    )
    assert {"Biscuit", "Pickle"} <= {r["name"] for r in talk.json("query", cypher, "-p", "n=Nora")}
    assert "should be NAME=VALUE" in talk("query", cypher, "-p", "n", code=1).stderr


def test_export_and_import_carry_everything(talk):
    out = talk.folder / "out.jsonl"
    assert talk.json("export", out)["lines"] > 4
    copy = talk.folder / "copy.kgmem"
    talk("import", out, "--db", copy)
    assert talk.json("facts", "--db", copy) == talk.json("facts")
    assert talk("verify", "--db", copy).stdout.startswith("sound")


def test_stats_verify_resume_rebuild_and_reembed(talk):
    assert "episode" in talk("stats").stdout
    assert talk.json("verify")["problems"] == []
    assert talk.json("resume") == {"resumed": 0}
    before = {(f["subject"], f["predicate"], f["object"]) for f in talk.json("facts")}
    assert talk.json("rebuild") == {"episodes": 4}
    assert {(f["subject"], f["predicate"], f["object"]) for f in talk.json("facts")} == before
    assert talk.json("reembed", "hash:64")["texts"] > 0
    assert "reembed" in talk("ask", "Which pets does Nora have?", code=1).stderr
    again = talk("--encoder", "hash:64", "ask", "Which pets does Nora have?").stdout
    assert "Biscuit" in again


def test_merge_and_split_are_reversible(talk):
    talk("merge", "Nora", "Sam")
    names = {e["name"] for e in talk.json("entities")}
    assert not {"Nora", "Sam"} <= names
    merged = next(e for e in talk.json("entities") if e["merged"])
    talk("split", merged["merged"][0])
    assert {"Nora", "Sam"} <= {e["name"] for e in talk.json("entities")}


def test_a_goal_goes_from_open_to_folded(cli):
    goal = cli.json("goal", "open", "find a vet", "--task", "run-7")["id"]
    steps = [("action", "call"), ("observation", "Closed on Sundays.")]
    rows = [json.dumps({"text": t, "role": r, "subgoal": goal}) for r, t in steps]
    cli("ingest", cli.write("steps.jsonl", "\n".join(rows)))
    shown = cli("goal", "show", "--task", "run-7").stdout
    assert "[g1 open] find a vet" in shown
    assert "observation: Closed on Sundays." in shown
    cli("goal", "close", goal, "failed")
    shown = cli("goal", "show", "--task", "run-7").stdout
    assert shown.count("\n") == 1
    assert "failed" in shown
    cli("goal", "unfold", goal)
    assert "action: call" in cli("goal", "show", "--task", "run-7").stdout


def test_a_namespace_that_nobody_wrote_to_is_an_error_that_lists_those_there_are(talk):
    for args in (["--namespace", "nora"], ["--read", "nora"]):
        shown = talk("facts", *args, code=1).stderr
        assert "no namespace 'nora'" in shown
        assert "default" in shown


def test_namespaces_do_not_see_each_other_but_can_be_read_together(talk):
    talk("tell", "Nora", "likes", "Tea", "--namespace", "other")
    assert "Tea" not in talk("facts", "Nora").stdout
    assert "Tea" in talk("facts", "Nora", "--read", "other").stdout
