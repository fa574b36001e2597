"""How much of what a question says stands in a text: overlap of stems, weighted by rarity."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kgmem.language.questions import Question
from kgmem.language.questions_names import MONTHS, bag
from kgmem.language.tokens import STOPWORDS, stem, words
from kgmem.language.verbs import key

# Words of a question that say how it asks, not what about.
_ASKING = bag(
    "kind type sort name way time thing things many much common both someone"
    " something anything ever recently currently usually typically likely considered"
    " different various specific according called made happen happened"
)
_LIGHT = bag("go do make take get have be use start want like say think feel love")
_LIGHT_WEIGHT = 0.5


@lru_cache(maxsize=1 << 16)
def stem_of(word: str) -> str:
    """Stem of a casefolded word; inflected forms of irregular verbs share one ("went", "go")."""
    return key(word) or stem(word)


@lru_cache(maxsize=1 << 14)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's content words."""
    return frozenset(
        stem_of(w) for part in words(text) for w in _pieces(part) if w not in STOPWORDS
    )


def _pieces(word: str) -> Iterable[str]:
    return (word,) if word.isalnum() else tuple(p for p in word.replace("'", "").split("-") if p)


@dataclass(frozen=True, slots=True)
class Focus:
    """What a question says, as weighted stems.

    Attributes:
        weights: stem to weight; rarer among what was found counts more, light verbs less.
        head: stems of the noun asked for; they match a type, not a text.
        total: sum of the weights.
    """

    weights: Mapping[str, float]
    head: frozenset[str]
    total: float

    def coverage(self, found: Iterable[str]) -> float:
        """Share of the weight that stands in `found`, 0..1."""
        if not self.total:
            return 0.0
        return sum(self.weights.get(s, 0.0) for s in set(found)) / self.total

    def missing(self, found: Iterable[str]) -> frozenset[str]:
        """The stems of the question that are not in `found`."""
        return frozenset(self.weights) - frozenset(found)


def focus_of(question: Question, texts: Iterable[str]) -> Focus:
    """The focus of a question among the texts that were found for it.

    Args:
        question: analysed.
        texts: what rarity is counted in.
    """
    counts: Counter[str] = Counter()
    total = 0
    for text in texts:
        counts.update(stems(text))
        total += 1
    own = {s for name in question.about for s in stems(name)}
    head = frozenset(stems(question.head)) if question.head else frozenset()
    dated = question.kind == "when" or question.window is not None
    weights = {}
    for word in dict.fromkeys(p for w in words(question.content) for p in _pieces(w)):
        root = stem_of(word)
        skip = word in STOPWORDS or word in _ASKING or root in own
        if skip or (dated and (word in MONTHS or word.isdigit())):
            continue
        rarity = math.log(1 + (total + 1) / (counts[root] + 0.5)) if total else 1.0
        factor = _LIGHT_WEIGHT if root in _LIGHT else 1.0
        weights[root] = rarity * factor * (0.5 if root in head else 1.0)
    return Focus(weights, head, sum(weights.values()))
