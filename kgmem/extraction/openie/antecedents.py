"""What an observation mentions, as candidates for the pronouns that follow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    candidates,
    context,
    coreference,
    dislocations,
    mentioning,
    naming,
    pictures,
    somebody,
    wording,
)
from kgmem.extraction.openie.candidates import STRIDE
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.pictures import SLOTS
from kgmem.extraction.openie.scene import Mention, Mentioned, Reading, Scene, Slot
from kgmem.extraction.openie.sentences import LATE, Unit
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_APART = 0.03
_ASKED_OF = 2.5
"""So much more at hand is whom the last question just before was about."""


_PRONOUN = re.compile(
    r"\b(?:he|him|his|himself|she|hers?|herself|they|them|theirs?|themselves|it|its|itself|the|that|this|those|we"
    r"|these)\b",
    re.IGNORECASE,
)


def needed(units: Sequence[Unit]) -> bool:
    """Whether any pronoun or "the ..." looks for an antecedent."""
    return any(_PRONOUN.search(unit.text) for unit in units)


def moved(
    found: Mentioned, units: Sequence[Unit], back: int, apart: bool = False, replying: bool = False
) -> Mentioned:
    """What an earlier observation mentions, with negative unit numbers.

    Args:
        found: in reading order.
        units: the pieces of that observation.
        back: how many turns ago it was, from 1; its units get numbers just under `-100 * back`.
        apart: another conversation began since: little is still meant from there.
        replying: who speaks now replies to it: who was asked about is most at hand.
    """

    def before(place: tuple[int, int]) -> tuple[int, int]:
        return (max(place[0] - len(units), 1 - STRIDE) - STRIDE * back, place[1])

    asked = len(units) - 1 if replying and units and units[-1].question else -1

    def faded(mention: Mention) -> float:
        about = mention.place[0] == asked and mention.term.type in {"person", "animal"}
        return mention.weight * (_APART if apart else _ASKED_OF if about else 1.0)

    return Mentioned(
        tuple(replace(m, place=before(m.place), weight=faded(m)) for m in found.mentions),
        tuple(replace(s, place=before(s.place)) for s in found.slots),
    )


def mentioned(scene: Scene, units: Sequence[Unit], docs: Sequence[Doc]) -> Mentioned:
    """Noun phrases and third-person pronouns of some units in reading order.

    Args:
        scene: whose words they are.
        units: the pieces.
        docs: their parses.
    """
    if len(units) > KEPT:
        return Mentioned(tuple(mentions(scene, units, docs)), tuple(_slots(scene, units, docs)))
    seen = scene.observation
    words = (seen.text, seen.caption, seen.time, seen.role)
    people = (scene.speaker, scene.addressee, *scene.forms.items(), scene.working, scene.agent)
    known = replace(scene, fresh=frozenset(), opening=False)  # which depend on the turns before
    return _kept(_Words((*words, *people), tuple(units), known, tuple(docs)))


KEPT = 40
"""Units of an observation whose mentions are kept for those who look back at it."""


@dataclass(frozen=True, slots=True)
class _Words:
    """An observation, known by what is said by whom to whom.

    Attributes:
        key: the words and the people.
        units: the pieces.
        scene: the people; follows from the key.
        docs: the parses; follow from the pieces.
    """

    key: tuple[object, ...]
    units: tuple[Unit, ...]
    scene: Scene = field(compare=False)
    docs: tuple[Doc, ...] = field(compare=False)


@lru_cache(maxsize=128)
def _kept(words: _Words) -> Mentioned:
    scene, units, docs = words.scene, words.units, words.docs
    return Mentioned(tuple(mentions(scene, units, docs)), tuple(_slots(scene, units, docs)))


def _slots(scene: Scene, units: Sequence[Unit], docs: Sequence[Doc]) -> Iterator[Slot]:
    for place, (unit, doc) in enumerate(zip(units, docs, strict=True)):
        if unit.caption:
            continue
        reading = Reading(scene, unit, doc, place)
        if unit.voice:
            reading = replace(reading, scene=context.voiced(reading))
        for token in doc:
            if token.i == 0 and coreference.omits(unit):
                continue
            if token.lower_ in candidates.PERSONAL and token.pos_ in {"PRON", "DET"}:
                yield coreference.slot_of(reading, token)


def mentions(scene: Scene, units: Sequence[Unit], docs: Sequence[Doc]) -> list[Mention]:
    """Noun phrases of some units in reading order.

    Args:
        scene: whose words they are.
        units: the pieces.
        docs: their parses.
    """
    found = [
        m
        for unit, doc in zip(units, docs, strict=True)
        if unit.caption
        for m in pictures.shown(scene, doc)
    ]
    animals = lexicon().animals
    for place, (unit, doc) in enumerate(zip(units, docs, strict=True)):
        if unit.caption:
            continue
        reading = Reading(scene, unit, doc, place)
        if "introduced" in unit.repaired:
            found += _introduced_one(reading)
            continue
        found += dislocations.named_apart(reading)
        for token in doc:
            if token.tag_ == "VBG" and token.dep_ in {"csubj", "nsubj"} and token.pos_ == "VERB":
                found += _activity(reading, token, place)
            noun = token.pos_ in {"NOUN", "PROPN"} or token.lower_ in animals
            if not noun or token.dep_ not in SLOTS or _passed_over(token):
                continue
            given = naming.given_to(token)
            if given is not None:
                found.append(mentioning.christened(reading, token, given, place))
            elif not (_only_names(token) or _predicated(token)):
                mention = mentioning.mention(reading, token, place)
                if mention is not None:
                    found.append(mention)
    return found


def _passed_over(token: Token) -> bool:
    """Whether a noun is nothing that a pronoun behind it takes up: an owner, a nickname."""
    if token.dep_ == "poss" and not (
        token.pos_ == "PROPN" or coreference.own_kin(token) or somebody.my_kin(token)
    ):
        return True
    nicknamed = token.dep_ == "oprd" and token.head.lemma_.lower() in naming.NAMING
    # "they call me Uncle"
    return (nicknamed and not _newly_named(token)) or _compared(token)


def _activity(reading: Reading, token: Token, unit: int) -> list[Mention]:
    """As in "painting boats calms me": an activity that a following "it" goes on about."""
    value = wording.clause_value(reading, token)
    if value is None or value.more or {"unresolved", "cut"} & value.flags:
        return []
    term = Ref(value.surface, "concept")
    told, topic = True, mentioning.is_topic(token)
    place = (unit, token.i)
    return [Mention(term, "", False, False, True, place, 0.3, "", told, value.surface, topic=topic)]


def _introduced_one(reading: Reading) -> list[Mention]:
    """Who "My brother is Raj" names: a person, whose gender the noun tells."""
    words = [t for t in reading.doc if not t.is_punct]
    verb = next((t for t in words if t.lower_ == "is"), None)
    if verb is None:
        return []
    name = "".join(t.text_with_ws for t in words if t.i > verb.i).strip()
    if not name:
        return []
    gender = coreference.gender_of({t.lower_ for t in words if t.i < verb.i})
    gender = gender or coreference.gender_of_name(name.split()[0].lower())
    term = Ref(reading.scene.forms.get(name.lower(), name), "person", True)
    return [
        Mention(
            term,
            gender,
            False,
            True,
            True,
            (reading.place, verb.i + 1),
            0.5 if LATE in reading.unit.repaired else 1.4,
            told=True,
            surface=name,
        )
    ]


def _only_names(token: Token) -> bool:
    """Whether it is the "Rex" of "a dog named Rex": the dog is the mention."""
    if token.pos_ != "PROPN":
        return False
    head = token.head
    if head.dep_ == "acl":
        head = head.head
    return naming.named_by(head) == token or naming.names_another(token)


def _newly_named(name: Token) -> bool:
    """Whether "she" behind it means who bears it: "we named her Lola"."""
    whom = (c for c in name.head.children if c.dep_ == "dobj" and c.i < name.i)
    return name.head.lemma_.lower() == "name" and any(
        c.lower_ in candidates.PERSONAL and naming.is_name(name) for c in whom
    )


def _compared(token: Token) -> bool:
    """Whether it is only what something is like: "sweated like a pig", "made friends"."""
    likened = token.dep_ == "pobj" and token.head.lower_ == "like" and not naming.is_name(token)
    befriended = token.lower_ == "friends" and token.head.lemma_.lower() in {"make", "become"}
    return likened or befriended


def _predicated(token: Token) -> bool:
    """Whether it says what somebody is ("a nurse", "as a baker"): nobody new is mentioned."""
    if token.lemma_.lower() not in lexicon().trades:
        return False
    if token.dep_ == "pobj":
        return token.head.lower_ in {"as", "like"}
    existing = any(c.dep_ == "expl" for c in token.head.children)
    indefinite = any(c.lower_ in {"a", "an"} for c in token.children)
    return token.dep_ == "attr" and indefinite and not existing


def _introduced(token: Token) -> Token | None:
    """The name in "my brother is Raj", "my boss's name is Ana"."""
    verb = token.head
    if token.dep_ != "nsubj" or verb.lemma_ != "be":
        return None
    return next(
        (c for c in verb.children if c.dep_ in {"attr", "acomp"} and naming.is_name(c)), None
    )


def kin_names(readings: Sequence[Reading]) -> dict[str, str]:
    """As in "nora's sister" -> "Ana", where these sentences name her."""
    found: dict[str, str] = {}
    for reading in readings:
        for token in reading.doc:
            if token.pos_ != "NOUN" or token.lemma_.lower() not in lexicon().kindred:
                continue
            name = naming.named_by(token) or _introduced(token)
            poss = next((c for c in token.children if c.dep_ == "poss"), None)
            if name is None or poss is None or token.tag_ == "NNS":
                continue
            owner, flags = (
                coreference.resolve(reading, poss)
                if poss.pos_ == "PRON"
                else (poss.text, frozenset())
            )
            if "unresolved" not in flags:
                found[f"{owner}'s {token.lower_}".lower()] = name.text
    return found
