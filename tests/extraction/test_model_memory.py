"""The language model's extractor behind the facade: failures, resumption, malformed replies."""

import json
from datetime import datetime, timedelta, timezone

import pytest

from kgmem import Memory
from kgmem.errors import ModelError
from kgmem.extraction import LLMExtractor, SpacyExtractor
from kgmem.llm import ScriptedLLM
from kgmem.types import Observation

START = datetime(2024, 5, 1, 9, tzinfo=timezone.utc)


def observations(count):
    return [
        Observation(
            f"I bought apple number {n}",
            START + timedelta(minutes=n),
            speaker="Nora",
            source=f"chat#{n}",
            thread="t",
        )
        for n in range(count)
    ]


def answer(call):
    """A model that finds in every turn what was bought."""
    turns = []
    for number, line in enumerate(call.user.rpartition("Turns:\n")[2].splitlines(), 1):
        words = line.split("Nora: ")[1]
        fact = {"subject": "Nora", "subject_type": "person", "predicate": "bought", "quote": words}
        turns.append(
            {"turn": number, "facts": [fact | {"object": words.removeprefix("I bought ")}]}
        )
    return json.dumps({"turns": turns})


def opened(llm):
    extractor = LLMExtractor(llm, SpacyExtractor(), turns_per_call=5)
    return Memory.open(":memory:", encoder="hash", extractor=extractor)


def bought(memory):
    return [(fact.id, fact.object, fact.text) for fact in memory.facts(predicate="bought")]


def test_a_failure_at_the_third_call_leaves_the_graph_and_a_resume_finishes_without_duplicates():
    healthy = opened(ScriptedLLM(answer))
    healthy.observe_many(observations(20))

    calls = 0

    def fails_at_the_third_call(call):
        nonlocal calls
        calls += 1
        return ModelError("endpoint down") if calls == 3 else answer(call)

    llm = ScriptedLLM(fails_at_the_third_call)
    memory = opened(llm)
    with pytest.raises(ModelError, match="endpoint down"):
        memory.observe_many(observations(20))
    assert len(llm.calls) == 3
    assert memory.facts(subject="Nora") == []
    assert memory.stats()["episode"] == 20

    memory.resume()
    assert len(llm.calls) == 7
    assert len(bought(memory)) == 20
    assert [text for *_, text in bought(memory)] == [text for *_, text in bought(healthy)]
    memory.observe_many(observations(20))
    memory.resume()
    assert len(llm.calls) == 7
    assert len(bought(memory)) == 20


def test_malformed_output_never_loses_an_observation():
    llm = ScriptedLLM(lambda call: "I am sorry, <think>I cannot")
    memory = opened(llm)
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time=START)
    assert [fact.predicate for fact in memory.facts(subject="Nora", predicate="adopted")]
    assert len(llm.calls) == 2


def test_one_fenced_triple_with_a_trailing_comma_is_one_fact():
    reply = (
        '<think>x</think>```json\n{"turns": [{"turn": 1, "facts": [{"subject": "I", "predicate": '
        '"painted", "object": "a fence", "quote": "I painted a fence",},]},]}\n```'
    )
    memory = opened(ScriptedLLM([reply]))
    seen = memory.observe("I painted a fence.", speaker="Nora", time=START)
    assert len(memory.facts(subject="Nora", predicate="painted")) == 1
    assert len(seen.edits) == 1
