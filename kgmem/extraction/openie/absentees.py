"""Whom a left-out subject means: "How is your sister? - Passed on Friday!" is not the speaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import candidates, christenings, coreference, nouns, somebody
from kgmem.extraction.openie.scene import Reading, Slot
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_SPEAKERS = frozenset(["i", "we", "you", "me", "us"])
_NOBODY = ("i", frozenset({"unresolved"}))
_SOMEBODY = ("he", frozenset({"unresolved"}))
Meant = tuple[str, frozenset[str]]


def subjects(readings: Sequence[Reading], question: Reading | None) -> list[Reading]:
    """The readings; each that lacks its subject knows whom it means, where not the speaker.

    Somebody else is meant where the turn answers a question about them, where a possessive or the
    clause spliced behind says "she", and perhaps where the sentence before was about them.
    """
    found: list[Reading] = []
    for at, reading in enumerate(readings):
        meant = None
        if _lacks(reading):
            before = found[-1] if found and not found[-1].unit.caption else None
            after = readings[at + 1] if at + 1 < len(readings) else None
            meant = _meant(reading, before, after, question if at == 0 else None)
            meant = meant or (_SOMEBODY if coreference.omits(reading.unit) else None)
        found.append(reading if meant is None else replace(reading, absent=meant))
    return found


def _lacks(reading: Reading) -> bool:
    if coreference.omits(reading.unit):
        return not reading.unit.voice
    filled = "elided" in reading.unit.repaired and len(reading.doc) > 1
    return filled and reading.doc[0].lower_ == "i" and not reading.unit.voice


def _meant(
    reading: Reading, before: Reading | None, after: Reading | None, question: Reading | None
) -> Meant | None:
    spliced = after is not None and after.unit.sentence == reading.unit.sentence
    leading = _subject(after) if after is not None and spliced else None
    if leading is not None and leading.lower_ in _SPEAKERS:
        return None
    if leading is not None and leading.lower_ in candidates.PERSONAL:
        return _by_pronoun(reading, leading.lower_)
    if question is not None:
        if question.scene.addressee is None:
            scene = replace(question.scene, addressee=reading.scene.speaker)
            question = replace(question, scene=scene)
        asked = _subject(question)
        return None if asked is None else _other(reading, question, asked)
    told = _subject(before) if before is not None else None
    if before is None or told is None or told.lower_ in _SPEAKERS or told.dep_ == "expl":
        return None
    if before.absent is not None and told.i == 0:
        return before.absent
    own = {t.lower_ for t in reading.doc} & {"my", "me", "i'm", "our"}
    possessive = next((t.lower_ for t in reading.doc if t.lower_ in {"her", "his"}), "")
    meant = _other(reading, before, told)
    if coreference.omits(reading.unit):
        return meant
    if meant is None or (own and not possessive):
        return None
    if possessive:
        return meant
    alike = told.head.tag_ in {"VBD", "VBN"} and told.tag_ not in {"NNS", "NNPS"}
    return _NOBODY if alike and told.lower_ != "they" else None


def _subject(reading: Reading) -> Token | None:
    """The first subject of a unit: "Ana fell, would you believe"."""
    return next((t for t in reading.doc if t.dep_ in {"nsubj", "nsubjpass", "expl"}), None)


def _other(reading: Reading, said: Reading, subject: Token) -> Meant | None:
    """Whom a subject means that is not one of the two who talk; None for those."""
    word = subject.lower_
    if word in _SPEAKERS or word in {"it", "that", "this", "there", "what", "who", "which"}:
        return None
    if word in candidates.PERSONAL:
        return _by_pronoun(reading, word)
    argument = nouns.argument(said, subject)
    if not isinstance(argument.term, Ref) or argument.term == reading.scene.speaker:
        return None
    living = argument.term.type in christenings.LIVING or (
        coreference.omits(reading.unit) and somebody.may_be_somebody(subject)
    )
    if not living or "unresolved" in argument.flags:
        deed = any(t.dep_ in {"dobj", "dative"} for t in reading.doc)
        return None if deed or "plural" in argument.flags else _NOBODY
    return argument.term.name, frozenset({"coref"})


def _by_pronoun(reading: Reading, word: str) -> Meant:
    place = (reading.place, 0)
    slot = Slot(
        word=word,
        place=place,
        index=max(0, reading.place),
        owner=False,
        subject=True,
        verb=-2,
        doer=-1,
        people=reading.scene.people,
    )
    found = candidates.antecedent(slot, coreference.near(reading, place))
    return ("i", found[1]) if "unresolved" in found[1] else found
