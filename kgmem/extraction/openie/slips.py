"""Slips of the tongue that the same sentence puts right: "in Leiden, I mean Delft"."""

from __future__ import annotations

import re

from kgmem.extraction.openie.mapped import Mapped

MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
"""A month as it is written."""
WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
"""A day of the week as it is written."""
_COUNT = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|hundred)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_KINDS = {
    "mail": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "time": r"\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?[ap]\.?m\b\.?",
    "date": rf"(?:the )?{_DAY}(?: of)? {MONTH}(?:,? \d{{4}})?|{MONTH} {_DAY}(?:,? \d{{4}})?",
    "weekday": WEEKDAY,
    "year": r"(?:19|20)\d\d",
    "month": MONTH,
    "tied": r"\w+(?:[_/-]\w+)+",
    "number": rf"\d+(?:[.,]\d+)*|{_COUNT}(?:-{_COUNT})?",
}
OF_KIND = {k: re.compile(rf"(?<![\w@.])(?:{p})(?![\w@])", re.IGNORECASE) for k, p in _KINDS.items()}
"""What stands for its like: a time for a time, a number for a number."""
NAME = re.compile(r"(?<![\w'])[A-Z][\w’'-]*[a-z](?:\s+(?:de|van|von|of|al)?\s?[A-Z][\w’-]+)*")
MEANT = (
    r"(?:i (?:actually |really )?mean(?:t)?(?: to (?:say|write|type))?|make that|(?:or )?rather"
    r"|correction|(?:scratch|strike) that|i should have said)"
)
"""What announces the right words."""
ERRED = r"(?:misspoke|mistyped)"
_DENIED = re.compile(r"\bnot\s+(?:(?:in|on|at|to|from|with|for|the)\s+)?$", re.IGNORECASE)
_INLINE = re.compile(
    r"(?:,|(?<!\.)\.{2,}|…|\s[-–—]+)\s*(?:(?:oh|no|wait|sorry|er|erm|uh|um|hm)\b[,.!…]*\s+)*"
    rf"(?:{MEANT}|sorry|no wait|no|wait|er)\b"
    r"[,:]?\s+(?:(?:in|on|at|to)\s+)?",
    re.IGNORECASE,
)


def inline(text: Mapped) -> Mapped:
    """A sentence in which the speaker puts a word right, without the wrong one.

    "I studied in Leiden, I mean Delft, for a year" is "I studied in Delft, for a year".
    """
    for match in _INLINE.finditer(text.text):
        right = _starting(text.text, match.end())
        if right is None:
            continue
        kind, end = right
        wrong = _ending(text.text, match.start(), kind)
        if wrong is not None and text.text[wrong : match.start()] != text.text[match.end() : end]:
            return text.cut(0, wrong).then(text.cut(match.end()))
    return text


def _starting(text: str, at: int) -> tuple[str, int] | None:
    """The kind and end of a number, date or name at a place of a text."""
    for kind, pattern in (*OF_KIND.items(), ("name", NAME)):
        match = pattern.match(text, at)
        if match is not None and re.match(r"\s*(?:[,.!?;]|$|\w)", text[match.end() :]):
            return kind, match.end()
    return None


def _ending(text: str, at: int, kind: str) -> int | None:
    """Where a thing of a kind begins that ends at a place of a text."""
    pattern = NAME if kind == "name" else OF_KIND[kind]
    found = [m for m in pattern.finditer(text, 0, at) if m.end() == at and m.start() > 0]
    if not found or _DENIED.search(text[: found[-1].start()]):
        return None
    return found[-1].start()
