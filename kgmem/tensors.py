"""Arrays in a safetensors file with a card: what they are, and the features that they expect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kgmem.errors import InputError

Arrays = Mapping[str, npt.NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of learned part.

    Attributes:
        name: of what it is, for messages ("learned ranker").
        format: written into the file.
        command: that trains it.
        features: fingerprint of the features that this kgmem computes.
        shapes: of every array by name.
    """

    name: str
    format: str
    command: str
    features: str
    shapes: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Card:
    """What arrays are.

    Attributes:
        name: for reasons and reports.
        algorithm: how they were learned, called what it is.
        data: what they were learned from.
        protocol: the command that makes them again.
        seed: of training.
        numbers: measured on validation, by name.
        features: fingerprint of the features that they expect; filled in by `save`.
        digest: of the arrays themselves; filled in by `save`, empty in older files.
    """

    name: str
    algorithm: str = ""
    data: str = ""
    protocol: str = ""
    seed: int = 0
    numbers: Mapping[str, Any] = field(default_factory=dict)
    features: str = ""
    digest: str = ""


def save(path: Path, kind: Kind, arrays: Arrays, card: Card) -> None:
    """Write arrays with their card inside, and the card beside them for people to read."""
    from safetensors.numpy import save_file

    plain = {name: np.ascontiguousarray(a, np.float32) for name, a in arrays.items()}
    body = asdict(card) | {"features": kind.features, "digest": _digest(plain)}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(body, indent=2, ensure_ascii=False)
    save_file(plain, path, {"format": kind.format, "card": text})
    path.with_suffix(".card.json").write_text(text + "\n", encoding="utf-8")


def load(path: Path, kind: Kind) -> tuple[dict[str, npt.NDArray[np.float32]], Card]:
    """Read arrays and their card.

    Raises:
        InputError: there is no such file, it holds something else, or it expects other features
            than this version of kgmem computes.
    """
    from safetensors import SafetensorError, safe_open

    if not path.is_file():
        raise InputError(f"no weights at {path}; `{kind.command}` makes some")
    try:
        with safe_open(path, framework="numpy") as file:
            told = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise InputError(f"{path} is no safetensors file: {error}") from error
    if told.get("format") != kind.format:
        raise InputError(f"{path} holds no weights of a {kind.name}")
    card = _card(path, told.get("card", ""))
    if card.features != kind.features:
        raise InputError(
            f"{path} was trained for other features ({card.features}) than this kgmem computes "
            f"({kind.features}); train again with `{kind.command}`, or leave it out"
        )
    if {name: a.shape for name, a in arrays.items()} != dict(kind.shapes):
        raise InputError(f"{path} has arrays of other shapes than a {kind.name}'s")
    if not all(np.isfinite(a).all() for a in arrays.values()):
        raise InputError(f"{path} holds numbers that are not finite; its training failed")
    if card.digest and card.digest != _digest(arrays):
        raise InputError(f"{path} is damaged: its numbers are not those that its card names")
    return arrays, card


def _digest(arrays: Arrays) -> str:
    found = sha256()
    for name in sorted(arrays):
        found.update(name.encode() + arrays[name].tobytes())
    return found.hexdigest()[:16]


def _card(path: Path, text: str) -> Card:
    """The card in a file's metadata.

    Raises:
        InputError: it is damaged.
    """
    try:
        return Card(**json.loads(text))
    except (ValueError, TypeError) as error:
        raise InputError(f"the card in {path} is damaged: {error}") from error
