"""When, how long, how often: from validity, from times in the words, from the day it was said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from kgmem.answering.matching import nearest
from kgmem.answering.material import Material, Passage, Scored
from kgmem.answering.reply import Reply, from_facts, from_words, tidy
from kgmem.answering.times import asks_usual
from kgmem.language.times import find, phrase
from kgmem.types import Bound, TimeMention, Validity

_LOOKED_AT = 10
_ABOUT_AS_WELL = 0.8
_SAID_HERE, _SAID_NEAR = 0.12, 0.02
"""How much a time in the sentence itself, or elsewhere in its turn, speaks for it."""
_AGO = re.compile(r"\bago\b", re.I)
_TRAIL = re.compile(r"\s+(?:already|now|straight|total|in total)$", re.I)
_DURATION_LEAD = re.compile(
    r"^(?:for|over|about|around|almost|nearly|just|the (?:past|last))\s+", re.I
)
_OFTEN = re.compile(
    r"\b(?:(?:once|twice|\w+ times)(?: or (?:twice|\w+ times))? (?:a|per|every|each) \w+"
    r"|every (?:(?:single|other|second|third|few|couple of|\d+|two|three|four|five|six|ten) )?\w+"
    r"|(?:daily|weekly|monthly|yearly|annually)"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Dated:
    """A time with the sentence or fact that gives it; its text is empty where that gives none."""

    text: str
    score: float
    passage: Passage | None = None
    scored: Scored | None = None
    moment: datetime | None = None


def when(material: Material) -> Reply | None:
    """When something happened or held.

    The sentence that matches best gives the time: a time in it, the time of a fact read from it, a
    time elsewhere in its turn; when none is said, the day of the turn, which tells nothing of what
    usually is so.
    """
    options = sorted(_times(material), key=lambda d: -d.score)
    if not options:
        return None
    best = _in_order(options, material.question.order)
    if not best.text:
        return None
    reason = f"time of {best.scored.fact.id}" if best.scored else "time in the words"
    if best.scored is not None:
        return from_facts(best.text, [best.scored], support=best.score, reason=reason)
    assert best.passage is not None
    return from_words(best.text, best.passage, support=best.score, reason=reason)


def _in_order(options: Sequence[Dated], order: str) -> Dated:
    """The best; for "first" and "last" the earliest or latest of those that match as well."""
    good = [o for o in options if o.moment and o.score >= _ABOUT_AS_WELL * options[0].score]
    if order not in ("first", "last") or not good:
        return options[0]
    pick = min if order == "first" else max
    return pick(good, key=lambda o: o.moment.timestamp() if o.moment else 0.0)


def _times(material: Material) -> Iterator[Dated]:
    dated = set()
    for scored in material.facts[: 2 * _LOOKED_AT]:
        wording = scored.fact.validity.wording
        if wording and _usable(scored, material):
            dated.add((scored.passage.episode, scored.passage.start) if scored.passage else None)
            moment = moment_of(scored)
            yield Dated(wording, scored.score + _SAID_HERE, scored=scored, moment=moment)
    kept = [p for p in material.passages if not p.asks][:_LOOKED_AT]
    usual = asks_usual(material.question)
    for passage in kept:
        inside = [m for m in mentions(passage) if m.kind != "duration"]
        for mention in inside:
            yield _said(mention, passage, _SAID_HERE)
        if not inside and (passage.episode, passage.start) not in dated:
            yield _from_its_turn(passage, kept, usual=usual)


def _from_its_turn(passage: Passage, kept: Sequence[Passage], *, usual: bool) -> Dated:
    """A time elsewhere in the turn, else the day of the turn; none where it tells nothing."""
    for other in kept:
        if other.episode == passage.episode and other is not passage:
            for mention in mentions(other):
                if mention.kind == "point":
                    return _said(mention, passage, _SAID_NEAR)
    day = "" if usual else day_of(passage.time)
    return Dated(day, passage.score, passage, moment=passage.time)


def _said(mention: TimeMention, passage: Passage, bonus: float) -> Dated:
    start = mention.validity.start
    moment = start.earliest if start and start.earliest else passage.time
    return Dated(wording(mention), passage.score + bonus, passage, moment=moment)


def _usable(scored: Scored, material: Material) -> bool:
    return scored.fact.modality in ("actual", "planned") and (
        scored.own >= 0.5 or not material.people.asked
    )


def mentions(passage: Passage) -> list[TimeMention]:
    """The times said in a sentence, resolved against its turn's time."""
    return [m for m in find(passage.text, passage.time) if m.kind != "frequency"]


def wording(mention: TimeMention) -> str:
    """A mention as people phrase it."""
    return mention.validity.wording or phrase(mention.validity) or mention.text


def day_of(moment: datetime) -> str:
    """The day of a moment in words: "7 May 2023"."""
    start = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    bound = Bound(start, start + timedelta(days=1), "day")
    return phrase(Validity(start=bound))


def how_long(material: Material) -> Reply | None:
    """A duration said in words, or one computed from a known beginning."""
    ago = bool(_AGO.search(material.question.short))
    options: list[tuple[float, str, Passage]] = []
    for passage in [p for p in material.passages if not p.asks][:_LOOKED_AT]:
        for mention in find(passage.text, passage.time):
            fits = _duration_text(mention, ago=ago)
            if fits:
                options.append((passage.score, fits, passage))
    if options:
        score, text, passage = max(options, key=lambda o: o[0])
        return from_words(text, passage, support=score, reason="duration in the words")
    return _computed(material)


def _duration_text(mention: TimeMention, *, ago: bool) -> str:
    text = _TRAIL.sub("", tidy(mention.text))
    if ago and _AGO.search(text):
        return text
    if mention.kind == "duration":
        bare = _DURATION_LEAD.sub("", text)
        return bare if not ago else f"{bare} ago"
    if mention.kind == "since":
        return text
    return ""


def _computed(material: Material) -> Reply | None:
    """From the start of a fact to its end, or to now."""
    for scored in material.facts[:_LOOKED_AT]:
        start, end = scored.fact.validity.start, scored.fact.validity.end
        if start is None or start.earliest is None:
            continue
        until = end.earliest if end and end.earliest else material.question.now
        text = span_words((until - start.earliest).days)
        if text:
            reason = f"from the interval of {scored.fact.id}"
            return from_facts(text, [scored], support=scored.score, reason=reason)
    return None


def span_words(days: int) -> str:
    """A number of days as people say it: "2 years", "6 months", "3 weeks"."""
    for size, unit in ((365, "year"), (30, "month"), (7, "week"), (1, "day")):
        if days >= size:
            count = round(days / size)
            return f"{count} {unit}{'s' if count != 1 else ''}"
    return ""


def how_often(material: Material) -> Reply | None:
    """A frequency said in the sentences that match."""
    for passage in [p for p in material.passages if not p.asks][:_LOOKED_AT]:
        found = [(m.start(), m.end()) for m in _OFTEN.finditer(passage.text)]
        if found:
            start, end = nearest(passage.text, found, material.focus.weights)
            reason, text = "frequency in the words", passage.text[start:end]
            return from_words(text, passage, support=passage.score, reason=reason)
    return None


def moment_of(scored: Scored) -> datetime:
    """When a fact happened or began, else when it was said: for first and last."""
    start = scored.fact.validity.start
    return start.earliest if start and start.earliest else scored.fact.said


def ordered(facts: Iterable[Scored], order: str) -> list[Scored]:
    """Facts by time: the earliest first for `first`, the latest first for `last`."""
    return sorted(facts, key=moment_of, reverse=order == "last")
