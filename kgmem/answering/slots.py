"""How a word hangs in its sentence: its slot, the verb above it, and who does that."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kgmem.answering.matching import stem_of, stems
from kgmem.language.pipeline import parse

if TYPE_CHECKING:
    from spacy.tokens import Token

_SLOTS = {
    "dobj": "object", "obj": "object", "dative": "object", "oprd": "state", "attr": "state",
    "acomp": "state", "nsubj": "subject", "nsubjpass": "object", "pobj": "prep", "pcomp": "prep",
    "xcomp": "action", "ccomp": "said", "advcl": "adverb", "npadvmod": "adverb",
    "advmod": "adverb", "ROOT": "root", "relcl": "action", "acl": "action", "parataxis": "root",
    "agent": "prep", "prep": "adverb",
}  # fmt: skip


def first_conjunct(token: Token) -> Token:
    """The first of what a word is joined to, which says what slot all of them fill."""
    while token.dep_ in ("conj", "appos") and token.head is not token:
        token = token.head
    return token


def place_of(token: Token) -> tuple[str, str, Any]:
    """Slot, preposition and verb of a word."""
    slot, prep = _SLOTS.get(token.dep_, "other"), ""
    above = token.head
    if token.dep_ in ("pobj", "pcomp") and above.pos_ in ("ADP", "SCONJ", "PART"):
        prep, above = above.lower_, above.head
    verb = above if token.dep_ != "ROOT" else token
    for _ in range(6):
        if verb.pos_ in ("VERB", "AUX") or verb.head is verb:
            break
        verb = verb.head
    return slot, prep, verb if verb.pos_ in ("VERB", "AUX") else None


def told_by(verb: Any, prep: str) -> frozenset[str]:
    """Stems of a verb, of it with its particle, and of it with a preposition."""
    if verb is None:
        return frozenset()
    particle = next((c.lower_ for c in verb.children if c.dep_ == "prt"), "")
    told = {stem_of(verb.lemma_.lower())}
    for after in (prep, particle):
        both = stems(f"{verb.lower_} {after}") if after else frozenset()
        told |= both
    return frozenset(told)


def agent_of(verb: Any) -> str:
    """Who does a verb: `i`, `you`, `it` for another pronoun, `other`; empty for nobody."""
    for _ in range(4):
        if verb is None:
            return ""
        for child in verb.children:
            if child.dep_ in ("nsubj", "nsubjpass"):
                word = child.lower_
                if word in ("i", "we"):
                    return "i"
                if word == "you":
                    return "you"
                return "it" if child.pos_ == "PRON" else "other"
        if verb.head is verb or verb.dep_ not in ("xcomp", "conj", "advcl", "pcomp", "acl"):
            return ""
        verb = verb.head
    return ""


def denied(verb: Any) -> bool:
    """Whether a verb is denied: "don't", "never"."""
    return verb is not None and any(
        c.dep_ == "neg" or c.lower_ in ("never", "hardly") for c in verb.children
    )


@lru_cache(maxsize=1024)
def slot_of(question: str) -> tuple[str, str, frozenset[str]]:
    """The slot that a question asks for: how it hangs, its preposition, and the verb's stem.

    "What did Nora paint?" asks for the object of paint, "What is it good for?" for what is after
    "for".
    """
    doc = parse([question])[0]
    for token in doc:
        if token.tag_ in ("WP", "WDT", "WRB", "WP$"):
            top = token.head if token.dep_ in ("det", "poss", "advmod") else token
            if token.dep_ == "advmod":
                verb = top if top.pos_ in ("VERB", "AUX") else top.head
                return "adverb", "", told_by(verb, "")
            slot, prep, verb = place_of(top)
            return slot, prep, told_by(verb, prep)
    return "", "", frozenset()
