"""Where an instruction begins and ends: "please set up ...", "never push ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie.jargon import words
from kgmem.language import pipeline

_LEAD = (
    r"(?:(?:please|kindly|and|also|then|so|ok|okay|now|just|but|from now on|in (?:the )?future"
    r"|going forward|starting (?:today|now)|henceforth|for now|next|first|finally|actually|instead"
    r"|if possible)[,:]?\s+)*"
)
_WHEN = (
    r"(?P<when>(?:when(?:ever)?|if|before|after|once|every time|unless|until|as soon as)\s"
    r"[^,]{3,80}),\s+"
)
OPEN = re.compile(
    rf"{_LEAD}(?:{_WHEN})?{_LEAD}(?:(?P<made>make sure (?:that you|to|you)|be sure to|remember to"
    r"|don't forget to|do not forget to|try to)\s+"
    r"|(?P<who>i (?:want|need|expect) you|i (?:would|'d) like you|i'd like you|you)"
    r"\s+(?P<modal>to|should|must|have to|need to|are to|can|may|shall)\s+)?",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"(?:(?P<not>never|don't ever|do not ever|don't|do not|not|no longer|stop|avoid)"
    r"|(?P<always>always|only|also|please|kindly))\s+",
    re.IGNORECASE,
)
STANDING = re.compile(
    r"\b(?:from now on|every time|when you|in (?:the )?future|going forward|henceforth|always"
    r"|never|every|each"
    r"|whenever|any ?time|at all times|as a rule|by default|don't|do not|only|unless|without)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\b(?:please|kindly|make sure|be sure|remember|don't forget)\b", re.IGNORECASE
)
_JOINED = re.compile(
    r",?\s+and\s+(?:then\s+)?|;\s+|,\s+(?:but\s+)?(?=(?:never|don't|do not|always)\b)"
)
_FOLLOWS = re.compile(
    r"\s+(?!(?:is|are|was|were|has|had|have|can|will|would|should|must|does|did|goes|went)\b)"
    r"(?:the|an?|my|our|your|his|her|its|their|all|it|them|me|us|this|that|these|those|any|no|to"
    r"|every|each|up|out|off|on|in|for|with|from|by|only|at|both|as|\d|[A-Z]|[^\s]*[^\x00-\u024f]"
    r"|[a-z]+s\b|[a-z]+ [a-z]+)",
)
_VERB = re.compile(r"[A-Za-z]+(?:-[a-z]+)?(?![\w'])")


def marked(before: str, negative: bool) -> bool:
    """Whether words say that it is asked of an agent, where none has spoken yet."""
    return negative or bool(STANDING.search(before) or _REQUEST.search(before))


def parts(text: str) -> Iterator[tuple[int, int]]:
    """The instructions that a sentence strings together."""
    start = 0
    for match in _JOINED.finditer(text):
        if opened(text, match.end(), len(text)) is not None:
            yield start, match.start()
            start = match.end()
    yield start, len(text)


def opened(text: str, start: int, end: int) -> tuple[int, bool] | None:
    """Where the verb of an instruction stands, and whether it forbids; None where it is none."""
    opening = OPEN.match(text, start)
    at = opening.end() if opening else start
    told = opening is not None and bool(opening["made"] or opening["who"])
    allowed = opening is not None and (opening["modal"] or "").lower() in {"can", "may"}
    if allowed and not _RULE.match(text, at):
        return None
    negative = False
    while rule := _RULE.match(text, at):
        negative = negative or bool(rule["not"])
        told, at = True, rule.end()
    told = told or bool(_REQUEST.search(text[start:at]))
    return (at, negative) if imperative(text, at, end, told, first=at == 0) else None


def imperative(text: str, at: int, end: int, told: bool, *, first: bool) -> bool:
    """Whether a base form of a verb begins here, and what follows can be its object."""
    match = _VERB.match(text, at, end)
    if match is None:
        return False
    verb = match.group()
    if verb.lower() in words("instructions", "phrases") or (not first and verb[0].isupper()):
        return False
    if not pipeline.is_verb(verb.lower()) and verb.lower() not in words("instructions", "verbs"):
        return False
    after = at + len(verb)
    return told or _FOLLOWS.match(text, after) is not None
