"""Language models: an endpoint, a local directory, or a script."""

from __future__ import annotations

from kgmem.errors import InputError
from kgmem.llm.local import LocalModel, smollm2
from kgmem.llm.openai import OpenAIModel
from kgmem.llm.scripted import Call, ScriptedLLM
from kgmem.protocols import LLM

__all__ = ["Call", "LocalModel", "OpenAIModel", "ScriptedLLM", "load", "smollm2"]


def load(spec: str | LLM | None = None) -> LLM | None:
    """The language model that a specification names.

    Args:
        spec: a model (returned as it is); None for none; "openai" for the model that the
            environment names; "openai:MODEL" or "openai:MODEL@URL"; "local:DIRECTORY"; "smollm2".

    Raises:
        InputError: the specification is not understood, or names no model.
        MissingExtra: what it needs is not installed.
    """
    if spec is None or not isinstance(spec, str):
        return spec
    scheme, _, rest = spec.partition(":")
    if scheme == "openai":
        model, _, url = rest.partition("@")
        return OpenAIModel(model or None, base_url=url or None)
    if scheme == "local" and rest:
        return LocalModel(rest)
    if spec == "smollm2":
        return smollm2()
    raise InputError(
        f"unknown language model {spec!r}; use 'openai:MODEL@URL', 'local:DIRECTORY' or 'smollm2'"
    )
