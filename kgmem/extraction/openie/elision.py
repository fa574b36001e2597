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
    " woke wore wrote lay swam drank beat stole shot tore threw"
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
        "bring",
        "sing",
        "swing",
        "cling",
        "sling",
        "sting",
        "ping",
        "ding",
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
    r"|teach(?:es)?|taught|allows?|allowed|turned|pushed|changed|became|pays?|paid|gets?|got|left"
    r"|needs?|reminds?|reminded|inspires?|inspired|really|always)\b|'s\b|n't\b",
    re.IGNORECASE,
)


_AFTER_PAST = re.compile(
    r"\s+(?:a|an|the|my|our|some|to|in|on|at|up|out|back|with|for|that|this|him|her|them|it|his"
    r"|their|two|three|another|about|into|off|by|last|yesterday|home|it's)\b",
    re.IGNORECASE,
)
_AFTER_IRREGULAR = re.compile(
    r"\s+(?:straight|back|home|another|both|half|lots|loads|some|four|five|six|seven|eight|nine|ten"
    r"|dinner|lunch|breakfast|one|every|all|more|most|no|any|\d+|(?-i:[A-Z]\w+))\b",
    re.IGNORECASE,
)
_CHANGES = (
    "joined cancelled canceled started dropped switched closed opened finished adopted ordered"
    " booked rented hired signed swapped traded replaced upgraded downgraded installed deleted"
    " uninstalled subscribed unsubscribed treated enrolled moved changed renamed bumped ditched"
    " visited married divorced passed picked packed returned retired resigned quit sold bought"
    " lost left got found"
)
"""What people say of themselves with the verb first, whatever follows: "Joined PulseFit"."""
_OWN_CHANGE = re.compile(
    r"\s+(?:(?-i:[A-Z])[\w'’&.-]*|myself|ourselves|from|over|up|as|both|half|one|two|three|four|\d+"
    r"|[\w.-]+ (?:to|from|for|and|at|on|in|with|this|last|yesterday|today)\b)",
    re.IGNORECASE,
)
_OF_SOMEBODY = re.compile(r"\s+[A-Z]\w+['’]s\s")
_PLAIN_PASTS = frozenset(_PAST.split()) - {"made", "hit", "put", "let", "hurt", "felt", "left"}
_HELPERS = frozenset(
    ["can't", "couldn't", "didn't", "don't", "won't", "haven't", "will", "could", "would"]
)
_NOT_AFTER_HELPER = frozenset(
    ["you", "we", "they", "i", "he", "she", "it", "worry", "forget", "be", "let"]
)
_AFTER_DONT = frozenset(
    ["know", "think", "like", "have", "want", "care", "mind", "remember", "believe"]
)
_AFTER_MOOD = frozenset(
    [
        "",
        *[
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
            "we",
            "my",
            "your",
            "they",
            "she",
            "he",
        ],
    ]
)
_DEGREES = frozenset(["a", "an", "the", "so", "such", "quite", "really", "pretty"])
_TO_BE = re.compile(
    r"\s+to be\s+(?:a|an|the|so|such|\w+ing\b|great|fun|awesome|amazing|epic|lit|good|hard|tough"
    r"|interesting)"
)
_ABOUT = re.compile(r"\s+(?:forward|about|of|to|for|into)\b")
_LEAD = re.compile(
    r"(?:(?:just|also|still|recently|finally|really|so|super|always|already|very|pretty"
    r"|totally|definitely)\s+)*",
    re.IGNORECASE,
)


def is_past(word: str) -> bool:
    """Whether it is one of the common irregular past forms."""
    return word in _PASTS


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


_REPORTED = re.compile(
    r"\s+(?!(?:by|in|at|and|or|but|as|with|for|from|that|than|tests?|jobs?|runs?)\b)(?:[^\s.,!?]+)"
)
_REASON = re.compile(r"[.;!?,]\s|\s[-–—]\s|\b(?:because|since|so|and)\b")


def states(rest: str) -> bool:
    """Whether a clause has its verb later on, so that its first word may be what it is about."""
    return _FINITE_AFTER.search(_REASON.split(rest)[0]) is not None


def reported(text: Mapped) -> Mapped:
    """The "I" that agents leave out of their reports: "Released gateway 1.8.0 to production"."""
    word = re.match(r"[A-Z][a-z]+(?=\s)", text.text)
    if word is None:
        return text
    first, rest = word.group().lower(), text.text[word.end() :]
    regular = first.endswith("ed") and first not in _NOT_PAST and len(first) > 4
    if not (regular or first in _PASTS) or not _REPORTED.match(rest):
        return text
    if states(rest):
        return text
    return Mapped(text.text[0].lower() + text.text[1:], text.origin).prefixed("I ")


def _missing(first: str, rest: str) -> str:
    """The words to put before a clause that begins with `first`; empty for none."""
    following = re.match(r"\s+([\w']+)", rest)
    second = following.group(1).lower() if following else ""
    if first in _HELPERS or first in {"been", "gotten", "going"}:
        return _before_helper(first, second, rest)
    if first in lexicon().emotion:
        about = second in _AFTER_MOOD or second.startswith(("you'", "we'", "i'"))
        return "I am " if about else ""
    if first in {"love", "like"} and second == "to" and _MEET.match(rest):
        return "I would "  # "Love to have you there!"
    if first == "remember" and second in {"to", "that", "when", "how", "what"}:
        return ""  # said to the other: "Remember to be kind to yourself"
    if first in _STATES and second and second not in {"is", "was", "are", "of"}:
        return "I "
    if first.endswith("ing") and first not in _NOT_GERUND and len(first) > 4:
        return _before_gerund(first, second, rest)
    gerund = bool(re.match(r"\s+(?!during\b|according\b)\w{2,}ing\b", rest))
    past = first in _PASTS or (first.endswith("ed") and first not in _NOT_PAST and len(first) > 4)
    theirs = past and _OF_SOMEBODY.match(rest)
    plain = theirs or (first in _PLAIN_PASTS and _AFTER_IRREGULAR.match(rest))
    clause = _REASON.split(rest)[0]
    own = first in _CHANGES.split() and _OWN_CHANGE.match(rest) and not _FINITE_AFTER.search(clause)
    return "I " if past and (gerund or _AFTER_PAST.match(rest) or plain or own) else ""


def _before_helper(first: str, second: str, rest: str) -> str:
    """Before "can't", "been", "going to"."""
    if not second or (first == "don't" and second not in _AFTER_DONT):
        return ""
    if first == "been":
        return "it has " if second in _DEGREES else "I have "
    if first == "gotten":
        return "I have "
    if first == "going":
        return "" if second != "to" else "it is " if _TO_BE.match(rest) else "I am "
    return "" if second in _NOT_AFTER_HELPER else "I "


_MEET = re.compile(
    r"\s+to\s+(?:have|see|hear|meet|join|help|come|visit|host|try|chat|talk|catch|know|get)\b"
    r"(?=.*\b(?:you|your|sometime|soon|one day|some day|there|it|that)\b)",
    re.IGNORECASE,
)
_THEN = re.compile(r",\s+(?:[a-z]+ly\s+)?(?P<verb>[a-z]+)\b")


def _before_gerund(first: str, second: str, rest: str) -> str:
    """Before "researching old maps", unless the gerund is the subject of what follows."""
    if not re.match(r"\s+\S+\s+\S", rest) and first.endswith("ing"):
        return ""  # "Thieving seals!": what sort of seals
    if first in {"looking", "thinking", "hoping"} and _ABOUT.match(rest):
        return "I am "
    clause = re.split(r"[.;!?]|\s[-–—]\s|—|,\s+(?=(?:my|our|the|i|we|he|she|it)\b)", rest)[0]
    if _FINITE_AFTER.search(clause) or not second:
        return ""
    then = _THEN.search(rest)
    past = then is not None and (then["verb"] in _PASTS or then["verb"].endswith("ed"))
    return "I was " if past else "I am "  # "Sparring at the gym, hurt my elbow"
