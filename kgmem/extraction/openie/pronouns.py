"""Pronouns as terms: whom they mean, whose something is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import candidates, coreference, syntax
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token


def pronoun(reading: Reading, head: Token) -> Argument:
    """Whom or what a pronoun means, with how doubtful that is."""
    if head.lower_ in syntax.STANDING and head.dep_ == "attr":
        return _whose(reading, head)
    name, flags = coreference.resolve(reading, head)
    if name in reading.scene.people:
        return Argument(Ref(name, "person", True), name, (head.i,), frozenset(flags))
    mention = coreference.mention_named(reading, name)
    if mention is not None:
        term = mention.term
        if mention.maybe and head.lower_ in candidates.PERSONAL:
            term = replace(term, type="person")
        return Argument(term, name, (head.i,), frozenset(flags))
    return Argument(Ref(name, "thing"), name, (head.i,), frozenset(flags))


def _whose(reading: Reading, head: Token) -> Argument:
    """As in "the house is mine": whose it is."""
    scene = reading.scene
    owner = scene.speaker.name if head.lower_ == "mine" else ""
    if head.lower_ == "yours" and scene.addressee is not None:
        owner = scene.addressee.name
    if not owner:
        return Argument(Ref(head.lower_, "thing"), head.lower_, (head.i,), _UNRESOLVED)
    return Argument(Value(f"{owner}'s"), f"{owner}'s", (head.i,))


_UNRESOLVED = frozenset({"unresolved"})
