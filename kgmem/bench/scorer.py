"""LOCOMO's official scores, from its published formulas (papers.md §12), and two plain ones.

`official` is what the benchmark reports by category *number*; `token_f1` is the same without stems,
`bleu1` unigram BLEU with brevity penalty. All are in 0..1.
"""

from __future__ import annotations

import math
import re
import string
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from kgmem.errors import InputError, MissingExtra

MULTI_HOP, TEMPORAL, OPEN_DOMAIN, SINGLE_HOP, ADVERSARIAL = 1, 2, 3, 4, 5
CATEGORIES = (MULTI_HOP, TEMPORAL, OPEN_DOMAIN, SINGLE_HOP, ADVERSARIAL)
NAMES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
ABSTENTIONS = ("no information available", "not mentioned")

_ARTICLES = re.compile(r"\b(a|an|the|and)\b")
_PUNCTUATION = frozenset(string.punctuation)


def normalise(text: str) -> str:
    """Official order: commas off without a space, lower, punctuation off, a/an/the/and off."""
    lowered = text.replace(",", "").lower()
    bare = "".join(character for character in lowered if character not in _PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


@cache
def _porter() -> Any:
    try:
        from nltk.stem import PorterStemmer
    except ImportError as error:
        raise MissingExtra("nltk", "bench") from error
    return PorterStemmer()


@lru_cache(maxsize=1 << 16)
def _stem(word: str) -> str:
    return str(_porter().stem(word))


def _overlap_f1(predicted: Sequence[str], gold: Sequence[str]) -> float:
    same = sum((Counter(predicted) & Counter(gold)).values())
    if same == 0:
        return 0.0
    precision, recall = same / len(predicted), same / len(gold)
    return 2 * precision * recall / (precision + recall)


def stemmed_f1(prediction: str, gold: str) -> float:
    """F1 of the multisets of Porter stems."""
    stems = [[_stem(word) for word in normalise(text).split()] for text in (prediction, gold)]
    return _overlap_f1(*stems)


def multi_f1(prediction: str, gold: str) -> float:
    """Category 1: both cut at commas; the mean over gold parts of the best predicted part."""
    predicted = [part.strip() for part in prediction.split(",")]
    parts = [part.strip() for part in gold.split(",")]
    return sum(max(stemmed_f1(p, g) for p in predicted) for g in parts) / len(parts)


def abstains(prediction: str) -> bool:
    """Whether the official scorer takes a prediction as "there is no answer"."""
    return any(phrase in prediction.lower() for phrase in ABSTENTIONS)


def official(category: int, prediction: str, gold: str) -> float:
    """The official score of one prediction.

    Args:
        category: 1 multi-hop, 2 temporal, 3 open-domain (gold cut at the first `;`),
            4 single-hop, 5 adversarial (gold is not read).
        prediction: the answer given.
        gold: the reference answer.

    Raises:
        InputError: an unknown category.
    """
    if category == ADVERSARIAL:
        return float(abstains(prediction))
    if category == MULTI_HOP:
        return multi_f1(prediction, gold)
    if category == OPEN_DOMAIN:
        return stemmed_f1(prediction, gold.split(";")[0].strip())
    if category in (TEMPORAL, SINGLE_HOP):
        return stemmed_f1(prediction, gold)
    raise InputError(f"category {category!r} is none of LOCOMO's: 1, 2, 3, 4, 5")


def token_f1(prediction: str, gold: str) -> float:
    """F1 of the multisets of normalised words, without stems and without splitting at commas."""
    return _overlap_f1(normalise(prediction).split(), normalise(gold).split())


def bleu1(prediction: str, gold: str) -> float:
    """Unigram BLEU of normalised words: clipped precision times the brevity penalty."""
    predicted, reference = normalise(prediction).split(), normalise(gold).split()
    if not predicted or not reference:
        return 0.0
    clipped = sum((Counter(predicted) & Counter(reference)).values())
    short = len(predicted) < len(reference)
    penalty = math.exp(1 - len(reference) / len(predicted)) if short else 1.0
    return penalty * clipped / len(predicted)


def evidence_recall(ranked: Sequence[str], evidence: Sequence[str], k: int) -> float | None:
    """Share of the evidence turns among the first `k` distinct turns; None without evidence."""
    if not evidence:
        return None
    wanted = set(evidence)
    return len(wanted & set(list(dict.fromkeys(ranked))[:k])) / len(wanted)
