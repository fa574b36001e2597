import pytest

from kgmem.errors import InputError, ModelError
from kgmem.llm import ScriptedLLM, load
from kgmem.llm.counting import estimate
from kgmem.protocols import LLM


def test_replies_come_in_order_and_calls_are_kept():
    model = ScriptedLLM(["one", "two"])
    assert [model.complete("s", "a").text, model.complete("s", "b", max_tokens=5).text] == [
        "one",
        "two",
    ]
    assert [(call.user, call.max_tokens) for call in model.calls] == [("a", 512), ("b", 5)]
    assert isinstance(model, LLM)


def test_an_exhausted_script_is_a_model_error():
    model = ScriptedLLM(["one"])
    model.complete("s", "u")
    with pytest.raises(ModelError, match="call 2"):
        model.complete("s", "u")
    assert len(model.calls) == 2


def test_a_script_can_fail_and_go_on():
    model = ScriptedLLM([ModelError("down"), "up"])
    with pytest.raises(ModelError, match="down"):
        model.complete("s", "u")
    assert model.complete("s", "u").text == "up"


def test_a_function_answers_from_the_prompt():
    model = ScriptedLLM(lambda call: call.user.upper(), name="shout")
    assert model.complete("s", "hello").text == "HELLO"
    assert model.id == "shout"


def test_tokens_are_counted():
    reply = ScriptedLLM(["four little words here"]).complete("system", "user words")
    assert reply.completion_tokens == 4
    assert reply.prompt_tokens == 3


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("", 0, 0),
        ("The cat sat on the mat.", 7, 7),
        ("internationalisation", 2, 4),
        ("王芳住在北京", 6, 6),
        ("2024-05-01", 5, 6),
    ],
)
def test_the_estimate_is_near_what_tokenizers_make(text, low, high):
    assert low <= estimate(text) <= high


def test_no_specification_is_no_model_and_a_model_stays_itself():
    model = ScriptedLLM([])
    assert load(None) is None
    assert load(model) is model


@pytest.mark.parametrize("spec", ["", "gpt", "local:", "smollm", "http://127.0.0.1"])
def test_an_unknown_specification_says_what_there_is(spec):
    with pytest.raises(InputError, match="smollm2"):
        load(spec)
