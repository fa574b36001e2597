"""How long: "for ten years", "seven years now", "it took two weeks"."""

from __future__ import annotations

from datetime import datetime

from kgmem.language.times.lexicon import AHEAD_VERBS, PAST_VERBS, PERFECT, UNIT, words
from kgmem.language.times.line import Line
from kgmem.language.times.quantities import Quantity, quantity, skip_approx
from kgmem.language.times.readings import Reading
from kgmem.language.times.spans import day_words, month_words, shift, unit_span
from kgmem.language.times.windows import window
from kgmem.types import Granularity

GRAINS: dict[str, Granularity] = {
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


def duration(line: Line, i: int) -> Reading | None:
    """`for ten years`, `for the past few weeks`, `for years`."""
    found = window(line, i + 1, "for")
    if found is not None and found[1].start is not None:
        stop, span = found
        words = span.wording.rsplit(" before ", 1)[0].removeprefix("the ")
        words = f"a {words}" if words in UNIT and not words.endswith("s") else words
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
    return up_to_now(line, stop, amount)


def up_to_now(line: Line, stop: int, amount: Quantity) -> Reading:
    """A duration that began so long before the anchor and goes on."""
    start = shift(line.now, amount.unit, -(amount.low + amount.high) / 2)
    grain = GRAINS[amount.unit]
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


_OBJECTS = words("me us him her them you it")


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
    before = line.at(i - 2) if line.at(i - 1) in _OBJECTS else line.at(i - 1)
    took = before in ("took", "lasted", "lasts", "takes", "spent", "stayed")
    if took and not after:
        return Reading(stop, "duration", amount.words, amount=amount.days)
    return _reaching(line, i, stop, amount) if after or been else None


def not_since(line: Line, i: int) -> bool:
    """`she hasn't rowed in a few weeks`: a time without it, up to now."""
    before = line.words[max(0, i - 7) : i]
    negated = any(w in ("n't", "'t", "not", "never", "havent", "hasnt") for w in before)
    return negated and not {"have", "haven", "has", "hasn", "havent", "hasnt", "'ve"}.isdisjoint(
        before
    )
