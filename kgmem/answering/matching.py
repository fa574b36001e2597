"""How much of what a question says stands in a text: overlap of stems, weighted by rarity."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from kgmem import assets
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
_BEFORE, _AFTER, _LESS = 5, 4, 0.5
_LIGHT = bag("go do make take get have be use start want say")
_LIGHT_WEIGHT = 0.5
_TOKEN = re.compile(r"[\w'’-]+")


@cache
def _same() -> tuple[dict[str, str], re.Pattern[str], dict[str, str]]:
    """Stem to the stem that stands for its meaning; the phrases of several words, likewise."""
    single: dict[str, str] = {}
    phrases: dict[str, str] = {}
    for group in assets.toml("data", "answers.toml")["same"]:
        name = _root(group[0])
        for item in group:
            if " " in item:
                phrases[item] = group[0]
            else:
                single.setdefault(_root(item), name)
    longest = sorted(phrases, key=len, reverse=True)
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, longest)) + r")\b")
    return single, pattern, phrases


@lru_cache(maxsize=1 << 16)
def _root(word: str) -> str:
    return key(word) or stem(word)


def stem_of(word: str) -> str:
    """Stem of a casefolded word; words of one meaning and forms of one verb share it."""
    root = _root(word)
    return _same()[0].get(root, root)


@lru_cache(maxsize=1 << 14)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's content words."""
    _, pattern, phrases = _same()
    plain = pattern.sub(lambda m: phrases[m.group()], text.casefold())
    return frozenset(
        stem_of(w) for part in words(plain) for w in _pieces(part) if w not in STOPWORDS
    )


@lru_cache(maxsize=1 << 10)
def values_of(noun: str) -> frozenset[str]:
    """Stems of the words that are values of an attribute: "red" of "color"; mostly none."""
    listed = assets.toml("data", "answers.toml")["values"]
    return stems(listed.get(noun.casefold().replace("colour", "color"), ""))


def _pieces(word: str) -> Iterable[str]:
    return (word,) if word.isalnum() else tuple(p for p in word.replace("'", "").split("-") if p)


_WORDS_ALONE = ("made", "called", "likely")
"""Words that ask, whose other forms do not: "likes" says what about."""


@cache
def _asking() -> frozenset[str]:
    return frozenset(stem_of(word) for word in _ASKING if word not in _WORDS_ALONE)


def last_match(text: str, wanted: Iterable[str]) -> int:
    """Where the last word or phrase ends that says something wanted; 0 when none does."""
    roots = frozenset(wanted)
    _, pattern, phrases = _same()
    ends = [m.end() for m in _TOKEN.finditer(text) if stems(m.group()) & roots]
    for match in pattern.finditer(text.casefold()):
        if stem_of(phrases[match.group()]) in roots:
            ends.append(match.end())
    return min(max(ends, default=0), len(text))


@dataclass(frozen=True, slots=True)
class Focus:
    """What a question says, as weighted stems.

    Attributes:
        weights: stem to weight; rarer among what was found counts more, light verbs less.
        head: stems of the noun asked for; they match a type, not a text.
        total: sum of the weights.
        pictures: whether it asks about a picture.
    """

    weights: Mapping[str, float]
    head: frozenset[str]
    total: float
    pictures: bool = False

    def coverage(self, *found: frozenset[str]) -> float:
        """Share of the weight that stands in any of the sets of stems, 0..1."""
        if not self.total:
            return 0.0
        covered = 0.0
        for root, weight in self.weights.items():
            for group in found:
                if root in group:
                    covered += weight
                    break
        return covered / self.total

    def missing(self, found: Iterable[str]) -> frozenset[str]:
        """The stems of the question that are not in `found`."""
        return frozenset(self.weights) - frozenset(found)


def focus_of(question: Question, found: Iterable[frozenset[str]]) -> Focus:
    """The focus of a question among the texts that were found for it.

    Args:
        question: analysed.
        found: the stems of each text, in which rarity is counted.
    """
    counts: Counter[str] = Counter()
    total = 0
    for said in found:
        counts.update(said)
        total += 1
    own = {s for name in question.about for s in stems(name)}
    head = frozenset(stems(question.head)) if question.head else frozenset()
    dated = question.kind == "when" or question.window is not None
    weights = {}
    _, pattern, phrases = _same()
    plain = pattern.sub(lambda m: phrases[m.group()], question.content.casefold())
    for word in dict.fromkeys(p for w in words(plain) for p in _pieces(w)):
        root = stem_of(word)
        skip = word in STOPWORDS or word in _ASKING or root in _asking() or root in own
        if skip or (dated and (word in MONTHS or word.isdigit())):
            continue
        rarity = math.log(1 + (total + 1) / (counts[root] + 0.5)) if total else 1.0
        factor = _LIGHT_WEIGHT if root in _LIGHT else 1.0
        weights[root] = rarity * factor * (0.5 if root in head else 1.0)
    pictures = stem_of("picture") in weights
    return Focus(weights, head, sum(weights.values()), pictures)


def nearest(
    text: str, places: Sequence[tuple[int, int]], weights: Mapping[str, float]
) -> tuple[int, int]:
    """Of several places in a text the one whose neighbouring words weigh most; else the first."""

    def told(place: tuple[int, int]) -> float:
        before, after = text[: place[0]].split()[-_BEFORE:], text[place[1] :].split()[:_AFTER]
        led = sum(weights.get(s, 0.0) for s in stems(" ".join(before)))
        return led + _LESS * sum(weights.get(s, 0.0) for s in stems(" ".join(after)))

    return max(places, key=told)
