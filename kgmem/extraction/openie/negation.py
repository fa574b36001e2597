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
    if syntax.settled_not_to(verbs) is not None:
        return True
    within = False
    for verb in verbs:
        if _neither(verb):
            return True
        inner = within
        within = inner or syntax.denied_within(verb)
        for child in verb.children:
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


_NEITHER = frozenset(["nsubj", "nsubjpass", "dobj", "attr", "acomp"])


def neither(verbs: tuple[Token, ...]) -> frozenset[int]:
    """The tokens of a "neither" or "nor" that denies a chain of verbs.

    As in "neither Ana nor Bo drives", "has neither a cat nor a dog", "neither smoke nor drink".
    """
    return frozenset(i for verb in verbs for i in _neither(verb))


def _neither(verb: Token) -> list[int]:
    found = [c.i for c in verb.children if c.lower_ == "neither" and c.i < verb.i]
    found += [
        d.i
        for c in verb.children
        if c.dep_ in _NEITHER
        for d in c.children
        if d.lower_ == "neither" and d.i < c.i and d.dep_ in {"preconj", "det", "cc", "advmod"}
    ]
    if verb.dep_ == "conj" and verb.head.pos_ in {"VERB", "AUX"}:
        joined = [c for c in (*verb.head.children, *verb.children) if c.dep_ == "cc"]
        before = [c for c in joined if c.i < verb.i]
        found += [c.i for c in before[-1:] if c.lower_ == "nor"]
    return found


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
