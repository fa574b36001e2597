import json
from datetime import datetime, timedelta, timezone

import pytest
from pydantic import BaseModel

from kgmem import assets
from kgmem.errors import InputError, ModelError
from kgmem.extraction.model import LONGEST, LLMExtractor
from kgmem.llm import ScriptedLLM
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Ref, Triple

START = datetime(2024, 5, 1, 9, tzinfo=timezone.utc)


class Spelling:
    """An extractor without a model, small enough to see through: one triple a sentence."""

    id = "spelling"

    def __init__(self):
        self.seen = []

    def extract(self, observations, context):
        found = []
        for observation in observations:
            self.seen.append((observation.text, [o.text for o in context.recent]))
            end = observation.text.find(".")
            spans = [(0, end), (end + 1, len(observation.text))] if end > 0 else []
            found.append(
                [
                    Triple(Ref("fallback"), "read", None, span, observation.text)
                    for span in spans
                    if span[0] < span[1]
                ]
            )
        return found


def turn(text, minutes=0, speaker="Nora", **fields):
    return Observation(
        text, START + timedelta(minutes=minutes), speaker=speaker, thread="t", **fields
    )


def conversation(count):
    return [turn(f"I bought apple number {n}. Fine", n) for n in range(count)]


def fact(quote, **fields):
    return {"subject": "Nora", "predicate": "bought", "object": "an apple", "quote": quote} | fields


def reply(*turns):
    return json.dumps({"turns": [{"turn": n, "facts": facts} for n, facts in enumerate(turns, 1)]})


def answer_all(call):
    """A model that answers every numbered turn with one fact."""
    numbered = [line for line in call.user.splitlines() if line.startswith("[")]
    return reply(*[[fact(line.split("Nora: ")[1])] for line in numbered])


def turns_of(call):
    """The turns that a prompt asks about."""
    return call.user.rpartition("Turns:")[2]


def extract(llm, observations, context=None, **options):
    fallback = Spelling()
    extractor = LLMExtractor(llm, fallback, **options)
    return extractor.extract(observations, context or ExtractionContext()), fallback


def subjects(found):
    return [[triple.subject.name for triple in row] for row in found]


def test_a_hundred_turns_cost_at_most_ten_calls():
    llm = ScriptedLLM(answer_all)
    found, fallback = extract(llm, conversation(100))
    assert len(llm.calls) <= 10
    assert subjects(found) == [["Nora"]] * 100
    assert not fallback.seen


def test_a_hundred_turns_cost_at_most_ten_calls_in_two_batches_and_with_broken_replies():
    llm = ScriptedLLM(lambda call: "I would rather not.")
    turns = conversation(100)
    fallback = Spelling()
    extractor = LLMExtractor(llm, fallback)
    for batch in (turns[:64], turns[64:]):
        extractor.extract(batch, ExtractionContext())
    assert len(llm.calls) <= 10
    assert [text for text, _ in fallback.seen] == [t.text for t in turns]


@pytest.mark.parametrize("count", [1, 9, 15, 16, 64, 100])
@pytest.mark.parametrize("text", ["", "no", '{"turns": ['])
def test_the_declared_number_of_calls_is_never_passed(count, text):
    llm = ScriptedLLM(lambda call: text)
    extractor = LLMExtractor(llm, Spelling())
    extractor.extract(conversation(count), ExtractionContext())
    assert len(llm.calls) <= extractor.calls(count)


def test_the_callers_own_limit_holds_and_the_fallback_reads_the_rest():
    llm = ScriptedLLM(answer_all)
    found, _ = extract(llm, conversation(40), turns_per_call=10, max_calls=2)
    assert len(llm.calls) == 2
    assert subjects(found) == [["Nora"]] * 20 + [["fallback"] * 2] * 20


def test_a_fenced_reply_with_thoughts_and_a_trailing_comma_gives_one_triple():
    text = '<think>x</think>```json\n[{"subject":"I","predicate":"bought","object":"milk",},]\n```'
    llm = ScriptedLLM([text])
    (row,), fallback = extract(llm, [turn("I bought milk")])
    assert [(t.subject.name, t.predicate, t.object) for t in row] == [
        ("Nora", "bought", Ref("milk"))
    ]
    assert not fallback.seen


def test_an_unreadable_reply_is_asked_for_once_more():
    llm = ScriptedLLM(["Certainly!", reply([fact("I bought")])])
    found, fallback = extract(llm, [turn("I bought an apple.")])
    assert subjects(found) == [["Nora"]]
    assert not fallback.seen
    assert "no JSON" in llm.calls[1].user
    assert "Certainly!" in llm.calls[1].user
    assert "I bought an apple." in llm.calls[1].user


def test_what_stays_unreadable_is_read_by_the_fallback():
    llm = ScriptedLLM(["Certainly!", "As an AI model..."])
    found, fallback = extract(llm, [turn("One. Two"), turn("Three. Four", 1)])
    assert subjects(found) == [["fallback"] * 2] * 2
    assert len(llm.calls) == 2
    assert fallback.seen[1] == ("Three. Four", ["One. Two"])


def test_a_turn_that_the_model_left_out_is_read_by_the_fallback():
    llm = ScriptedLLM([reply([], [fact("apple number 1")])])
    found, fallback = extract(llm, conversation(3))
    assert subjects(found) == [[], ["Nora"], ["fallback"] * 2]
    assert len(llm.calls) == 1
    assert len(fallback.seen) == 1


def test_a_reply_that_broke_off_is_completed_by_the_repair():
    whole = reply([fact("apple number 0")], [fact("apple number 1")])
    llm = ScriptedLLM([whole[: whole.index("apple number 1")], reply([], [fact("apple number 1")])])
    found, fallback = extract(llm, conversation(2))
    assert subjects(found) == [["Nora"], ["Nora"]]
    assert not fallback.seen
    assert "[1]" not in llm.calls[1].user
    assert "[2]" in llm.calls[1].user


def test_the_whole_facts_of_a_broken_turn_stay_and_the_fallback_reads_its_other_words():
    text = "I bought apple number 0. Fine"
    facts = [fact("I bought apple number 0"), fact("Fine")]
    whole = reply(facts)
    llm = ScriptedLLM([whole[: whole.index("Fine")], "sorry"])
    (row,), _ = extract(llm, [turn(text)])
    assert [(t.subject.name, text[slice(*t.span)].strip()) for t in row] == [
        ("Nora", "I bought apple number 0"),
        ("fallback", "Fine"),
    ]


def test_facts_that_cannot_be_used_are_no_answer():
    llm = ScriptedLLM([reply([{"predicate": "x"}])])
    found, _ = extract(llm, [turn("One. Two")])
    assert subjects(found) == [["fallback"] * 2]


def test_facts_that_name_no_turn_go_where_their_words_stand():
    bare = json.dumps([fact("apple number 1"), fact("apple number 0"), fact("nowhere")])
    found, _ = extract(ScriptedLLM([bare]), conversation(2))
    assert [t.span for t in found[1]] == [(9, 23)]
    assert subjects(found) == [["Nora"], ["Nora"]]


def test_a_model_that_fails_leaves_nothing_half_read():
    llm = ScriptedLLM(
        lambda call: (
            ModelError("down") if "apple number 20." in turns_of(call) else answer_all(call)
        )
    )
    fallback = Spelling()
    with pytest.raises(ModelError, match="down"):
        LLMExtractor(llm, fallback, turns_per_call=10).extract(
            conversation(50), ExtractionContext()
        )
    assert len(llm.calls) == 3
    assert not fallback.seen


def test_the_same_batch_can_be_read_again_after_a_failure():
    script = iter([ModelError("timeout")])
    llm = ScriptedLLM(lambda call: next(script, None) or answer_all(call))
    extractor = LLMExtractor(llm, Spelling())
    with pytest.raises(ModelError):
        extractor.extract(conversation(3), ExtractionContext())
    assert subjects(extractor.extract(conversation(3), ExtractionContext())) == [["Nora"]] * 3


def test_users_relations_and_types_reach_prompt_and_schema():
    class Ship(BaseModel):
        """A vessel that people crew."""

    context = ExtractionContext(
        relations=(
            {
                "id": "crewed_by",
                "aliases": ["is crewed by", "has on board"],
                "cardinality": "many",
                "objects": ["person"],
            },
            {"id": "home_port", "cardinality": "one"},
        ),
        entity_types={"Ship": Ship.__doc__ or ""},
    )
    llm = ScriptedLLM([reply([fact("Argo", subject="Argo", subject_type="Ship")])])
    found, _ = extract(llm, [turn("Argo bought an apple")], context)
    prompt = llm.calls[0].user
    assert "- Ship: A vessel that people crew." in prompt
    assert '- crewed by (said as "is crewed by", "has on board"; object: person)' in prompt
    assert "- home port (one at a time)" in prompt
    assert "Ship" in json.dumps(llm.calls[0].schema)
    assert found[0][0].subject == Ref("Argo", "Ship", named=True)


def test_the_prompt_shows_people_earlier_turns_captions_and_times():
    context = ExtractionContext(
        recent=(turn("Earlier words", -5, speaker="Leo"),), participants={"t": ("Nora", "Leo")}
    )
    llm = ScriptedLLM([reply([])])
    extract(llm, [turn("Look!", caption="a grey cat", addressee="Leo")], context)
    prompt = llm.calls[0].user
    assert "Nora, Leo" in prompt
    assert "Earlier words" in prompt
    assert "[1] Wednesday 01 May 2024, 09:00, Nora to Leo: Look! (image: a grey cat)" in prompt


def test_a_later_window_sees_the_turns_before_it():
    llm = ScriptedLLM(answer_all)
    extract(llm, conversation(6), turns_per_call=3)
    assert "apple number 2" in llm.calls[1].user.split("Turns:")[0]


def test_you_is_the_other_person_of_the_thread():
    context = ExtractionContext(participants={"t": ("Nora", "Leo")})
    llm = ScriptedLLM([reply([fact("You owe", subject="you", predicate="owe")])])
    found, _ = extract(llm, [turn("You owe me an apple")], context)
    assert subjects(found) == [["Leo"]]


def test_spans_count_in_the_caption_too():
    llm = ScriptedLLM([reply([fact("a grey cat", subject="cat", predicate="is", object="grey")])])
    (row,), _ = extract(llm, [turn("Look!", caption="a grey cat")])
    assert row[0].span == (6, 16)


def test_empty_and_very_long_observations_cost_no_call():
    llm = ScriptedLLM([])
    long = "word. " * LONGEST
    found, fallback = extract(llm, [turn("  "), turn(long, 1)])
    assert not llm.calls
    assert [len(row) for row in found] == [0, 2]
    assert fallback.seen[1][0] == long


def test_the_room_for_a_reply_grows_with_the_turns():
    llm = ScriptedLLM(answer_all)
    extract(llm, conversation(1))
    extract(llm, conversation(10))
    assert llm.calls[1].max_tokens > 5 * llm.calls[0].max_tokens / 2


def test_the_id_names_the_model_and_changes_with_it():
    one = LLMExtractor(ScriptedLLM([], name="a"), Spelling())
    two = LLMExtractor(ScriptedLLM([], name="b"), Spelling())
    assert one.id.startswith("llm:a:")
    assert one.id != two.id


def test_the_prompts_example_reads_as_a_valid_reply():
    from kgmem.extraction.model_reply import read

    example = assets.prompt("extract").split("one entry for every numbered turn:")[-1]
    found = read(example)
    assert not found.problem
    assert sorted(found.turns) == [1, 2]
    assert found.turns[1][0]["subject"] == "Nora"


def test_numbers_below_one_are_refused():
    with pytest.raises(InputError):
        LLMExtractor(ScriptedLLM([]), Spelling(), turns_per_call=0)
    with pytest.raises(InputError):
        LLMExtractor(ScriptedLLM([]), Spelling(), max_calls=0)
