"""Hours and parts of days: "5pm on Friday", "tomorrow at noon", "Sunday morning"."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from kgmem.language.times.absolute import Hit
from kgmem.language.times.lexicon import NUMBER, PART
from kgmem.language.times.line import Line
from kgmem.language.times.relative import part_of_day
from kgmem.language.times.spans import Span, clock_words, day_span, midnight

_FIXED = {"noon": 12, "midday": 12, "midnight": 0}


def _meridiem(line: Line, i: int) -> tuple[int, str]:
    """`pm`, `p.m.`: (next token, "am" | "pm" | "")."""
    word = line.at(i)
    if word in ("am", "pm"):
        return i + 1, word
    if word in ("a", "p") and line.at(i + 1) == "." and line.at(i + 2) == "m":
        return i + 3 + (line.at(i + 3) == "." and bool(line.at(i + 4))), f"{word}m"
    return i, ""


def clock(line: Line, i: int, *, at: bool) -> tuple[int, int, int, bool] | None:
    """A time of day: (next token, hour, minute, exact to the minute).

    Args:
        line: the text.
        i: the token.
        at: "at" stands before it, so that a bare "5" or "7:30" is a time.
    """
    word = line.at(i)
    if word in _FIXED:
        return i + 1, _FIXED[word], 0, False
    digits = word.isascii() and word.replace(":", "").isdigit()
    if not digits or len(word) > 5 or (line.joined(i) and line.at(i - 1) in "$€£#.-"):
        if not at or word not in NUMBER or NUMBER[word] > 12:
            return None
        word = str(NUMBER[word])
    hour, _, minute = word.partition(":")
    j, half = _meridiem(line, i + 1)
    if line.at(j) == "o" and line.at(j + 1) in ("'clock", "clock", "'"):
        j, at = j + (3 if line.at(j + 1) == "'" else 2), True
    if int(hour) > 23 or int(minute or 0) > 59 or (half and not 1 <= int(hour) <= 12):
        return None
    if not half and not at:
        return None
    if not half and (hour.startswith("0") or _in_the_morning(line, i)):
        half = "am" if 1 <= int(hour) <= 12 else ""
        if not half:
            return j, int(hour), int(minute or 0), bool(minute)
    return j, _hour(int(hour), half, bool(minute)), int(minute or 0), bool(minute)


_BREAKS = frozenset([".", "!", "?", ";", ",", "and", "then", "but", ""])


def _in_the_morning(line: Line, i: int) -> bool:
    """`this morning at 4:12`, `at 5 in the morning`: the hours before noon."""
    for step, reach in ((-1, 4), (1, 4)):
        for k in range(i + step, i + step * (reach + 1), step):
            word = line.at(k) if k >= 0 else ""
            if word in ("morning", "mornings"):
                return True
            if word in _BREAKS:
                break
    return False


def _hour(hour: int, half: str, written: bool) -> int:
    if half:
        return hour % 12 + (12 if half == "pm" else 0)
    # People who say "at 5" mean the afternoon; "17:30" says so itself.
    return hour + 12 if 1 <= hour <= 6 or (written and hour == 0) else hour


def at_clock(span: Span, hour: int, minute: int, exact: bool) -> Span:
    """A time on a day (the first day of the span)."""
    if span.start is None:
        return span
    start = midnight(span.start) + timedelta(hours=hour, minutes=minute)
    grain: Literal["hour", "minute"] = "minute" if exact else "hour"
    length = timedelta(minutes=1) if exact else timedelta(hours=1)
    wording = span.wording
    for name in PART:  # "5 pm on the evening of ..." says it twice
        wording = wording.removeprefix(f"the {name} of ")
    return Span(start, start + length, grain, f"{clock_words(start)} on {wording}", span.dated)


def refine(line: Line, hit: Hit) -> Hit:
    """A day made finer by what follows: `Friday night`, `tomorrow at noon`."""
    j, span = hit
    if span.granularity not in ("day", "part_of_day") or span.start is None or span.end is None:
        return hit
    if span.granularity == "day" and span.end - span.start > timedelta(1):
        return hit
    k = j
    if line.at(k) == "in" and line.at(k + 1) == "the":
        k += 2
    elif line.at(k) == "at" and line.at(k + 1) == "night":
        k += 1
    if line.at(k) in PART and span.granularity == "day":
        return refine(line, (k + 1, part_of_day(span, line.at(k))))
    k = j + 1 if line.at(j) == "," else j
    timed = line.at(k) in ("at", "around", "@")
    if timed or k == j:
        found = clock(line, k + 1 if timed else k, at=timed)
        if found is not None and not _counted(line, found[0], timed):
            return found[0], at_clock(span, *found[1:])
    return hit


def _counted(line: Line, j: int, timed: bool) -> bool:
    """`at 3 places`: a number of things, not an hour."""
    return timed and line.at(j).isalpha() and line.at(j).endswith("s") and len(line.at(j)) > 3


def clock_first(line: Line, i: int, lead: str) -> Hit | None:
    """`5pm`, `at 5`, `noon on Friday`; the day is today unless one follows."""
    found = clock(line, i, at=lead == "at" and _bare_hour(line, i))
    if found is None:
        return None
    if line.at(i) in _FIXED and lead not in (
        "at",
        "by",
        "until",
        "till",
        "around",
        "before",
        "after",
        "since",
    ):
        return None
    today = day_span(midnight(line.now))
    return found[0], at_clock(today, *found[1:])


def _bare_hour(line: Line, i: int) -> bool:
    """`at 7:30` or `at 5 o'clock`, `at 5 on Friday`; not "at 5 different places", "at 30"."""
    if ":" in line.at(i):
        return True
    return line.at(i + 1) in ("o", "on", "tomorrow", "today", "yesterday", "this", "sharp")
