"""Chat models behind any OpenAI-compatible endpoint (extra `llm`)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from kgmem.errors import InputError, MissingExtra, ModelError
from kgmem.llm.counting import estimate
from kgmem.protocols import Completion


class OpenAIModel:
    """A chat model of OpenAI, or of any server that speaks its protocol (vLLM, llama.cpp, Ollama).

    What an endpoint refuses with status 400 (a response schema, a temperature, `max_tokens`) is
    left out from then on. The key never shows in the id, the repr, errors or logs.
    """

    def __init__(
        self,
        model: str | None = None,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        retries: int = 2,
    ) -> None:
        """Prepare; nothing is sent before the first prompt.

        Args:
            model: the endpoint's name for the model; else KGMEM_LLM_MODEL, else OPENAI_MODEL.
            base_url: for example "http://localhost:8000/v1"; else KGMEM_LLM_BASE_URL, else
                OPENAI_BASE_URL.
            api_key: else KGMEM_LLM_API_KEY, else OPENAI_API_KEY; local servers need none.
            timeout: seconds for one request.
            retries: further attempts after a failure that may pass (429, 5xx, no connection).

        Raises:
            InputError: no model is named.
            MissingExtra: the openai client is not installed.
        """
        name = model or _environment("MODEL")
        if not name:
            raise InputError("no language model is named: pass a model or set KGMEM_LLM_MODEL")
        try:
            import openai
        except ImportError:
            raise MissingExtra("openai", "llm") from None
        self._openai: Any = openai
        self._key = api_key or _environment("API_KEY") or "none"
        self._client: Any = openai.OpenAI(
            api_key=self._key,
            base_url=base_url or _environment("BASE_URL") or None,
            timeout=timeout,
            max_retries=retries,
        )
        self._model = name
        self._host = urlsplit(str(self._client.base_url)).hostname or ""
        self._refused: frozenset[str] = frozenset()
        self.id = f"openai:{name}@{self._host}"

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_tokens: int = 512,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """Answer one prompt at temperature 0; see `LLM.complete`.

        Raises:
            ModelError: the endpoint failed, timed out, or answered something else than a chat.
        """
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        while True:
            options = _options(max_tokens, schema, self._refused)
            try:
                reply = self._client.chat.completions.create(
                    model=self._model, messages=messages, **options
                )
            except self._openai.BadRequestError as error:
                refused = _refused_option(str(error), options)
                if refused is None:
                    raise ModelError(self._failure(error)) from None
                self._refused |= {refused}
            except (self._openai.OpenAIError, ValueError) as error:
                raise ModelError(self._failure(error)) from None
            else:
                return self._completion(reply)

    def _completion(self, reply: Any) -> Completion:
        choices = getattr(reply, "choices", None)
        text = getattr(getattr(choices[0], "message", None), "content", None) if choices else None
        if not isinstance(text, str):
            raise ModelError(f"{self.id} answered without a message")
        usage = getattr(reply, "usage", None)
        return Completion(
            text,
            getattr(usage, "prompt_tokens", None) or 0,
            getattr(usage, "completion_tokens", None) or 0,
        )

    def _failure(self, error: Exception) -> str:
        """One line for people, without the key, whatever the endpoint echoes."""
        text = " ".join(str(error).split())[:500]
        if self._key != "none":
            text = text.replace(self._key, "***")
        return f"{self.id} failed ({type(error).__name__}): {text}"

    def count_tokens(self, text: str) -> int:
        """An estimate: endpoints do not tell their tokenizer."""
        return estimate(text)

    def __repr__(self) -> str:
        """The id, never the key."""
        return f"OpenAIModel({self.id!r})"


def _options(
    max_tokens: int, schema: Mapping[str, Any] | None, refused: frozenset[str]
) -> dict[str, Any]:
    """Arguments of the request, without what the endpoint has refused."""
    options: dict[str, Any] = {}
    if "temperature" not in refused:
        options["temperature"] = 0
    options["max_completion_tokens" if "max_tokens" in refused else "max_tokens"] = max_tokens
    if schema is not None and "json_schema" not in refused:
        options["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "reply", "schema": dict(schema)},
        }
    elif schema is not None and "json_object" not in refused:
        options["response_format"] = {"type": "json_object"}
    return options


def _refused_option(message: str, options: Mapping[str, Any]) -> str | None:
    """Which option a refusal is about: one that it names, else the response format if any."""
    text = message.lower()
    for name in ("temperature", "max_tokens"):
        if name in options and name in text:
            return name
    response = options.get("response_format")
    if response is None or "context length" in text or "context_length" in text:
        return None
    return str(response["type"])


def _environment(name: str) -> str:
    return os.environ.get(f"KGMEM_LLM_{name}") or os.environ.get(f"OPENAI_{name}") or ""
