"""The arithmetic of times told from another: the week before a day, the second Monday in March."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import cast

from kgmem.language.times.absolute import Hit
from kgmem.language.times.lexicon import PART, UNIT, WEEKDAY
from kgmem.language.times.line import Line
from kgmem.language.times.quantities import Quantity
from kgmem.language.times.relative import part_of_day
from kgmem.language.times.spans import (
    WEEKDAYS,
    Span,
    day_span,
    day_words,
    midnight,
    shift,
    unit_span,
    weekday_span,
    weekend_span,
)
from kgmem.types import Granularity


def both_ends(span: Span) -> tuple[datetime, datetime]:
    """Both ends of a closed span."""
    if span.start is None or span.end is None:
        raise ValueError("an open interval")
    return span.start, span.end


def before_last(line: Line, j: int, k: int) -> Hit | None:
    """`the week before last`."""
    word = line.at(j)
    today = midnight(line.now)
    if word in WEEKDAY:
        last = weekday_span(line.now, WEEKDAY[word], "last")
        wording = f"two {WEEKDAYS[WEEKDAY[word]]}s before {day_words(today)}"
        return None if last.start is None else (k, day_span(last.start - timedelta(7), wording))
    unit = UNIT.get(word, "")
    if unit not in ("week", "weekend", "month", "year"):
        return None
    span = unit_span(unit, shift(line.now, unit, -2))
    wording = f"two {unit}s before {day_words(today)}" if "week" in unit else span.wording
    return k, replace(span, wording=wording)


def unit_beside(word: str, sign: int, span: Span) -> Span:
    """A unit just before, just after or around another time."""
    start, end = both_ends(span)
    side = {-1: "before", 1: "after", 0: "of"}[sign]
    name = WEEKDAYS[WEEKDAY[word]] if word in WEEKDAY else word
    wording = f"the {name} {side} {span.wording}"
    first = start if sign <= 0 else end - timedelta(microseconds=1)
    if word in WEEKDAY:
        day = weekday_span(
            first, WEEKDAY[word], "past" if sign < 0 else "this" if not sign else "future"
        )
        return replace(day, wording=wording)
    if word in PART and word not in ("day",):
        day = day_span(midnight(first) + timedelta(sign))
        return part_of_day(day if sign else replace(day, wording=span.wording), word)
    unit = UNIT[word]
    if unit == "day":
        return day_span(midnight(first) + timedelta(sign))
    if unit == "week" and sign:
        edge_day = (
            midnight(start) - timedelta(7)
            if sign < 0
            else midnight(end - timedelta(microseconds=1)) + timedelta(1)
        )
        return Span(edge_day, edge_day + timedelta(7), "week", wording)
    if unit == "weekend" and sign:
        saturday = midnight(first) + timedelta(5 - first.weekday())
        if sign < 0 and saturday + timedelta(2) > first:
            saturday -= timedelta(7)
        elif sign > 0 and saturday <= first:
            saturday += timedelta(7)
        return weekend_span(saturday, wording)
    moved = unit_span(unit, shift(first, unit, sign))
    return replace(moved, wording=wording) if unit in ("week", "weekend") else moved


def amount_beside(amount: Quantity, sign: int, span: Span) -> Span:
    """So much before (-1) or after (+1) another time."""
    start, end = both_ends(span)
    base = start if sign < 0 else midnight(end - timedelta(microseconds=1))
    wording = f"{amount.words} {'before' if sign < 0 else 'after'} {span.wording}"
    near = shift(base, amount.unit, sign * amount.low)
    if amount.vague or not amount.whole:
        far = shift(base, amount.unit, sign * amount.high)
        low, high = sorted((near, far))
        return Span(low, high + timedelta(1), cast(Granularity, amount.unit), wording)
    if amount.unit == "day":
        return day_span(near)
    moved = unit_span(amount.unit, near)
    return replace(moved, wording=wording) if amount.unit in ("week", "weekend") else moved


def nth_of(span: Span, word: str, order: int, wording: str) -> Span:
    """The n-th day, week, weekend or weekday of a span; -1 is the last."""
    start, end = both_ends(span)
    if word == "day":
        return day_span(start + timedelta(order - 1) if order > 0 else end - timedelta(1))
    if word == "week":
        first = start + timedelta(7 * (order - 1)) if order > 0 else end - timedelta(7)
        return Span(first, first + timedelta(7), "week", wording)
    target = 5 if word == "weekend" else WEEKDAY[word]
    if order > 0:
        day = start + timedelta((target - start.weekday()) % 7 + 7 * (order - 1))
    else:
        last = end - timedelta(1)
        day = last - timedelta((last.weekday() - target) % 7)
    return weekend_span(day, wording) if word == "weekend" else day_span(day, wording)
