"""Set phrases that tell something, said so that the parser reads what.

"Thanks for your help with the move" thanks somebody for something, "can't wait to see your boat"
looks forward to something, "here's a pic of my cat" shares a photo; each becomes a plain sentence
about "I". What only greets or encourages ("thanks for asking", "can't wait!") stays a phrase.
"""

from __future__ import annotations

import re

from kgmem.extraction.openie import inflection
from kgmem.extraction.openie.mapped import Mapped

COURTESY = "courtesy"
"""Marks units that were such a phrase."""

_NO_THING = "it|that|this|them|these|those|everything|anything|more|all that"
_EMPTY_END = rf"(?!(?:{_NO_THING})\b\W*(?:$|[.!?,;]|and\b))"
_SO = r"(?: (?:again|so much|very much|a (?:lot|bunch|ton|million)))*"
_MERE = "askin|asking|sharing|listening|letting|reminding|telling|saying"
"""Thanks for these alone tell nothing."""
_THANKS = re.compile(
    rf"(?:thanks|thank you|thx|many thanks){_SO} for (?!(?:{_MERE})\b){_EMPTY_END}", re.IGNORECASE
)
_CONGRATS = re.compile(
    rf"(?:congrats|congratulations|kudos|props) (?P<link>on|for) {_EMPTY_END}", re.IGNORECASE
)
_WAIT_FOR = re.compile(
    r"(?:(?:i|we) )?(?:just )?(?:can't|cannot|can not|couldn't) wait (?P<link>for|to) ",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:it|that|this|them|these|those|then|more|you to|there|so)\b", re.IGNORECASE
)
_MUCH = "(?:a lot|so much|the world|everything)"
_MEANS = re.compile(
    r"your (?P<what>(?:[\w'-]+,? ){0,4}?[\w'-]+) (?:really |truly |always )?"
    rf"(?:means?|meant) {_MUCH}(?: to me)?(?=\s*(?:[.!?,;]|$))",
    re.IGNORECASE,
)
_APPRECIATE = re.compile(
    r"(?:(?:i|we) )?(?:(?:really|truly|so|do) )*appreciate (?=(?:your|the|you \w+ing)\b)",
    re.IGNORECASE,
)
_KIND = "kind|sweet|nice|constant|great|helpful|lovely|good|ongoing"
_GIFTS = (
    "support|help|advice|tips?|words?|encouragement|concern|invite|invitation|reminder|suggestions?"
    "|compliments?|love|offer|push|inspiration|motivation|company|gift|recommendations?|pep talk"
)
_GIVEN = re.compile(
    rf"(?:(?<=for )|(?<=appreciate ))the(?= (?:(?:{_KIND}) )?(?:{_GIFTS})\b)", re.IGNORECASE
)
_NO_PICTURE = "bit|little|thing|idea|tip|thought|question|deal|few|plan|advice|update|news|list"
_HERE = re.compile(
    r"(?:(?:check|take) (?:it )?(?:out|a look)[:,-]*\s+)?here(?:'s| is| are) "
    rf"(?=(?:a|an|another|some|my|our|one of)\b(?! (?:{_NO_PICTURE})s?\b))",
    re.IGNORECASE,
)
_OF = r"(?:this|these) (?:pic|photo|picture)s? of"
_MADE = r"this [\w -]{3,40} (?:i|we) (?:made|did|took|painted|bought|got|found|built)"
_LOOK = re.compile(
    rf"(?:check out|(?:have|take) a look at|look at) (?=(?:my|our|{_OF}|{_MADE})\b)", re.IGNORECASE
)
_PICTURE = re.compile(
    r"(?:(?:an?|another|some|my|our|one of (?:my|our|the)|these|this) )?(?:[\w-]+ ){0,2}"
    r"(?:pics?|photos?|pictures?|snaps?|selfies?|shots?|peek|glimpse|look)\b(?P<of> (?:of|at)\b)?",
    re.IGNORECASE,
)


def told(text: Mapped, shown: bool) -> Mapped | None:
    """The plain sentence that a phrase at the start of `text` stands for; None where it is none.

    Args:
        text: a sentence without its greeting.
        shown: a picture comes with it.
    """
    match = _THANKS.match(text.text)
    if match is not None:
        return _put(text, match, "I thanked you for ").sub(_GIVEN, "your", 1)
    match = _CONGRATS.match(text.text)
    if match is not None:
        return _put(text, match, "I congratulated you on ")
    match = _WAIT_FOR.match(text.text)
    if match is not None:
        return _awaited(text, match)
    match = _MEANS.match(text.text)
    if match is not None:
        what = text.cut(*match.span("what"))
        rest = text.cut(match.end())
        head = what.prefixed("I appreciate your ")
        return head.then(rest)
    match = _APPRECIATE.match(text.text)
    if match is not None:
        return _put(text, match, "I appreciate ").sub(_GIVEN, "your", 1)
    match = (_HERE.match(text.text) or _LOOK.match(text.text)) if shown else None
    if match is None:
        return None
    picture = _PICTURE.match(text.text, match.end())
    if picture is None:
        return _put(text, match, "I shared a photo of ")
    if picture["of"] is None:
        return None  # "here's a pic!"
    plain = re.search(r"peek|glimpse|look", picture.group(), re.IGNORECASE)
    return _put(text, picture, "I shared a photo of") if plain else _put(text, match, "I shared ")


def _awaited(text: Mapped, match: re.Match[str]) -> Mapped | None:
    rest = re.split(r"[.!?;]|\s[-–—]\s|—|, ", text.text[match.end() :])[0]
    if _POINTS.search(rest) or not rest.strip():
        return None  # "can't wait for it", "can't wait to see you there"
    if match["link"].lower() == "for":
        return _put(text, match, "I am looking forward to ")
    verb = re.match(r"[a-z]+\b", rest)
    if verb is None:
        return None
    named = inflection.gerund(verb.group())
    whole = text.cut(match.end() + verb.end())
    start = text.cut(match.start(), match.end() + verb.end())
    first = start.origin[:1] or (0,)
    put = f"I am looking forward to {named}"
    ends = (start.origin[-1],) if start.origin else first
    return Mapped(put + whole.text, first * (len(put) - 1) + ends + whole.origin)


def _put(text: Mapped, match: re.Match[str], words: str) -> Mapped:
    return text.cut(match.end()).prefixed(words) if match.end() < len(text.text) else text
