"""Amounts of time: "two weeks", "a couple of months", "a year and a half", "a few years"."""

from __future__ import annotations

from dataclasses import dataclass

from kgmem.language.times.lexicon import APPROX, NUMBER, UNIT, words
from kgmem.language.times.line import Line
from kgmem.language.times.spans import DAYS

_VAGUE = {"couple": (2, 2), "few": (2, 5), "several": (3, 9), "many": (5, 20)}
_FINER = {
    "hour": (60, "minute"),
    "day": (24, "hour"),
    "week": (7, "day"),
    "decade": (10, "year"),
}
_ADJECTIVES = words("full whole long short more solid good")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A length of time in words.

    Attributes:
        low: least number of units.
        high: greatest number of units, equal to `low` when the words are exact.
        unit: `day`, `week`, ...
        words: the number and the unit as said ("a couple of weeks").
    """

    low: float
    high: float
    unit: str
    words: str

    @property
    def vague(self) -> bool:
        """Whether the words leave the number open ("a few")."""
        return self.low != self.high

    @property
    def whole(self) -> bool:
        """Whether it is an exact, whole number of units."""
        return not self.vague and self.low == int(self.low)

    @property
    def days(self) -> float:
        """Mean length in days."""
        return (self.low + self.high) / 2 * DAYS[self.unit]


def skip_approx(line: Line, i: int) -> int:
    """Past "about", "almost", "more than", "at least", which change no bound."""
    for _ in range(3):
        if line.at(i) in APPROX or (line.at(i) in ("just", "like") and line.kind(i + 1)):
            i += 1
        elif (line.at(i), line.at(i + 1)) in _PAIRS:
            i += 2
        else:
            break
    return i


_PAIRS = {("more", "than"), ("less", "than"), ("at", "least"), ("close", "to"), ("up", "to")}


def count(line: Line, i: int) -> tuple[int, float, float] | None:
    """A number: (next token, low, high)."""
    word = line.at(i)
    if word == "half":
        j = i + 2 if line.at(i + 1) in ("a", "an") else i + 1
        return j, 0.5, 0.5
    if word in ("a", "an"):
        return _article(line, i)
    if word in ("few", "several", "many"):
        return i + 1, *_VAGUE[word]
    if word[:1].isdigit():
        return _digits(line, i)
    if word not in NUMBER:
        return None
    value, j = float(NUMBER[word]), i + 1
    if value >= 20:
        k = j + 1 if line.at(j) == "-" else j
        if NUMBER.get(line.at(k), 99) < 10:
            value, j = value + NUMBER[line.at(k)], k + 1
    if line.at(j) == "hundred":
        value, j = value * 100, j + 1
    return _spread(line, j, value)


def _article(line: Line, i: int) -> tuple[int, float, float]:
    word = line.at(i + 1)
    if word in _VAGUE:
        return i + 2 + (line.at(i + 2) == "of"), *_VAGUE[word]
    if word == "half":
        return i + 2, 0.5, 0.5
    if word in ("hundred", "dozen"):
        value = 100.0 if word == "hundred" else 12.0
        return i + 2, value, value
    return i + 1, 1.0, 1.0


def _digits(line: Line, i: int) -> tuple[int, float, float] | None:
    word = line.at(i)
    if len(word) > 5 or word.count(".") > 1 or not word.replace(".", "").isdigit():
        return None
    value = float(word)
    if value > 1000 or (i and line.joined(i) and line.at(i - 1) in "$€£#-"):
        return None
    return _spread(line, i + 1, value)


def _spread(line: Line, i: int, value: float) -> tuple[int, float, float]:
    """`two or three`, `2-3`, `two and a half`."""
    if line.at(i) in ("or", "to", "-", "–"):
        word = line.at(i + 1)
        if word in NUMBER:
            return i + 2, value, float(NUMBER[word])
        if word.isascii() and word.isdigit() and len(word) < 4 and int(word) > value:
            return i + 2, value, float(word)
    if [line.at(i + k) for k in range(3)] == ["and", "a", "half"]:
        return i + 3, value + 0.5, value + 0.5
    return i, value, value


def quantity(line: Line, i: int) -> tuple[int, Quantity] | None:
    """An amount and its unit at a token: (next token, amount)."""
    first = i
    number = count(line, i)
    if number is None:
        return None
    j, low, high = number
    if line.at(j) in _ADJECTIVES:
        j += 1
    unit = UNIT.get(line.at(j))
    if unit is None:
        return None
    words = " ".join(line.words[first : j + 1]).replace(" - ", "-")
    factor = {"fo": 2, "ce": 10}.get(line.at(j)[:2], 1)  # fortnight, century
    j += 1
    if [line.at(j + k) for k in range(3)] == ["and", "a", "half"]:
        low, high, words, j = low + 0.5, high + 0.5, f"{words} and a half", j + 3
    elif line.at(j) == "or" and line.at(j + 1) in ("two", "so"):
        high = 2.0 if line.at(j + 1) == "two" else high
        words, j = (f"{words} or two" if line.at(j + 1) == "two" else words), j + 2
    if line.at(j) == "old" or (line.at(j) == "-" and line.at(j + 1) == "old"):
        return None
    if (low, high) != (int(low), int(high)) and unit in _FINER:
        parts, unit = _FINER[unit]
        factor *= parts
    return j, Quantity(low * factor, high * factor, unit, words)
