"""How people say a time: "7 May 2023", "the week of 3 July 2023", "summer 2022", "since 2016"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from kgmem.language.times.spans import (
    DAYS,
    SEASONS,
    clock_words,
    day_words,
    month_words,
    season_span,
)
from kgmem.types import Bound, Validity

_FINE = re.compile(
    r"the (?:morning|afternoon|evening|night|lunchtime) of (?:the day )?"
    r"|(?:noon|midnight|\d{1,2}(?::\d\d)? [ap]m) on (?=[\dtTA-Z])"
)
_HOURS = {5: "morning", 12: "afternoon", 18: "evening"}


def phrase(validity: Validity, *, finest: str = "") -> str:
    """A validity as people phrase it; empty when nothing is known.

    Args:
        validity: what to phrase.
        finest: `day` leaves out the hour and the part of the day ("the night of 13 August 2023").

    The wording that came with it wins. Without one, a start alone is named as such ("June 2023": an
    event there or a state from then), an end alone as "until ...", both as "from ... to ...".
    """
    if validity.wording:
        return _of_day(validity) if finest == "day" else validity.wording
    start = phrase_bound(validity.start) if validity.start else ""
    end = phrase_bound(validity.end) if validity.end else ""
    if start and end:
        return start if start == end else f"from {start} to {end}"
    return start or (f"until {end}" if end else "")


def _of_day(validity: Validity) -> str:
    """The wording without the hour or the part of the day."""
    bound = validity.start or validity.end
    fine = bound is not None and bound.granularity in ("second", "minute", "hour", "part_of_day")
    return _FINE.sub("", validity.wording) if fine else validity.wording


def phrase_bound(bound: Bound) -> str:
    """A bound as people phrase it, by its granularity; empty when nothing limits it."""
    first, last = bound.earliest, bound.latest
    if first is None or last is None:
        if first is None:
            return f"before {day_words(last)}" if last else ""
        return f"after {day_words(first)}"
    # A bound kept in another zone starts some hours off midnight; its middle is on the right date.
    half = min((last - first) / 2, timedelta(hours=12))
    near, far = first + half, last - half
    whole = _whole(near, far, bound.granularity, first)
    return whole or f"between {day_words(near)} and {day_words(far)}"


def _whole(near: datetime, far: datetime, grain: str, first: datetime) -> str:
    """The name of one whole unit; empty when the interval is not one."""
    days = (far - near).days
    if grain in ("second", "minute", "hour"):
        return f"{clock_words(first)} on {day_words(first)}"
    if grain == "part_of_day":
        part = _HOURS.get(first.hour, "")
        return f"the {part} of {day_words(first)}" if part else day_words(first)
    if grain == "day" and days <= 1:
        return day_words(near)
    if grain == "weekend" and days <= 3:
        return f"the weekend of {day_words(near)}"
    if grain == "week" and days <= 7:
        return f"the week of {day_words(near)}"
    if grain == "month" and (near.year, near.month) == (far.year, far.month):
        return month_words(near)
    if grain == "season" and near.month in SEASONS.values() and 85 < days < 95:
        return season_span(_season(near.month), near.year).wording
    if grain == "year":
        return str(near.year) if near.year == far.year else f"{near.year}-{far.year}"
    if grain == "decade" and near.year % 10 == 0 and far.year == near.year + 9:
        return f"the {near.year}s"
    return ""


def _season(month: int) -> str:
    return next(name for name, first in SEASONS.items() if first == month and name != "fall")


def how_long(validity: Validity, now: datetime) -> str:
    """The length of a validity in words: "ten years", "3 months"; empty when it has no start.

    A duration that was said keeps its own words; else the time from the start to the end, or `now`.
    """
    said = validity.wording.partition(", since ")
    if said[1]:
        return said[0]
    if validity.start is None or validity.start.earliest is None:
        return ""
    end = now
    if validity.end is not None:
        end = validity.end.earliest or validity.end.latest or now
    days = (end - validity.start.earliest).total_seconds() / 86400
    coarse = ["year"] if validity.start.granularity in ("year", "decade") else []
    for unit in coarse or ["year", "month", "week", "day"]:
        if unit == "year" and validity.start.granularity == "year":
            count = end.year - validity.start.earliest.year
        else:
            count = int(days / DAYS[unit] + 1e-9)
        if count >= 1:
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "less than a year" if coarse else "less than a day"
