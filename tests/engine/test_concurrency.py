import multiprocessing
import threading
from datetime import datetime, timezone

import pytest

from kgmem import Memory, Observation, errors
from kgmem.types import Ref, Triple

NOW = datetime(2024, 5, 1, tzinfo=timezone.utc)
WORD = {"a": "Alpha", "b": "Beta"}


class Slow:
    """An extractor like a language model: it waits for a signal, or fails."""

    id = "slow"
    slow = True

    def __init__(self):
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.fail = False
        self.seen = []

    def extract(self, observations, context):
        self.begun.set()
        assert self.go_on.wait(10)
        if self.fail:
            raise errors.ModelError("the endpoint is down")
        self.seen += [o.text for o in observations]
        return [[triple(o.text)] for o in observations]


def triple(text):
    subject, predicate, thing = text.rstrip(".").split(" ", 2)
    return Triple(
        Ref(subject, named=True), predicate, Ref(thing, named=True), (0, len(text)), text=text
    )


class Broken(Slow):
    """An extractor with a bug."""

    def extract(self, observations, context):
        raise RuntimeError("a bug")


def run(threads):
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "deadlock"


def test_two_hundred_threads_on_two_namespaces_never_read_each_other(tmp_path):
    with Memory.open(tmp_path / "m", encoder="hash") as root:
        scopes = {name: root.scope(name) for name in WORD}
        for name, memory in scopes.items():
            memory.tell("Nora", "visited", f"{WORD[name]}ville", source="first")
        foreign, failures = [], []

        def work(number):
            name = "ab"[number % 2]
            memory, other = scopes[name], WORD["ba"[number % 2]]
            kind = number // 2 % 4
            try:
                if kind == 0:
                    memory.tell("Nora", "visited", f"{WORD[name]}{number}", source=f"s{number}")
                elif kind == 1:
                    memory.observe(f"{WORD[name]} has {number} trees.", speaker="Nora")
                elif kind == 2:
                    answer = memory.ask("What did Nora visit?")
                    shown = [answer.text, *(e.quote for e in answer.evidence)]
                    shown += [f.text for f in memory.facts(limit=None)]
                    foreign.extend(text for text in shown if other in text)
                else:
                    memory.tell("Kim", "visited", f"{WORD[name]}{number}", source=f"k{number}")
                    memory.forget(source=f"k{number}")
            except Exception as error:  # noqa: BLE001 - whatever it is, the test tells it
                failures.append(error)

        run([threading.Thread(target=work, args=(n,)) for n in range(200)])
        assert not failures
        assert not foreign
        for name, memory in scopes.items():
            assert memory.verify().ok
            told = {f"{WORD[name]}ville"} | {
                f"{WORD[name]}{n}" for n in range(200) if "ab"[n % 2] == name and n // 2 % 4 == 0
            }
            assert {f.object for f in memory.facts("Nora", "visited", limit=None)} >= told
            assert memory.stats()["episode"] == 51
            assert memory.entities(like="Kim") == []


def test_a_slow_extractor_blocks_neither_readers_nor_writers(tmp_path):
    slow = Slow()
    with Memory.open(tmp_path / "m", encoder="hash", extractor=slow) as memory:
        memory.tell("Kim", "visited", "Turku")
        thread = threading.Thread(target=memory.observe, args=("Nora visited Espoo.",))
        thread.start()
        assert slow.begun.wait(10)
        done = []

        def others():
            memory.tell("Kim", "visited", "Vaasa")
            memory.scope("other").tell("Kim", "visited", "Kotka")
            done.append(memory.ask("What did Kim visit?").text)
            done.append({f.object for f in memory.facts()})

        run([threading.Thread(target=others)])
        assert done[1] == {"Turku", "Vaasa"}
        assert memory.stats()["episode"] == 3  # durable before the extractor ran
        slow.go_on.set()
        thread.join(10)
        assert {f.object for f in memory.facts("Nora")} == {"Espoo"}
        assert memory.verify().ok


def test_reads_go_on_while_another_thread_holds_the_writing_lock(tmp_path):
    with Memory.open(tmp_path / "m", encoder="hash") as memory:
        memory.tell("Kim", "visited", "Turku")
        found = []
        with memory._engine.parts.lock:
            run([threading.Thread(target=lambda: found.extend(memory.retrieve("Kim's visits")))])
        assert found


def test_two_threads_that_observe_at_once_do_not_extract_each_others_words_again(tmp_path):
    slow = Slow()
    texts = ["Nora visited Espoo.", "Kim visited Turku."]
    with Memory.open(tmp_path / "m", encoder="hash", extractor=slow) as memory:
        results = []
        threads = [
            threading.Thread(target=lambda text=text: results.append(memory.observe(text)))
            for text in texts
        ]
        for thread in threads:
            thread.start()
        assert slow.begun.wait(10)
        slow.go_on.set()
        for thread in threads:
            thread.join(10)
        assert sorted(slow.seen) == sorted(texts)
        assert [r.state for r in results] == ["done", "done"]
        assert all(r.edits for r in results)


def test_what_a_failing_model_left_pending_is_finished_by_resume(tmp_path):
    slow = Slow()
    slow.fail = True
    slow.go_on.set()
    with Memory.open(tmp_path / "m", encoder="hash", extractor=slow) as memory:
        with pytest.raises(errors.ModelError):
            memory.observe("Nora visited Espoo.", source="a")
        with pytest.raises(errors.ModelError):
            memory.resume()
        assert memory.observe("Nora visited Espoo.", source="a").repeated
        assert memory.facts() == []
    again = Slow()
    again.go_on.set()
    with Memory.open(tmp_path / "m", encoder="hash", extractor=again) as memory:
        (finished,) = memory.resume()
        assert finished.edits
        assert [f.object for f in memory.facts("Nora")] == ["Espoo"]
        assert memory.resume() == []
        assert memory.verify().ok


def test_an_episode_that_is_forgotten_while_it_is_extracted_stays_forgotten(tmp_path):
    slow = Slow()
    with Memory.open(tmp_path / "m", encoder="hash", extractor=slow) as memory:
        memory.observe_many([Observation("Nora visited Espoo.", NOW, source="a")], wait=False)
        assert slow.begun.wait(10)
        assert memory.forget(source="a").episodes == 1
        slow.go_on.set()
        assert memory.resume() == []
        assert memory.facts() == []
        assert memory.verify().ok


def test_a_bug_in_an_extractor_does_not_hang_close_or_resume(tmp_path, monkeypatch):
    reported = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.exc_value))
    with Memory.open(tmp_path / "m", encoder="hash", extractor=Broken()) as memory:
        memory.observe("Nora visited Espoo.", wait=False)
        with pytest.raises(RuntimeError, match="a bug"):
            memory.resume()
    assert [str(error) for error in reported] == ["a bug"]


def observe_some(path, name):
    with Memory.open(path, encoder="hash") as memory:
        for number in range(12):
            memory.tell("Nora", "visited", f"{name}{number}", source=f"{name}{number}")


def ask_some(path, _name):
    with Memory.open(path, encoder="hash") as memory:
        for _ in range(10):
            memory.ask("What did Nora visit?")
            memory.facts(limit=None)


def forget_some(path, name):
    with Memory.open(path, encoder="hash") as memory:
        for number in range(6):
            memory.tell("Kim", "visited", f"{name}{number}", source=f"{name}{number}")
            memory.forget(source=f"{name}{number}")


def test_processes_observe_ask_and_forget_on_one_file(tmp_path):
    path = tmp_path / "m"
    Memory.open(path, encoder="hash").close()
    context = multiprocessing.get_context("spawn")
    work = [(observe_some, "Ra"), (observe_some, "Lo"), (ask_some, ""), (forget_some, "Mi")]
    processes = [context.Process(target=f, args=(path, name)) for f, name in work]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [p.exitcode for p in processes] == [0] * len(work)
    with Memory.open(path, encoder="hash") as memory:
        visited = {f.object for f in memory.facts("Nora", limit=None)}
        assert visited == {f"{name}{number}" for name in ("Ra", "Lo") for number in range(12)}
        assert memory.entities(like="Kim") == []
        assert memory.verify().ok
