"""How likely a fact is true and understandable alone: a logistic score over named features.

The weights are data (`kgmem/data/confidence.toml`), fitted to judged facts by
`benchmarks/extraction/calibrate.py`, so that what it gives is a probability: of many facts with
0.7, seven in ten should be true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import exp

from kgmem import assets
from kgmem.extraction.openie.doubts import PREFIX

MOST_UNREAL = 0.5
"""What is only supposed, asked or left over is no fact, however well it was read; nor is what may
be about either of two (one in four is right where a pronoun takes up one of several earlier)."""
_WEIGHED = frozenset([f"{PREFIX}reaction"])
"""Doubtful forms that forbid nothing: what they weigh is known from judged facts."""
_UNREAL = frozenset(
    [
        "modality_hypothetical",
        "modality_asked",
        "mentioned",
        "subject_coref_close",
        "object_coref_far",
        "about_noun_resolved",
        "told_nothing",
        "hearsay",
        "chat_verb",
    ]
)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature adds to the log-odds that a fact is true.

    Attributes:
        bias: log-odds of a fact without any feature.
        least: drafts less likely than this are not worth a fact.
        features: weight by feature name, within [-3, 3]; features without one weigh nothing.
    """

    bias: float
    least: float
    features: Mapping[str, float]


@cache
def weights() -> Weights:
    """The shipped weights."""
    table = assets.toml("data", "confidence.toml")
    return Weights(float(table["bias"]), float(table["least"]), table["features"])


def confidence(features: Iterable[str]) -> float:
    """Probability in (0, 1) from the features of a draft; unknown features weigh nothing."""
    given, known = set(features), weights()
    score = known.bias + sum(known.features.get(feature, 0.0) for feature in given)
    chance = 1.0 / (1.0 + exp(-score))
    return min(chance, MOST_UNREAL) if unreal(given) else chance


def unreal(features: Iterable[str]) -> bool:
    """Whether some feature forbids to assert a fact, whatever the others weigh."""
    doubtful = (f for f in features if f not in _WEIGHED)
    return any(f in _UNREAL or f.startswith(PREFIX) for f in doubtful)
