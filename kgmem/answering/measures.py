"""Amounts: numbers with a unit, by what they measure, and the questions that ask for one.

"How much does it cost?" is answered by "39 euros", never by a count of things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kgmem import assets
from kgmem.answering.matching import nearest, stems
from kgmem.answering.material import Material, Passage, turn_stems
from kgmem.answering.numerals import WORDS
from kgmem.answering.reply import Reply, from_words
from kgmem.language.questions import Question
from kgmem.results import Fact

_WORD = rf"(?:{WORDS}|hundred|thousand|million|half)"
_NUMBER = (
    r"(?:\d(?:[\d.,'’]*\d)?(?:\s?(?:k|thousand|million|billion)\b)?"
    rf"|(?:a |an )?{_WORD}(?:(?:[ -]| and (?:a )?){_WORD})*)"
)
_RATE = (
    r"(?:\s?(?:a|an|per|each|/)\s?(?:night|day|week|month|year|hour|minute|second|person|piece|kg|"
    r"kilo|ticket|class|lesson|session)\b)?"
)
_HOW = (
    (re.compile(r"\bhow (?:tall|high|deep|wide|far|long(?= (?:is|are|was|were)\b))\b",
                re.I), ("length",)),
    (re.compile(r"\bhow (?:large|big)\b", re.I), ("area", "volume", "length")),
    (re.compile(r"\bhow heavy\b|\bhow much\b.*\bweighs?\b", re.I), ("weight",)),
    (re.compile(r"\bhow fast\b", re.I), ("speed",)),
    (re.compile(r"\bhow (?:hot|cold|warm)\b", re.I), ("temperature",)),
    (re.compile(r"\bhow much time\b", re.I), ("time",)),
    (re.compile(r"\bhow much\b(?: money\b)?(?= (?:do|is|are|was|were|will|ha|would)|.*\b(?:cost|"
                r"pa(?:y|id)|spen[dt]|owe|earn|charge)|\W*$)", re.I), ("money",)),
    (re.compile(r"\bhow much\b", re.I), ("money", "weight", "volume", "length", "time")),
    (re.compile(r"^what\b.*\b(?:cost|charge)s?\W*$|^what(?:['’]s| is| was| are| were) (?:the |my |"
                r"\w+['’]s? )?(?:[\w ]+ )?(?:price|cost|fee|rent|salary|budget)\b",
                re.I), ("money",)),
)  # fmt: skip
_SAYS = {
    "money": stems("cost price pay spend charge fee money rate salary euro dollar"),
    "length": stems("tall high deep wide far long large big size distance height length"),
    "weight": stems("weigh weight heavy"),
    "speed": stems("fast speed"),
    "temperature": stems("hot cold warm temperature"),
}
_LEAST, _IN_TURN = 0.5, 0.8
_LOOKED_AT = 8


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with a unit as it stands in a text: its words, where, and what it measures."""

    text: str
    start: int
    measures: str


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    units = assets.toml("data", "answers.toml")["units"]
    made = {}
    for measures, listed in units.items():
        names = sorted((re.escape(n) for n in listed["names"].split()), key=len, reverse=True)
        unit = rf"{_NUMBER}(?:\s?|-)(?:{'|'.join(names)})(?!\w){_RATE}"
        signs = listed.get("signs", "")
        if signs:
            unit += rf"|[{signs}]\s?\d(?:[\d.,]*\d)?(?:\s?(?:k|million|billion)\b)?{_RATE}"
        made[measures] = re.compile(rf"(?<![\w.,])(?:{unit})", re.I)
    return made


def amounts(text: str, measures: tuple[str, ...]) -> Iterator[Amount]:
    """The amounts in a text that measure one of these: those of the first first."""
    found = [
        Amount(m.group().strip(), m.start(), kind)
        for kind in measures
        for m in _patterns()[kind].finditer(text)
    ]
    yield from sorted(found, key=lambda a: (measures.index(a.measures), a.start))


def asked_measures(question: Question) -> tuple[str, ...]:
    """What an amount must measure to answer a question; empty when it asks for none."""
    if question.kind not in ("how_many", "how_long", "what", "which"):
        return ()
    return next((kinds for pattern, kinds in _HOW if pattern.search(question.short)), ())


def implied(measures: tuple[str, ...]) -> frozenset[str]:
    """Stems that an amount says by itself: "84 euros" says that something costs them."""
    return frozenset(s for kind in measures for s in _SAYS.get(kind, frozenset()))


def amount_of(fact: Fact, measures: tuple[str, ...]) -> str:
    """The amount that a fact gives, as it was said; empty when it gives none."""
    things = [fact.object, *fact.qualifiers.values()]
    number = fact.qualifiers.get("how_many") or fact.qualifiers.get("how_much")
    if number:
        things.insert(0, f"{number} {fact.object}")
    for text in things:
        for amount in amounts(text, measures):
            return _as_said(amount.text, fact, measures)
    return ""


def _as_said(text: str, fact: Fact, measures: tuple[str, ...]) -> str:
    """An amount with what its words add: "39 euros" read from "39 euros a month"."""
    for evidence in fact.evidence:
        for amount in amounts(evidence.quote, measures):
            if amount.text.startswith(text):
                return amount.text
    return text


def measured(material: Material) -> Reply | None:
    """The amount in the sentence that says most of the question."""
    measures = asked_measures(material.question)
    if not measures:
        return None
    left = {s: w for s, w in material.focus.weights.items() if s not in implied(measures)}
    best: tuple[float, str, Passage] | None = None
    for passage in [p for p in material.passages if not p.asks][:_LOOKED_AT]:
        share = _share(left, stems(passage.text))
        if share < _LEAST:  # "84 km!" after the sentence that says what
            share = _IN_TURN * _share(left, turn_stems(passage, material))
        found = list(amounts(passage.text, measures))
        score = share + passage.score
        if found and share >= _LEAST and (best is None or score > best[0]):
            best = (score, _nearest(found, passage, left).text, passage)
    if best is None:
        return None
    return from_words(best[1], best[2], support=best[2].score, reason="amount in the words")


def _share(left: Mapping[str, float], said: frozenset[str]) -> float:
    return sum(w for s, w in left.items() if s in said) / sum(left.values()) if left else 1.0


def _nearest(found: Sequence[Amount], passage: Passage, left: Mapping[str, float]) -> Amount:
    """Of several amounts the one whose words nearest before or after it say most."""
    places = {(a.start, a.start + len(a.text)): a for a in found}
    return places[nearest(passage.text, list(places), left)]
