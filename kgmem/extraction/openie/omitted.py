"""A left-out subject that is somebody else: "Theo is into chess. Beats me every Sunday."."""

from __future__ import annotations

import re

from kgmem.extraction.openie import elision, slips
from kgmem.extraction.openie.mapped import Mapped

OMITTED = "omitted"
"""Marks units that got a "he" for whoever the sentence before is about."""

_VERBS = (
    "lives|works|runs|plays|loves|likes|hates|wants|needs|says|knows|eats|drinks|sleeps|barks|chews"
    "|howls|sings|writes|reads|drives|rides|swims|walks|teaches|studies|bakes|cooks|owns|wears"
    "|keeps|calls|sends|brings|steals|snores|beats|thrashes|follows|hides|bites|speaks|remembers"
    "|thinks|collects|paints|paid|pays|visits|comes|goes|has|was|is|does|used|refuses|insists"
    "|claims|starts|moves|weighs|costs|belongs|smells|sits|lies|jumps|hunts|purrs|sheds"
)
_LED = r"(?:(?:still|also|always|never|even|now|just|only|already|mostly|usually)\s+)?"
_FOLLOWED = (
    r"me|him|her|us|them|it|an?|the|my|our|his|their|in|at|on|with|for|to|from|by|of|about|like"
    r"|every|all|up|out|off|over|around|next|and|more|two|three|four|five|six|not|that|[A-Z]\w+"
)
_BEGINNING = re.compile(rf"{_LED}(?:{_VERBS})\s+(?:{_FOLLOWED})\b", re.IGNORECASE)
_NOT_SO = re.compile(
    r"(?:goes|comes|is|was|does|has|smells|needs|wants|plays|starts|costs|calls)\s+(?:to show"
    r"|without|with the territory|that|it|me|him|her|us|them)\b|used\s+(?!to\b)",
    re.IGNORECASE,
)
_THINGS = re.compile(r"(?:works|walks|calls|drinks|plays|paints|lies|runs)\b", re.IGNORECASE)
"""What is mostly several things: "walks in the park are nice" tells of nobody."""
_OF_THINGS = re.compile(r"(?:works|calls|lies)\s+(?:from(?!\s+home\b)|and)\b", re.IGNORECASE)
_PLACED = re.compile(
    r"(?:(?:still|now|just|finally|already|safely)\s+)?(?:off to\s+(?!a\b|bed\b)"
    r"|back (?:home|at (?:work|school|the|my)|on (?:the|my)|from\s+(?!the\b|when\b)"
    rf"|in (?=[A-Z])(?!(?i:{slips.MONTH})\b))|on (?:my|our) way (?:to|home|back)"
    r"|stuck (?:in|at|on)\b"
    r"|home (?:now|again|alone|sick|safe|at last)|halfway through|up to my \w+ in)"
)
_WHOLE = re.compile(
    r"[,;:]|\b(?:am|is|are|was|were|has|have|had|it|that|i|we|you|he|she|they|who)\b|'", re.I
)
_THEN = re.compile(
    r",\s+(?=(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[A-Z][\w'-]+|(?:my|our|the) [\w-]+)\s+"
    r"(?:am|is|are|was|were|has|have|had|will)\b)"
)
"""Where another clause begins: "Home alone this week, Jess is in Bath"."""


_EVENTS = (
    "birthday|anniversary|appointment|exam|interview|wedding|recital|graduation|party|deadline"
    "|checkup|check-up|surgery|operation|audition|baptism|christening|funeral|meeting|flight|gig"
)
_DAYS = (
    rf"(?:on )?(?:the \d{{1,2}}(?:st|nd|rd|th)|{slips.WEEKDAY}"
    rf"|{slips.MONTH} \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{slips.MONTH})"
)
_DATED = re.compile(
    r"(?:(?:it's|it is)\s+)?"
    r"(?P<what>(?:(?:my|our|his|her|their|[\w-]+(?: [\w-]+)?'s)\s+)"
    rf"(?:[\w-]+\s+){{0,2}}(?:{_EVENTS}))"
    rf"\s+(?:is\s+)?(?P<day>{_DAYS})\W*$",
    re.IGNORECASE,
)


def _dated(text: Mapped) -> Mapped | None:
    """The day of an event told without its verb: "Mum's birthday on the 9th", "is the 9th"."""
    match = _DATED.match(text.text)
    if match is None:
        return None
    what, day = text.cut(*match.span("what")), text.cut(*match.span("day"))
    verb = " is " if day.text.lower().startswith("on ") else " is on "
    return what.then(Mapped(verb, day.origin[:1] * len(verb))).then(day)


def supplied(text: Mapped) -> tuple[Mapped, frozenset[str]]:
    """A sentence with the subject that it leaves out, and the mark of what was put.

    Args:
        text: a sentence without its openings.
    """
    dated = _dated(text)
    if dated is not None:
        return dated, frozenset()
    whole, done = elision.elided(text)
    if done:
        return whole, frozenset({"elided"})
    whole, done = _located(text)
    if done:
        return whole, frozenset({"elided"})
    whole, done = _completed(text)
    return whole, frozenset({OMITTED} if done else ())


def _located(text: Mapped) -> tuple[Mapped, bool]:
    """Where the speaker is or goes, without a verb: "Back in Bergen", "Off to Leeds tomorrow"."""
    match = _PLACED.match(text.text[:1].lower() + text.text[1:])
    if match is None or _WHOLE.search(_THEN.split(text.text[match.end() :])[0]):
        return text, False
    lowered = text.text[0].lower() + text.text[1:]
    return Mapped(lowered, text.origin).prefixed("I am "), True


def _completed(text: Mapped) -> tuple[Mapped, bool]:
    """A sentence that begins with a third person's verb, with a "he" before it."""
    if not _BEGINNING.match(text.text) or _NOT_SO.match(text.text):
        return text, False
    if _OF_THINGS.match(text.text):
        return text, False
    if _THINGS.match(text.text) and elision.states(text.text):
        return text, False
    lowered = text.text[0].lower() + text.text[1:]
    return Mapped(lowered, text.origin).prefixed("He "), True
