"""The weights that were set by hand, chosen on LOCOMO's conv-26 and conv-30 alone.

Those that were fitted are data: `kgmem/data/phrases.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kgmem import assets

PASSAGE = {
    "coverage": 0.3,
    "joint": 0.25,
    "around": 0.2,
    "own": 0.35,
    "dense": 0.4,
    "near": 0.45,
    "asks": -0.2,
}
"""How well a sentence matches: words in it, with what it follows, in its turn; person; meaning."""

FACT = {
    "passage": 0.6,
    "coverage": 0.35,
    "own": 0.25,
    "dense": 0.3,
    "asserted": 0.05,
    "said": -0.1,
    "picture": -0.25,
}
"""How well a fact matches: its sentence, its own fields, whose it is, meaning, how sure it is."""

SPAN = {
    "fact": 1.0,
    "passage": 0.85,
    "role": 0.3,
    "novel": 0.4,
    "typed": 0.35,
    "rest": 0.4,
    "agent": 0.15,
    "state": 0.4,
    "long": -0.02,
    "short": -0.1,
    "head": 0.0,
    "kind": 0.2,
    "name": 0.1,
    "bound": -0.3,
    "words": 0.0,
    "tail": 0.2,
    "title": 0.3,
    "reason": 0.4,
}
"""How well a phrase answers: what it stands on, the part of the fact, what it adds, whether the
rest of the fact is what the question says, its type and shape."""


LIKENESS = 0.4
"""How much the cosine between a phrase and the question counts among the best phrases."""

OWNERSHIP = {"coverage": 0.2, "joint": 0.3, "around": 0.5, "dense": 0.5}
"""How well one's words match what is asked, whoever the question names."""

MARGIN = -0.07
"""Where the doubt about a question that is about nobody, or several, is even."""

SLOPE = 12.0
"""How fast that doubt falls with the match."""

LEAST_LEAD = 0.1
"""Log odds below which the answer would be somebody else's; a little above even costs no answer of
our own conversations or of conv-26 and conv-30 that was right."""

UNKNOWN = 0.2
"""Below this match nothing that is asked is known."""


@cache
def fitted(table: str) -> dict[str, float]:
    """A table of the fitted weights (`kgmem/data/phrases.toml`).

    Args:
        table: `one` for an answer, `several` for items, `item` for how likely an item is right,
            `list` for how long lists are, `theirs` for whose the answer is.
    """
    return {str(k): float(v) for k, v in assets.toml("data", "phrases.toml")[table].items()}


def weigh(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The weighted sum of features."""
    total = 0.0
    for name, value in features.items():  # a loop: it runs thousands of times for a question
        total += weights[name] * value
    return total
