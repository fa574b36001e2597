"""What a comma keeps apart in a parse: a spliced clause, an afterthought behind a noun.

The parser was trained on edited text, where a clause before a comma is often what somebody said.
In chat it is mostly a sentence of its own, and a noun behind a comma another name for the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie.lexicon import lexicon

if TYPE_CHECKING:
    from spacy.tokens import Token

_SAYING = frozenset(["seem", "bet", "guess", "hope", "wish", "go", "laugh", "joke", "sob"])
"""What else may follow quoted or thought words: "it will rain, I bet"."""


def spliced(clause: Token, verb: Token) -> bool:
    """Whether a clause that passes for a verb's object is a sentence of its own.

    As in "Ada is tired, Olaf fainted": only what is said or thought stands before its verb.

    Args:
        clause: the verb of the clause.
        verb: the verb whose object it would be.
    """
    known, lemma = lexicon(), verb.lemma_.lower()
    if clause.dep_ != "ccomp" or lemma in known.speech | known.chat | known.belief | _SAYING:
        return False
    return clause.i < verb.i and any(t.text == "," for t in clause.doc[clause.i : verb.i])


def behind(token: Token) -> bool:
    """Whether a comma (or a dash) stands directly before a phrase."""
    first = token.left_edge.i
    return first > 0 and token.doc[first - 1].text in {",", "-", "–"}


def second_predicate(noun: Token) -> bool:
    """As in "I'm on the sofa with a cold, so no gym": another thought behind what one is or where.

    So it is with "we signed with a new sponsor, a headphone company": no object.

    Args:
        noun: the attribute of a form of "be", or what passes for an object.
    """
    verb = noun.head
    if noun.dep_ == "dobj" and behind(noun):
        between = noun.doc[verb.i : noun.i]
        led = any(c.dep_ == "prep" and verb.i < c.i < noun.i for c in verb.children)
        return led and sum(t.text == "," for t in between) == 1
    if noun.dep_ != "attr" or verb.lemma_ != "be" or noun.i < verb.i:
        return False
    placed = any(c.dep_ in {"prep", "acomp"} and verb.i < c.i < noun.i for c in verb.children)
    return placed and any(t.text == "," for t in noun.doc[verb.i : noun.i])
