"""The shape of a question: its kind, the noun it asks for, the type of its answer, its order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from kgmem.language.questions_names import AUXILIARIES, FIRST_PERSON, WH, Named, Token, bag

Kind: TypeAlias = Literal[
    "who", "what", "which", "where", "when", "how_many", "how_long", "how_often", "yes_no",
    "list", "why", "how", "common", "comparison", "other",
]  # fmt: skip
Order: TypeAlias = Literal["", "first", "last", "before", "after"]

_HOW = (
    (re.compile(r"\bhow\s+(?:many|much)\b", re.I), "how_many"),
    (re.compile(r"\bhow\s+long\b", re.I), "how_long"),
    (re.compile(r"\bhow\s+(?:often|frequently|regularly)\b", re.I), "how_often"),
    (re.compile(r"\bhow\s+(?:old|tall|far|fast|big|large|heavy|high|deep|wide|hot|cold|warm)\b",
                re.I), "how_many"),
)  # fmt: skip
_WHEN_NOUN = re.compile(
    r"\b(?:what|which)\s+(?:is\s+the\s+|was\s+the\s+|exact\s+)*"
    r"(?:date|day|year|month|time(?!s)|season|week|weekend)\b", re.I
)  # fmt: skip
_COMMON = re.compile(r"\bin common\b|\bshared? by\b|\bboth\b|\bdo(?:es)? .* share\b", re.I)
_ORDERS: tuple[tuple[re.Pattern[str], Order], ...] = (
    (re.compile(r"\bafter\b", re.I), "after"),
    (re.compile(r"\bbefore\b", re.I), "before"),
    (re.compile(
        r"\b(?:first(?!\s+(?:place|prize|name|class|aid|person|hand))|earliest|initially"
        r"|oldest)\b", re.I), "first"),
    (re.compile(
        r"\b(?:latest|most\s+recent(?:ly)?|newest|recently"
        r"|last(?!\s+(?:year|month|week|weekend|night|summer|winter|spring|fall|autumn|name|"
        r"mon|tue|wed|thu|fri|sat|sun)\w*))\b", re.I), "last"),
)  # fmt: skip

_TYPES = {
    "person": "person people friend friends sibling siblings brother sister parent mother father"
    " mom dad husband wife partner boyfriend girlfriend colleague boss teacher doctor mentor"
    " relative cousin aunt uncle neighbor neighbour actor author",
    "place": "place places city cities country countries town state location locations area"
    " neighborhood venue destination destinations region island park beach",
    "animal": "pet pets animal animals dog dogs cat cats breed",
    "organization": "company companies organization organizations agency agencies school university"
    " college employer team club",
    "event": "event events party concert concerts festival ceremony conference workshop",
    "work": "book books novel movie movies film films song songs album series show shows game games"
    " poem painting paintings album",
    "product": "instrument instruments item items device devices car vehicle gift gifts",
    "activity": "activity activities hobby hobbies pastime pastimes sport sports",
    "number": "number amount price cost score age size",
    "time": "date day year month season",
}
_HEAD_TYPES = {word: kind for kind, words in _TYPES.items() for word in words.split()}
_GENERIC_HEADS = bag("kind kinds type types sort sorts name names one ones number")
_SKIPPED = bag("of the a an some other different new main exact specific")
_PLURAL_NOT = bag(
    "status series news always was is has does this business process progress stress"
    " class dress address success bus focus fitness illness basis tennis"
)


def plural(word: str) -> bool:
    """Whether an English noun looks plural."""
    low = word.casefold()
    if low in ("children", "people", "men", "women", "feet", "mice", "kids"):
        return True
    return (
        low.endswith("s")
        and not low.endswith(("ss", "us", "is", "ness"))
        and low not in _PLURAL_NOT
    )


def first_wh(words: Sequence[Token]) -> int:
    """Index of the question word that the question turns on; -1 when it has none."""
    if words and words[0].lower in AUXILIARIES:
        return -1
    return next((i for i, w in enumerate(words) if w.lower in WH), -1)


def head_of(words: Sequence[Token], at: int, named: Sequence[Named]) -> str:
    """The noun asked for: "pets" in "Which pets does Nora have?"; empty when there is none.

    Args:
        words: of the question.
        at: index of the question word.
        named: names, at which a noun phrase stops.
    """
    wh = words[at].lower
    rest = words[at + 1 :]
    if wh == "how" and rest and rest[0].lower in ("many", "much"):
        rest = rest[1:]
        if rest and rest[0].lower in ("is", "are", "was", "were"):
            return ""  # "How much is the rent?" asks for an amount, not for a rent
    elif wh not in ("what", "which", "whose"):
        return ""
    if len(rest) > 2 and rest[0].lower == "of":  # "Which of my friends live in Berlin?"
        return rest[2].lower
    if rest and rest[0].lower in ("is", "are", "was", "were"):
        return _attribute(rest[1:], named)
    phrase = _until_verb(rest, named, strict=wh == "what")
    return phrase[-1] if phrase else ""


def _until_verb(rest: Sequence[Token], named: Sequence[Named], *, strict: bool) -> list[str]:
    """The words of a noun phrase up to its verb; `strict` wants an auxiliary to end it."""
    phrase: list[str] = []
    for word in rest[:7]:
        starts_name = any(n.start == word.start for n in named)
        if word.lower in AUXILIARIES:
            return phrase
        if starts_name or word.lower in FIRST_PERSON:
            return [] if strict else phrase[:1]
        if word.lower in ("by", "for", "in", "with", "from", "at", "to", "on", "that") and phrase:
            later = any(w.lower in AUXILIARIES for w in rest)
            return phrase if later or not strict else []
        if word.lower not in _SKIPPED and word.lower not in _GENERIC_HEADS:
            phrase.append(word.lower)
        elif word.lower in ("name", "names"):
            phrase = phrase or []
    return [] if strict else phrase[:1]


def _attribute(rest: Sequence[Token], named: Sequence[Named]) -> str:
    """The noun of "What are Nora's pets' names?" (pets) or "What is the capital of France?"."""
    phrase: list[str] = []
    for word in rest[:8]:
        low = word.lower
        if any(n.start <= word.start < n.end for n in named) or low in _SKIPPED | FIRST_PERSON:
            if phrase:
                break
            continue
        if low in AUXILIARIES or low in (
            "for",
            "in",
            "about",
            "to",
            "with",
            "that",
            "when",
            "from",
        ):
            break
        if low in ("her", "his", "their", "its"):
            continue
        phrase.append(low)
    while len(phrase) > 1 and phrase[-1] in _GENERIC_HEADS:
        phrase.pop()
    verbal = bool(phrase) and phrase[-1].endswith(("ing", "ed"))
    return "" if not phrase or verbal else phrase[-1]


def kind_of(text: str, words: Sequence[Token], at: int, head: str) -> Kind:
    """The kind of question.

    Args:
        text: the question.
        words: its words.
        at: index of its question word, -1 for none.
        head: the noun asked for.
    """
    if at < 0:
        return _kind_without_wh(text, words)
    for pattern, kind in _HOW:
        if pattern.search(text):
            return kind  # type: ignore[return-value]
    wh = words[at].lower
    if wh == "when" or _WHEN_NOUN.search(text):
        return "when"
    if _COMMON.search(text) and wh in ("what", "which", "who", "where", "how"):
        return "common"
    if wh in ("which", "what") and re.search(r",\s.*\bor\b", text):
        return "comparison"
    if wh in ("who", "whom", "whose"):
        return "who"
    if wh in ("what", "which"):
        return "list" if head and plural(head) else ("which" if wh == "which" else "what")
    return wh  # type: ignore[return-value]


def _kind_without_wh(text: str, words: Sequence[Token]) -> Kind:
    if not words:
        return "other"
    first = words[0].lower
    if first in AUXILIARIES:
        return "comparison" if re.search(r"\bor\b", text) and "or not" not in text else "yes_no"
    if first in ("list", "name", "enumerate"):
        return "list"
    return "other"


def answer_type_of(kind: Kind, head: str, text: str) -> str:
    """The type of thing that answers: a type of entity, `time`, `number`, `duration`, or empty."""
    fixed = {
        "when": "time", "where": "place", "how_many": "number", "how_long": "duration",
        "how_often": "frequency", "who": "person", "yes_no": "truth",
    }  # fmt: skip
    if kind == "who" and head:
        return _HEAD_TYPES.get(head, "person")
    if kind == "how_many" and re.search(r"\bhow old\b", text, re.I):
        return "age"
    return fixed.get(kind) or _HEAD_TYPES.get(head, "")


def order_of(text: str) -> Order:
    """Whether the first, the last, or something before or after an event is asked for."""
    return next((order for pattern, order in _ORDERS if pattern.search(text)), "")
