"""Weights of compact edit policies: what `kgmem.tensors` keeps, with this policy's features."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kgmem import tensors
from kgmem.policy.compact.features import fingerprint
from kgmem.policy.compact.network import Weights, shapes
from kgmem.tensors import Card


def _kind() -> tensors.Kind:
    return tensors.Kind(
        name="compact edit policy",
        format="kgmem-compact-edit/1",
        command="kgmem train edit",
        features=fingerprint(),
        shapes=shapes(),
    )


def save(path: Path, weights: Weights, card: Card) -> None:
    """Write weights with their card inside, and the card beside them for people to read."""
    tensors.save(path, _kind(), weights, card)


def load(path: Path) -> tuple[dict[str, Any], Card]:
    """Read weights and their card.

    Raises:
        InputError: there is no such file, it holds no weights of a compact edit policy, or they
            expect other features than this version of kgmem computes.
    """
    return tensors.load(path, _kind())


__all__ = ["Card", "load", "save"]
