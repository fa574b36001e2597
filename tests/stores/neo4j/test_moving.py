"""From one store to the other: copied, through a pipe, and replayed."""

import json

import pytest
from typer.testing import CliRunner

from kgmem import Memory
from kgmem.bench.replay import Replay, replay
from kgmem.cli.app import app
from kgmem.cli.progress import Bar
from kgmem.encoders import HashEncoder

pytestmark = pytest.mark.neo4j


@pytest.fixture
def server(neo4j_server, monkeypatch):
    """The address of an empty server, its password in the environment."""
    monkeypatch.setenv("KGMEM_NEO4J_USER", neo4j_server["auth"][0])
    monkeypatch.setenv("KGMEM_NEO4J_PASSWORD", neo4j_server["auth"][1])
    monkeypatch.setenv("KGMEM_ENCODER", "hash")
    return neo4j_server["address"]


@pytest.fixture
def kgmem(server):
    """Runs a command."""

    def run(*arguments, **options):
        result = CliRunner().invoke(app, [str(a) for a in arguments], **options)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == options.get("code", 0), result.output
        return result.stdout

    return run


@pytest.fixture
def file(tmp_path, opened, talk):
    """A memory in a file with a conversation in it."""
    with opened(str(tmp_path / "one.kgmem")) as memory:
        talk(memory)
    return tmp_path / "one.kgmem"


def content(location):
    """Everything in a memory, vectors included, as text."""
    with Memory.open(str(location), encoder=HashEncoder()) as memory:
        return list(_lines(memory))


def _lines(memory):
    from kgmem.engine.exchange import export_lines

    return export_lines(memory._engine, memory.namespaces())


def test_copying_there_and_back_loses_nothing_and_shows_how_far_it_is(
    kgmem, server, file, tmp_path, monkeypatch
):
    told = []
    monkeypatch.setattr(Bar, "to", lambda self, done, total=None: told.append((self._title, done)))
    there = json.loads(kgmem("copy", file, server, "--json"))
    back = json.loads(kgmem("copy", server, tmp_path / "two.kgmem", "--json"))
    assert there == back
    assert content(tmp_path / "two.kgmem") == content(file)
    assert content(server) == content(file)
    entries = there["default"]
    assert [n for title, n in told if title == "writing"][-1] == entries
    assert [n for title, n in told if title == "reading"][-1] > entries


def test_a_copy_that_is_repeated_changes_nothing(kgmem, server, file):
    kgmem("copy", file, server)
    before = content(server)
    kgmem("copy", file, server)
    assert content(server) == before


def test_an_export_goes_through_a_pipe_either_way(kgmem, server, file, tmp_path):
    lines = kgmem("export", "-", "--db", file)
    kgmem("import", "-", "--db", server, input=lines)
    assert len(lines.splitlines()) > 150
    assert content(server) == content(file)
    again = kgmem("export", "-", "--db", server)
    assert again == lines
    kgmem("import", "-", "--db", tmp_path / "three.kgmem", input=again)
    assert content(tmp_path / "three.kgmem") == content(file)


# --- the vector index from the command line -----


@pytest.mark.new_schema
def test_a_vector_index_is_made_shown_and_dropped(kgmem, server, file):
    kgmem("copy", file, server)
    made = json.loads(kgmem("neo4j", "vector-index", "create", "--db", server, "--json"))
    assert made == {"state": "online", "dimension": 256, "percent": 100.0}
    assert "online" in kgmem("neo4j", "vector-index", "show", "--db", server)
    answer = kgmem("ask", "Which pets does Nora have?", "--db", server)
    assert "Biscuit" in answer or "Pickle" in answer
    dropped = json.loads(kgmem("neo4j", "vector-index", "drop", "--db", server, "--json"))
    assert dropped["state"] == "none"


# --- replay -----


@pytest.fixture
def data(tmp_path, talk_turns):
    """The written conversation as a file of the benchmark's format."""
    from datetime import datetime, timedelta, timezone

    start = datetime(2024, 1, 3, 9, tzinfo=timezone.utc)
    body = {"speaker_a": "Nora", "speaker_b": "Tom"}
    for number, first in enumerate(range(0, len(talk_turns), 20), start=1):
        when = start + timedelta(days=40 * number)
        body[f"session_{number}_date_time"] = f"{when:%I:%M %p on %d %B, %Y}"
        body[f"session_{number}"] = [
            {"speaker": speaker, "dia_id": f"D{number}:{n}", "text": text}
            for n, (speaker, text) in enumerate(talk_turns[first : first + 20], start=1)
        ]
    questions = [
        {"question": q, "answer": "", "category": 4, "evidence": []}
        for q in ("Which pets does Nora have?", "Where does Tom live?", "What does Omar play?")
    ]
    sample = {"sample_id": "written", "conversation": body, "qa": questions}
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([sample]), encoding="utf-8")
    return path


def test_a_replayed_conversation_is_the_same_memory_and_leaves_nothing(kgmem, server, data):
    (found,) = json.loads(kgmem("bench", "replay", server, "--data", data, "--json"))
    lines = {line["what"]: line for line in found["lines"]}
    assert {"version", "ending", "journal", "counters", "answers", "candidates"} <= lines.keys()
    assert lines["version"]["first"] > 50
    assert [line for line in found["lines"] if line["different"]] == []
    with Memory.open(server, encoder="hash") as memory:
        assert memory.namespaces() == []
    assert "journal" in kgmem("bench", "replay", server, "--data", data, "--questions", 1)


def test_a_difference_is_counted_named_and_ends_in_exit_code_one(server, data, tmp_path, kgmem):
    from kgmem.bench.dataset import load

    (conversation,) = load(data)

    def other(name):
        memory = Memory.open(server, namespace=name, encoder="hash")
        memory.tell("Nora", "plan", "Pro", source="crm:1", time="2023-01-01")
        return memory

    told = []
    found = replay(
        conversation,
        lambda name: Memory.open(":memory:", namespace=name, encoder="hash"),
        other,
        questions=1,
        progress=lambda what, done, total: told.append((what, done, total)),
    )
    assert isinstance(found, Replay)
    assert not found.same
    journal = next(line for line in found.lines if line.what == "journal")
    assert journal.second > journal.first
    assert journal.different > 0
    assert journal.example == "j1"
    assert ("asking", 1, 1) in told
