"""`find`: all time expressions of a text, longest first, resolved against when it was said."""

from __future__ import annotations

from datetime import datetime, tzinfo

from kgmem.errors import InputError
from kgmem.language.times.extents import MENTIONS
from kgmem.language.times.line import Line, Preference, promising, tokenise
from kgmem.language.times.readings import Reading, as_point
from kgmem.language.times.spans import FIRST_YEAR, LAST_YEAR, Span
from kgmem.types import Bound, TimeMention, Validity


def find(text: str, anchor: datetime, *, prefer: Preference | None = None) -> list[TimeMention]:
    """All time expressions of a text, in reading order, none overlapping another.

    Args:
        text: chat-like English.
        anchor: zone-aware time of the observation; "yesterday" is a date in its zone.
        prefer: which way "in March" or "on Friday" leans; None takes the past unless the sentence
            looks ahead ("we will", "going to").

    Returns:
        Mentions with half-open intervals; what cannot be resolved ("when I was 12") is left out.

    Raises:
        InputError: the anchor has no zone.
    """
    if anchor.tzinfo is None:
        raise InputError("find() needs a zone-aware anchor; use parse_moment to make one")
    if not promising(text):
        return []
    line = tokenise(text, anchor.replace(tzinfo=None, fold=0), prefer)
    found: list[TimeMention] = []
    i = 0
    while i < len(line.ends):
        reading = _longest(line, i)
        mention = None if reading is None else _mention(line, i, reading, anchor.tzinfo)
        if reading is None or mention is None:
            i += 1
            continue
        found.append(mention)
        i = reading.stop
    return found


def _longest(line: Line, i: int) -> Reading | None:
    """The longest reading at a token; the most telling one of equal length."""
    kind = line.kind(i)
    if not kind:
        return None
    best: Reading | None = None
    for rule in (*MENTIONS.get(line.at(i), ()), *MENTIONS.get(f"<{kind}>", ()), as_point):
        try:
            reading = rule(line, i)
        except (OverflowError, ValueError):  # as in `point`: arithmetic left the calendar
            continue
        if reading is not None and (best is None or reading.stop > best.stop):
            best = reading
    return best


def _mention(line: Line, i: int, reading: Reading, zone: tzinfo) -> TimeMention | None:
    try:
        validity = Validity(_bound(reading.start, zone), _bound(reading.end, zone), reading.wording)
    except OverflowError:
        return None
    start, end = line.starts[i], line.ends[reading.stop - 1]
    return TimeMention(start, end, validity, reading.kind, line.text[start:end], reading.amount)


def _bound(span: Span | None, zone: tzinfo) -> Bound | None:
    """A local span in its zone.

    Raises:
        OverflowError: it lies outside the years that every zone can hold.
    """
    if span is None:
        return None
    for moment in (span.start, span.end):
        if moment is not None and not FIRST_YEAR <= moment.year <= LAST_YEAR + 1:
            raise OverflowError(f"the year {moment.year} is outside the calendar")
    start = None if span.start is None else span.start.replace(tzinfo=zone)
    end = None if span.end is None else span.end.replace(tzinfo=zone)
    return Bound(start, end, span.granularity)
