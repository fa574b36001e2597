"""After forgetting, the words are nowhere: not in the files, nor in what the process keeps."""

import gc
import re
import threading

import pytest

from kgmem import Memory, codec, errors
from kgmem.answering import phrases
from kgmem.language import pipeline

SECRETS = ("Zanzibrook", "Quellmar")
TEXT = "I moved to Zanzibrook with my brother Quellmar."


@pytest.fixture
def filled(memory):
    memory.observe("I live in Turku.", speaker="Nora", time="2024-01-01", source="kept")
    memory.observe(TEXT, speaker="Nora", time="2024-05-01", source="secret", thread="t")
    memory.tell("Nora", "plan", "Pro", source="crm")
    return memory


def use(memory):
    """Fill every cache there is."""
    memory.ask("Where does Nora live? In Zanzibrook?")
    memory.context("Who is Quellmar?")
    memory.query("MATCH (e:Entity {namespace: $namespace}) RETURN e.name")
    memory.facts("Quellmar", ended=True, tentative=True, known_at="2999-01-01")
    memory.entities("Zanz")


def leaks(memory, tmp_path):
    """Where a secret is still found."""
    found = []
    for file in tmp_path.glob("agent.kgmem*"):
        data = file.read_bytes().lower()
        found += [(file.name, word) for word in SECRETS if word.lower().encode() in data]
    memory.export(tmp_path / "export.jsonl", namespaces=memory.namespaces())
    text = (tmp_path / "export.jsonl").read_text().lower()
    found += [("export", word) for word in SECRETS if word.lower() in text]
    shown = [repr(memory.facts(ended=True, tentative=True, limit=None)), repr(memory.entities())]
    shown += [repr(memory.query("MATCH (n) WHERE $namespace <> '' RETURN n"))]
    for number in range(1, 20):
        try:
            shown.append(repr(memory.history(f"f{number}")))
        except errors.UnknownId as error:
            shown.append(str(error))
    return found + [("shown", word) for word in SECRETS if word in " ".join(shown)]


def kept_in_memory():
    """What this process's caches hold of a secret."""
    gc.collect()
    kept = [("pipeline", text) for text in pipeline._cache]
    kept += [("phrases", repr(item)) for item in phrases._kept.items()]
    for cache in gc.get_objects():
        if isinstance(cache, type(codec.prefix)) and cache.__module__.startswith("kgmem"):
            held = [x for x in gc.get_referents(cache) if x is not vars(cache)]
            kept += [(cache.__qualname__, repr(x)) for x in held]
        elif isinstance(cache, re.Pattern):
            kept.append(("pattern", cache.pattern if isinstance(cache.pattern, str) else ""))
    return [x for x in kept if any(word.lower() in x[1].lower() for word in SECRETS)]


def test_a_forgotten_source_is_nowhere(filled, tmp_path):
    use(filled)
    assert {name for name, _ in kept_in_memory()} >= {"pipeline", "phrases", "_kept", "_counted"}
    result = filled.forget(source="secret")
    assert result.proved
    assert leaks(filled, tmp_path) == []
    assert kept_in_memory() == []
    assert not filled._engine.parts.recalled._seen
    assert filled.verify().ok
    assert [f.object for f in filled.facts("Nora", "lives in")] == ["Turku"]


def test_words_of_questions_are_nowhere_either(memory):
    memory.observe("I live in Turku.", speaker="Nora", time="2024-01-01", source="kept")
    for noun in SECRETS:
        memory.ask(f"What is Nora's favorite {noun.lower()}?")
    memory.observe(TEXT, speaker="Nora", time="2024-05-01", source="secret")
    assert "values_of" in {name for name, _ in kept_in_memory()}
    memory.forget(source="secret")
    assert kept_in_memory() == []


def test_words_that_decided_about_other_facts_go_from_their_history_too(filled, tmp_path):
    (home,) = filled.facts("Nora", "lives in")
    step = filled.correct(home.id, object="Zanzibrook", reason="she wrote from Zanzibrook").step
    filled.undo(step)
    filled.forget(source="secret")
    correction = [e for e in filled.retrieve("Zanzibrook", limit=60) if "Zanzibrook" in e.text]
    filled.forget(episode=[c.id for c in correction if c.kind == "episode"])
    assert leaks(filled, tmp_path) == []


def test_a_forgotten_namespace_is_nowhere_and_others_stay(filled, tmp_path):
    other = filled.scope("other")
    other.observe("I live in Espoo.", speaker="Kim", source="x")
    use(filled)
    other.query("MATCH (e:Entity {namespace: $namespace}) RETURN e.name")
    result = filled.forget(namespace=True)
    assert result.proved
    assert leaks(other, tmp_path) == []
    assert kept_in_memory() == []
    assert filled.facts() == []
    assert [f.object for f in other.facts("Kim")] == ["Espoo"]


@pytest.mark.parametrize("what", [{"namespace": True}, {"source": "secret"}])
def test_forgetting_again_finishes_what_an_open_read_held_up(filled, tmp_path, what, monkeypatch):
    monkeypatch.setattr("kgmem.stores.scrub._PATIENCE", 0.05)
    monkeypatch.setattr("kgmem.stores.scrub.scrub.__kwdefaults__", {"patience": 0.05})
    filled.scope("other").tell("Kim", "visited", "Espoo")
    with filled._engine.store.read("default") as reader:
        assert reader.revision
        first = filled.forget(**what)
        assert first.pending
        assert not first.proved
    again = filled.forget(**what)
    assert again.proved
    assert leaks(filled.scope("other"), tmp_path) == []
    with pytest.raises((errors.UnknownNamespace, errors.UnknownId)):
        filled.forget(**what)


def test_what_one_tenant_was_told_is_not_held_against_anothers_assistant(memory):
    memory.tell("Nora", "visited", "Turku")
    memory.context("What did Nora visit?")
    said = "Nora visited Turku."
    memory._engine.parts.recalled.add(said, memory.namespace)
    other = memory.scope("other")
    assert not other._engine.parts.recalled.repeats(said, "other")
    assert other.observe(said, role="assistant", speaker="Bot").edits
    assert not memory.observe(said, role="assistant", speaker="Bot").edits


def test_words_that_another_tenant_said_too_do_not_spoil_the_proof(filled):
    other = filled.scope("other")
    other.observe(TEXT, speaker="Kim", source="theirs")
    result = filled.forget(source="secret")
    assert (result.proved, result.remains) == (True, ())
    assert result.checked
    assert "Zanzibrook" in " ".join(e.name for e in other.entities())
    filled.observe("My cat is called Pickle.", speaker="Nora", source="cat")
    other.observe("My cat is called Biscuit.", speaker="Nora", source="cat")
    assert filled.forget(source="cat").proved  # "Nora's cat" is a name there too
    assert other.facts("Kim", tentative=True)


def test_another_process_may_forget_while_this_one_reads(tmp_path):
    with (
        Memory.open(tmp_path / "agent.kgmem", encoder="hash") as one,
        Memory.open(tmp_path / "agent.kgmem", encoder="hash") as two,
    ):
        one.observe(TEXT, speaker="Nora", source="secret")
        use(two)
        stop = threading.Event()
        seen = []

        def read():
            while not stop.is_set():
                seen.append(len(two.facts(tentative=True)))

        thread = threading.Thread(target=read)
        thread.start()
        result = one.forget(source="secret")
        while not result.proved:
            result = one.forget(source="secret")
        stop.set()
        thread.join(10)
        assert two.facts(tentative=True) == []
        assert leaks(two, tmp_path) == []


def test_what_another_process_forgot_is_not_kept_by_this_one_either(tmp_path):
    with (
        Memory.open(tmp_path / "agent.kgmem", encoder="hash") as one,
        Memory.open(tmp_path / "agent.kgmem", encoder="hash") as two,
    ):
        one.observe(TEXT, speaker="Nora", time="2024-05-01", source="secret")
        use(two)
        assert two._engine.parts.recalled._seen
        one.forget(source="secret")
        assert two.facts(tentative=True) == []
        assert not two._engine.parts.recalled._seen
        assert kept_in_memory() == []


def test_what_a_rebuild_no_longer_reads_from_an_episode_goes_with_it(tmp_path):
    with Memory.open(tmp_path / "agent.kgmem", encoder="hash") as memory:
        memory.observe("I live in Turku.", speaker="Nora", source="kept")
        memory.observe(TEXT, speaker="Nora", time="2024-05-01", source="secret")
        memory._engine.parts.extractor = Nothing()
        memory.rebuild()
        assert memory.facts(tentative=True) == []
        assert memory.forget(source="secret").proved
        assert leaks(memory, tmp_path) == []
        assert memory.verify().ok


class Nothing:
    """An extractor that reads nothing."""

    id = "nothing"
    slow = False

    def extract(self, observations, context):
        return [[] for _ in observations]
