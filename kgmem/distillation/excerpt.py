"""The sentences of a long text that have most to do with a question."""

from __future__ import annotations

import re
from collections.abc import Callable

from kgmem.language.tokens import terms

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*\s*")
_LONGEST = 600  # characters from which a piece without an end is cut like a sentence
_GAP = " … "


def excerpt(text: str, question: str, budget: int, count: Callable[[str], int]) -> str:
    """A text cut to the sentences that share most words with a question, in their order.

    Args:
        text: any length.
        question: what matters.
        budget: most tokens; the first words of the best sentence if none fits.
        count: tokens of a text.
    """
    pieces = [
        match.group()[i : i + _LONGEST]
        for match in _SENTENCE.finditer(text)
        for i in range(0, len(match.group()), _LONGEST)
    ]
    asked = set(terms(question).tolist())
    shared = [len(asked.intersection(terms(p).tolist())) for p in pieces]
    best = sorted(range(len(pieces)), key=lambda i: (-shared[i], i))
    chosen: list[int] = []
    left = budget
    for i in best:
        size = count(pieces[i]) + 1
        if size <= left:
            chosen.append(i)
            left -= size
    if not chosen:
        return _cut(pieces[best[0]] if pieces else text, budget, count)
    parts = [pieces[i].strip() for i in sorted(chosen)]
    gaps = [b - a > 1 for a, b in zip(sorted(chosen), sorted(chosen)[1:], strict=False)]
    found = parts[0]
    for gap, part in zip(gaps, parts[1:], strict=True):
        found += (_GAP if gap else " ") + part
    return found


def _cut(text: str, budget: int, count: Callable[[str], int]) -> str:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count(text[:middle]) < budget else (low, middle - 1)
    return text[:low].rstrip() + "…"
