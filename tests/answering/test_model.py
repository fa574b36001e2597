"""A language model's answer stands only on what the context holds."""

from datetime import datetime, timezone

import pytest

from kgmem.answering import NOTHING, answer_with_model
from kgmem.answering.model import parse_reply
from kgmem.errors import ModelError
from kgmem.language.questions import analyse
from kgmem.llm import ScriptedLLM
from kgmem.results import Candidate, Context, Evidence

TIME = datetime(2024, 5, 1, 18, 0, tzinfo=timezone.utc)
ROWS = (("f3", "Nora adopted a cat named Biscuit"), ("ep7", "I painted the fence green."))


def context() -> Context:
    candidates = tuple(
        Candidate(
            id=name, kind="fact" if name[0] == "f" else "episode", text=text, time=TIME, score=1.0,
            evidence=(Evidence(f"ep{i}", 0, len(text), text, "Nora", TIME),),
        )
        for i, (name, text) in enumerate(ROWS)
    )  # fmt: skip
    lines = "\n".join(f"[{name}] 1 May 2024: {text}" for name, text in ROWS)
    return Context(lines, candidates, 30, "q")


def ask(reply: str, text: str = "Which cat did Nora adopt?"):
    llm = ScriptedLLM([reply])
    return answer_with_model(analyse(text, now=TIME, asker="Nora"), context(), llm), llm


def test_an_answer_carries_the_evidence_of_what_it_cites():
    answer, llm = ask('{"answer": "Biscuit", "cited": ["f3"]}')
    assert (answer.text, answer.abstained, answer.model) == ("Biscuit", False, llm.id)
    assert [e.quote for e in answer.evidence] == [ROWS[0][1]]
    assert len(llm.calls) == 1


def test_the_prompt_holds_ids_dates_the_asker_and_the_question():
    _, llm = ask('{"answer": "Biscuit", "cited": ["f3"]}')
    assert "[f3] 1 May 2024" in llm.calls[0].user
    assert "asked by Nora" in llm.calls[0].user
    assert llm.calls[0].user.endswith("Question: Which cat did Nora adopt?")


def test_ids_that_the_context_does_not_hold_are_dropped():
    answer, _ = ask('{"answer": "Biscuit", "cited": ["f99", "f3", "f3"]}')
    assert [e.quote for e in answer.evidence] == [ROWS[0][1]]


def test_an_answer_without_valid_citation_needs_its_words_in_the_context():
    answer, _ = ask('{"answer": "painted the fence", "cited": ["f99"]}')
    assert [e.quote for e in answer.evidence] == [ROWS[1][1]]
    assert answer.confidence < 0.5
    invented, _ = ask('{"answer": "a parrot in Peru", "cited": []}')
    assert invented.abstained
    assert invented.text == NOTHING


@pytest.mark.parametrize("reply", ["", "   ", "<think>hm", "{}", '{"answer": ""}', "```\n```"])
def test_nonsense_is_an_abstention(reply):
    answer, _ = ask(reply)
    assert answer.abstained
    assert answer.evidence == ()


@pytest.mark.parametrize(
    "reply", ['{"answer": "No information available", "cited": []}', "I don't know.", "Unknown"]
)
def test_a_model_that_finds_nothing_abstains_in_kgmems_words(reply):
    answer, _ = ask(reply)
    assert (answer.text, answer.abstained) == (NOTHING, True)


def test_an_empty_context_is_answered_without_a_call():
    llm = ScriptedLLM([])
    answer = answer_with_model(analyse("Who?", now=TIME), Context("", (), 0), llm)
    assert answer.abstained
    assert llm.calls == []


def test_an_endpoint_that_fails_is_not_hidden():
    llm = ScriptedLLM([ModelError("timed out")])
    with pytest.raises(ModelError, match="timed out"):
        answer_with_model(analyse("Who?", now=TIME), context(), llm)


@pytest.mark.parametrize(
    ("reply", "text", "cited"),
    [
        ('```json\n{"answer": "Biscuit", "cited": ["f3"],}\n```', "Biscuit", ("f3",)),
        ('<think>f9?</think>{"answer": ["a", "b"], "cited": "f3"}', "a, b", ("f3",)),
        ('Sure! {"answer": "Biscuit [f3]", "cited": []}', "Biscuit", ("f3",)),
        ('{"answer": "Biscuit", "cited": ["f3"', "Biscuit", ("f3",)),
        ("Answer: Biscuit [f3, ep7]\nBecause...", "Biscuit", ("f3", "ep7")),
    ],
)  # fmt: skip
def test_replies_are_read_tolerantly(reply, text, cited):
    assert parse_reply(reply) == (text, cited)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("yesterday", "30 April 2024"),
        ("the day before, 30 April 2024", "the day before, 30 April 2024"),
        ("3 May 2023", "3 May 2023"),
    ],
)
def test_a_relative_time_is_worked_out_from_the_day_of_its_evidence(reply, answer):
    given, _ = ask(f'{{"answer": "{reply}", "cited": ["ep7"]}}', "When did Nora paint the fence?")
    assert given.text == answer


def test_words_that_only_look_relative_stay_where_no_time_is_asked_for():
    given, _ = ask('{"answer": "last", "cited": ["ep7"]}', "Which place did Nora take?")
    assert given.text == "last"


def test_a_title_that_begins_like_a_refusal_is_an_answer():
    given, _ = ask('{"answer": "Unknown Pleasures", "cited": ["ep7"]}', "Which record is it?")
    assert given.text == "Unknown Pleasures"
    refused, _ = ask('{"answer": "unknown", "cited": ["ep7"]}', "Which record is it?")
    assert refused.abstained


def test_a_reply_nested_too_deep_is_none():
    assert parse_reply('{"answer":' * 5000 + "1" + "}" * 5000)[1] == ()
