"""Weights of compact policies: safetensors, with a card that says what they are and expect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from kgmem.errors import InputError
from kgmem.policy.compact.features import fingerprint
from kgmem.policy.compact.network import Weights, shapes

_FORMAT = "kgmem-compact-edit/1"


@dataclass(frozen=True, slots=True)
class Card:
    """What weights are.

    Attributes:
        name: for the journal ("grpo-7").
        features: fingerprint of the features that they expect.
        algorithm: "grpo", "ppo", "imitation of the rules", ...
        data: what they were trained on.
        protocol: how, with the command that makes them again.
        seed: of training.
        numbers: measured on validation, by name.
    """

    name: str
    features: str = ""
    algorithm: str = ""
    data: str = ""
    protocol: str = ""
    seed: int = 0
    numbers: Mapping[str, Any] = field(default_factory=dict)


def save(path: Path, weights: Weights, card: Card) -> None:
    """Write weights with their card inside, and the card beside them for people to read."""
    from safetensors.numpy import save_file

    body = asdict(card) | {"features": fingerprint()}
    arrays = {name: np.ascontiguousarray(w, np.float32) for name, w in weights.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(body, indent=2, ensure_ascii=False)
    save_file(arrays, path, {"format": _FORMAT, "card": text})
    path.with_suffix(".card.json").write_text(text + "\n", encoding="utf-8")


def load(path: Path) -> tuple[dict[str, Any], Card]:
    """Read weights and their card.

    Raises:
        InputError: there is no such file, it holds no weights of a compact edit policy, or they
            expect other features than this version of kgmem computes.
    """
    from safetensors import SafetensorError, safe_open

    if not path.is_file():
        raise InputError(f"no weights at {path}; `kgmem train edit` makes some")
    try:
        with safe_open(path, framework="numpy") as file:
            told = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except SafetensorError as error:
        raise InputError(f"{path} is no safetensors file: {error}") from error
    if told.get("format") != _FORMAT:
        raise InputError(f"{path} holds no weights of a compact edit policy")
    card = Card(**json.loads(told["card"]))
    if card.features != fingerprint():
        raise InputError(
            f"{path} was trained for other features ({card.features}) than this kgmem computes "
            f"({fingerprint()}); train again with `kgmem train edit`, or use policy='rules'"
        )
    wanted = shapes()
    if {name: w.shape for name, w in arrays.items()} != wanted:
        raise InputError(f"{path} has weights of other shapes than the compact edit policy's")
    return arrays, card
