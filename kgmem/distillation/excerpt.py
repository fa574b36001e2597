"""The sentences of a text that have most to do with a question, or tell most."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from kgmem.language.tokens import ASKS, STOPWORDS, TITLES, term, terms, words

_NO_TITLE = "".join(rf"(?<!\b{t})" for t in TITLES)
_END = re.compile(rf"(?=[.!?。！？\n])(?:{_NO_TITLE}(?<![.!?])[.!?]+[\"'”’)]*\s+|[。！？]+\s*|\n+)")
_ASKING = re.compile(r"[?？؟][\"'”’)\s]*\Z")
_NAMES = re.compile(r"(?<=[\w,;:'’-] )[A-Z]\w+|\d+|[\"“]")
_LONGEST = 600  # characters from which a piece without an end is cut like a sentence
_SHORT = 2_000  # characters of texts whose sentences are kept: a turn is asked about again
_GAP = " … "
_SHARED, _WORD, _NAME, _ASKED = 3.0, 0.5, 1.0, -3.0  # what makes a sentence worth its place
_CHATTER_WORDS = """
absolutely amazing awesome bye care congrats congratulations cool definitely fantastic glad good
great haha happy hear hello hey hi incredible keep later lol love luck nice proud see soon sounds
super sure sweet take talk thank thanks totally wonderful wow yay yep
"""
_CHATTER = frozenset(_CHATTER_WORDS.split())


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence with what it tells, whatever is asked.

    Attributes:
        text: as it stands, white space around it included.
        terms: its content words.
        told: how many of its words are neither function words, names nor chatter.
        named: how many names, numbers and quotes it has.
        asks: it is a question.
    """

    text: str
    terms: frozenset[int]
    told: int
    named: int
    asks: bool

    def worth(self, asked: frozenset[int]) -> float:
        """How much it helps: words of the question, then names, numbers and content words."""
        asks = _ASKED if self.asks else 0.0
        shared = len(asked & self.terms)
        return _SHARED * shared + _WORD * self.told + _NAME * self.named + asks


def excerpt(
    text: str,
    question: str,
    budget: int,
    count: Callable[[str], int],
    names: frozenset[str] = frozenset(),
) -> str:
    """A text cut to the sentences that share words with a question or tell most, in their order.

    Args:
        text: any length.
        question: what matters.
        budget: most tokens; the first words of the best sentence if none fits.
        count: tokens of a text.
        names: words that tell nothing here, as the names of those who talk, casefolded.
    """
    return _best(text, _pieces(text, names), _asked(question, names), budget, count)


def telling(
    text: str,
    question: str,
    names: frozenset[str] = frozenset(),
    *,
    budget: int | None = None,
    count: Callable[[str], int] = len,
) -> str:
    """A text without its chatter and the questions in it that share no word with a question.

    People thank, praise and ask back in most turns; what they tell stands between.

    Args:
        text: any length.
        question: what matters.
        names: words that tell nothing here, as the names of those who talk, casefolded.
        budget: tokens beyond which only the best sentences are kept; None for any length.
        count: tokens of a text.
    """
    pieces, asked = _pieces(text, names), _asked(question, names)
    kept = [i for i, p in enumerate(pieces) if asked & p.terms or (p.told and not p.asks)]
    found = _joined(pieces, kept) if kept else text
    if budget is None or count(found) <= budget:
        return found
    return _best(found, [pieces[i] for i in kept] or pieces, asked, budget, count)


def _best(
    text: str,
    pieces: Sequence[_Piece],
    asked: frozenset[int],
    budget: int,
    count: Callable[[str], int],
) -> str:
    worth = [p.worth(asked) for p in pieces]
    best = sorted(range(len(pieces)), key=lambda i: (-worth[i], i))
    chosen: list[int] = []
    left = budget
    for i in best:
        size = count(pieces[i].text) + 1
        if size <= left:
            chosen.append(i)
            left -= size
    if not chosen:
        return _cut(pieces[best[0]].text if pieces else text, budget, count)
    return _joined(pieces, sorted(chosen))


@lru_cache(maxsize=16)
def _asked(question: str, names: frozenset[str]) -> frozenset[int]:
    """The terms of a question that a sentence may share; who is addressed tells nothing."""
    return frozenset(terms(question).tolist()) - {ASKS} - {term(n) for n in names}


def _pieces(text: str, names: frozenset[str]) -> Sequence[_Piece]:
    """The sentences of a text, very long ones in stretches."""
    return _kept(text, names) if len(text) <= _SHORT else _split(text, names)


@lru_cache(maxsize=1 << 12)
def _kept(text: str, names: frozenset[str]) -> tuple[_Piece, ...]:
    return _split(text, names)


def _split(text: str, names: frozenset[str]) -> tuple[_Piece, ...]:
    cuts = [0, *(match.end() for match in _END.finditer(text)), len(text)]
    spans = [(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]
    parts = [text[i : min(i + _LONGEST, b)] for a, b in spans for i in range(a, b, _LONGEST)]
    return tuple(_piece(part, names) for part in parts)


def _piece(part: str, names: frozenset[str]) -> _Piece:
    content = [w for w in words(part) if w not in STOPWORDS and w not in names]
    return _Piece(
        part,
        terms=frozenset(map(term, content)),
        told=sum(w not in _CHATTER for w in content),
        named=len(_NAMES.findall(part)),
        asks=_ASKING.search(part) is not None,
    )


def _joined(pieces: Sequence[_Piece], chosen: list[int]) -> str:
    """Some sentences in order, a mark between those that do not follow each other."""
    found = pieces[chosen[0]].text.strip()
    for last, i in pairwise(chosen):
        found += (_GAP if i - last > 1 else " ") + pieces[i].text.strip()
    return found


def _cut(text: str, budget: int, count: Callable[[str], int]) -> str:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count(text[:middle]) < budget else (low, middle - 1)
    return text[:low].rstrip() + "…"
