"""Which words of a sentence the right ones stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from kgmem.extraction.openie.slips import NAME, OF_KIND
from kgmem.language import pipeline

_ALIKE = 0.6


@dataclass(frozen=True, slots=True)
class Mend:
    """What is put right.

    Attributes:
        new: the right words and where they stand in the observation.
        old: what they stand for; empty where it is not said.
        strong: said to be a correction; otherwise it must fit the words just before.
        meant: said to be what was meant; "sorry, Bo" may only call somebody.
    """

    new: str
    place: int
    old: str
    strong: bool
    meant: bool = True


def place(mend: Mend, text: str, *, weak: bool) -> tuple[int, int] | None:
    """Which words of a sentence the right ones stand for."""
    if mend.old:
        found = re.search(rf"(?<!\w){re.escape(mend.old)}(?!\w)", text, re.IGNORECASE)
        if found is not None:
            return _aligned(mend, text, found.start(), found.end())
        return None
    for pattern in OF_KIND.values():
        if pattern.fullmatch(mend.new):
            same = {mend.new.lower(), "one"}  # "a dry one" counts nothing
            matches = [m for m in pattern.finditer(text) if m.group().lower() not in same]
            return matches[-1].span() if matches else None
    spot = _shared(mend.new, text) or (_misspelt(mend.new, text) if mend.strong else None)
    if spot is not None or weak or not mend.meant or NAME.fullmatch(mend.new) is None:
        return spot
    return _last_name(mend.new, text)


def _shared(new: str, text: str) -> tuple[int, int] | None:
    """As many words around a shared one: "second floor" for "third floor"."""
    words = new.split()
    if len(words) != 2:
        return None
    for shared, pattern in ((1, rf"[\w’'-]+\s+{re.escape(words[1])}"),
                            (0, rf"{re.escape(words[0])}\s+[\w’'-]+")):  # fmt: skip
        spot = re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE)
        other = spot.group().split()[1 - shared] if spot else ""
        anchor = words[shared].lower()
        if spot and not _LITTLE & {other.lower(), anchor} and spot.group().lower() != new.lower():
            return spot.span()
    return None


_LITTLE = frozenset(
    ["the", "a", "an", "my", "our", "your", "his", "her", "their", "this", "that", "in", "on", "at"]
) | frozenset(["of", "to", "is", "was", "are", "and", "or", "with", "for", "from", "by", "i", "we"])


def _aligned(mend: Mend, text: str, start: int, end: int) -> tuple[int, int]:
    """The whole date where only its month was said to be wrong: "12 June, not July"."""
    date = OF_KIND["date"]
    if date.fullmatch(mend.new) is not None and date.fullmatch(mend.old) is None:
        for match in date.finditer(text):
            if match.start() <= start and end <= match.end():
                return match.span()
    return start, end


def _misspelt(new: str, text: str) -> tuple[int, int] | None:
    """The word that looks like the right one: "Marisa" for "Marissa"."""
    best, spot = _ALIKE, None
    if " " in new:
        return None
    for match in re.finditer(r"[\w’'-]{3,}", text):
        alike = SequenceMatcher(None, match.group().lower(), new.lower()).ratio()
        if best < alike < 1 and not pipeline.is_word(match.group().lower()):
            best, spot = alike, match.span()
    return spot


def _last_name(new: str, text: str) -> tuple[int, int] | None:
    dates = (OF_KIND["month"], OF_KIND["weekday"])
    names = [
        m
        for m in NAME.finditer(text)
        if m.start() > 0
        and m.group() != new
        and not any(date.fullmatch(m.group()) for date in dates)
    ]
    return names[-1].span() if names else None
