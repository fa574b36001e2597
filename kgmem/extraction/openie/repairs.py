"""Repairs of chat: openings, vocatives, set phrases, short forms, quotations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgmem.extraction.openie import courtesies, identifiers, tidied
from kgmem.extraction.openie.ages import NUMBER
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.splices import JOINT

_QUESTION_START = re.compile(
    r"(?:(?:and|but|so)\s+)?(?:what|who|whom|whose|which|where|when|why|how)(?:'s|'re|'d"
    r"|'ve)?\s+(?:is|are|was|were|do|does|did"
    r"|have|has|had|can|could|will|would|should|about|come|many|much|long|often|made|got|kind"
    r"|type)\b"
    r"|(?:do|does|did|have|has|are|is|was|were|can|could|will|would|should)n?'?t?\s+(?:you|we"
    r"|they|he|she|it|i|your|the|that|this)\b",
    re.IGNORECASE,
)

_SHORT = {
    "gonna": "going to", "wanna": "want to", "gotta": "have to", "'cause": "because",
    "cuz": "because",
    "cos": "because", "coz": "because", "ya": "you", "u": "you", "ur": "your", "im": "I'm",
    "ive": "I've",
    "dont": "don't", "didnt": "didn't", "doesnt": "doesn't", "cant": "can't", "wont": "won't",
    "isnt": "isn't", "wasnt": "wasn't", "havent": "haven't", "thats": "that's", "kinda": "kind of",
    "sorta": "sort of", "lemme": "let me", "gimme": "give me", "til": "until", "tho": "though",
    "thru": "through", "bday": "birthday", "&": "and", "w/": "with", "b/c": "because",
    "bc": "because",
    "fam": "family", "pic": "picture", "pics": "pictures", "biz": "business", "comp": "competition",
    "comps": "competitions", "info": "information", "'em": "them",
    # the tagger takes it for a noun
    "reckon": "think", "reckons": "thinks", "reckoned": "thought",
}  # fmt: skip
_SHORTS = re.compile(
    "|".join(
        (r"(?<!\w)" if not key[0].isalpha() else r"\b")
        + re.escape(key)
        + (r"(?!\w)" if not key[-1].isalpha() else r"\b(?!'|\.\w)")
        for key in sorted(_SHORT, key=len, reverse=True)
    ),
    re.IGNORECASE,
)
_CURLY = re.compile("[\u2018\u2019\u02bc`]")
_QUOTES = re.compile("[\u201c\u201d\u201e\u00ab\u00bb]")
_HEDGE = re.compile(
    r"(?<=\w)\s+(?:lol|haha+|tho|lmao)\b|\b(?:literally|honestly|actually|basically|really"
    r"|totally|definitely|just|kind of|sort of)\s+(?=(?:really|so|just|super)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Opened:
    """What is left of a sentence without its opening words."""

    words: Mapped
    repaired: frozenset[str]
    reply: str


@lru_cache(maxsize=256)
def _vocatives(names: tuple[str, ...]) -> re.Pattern[str] | None:
    forms = sorted({re.escape(name) for name in names if len(name) > 1}, key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(forms)})(?!\w|')", re.IGNORECASE) if forms else None


def vocatives(names: Sequence[str]) -> re.Pattern[str] | None:
    """Matches the names by which people in the conversation may be called; None without names."""
    return _vocatives(tuple(sorted(set(names))))


def strip_openings(text: Mapped, names: re.Pattern[str] | None, shown: bool = False) -> Opened:
    """Take interjections, vocatives and set phrases off both ends; `shown`: with a picture."""
    repaired: set[str] = set()
    reply = ""
    while True:
        plain = courtesies.told(text, shown)
        if plain is not None:
            text = plain
            repaired.add(courtesies.COURTESY)
            break
        cut, kind = _opening(text.text, names)
        if not cut:
            break
        word = re.match(r"\w+", text.text)
        first = word.group().lower() if word else ""
        if kind == "interjection" and not reply:
            reply = "yes" if first in lexicon().yes else "no" if first in lexicon().no else ""
        repaired.add(kind)
        text = text.cut(cut).strip(" ,.!-–—:…")
    if names is not None:
        shorter = _drop_vocatives(text, names)
        if shorter is not text:
            repaired.add("vocative")
            text = shorter
    return Opened(text, frozenset(repaired), reply)


_SAID = (
    r"(?:said|says|told me|tells me|replied|answered|added|wrote|shouted|whispered|explained"
    r"|texted me|goes)"
)
_WHO = r"(?P<{}>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?|[Mm]y [\w-]+)"
_QUOTATIONS = (
    re.compile(
        _WHO.format("who")
        + rf"\s+(?:just |once |always )?{_SAID}[,:]?\s*[\"“](?P<quote>[^\"”]{{3,}})[\"”]?"
    ),
    re.compile(
        r"[\"“](?P<quote>[^\"”]{3,})[,!?.]?[\"”],?\s*" + _WHO.format("who") + rf"\s+{_SAID}"
    ),
    re.compile(rf"[\"“](?P<quote>[^\"”]{{3,}})[,!?.]?[\"”],?\s*{_SAID}\s+" + _WHO.format("who")),
)


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of somebody else: who they are of, as written, and what they say."""

    voice: str
    words: Mapped


def quotation(text: Mapped) -> Quotation | None:
    """The direct speech in a sentence, where it says whose it is."""
    if '"' not in text.text and "“" not in text.text:
        return None
    for pattern in _QUOTATIONS:
        match = pattern.search(text.text)
        if match is not None and match["who"] not in {"I", "We", "It", "That", "This"}:
            return Quotation(match["who"], text.cut(*match.span("quote")).strip(" ,.!"))
    return None


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?", re.UNICODE)
_CLAUSE_FOLLOWS = re.compile(
    r"\s+(?:i|we|it|they|he|she|you|that|this|there|my|our|the|what|how)\b", re.IGNORECASE
)
_MEANT = re.compile(
    r"(?:with|to|for|and|about|from|of|at|by|is|was|meet|met|see|saw|love|called|named)\b",
    re.IGNORECASE,
)
_BREAK = re.compile(r"\s*(?:[,.!…—–]+|\s-\s|\.\.\.|$)")


def _opening(text: str, names: re.Pattern[str] | None) -> tuple[int, str]:
    """How many characters of a sentence's start say nothing, and what they are."""
    if names is not None and (called := names.match(text)) and _BREAK.match(text, called.end()):
        return _BREAK.match(text, called.end()).end(), "vocative"  # type: ignore[union-attr]
    idiom = lexicon().idioms.match(text)
    if idiom and (_BREAK.match(text, idiom.end()) or text[idiom.end() : idiom.end() + 1] in "?;"):
        return idiom.end(), "idiom"
    word = _WORD.match(text)
    if not word or word.group().lower() not in lexicon().interjections:
        return 0, ""
    end = word.end()
    if names is not None:
        called = _called(names.pattern)[0].match(text, end)
        if called and _BREAK.match(text, called.end()):
            return called.end(), "interjection"
    if _BREAK.match(text, end):
        return end, "interjection"
    free = word.group().lower() in lexicon().free
    if free and _CLAUSE_FOLLOWS.match(text, end):
        return end, "interjection"
    return 0, ""


@lru_cache(maxsize=256)
def _called(names: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """A name behind a greeting, between commas, at the end of an exclamation."""
    return (
        re.compile(rf"\s+(?:{names})", re.IGNORECASE),
        re.compile(rf",\s*(?:{names})\s*(?=[,.!?…]|$)", re.IGNORECASE),
        re.compile(rf"(?<=\w)\s+(?:{names})(?=\s*[!?]+$)", re.IGNORECASE),
    )


def _drop_vocatives(text: Mapped, names: re.Pattern[str]) -> Mapped:
    _, inner, final = _called(names.pattern)
    shorter = text.sub(inner, "")
    if _MEANT.match(_before(shorter.text, final)):
        return shorter
    return shorter.sub(final, "")


def _before(text: str, pattern: re.Pattern[str]) -> str:
    """The word before a match, empty without one."""
    match = pattern.search(text)
    words = text[: match.start()].split() if match else []
    return words[-1] if words else ""


_ASIDE = (
    r"by the way|btw|to be (?:honest|fair|clear)|tbh|honestly|frankly|of course|in fact|for sure"
    r"|for what it's worth|believe it or not|as (?:you know|usual|always|I said)|obviously"
    r"|luckily|(?:un)?fortunately|sadly|thankfully|though|in case you wondered"
    r"|of all (?:people|things|places|days|times)"
    r"|as you can (?:see|imagine|tell|hear)(?: here| there| below)?"
    r"|if you (?:remember|ask me|must know|like)|I must say|I have to say|needless to say"
)
_ASIDES = re.compile(rf",\s*(?:{_ASIDE})(?:\s*,(?=\s)|(?=\s*[.!…]*\s*$))", re.IGNORECASE)
_DROPPED_G = re.compile(r"(?<=[a-z]{2})in'(?=[\s.,!?]|$)")
_PREFIX = re.compile(r"\b(de|re|pre|un)-(?=[a-z]{3,})")
_EX = re.compile(r"\bex-(?=(?:husband|wife|partner|boyfriend|girlfriend|fianc)\w*)", re.IGNORECASE)
_AS_WELL = re.compile(r"\s+as well(?=\s*[.!,;]|\s*$)", re.IGNORECASE)
_BEEN = re.compile(
    r"(?<=[a-z])'s(?=\s+(?:(?:really|always|never|just|also|already)\s+)?(?:been|got)\b)"
)
_CONTRACTED = "so|such|always|all|just|a|an|the|not|going|my|about|here|like"
_DEGREES = "really|very|super|pretty|quite"
_PRAISED = (
    "amazing|awesome|great|good|nice|hilarious|gorgeous|beautiful|cute|fun|okay|ok|fine"
    "|crucial|key|perfect|huge|tough|hard|important|unpredictable"
)
_OBJECTS = "an?|the|my|your|his|her|its|our|their|me|him|us|them"
_IS = re.compile(
    rf"{tidied.WHO}'s(?=\s+(?:(?:{_CONTRACTED})\b|(?:{_PRAISED})(?i:{tidied.NO_NOUN})"
    rf"|(?:{_DEGREES})\s+(?:an?\b|\w+ing\b|\w+(?i:{tidied.NO_NOUN}|\s+(?:{_OBJECTS})\b))))"
)
_BEFORE_PREPOSITION = re.compile(
    rf"{tidied.WHO}'s(?=\s+(?:on|in|at|due|from|with|under|by|for|near|done|gone|called|named|about"
    r"|still|now)\b)"
)
_NAME_IS = re.compile(
    r"(?<=\bname)'s(?=\s+(?:[A-Z]|not\b))"
    rf"|(?<=[a-z])'s(?=\s+{NUMBER}"
    r"(?:\s*[,.!]|\s*$|\s+(?:by|and|now|already|today|years|next|going on|this)\b))"
)
_TITLE = re.compile(r"\"(?P<title>[A-Z0-9][\w'’&:-]*(?:[ ,]+[\w'’&:!-]+){0,7})[.,!?]?\"")


def _joined(match: re.Match[str]) -> str:
    """A quoted title as one word, so that the parser takes it for the name that it is."""
    title = match.group("title")
    words = title.split()
    capitals = sum(w[0].isupper() for w in words)
    if capitals * 2 < len(words) or not (len(words) > 1 or words[0].istitle()):
        return match.group()
    ending = match.group()[len(title) + 1 : -1]
    return JOINT.join(words).replace("'", "\u2019") + ending


_AT_SOMEBODYS = re.compile(
    r"\b(?:at|to|from|by|in|near|of|into|around|over)\s+(?:(?:an?|the|my|his|her|our|your|their)\s+)?"
    r"(?:[\w.-]+\s+){0,2}[\w.-]+$"
)


def _linked(match: re.Match[str]) -> str:
    """Write "'s" out before a preposition, but not in "at the dentist's on Monday"."""
    return match.group() if _AT_SOMEBODYS.search(match.string[: match.start()]) else " is"


def expand(text: Mapped) -> Mapped:
    """Curly quotes made plain, short forms written out, quoted titles made one word."""
    plain = (
        text.sub(_CURLY, "'").sub(_QUOTES, '"').sub(_SHORTS, lambda m: _SHORT[m.group().lower()])
    )
    plain = plain.sub(_DROPPED_G, "ing").sub(_EX, "former ").sub(_AS_WELL, "")
    plain = tidied.tidied(plain)
    whole = plain.sub(_BEEN, " has").sub(_IS, " is").sub(_PREFIX, lambda m: m.group(1))
    whole = whole.sub(_NAME_IS, " is").sub(_BEFORE_PREPOSITION, _linked)
    return identifiers.tied(whole.sub(_ASIDES, "").sub(_HEDGE, "").sub(_TITLE, _joined))


def ended(text: Mapped, mark: str) -> Mapped:
    """With one full stop or question mark at its end: the parser leans on it."""
    bare = text.strip(" .!?…,;:-–—")
    if not bare.text:
        return text
    return Mapped(bare.text + mark, (*bare.origin, bare.origin[-1]))


def asks(text: str) -> bool:
    """Whether a clause is a question by its word order alone."""
    return bool(_QUESTION_START.match(text)) and text.rstrip().endswith("?")
