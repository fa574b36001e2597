"""Calendar arithmetic on local wall-clock times: what a week, a season, the last Sunday is.

Everything here is naive and local to the anchor: "yesterday" is a date on the speaker's wall,
whatever UTC says. Zones come back in `mentions.find`. Dates outside the calendar raise
`OverflowError` or `ValueError`, which `find` takes to mean "not a time".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal, TypeAlias

from kgmem.types import Granularity

Which: TypeAlias = Literal["past", "future", "near", "last", "next", "this"]

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
"""First month of the meteorological season in the northern hemisphere."""
FIRST_YEAR, LAST_YEAR = 2, 9997
"""Years that stay inside the calendar whatever the zone."""
DAYS = {
    "second": 1 / 86400,
    "minute": 1 / 1440,
    "hour": 1 / 24,
    "day": 1.0,
    "weekend": 7.0,
    "week": 7.0,
    "month": 365.25 / 12,
    "season": 365.25,
    "year": 365.25,
    "decade": 3652.5,
}
"""Mean length of a unit in days (weekends and seasons: from one to the next)."""


@dataclass(frozen=True, slots=True)
class Span:
    """An interval `[start, end)` of local wall-clock time, as words gave it.

    Attributes:
        start: naive; None when nothing limits it.
        end: naive, exclusive; None when nothing limits it.
        granularity: how coarse the words were.
        wording: anchored to the calendar ("the week before 9 June 2023").
        dated: the words named the year themselves, so that no anchor was needed.
        days: length in days, for a window that reaches to the anchor ("the past two weeks").
    """

    start: datetime | None
    end: datetime | None
    granularity: Granularity
    wording: str
    dated: bool = False
    days: float | None = None


def midnight(day: date | datetime) -> datetime:
    """The first instant of a day."""
    return datetime(day.year, day.month, day.day)


def day_words(day: date | datetime) -> str:
    """`7 May 2023`."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def month_words(day: date | datetime) -> str:
    """`May 2023`."""
    return f"{MONTHS[day.month - 1]} {day.year}"


def day_span(day: date | datetime, wording: str = "", *, dated: bool = False) -> Span:
    """One calendar day."""
    start = midnight(day)
    return Span(start, start + timedelta(1), "day", wording or day_words(start), dated)


def add_months(start: datetime, months: int) -> datetime:
    """The same day some months on, or the last day of that month."""
    index = start.year * 12 + start.month - 1 + months
    year, month = divmod(index, 12)
    first = datetime(year, month + 1, 1)
    following = datetime(year + (month + 1) // 12, (month + 1) % 12 + 1, 1)
    return start.replace(year=year, month=month + 1, day=min(start.day, (following - first).days))


def shift(moment: datetime, unit: str, count: float) -> datetime:
    """A moment moved by so many units; fractions of months and years become months or days."""
    if unit in ("month", "year", "season", "decade"):
        months = count * {"month": 1, "year": 12, "season": 12, "decade": 120}[unit]
        whole = int(months)
        moved = add_months(moment, whole)
        return moved + timedelta((months - whole) * DAYS["month"]) if months != whole else moved
    return moment + timedelta(count * DAYS[unit])


def month_span(year: int, month: int, *, dated: bool = False) -> Span:
    """One calendar month."""
    start = datetime(year, month, 1)
    return Span(start, add_months(start, 1), "month", month_words(start), dated)


def year_span(year: int, *, dated: bool = False) -> Span:
    """One calendar year."""
    return Span(datetime(year, 1, 1), datetime(year + 1, 1, 1), "year", str(year), dated)


def decade_span(year: int) -> Span:
    """The decade that begins in a year, from its first January."""
    return Span(datetime(year, 1, 1), datetime(year + 10, 1, 1), "decade", f"the {year}s", True)


def season_span(name: str, year: int, *, dated: bool = False) -> Span:
    """A meteorological season; a winter belongs to the year in which it begins."""
    start = datetime(year, SEASONS[name], 1)
    label = f"winter {year}-{(year + 1) % 100:02d}" if name == "winter" else f"{name} {year}"
    return Span(start, add_months(start, 3), "season", label, dated)


def week_span(day: datetime, wording: str = "") -> Span:
    """The week, Monday to Sunday, that holds a day."""
    start = midnight(day) - timedelta(day.weekday())
    return Span(start, start + timedelta(7), "week", wording or f"the week of {day_words(start)}")


def weekend_span(day: datetime, wording: str = "") -> Span:
    """Saturday and Sunday of the week that holds a day."""
    start = midnight(day) + timedelta(5 - day.weekday())
    return Span(
        start, start + timedelta(2), "weekend", wording or f"the weekend of {day_words(start)}"
    )


def quarter_span(moment: datetime) -> Span:
    """The quarter of a year that holds a moment."""
    index = (moment.month - 1) // 3
    start = datetime(moment.year, 3 * index + 1, 1)
    name = ("first", "second", "third", "fourth")[index]
    return Span(start, add_months(start, 3), "season", f"the {name} quarter of {moment.year}")


def unit_span(unit: str, moment: datetime) -> Span:
    """The calendar unit that holds a moment."""
    if unit == "week":
        return week_span(moment)
    if unit == "weekend":
        return weekend_span(moment)
    if unit == "month":
        return month_span(moment.year, moment.month)
    if unit == "year":
        return year_span(moment.year)
    if unit == "decade":
        return decade_span(moment.year - moment.year % 10)
    if unit == "hour":
        return clock_span(moment.replace(minute=0, second=0, microsecond=0), "hour")
    if unit in ("minute", "second"):
        return clock_span(moment.replace(second=0, microsecond=0), "minute")
    return day_span(moment)


def clock_words(moment: datetime) -> str:
    """`5 pm`, `noon` or `5:30 pm`."""
    if moment.minute == 0 and moment.hour in (0, 12):
        return "noon" if moment.hour else "midnight"
    half = "am" if moment.hour < 12 else "pm"
    hour = (moment.hour + 11) % 12 + 1
    return f"{hour}:{moment.minute:02d} {half}" if moment.minute else f"{hour} {half}"


def clock_span(start: datetime, granularity: Literal["hour", "minute"], on: str = "") -> Span:
    """One hour or one minute of a day, worded "5 pm on 9 June 2023"."""
    length = timedelta(hours=1) if granularity == "hour" else timedelta(minutes=1)
    wording = f"{clock_words(start)} on {on or day_words(start)}"
    return Span(start, start + length, granularity, wording)


def yearly(make: Callable[[int], Span], now: datetime, which: Which) -> Span | None:
    """One of the yearly returns of something.

    Args:
        make: its interval in a year; raises `ValueError` where a year has none (29 February).
        now: the anchor.
        which: `past` the latest that has begun; `future` the earliest that is not over; `last` the
            latest that is over; `next` the earliest not begun; `this` that of the anchor's year;
            `near` the past one, unless that is two thirds of a year ago and the next one within
            four months.
    """
    if which == "near":
        past, future = yearly(make, now, "past"), yearly(make, now, "future")
        if past is None or past.end is None or future is None or future.start is None:
            return past
        gone, ahead = (now - past.end).days, (future.start - now).days
        return future if gone > 240 and ahead < 120 else past
    back = which in ("past", "last")
    steps = range(1, -9, -1) if back else range(-1, 9)
    for step in steps:
        try:
            span = make(now.year + step)
        except ValueError:
            continue
        start, end = span.start, span.end
        if start is not None and end is not None and _fits(start, end, now, which):
            return span
    return None


def _fits(start: datetime, end: datetime, now: datetime, which: Which) -> bool:
    if which == "past":
        return start <= now
    if which == "future":
        return end > now
    if which == "last":
        return end <= midnight(now)
    if which == "next":
        return start > now
    return start <= now < end or start.year == now.year


def weekday_span(now: datetime, weekday: int, which: Which) -> Span:
    """The nearest such weekday before or after the anchor's day, never that day itself.

    `this` is the nearest one that is not over, the anchor's day included.
    """
    today = midnight(now)
    if which in ("past", "last", "near"):
        day = today - timedelta((now.weekday() - weekday - 1) % 7 + 1)
        side = "before"
    else:
        ahead = (weekday - now.weekday()) % 7
        if which == "this" and not ahead:
            return day_span(today)
        day = today + timedelta(ahead or 7)
        side = "after"
    return day_span(day, f"the {WEEKDAYS[weekday]} {side} {day_words(today)}")


def part(span: Span, fraction: str) -> Span:
    """The early, middle or late third of a span."""
    if span.start is None or span.end is None:
        return span
    start, end = span.start, span.end
    months = {"year": 4, "season": 1, "decade": 40}.get(span.granularity)
    if months is None:
        third = timedelta(days=round((end - start).days / 3))
        one, two = start + third, end - third
        if span.granularity == "week" and fraction == "late":
            two = end - timedelta(4)  # from Thursday on
    else:
        one, two = add_months(start, months), add_months(start, 2 * months)
    if fraction == "early":
        end = one
    elif fraction == "late":
        start = two
    else:
        start, end = one, two
    finer: dict[Granularity, Granularity] = {"year": "season", "month": "week", "season": "month"}
    grain = finer.get(span.granularity, span.granularity)
    return replace(span, start=start, end=end, granularity=grain)
