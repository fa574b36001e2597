import logging
import socket
from typing import Any

import pytest

from kgmem.errors import InputError, ModelError
from kgmem.llm import OpenAIModel, load
from kgmem.protocols import LLM

KEY = "sk-very-secret-0123456789"
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}}


def chat(text: str | None, prompt: int = 7, completion: int = 3) -> dict[str, Any]:
    """The body of a chat completion."""
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "tiny",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": text},
            }
        ],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
        },
    }


def refusal(status: int, message: str) -> tuple[int, dict[str, Any]]:
    """A status and the body of an error."""
    return status, {"error": {"message": message, "type": "invalid_request_error", "code": None}}


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    for name in ("MODEL", "BASE_URL", "API_KEY"):
        monkeypatch.delenv(f"KGMEM_LLM_{name}", raising=False)
        monkeypatch.delenv(f"OPENAI_{name}", raising=False)


@pytest.fixture
def model(endpoint):
    return OpenAIModel("tiny", base_url=endpoint.url, api_key=KEY, timeout=5, retries=0)


def test_a_prompt_is_answered_at_temperature_zero(endpoint, model):
    endpoint.script = [chat("Rome")]
    reply = model.complete("Be brief.", "Where?", max_tokens=9)
    assert (reply.text, reply.prompt_tokens, reply.completion_tokens) == ("Rome", 7, 3)
    sent = endpoint.requests[0]
    assert sent["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Where?"},
    ]
    assert (sent["model"], sent["temperature"], sent["max_tokens"]) == ("tiny", 0, 9)
    assert "response_format" not in sent
    assert endpoint.headers[0]["authorization"] == f"Bearer {KEY}"
    assert isinstance(model, LLM)


def test_a_schema_is_sent_as_the_response_format(endpoint, model):
    endpoint.script = [chat("{}")]
    model.complete("s", "u", schema=SCHEMA)
    sent = endpoint.requests[0]["response_format"]
    assert sent["type"] == "json_schema"
    assert sent["json_schema"]["schema"] == SCHEMA


def test_what_an_endpoint_refuses_is_left_out_and_stays_out(endpoint, model):
    endpoint.script = [
        refusal(400, "response_format type json_schema is not supported"),
        refusal(400, "unknown response_format"),
        chat("one"),
    ]
    assert model.complete("s", "u", schema=SCHEMA).text == "one"
    assert model.complete("s", "u", schema=SCHEMA).text == "one"
    formats = [(r.get("response_format") or {}).get("type") for r in endpoint.requests]
    assert formats == ["json_schema", "json_object", None, None]


def test_newer_models_get_no_temperature_and_max_completion_tokens(endpoint, model):
    endpoint.script = [
        refusal(400, "Unsupported value: 'temperature' does not support 0 with this model"),
        refusal(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
        chat("fine"),
    ]
    assert model.complete("s", "u", max_tokens=5).text == "fine"
    last = endpoint.requests[-1]
    assert "temperature" not in last
    assert "max_tokens" not in last
    assert last["max_completion_tokens"] == 5


def test_a_refusal_that_no_option_explains_is_an_error(endpoint, model):
    endpoint.script = [refusal(400, "this is no chat model")]
    with pytest.raises(ModelError, match="no chat model"):
        model.complete("s", "u")
    assert len(endpoint.requests) == 1


def test_a_prompt_over_the_context_length_is_not_sent_again(endpoint, model):
    endpoint.script = [refusal(400, "maximum context length is 4096 tokens")]
    with pytest.raises(ModelError, match="context length"):
        model.complete("s", "u", schema=SCHEMA)
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500, 503])
def test_a_failing_endpoint_is_a_model_error(endpoint, model, status):
    endpoint.script = [refusal(status, "no luck")]
    with pytest.raises(ModelError, match="no luck"):
        model.complete("s", "u")


def test_a_passing_failure_is_tried_again(endpoint):
    endpoint.script = [refusal(503, "busy"), refusal(429, "slow down"), chat("Rome")]
    model = OpenAIModel("tiny", base_url=endpoint.url, retries=2)
    assert model.complete("s", "u").text == "Rome"


def test_a_silent_endpoint_times_out(endpoint):
    endpoint.script = ["hang"]
    model = OpenAIModel("tiny", base_url=endpoint.url, timeout=0.2, retries=0)
    with pytest.raises(ModelError, match="Timeout"):
        model.complete("s", "u")


def test_an_endpoint_that_is_not_there_is_a_model_error():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    model = OpenAIModel("tiny", base_url=f"http://127.0.0.1:{port}/v1", retries=0)
    with pytest.raises(ModelError, match="Connection"):
        model.complete("s", "u")


@pytest.mark.parametrize(
    "body", [b"<html>proxy</html>", {"choices": []}, {"ok": True}, chat(None), b"", b"[]"]
)
def test_an_answer_that_is_no_chat_is_a_model_error(endpoint, model, body):
    endpoint.script = [(200, body)]
    with pytest.raises(ModelError):
        model.complete("s", "u")


def test_the_key_shows_nowhere(endpoint, model, caplog):
    endpoint.script = [refusal(401, f"Incorrect API key provided: {KEY}")]
    with caplog.at_level(logging.DEBUG), pytest.raises(ModelError) as caught:
        model.complete("s", "u")
    seen = [str(caught.value), repr(model), model.id, caplog.text]
    assert not [text for text in seen if KEY in text]
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_password_in_the_address_is_not_in_the_id(endpoint):
    url = endpoint.url.replace("http://", "http://me:hidden@")
    model = OpenAIModel("tiny", base_url=url)
    assert model.id == "openai:tiny@127.0.0.1"


def test_the_environment_names_model_address_and_key(endpoint, monkeypatch):
    endpoint.script = [chat("hi")]
    monkeypatch.setenv("KGMEM_LLM_MODEL", "from-env")
    monkeypatch.setenv("KGMEM_LLM_BASE_URL", endpoint.url)
    monkeypatch.setenv("KGMEM_LLM_API_KEY", "k1")
    monkeypatch.setenv("OPENAI_API_KEY", "k2")
    model = load("openai")
    assert model is not None
    assert model.complete("s", "u").text == "hi"
    assert endpoint.requests[0]["model"] == "from-env"
    assert endpoint.headers[0]["authorization"] == "Bearer k1"


def test_openais_own_variables_are_the_second_choice(endpoint, monkeypatch):
    endpoint.script = [chat("hi")]
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("OPENAI_API_KEY", "k2")
    OpenAIModel("tiny").complete("s", "u")
    assert endpoint.headers[0]["authorization"] == "Bearer k2"


def test_a_model_without_a_name_is_refused():
    with pytest.raises(InputError, match="KGMEM_LLM_MODEL"):
        OpenAIModel()


def test_a_specification_may_carry_the_address(endpoint):
    endpoint.script = [chat("hi")]
    model = load(f"openai:meta/llama-3:8b@{endpoint.url}")
    assert model is not None
    assert model.complete("s", "u").text == "hi"
    assert endpoint.requests[0]["model"] == "meta/llama-3:8b"
