"""Stretches up to, from or around the moment of speaking: "the past three years", "recently"."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import cast

from kgmem.language.times.absolute import Hit
from kgmem.language.times.eras import season
from kgmem.language.times.lexicon import words
from kgmem.language.times.line import Line
from kgmem.language.times.quantities import Quantity, quantity
from kgmem.language.times.relative import deictic, named_day
from kgmem.language.times.spans import (
    Span,
    day_span,
    day_words,
    midnight,
    part,
    shift,
    unit_span,
    weekend_span,
)
from kgmem.types import Granularity


def around_named(line: Line, i: int, _lead: str) -> Hit | None:
    """`the day before yesterday`, `the other day`, `the other night`."""
    j = i + 1 if line.at(i) == "the" else i
    if line.at(j) == "other" and line.at(j + 1) in ("day", "night", "morning", "evening", "week"):
        if j == i:
            return None
        today = midnight(line.now)
        back = 28 if line.at(j + 1) == "week" else 7
        words = "weeks" if back == 28 else "days"
        wording = f"a few {words} before {day_words(today)}"
        return j + 2, Span(today - timedelta(back), today, "week", wording)
    if line.at(j) == "day" and line.at(j + 1) in ("before", "after"):
        days = {("before", "yesterday"): -2, ("after", "tomorrow"): 2}
        count = days.get((line.at(j + 1), line.at(j + 2)))
        if count is not None:
            return j + 3, day_span(midnight(line.now) + timedelta(count))
    return None


def recently(line: Line, i: int, _lead: str) -> Hit | None:
    """`recently`, `not so long ago`: the last two months or so; `a while ago`: any time before."""
    words = line.words[i : i + 4]
    today = day_words(line.now)
    if words[:1] == ["a"] and words[1:2] == ["while"] and words[2:3] in (["ago"], ["back"]):
        return i + 3, Span(None, line.now, "unknown", f"some time before {today}")
    stop = i + 1
    if words[:1] == ["not"]:
        stop = i + 4 if words[1:2] in (["so"], ["too"], ["that"]) else i + 3
        if line.words[stop - 2 : stop] != ["long", "ago"]:
            return None
    elif words[:1] != ["recently"] or line.at(i + 1) in ("-", "married", "single", "divorced"):
        return None
    start = midnight(line.now) - timedelta(60)
    return stop, Span(start, line.now, "month", f"shortly before {today}")


def earlier(line: Line, i: int, _lead: str) -> Hit | None:
    """`earlier this week`, `later today`: the part of it on that side of the anchor."""
    word = line.at(i)
    if line.at(i + 1) in ("today", "tonight"):
        hit = named_day(line, i + 1, "")
    elif line.at(i + 1) in ("this", "last", "next"):
        hit = deictic(line, i + 1, "")
    else:
        return None
    if hit is None or hit[1].start is None or hit[1].end is None:
        return None
    j, span = hit
    if not (hit[1].start <= line.now < hit[1].end):
        return j, part(span, "early" if word == "earlier" else "late")
    if word == "earlier":
        end = line.now if span.granularity == "day" else midnight(line.now) + timedelta(1)
        return j, replace(span, end=end)
    return j, replace(span, start=line.now, wording=span.wording)


_WEEKEND_LEADS = words("over on at during for until till by since in before after")


def the_weekend(line: Line, i: int, lead: str) -> Hit | None:
    """`over the weekend`: the last one, or the coming one where the sentence looks ahead."""
    if lead not in _WEEKEND_LEADS or line.at(i + 1) != "weekend":
        return None
    if line.at(i + 2) in ("before", "after", "of"):
        return None
    today = midnight(line.now)
    if today.weekday() >= 5:
        return i + 2, weekend_span(today)
    if line.lean(i) == "future" or lead in ("until", "till", "by"):
        return i + 2, weekend_span(today, f"the weekend after {day_words(today)}")
    return i + 2, weekend_span(today - timedelta(7), f"the weekend before {day_words(today)}")


def whole(line: Line, i: int, _lead: str) -> Hit | None:
    """`all week`, `all summer`: the present one."""
    word = line.at(i + 1)
    if word in ("week", "month"):
        span = unit_span(word, line.now)
        wording = f"the week of {day_words(line.now)}" if word == "week" else span.wording
        return i + 2, replace(span, wording=wording)
    return season(line, i + 1, "in") if word in ("summer", "winter") else None


def window(line: Line, i: int, lead: str) -> Hit | None:
    """`the past three years`, `these last few weeks`, `the next two months`."""
    j = i + 1 if line.at(i) in ("the", "these", "this") else i
    way = line.at(j)
    if way not in ("past", "last", "previous", "next", "coming", "following"):
        return None
    found = quantity(line, j + 1)
    unit = line.at(j + 1)
    single = unit in ("day", "week", "month", "year", "decade") and way in ("past", "last")
    if found is None and single and line.at(i) == "the" and lead:
        found = j + 2, Quantity(1, 1, unit, unit)
    if found is None or line.at(j + 1) in ("a", "an"):
        return None
    k, amount = found
    back = way in ("past", "last", "previous")
    today = midnight(line.now)
    far = shift(line.now, amount.unit, -amount.high if back else amount.high)
    side = "before" if back else "after"
    start, end = (midnight(far), line.now) if back else (line.now, midnight(far) + timedelta(1))
    wording = f"the {amount.words} {side} {day_words(today)}"
    grain = cast(Granularity, amount.unit)
    return k, Span(start, end, grain, wording, days=amount.days)
