"""Which came first: "Did Nora move before she started at Acme?" by the dates of both."""

from __future__ import annotations

import re
from datetime import datetime

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Scored
from kgmem.answering.reply import Reply, from_facts
from kgmem.answering.times import past

_ORDER = re.compile(r"^(?P<one>.+?)\s+(?P<order>before|after)\s+(?P<other>.+?)\W*$", re.I)
_FIRST = re.compile(
    r"\b(?P<order>first|earlier|last|later)\b[,:]?\s*(?P<one>.+?),?\s+or\s+(?P<other>.+?)\W*$", re.I
)
_ENOUGH = 0.99
"""Share of an event's words that the fact of it must hold."""

_LIGHT = stems("start begin do did go get happen come")


def in_sequence(material: Material) -> Reply | None:
    """Yes or no to "before" and "after", or the earlier or later of two events.

    None when either has no fact with a date of its own.
    """
    question = material.question
    if question.kind == "yes_no":
        match = _ORDER.match(question.short)
        pair = _pair(match, material) if match and past(question) else None
        if match is None or pair is None:
            return None
        before = _date(pair[0]) < _date(pair[1])
        text = "Yes" if before == (match["order"].casefold() == "before") else "No"
    else:
        match = _FIRST.search(question.short)
        pair = _pair(match, material) if match else None
        if match is None or pair is None:
            return None
        early = match["order"].casefold() in ("first", "earlier")
        text = match["one"] if (_date(pair[0]) < _date(pair[1])) == early else match["other"]
    support = min(s.score for s in pair)
    return from_facts(text.strip(), pair, support=max(support, 1.0), reason="by the dates of both")


def _pair(match: re.Match[str], material: Material) -> tuple[Scored, Scored] | None:
    """The dated facts of both events, if each has one and they are not of the same time."""
    one, other = (_event(match[side], material) for side in ("one", "other"))
    if one is None or other is None or one.fact.id == other.fact.id or _date(one) == _date(other):
        return None
    return one, other


def _event(words: str, material: Material) -> Scored | None:
    """The first dated fact that says what an event's words say."""
    names = {s for n in material.question.names for s in stems(n)} - _named_things(words, material)
    wanted = stems(words) - names
    wanted = (wanted - _LIGHT) or wanted
    if not wanted:
        return None
    dated = [s for s in material.facts if _dated(s) and _says(s, wanted)]
    return min(dated, key=_date, default=None)


def _named_things(words: str, material: Material) -> frozenset[str]:
    """Stems of the names in the words that are not whom the question is about."""
    about = {s for n in material.question.about for s in stems(n)}
    return frozenset(
        s for n in material.question.names if n in words for s in stems(n) if s not in about
    )


def _says(scored: Scored, wanted: frozenset[str]) -> bool:
    said = stems(f"{scored.fact.text} {scored.fact.relation.replace('_', ' ')}")
    return len(wanted & said) >= _ENOUGH * len(wanted)


def _dated(scored: Scored) -> bool:
    start = scored.fact.validity.start
    known = start is not None and start.earliest is not None
    return known and scored.fact.positive and scored.fact.modality == "actual"


def _date(scored: Scored) -> datetime:
    start = scored.fact.validity.start
    return start.earliest if start and start.earliest else scored.fact.said
