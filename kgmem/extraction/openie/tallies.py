"""What a parse holds, counted once for all drafts of a unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

_CONTENT = frozenset(["NOUN", "PROPN", "ADJ", "NUM", "VERB", "ADV"])
FINITE = frozenset(["VBD", "VBP", "VBZ", "MD"])
"""Tags of verbs that make a clause."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Words and marks of a parse.

    Attributes:
        words: how many words.
        finite: how many finite verbs.
        content: positions of the words that mean something.
        marks: signs of the unit.
        denies: it says "not", "no" or "never".
    """

    words: int
    finite: int
    content: tuple[int, ...]
    marks: frozenset[str]
    denies: bool


@lru_cache(maxsize=16)
def tally(doc: Doc) -> Tally:
    """The words and marks of a parse; kept for the next draft of the same."""
    marks: set[str] = set()
    words = finite = 0
    denies = False
    content: list[int] = []
    for token in doc:
        dep, pos, low = token.dep_, token.pos_, token.lower_
        words += token.is_alpha
        finite += token.tag_ in FINITE
        if pos in _CONTENT:
            content.append(token.i)
        if dep in {"dep", "meta"}:
            marks.add("parse_dep")
        elif dep == "ROOT" and pos not in {"VERB", "AUX"}:
            marks.add("parse_root_no_verb")
        denies = denies or dep == "neg" or low in {"no", "never"}
        if low == "like" and pos in {"ADP", "SCONJ"}:
            marks.add("simile")
        if low in {"you", "your"}:
            marks.add("second_person")
    return Tally(words, finite, tuple(content), frozenset(marks), denies)
