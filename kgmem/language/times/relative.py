"""Times told from the moment of speaking: "yesterday", "last Sunday", "two weeks ago"."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from kgmem.language.times.absolute import Hit
from kgmem.language.times.feasts import deictic_feast
from kgmem.language.times.lexicon import (
    DEICTIC,
    DOUBTFUL_WEEKDAYS,
    MONTH,
    NAMED_DAY,
    PART,
    SEASON,
    UNIT,
    WEEKDAY,
)
from kgmem.language.times.line import Line
from kgmem.language.times.quantities import Quantity, count, quantity, skip_approx
from kgmem.language.times.spans import (
    WEEKDAYS,
    Span,
    Which,
    day_span,
    day_words,
    midnight,
    month_span,
    month_words,
    quarter_span,
    season_span,
    shift,
    unit_span,
    week_span,
    weekday_span,
    weekend_span,
    year_span,
    yearly,
)
from kgmem.language.times.weekdays import past_dot
from kgmem.types import Granularity

_PARTS_OF_NOW = {"tonight": "night", "tonite": "night"}
_MANY = {"day": 14, "month": 18, "year": 30, "decade": 5}
"""The most that a bare plural may mean: "years ago"."""
_BACK = frozenset(("ago", "back", "earlier"))
_AHEAD = (("from", "now"), ("from", "today"))


def part_of_day(span: Span, name: str) -> Span:
    """A part of a day: "the morning of 3 May 2023"."""
    if span.start is None:
        return span
    low, high = PART[name]
    start = span.start + timedelta(hours=low)
    wording = f"the {name} of {span.wording}" if span.granularity == "day" else span.wording
    end = span.start + timedelta(hours=high)
    return Span(start, end, "part_of_day", wording, span.dated)


def named_day(line: Line, i: int, _lead: str) -> Hit | None:
    """`yesterday`, `tonight`, `the day before yesterday`, `the day after tomorrow`."""
    if line.at(i) in NAMED_DAY:
        word = line.at(i)
        if word == "yesterday" and "like" in line.words[max(0, i - 3) : i]:
            return None  # "it feels like yesterday" is not about yesterday
        span = day_span(midnight(line.now) + timedelta(NAMED_DAY[word]))
        if word in _PARTS_OF_NOW:
            span = part_of_day(span, "night")
        return i + 1, span
    return None


def deictic(line: Line, i: int, lead: str) -> Hit | None:
    """`last week`, `this coming Friday`, `next May`, `the past weekend`, `last Christmas`."""
    j = i + 1 if line.at(i) == "the" else i
    word = line.at(j)
    if word not in DEICTIC or (
        j > i
        and word in ("this", "last", "next")
        and lead not in ("", "for", "over", "in", "during")
    ):
        return None
    if word == "this" and line.at(j + 1) in ("past", "last", "coming", "upcoming", "next"):
        j += 1
        word = line.at(j)
    which: Which = "this"
    if word in ("last", "past", "previous"):
        which = "last"
    elif word in ("next", "coming", "upcoming"):
        which = "next"
    if word == "past" and j == i and lead in ("", "half", "quarter") and line.at(i - 1).isdigit():
        return None
    return _deictic_noun(line, j + 1, which, the=j > i and line.at(i) == "the")


def _deictic_noun(line: Line, j: int, which: Which, *, the: bool) -> Hit | None:
    word = line.at(j)
    if word in WEEKDAY:
        return _deictic_weekday(line, j, which)
    if word in MONTH:
        doubtful = word in ("may", "march") and not line.raw(j)[:1].isupper() and which == "this"
        if doubtful or line.kind(j + 1) == "digit":
            return None
        span = yearly(lambda y: month_span(y, MONTH[word]), line.now, which)
        return None if span is None else (j + 1, span)
    if word in SEASON:
        span = yearly(lambda y: season_span(word, y), line.now, which)
        return None if span is None else (j + 1, span)
    if line.kind(j) == "holiday":
        return deictic_feast(line, j, which)
    if word in PART:
        return _deictic_part(line, j, which)
    if word == "quarter" and line.at(j + 1) not in ("past", "to", "mile", "of"):
        step = {"last": -3, "next": 3}.get(which, 0)
        return j + 1, quarter_span(shift(line.now, "month", step))
    if word in ("day", "days") or word not in UNIT or (word.endswith("s") and word[:-1] in UNIT):
        return None
    if which == "last" and UNIT[word] in ("second", "minute"):
        return None  # "at the last minute" is no time
    if the and which == "next":  # "the next week" is told from the story, not from today
        return None
    return j + 1, _deictic_unit(line, UNIT[word], which)


def _deictic_weekday(line: Line, j: int, which: Which) -> Hit | None:
    word = line.at(j)
    if which == "this":
        if word in DOUBTFUL_WEEKDAYS and not line.raw(j)[:1].isupper():
            return None
        which = "past" if line.prefer == "past" else which
    return past_dot(line, j), weekday_span(line.now, WEEKDAY[word], which)


def _deictic_part(line: Line, j: int, which: Which) -> Hit | None:
    days = {"last": -1, "this": 0, "next": 1}[which]
    if which == "next":
        return None
    return j + 1, part_of_day(day_span(midnight(line.now) + timedelta(days)), line.at(j))


def _deictic_unit(line: Line, unit: str, which: Which) -> Span:
    step = {"last": -1, "this": 0, "next": 1}[which]
    today = midnight(line.now)
    side = "before" if step < 0 else "after"
    if unit == "week":
        wording = (
            f"the week {side} {day_words(today)}" if step else f"the week of {day_words(today)}"
        )
        return week_span(today + timedelta(7 * step), wording)
    if unit == "weekend":
        return _deictic_weekend(line, step)
    if unit == "season":
        wording = f"the season {side} {day_words(today)}" if step else f"the season of {today.year}"
        start = shift(today, "month", 12 * step if step < 0 else -6 * (1 - step))
        return Span(start, shift(start, "year", 1), "year", wording)
    return unit_span(unit, shift(line.now, unit, step))


def _deictic_weekend(line: Line, step: int) -> Span:
    """The nearest weekend that is over, not over, or not begun."""
    today = midnight(line.now)
    if step < 0:
        return weekend_span(today - timedelta(7), f"the weekend before {day_words(today)}")
    if step == 0:
        return weekend_span(today)
    ahead = 7 if today.weekday() >= 5 else 0
    return weekend_span(today + timedelta(ahead), f"the weekend after {day_words(today)}")


def ago(line: Line, i: int, _lead: str) -> Hit | None:
    """`two weeks ago`, `a year and a half ago`, `three months back`, `two days from now`."""
    first = skip_approx(line, i)
    found = quantity(line, first) or _many(line, first)
    if found is None:
        return _returns_ago(line, first)
    j, amount = found
    if line.at(j) in _BACK and (line.at(j) == "ago" or line.at(i) != "the"):
        if line.at(j + 1) == "today" and amount.whole:
            return j + 2, day_span(shift(line.now, amount.unit, -amount.low))
        return j + 1, moved(line, amount, -1)
    if (line.at(j), line.at(j + 1)) in _AHEAD and line.at(j + 2) not in ("on", "onwards"):
        return j + 2, moved(line, amount, 1)
    return None


def _returns_ago(line: Line, i: int) -> Hit | None:
    """`three Mondays ago`, `two Decembers ago`."""
    number = count(line, i)
    if number is None or number[1] != number[2] or line.at(number[0] + 1) != "ago":
        return None
    j, times, _ = number
    name = line.at(j)[:-1] if line.at(j).endswith("s") else line.at(j)
    back = int(times) - 1
    if name in WEEKDAY:
        last = weekday_span(line.now, WEEKDAY[name], "last")
        words = f"{' '.join(line.words[i:j])} {WEEKDAYS[WEEKDAY[name]]}s"
        wording = f"{words} before {day_words(line.now)}" if back else last.wording
        return (
            None
            if last.start is None
            else (j + 2, day_span(last.start - timedelta(7 * back), wording))
        )
    if name in MONTH:
        span = yearly(lambda y: month_span(y, MONTH[name]), line.now, "last")
        if span is not None and span.start is not None:
            return j + 2, month_span(span.start.year - back, MONTH[name])
    return None


def _many(line: Line, i: int) -> tuple[int, Quantity] | None:
    """`years ago`: more than one, nobody knows how many."""
    word = line.at(i)
    if word in UNIT and word.endswith("s") and line.at(i + 1) == "ago":
        return i + 1, Quantity(2, _MANY.get(UNIT[word], 9), UNIT[word], word)
    return None


def moved(line: Line, amount: Quantity, sign: int) -> Span:
    """The time so much before (-1) or after (+1) the anchor."""
    unit = amount.unit
    if amount.vague or not amount.whole:
        return _roughly(line, amount, sign)
    target = shift(line.now, unit, sign * amount.low)
    side = "before" if sign < 0 else "after"
    today = day_words(line.now)
    if unit in ("week", "weekend"):
        words = f"the {unit}" if amount.low == 1 else amount.words
        wording = f"{words} {side} {today}"
        if unit == "weekend" and line.now.weekday() >= 5 and sign < 0:
            target = line.now - timedelta(7 * amount.low)
        return week_span(target, wording) if unit == "week" else weekend_span(target, wording)
    if unit == "decade":
        return Span(
            shift(target, "year", -3), shift(target, "year", 3), "decade", f"around {target.year}"
        )
    if unit == "season":
        return year_span(target.year)
    return unit_span(unit, target)


def _roughly(line: Line, amount: Quantity, sign: int) -> Span:
    near, far = shift(line.now, amount.unit, sign * amount.low), None
    side = "before" if sign < 0 else "after"
    far = shift(line.now, amount.unit, sign * amount.high)
    if not amount.vague:  # "a year and a half ago": to within a quarter of the unit
        far = shift(near, amount.unit, -0.25)
        near = shift(near, amount.unit, 0.25)
    start, end = min(near, far), max(near, far)
    if amount.unit in ("hour", "minute", "second"):
        return Span(start, end, "hour" if amount.unit == "hour" else "minute", day_words(near))
    words = {"month": month_words(line.now), "year": str(line.now.year)}
    exact = not amount.vague and amount.unit == "year"
    anchor = month_words(line.now) if exact else words.get(amount.unit, day_words(line.now))
    if amount.unit in ("decade", "season"):
        anchor = str(line.now.year)
    start, end = midnight(start), midnight(end) + timedelta(1)
    grain = cast(Granularity, amount.unit if not exact else "month")
    return Span(start, end, grain, f"{amount.words} {side} {anchor}")
