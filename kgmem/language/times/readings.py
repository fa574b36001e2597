"""What a rule makes of some words: one time, a range, a duration, a habit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from kgmem.language.times.lexicon import words
from kgmem.language.times.line import Line, over
from kgmem.language.times.points import point
from kgmem.language.times.spans import Span

Kind: TypeAlias = Literal["point", "since", "until", "range", "duration", "frequency"]

_PLAIN = words("in on at during over around about for from throughout of")


@dataclass(frozen=True, slots=True)
class Reading:
    """A time expression before zones come back.

    Attributes:
        stop: one past its last token.
        kind: as in `TimeMention`.
        wording: anchored wording.
        start: when it begins or happens.
        end: when it ceases.
        amount: days, for a duration or a frequency.
    """

    stop: int
    kind: Kind
    wording: str
    start: Span | None = None
    end: Span | None = None
    amount: float | None = None


def as_point(line: Line, i: int) -> Reading | None:
    """One time, with the plain preposition before it: `on Friday`, `in 2018`, `yesterday`."""
    lead = line.at(i) if line.at(i) in _PLAIN else ""
    if lead == "for" and line.prefer is None and not over(line, i):
        line = replace(line, prefer="future")
    hit = point(line, i + 1 if lead else i, lead)
    if hit is None and lead == "on" and line.kind(i + 1) == "weekday":
        return None
    if hit is None:
        return None
    return Reading(hit[0], "point", hit[1].wording, hit[1])
