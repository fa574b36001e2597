"""How often: "every week", "twice a month", "on Mondays", "daily"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kgmem.language.times.feasts import named
from kgmem.language.times.lexicon import (
    FREQUENCY,
    MONTH,
    NUMBER,
    PART,
    SEASON,
    UNIT,
    WEEKDAY,
    words,
)
from kgmem.language.times.line import Line
from kgmem.language.times.quantities import quantity
from kgmem.language.times.readings import Reading
from kgmem.language.times.spans import DAYS, WEEKDAYS

Rule: TypeAlias = Callable[[Line, int], "Reading | None"]

_YEAR = 365.25
_PHRASES = {
    "every now and then": 4,
    "every now and again": 4,
    "every once in a while": 5,
    "once in a while": 4,
    "from time to time": 4,
}
_PARTS = words("mornings afternoons evenings nights")
_NOT_A_HABIT = words("life basis lives news bread grind")


def _said(line: Line, i: int, stop: int, amount: float | None) -> Reading:
    words = line.text[line.starts[i] : line.ends[stop - 1]]
    return Reading(stop, "frequency", " ".join(words.split()).lower(), amount=amount)


def _named(line: Line, i: int, stop: int, amount: float, words: str) -> Reading:
    return Reading(stop, "frequency", words, amount=amount)


def now_and_then(line: Line, i: int) -> Reading | None:
    """`every now and then`: a habit, nobody knows how often."""
    for said, length in _PHRASES.items():
        if " ".join(line.words[i : i + length]) == said:
            return _said(line, i, i + length, None)
    return None


def every(line: Line, i: int) -> Reading | None:
    """`every week`, `every other Sunday`, `each morning`, `every two months`, `every Christmas`."""
    j, factor = i + 1, 1.0
    if line.at(j) in ("other", "second"):
        j, factor = j + 1, 2.0
    elif line.at(j) == "single":
        j += 1
    word = line.at(j)
    tail = " ".join(line.words[i:j])
    if word in WEEKDAY:
        stop, names = _listed(line, j, "")
        rest = f" {line.at(stop)}" if line.at(stop) in PART else ""
        said = f"{tail} {' and '.join(names)}{rest}"
        return _named(line, i, stop + bool(rest), 7 * factor / len(names), said)
    feast = named(line, j)
    if feast is not None:
        return _named(line, i, feast[0], _YEAR * factor, f"{tail} {feast[1]}")
    if word in MONTH and line.raw(j)[:1].isupper():
        return _named(line, i, j + 1, _YEAR * factor, f"{tail} {line.raw(j)}")
    if word in SEASON:
        return _said(line, i, j + 1, _YEAR * factor)
    if word in PART:
        return _said(line, i, j + 1, factor)
    if word in UNIT and not (word.endswith("s") and word[:-1] in UNIT):
        return _said(line, i, j + 1, DAYS[UNIT[word]] * factor)
    found = quantity(line, j)
    return None if found is None else _said(line, i, found[0], found[1].days)


def _listed(line: Line, j: int, ending: str) -> tuple[int, list[str]]:
    """Weekdays in a row: `Tuesday, Thursday and Friday`."""
    names: list[str] = []
    while line.at(j).endswith(ending) and len(names) < 7:
        day = line.at(j).removesuffix(ending) if ending else line.at(j)
        if day not in WEEKDAY:
            break
        names.append(WEEKDAYS[WEEKDAY[day]])
        stop = j + 1
        j = stop
        while line.at(j) in (",", "and", "&") and j < stop + 2:
            j += 1
    return stop, names


def times_a(line: Line, i: int) -> Reading | None:
    """`once a week`, `twice per month`, `three times a year`, `a few times a week`."""
    count, j = _times(line, i)
    if not count:
        return None
    if line.at(j) in ("a", "an", "per", "each", "every", "in"):
        j += 1
        if line.at(j - 1) == "in" and line.at(j) != "a":
            return None
    else:
        return None
    unit = UNIT.get(line.at(j))
    if unit is None or (line.at(j).endswith("s") and line.at(j)[:-1] in UNIT):
        return None
    return _said(line, i, j + 1, DAYS[unit] / count)


def _times(line: Line, i: int) -> tuple[float, int]:
    word = line.at(i)
    if word == "once" and line.at(i + 1) == "or" and line.at(i + 2) == "twice":
        return 1.5, i + 3
    if word in ("once", "twice"):
        return (1.0 if word == "once" else 2.0), i + 1
    j, value = i + 1, 0.0
    if word == "a" and line.at(j) in ("few", "couple"):
        value = 3.0 if line.at(j) == "few" else 2.0
        j += 1 + (line.at(j + 1) == "of")
    elif word in NUMBER:
        value = float(NUMBER[word])
    elif word.isascii() and word.isdigit() and len(word) < 4:
        value = float(word)
    elif word == "several":
        value = 4.0
    counted = ("times", "days", "nights", "mornings", "evenings", "afternoons")
    single = ("day", "night", "morning", "evening", "afternoon")
    here = line.at(j) in counted or (word == "one" and line.at(j) in single)
    return (value, j + 1) if value and here else (0.0, i)


def adverb(line: Line, i: int) -> Reading | None:
    """`daily`, `weekly`; not "daily life"."""
    if line.at(i + 1) in _NOT_A_HABIT:
        return None
    return _said(line, i, i + 1, FREQUENCY[line.at(i)])


def plural_day(line: Line, i: int) -> Reading | None:
    """`on Mondays`, `Saturdays`, `on weekends`, `in the mornings`."""
    j = i + 1 if line.at(i) in ("on", "in", "at", "during") else i
    if line.at(j) in WEEKDAY and line.at(j + 1) in _PARTS:
        return _named(line, i, j + 2, 7.0, f"on {WEEKDAYS[WEEKDAY[line.at(j)]]} {line.at(j + 1)}")
    if line.kind(j) == "weekdays":
        stop, names = _listed(line, j, "s")
        said = " and ".join(f"{name}s" for name in names)
        return _named(line, i, stop, 7.0 / len(names), f"on {said}")
    if j == i:
        return None
    j += line.at(j) == "the"
    if line.at(j) in ("weekends", "weekdays", "weeknights"):
        amount = 7.0 if line.at(j) == "weekends" else 1.4
        return _said(line, i, j + 1, amount)
    if line.at(j) in ("mornings", "evenings", "afternoons") and line.at(j - 1) == "the":
        return _said(line, i, j + 1, 1.0)
    if line.at(j) in ("summers", "winters"):
        return _said(line, i, j + 1, _YEAR)
    return None


HABITS: dict[str, tuple[Rule, ...]] = {
    "every": (now_and_then, every),
    "each": (every,),
    "once": (now_and_then, times_a),
    "twice": (times_a,),
    "from": (now_and_then,),
    "on": (plural_day,),
    "in": (plural_day,),
    "at": (plural_day,),
    "during": (plural_day,),
    "<weekdays>": (plural_day,),
    "<weekday>": (plural_day,),
    "<number>": (times_a,),
    "<digit>": (times_a,),
    "<article>": (times_a,),
    "<frequency>": (adverb,),
}
