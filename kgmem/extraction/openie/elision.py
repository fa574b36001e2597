"""The left-out "I": "Lost my job", "Excited to start", "Been working on it"."""

from __future__ import annotations

import re

from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.mapped import Mapped

_PAST = (
    "went got had was did took made saw met found lost won bought sold left came began broke"
    " brought built caught"
    " chose drew drove ate fell felt flew forgot gave grew heard held kept knew led lent hit"
    " hurt let paid put read rode"
    " ran said sang sat sent slept spent spoke stood swam taught told thought threw understood"
    " woke wore wrote"
)


_PASTS = frozenset(_PAST.split())


_STATES = frozenset(
    [
        "love",
        "hope",
        "wish",
        "miss",
        "guess",
        "think",
        "bet",
        "appreciate",
        "adore",
        "hate",
        "doubt",
        "figure",
        "remember",
    ]
)


_NOT_PAST = frozenset(
    [
        "need",
        "indeed",
        "speed",
        "feed",
        "seed",
        "weed",
        "bed",
        "red",
        "shed",
        "exceed",
        "proceed",
        "succeed",
        "wicked",
        "naked",
        "sacred",
    ]
)


_NOT_GERUND = frozenset(
    [
        "something",
        "anything",
        "nothing",
        "everything",
        "morning",
        "evening",
        "during",
        "king",
        "ring",
        "thing",
        "spring",
        "string",
        "wing",
        "wedding",
        "building",
        "clothing",
        "including",
        "regarding",
        "according",
        "concerning",
        "interesting",
        "amazing",
        "inspiring",
        "exciting",
        "being",
        "charming",
        "stunning",
        "outstanding",
        "boring",
        "rewarding",
        "relaxing",
    ]
)


_FINITE_AFTER = re.compile(
    r"\b(?:am|is|are|was|were|has|have|had|can|will|would|could|must|helps?|helped|makes?|made"
    r"|means?|sounds?|looks?|seems?|feels?|felt"
    r"|takes?|took|brings?|brought|gives?|gave|keeps?|kept|lets?|shows?|showed|requires?"
    r"|needs?|reminds?|inspires?|really|always)\b|'s\b|n't\b",
    re.IGNORECASE,
)


_AFTER_PAST = re.compile(
    r"\s+(?:a|an|the|my|our|some|to|in|on|at|up|out|back|with|for|that|this|him|her|them|it|his"
    r"|their|two|three|another|about|into|off|by|last|yesterday|home|it's)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:(?:just|also|still|recently|finally|really|so|super|always|already|very|pretty"
    r"|totally|definitely)\s+)*",
    re.IGNORECASE,
)


def elided(text: Mapped) -> tuple[Mapped, bool]:
    """Put the left-out "I" (and "am", "have") back in front of a clause that lacks its subject."""
    lead = _LEAD.match(text.text)
    at = lead.end() if lead else 0
    word = re.match(r"[A-Za-z]+(?:'[a-z]+)?", text.text[at:])
    if not word:
        return text, False
    first, rest = word.group().lower(), text.text[at + word.end() :]
    put = _missing(first, rest)
    if not put:
        return text, False
    lowered = text.text[0].lower() + text.text[1:]
    return Mapped(lowered, text.origin).prefixed(put), True


def _missing(first: str, rest: str) -> str:
    """The words to put before a clause that begins with `first`; empty for none."""
    following = re.match(r"\s+([\w']+)", rest)
    second = following.group(1).lower() if following else ""
    if first == "don't" and second not in {
        "know",
        "think",
        "like",
        "have",
        "want",
        "care",
        "mind",
        "remember",
        "believe",
    }:
        return ""
    if first in {
        "can't",
        "couldn't",
        "didn't",
        "don't",
        "won't",
        "haven't",
        "will",
        "could",
        "would",
    } and second not in {
        "you",
        "we",
        "they",
        "i",
        "he",
        "she",
        "it",
        "worry",
        "forget",
        "be",
        "let",
    }:
        return "I " if second else ""
    if first == "been" and second in {"a", "an", "the", "so", "such", "quite", "really", "pretty"}:
        return "it has "
    if first in {"been", "gotten"} and second:
        return "I have "
    if first == "going" and second == "to":
        return (
            "it is "
            if re.match(
                r"\s+to be\s+(?:a|an|the|so|such|\w+ing\b|great|fun|awesome|amazing|epic|lit"
                r"|good|hard|tough|interesting)",
                rest,
            )
            else "I am "
        )
    if first in lexicon().emotion and (
        second.startswith(("you'", "we'", "i'"))
        or second in {"we", "my", "your", "they", "she", "he"}
    ):
        return "I am "
    if first in lexicon().emotion and second in {
        "",
        "to",
        "for",
        "about",
        "of",
        "that",
        "you",
        "i",
        "with",
        "by",
        "and",
    }:
        return "I am "
    if first in {"looking", "thinking", "hoping"} and re.match(
        r"\s+(?:forward|about|of|to|for|into)\b", rest
    ):
        return "I am "
    if first in _STATES and second and second not in {"is", "was", "are", "of"}:
        return "I "
    if first.endswith("ing") and first not in _NOT_GERUND and len(first) > 4:
        clause = re.split(r"[.;!?]|\s[-–—]\s|—", rest)[0]
        return "" if _FINITE_AFTER.search(clause) or not second else "I am "
    gerund = bool(re.match(r"\s+(?!during\b|according\b)\w{2,}ing\b", rest))
    past = first in _PASTS or (first.endswith("ed") and first not in _NOT_PAST and len(first) > 4)
    if past and (gerund or _AFTER_PAST.match(rest)):
        return "I "
    return ""
