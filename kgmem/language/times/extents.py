"""Times with an extent: "since March", "from May to July", "for ten years", "in two weeks"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias

from kgmem.language.times.habits import HABITS
from kgmem.language.times.lexicon import AHEAD_VERBS, PAST_VERBS, PERFECT, UNIT, Line, over
from kgmem.language.times.points import point, window
from kgmem.language.times.quantities import Quantity, quantity, skip_approx
from kgmem.language.times.readings import Reading
from kgmem.language.times.relative import moved
from kgmem.language.times.spans import Span, day_words, midnight, month_words, shift, unit_span
from kgmem.types import Granularity

Rule: TypeAlias = Callable[[Line, int], "Reading | None"]

_LINKS = frozenset(["to", "until", "till", "through", "-", "–", "and"])
_ONWARD = frozenset(["on", "onward", "onwards", "forward"])
_GRAINS: dict[str, Granularity] = {
    "year": "year",
    "decade": "year",
    "season": "year",
    "month": "month",
    "week": "week",
    "weekend": "week",
    "day": "day",
    "hour": "hour",
    "minute": "minute",
    "second": "second",
}


# --- since, until, ranges ------------------------------------------------------------------------


def since(line: Line, i: int) -> Reading | None:
    """`since March`, `ever since 2010`; "since I was 12" cannot be resolved."""
    hit = point(line, i + 1, "since")
    if hit is None:
        return None
    return Reading(hit[0], "since", f"since {hit[1].wording}", hit[1])


def until(line: Line, i: int) -> Reading | None:
    """`until Friday`, `by next month`."""
    word = "by" if line.at(i) == "by" else "until"
    way = line.prefer or ("past" if over(line, i) else "future")
    hit = point(replace(line, prefer=way), i + 1, line.at(i))
    if hit is None or (word == "by" and line.at(i - 1).endswith("ed") and not hit[1].dated):
        return None  # "inspired by autumn"
    return Reading(hit[0], "until", f"{word} {hit[1].wording}", None, hit[1])


def from_to(line: Line, i: int) -> Reading | None:
    """`from May to July`, `between 2010 and 2012`; `from Monday on`."""
    lead = line.at(i) if line.at(i) in ("from", "between") else ""
    first = i + 1 if lead else i
    one = point(line, first, lead or "from")
    if one is None:
        return None
    j = one[0]
    if line.at(j) in _LINKS and (line.at(j) == "and") == (lead == "between"):
        reading = _range(line, first, j, lead)
        if reading is not None:
            return reading
    if lead == "from" and line.at(j) in _ONWARD and line.at(j + 1) != "the":
        return Reading(j + 1, "since", f"since {one[1].wording}", one[1])
    return None


def _range(line: Line, first: int, j: int, lead: str) -> Reading | None:
    one, two = point(line, first, lead or "from"), point(line, j + 1, "to")
    if one is None or two is None or one[0] != j or one[1].start is None or two[1].start is None:
        return None
    if not lead and not _plain_range(line, first, j):
        return None
    a, b = one[1], two[1]
    if b.dated and not a.dated:
        again = point(replace(line, now=two[1].start, prefer="past"), first, "from")
        a = again[1] if again is not None and again[0] == j else a
    elif a.start is not None and b.start is not None and b.start < a.start:
        again = point(replace(line, now=one[1].start, prefer="future"), j + 1, "to")
        b = again[1] if again is not None else b
    if a.start is None or b.start is None or b.start < a.start:
        return None
    link = "between" if lead == "between" else "from"
    joint = "and" if lead == "between" else "to"
    return Reading(two[0], "range", f"{link} {_short(a, b)} {joint} {b.wording}", a, b)


def _plain_range(line: Line, first: int, j: int) -> bool:
    """A range without "from": weekdays, months or years on both sides ("Monday to Friday")."""
    kinds = (line.kind(first), line.kind(j + 1))
    return kinds in (("weekday", "weekday"), ("month", "month")) or (
        kinds == ("digit", "digit") and line.at(j) in ("-", "–", "to", "until")
    )


def _short(a: Span, b: Span) -> str:
    """`May` of "May to July 2023"."""
    year = b.wording[-5:]
    same = year[:1] == " " and year[1:].isdigit() and a.wording.endswith(year)
    return a.wording[:-5] if same and a.granularity in ("day", "month", "season") else a.wording


# --- durations -----------------------------------------------------------------------------------


def duration(line: Line, i: int) -> Reading | None:
    """`for ten years`, `for the past few weeks`, `for years`."""
    found = window(line, i + 1, "for")
    if found is not None and found[1].start is not None:
        stop, span = found
        words = span.wording.rsplit(" before ", 1)[0].removeprefix("the ")
        if " after " in span.wording or found[1].start is None:
            return Reading(stop, "point", span.wording, span)
        return _lasting(line, stop, words, found[1].start, span.granularity, span.days or 0.0)
    j = skip_approx(line, i + 1)
    if line.at(j) == "over":
        j += 1
    amount = quantity(line, j)
    if amount is None:
        return _for_years(line, i)
    return _reaching(line, i, *amount)


def _for_years(line: Line, i: int) -> Reading | None:
    """`for years`: longer than one, nobody knows how long."""
    word = line.at(i + 1)
    if word in ("many", "several"):
        return None
    if word in UNIT and word.endswith("s") and UNIT[word] not in ("weekend", "season", "minute"):
        return Reading(i + 2, "duration", word)
    return None


def _reaching(line: Line, i: int, stop: int, amount: Quantity) -> Reading | None:
    """A duration that reaches back from the anchor, unless the clause is over or ahead."""
    if amount.unit in ("second", "minute") and amount.words.startswith("a "):
        return None
    if line.at(stop) in ("ago", "before", "after", "from"):
        return None
    if line.at(stop) in ("now", "already", "straight", "running"):
        stop += 1
    elif not _reaches(line, i):
        return Reading(stop, "duration", amount.words, amount=amount.days)
    start = shift(line.now, amount.unit, -(amount.low + amount.high) / 2)
    grain = _GRAINS[amount.unit]
    return _lasting(line, stop, amount.words, start, grain, amount.days, vague=amount.vague)


def _reaches(line: Line, i: int) -> bool:
    """Whether the clause before is still true: perfect or present, not past or future."""
    for k in range(i - 1, max(-1, i - 10), -1):
        word = line.at(k)
        if word in (".", "!", "?", ";", "but") or (word == "'" and k < i - 1):
            break
        if word in PERFECT or word.removesuffix("'") in ("been",):
            return True
        if word in AHEAD_VERBS:
            return False
        if word in PAST_VERBS or (
            word.endswith("ed") and len(word) > 4 and line.at(k - 1) not in PERFECT
        ):
            return any(line.at(n) in PERFECT for n in range(max(0, k - 3), k))
    return line.prefer != "future"


def _lasting(
    line: Line,
    stop: int,
    words: str,
    begin: datetime,
    grain: Granularity,
    days: float,
    *,
    vague: bool = False,
) -> Reading:
    """A duration up to the anchor, worded "ten years, since 2013"."""
    span = unit_span({"decade": "year", "season": "year"}.get(grain, grain), begin)
    around = "about " if vague else ""
    since_words = {"year": str(begin.year), "month": month_words(begin)}.get(
        grain, day_words(begin)
    )
    return Reading(stop, "duration", f"{words}, since {around}{since_words}", span, amount=days)


def bare_duration(line: Line, i: int) -> Reading | None:
    """`4 years now`, `it's been two months`, `seven years already`."""
    j = skip_approx(line, i)
    found = quantity(line, j)
    if found is None:
        return None
    stop, amount = found
    after = line.at(stop) in ("now", "already", "straight", "running")
    been = "been" in (line.at(i - 1), line.at(i - 2)) or (
        line.at(i - 1) == "over" and line.at(i - 2) == "been"
    )
    took = line.at(i - 1) in ("took", "lasted", "lasts", "takes", "spent", "stayed")
    if took and not after:
        return Reading(stop, "duration", amount.words, amount=amount.days)
    return _reaching(line, i, stop, amount) if after or been else None


# --- from the anchor on --------------------------------------------------------------------------


def ahead(line: Line, i: int) -> Reading | None:
    """`in two weeks`, `in a few days' time`; in a minute is a manner of speaking."""
    found = quantity(line, skip_approx(line, i + 1))
    if found is None:
        return None
    stop, amount = found
    if amount.unit in ("second", "minute") and amount.words.split()[0] in ("a", "one"):
        return None
    if line.at(stop) in ("'", "'s") and line.at(stop + 1) == "time":
        stop += 2
    elif line.at(stop) in ("time", "ago", "before", "after"):
        return None
    elif _not_since(line, i):
        return _reaching(line, i, stop, amount)
    elif line.prefer == "past" or (line.prefer is None and over(line, i)):
        return Reading(stop, "duration", amount.words, amount=amount.days)
    span = moved(line, amount, 1)
    return Reading(stop, "point", span.wording, span)


def _not_since(line: Line, i: int) -> bool:
    """`we haven't talked in a few days`: a time without it, up to now."""
    before = line.words[max(0, i - 7) : i]
    negated = any(w in ("n't", "'t", "not", "never", "havent", "hasnt") for w in before)
    return negated and not {"have", "haven", "has", "hasn", "havent", "hasnt", "'ve"}.isdisjoint(
        before
    )


def within(line: Line, i: int) -> Reading | None:
    """`within two months`, `within the next week`."""
    j = i + 1
    hit = window(line, j, "within")
    if hit is not None:
        return Reading(hit[0], "point", hit[1].wording, hit[1])
    found = quantity(line, skip_approx(line, j))
    if found is None:
        return None
    amount = found[1]
    end = midnight(shift(line.now, amount.unit, amount.high)) + timedelta(1)
    wording = f"within {amount.words} of {day_words(line.now)}"
    span = Span(line.now, end, _GRAINS[amount.unit], wording)
    return Reading(found[0], "point", wording, span)


def one_sided(line: Line, i: int) -> Reading | None:
    """`before Christmas`, `after 2018`."""
    word = line.at(i)
    hit = point(line, i + 1, word)
    if hit is None:
        return None
    span = hit[1]
    wording = f"{word} {span.wording}"
    open_span = (
        Span(None, span.start, span.granularity, wording)
        if word == "before"
        else Span(span.end, None, span.granularity, wording)
    )
    return Reading(hit[0], "point", wording, open_span)


MENTIONS: dict[str, tuple[Rule, ...]] = {
    "since": (since,),
    "until": (until,),
    "till": (until,),
    "til": (until,),
    "by": (until,),
    "through": (until,),
    "from": (from_to,),
    "between": (from_to,),
    "for": (duration,),
    "in": (ahead,),
    "within": (within,),
    "before": (one_sided,),
    "after": (one_sided,),
    "<weekday>": (from_to,),
    "<month>": (from_to,),
    "<digit>": (from_to, bare_duration),
    "<number>": (bare_duration,),
    "<article>": (bare_duration,),
    "<approx>": (bare_duration,),
}
for _key, _rules in HABITS.items():
    MENTIONS[_key] = (*MENTIONS.get(_key, ()), *_rules)
