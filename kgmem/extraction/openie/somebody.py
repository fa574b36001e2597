"""Who of those mentioned may be a person, of which gender, and with whom the speaker is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgmem.extraction.openie import coreference, naming
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.language import pipeline
from kgmem.language.standins import is_coded

if TYPE_CHECKING:
    from spacy.tokens import Token

_REPEATED = re.compile(r"([a-z])\1+$")
_WHERE = frozenset(["in", "to", "at", "from", "near", "on", "around", "through", "by", "of"])


def reached(token: Token) -> bool:
    """As in "go to Cork": one goes to places, unless it is a known first name."""
    if token.pos_ != "PROPN" or coreference.gender_of_name(token.lower_):
        return False
    way = token.head
    return (
        token.dep_ == "pobj"
        and way.lower_ in {"to", "in", "from", "at"}
        and way.head.lemma_.lower() in lexicon().motion | {"live", "be", "stay"}
    )


_GIVING = frozenset(["assign", "reassign", "give", "hand", "belong", "delegate", "escalate"])


def may_be_somebody(token: Token) -> bool:
    """Whether a name that the recogniser does not know as a person's may still be one."""
    if is_coded(token.text):
        return False
    assigned = token.dep_ == "pobj" and token.head.lower_ == "to"
    if assigned and token.head.head.lemma_.lower() in _GIVING:
        return token.is_title
    given = coreference.gender_of_name(token.lower_) != ""
    if token.ent_type_ in {"GPE", "LOC", "FAC"} and not given:
        return False
    if token.pos_ != "PROPN" or any(c.dep_ in {"det", "compound", "amod"} for c in token.children):
        return False
    placed = token.dep_ == "pobj" and token.head.lower_ in _WHERE
    placed = placed and not (given and token.head.lower_ == "at")  # "looked at Ana"
    return not placed and token.is_title and not pipeline.is_word(token.lower_)


def my_kin(token: Token) -> bool:
    """Whether it is somebody's kin as an owner: the nan of "my nan's kitchen"."""
    owned = any(c.dep_ == "poss" and c.tag_ == "PRP$" for c in token.children)
    return owned and token.tag_ == "NN" and token.lemma_.lower() in lexicon().kin


def exclaimed(token: Token) -> bool:
    """Whether a "noun" is an interjection that the tagger does not know: "argh, no", "Ohh"."""
    said = {token.lower_, _REPEATED.sub(r"\1", token.lower_)}
    return not said.isdisjoint(lexicon().interjections) and not any(
        c.dep_ in {"det", "poss", "amod"} for c in token.children
    )


def accompanies(token: Token) -> bool:
    """Whether somebody is named as being with the speaker: "with Ana", "Ana and I"."""
    head = token.head
    if token.dep_ == "pobj" and head.lower_ == "with" and head.head.pos_ in {"VERB", "AUX"}:
        subject = next((c for c in head.head.children if c.dep_ == "nsubj"), None)
        return subject is None or subject.lower_ in {"i", "we"}
    after = token.doc[token.i + 1 : token.i + 3]
    if [t.lower_ for t in after] in (["and", "i"], ["and", "me"], ["&", "i"]):
        return True
    joined = [c for c in token.children if c.dep_ == "conj"]
    if any(c.lower_ in {"i", "me", "myself"} for c in joined):
        return True
    return token.dep_ == "conj" and head.lower_ in {"i", "me"}


def gender(token: Token) -> str:
    """`f` or `m` of whom a noun phrase means, by its nouns or names; else empty."""
    if token.dep_ == "attr":  # "her name is Jules"
        called = (c for c in token.head.children if c.dep_ == "nsubj" and c.lower_ == "name")
        owner = {c.lower_ for t in called for c in t.children if c.dep_ == "poss"}
        if owner & {"her", "his"}:
            return "f" if "her" in owner else "m"
    modifiers = {"compound", "nmod", "amod"}
    words = {t.lemma_.lower() for t in token.subtree if t.dep_ in modifiers}
    said = coreference.gender_of(words | {token.lemma_.lower()})
    name = naming.named_by(token) or token
    parts = [t for t in name.lefts if t.pos_ == "PROPN"]
    given = (coreference.gender_of_name(t.lower_) for t in (*parts, name))
    return said or next((g for g in given if g), "")
