"""A noun phrase as a mention: of whom, how prominent, what a pronoun could take up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    naming,
    nouns,
    somebody,
    syntax,
)
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Mention, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_PEOPLE = frozenset({"person", "animal"})
_STATING = frozenset(["be", "seem", "look", "feel", "become", "sound"])


def is_topic(token: Token) -> bool:
    """Whether a clause is about this subject and names nothing else that a pronoun could mean."""
    verb = token.head
    if token.dep_ not in {"nsubj", "nsubjpass", "csubj"} or verb.dep_ not in {"ROOT", "conj"}:
        return False
    if verb.lemma_.lower() in _STATING:
        return True
    objects = [c for c in verb.children if c.dep_ in {"dobj", "dative", "pobj"}]
    return all(c.tag_ == "PRP" for c in objects)


def mention(reading: Reading, token: Token, unit: int) -> Mention | None:
    """The mention that a noun is; None where it names nobody and nothing.

    Args:
        reading: the unit.
        token: the noun.
        unit: number of the unit.
    """
    if token.lemma_.lower() in lexicon().empty or token.ent_type_ in {"DATE", "TIME"}:
        return None
    argument = nouns.argument(reading, token)
    named = isinstance(argument.term, Ref) and argument.term.named  # "his girlfriend, Lena"
    doubtful = {"generic"} if named else {"unresolved", "generic"}
    if not isinstance(argument.term, Ref) or doubtful & argument.flags:
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
        syntax.verb_of(token).i,
        topic=is_topic(token),
    )


_PROMINENCE = {
    "nsubj": 1.0, "nsubjpass": 1.0, "dobj": 0.9, "attr": 0.9, "ROOT": 0.9, "appos": 0.8,
    "oprd": 0.8, "dative": 0.6, "conj": 0.6, "pobj": 0.55, "poss": 0.5, "npadvmod": 0.4,
}  # fmt: skip


_ASIDE = frozenset(["advcl", "relcl", "acl", "pcomp", "csubj"])


def christened(reading: Reading, noun: Token, name: Token, unit: int) -> Mention:
    """Who was just given a name: "the baby" of "we named the baby Otis" is Otis from here on."""
    argument = nouns.argument(reading, noun)
    kind = argument.term.type if isinstance(argument.term, Ref) else "thing"
    text = " ".join(t.text for t in name.subtree if t == name or t.dep_ in {"compound", "flat"})
    return Mention(
        Ref(text, kind, True),
        somebody.gender(noun) or somebody.gender(name) if kind in _PEOPLE else "",
        False,
        kind in _PEOPLE,
        False,
        (unit, noun.i),
        _NAMED_JUST,
        str(noun.lemma_.lower()),
        True,
        text,
        maybe=kind not in _PEOPLE,
        verb=noun.head.i,
    )


_NAMED_JUST = 2.0
"""Whom one has just given a name is what one goes on about."""


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
    if syntax.verb_of(first.head).dep_ in _ASIDE:
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
