"""Holidays that fix a date: "last Christmas", "on Halloween", "two days after Thanksgiving"."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from kgmem.language.times.absolute import Hit, year_at
from kgmem.language.times.lexicon import words
from kgmem.language.times.line import Line
from kgmem.language.times.spans import Span, Which, day_span, yearly

_LEADS = words(
    "at on by last this next since until till before after for during over every around of "
    "from to past"
)
_MODIFIED = words(
    "tree trees party parties present presents gift gifts card cards dinner movie movies song "
    "songs carol carols egg eggs costume costumes decorations lights music candy market "
    "special sweater bunny play spirit cookies shopping list break"
)


def easter(year: int) -> datetime:
    """Western Easter Sunday (Meeus, Astronomical Algorithms, ch. 8)."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    step = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * step) // 451
    month, day = divmod(h + step - 7 * m + 114, 31)
    return datetime(year, month, day + 1)


def _nth(month: int, weekday: int, n: int) -> Callable[[int], datetime]:
    """The n-th weekday of a month; -1 for the last."""

    def date(year: int) -> datetime:
        if n > 0:
            first = datetime(year, month, 1)
            return first + timedelta((weekday - first.weekday()) % 7 + 7 * (n - 1))
        last = datetime(year, month + 1, 1) - timedelta(1)
        return last - timedelta((last.weekday() - weekday) % 7)

    return date


def _fixed(month: int, day: int) -> Callable[[int], datetime]:
    return lambda year: datetime(year, month, day)


_thanksgiving = _nth(11, 3, 4)
_FEASTS: dict[str, tuple[str, Callable[[int], datetime]]] = {
    "christmas eve": ("Christmas Eve", _fixed(12, 24)),
    "christmas day": ("Christmas", _fixed(12, 25)),
    "christmas": ("Christmas", _fixed(12, 25)),
    "xmas": ("Christmas", _fixed(12, 25)),
    "boxing day": ("Boxing Day", _fixed(12, 26)),
    "new year 's eve": ("New Year's Eve", _fixed(12, 31)),
    "new years eve": ("New Year's Eve", _fixed(12, 31)),
    "new year 's day": ("New Year's Day", _fixed(1, 1)),
    "new years day": ("New Year's Day", _fixed(1, 1)),
    "new year 's": ("New Year's Day", _fixed(1, 1)),
    "new years": ("New Year's Day", _fixed(1, 1)),
    "halloween": ("Halloween", _fixed(10, 31)),
    "thanksgiving day": ("Thanksgiving", _thanksgiving),
    "thanksgiving": ("Thanksgiving", _thanksgiving),
    "black friday": ("Black Friday", lambda year: _thanksgiving(year) + timedelta(1)),
    "good friday": ("Good Friday", lambda year: easter(year) - timedelta(2)),
    "easter sunday": ("Easter", easter),
    "easter monday": ("Easter Monday", lambda year: easter(year) + timedelta(1)),
    "easter": ("Easter", easter),
    "valentine 's day": ("Valentine's Day", _fixed(2, 14)),
    "valentines day": ("Valentine's Day", _fixed(2, 14)),
    "valentine 's": ("Valentine's Day", _fixed(2, 14)),
    "independence day": ("Independence Day", _fixed(7, 4)),
    "mother 's day": ("Mother's Day", _nth(5, 6, 2)),
    "mothers day": ("Mother's Day", _nth(5, 6, 2)),
    "father 's day": ("Father's Day", _nth(6, 6, 3)),
    "fathers day": ("Father's Day", _nth(6, 6, 3)),
    "memorial day": ("Memorial Day", _nth(5, 0, -1)),
    "labor day": ("Labor Day", _nth(9, 0, 1)),
    "labour day": ("Labour Day", _fixed(5, 1)),
    "juneteenth": ("Juneteenth", _fixed(6, 19)),
    "epiphany": ("Epiphany", _fixed(1, 6)),
}
"""Words to name and rule; feasts that differ by country follow the United States."""
_CERTAIN = words("eve day friday sunday monday")


def named(line: Line, i: int) -> tuple[int, str, Callable[[int], Span]] | None:
    """The holiday at a token: (next token, name, its day in a year)."""
    for length in (4, 3, 2, 1):
        key = " ".join(line.at(i + k) for k in range(length))
        if key not in _FEASTS:
            continue
        j = i + length
        if line.at(j) in _MODIFIED or (length == 1 and line.at(j) == "-"):
            return None
        name, date = _FEASTS[key]
        return j, name, _named(name, date)
    return None


def _named(name: str, date: Callable[[int], datetime]) -> Callable[[int], Span]:
    return lambda year: day_span(date(year), f"{name} {year}")


def feast(line: Line, i: int, lead: str) -> Hit | None:
    """A holiday, alone only with a year or where its last word is plain ("Christmas Eve")."""
    found = named(line, i)
    if found is None:
        return None
    j, _name, make = found
    year = year_at(line, j)
    if year is not None:
        return j + 1, make(year)
    if lead not in _LEADS and line.at(j - 1) not in _CERTAIN:
        return None
    span = yearly(make, line.now, line.lean(i))
    return None if span is None else (j, span)


def deictic_feast(line: Line, i: int, which: Which) -> Hit | None:
    """`last Christmas`, `this Easter`."""
    found = named(line, i)
    if found is None:
        return None
    span = yearly(found[2], line.now, which)
    return None if span is None else (found[0], span)
