"""Where in a turn the words stand that a model quotes."""

from __future__ import annotations

import re
import unicodedata

_SENTENCE = re.compile(r"[^.!?\n。！？]+[.!?。！？]*")
_WORD = re.compile(r"\w+")
_PLAIN = {
    **dict.fromkeys("\u2018\u2019\u201b\u02bc\u0060\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
}
_EDGES = " \t\"'.,;:!?-"


def locate(quote: str, body: str) -> tuple[int, int] | None:
    """The span of a quotation, whatever became of its case, spaces, quote marks and dashes.

    A quotation with an ellipsis spans from its first part to its last.

    Returns:
        Characters `[start, end)` of the body; None where it is not found.
    """
    exact = body.find(quote) if quote.strip() else -1
    if exact >= 0:
        return exact, exact + len(quote)
    folded, places = _fold(body)
    parts = [_fold(part)[0].strip(_EDGES) for part in re.split(r"\.{3,}|…", quote)]
    start, at = -1, 0
    for part in filter(None, parts):
        found = folded.find(part, at)
        if found < 0:
            return None
        start = found if start < 0 else start
        at = found + len(part)
    return (places[start], places[at - 1] + 1) if start >= 0 else None


def nearest(words: str, body: str) -> tuple[tuple[int, int], float]:
    """The sentence of the body that shares most words with a text.

    Returns:
        Its span (the whole body where nothing is shared), and the share of the text's words in it.
    """
    wanted = set(_WORD.findall(words.casefold()))
    best, share = (0, len(body)), 0.0
    for match in _SENTENCE.finditer(body):
        found = wanted & set(_WORD.findall(match.group().casefold()))
        if wanted and len(found) / len(wanted) > share:
            share = len(found) / len(wanted)
            lead = len(match.group()) - len(match.group().lstrip())
            best = (match.start() + lead, match.end())
    return best, share


def _fold(text: str) -> tuple[str, list[int]]:
    """The text in plain lower case with single spaces, and where each character came from."""
    out: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        plain = unicodedata.normalize("NFKC", _PLAIN.get(char, char)).casefold()
        if plain.isspace():
            if not out or out[-1] == " ":
                continue
            plain = " "
        for piece in plain:
            out.append(piece)
            places.append(place)
    return "".join(out), places
