"""Clauses and adjectives as short texts that read without their conversation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgmem.extraction.openie import coreference, inflection, syntax
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.extraction.openie.splices import JOINT
from kgmem.language.standins import untied
from kgmem.types import Value, ValueKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spacy.tokens import Token

MOST_WORDS = 8
_FIRST = frozenset({"i", "you", "we"})
_REFLEXIVE = frozenset({"myself", "yourself", "yourselves", "ourselves"})
_POINTING = frozenset({"this", "that", "these", "those"})
_JOINTS = frozenset(
    [
        "of",
        "in",
        "at",
        "on",
        "with",
        "for",
        "to",
        "from",
        "by",
        "and",
        "but",
        "or",
        "that",
        "who",
        "which",
        "when",
        "because",
        "while",
        "as",
        "about",
        "into",
        "through",
        "without",
        "around",
    ]
)
_DROPPED_ENDS = frozenset(
    [
        "and",
        "but",
        "or",
        "so",
        "because",
        "to",
        "of",
        "in",
        "on",
        "at",
        "with",
        "for",
        "the",
        "a",
        "an",
        "that",
        "which",
        "who",
        "from",
        "by",
        "as",
        "my",
    ]
)


def phrase(reading: Reading, tokens: Iterable[Token]) -> tuple[str, frozenset[str]]:
    """Tokens as text, pronouns of the conversation's people replaced, and what stayed doubtful."""
    words = sorted(tokens, key=lambda t: t.i)
    text = ""
    flags: set[str] = set()
    previous: Token | None = None
    for token in words:
        word, doubts = _word(reading, token)
        flags |= doubts
        tight = previous is not None and previous.i == token.i - 1 and not previous.whitespace_
        glued = tight and not word[:1].isalnum() and token.lower_ not in {"'m", "'re", "'ve"}
        glued = glued or (tight and word == token.text)
        text += word if not text or glued else f" {word}"
        previous = token
    text = re.sub(r"\s+([,.!?;:%)])", r"\1", text).replace(JOINT, " ")
    return untied(text.strip(' ,.;:!-–—"')), frozenset(flags)


def _word(reading: Reading, token: Token) -> tuple[str, frozenset[str]]:
    if token.i == 0 and token.pos_ not in {"PROPN", "PRON"} and token.text.istitle():
        return token.lower_, frozenset()
    if token.lower_ in _REFLEXIVE:
        return "oneself", frozenset()
    if syntax.expletive(token):
        return token.text, frozenset()
    if token.tag_ in {"PRP", "PRP$"}:
        return _pronoun(reading, token)
    if token.lower_ == "'s" and token.tag_ in {"VBZ", "POS"} and token.dep_ != "case":
        perfect = token.dep_ == "aux" and token.head.tag_ == "VBN"
        being = any(c.lower_ == "being" for c in token.head.children)
        return ("has" if perfect and not being else "is"), frozenset()
    if token.lower_ in _POINTING and token.dep_ in {"dobj", "pobj", "nsubj", "attr", "dative"}:
        return token.text, frozenset({"deictic"})
    if token.pos_ not in {"AUX", "VERB"} or token.lower_ in _AUXILIARIES:
        return _plain(token), frozenset()
    subject = next((c for c in _verb_of(token).children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    if subject is not None and subject.lower_ in _FIRST and token.i > subject.i:
        if token.lower_ in {"'m", "am", "'re", "are", "'ve", "have", "were"}:
            return inflection.auxiliary(token.lower_), frozenset()
        if token.tag_ == "VBP" and token.pos_ == "VERB":
            return inflection.third_person(token.lemma_.lower()), frozenset()
    return token.text, frozenset()


def _pronoun(reading: Reading, token: Token) -> tuple[str, frozenset[str]]:
    """Whom a pronoun in a clause means, or itself where it goes back to its own noun."""
    two = _two(reading, token)
    if two:
        return two, frozenset({"we"})
    if syntax.bound(token):
        return token.text, frozenset()
    name, flags = coreference.resolve(reading, token)
    if name == token.lower_ or "coref_it" in flags:
        return token.text, frozenset({"unresolved"})
    return (f"{name}'s" if token.tag_ == "PRP$" else name), flags


_BETWEEN_TWO = frozenset(["talk", "chat", "speak", "reconnect", "catch", "keep", "stay", "meet"])
_IN_TOUCH = frozenset(["up", "touch", "contact", "again", "last", "talked", "met", "spoke"])


def _two(reading: Reading, token: Token) -> str:
    """Both who talk, in "glad that we kept in touch", "since we last talked"; else empty."""
    other, verb = reading.scene.addressee, syntax.verb_of(token)
    if token.lower_ != "we" or other is None or verb.lemma_.lower() not in _BETWEEN_TWO:
        return ""
    near = {t.lower_ for t in verb.subtree}
    if near.isdisjoint(_IN_TOUCH) or {"with", "him", "her", "them"} & near:
        return ""
    return f"{reading.scene.speaker.name} and {other.name}"


_AUXILIARIES = frozenset(["'d", "'ll"])


def _plain(token: Token) -> str:
    """A word as it stands; what "'d" and "'ll" stand for: behind a name they cannot be read."""
    if token.lower_ not in _AUXILIARIES or token.dep_ != "aux":
        return str(token.text)
    if token.lower_ == "'ll":
        return "will"
    better = any(c.lower_ == "better" for c in token.head.children)
    return "had" if better or syntax.had(token.head) else "would"


def _verb_of(token: Token) -> Token:
    return token.head if token.dep_ in {"aux", "auxpass"} else token


def shortened(text: str, limit: int = MOST_WORDS) -> str:
    """At most `limit` words, not ending in a word that waits for another."""
    words = text.split()
    if len(words) <= limit:
        return text
    words = words[:limit]
    while len(words) > 1 and words[-1].lower().strip(",") in _DROPPED_ENDS:
        words.pop()
    return " ".join(words).strip(" ,;:")


def clause_value(
    reading: Reading,
    head: Token,
    *,
    without: frozenset[int] = frozenset(),
    kind: ValueKind = "clause",
    opened: bool = False,
) -> Argument | None:
    """A clause or adjective phrase as a value of at most eight words; None when nothing is left.

    Args:
        reading: the unit.
        head: head of the phrase.
        without: tokens to leave out.
        kind: of the value.
        opened: the role word says how it begins, so that "who", "when" or "that" are left out.
    """
    tokens = [t for t in head.subtree if t.i not in without and t.i not in reading.timed]
    tokens = [t for t in tokens if not syntax.emphatic(t)]
    while tokens and (
        tokens[0].dep_ in {"mark", "punct", "cc"}
        or tokens[0].lower_ == "to"
        or (opened and tokens[0].tag_ in {"WRB", "WDT", "WP"})
    ):
        tokens = tokens[1:]
    kept = tokens[: 2 * MOST_WORDS]
    while len(kept) > 1 and (kept[-1].dep_ in {"cc", "mark", "punct"}):
        kept = kept[:-1]
    text, flags = phrase(reading, kept)
    short, rest = divided(text)
    if not re.search(r"\w", short):
        return None
    used = kept if rest is not None else kept[: max(1, len(short.split()) + short.count("'"))]
    if len(kept) < len(tokens) or (rest is None and short != text):
        flags |= {"cut"}
    more: tuple[tuple[str, Argument], ...] = ()
    if rest is not None:
        more = ((rest[0], Argument(Value(rest[1], "clause"), rest[1], ())),)
    return Argument(Value(short, kind), short, tuple(t.i for t in used), flags, more=more)


def divided(text: str) -> tuple[str, tuple[str, str] | None]:
    """A long text cut where a preposition or conjunction begins a part of its own.

    Returns:
        At most eight words, and the rest as the word that leads to it and at most eight more; None
        where nothing is left or no good place to cut was found.
    """
    words = text.split()
    if len(words) <= MOST_WORDS:
        return text, None
    for at in range(MOST_WORDS, 2, -1):
        joint = words[at].lower()
        if (
            joint in _JOINTS
            and (at >= 6 or joint not in {"and", "or"})
            and words[at - 1].lower().strip(",") not in _DROPPED_ENDS
        ):
            rest = shortened(" ".join(words[at + 1 :]))
            if rest:
                return " ".join(words[:at]).strip(" ,"), (joint, rest)
            break
    return shortened(text), None
