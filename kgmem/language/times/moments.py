"""Times given to the API, and what a validity says about a moment."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from datetime import timezone as _timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kgmem.errors import InputError
from kgmem.language.times.line import tokenise
from kgmem.language.times.points import point
from kgmem.language.times.spans import FIRST_YEAR, LAST_YEAR, add_months
from kgmem.language.times.wording import phrase_bound
from kgmem.types import Bound, Granularity, Validity

_ISO = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d?)(?:-(?P<day>\d\d?)"
    r"(?:[Tt ]+(?P<hour>\d\d?):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
    r"\s*(?P<zone>[Zz]|[+-]\d\d(?::?\d\d)?)?)?)?)?"
)
_CLOCK_FIRST = re.compile(
    r"(\d{1,2})(?::(\d\d))?\s*([ap])\.?m\.?\s*(?:on|,)?\s+(.+)", re.IGNORECASE
)
FORMS = (
    'give a datetime, a date, or text such as "2024-05-20", "2024-05-20T18:00Z", "2021-03", '
    '"2021", "8 May 2023" or "1:56 pm on 8 May, 2023"'
)


def zone(name: str) -> ZoneInfo:
    """A time zone by its IANA name.

    Raises:
        InputError: there is no such zone.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InputError(
            f"unknown timezone {name!r}; use an IANA name such as 'Europe/Lisbon'"
        ) from error


def parse_moment(
    value: str | date | datetime, timezone: str = "UTC", *, name: str = "time"
) -> datetime:
    """A zone-aware instant from what a caller gave; the first one of a day, a month or a year.

    Args:
        value: a datetime, a date or text; a naive one is local to `timezone`.
        timezone: IANA name.
        name: the argument's name, for the error.

    Raises:
        InputError: it cannot be read; the message lists the accepted forms.
    """
    bound = parse_bound(value, timezone, name=name)
    if bound.earliest is None:
        raise InputError(f"{name}={value!r} is not a time: {FORMS}")
    return bound.earliest


def parse_bound(
    value: str | date | datetime, timezone: str = "UTC", *, name: str = "time"
) -> Bound:
    """What a caller gave as an interval that keeps its granularity: "2021" is a whole year.

    Raises:
        InputError: it cannot be read; the message lists the accepted forms.
    """
    local = zone(timezone)
    try:
        if isinstance(value, datetime):
            aware = value if value.tzinfo is not None else value.replace(tzinfo=local)
            bound = Bound(aware, aware + timedelta(seconds=1), "second")
        elif isinstance(value, date):
            start = datetime(value.year, value.month, value.day, tzinfo=local)
            bound = _whole(start, "day")
        elif isinstance(value, str):
            bound = _read(value.strip(), local)
        else:
            raise InputError(f"{name}={value!r} is not a time: {FORMS}")
    except (ValueError, OverflowError) as error:
        if isinstance(error, InputError) and str(error).startswith(f"{name}="):
            raise
        raise InputError(f"{name}={value!r} is not a time: {FORMS}") from error
    for moment in (bound.earliest, bound.latest):
        if moment is not None and not FIRST_YEAR <= moment.year <= LAST_YEAR + 1:
            raise InputError(f"{name}={value!r} is outside the years {FIRST_YEAR} to {LAST_YEAR}")
    return bound


def parse_validity(
    value: Validity | str | date | datetime,
    timezone: str = "UTC",
    *,
    name: str = "valid_from",
) -> Validity:
    """When something that the caller tells began, as coarse as the words were.

    Raises:
        InputError: it cannot be read; the message lists the accepted forms.
    """
    if isinstance(value, Validity):
        return value
    bound = parse_bound(value, timezone, name=name)
    return Validity(start=bound, wording=phrase_bound(bound))


def _whole(start: datetime, grain: Granularity) -> Bound:
    months = {"year": 12, "month": 1}.get(grain)
    naive = start.replace(tzinfo=None)
    end = add_months(naive, months) if months else naive + timedelta(1)
    return Bound(start, end.replace(tzinfo=start.tzinfo), grain)


def _read(text: str, local: ZoneInfo) -> Bound:
    match = _ISO.fullmatch(text)
    if match is None:
        return _read_words(text, local)
    year, month, day = match["year"], match["month"], match["day"]
    if match["hour"] is None:
        grain: Granularity = "day" if day else "month" if month else "year"
        return _whole(datetime(int(year), int(month or 1), int(day or 1), tzinfo=local), grain)
    start = datetime(
        int(year),
        int(month),
        int(day),
        int(match["hour"]),
        int(match["minute"]),
        int(match["second"] or 0),
        int((match["fraction"] or "0").ljust(6, "0")[:6]),
        tzinfo=_offset(match["zone"]) if match["zone"] else local,
    )
    if match["second"] is None:
        return Bound(start, start + timedelta(minutes=1), "minute")
    return Bound(start, start + timedelta(seconds=1), "second")


def _offset(text: str) -> _timezone:
    if text in "Zz":
        return _timezone.utc
    digits = text[1:].replace(":", "").ljust(4, "0")
    length = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return _timezone(-length if text[0] == "-" else length)


def _read_words(text: str, local: ZoneInfo) -> Bound:
    """Dates in words that name their year; nothing that needs an anchor."""
    if len(text) > 80:
        raise ValueError("too long for a date")
    match = _CLOCK_FIRST.fullmatch(text)
    line = tokenise(match[4] if match else text, datetime(2000, 1, 1))
    hit = point(line, 0, "in")
    if hit is None or hit[0] != len(line.ends) or not hit[1].dated:
        raise ValueError("no date with its year")
    span = hit[1]
    if span.start is None or span.end is None:
        raise ValueError("an open interval")
    start, end = span.start, span.end
    if match is None:
        return Bound(start.replace(tzinfo=local), end.replace(tzinfo=local), span.granularity)
    if span.granularity != "day" or not 1 <= int(match[1]) <= 12:
        raise ValueError("a clock without a day")
    hour = int(match[1]) % 12 + (12 if match[3] in "pP" else 0)
    start = start.replace(hour=hour, minute=int(match[2] or 0), tzinfo=local)
    return Bound(start, start + timedelta(minutes=1), "minute")


def contains(validity: Validity, moment: datetime) -> bool:
    """Whether something holds at a moment: it may have begun, and has not surely ceased.

    A start counts from its earliest instant, an end from its earliest too, so that of two facts
    that hand over in "May 2024" the later one holds throughout that month.
    """
    start, end = _begin(validity.start), _begin(validity.end)
    return (start is None or start <= moment) and (end is None or moment < end)


def overlaps(validity: Validity, window: Validity, *, lasting: bool = True) -> bool:
    """Whether a validity may share an instant with a window.

    Args:
        validity: when something held or happened.
        window: the time asked about; without an end it is its start's interval ("in May").
        lasting: a state that goes on after its start; False for an event, which is over with it.
    """
    low, high = _limits(validity, lasting=lasting)
    first, last = _limits(window, lasting=False)
    return (high is None or first is None or first < high) and (
        low is None or last is None or low < last
    )


def _begin(bound: Bound | None) -> datetime | None:
    return None if bound is None else bound.earliest or bound.latest


def _limits(validity: Validity, *, lasting: bool) -> tuple[datetime | None, datetime | None]:
    """The outermost instants of a validity."""
    low = validity.start.earliest if validity.start else None
    if validity.end is not None:
        return low, validity.end.latest
    return low, None if lasting or validity.start is None else validity.start.latest
