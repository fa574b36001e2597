"""What a sentence says beyond its facts, kept as the speaker's words: never asserted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import naming, syntax, wording
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Modality, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST_CHUNKS = 4
_CONTENT = frozenset(["NOUN", "PROPN", "VERB", "ADJ", "NUM"])
_ADVERBS = frozenset(
    ["again", "abroad", "together", "online", "daily", "weekly", "outdoors", "home"]
)


def leftover(
    reading: Reading, covered: Iterable[int], undated: bool = False
) -> tuple[Draft, int] | None:
    """What is left of a unit as one tentative fact, and how many content words it holds.

    Args:
        reading: the unit.
        covered: tokens that its facts hold already.
        undated: the unit has a time expression that no fact took up.
    """
    done = set(covered)
    fresh = [t for t in reading.doc if _tells(t, reading) and t.i not in done]
    if not fresh and undated:
        fresh, reading = [t for t in reading.doc if not t.is_punct], _timeless(reading)
    if not fresh:
        return None
    pieces = _chunks(reading, fresh, done)
    if not pieces:
        return None
    asked: Modality = "asked" if reading.unit.question else "actual"
    verb = "asked" if reading.unit.question else "suggested" if _suggests(reading) else "said"
    speaker = reading.scene.speaker
    draft = Draft(
        subject=Argument(speaker, speaker.name, ()),
        predicate=verb,
        object=pieces[0],
        tokens=frozenset(i for p in pieces for i in p.tokens),
        verb=syntax.verb_of(fresh[0]).i,  # for the time expressions that hang on it
        qualifiers=tuple(("about", p) for p in pieces[1:]),
        kind="event",
        modality=asked,
        flags=frozenset({"mentioned"}),
    )
    return draft, len(fresh)


def _timeless(reading: Reading) -> Reading:
    """The unit with its time expressions as words like others."""
    return replace(reading, times=(), timed=frozenset())


def _suggests(reading: Reading) -> bool:
    return reading.unit.text.lower().startswith(("let's ", "lets ", "we should ", "let us "))


def _tells(token: Token, reading: Reading) -> bool:
    if token.pos_ not in _CONTENT and token.lower_ not in _ADVERBS:
        return False
    if token.is_stop or token.i in reading.timed or not any(c.isalnum() for c in token.text):
        return False
    lemma = token.lemma_.lower()
    known = lexicon()
    if token.dep_ == "acl" and lemma in naming.NAMING:
        return False  # "a cat named Biscuit": the name is told elsewhere or is left over itself
    if lemma in known.interjections or lemma in known.light or lemma in known.vague:
        return False
    return token.lower_ not in reading.scene.forms


def _chunks(reading: Reading, fresh: Sequence[Token], done: set[int]) -> list[Argument]:
    """Stretches of at most eight words around what is not covered yet."""
    wanted = {t.i for t in fresh}
    found: list[Argument] = []
    at = _start(reading, fresh[0])
    if reading.doc[at].lower_ in {"'s", "us"}:
        at += 1
    last = fresh[-1].i
    while at <= last and len(found) < MOST_CHUNKS:
        following = min((i for i in wanted if i >= at), default=None)
        if following is None:
            break
        if following - at > 4:
            at = _start(reading, reading.doc[following])
        text, end, flags = _grow(reading, at, last)
        if text:
            found.append(Argument(Value(text, "clause"), text, tuple(range(at, end)), flags))
        at = max(end, at + 1)
    return found


def _start(reading: Reading, token: Token) -> int:
    """Where a phrase around a token begins: its article and adjectives, or its clause's subject."""
    left = token.left_edge.i
    return int(left) if token.i - left <= 4 else int(token.i)


def _grow(reading: Reading, start: int, last: int) -> tuple[str, int, frozenset[str]]:
    for end in range(min(last + 1, start + wording.MOST_WORDS + 3), start, -1):
        tokens = [t for t in reading.doc[start:end] if t.i not in reading.timed]
        text, flags = wording.phrase(reading, tokens)
        if len(text.split()) <= wording.MOST_WORDS:
            return text, end, flags
    return "", start + 1, frozenset()
