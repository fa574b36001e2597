import json
import signal
from datetime import datetime, timedelta, timezone

import pytest

from kgmem.cli.formats import Part
from kgmem.cli.ingest import Tally, take_parts
from kgmem.cli.progress import Bar
from kgmem.memory import Memory
from kgmem.types import Observation

START = datetime(2024, 5, 1, tzinfo=timezone.utc)


def turns(count):
    for i in range(count):
        yield Observation(
            "ok", START + timedelta(minutes=i), speaker="Nora", thread="t", source=f"t#{i}"
        )


def test_a_conversation_is_taken_in_and_told_about(cli):
    shown = cli("ingest", cli.write("talk.txt", "Nora: I adopted a cat.\nSam: Lovely.\n")).stdout
    assert "talk.txt (text): 2 observations" in shown


@pytest.mark.parametrize(
    ("observations", "seconds", "rate"),
    [
        (1200, 2.0, "600 a second"),
        (19, 2.0, "9.5 a second"),
        (3, 2.0, "1.5 a second"),
        (2, 15.0, "7.5 s each"),
        (1, 300.0, "300.0 s each"),
    ],
)
def test_how_fast_it_went_is_told_of_slow_runs_too(tmp_path, observations, seconds, rate):
    tally = Tally("text", observations, seconds=seconds)
    assert tally.line(tmp_path / "talk.txt").endswith(f"; {seconds:.1f} s, {rate}")


def test_ingesting_the_same_file_again_changes_nothing(talk):
    before = talk.json("stats")
    (report,) = talk.json("ingest", talk.folder / "talk.txt")
    assert (report["observations"], report["new"], report["repeated"]) == (4, 0, 4)
    after = talk.json("stats")
    before.pop("bytes")
    after.pop("bytes")
    assert after == before


def test_a_file_that_grew_brings_only_what_is_new(talk):
    path = talk.folder / "talk.txt"
    path.write_text(path.read_text() + "Nora: I sold my bicycle.\n")
    (report,) = talk.json("ingest", path)
    assert (report["new"], report["repeated"]) == (1, 4)


def test_a_file_whose_words_changed_is_refused_with_the_source(talk):
    path = talk.folder / "talk.txt"
    path.write_text(path.read_text().replace("Biscuit", "Rex"))
    shown = talk("ingest", path, code=1).stderr
    assert "talk#1" in shown
    assert "--thread" in shown


def test_another_file_of_the_same_name_can_be_given_a_conversation_of_its_own(talk):
    other = talk.folder / "other" / "talk.txt"
    other.parent.mkdir()
    other.write_text("Sam: I sold my car.\n")
    (report,) = talk.json("ingest", other, "--thread", "other")
    assert (report["new"], report["repeated"]) == (1, 0)


def test_a_malformed_line_is_named_and_what_came_before_it_is_kept(cli):
    lines = [json.dumps({"text": "ok", "speaker": "Nora"}) for _ in range(150)]
    path = cli.write("log.jsonl", "\n".join([*lines, '{"text": ', *lines]))
    shown = cli("ingest", path, code=1).stderr
    assert "log.jsonl: line 151: not JSON" in shown
    assert "150 observations before it are kept" in shown
    assert cli.json("stats")["episode"] == 150
    path.write_text("\n".join([*lines, json.dumps({"text": "ok"}), *lines]))
    (report,) = cli.json("ingest", path)
    assert (report["new"], report["repeated"]) == (151, 150)


def test_an_observation_that_cannot_be_used_does_not_cost_those_before_it(cli):
    rows = [{"text": f"ok {i}", "source": f"s{i}"} for i in range(10)]
    rows[7]["subgoal"] = "g9"
    path = cli.write("log.jsonl", "\n".join(map(json.dumps, rows)))
    assert "s7" in cli("ingest", path, code=1).stderr
    assert cli.json("stats")["episode"] == 7


def test_ctrl_c_finishes_the_batch_and_a_second_run_the_rest():
    def interrupted():
        for number, turn in enumerate(turns(200)):
            if number == 70:
                signal.raise_signal(signal.SIGINT)
            yield turn

    before = signal.getsignal(signal.SIGINT)
    with Memory.open(":memory:", encoder="hash") as memory:
        tally = Tally()
        with Bar("x", quiet=True) as bar:
            take_parts(memory, [Part("t", 200, interrupted())], tally, bar, split=False)
            assert tally.interrupted
            assert 70 <= tally.observations < 200
            assert memory.stats()["episode"] == tally.observations
            rest = Tally()
            take_parts(memory, [Part("t", 200, turns(200))], rest, bar, split=False)
        assert rest.observations == 200
        assert rest.repeated == tally.observations
        assert memory.stats()["episode"] == 200
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_stops_at_once():
    def impatient():
        yield from turns(3)
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        yield from turns(3)

    with (
        Memory.open(":memory:", encoder="hash") as memory,
        Bar("x", quiet=True) as bar,
        pytest.raises(KeyboardInterrupt),
    ):
        take_parts(memory, [Part("t", None, impatient())], Tally(), bar, split=False)


def test_an_interrupted_command_exits_with_130_and_says_how_to_go_on(cli, monkeypatch):
    def stop(memory, parts, tally, bar, *, split):
        tally.interrupted = True

    monkeypatch.setattr("kgmem.cli.ingest.take_parts", stop)
    shown = cli("ingest", cli.write("talk.txt", "Nora: hi\n"), code=130).stderr
    assert "run the same command again" in shown


def test_each_conversation_can_have_a_namespace_of_its_own(cli):
    rows = [{"messages": [{"role": "user", "content": f"My name is Nora {i}."}]} for i in range(2)]
    cli("ingest", cli.write("many.jsonl", "\n".join(map(json.dumps, rows))), "--split")
    assert {"many-1", "many-2"} <= set(cli.json("stats")["namespaces"])
    assert cli.json("stats", "--namespace", "many-2")["episode"] == 1


def test_the_user_of_a_chat_can_be_named(cli):
    chat = json.dumps([{"role": "user", "content": "I adopted a cat named Biscuit."}])
    cli("ingest", cli.write("chat.json", chat), "--user", "Nora", "--time", "2024-05-01")
    assert "Nora" in {f["subject"] for f in cli.json("facts")}


def test_an_empty_file_and_a_missing_one_are_told_apart(cli):
    assert "empty" in cli("ingest", cli.write("none.txt", ""), code=1).stderr
    cli("ingest", cli.folder / "gone.txt", code=2)


def test_an_export_is_not_a_conversation(talk):
    out = talk.folder / "out.jsonl"
    talk("export", out)
    assert "kgmem import" in talk("ingest", out, code=1).stderr
