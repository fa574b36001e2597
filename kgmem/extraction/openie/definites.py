"""Which one "the ticket", "that order", "the build" is: the last one that was named by a number.

Read only where agents and tools speak: there things have numbers, and are called by their noun.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem.extraction.openie.sentences import Unit
from kgmem.language.standins import CODED, HYPHEN, TIE, coded
from kgmem.types import Observation

BACK = 4
"""Turns before that are looked back at."""
LONGEST = 4_000
"""Characters at the end of each of them."""
_TRACKED = "ticket|issue|bug|incident|case|task|story|request"
_NUMBERED = (
    "order|build|pipeline|session|deploy|deployment|run|pull request|PR|MR|merge request|booking"
    "|reservation|invoice|sample|experiment|shipment|batch|claim|job|lot|plate|subscription|policy"
)
_ONE = re.compile(
    rf"\b(?:[Tt]he|[Tt]hat|[Tt]his)\s(?P<noun>{_TRACKED}|{_NUMBERED})"
    r"(?=\s(?:is|was|has|had|from|to|again|now|as|and|but|because|since|at|by|will|can|cannot"
    r"|should|must|got|gets|went|goes|failed|passed|ran|took|stays|needs|open|back|over|with|on"
    r"|until|before|after|for|in|today|yesterday|tomorrow)\b|\s*[.,;:!?]|$)"
)
_CALLED = frozenset(["case", "task", "story", "request"])
"""Nouns of much else than what is tracked: "the story is nice"; they need "task OPS-3" before."""
_NO_TRACKER = frozenset(
    ["UTF", "ISO", "AES", "SHA", "MD", "RSA", "RFC", "GPT", "HTTP", "IEC", "CVE", "COVID", "IEEE",
     "ECMA", "ASCII", "ANSI", "TLS", "SSL", "TCP", "UDP", "USB", "HDMI", "DDR", "UTC", "GMT", "DIN",
     "CRC", "FIPS", "PEP", "MPEG"]
)  # fmt: skip
"""What stands before the number of a standard, a cipher or a model."""
_ID = r"#?(?:[A-Z]{1,6}-?)?\d[\w-]*|[a-z]+-\d+"

_CODE = re.compile(r"(?<![\w-])(?P<id>(?P<prefix>[A-Z]{2,6})-\d+)(?![\w-])")
_CALLED_SO = re.compile(
    rf"\b(?i:{_TRACKED})s?(?:\s(?:number|no\.?|id))?\s(?P<prefix>[A-Z]{{2,6}})-\d"
)


def named(
    units: Sequence[Unit], observation: Observation, thread: Sequence[Observation]
) -> list[Unit]:
    """The units with the name of the last thing of its kind for "the ticket", "the order".

    Args:
        units: of an observation.
        observation: what they were cut from.
        thread: the turns before it.
    """
    if not any(_ONE.search(u.text) for u in units):
        return list(units)
    before = "\n".join(o.text[-LONGEST:] for o in thread[-BACK:])
    return [
        _named(u, f"{before}\n{observation.text[: min(u.words.origin, default=0)]}") for u in units
    ]


def _named(unit: Unit, before: str) -> Unit:
    def name(match: re.Match[str]) -> str:
        if re.search(rf"[{TIE}{HYPHEN}{CODED}]", unit.text[: match.start()]):
            return match.group()  # "... of OPS-7, the ticket": it may be this one
        return last(match["noun"], before) or match.group()

    words = unit.words.sub(_ONE, name)
    return unit if words is unit.words or words.text == unit.text else replace(unit, words=words)


def last(noun: str, text: str) -> str:
    """The last thing of a kind that a text names, tied into one word; empty for none."""
    found = [m for pattern in _patterns(noun) for m in pattern.finditer(text)]
    if noun in _TRACKED.split("|") and noun not in _CALLED:
        found += _coded(text)
    if not found:
        return ""
    name = max(found, key=lambda m: m.start("id"))["id"].rstrip("-")
    if re.search(r"[A-Za-z]", name):
        return coded(name)
    return f"{noun}{TIE}{name}"


def _coded(text: str) -> list[re.Match[str]]:
    """Bare codes as trackers give them, "OPS-7"; where one was called a ticket, those like it."""
    found = [m for m in _CODE.finditer(text) if m["prefix"] not in _NO_TRACKER]
    known = {m["prefix"] for m in _CALLED_SO.finditer(text)}
    return [m for m in found if m["prefix"] in known] or found


def _patterns(noun: str) -> Iterator[re.Pattern[str]]:
    kind = re.escape(noun)
    yield re.compile(
        rf"(?i:\b{kind})(?:\s(?:number|no\.?|id))?(?:\sis)?\s(?P<id>{_ID})(?![\w.]*\w)"
    )
    yield re.compile(rf"[\"'](?i:{kind})(?:_?(?i:id|number|key))?[\"']:\s*[\"']?(?P<id>{_ID})")
    if noun in {"MR", "merge request"}:
        yield re.compile(r"(?<!\w)(?P<id>!\d+)(?![\w-])")
