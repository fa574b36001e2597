"""The sentences of a text that have most to do with a question, or tell most."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache
from itertools import pairwise

from kgmem.language.tokens import ASKS, STOPWORDS, term, terms, words

_TITLES = "".join(rf"(?<!\b{t})" for t in ("Dr", "Mr", "Ms", "St", "Mrs", "Prof"))
_END = re.compile(rf"{_TITLES}[.!?]+[\"'”’)]*\s+|[。！？]+\s*|\n+")
_ASKING = re.compile(r"[?？؟][\"'”’)\s]*\Z")
_NAMES = re.compile(r"(?<=[\w,;:'’-] )[A-Z]\w+|\d+|[\"“]")
_LONGEST = 600  # characters from which a piece without an end is cut like a sentence
_GAP = " … "
_SHARED, _WORD, _NAME, _ASKED = 3.0, 0.5, 1.0, -3.0  # what makes a sentence worth its place
_CHATTER_WORDS = """
absolutely amazing awesome bye care congrats congratulations cool definitely fantastic glad good
great haha happy hear hello hey hi incredible keep later lol love luck nice proud see soon sounds
super sure sweet take talk thank thanks totally wonderful wow yay yep
"""
_CHATTER = frozenset(_CHATTER_WORDS.split())


def excerpt(
    text: str,
    question: str,
    budget: int,
    count: Callable[[str], int],
    names: Collection[str] = (),
) -> str:
    """A text cut to the sentences that share words with a question or tell most, in their order.

    Args:
        text: any length.
        question: what matters.
        budget: most tokens; the first words of the best sentence if none fits.
        count: tokens of a text.
        names: words that tell nothing here, as the names of those who talk, casefolded.
    """
    pieces = _pieces(text)
    asked = _asked(question, names)
    worth = [_worth(p, asked, names) for p in pieces]
    best = sorted(range(len(pieces)), key=lambda i: (-worth[i], i))
    chosen: list[int] = []
    left = budget
    for i in best:
        size = count(pieces[i]) + 1
        if size <= left:
            chosen.append(i)
            left -= size
    if not chosen:
        return _cut(pieces[best[0]] if pieces else text, budget, count)
    return _joined(pieces, sorted(chosen))


def telling(text: str, question: str, names: Collection[str] = ()) -> str:
    """A text without its chatter and the questions in it that share no word with a question.

    People thank, praise and ask back in most turns; what they tell stands between.
    """
    pieces, asked = _pieces(text), _asked(question, names)
    kept = []
    for i, piece in enumerate(pieces):
        if asked.isdisjoint(terms(piece).tolist()):
            told = any(w not in _CHATTER for w in _content(piece, names))
            if not told or _ASKING.search(piece):
                continue
        kept.append(i)
    return _joined(pieces, kept) if kept else text


def _asked(question: str, names: Collection[str]) -> frozenset[int]:
    """The terms of a question that a sentence may share; who is addressed tells nothing."""
    return _terms_of(question) - {ASKS} - {term(n) for n in names}


@lru_cache(maxsize=64)
def _terms_of(question: str) -> frozenset[int]:
    return frozenset(terms(question).tolist())


def _pieces(text: str) -> list[str]:
    """The sentences of a text, very long ones in stretches."""
    cuts = [0, *(match.end() for match in _END.finditer(text)), len(text)]
    spans = [(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]
    return [text[i : min(i + _LONGEST, b)] for a, b in spans for i in range(a, b, _LONGEST)]


def _content(piece: str, names: Collection[str]) -> list[str]:
    return [w for w in words(piece) if w not in STOPWORDS and w not in names]


def _worth(piece: str, asked: frozenset[int], names: Collection[str]) -> float:
    """How much a sentence helps: words of the question, then names, numbers and content words."""
    shared = len(asked & frozenset(terms(piece).tolist()))
    told = sum(w not in _CHATTER for w in _content(piece, names))
    named = len(_NAMES.findall(piece))
    asks = _ASKED if _ASKING.search(piece) else 0.0
    return _SHARED * shared + _WORD * told + _NAME * named + asks


def _joined(pieces: list[str], chosen: list[int]) -> str:
    """Some sentences in order, a mark between those that do not follow each other."""
    found = pieces[chosen[0]].strip()
    for last, i in pairwise(chosen):
        found += (_GAP if i - last > 1 else " ") + pieces[i].strip()
    return found


def _cut(text: str, budget: int, count: Callable[[str], int]) -> str:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count(text[:middle]) < budget else (low, middle - 1)
    return text[:low].rstrip() + "…"
