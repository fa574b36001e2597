"""Any expression that names one time, by its first word, and those built upon another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from kgmem.language.times.absolute import Hit, day_first, iso, month_first
from kgmem.language.times.beside import amount_beside, before_last, nth_of, unit_beside
from kgmem.language.times.clocks import at_clock, clock_first, refine
from kgmem.language.times.eras import bare_year, decade, season, short_year
from kgmem.language.times.feasts import feast
from kgmem.language.times.lexicon import EDGE, ORDINAL, PART, UNIT, WEEKDAY, words
from kgmem.language.times.line import Line
from kgmem.language.times.quantities import quantity, skip_approx
from kgmem.language.times.relative import ago, deictic, named_day
from kgmem.language.times.spans import WEEKDAYS, day_words, part, unit_span, week_span
from kgmem.language.times.weekdays import weekday_or_date
from kgmem.language.times.windows import around_named, earlier, recently, the_weekend, whole, window

Rule: TypeAlias = Callable[[Line, int, str], "Hit | None"]

_OWNERS = words("my our his her their your the a an")


def point(line: Line, i: int, lead: str = "") -> Hit | None:
    """The longest expression of one time that begins at a token.

    Args:
        line: the text.
        i: the token.
        lead: the preposition before it, empty if none; doubtful words need one ("in May").
    """
    best: Hit | None = None
    for rule in _RULES.get(line.kind(i), ()):
        try:
            hit = rule(line, i, lead)
        except (OverflowError, ValueError):  # "31 February", "in 9000 years": not a date there is
            continue
        if hit is not None and (best is None or hit[0] > best[0]):
            best = hit
    return None if best is None else refine(line, best)


def _clock(line: Line, i: int, lead: str) -> Hit | None:
    """`5pm`, `noon on Friday`, `7 pm tomorrow`."""
    hit = clock_first(line, i, lead)
    if hit is None or hit[1].start is None:
        return hit
    j = hit[0] + 1 if line.at(hit[0]) in ("on", ",") else hit[0]
    day = point(_deeper(line), j, "on") if line.kind(j) else None
    if day is None or day[1].granularity not in ("day", "part_of_day"):
        return hit
    exact = hit[1].granularity == "minute"
    return day[0], at_clock(day[1], hit[1].start.hour, hit[1].start.minute, exact)


def _weekday(line: Line, i: int, lead: str) -> Hit | None:
    """A weekday, also of a week that is named after it: `on Wednesday last week`."""
    hit = weekday_or_date(line, i, lead)
    if hit is None:
        return None
    j = hit[0] + (line.at(hit[0]) in ("of", ","))
    week = deictic(line, j, "") if line.kind(j) == "deictic" else None
    if week is None or week[1].granularity != "week":
        return hit
    return week[0], unit_beside(line.at(i), 0, week[1])


def _deictic(line: Line, i: int, lead: str) -> Hit | None:
    """`last week`, and a weekday of it: `last week, on Wednesday`."""
    hit = deictic(line, i, lead)
    if hit is None or hit[1].granularity != "week":
        return hit
    j = hit[0] + (line.at(hit[0]) == ",")
    j += line.at(j) == "on"
    if line.kind(j) != "weekday" or (j == hit[0] + 1 and line.at(j - 1) == ","):
        return hit
    return j + 1, unit_beside(line.at(j), 0, hit[1])


def _the_day(line: Line, i: int, lead: str) -> Hit | None:
    """`the 3rd of May`, `on the 3rd`, `her birthday is the 3rd`."""
    if line.kind(i + 1) != "digit":
        return None
    told = line.at(i - 1) in ("is", "was") and line.has_date(i - 2)
    return day_first(line, i + 1, "on" if told and not lead else lead)


def _the_year(line: Line, i: int, _lead: str) -> Hit | None:
    """`the year 2018`."""
    return bare_year(line, i + 2, "year") if line.at(i + 1) == "year" else None


def edge(line: Line, i: int, lead: str) -> Hit | None:
    """`early 2020`, `mid-June`, `the end of next month`, `late last week`."""
    j = i + 1 if line.at(i) == "the" else i
    word = line.at(j)
    if word not in EDGE:
        return None
    k = j + 1
    bare = word in ("early", "late", "mid")
    if line.at(k) == "of":
        k += 1
    elif not bare:
        return None
    if bare and line.at(k) in ("-", "in"):
        k += 1
    inner = _this_unit(line, k) or point(_deeper(line), k, word if bare else "in")
    if inner is None or inner[1].granularity not in ("week", "month", "season", "year", "decade"):
        return None
    span = inner[1]
    link = "early in" if word == "early" else f"{word} in"
    if bare:
        glue = "-" if word == "mid" and not span.wording.startswith("the ") else " "
        wording = (
            f"{link} {span.wording}"
            if span.wording.startswith("the ")
            else f"{word}{glue}{span.wording}"
        )
    else:
        wording = f"the {word} of {span.wording}"
    return inner[0], replace(part(span, EDGE[word]), wording=wording)


def _this_unit(line: Line, i: int) -> Hit | None:
    """`the month` of "the end of the month"; the end of the day is a manner of speaking."""
    if line.at(i) != "the" or line.at(i + 1) not in ("week", "month", "year", "summer", "winter"):
        return None
    if line.at(i + 1) in ("summer", "winter"):
        return season(line, i, "in")
    if line.at(i + 1) == "week":
        return i + 2, week_span(line.now, f"the week of {day_words(line.now)}")
    return i + 2, unit_span(line.at(i + 1), line.now)


# --- times told from another time ----------------------------------------------------------------


def _inner(line: Line, i: int) -> Hit | None:
    """The time that another is told from; a few words of occasion may come first.

    "my birthday on 3 May": the date after "on" within six tokens counts.
    """
    line = _deeper(line)
    hit = point(line, i, "after")
    if hit is not None or line.at(i) not in _OWNERS:
        return hit
    for k in range(i + 1, i + 7):
        if line.at(k) in ("", ".", "!", "?", ",", ";"):
            return None
        if line.at(k) in ("on", "in", "at") and k > i + 1:
            return point(line, k + 1, line.at(k))
    return None


def _deeper(line: Line) -> Line:
    """The same line one level down.

    Raises:
        ValueError: too deep; "the week before the week before the ..." is not a time.
    """
    if line.nested >= 2:
        raise ValueError("nested too deep")
    return replace(line, nested=line.nested + 1)


def _side(line: Line, i: int) -> tuple[int, int] | None:
    """`before`, `after`, `prior to`, `of`: (next token, -1 | 1 | 0)."""
    word = line.at(i)
    if word == "prior" and line.at(i + 1) == "to":
        return i + 2, -1
    signs = {"before": -1, "preceding": -1, "after": 1, "following": 1, "of": 0, "starting": 0}
    return (i + 1, signs[word]) if word in signs else None


def beside(line: Line, i: int, _lead: str) -> Hit | None:
    """`the week before 3 May`, `the weekend of 8 July`, `the Sunday after Easter`."""
    j = i + 1 if line.at(i) == "the" else i
    word = line.at(j)
    if word not in UNIT and word not in WEEKDAY and word not in PART:
        return None
    side = _side(line, j + 1)
    if side is None or word.endswith("s"):
        return None
    k, sign = side
    if sign < 0 and line.at(k) == "last" and not line.kind(k + 1):
        return before_last(line, j, k + 1)
    inner = _inner(line, k)
    if inner is None:
        return None
    return inner[0], unit_beside(word, sign, inner[1])


def offset(line: Line, i: int, _lead: str) -> Hit | None:
    """`three days after Christmas`, `two weeks before 3 May`."""
    found = quantity(line, skip_approx(line, i))
    if found is None:
        return None
    side = _side(line, found[0])
    if line.at(found[0]) == "from":
        side, line = (found[0] + 1, 1), replace(line, prefer=line.prefer or "future")
    if side is None or not side[1]:
        return None
    inner = _inner(line, side[0])
    if inner is None:
        return None
    return inner[0], amount_beside(found[1], side[1], inner[1])


def nth(line: Line, i: int, _lead: str) -> Hit | None:
    """`the first week of May`, `the last weekend of June`, `the second Monday in March`."""
    j = i + 1 if line.at(i) == "the" else i
    order = -1 if line.at(j) == "last" else ORDINAL.get(line.at(j), 0)
    word = line.at(j + 1)
    known = word in WEEKDAY or word in ("day", "week", "weekend")
    if not order or not known or line.at(j + 2) not in ("of", "in"):
        return None
    inner = _this_unit(line, j + 3) or point(_deeper(line), j + 3, "in")
    if inner is None:
        return None
    span = inner[1]
    name = WEEKDAYS[WEEKDAY[word]] if word in WEEKDAY else word
    wording = f"the {line.at(j)} {name} of {span.wording}"
    return inner[0], nth_of(inner[1], word, order, wording)


_RULES: dict[str, tuple[Rule, ...]] = {
    "digit": (iso, day_first, bare_year, ago, offset, _clock),
    "number": (ago, offset, _clock),
    "article": (ago, offset, recently),
    "approx": (ago, offset),
    "preposition": (),
    "the": (
        decade,
        season,
        around_named,
        window,
        deictic,
        _the_day,
        _the_year,
        the_weekend,
        edge,
        nth,
        beside,
    ),
    "deictic": (_deictic, window, nth),
    "month": (month_first,),
    "weekday": (_weekday, beside),
    "season": (season,),
    "holiday": (feast,),
    "named": (named_day,),
    "part": (_clock, beside),
    "edge": (edge,),
    "unit": (ago, around_named, beside),
    "ordinal": (nth,),
    "earlier": (earlier,),
    "recently": (recently,),
    "quote": (short_year,),
    "all": (whole,),
}
