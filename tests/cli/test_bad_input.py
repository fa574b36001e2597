"""What people type wrongly: one line that helps, an exit code, and nothing lost."""

import json


def test_a_malformed_line_is_named_and_what_came_before_it_is_kept(cli):
    good = [json.dumps({"text": f"Item {n} came.", "time": "2024-01-01"}) for n in range(9)]
    for bad, message in (
        ('{"text": "broken', "not JSON"),
        ('{"text": "x", "trust": 7}', "trust"),
        ('{"text": " "}', "not empty"),
        ('{"text": "x", "role": "king"}', "role"),
        ('{"text": "x", "time": "soonish"}', "time"),
        ('["x"]', "not a JSON object"),
    ):
        name = f"{message.replace(' ', '')}.jsonl"
        failed = cli("ingest", cli.write(name, "\n".join([*good, bad, *good])), code=1)
        assert f"{name}: line 10:" in failed.stderr
        assert message in failed.stderr
        assert "9 observations before it are kept" in failed.stderr


def test_a_file_that_is_no_utf8_is_named(cli):
    for name, command in (
        ("latin.txt", ["ingest"]),
        ("latin.jsonl", ["import"]),
        ("latin.jsonl", ["bench", "subgoals"]),
        ("latin.json", ["bench", "locomo", "--data"]),
    ):
        path = cli.folder / name
        path.write_bytes('{"text": "café"}\n'.encode("latin-1"))
        failed = cli(*command, path, code=1)
        assert name in failed.stderr, command
        assert failed.stderr.count(name) == 1


def test_a_file_nested_too_deep_is_named(cli):
    for name, text in (
        ("deep.json", "[" * 5000 + "]" * 5000),
        ("deep.jsonl", '{"text": "Ok."}\n{"text":' + "[" * 5000 + "]" * 5000 + "}"),
    ):
        failed = cli("ingest", cli.write(name, text), code=1)
        assert name in failed.stderr
        assert "not JSON" in failed.stderr or "too deep" in failed.stderr


def test_a_predicate_that_nothing_was_said_with_is_answered_by_close_ones(talk):
    found = talk("facts", "-p", "adopts it")
    assert "no fact with the predicate 'adopts it'; close ones: adopt" in found.stderr
    assert talk("facts", "-p", "adopted").stderr == ""
    assert talk.json("facts", "-p", "adopts it") == []


def test_a_predicate_in_use_is_not_called_unused_where_nothing_is_shown(talk):
    assert talk("facts", "Zelda", "-p", "adopted").stderr == ""
    talk("tell", "Nora", "juggles", "torches")
    (fact,) = talk.json("facts", "-p", "juggles")
    talk("retract", fact["id"])
    found = talk("facts", "-p", "juggles")
    assert found.stderr == ""
    assert talk.json("facts", "-p", "juggles") == []


def test_a_mistyped_call_says_what_to_do(talk):
    for arguments, words in (
        (["ask", ""], "question is empty"),
        (["ask", "who?", "-n", "nope"], "no namespace 'nope'"),
        (["ask", "who?", "--now", "soonish"], "is not a time"),
        (["query", "MATCH ("], "syntax"),
        (["query", "CREATE (n)"], "CREATE writes"),
        (["correct", "f999", "--object", "x"], "no fact 'f999'"),
        (["undo", "t999"], "no step 't999'"),
        (["forget", "--source", "zz", "--yes"], "no source 'zz'"),
        (["forget", "--everything", "--yes", "-n", "nope"], "no namespace 'nope'"),
        (["import", talk.write("x.jsonl", '{"a": 1}\n')], "line 1: not a kgmem export"),
        (["export", talk.folder / "no" / "x.jsonl"], "cannot write"),
        (["reembed", "nonsense"], "unknown encoder"),
    ):
        failed = talk(*arguments, code=1)
        assert failed.stderr.startswith("error: ")
        assert words.casefold() in failed.stderr.casefold()
    assert talk.json("verify")["problems"] == []


def test_bytes_that_are_no_text_in_an_argument_are_taken_as_replacement_characters(talk):
    assert talk("tell", "\udcff", "is", "\udcfe").exit_code == 0
    assert talk("ask", "\udcff\udcfe who?").exit_code == 0
    assert talk.json("verify")["problems"] == []
