"""Words that say how a statement bears on what was said before: "another", "no longer", "I meant".

Closed-class words and phrases, shipped as data; which group is worth what is learned.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from kgmem import assets

FILE = "edit_cues.toml"
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_STOP = re.compile(r"[.!?\n]+")
_CLAUSE = re.compile(
    r"[,;:()\u2013\u2014]+|\s-\s|\b(?:but|and|so|because|while|though|although|when|where|which|who|if)\b",
    re.IGNORECASE,
)
_LONGEST = 4  # words of the longest phrase
_SHORTLY = 4  # words before a mention that are looked at


@dataclass(frozen=True, slots=True)
class Words:
    """A text as lower-case words.

    Attributes:
        listed: in order.
        joined: the same with a space around each, to look phrases up in.
        groups: cue groups that the text has.
    """

    listed: tuple[str, ...]
    joined: str
    groups: frozenset[str]


@cache
def groups() -> tuple[str, ...]:
    """Names of the cue groups, in the order of the file."""
    return tuple(assets.toml("data", FILE)["groups"])


@cache
def _phrases() -> Mapping[str, tuple[str, ...]]:
    """Group names by phrase."""
    found: dict[str, list[str]] = {}
    for name, phrases in assets.toml("data", FILE)["groups"].items():
        for phrase in phrases:
            found.setdefault(phrase, []).append(name)
    return {phrase: tuple(names) for phrase, names in found.items()}


@cache
def _departing() -> frozenset[str]:
    return frozenset(assets.toml("data", FILE)["departing"])


@lru_cache(maxsize=4096)
def read(text: str) -> Words:
    """The words of a text and the cue groups that they belong to."""
    listed = tuple(_WORD.findall(text.casefold().replace("\u2019", "'")))
    phrases = _phrases()
    found: set[str] = set()
    start = 0
    while start < len(listed):  # the longest phrase counts: in "once more" nothing is past
        for length in range(min(_LONGEST, len(listed) - start), 0, -1):
            known = phrases.get(" ".join(listed[start : start + length]))
            if known:
                found.update(known)
                break
        else:
            length = 1
        start += length
    if any(w.endswith("n't") for w in listed):
        found.add("negation")
    return Words(listed, f" {' '.join(listed)} ", frozenset(found))


@lru_cache(maxsize=4096)
def sentence(body: str, start: int, end: int) -> str:
    """The sentence of a text around the characters `[start, end)`."""
    first, stop = _bounds(body, start, end)
    return body[first:stop]


def _bounds(body: str, start: int, end: int) -> tuple[int, int]:
    before = [m.end() for m in _STOP.finditer(body, 0, max(0, start))]
    after = _STOP.search(body, min(end, len(body)))
    return before[-1] if before else 0, after.start() if after else len(body)


@lru_cache(maxsize=4096)
def clause(body: str, start: int, end: int) -> str:
    """The clause of a text around the characters `[start, end)`, with a cue set off before it.

    "These days, I train at Ironworks" is one clause, "The gym closed, now I swim" is two.
    """
    first, stop = _bounds(body, start, end)
    breaks = [(first, first), *(m.span() for m in _CLAUSE.finditer(body, first, max(first, start)))]
    after = _CLAUSE.search(body, min(end, stop), stop)
    begin = breaks[-1][1]
    if len(breaks) > 1:
        lead = read(body[breaks[-2][1] : breaks[-1][0]])
        if len(lead.listed) <= _LONGEST and "present" in lead.groups:
            begin = breaks[-2][1]
    return body[begin : after.start() if after else stop]


@cache
def _leaving() -> frozenset[str]:
    return frozenset(assets.toml("data", FILE)["leaving"])


@lru_cache(maxsize=8192)
def left_behind(name: str, text: str) -> bool:
    """Whether a text says that something is left ("from Rome", "quit the choir"): no mere "not"."""
    return not _leaving().isdisjoint(_before(name, text) or ())


@lru_cache(maxsize=8192)
def mentioned(name: str, text: str) -> tuple[bool, bool]:
    """Whether a text names something, and whether as what is left behind ("from Rome")."""
    before = _before(name, text)
    departing = any(w in _departing() or w.endswith("n't") for w in before or ())
    return before is not None, departing


def _before(name: str, text: str) -> list[str] | None:
    """The few words before a name in a text; None where it does not stand there."""
    words, wanted = read(text), read(name).joined
    place = words.joined.find(wanted) if wanted.strip() else -1
    return words.joined[:place].split()[-_SHORTLY:] if place >= 0 else None
