"""Weekdays: "on Friday", "Tues.", "Wed 5 July"; not "Ruby Tuesday"."""

from __future__ import annotations

from kgmem.language.times.absolute import Hit, day_first, month_first
from kgmem.language.times.lexicon import DOUBTFUL_WEEKDAYS, WEEKDAY, words
from kgmem.language.times.line import Line
from kgmem.language.times.spans import Span, day_span, day_words, weekday_span

_BEFORE_THAT = words(
    "think thinks thought say says said tell told know knows so hope believe sure glad mean means"
    " see forgot remember remembered notice noticed guess heard decided"
)


def weekday_or_date(line: Line, i: int, lead: str) -> Hit | None:
    """A weekday; a date that follows it says which one: `Friday, 3 May`."""
    j = i + 1 + (line.at(i + 1) == ",")
    j += line.at(j) == "the"
    if line.kind(j) == "digit" and line.at(j - 1) == "the":
        dated = day_first(line, j, "on")
        if dated is not None and dated[1].granularity == "day":
            bare = "month" not in {line.kind(k) for k in range(j, dated[0])}
            near = _nearest(line, i, dated[1]) if bare else dated[1]
            return dated[0], _matching(line, i, near)
    if line.kind(j) in ("digit", "month"):
        dated = day_first(line, j, "") if line.kind(j) == "digit" else month_first(line, j, "")
        if dated is not None and dated[1].granularity == "day":
            return dated[0], _matching(line, i, dated[1])
    return weekday(line, i, lead)


def _nearest(line: Line, i: int, span: Span) -> Span:
    """`Thursday the 8th`: of this month or one beside it, whichever has such a weekday."""
    start = span.start
    if span.dated or start is None or start.weekday() == WEEKDAY[line.at(i)]:
        return span
    for step in (1, -1, 2, -2) if start > line.now else (-1, 1, -2, 2):
        month = start.month - 1 + step
        try:
            day = start.replace(year=start.year + month // 12, month=month % 12 + 1)
        except ValueError:
            continue
        if day.weekday() == WEEKDAY[line.at(i)]:
            return day_span(day)
    return span


def _matching(line: Line, i: int, span: Span) -> Span:
    """`Wed 5 July`: the nearest year in which that date is such a weekday."""
    start = span.start
    if span.dated or start is None or span.wording != day_words(start):
        return span
    for step in (0, -1, 1, -2, 2, -3, 3):
        try:
            day = start.replace(year=line.now.year + step)
        except ValueError:
            continue
        if day.weekday() == WEEKDAY[line.at(i)]:
            return day_span(day)
    return span


def weekday(line: Line, i: int, lead: str) -> Hit | None:
    """`on Friday`, `Friday`, `last Tues` without its "last"; not "Ruby Tuesday"."""
    word = line.at(i)
    capital = line.raw(i)[:1].isupper()
    if word in DOUBTFUL_WEEKDAYS:
        if lead not in (
            "on",
            "by",
            "until",
            "till",
            "since",
            "before",
            "after",
            "from",
            "to",
            "of",
        ):
            return None
        if not capital and (word in ("sun", "sat", "wed") or lead != "on"):
            return None
    if not lead and (line.at(i - 1) in ("a", "one") or (capital and _in_name(line, i))):
        return None
    if not lead and line.at(i - 1) == "that" and line.at(i - 2) not in _BEFORE_THAT:
        return None  # "it was due that Friday": which one was said before
    if line.at(i + 1) in ("school", "times", "roast", "funday"):
        return None
    which = "future" if line.coming(i) else line.lean(i)
    return past_dot(line, i), weekday_span(line.now, WEEKDAY[word], which)


def past_dot(line: Line, i: int) -> int:
    """Past the dot of an abbreviation inside a sentence: `Tues. afternoon`."""
    dotted = line.at(i) in DOUBTFUL_WEEKDAYS and line.at(i + 1) == "." and line.kind(i + 2)
    return i + 2 if dotted else i + 1


def _in_name(line: Line, i: int) -> bool:
    """Whether a capitalised word touches it inside the sentence: "Ruby Tuesday", "Sunday Times"."""
    before, after = line.raw(i - 1), line.raw(i + 1)
    begins = line.at(i - 2) in ("", ".", "!", "?", ":")
    if before[:1].isupper() and before[:1].isalpha() and not begins and before != "I":
        return True
    return after[:1].isupper() and len(after) > 1 and not line.kind(i + 1)
