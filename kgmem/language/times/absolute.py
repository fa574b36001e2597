"""Calendar dates: "3 May 2021", "May 3rd", "2023-05-03", "in 2018", "summer 2022", "the 90s"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias

from kgmem.language.times.lexicon import DOUBTFUL_MONTHS, MONTH, words
from kgmem.language.times.line import Line
from kgmem.language.times.spans import (
    FIRST_YEAR,
    LAST_YEAR,
    Span,
    add_months,
    clock_span,
    day_span,
    month_span,
    yearly,
)

Hit: TypeAlias = tuple[int, Span]
"""One past the last token read, and what it means."""

_ISO = re.compile(
    r"(\d{4})-(\d\d?)-(\d\d?)(?:[t ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(z|[+-]\d\d:?\d\d)?)?"
)
_PRONOUNS = words("i we you he she they it")
_STRONG = words("in since until till during last next this every early late mid by")


def iso(line: Line, i: int, _lead: str) -> Hit | None:
    """`2023-05-03`, `2023-05-03T10:00Z`, `5/3/2023` (month first) and `3.5.2023` (day first)."""
    word = line.at(i)
    match = _ISO.fullmatch(word)
    if match is None:
        return _slashed(line, i, _lead)
    year, month, day = (int(x) for x in match.group(1, 2, 3))
    whole = day_span(datetime(year, month, day), dated=True)
    if match.group(4) is None:
        return i + 1, whole
    start = datetime(year, month, day, int(match.group(4)), int(match.group(5)))
    return i + 1, replace(clock_span(start, "minute"), dated=True)


def _slashed(line: Line, i: int, lead: str) -> Hit | None:
    word = line.at(i)
    mark = "/" if "/" in word else "."
    parts = word.split(mark)
    if not all(p.isdigit() for p in parts):
        return None
    if len(parts) == 2:  # "5/12" is a date only after "on 5/12": else a fraction, "24/7", a score
        if mark == "." or lead not in ("on", "by", "since", "until", "till", "before", "after"):
            return None
        month, day = int(parts[0]), int(parts[1])
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        return _dated(line, i + 1, day, month, None, i)
    if len(parts) != 3 or (mark == "." and len(parts[2]) != 4):
        return None
    first, second, year = int(parts[0]), int(parts[1]), int(parts[2])
    month, day = (first, second) if mark == "/" and first <= 12 else (second, first)
    if year < 100:
        year += 2000 if year < 70 else 1900
    return i + 1, day_span(datetime(year, month, day), dated=True)


def year_at(line: Line, i: int) -> int | None:
    """A four-digit year at a token."""
    word = line.at(i)
    if len(word) == 4 and word.isascii() and word.isdigit() and int(word) >= FIRST_YEAR:
        return int(word) if int(word) <= LAST_YEAR else None
    return None


def _day_at(line: Line, i: int) -> tuple[int, int] | None:
    """A day of the month, with or without "st"/"nd"/"rd"/"th": (next token, day)."""
    word = line.at(i)
    if not (word.isascii() and word.isdigit() and len(word) <= 2 and 1 <= int(word) <= 31):
        return None
    suffixed = line.joined(i + 1) and line.at(i + 1) in ("st", "nd", "rd", "th")
    if not suffixed and line.joined(i + 1) and line.at(i + 1)[:1].isalpha():
        return None
    return i + (2 if suffixed else 1), int(word)


def _dated(line: Line, i: int, day: int, month: int, year: int | None, first: int) -> Hit | None:
    """A day of a month in the year named, or in the year that the sentence leans to."""
    if year is not None:
        return i, day_span(datetime(year, month, day), dated=True)
    span = yearly(lambda y: day_span(datetime(y, month, day)), line.now, line.lean(first))
    return None if span is None else (i, span)


def year_after(line: Line, i: int) -> tuple[int, int | None]:
    """An optional year after a month or a day: "2021", ", 2021", "of 2021"."""
    j = i + 1 if line.at(i) in (",", "of") else i
    short = line.at(j + 1)
    if line.at(j) == "'" and len(short) == 2 and short.isascii() and short.isdigit():
        full = line.now.year // 100 * 100 + int(short)
        return j + 2, full if full <= line.now.year + 10 else full - 100
    year = year_at(line, j)
    return (i, None) if year is None or year < 1000 else (j + 1, year)


def month_first(line: Line, i: int, lead: str) -> Hit | None:
    """`May 3rd, 2021`, `May 3`, `May 2021`, `in May`."""
    month = MONTH[line.at(i)]
    j = i + 1
    if line.at(i - 1) in _PRONOUNS and not line.raw(i)[:1].isupper():
        return None  # "I may 3 times out of ten"
    if line.at(j) == "." and line.joined(j) and line.kind(j + 1) == "digit":
        j += 1
    if line.at(j) == "the":
        suffixed = _day_at(line, j + 1)
        if suffixed is not None and suffixed[0] == j + 3:
            return _dated(line, suffixed[0], suffixed[1], month, None, i)
    day = _day_at(line, j)
    if day is None and line.at(i - 1).isdigit() and len(line.at(i - 1)) <= 2:
        return None  # "31 February": what the number spoils, the month alone does not mend
    if day is not None and line.at(day[0]) in ("-", "–") and line.kind(day[0] + 1) == "digit":
        last = _day_at(line, day[0] + 1)
        if last is not None and last[1] > day[1]:
            after, year = year_after(line, last[0])
            found = _dated(line, after, day[1], month, year, i)
            return None if found is None else _days(found, day[1], last[1])
    if day is not None:
        after, year = year_after(line, day[0])
        return _dated(line, after, day[1], month, year, i)
    after, year = year_after(line, j)
    if year is not None:
        return after, month_span(year, month, dated=True)
    return _bare_month(line, i, month, lead)


def _bare_month(line: Line, i: int, month: int, lead: str) -> Hit | None:
    word = line.at(i)
    if word in DOUBTFUL_MONTHS:
        capital = line.raw(i)[:1].isupper()
        allowed = (
            _STRONG | {"from", "to", "and", "between", "of", "through"} if capital else _STRONG
        )
        if lead not in allowed or (word in ("may", "march", "mar") and lead == "this"):
            return None
    which = line.lean(i)
    span = yearly(lambda y: month_span(y, month), line.now, which)
    return None if span is None else (i + 1, span)


def day_first(line: Line, i: int, lead: str) -> Hit | None:
    """`3 May 2021`, `the 3rd of May`, `3-5 May`; `the 3rd` after "on", "by", "since", "until"."""
    day = _day_at(line, i)
    if day is None:
        return None
    j = day[0]
    last = None
    if line.at(j) in ("-", "–", "to", "and") and line.kind(j + 1) == "digit":
        last = _day_at(line, j + 1)
        j = last[0] if last is not None else j
    elif line.at(j) in ("to", "until", "and") and line.at(j + 1) == "the":
        last = _day_at(line, j + 2)
        j = last[0] if last is not None else j
    k = j + 1 if line.at(j) == "of" else j
    if line.kind(k) == "month" and (
        line.at(k) not in ("may", "march", "mar", "sat") or _month_like(line, k)
    ):
        after, year = year_after(line, k + 1)
        found = _dated(line, after, day[1], MONTH[line.at(k)], year, i)
        return found if last is None or found is None else _days(found, day[1], last[1])
    if last is None and j == i + 2 and lead in ("on", "by", "since", "until", "till"):
        return _this_month(line, j, day[1])
    return None


def _month_like(line: Line, i: int) -> bool:
    """`3 May` but not "the 3 may": capital, or the sentence is all lowercase."""
    return line.raw(i)[:1].isupper() or line.text.islower()


def _days(found: Hit, first: int, last: int) -> Hit | None:
    j, span = found
    if span.start is None or last <= first:
        return None
    end = span.start.replace(day=last) + timedelta(1)
    return j, replace(span, end=end, wording=f"{first}-{last} {span.wording.split(' ', 1)[1]}")


def _this_month(line: Line, j: int, day: int) -> Hit | None:
    """`on the 3rd`, when no noun follows ("on the 3rd floor")."""
    following = line.at(j)
    if following == "of" and line.at(j + 2) == "month" and line.at(j + 1) in _SHIFTS:
        first = add_months(line.now.replace(day=1), _SHIFTS[line.at(j + 1)])
        return j + 3, day_span(datetime(first.year, first.month, day))
    if following[:1].isalpha() and following not in _AFTER_DAY:
        return None
    first = line.now.replace(day=1)
    step = 1 if line.coming(j - 2) else -1
    for months in range(3):
        year, month = divmod(first.year * 12 + first.month - 1 + step * months, 12)
        try:
            span = day_span(datetime(year, month + 1, day))
        except ValueError:
            continue
        if span.start is not None and (span.start <= line.now) == (step < 0):
            return j, span
    return None


_SHIFTS = {"last": -1, "this": 0, "next": 1}
_AFTER_DAY = words("and but we i with at for in so of he she they to it because when")
