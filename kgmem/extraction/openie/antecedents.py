"""What an observation mentions, as candidates for the pronouns that follow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import coreference, naming, nouns
from kgmem.extraction.openie.coreference import STRIDE
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Mention, Reading, Scene
from kgmem.extraction.openie.sentences import Unit
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SLOTS = frozenset(
    [
        "nsubj",
        "nsubjpass",
        "dobj",
        "pobj",
        "attr",
        "appos",
        "conj",
        "dative",
        "ROOT",
        "oprd",
        "npadvmod",
    ]
)
_PEOPLE = frozenset({"person", "animal"})


_PRONOUN = re.compile(
    r"\b(?:he|him|his|himself|she|hers?|herself|they|them|theirs?|themselves|it|its|itself)\b",
    re.IGNORECASE,
)


def needed(units: Sequence[Unit]) -> bool:
    """Whether any pronoun looks for an antecedent."""
    return any(_PRONOUN.search(unit.text) for unit in units)


def moved(mentions: Sequence[Mention], units: int, back: int) -> list[Mention]:
    """Mentions of an earlier observation with negative unit numbers.

    Args:
        mentions: in reading order.
        units: how many units that observation has.
        back: how many turns ago it was, from 1; its units get numbers just under `-100 * back`.
    """
    return [
        replace(m, place=(max(m.place[0] - units, 1 - STRIDE) - STRIDE * back, m.place[1]))
        for m in mentions
    ]


def mentions(scene: Scene, units: Sequence[Unit], docs: Sequence[Doc]) -> list[Mention]:
    """Noun phrases of some units in reading order.

    Args:
        scene: whose words they are.
        units: the pieces.
        docs: their parses.
    """
    found: list[Mention] = []
    animals = lexicon().animals
    for place, (unit, doc) in enumerate(zip(units, docs, strict=True)):
        if unit.caption:
            continue
        reading = Reading(scene, unit, doc, place)
        for token in doc:
            noun = token.pos_ in {"NOUN", "PROPN"} or token.lower_ in animals
            if not noun or token.dep_ not in _SLOTS:
                continue
            if not (_only_names(token) or _predicated(token)):
                mention = _mention(reading, token, place)
                if mention is not None:
                    found.append(mention)
    return found


def _only_names(token: Token) -> bool:
    """Whether it is the "Rex" of "a dog named Rex": the dog is the mention."""
    if token.pos_ != "PROPN":
        return False
    head = token.head
    if head.dep_ == "acl":
        head = head.head
    return naming.named_by(head) == token or naming.names_another(token)


def _predicated(token: Token) -> bool:
    """Whether it says what somebody is ("a nurse", "as a baker"): nobody new is mentioned."""
    if token.lemma_.lower() not in lexicon().trades:
        return False
    if token.dep_ == "pobj":
        return token.head.lower_ == "as"
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
    kind = argument.term.type
    joined = any(c.dep_ == "conj" for c in token.children)
    plural = token.tag_ in {"NNS", "NNPS"} or kind == "group" or (joined and kind == "person")
    return Mention(
        argument.term,
        _gender(token) if kind in {"person", "group"} else "",
        plural,
        kind in _PEOPLE or (kind == "group"),
        token.dep_ in {"nsubj", "nsubjpass"},
        (unit, token.i),
    )


def _gender(token: Token) -> str:
    modifiers = {"compound", "nmod", "amod"}
    words = {t.lemma_.lower() for t in token.subtree if t.dep_ in modifiers}
    return coreference.gender_of(words | {token.lemma_.lower()})


def kin_names(readings: Sequence[Reading]) -> dict[str, str]:
    """As in "nora's sister" -> "Ana", where these sentences name her."""
    found: dict[str, str] = {}
    for reading in readings:
        for token in reading.doc:
            if token.pos_ != "NOUN" or token.lemma_.lower() not in lexicon().kindred:
                continue
            name = naming.named_by(token)
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
