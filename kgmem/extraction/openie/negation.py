"""Whether a clause denies what it says: "not", "no longer", "has no", "in no position"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie import syntax

if TYPE_CHECKING:
    from spacy.tokens import Token


def negative(verbs: tuple[Token, ...]) -> bool:
    """Whether a chain of verbs is denied: "didn't want to go", "had no time", "is in no position".

    Args:
        verbs: governing verbs merged into one predicate, the main verb last.
    """
    for verb in verbs:
        for child in verb.children:
            inner = verb != verbs[0] and syntax.denied_within(verbs[0])
            if child.dep_ == "neg" and not _only(child) and not inner:
                return True
            if child.lower_ == "longer" and any(c.lower_ in {"no", "any"} for c in child.children):
                return True
            if child.dep_ == "dobj" and any(
                c.dep_ == "det" and c.lower_ == "no" for c in child.children
            ):
                return True
            if verb.lemma_ == "be" and child.dep_ == "prep" and _of_none(child):
                return True
            if child.dep_ == "attr" and any(
                c.dep_ == "det" and c.lower_ == "no" for c in child.children
            ):
                return True
    return False


def _of_none(preposition: Token) -> bool:
    """As in "I'm in no position to judge": one is not."""
    return any(
        d.dep_ == "det" and d.lower_ == "no"
        for c in preposition.children
        if c.dep_ == "pobj" and preposition.lower_ in {"in", "of", "at", "on", "under"}
        for d in c.children
    )


def _only(negation: Token) -> bool:
    """Whether it is the "not" of "not only", "not just"."""
    after = negation.i + 1
    return after < len(negation.doc) and negation.doc[after].lower_ in {
        "only",
        "just",
        "necessarily",
    }
