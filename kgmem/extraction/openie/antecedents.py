"""What an observation mentions, as candidates for the pronouns that follow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    candidates,
    context,
    coreference,
    naming,
    nouns,
    pictures,
    somebody,
    wording,
)
from kgmem.extraction.openie.candidates import STRIDE
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.pictures import SLOTS
from kgmem.extraction.openie.scene import Argument, Mention, Mentioned, Reading, Scene, Slot
from kgmem.extraction.openie.sentences import Unit
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_APART = 0.03
_PEOPLE = frozenset({"person", "animal"})


_PRONOUN = re.compile(
    r"\b(?:he|him|his|himself|she|hers?|herself|they|them|theirs?|themselves|it|its|itself|the|that|this|those|we"
    r"|these)\b",
    re.IGNORECASE,
)


def needed(units: Sequence[Unit]) -> bool:
    """Whether any pronoun or "the ..." looks for an antecedent."""
    return any(_PRONOUN.search(unit.text) for unit in units)


def moved(found: Mentioned, units: int, back: int, apart: bool = False) -> Mentioned:
    """What an earlier observation mentions, with negative unit numbers.

    Args:
        found: in reading order.
        units: how many units that observation has.
        apart: another conversation began since: little is still meant from there.
        back: how many turns ago it was, from 1; its units get numbers just under `-100 * back`.
    """

    def before(place: tuple[int, int]) -> tuple[int, int]:
        return (max(place[0] - units, 1 - STRIDE) - STRIDE * back, place[1])

    fading = _APART if apart else 1.0
    return Mentioned(
        tuple(replace(m, place=before(m.place), weight=m.weight * fading) for m in found.mentions),
        tuple(replace(s, place=before(s.place)) for s in found.slots),
    )


def mentioned(scene: Scene, units: Sequence[Unit], docs: Sequence[Doc]) -> Mentioned:
    """Noun phrases and third-person pronouns of some units in reading order.

    Args:
        scene: whose words they are.
        units: the pieces.
        docs: their parses.
    """
    return Mentioned(tuple(mentions(scene, units, docs)), tuple(_slots(scene, units, docs)))


def _slots(scene: Scene, units: Sequence[Unit], docs: Sequence[Doc]) -> Iterator[Slot]:
    for place, (unit, doc) in enumerate(zip(units, docs, strict=True)):
        if unit.caption:
            continue
        reading = Reading(scene, unit, doc, place)
        if unit.voice:
            reading = replace(reading, scene=context.voiced(reading))
        for token in doc:
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
        for token in doc:
            if token.tag_ == "VBG" and token.dep_ in {"csubj", "nsubj"} and token.pos_ == "VERB":
                found += _activity(reading, token, place)
            noun = token.pos_ in {"NOUN", "PROPN"} or token.lower_ in animals
            if not noun or token.dep_ not in SLOTS:
                continue
            if token.dep_ == "poss" and not (
                token.pos_ == "PROPN" or coreference.own_kin(token) or somebody.my_kin(token)
            ):
                continue
            if token.dep_ == "oprd" and token.head.lemma_.lower() in naming.NAMING:
                continue  # "they call me Uncle"
            if _compared(token):
                continue
            if not (_only_names(token) or _predicated(token)):
                mention = _mention(reading, token, place)
                if mention is not None:
                    found.append(mention)
    return found


def _activity(reading: Reading, token: Token, unit: int) -> list[Mention]:
    """As in "painting boats calms me": an activity that a following "it" goes on about."""
    value = wording.clause_value(reading, token)
    if value is None or value.more or {"unresolved", "cut"} & value.flags:
        return []
    term = Ref(value.surface, "concept")
    told, topic = True, _is_topic(token)
    place = (unit, token.i)
    return [Mention(term, "", False, False, True, place, 0.3, "", told, value.surface, topic=topic)]


_STATING = frozenset(["be", "seem", "look", "feel", "become", "sound"])


def _is_topic(token: Token) -> bool:
    """Whether a clause is about this subject and names nothing else that a pronoun could mean."""
    verb = token.head
    if token.dep_ not in {"nsubj", "nsubjpass", "csubj"} or verb.dep_ not in {"ROOT", "conj"}:
        return False
    if verb.lemma_.lower() in _STATING:
        return True
    objects = [c for c in verb.children if c.dep_ in {"dobj", "dative", "pobj"}]
    return all(c.tag_ == "PRP" for c in objects)


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
            1.4,
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


def _mention(reading: Reading, token: Token, unit: int) -> Mention | None:
    if token.lemma_.lower() in lexicon().empty or token.ent_type_ in {
        "DATE",
        "TIME",
    }:
        return None
    argument = nouns.argument(reading, token)
    if not isinstance(argument.term, Ref) or {"unresolved", "generic"} & argument.flags:
        return None
    if argument.term.name.lower().startswith("not ") or somebody.exclaimed(token):
        return None
    kind = argument.term.type
    maybe = argument.term.named and kind not in _PEOPLE and somebody.may_be_somebody(token)
    joined = any(
        c.dep_ == "conj" and c.pos_ in {"NOUN", "PROPN"} and naming.guess_type(c) in _PEOPLE
        for c in token.children
    )
    plural = (
        token.tag_ in {"NNS", "NNPS"}
        or kind == "group"
        or (joined and kind == "person" and not argument.term.named)
    )
    return Mention(
        argument.term,
        somebody.gender(token) if kind in {"person", "group"} or argument.term.named else "",
        plural,
        (kind in _PEOPLE and not somebody.reached(token)) or kind == "group",
        token.dep_ in {"nsubj", "nsubjpass"},
        (unit, token.i),
        _weight(token, argument),
        "" if argument.term.named and not _noun_of(token) else _noun_of(token),
        _told(token, argument),
        argument.surface,
        kind in _PEOPLE | {"group"} and somebody.accompanies(token),
        maybe,
        coreference.verb_of(token),
        topic=_is_topic(token),
    )


_PROMINENCE = {
    "nsubj": 1.0, "nsubjpass": 1.0, "dobj": 0.9, "attr": 0.9, "ROOT": 0.9, "appos": 0.8,
    "oprd": 0.8, "dative": 0.6, "conj": 0.6, "pobj": 0.55, "poss": 0.5, "npadvmod": 0.4,
}  # fmt: skip
_ASIDE = frozenset(["advcl", "relcl", "acl", "pcomp", "csubj"])


def _weight(token: Token, argument: Argument) -> float:
    """How prominent a mention is: its role, whether in a side clause, named, with an article."""
    first = token
    while first.dep_ == "conj" and first.head.pos_ in {"NOUN", "PROPN"}:
        first = first.head  # "Ana and Bo": neither is more prominent
        if first.dep_ == "oprd" and first.head.dep_ == "acl":
            first = first.head.head  # "a dog named Rex and a cat"
    weight = _PROMINENCE.get(first.dep_, 0.5)
    if first.dep_ == "poss" and somebody.my_kin(first):
        weight *= 0.5  # "on my mother's side": hardly mentioned
    verb = first.head
    while verb.pos_ not in {"VERB", "AUX"} and verb.head != verb:
        verb = verb.head
    if verb.dep_ in _ASIDE:
        weight *= 0.7
    if isinstance(argument.term, Ref) and argument.term.named:
        weight *= 1.4
    elif "possessed" not in argument.flags and not any(
        c.dep_ in {"det", "nummod", "amod"} for c in token.children
    ):
        weight *= 0.5  # "in love", "by train": no one thing
    return weight


def _noun_of(token: Token) -> str:
    """The common noun that a later "the ..." would take up; empty for a bare name."""
    if token.pos_ == "NOUN":
        return str(token.lemma_.lower())
    described = naming.described_by(token)
    return str(described.lemma_.lower()) if described is not None else ""


def _told(token: Token, argument: Argument) -> bool:
    if isinstance(argument.term, Ref) and argument.term.named:
        return True
    if {"possessed", "has_name"} & argument.flags:
        return True
    return any(
        c.dep_ in {"amod", "compound", "prep"} and c.lower_ not in _ORDER for c in token.children
    )


_ORDER = frozenset(
    ["other", "same", "whole", "new", "old", "next", "last", "first", "little", "own"]
)


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
