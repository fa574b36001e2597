"""Whose a thing or somebody is, and a fact that a noun phrase implies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import coreference, naming, nouns, syntax
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_MARKS = {"identity", "possession", "owned"}


def owner_of(reading: Reading, head: Token) -> Argument | None:
    """Whose a thing is ("my", "Ana's"); None without an owner or with a doubtful one."""
    described = naming.described_by(head)
    more = described.children if described is not None else ()
    for child in (*head.children, *more):
        if child.dep_ == "poss" and not syntax.before_owner(child):
            if child.pos_ in {"NOUN", "PROPN"}:
                owner = nouns.argument(reading, child)
                return owner if isinstance(owner.term, Ref) else None
            name, flags = coreference.resolve(reading, child)
            if "unresolved" in flags or "coref_it" in flags:
                return None
            mention = coreference.mention_named(reading, name)
            term = mention.term if mention is not None else Ref(name, "person", True)
            return Argument(term, name, (child.i,), flags)
    return None


def marks(owner: Argument) -> frozenset[str]:
    """The doubts of an owner; of "the server" there is only one: it is known which is meant."""
    last = owner.surface.lower().split()[-1:]
    if "definite" in owner.flags and not lexicon().tracked.isdisjoint(last):
        return owner.flags - {"common", "definite_bare"}
    return owner.flags


def noun_words(head: Token) -> str:
    """A noun with its plain modifiers, lower case: "older sister"."""
    parts = [
        t
        for t in head.children
        if t.dep_ in {"compound", "amod"} and t.i < head.i and t.pos_ != "PROPN"
    ]
    words = [t.text.lower() for t in sorted(parts, key=lambda t: t.i)]
    several = head.tag_ == "NNS" and naming.named_by(head) is not None
    return " ".join([*words, head.lemma_.lower() if several else head.lower_])


def implied(
    reading: Reading,
    subject: Argument,
    words: str,
    found: Argument,
    tokens: tuple[int, ...],
    flags: set[str],
) -> Draft:
    """A fact about somebody that a noun phrase implies, with the marks of both its sides."""
    if words.endswith(" is"):
        subject = replace(subject, surface=f"{subject.surface}'s")
    marks = (
        {f"subject_{f}" for f in subject.flags}
        | (flags & _MARKS)
        | {f"object_{f}" for f in flags - _MARKS}
    )
    return Draft(
        subject,
        words,
        found,
        frozenset({*tokens, *subject.tokens}),
        flags=frozenset(marks) | reading.unit.repaired,
    )
