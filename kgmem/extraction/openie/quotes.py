"""Words between quotation marks that are somebody else's: their "I" is not the speaker."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kgmem.extraction.openie.scene import Reading

if TYPE_CHECKING:
    from spacy.tokens import Token

_QUOTE = re.compile(r"[\"\u201c]([^\"\u201c\u201d]{3,240})[\"\u201d]")
_SINGLE = re.compile(
    r"(?:(?<=^)|(?<=[\s:(]))['\u2018](?=\S)((?:[^'\u2018\u2019\n]|(?<=\w)['\u2019](?=\w)){3,240})"
    r"['\u2019](?!\w)"
)
_OWN = re.compile(
    r"\b(?:I|we)(?:'ve|'d|'m|'ll)?(?: \w+){0,2} (?:said|say|told|tell|asked|ask|wrote|write|replied"
    r"|answered|thought|think|shouted|texted|promised|called|call|saying|telling)\b[^.!?]{0,30}$"
)
_REACH = 60


def foreign(reading: Reading, token: Token) -> bool:
    """Whether a word stands in a quotation that is not put into the speaker's own mouth."""
    unit, text = reading.unit, reading.scene.observation.text
    if unit.voice or unit.caption or token.idx >= len(unit.words.origin):
        return False
    if not any(mark in text for mark in "\"'\u201c\u2018"):
        return False
    at = unit.words.origin[token.idx]
    return any(start < at < end for start, end in _spans(text))


@lru_cache(maxsize=64)
def _spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where others are quoted."""
    found = []
    for match in (*_QUOTE.finditer(text), *_SINGLE.finditer(text)):
        before = text[max(0, match.start() - _REACH) : match.start()]
        if not _OWN.search(before):
            found.append((match.start(), match.end()))
    return tuple(found)
