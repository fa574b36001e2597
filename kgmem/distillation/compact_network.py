"""The compact distiller's choice: a small network scores candidates, the budget is filled by it.

    s_i = τ log worth_i + w·x_i + v·relu(W x_i + b)

Candidates are drawn without replacement by softmax(s) among those that still fit (Plackett and
Luce's model of an order); serving takes the likeliest each time. With w and v zero that is the
budgeted distiller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kgmem.distillation.compact_features import names
from kgmem.types import Floats, Ints

WIDTH = 16
SHARPNESS = 4.0
"""τ: how decided the policy is before it has learned anything."""

Weights = Mapping[str, Floats]


def shapes() -> dict[str, tuple[int, ...]]:
    """Shape of every weight by name."""
    size = len(names())
    return {"w": (size,), "hidden.w": (size, WIDTH), "hidden.b": (WIDTH,), "v": (WIDTH,)}


def scores(weights: Weights, features: Floats, prior: Floats) -> Floats:
    """Scores of candidates, `(n,)`, from their features `(n, F)` and `log worth` `(n,)`."""
    hidden = np.maximum(features @ weights["hidden.w"] + weights["hidden.b"], np.float32(0))
    found: Floats = SHARPNESS * prior + features @ weights["w"] + hidden @ weights["v"]
    return found


def fill(order: Sequence[int], sizes: Ints, budget: int) -> list[int]:
    """Those that are taken when candidates are gone through in an order until none fits."""
    taken = []
    for i in order:
        if sizes[i] <= budget:
            taken.append(i)
            budget -= int(sizes[i])
    return taken


def best(found: Floats, sizes: Ints, budget: int) -> list[int]:
    """The likeliest choice, in the order in which it is made."""
    return fill(np.argsort(-found, kind="stable").tolist(), sizes, budget)


def draw(found: Floats, sizes: Ints, budget: int, dice: np.random.Generator) -> list[int]:
    """A choice drawn by its probability (Gumbel's trick; what does not fit is passed over)."""
    noisy = found + dice.gumbel(size=len(found)).astype(np.float32)
    return best(noisy, sizes, budget)


def open_at(taken: Sequence[int], sizes: Ints, budget: int) -> np.ndarray:
    """What could be taken at each pick, `(picks, n)` bool."""
    still = np.ones(len(sizes), dtype=bool)
    rows = np.zeros((len(taken), len(sizes)), dtype=bool)
    for k, i in enumerate(taken):
        rows[k] = still & (sizes <= budget)
        still[i] = False
        budget -= int(sizes[i])
    return rows
