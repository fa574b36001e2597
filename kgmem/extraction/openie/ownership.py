"""Whether one still has what a phrase says is one's own: not the dog that died, nor an "if"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie import syntax

if TYPE_CHECKING:
    from spacy.tokens import Token

_ENDING = frozenset(["die", "perish"])
_TAKEN = frozenset(
    ["steal", "sell", "lose", "scrap", "total", "destroy", "repossess", "confiscate"]
)
_UNSURE = frozenset(["if", "whether", "unless"])
_SUPPOSING = frozenset(["imagine", "pretend", "wish"])


def lapsed(noun: Token) -> bool:
    """Whether a possessed noun tells of what is over or only supposed.

    As in "our old dog died", "my bike was stolen", "he was her dog too", "asked whether she was my
    girlfriend".
    """
    verb = _governor(noun)
    if noun.dep_ in {"nsubj", "nsubjpass"} and verb.lemma_.lower() in _ENDING:
        return True
    if noun.dep_ == "nsubjpass" and verb.lemma_.lower() in _TAKEN:
        return True
    if noun.dep_ != "attr" or verb.lemma_ != "be":
        return False
    if any(c.dep_ == "case" for c in noun.children):
        return False  # "it was my aunt's"
    return verb.tag_ == "VBD" or _supposed(verb)


def _governor(noun: Token) -> Token:
    verb = noun.head
    while verb.pos_ not in {"VERB", "AUX"} and verb.head != verb:
        verb = verb.head
    return verb


def _supposed(verb: Token) -> bool:
    """Whether a verb stands under "if" or "imagine"."""
    return syntax.mark_of(verb) in _UNSURE or verb.head.lemma_.lower() in _SUPPOSING
