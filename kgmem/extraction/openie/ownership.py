"""Whether one still has what a phrase says is one's own: not the dog that died, nor an "if"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie import syntax

if TYPE_CHECKING:
    from spacy.tokens import Token

_ENDING = frozenset(["die", "perish"])
TAKING = {
    "steal": "stolen", "nick": "nicked", "snatch": "snatched", "swipe": "swiped", "rob": "stolen",
    "burgle": "stolen", "total": "totaled", "wreck": "wrecked", "destroy": "destroyed",
    "confiscate": "confiscated", "repossess": "repossessed", "seize": "seized",
}  # fmt: skip
"""Verbs that leave nothing to its owner, with how that is told in the passive."""
_UNSURE = frozenset(["if", "whether", "unless"])
_SUPPOSING = frozenset(["imagine", "pretend", "wish"])


def lapsed(noun: Token) -> bool:
    """Whether a possessed noun tells of what is over or only supposed.

    As in "our old dog died", "my bike was stolen", "he was her dog too", "asked whether she was
    my girlfriend".
    """
    verb = syntax.verb_of(noun.head)
    if noun.dep_ in {"nsubj", "nsubjpass"} and verb.lemma_.lower() in _ENDING:
        return True
    first = noun
    while first.dep_ == "conj":
        first = first.head
    if first.dep_ in {"nsubjpass", "dobj", "nsubj"} and takes(first.head):
        if first.dep_ == "nsubj" and not syntax.causative(first.head):
            return False
        verb = first.head
        return not any(c.dep_ == "neg" for c in verb.children)
    if noun.dep_ != "attr" or verb.lemma_ != "be":
        return False
    if any(c.dep_ == "case" for c in noun.children):
        return False  # "it was my aunt's"
    return verb.tag_ == "VBD" or _supposed(verb)


def takes(verb: Token) -> bool:
    """Whether a verb tells that something was stolen or destroyed: it has happened."""
    return verb.lemma_.lower() in TAKING and verb.tag_ in {"VBD", "VBN"}


def _supposed(verb: Token) -> bool:
    """Whether a verb stands under "if" or "imagine"."""
    return syntax.mark_of(verb) in _UNSURE or verb.head.lemma_.lower() in _SUPPOSING
