"""Years, decades and seasons: "in 2018", "the early 90s", "summer 2022", "in the fall"."""

from __future__ import annotations

from dataclasses import replace

from kgmem.language.times.absolute import Hit, year_after, year_at
from kgmem.language.times.lexicon import DECADE, SEASON, words
from kgmem.language.times.line import Line
from kgmem.language.times.spans import Span, decade_span, part, season_span, year_span, yearly

_SEASONAL = words("in during over this last next early late mid by until till every for")

_NOT_A_SEASON = words("breeze heat sun camp water roll rolls vibes house dress rain")

_YEAR_LEADS = words(
    "in since until till by from during before after of between and to year early late mid "
    "around through"
)

_COUNTED = words(
    "people dollars euros words times miles calories steps km years points pages followers "
    "meters metres feet men women books bucks"
)

_PAST_VERBS = words("was is has had will has brought saw")


def bare_year(line: Line, i: int, lead: str) -> Hit | None:
    """`in 2018`; alone only where nothing is counted and a verb or a mark follows."""
    year = year_at(line, i)
    if year is None or _spoiled(line, i, lead):
        return None
    if line.joined(i + 1) and line.at(i + 1) in ("s", "%", "k", "m"):
        return None
    if line.at(i + 1) in _COUNTED or (not 1800 <= year <= 2199 and lead not in ("in", "year")):
        return None
    if lead in _YEAR_LEADS:
        return i + 1, year_span(year, dated=True)
    following = line.at(i + 1)
    likely = 1950 <= year <= 2099 and (
        not following or following in ".,!?;)" or following in _PAST_VERBS
    )
    if likely and line.at(i - 1) in ("", ".", "!", "?", "(", ",", ";", ":"):
        return i + 1, year_span(year, dated=True)
    return None


def short_year(line: Line, i: int, lead: str) -> Hit | None:
    """`in '08`."""
    if lead not in _YEAR_LEADS or (line.joined(i + 2) and line.at(i + 2) in ("s", "'s")):
        return None
    stop, year = year_after(line, i)
    return None if year is None or stop != i + 2 else (stop, year_span(year, dated=True))


def _spoiled(line: Line, i: int, lead: str) -> bool:
    """A price, a version or a phone number touches it; a dash is fine in "2010-2012"."""
    before = line.at(i - 1)
    return line.joined(i) and before in "$€£#@v.-/" and not (before == "-" and lead == "to")


def decade(line: Line, i: int, _lead: str) -> Hit | None:
    """`the 90s`, `the 1990s`, `the nineties`."""
    if line.at(i) != "the":
        return None
    j = i + 1
    third = line.at(j) if line.at(j) in ("early", "late", "mid") else ""
    if third:
        j += 1 + (line.at(j + 1) == "-")
    if line.at(j) in ("'", "’"):
        j += 1
    word = line.at(j)
    if word in DECADE:
        return j + 1, _third(decade_span(1900 + 10 * DECADE[word]), third)
    if not word.isdigit() or len(word) not in (2, 4) or int(word) % 10:
        return None
    k = j + 1 + (line.at(j + 1) == "'")
    if line.at(k) not in ("s", "'s") or not line.joined(k):
        return None
    year = int(word)
    if len(word) == 2:
        year += 1900 if year > line.now.year % 100 else 2000
    return k + 1, _third(decade_span(year), third)


def _third(span: Span, third: str) -> Span:
    """`the early 1990s`."""
    if not third:
        return span
    wording = f"the {third} {span.wording.removeprefix('the ')}"
    return replace(part(span, "middle" if third == "mid" else third), wording=wording)


def season(line: Line, i: int, lead: str) -> Hit | None:
    """`summer 2022`, `the summer of 2022`, `in the summer`."""
    j = i + 1 if line.at(i) == "the" else i
    name = line.at(j)
    if name not in SEASON:
        return None
    after, year = year_after(line, j + 1)
    if year is not None:
        return after, season_span(name, year, dated=True)
    if lead not in _SEASONAL and not (name in ("summer", "winter") and lead == "since"):
        return None
    if line.at(j + 1) in _NOT_A_SEASON or (line.at(j + 1) == "of" and name in ("fall", "spring")):
        return None
    if name == "fall" and lead == "for":
        return None
    span = yearly(lambda y: season_span(name, y), line.now, line.lean(i))
    return None if span is None else (j + 1, span)
