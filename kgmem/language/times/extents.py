"""Times with an extent: "since March", "from May to July", "for ten years", "in two weeks"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias

from kgmem.language.times.durations import GRAINS, bare_duration, duration, not_since, up_to_now
from kgmem.language.times.habits import HABITS
from kgmem.language.times.lexicon import words
from kgmem.language.times.line import Line, over
from kgmem.language.times.points import point
from kgmem.language.times.quantities import quantity, skip_approx
from kgmem.language.times.readings import Reading
from kgmem.language.times.relative import moved
from kgmem.language.times.spans import Span, day_words, midnight, shift
from kgmem.language.times.windows import window

Rule: TypeAlias = Callable[[Line, int], "Reading | None"]

_LINKS = words("to until till through - – and")
_VISITS = words("come came coming stop stopped drop dropped swing swung pass passed stood")
""""Come by tonight" is a visit, not a deadline."""
_ONWARD = words("on onward onwards forward")


# --- since, until, ranges ------------------------------------------------------------------------


def since(line: Line, i: int) -> Reading | None:
    """`since March`, `ever since 2010`; "since I was 12" cannot be resolved."""
    hit = point(line if line.prefer else replace(line, prefer="past"), i + 1, "since")
    if hit is None:
        return None
    return Reading(hit[0], "since", f"since {hit[1].wording}", hit[1])


def until(line: Line, i: int) -> Reading | None:
    """`until Friday`, `by next month`."""
    word = "by" if line.at(i) == "by" else "until"
    if line.at(i) == "through" and line.at(i - 1) == "-":
        return None  # "at a drive-through last week"
    if word == "by" and line.at(i - 1) in _VISITS:
        return None
    way = line.prefer or ("past" if over(line, i) else "future")
    hit = point(replace(line, prefer=way), i + 1, line.at(i))
    if hit is None or (word == "by" and line.at(i - 1).endswith("ed") and not hit[1].dated):
        return None  # "inspired by autumn"
    return Reading(hit[0], "until", f"{word} {hit[1].wording}", None, hit[1])


def from_to(line: Line, i: int) -> Reading | None:
    """`from May to July`, `between 2010 and 2012`; `from Monday on`."""
    lead = line.at(i) if line.at(i) in ("from", "between") else ""
    first = i + 1 if lead else i
    if not lead and _LINKS.isdisjoint(line.words[i + 1 : i + 5]):
        return None
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
    a, b = _plain_day(a), _plain_day(b)
    link = "between" if lead == "between" else "from"
    joint = "and" if lead == "between" else "to"
    return Reading(two[0], "range", f"{link} {_short(a, b)} {joint} {b.wording}", a, b)


def _plain_range(line: Line, first: int, j: int) -> bool:
    """A range without "from": weekdays, months or years on both sides ("Monday to Friday")."""
    kinds = (line.kind(first), line.kind(j + 1))
    return kinds in (("weekday", "weekday"), ("month", "month")) or (
        kinds == ("digit", "digit") and line.at(j) in ("-", "–", "to", "until")
    )


def _plain_day(span: Span) -> Span:
    """The date itself: "the Friday after" says nothing once another anchor was used."""
    if span.granularity != "day" or span.start is None or not span.wording.startswith("the "):
        return span
    return replace(span, wording=day_words(span.start))


def _short(a: Span, b: Span) -> str:
    """`May` of "May to July 2023"."""
    if a.granularity in ("hour", "minute"):
        clock, _, day = a.wording.partition(" on ")
        return clock if b.wording.endswith(f" on {day}") else a.wording
    year = b.wording[-5:]
    same = year[:1] == " " and year[1:].isdigit() and a.wording.endswith(year)
    return a.wording[:-5] if same and a.granularity in ("day", "month", "season") else a.wording


# --- durations -----------------------------------------------------------------------------------


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
    elif not_since(line, i):
        return up_to_now(line, stop, amount)
    elif line.prefer == "past" or (line.prefer is None and over(line, i)):
        return Reading(stop, "duration", amount.words, amount=amount.days)
    span = moved(line, amount, 1)
    return Reading(stop, "point", span.wording, span)


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
    span = Span(line.now, end, GRAINS[amount.unit], wording)
    return Reading(found[0], "point", wording, span)


def one_sided(line: Line, i: int) -> Reading | None:
    """`before Christmas`, `after 2018`."""
    word = line.at(i)
    if word == "before" and line.prefer is None and not over(line, i):
        line = replace(line, prefer="future")
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
