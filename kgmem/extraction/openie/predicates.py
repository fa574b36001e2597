"""Predicates in one readable form: "I've been going" -> "has been going", denied or affirmed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgmem.extraction.openie import inflection, syntax
from kgmem.extraction.openie.clauses import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

_ADVERBS = frozenset(
    ["off", "up", "out", "back", "over", "away", "down", "in", "on", "here", "there", "around"]
)
_AFTER_VERB = frozenset(
    [
        "off",
        "up",
        "out",
        "over",
        "away",
        "down",
        "in",
        "on",
        "around",
        "through",
        "along",
        "by",
        "back",
    ]
)
_NEVER_PASSIVE = frozenset(["be", "become", "come", "get", "go", "have", "die", "happen", "grow"])
_TWO_OBJECTS = frozenset(["give", "offer", "send", "show", "tell", "teach", "pay", "ask", "call"])
_DO = frozenset(["do", "does", "did"])
_FINITE_HELPERS = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "will",
        "would",
        "can",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "am",
    ]
)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate affirmed (as it is stored) and as a sentence says it."""

    words: str
    spoken: str


def predicate(clause: Clause, *, plural: bool) -> Predicate:
    """The predicate of a clause for a third-person subject.

    Args:
        clause: whose verbs to phrase.
        plural: whether the subject takes a plural verb.
    """
    words = _finite(clause.top, plural, clause.borrowed)
    for before, verb in zip(clause.verbs, clause.verbs[1:], strict=False):
        words += _between(before, verb)
    words += _particles(clause.main)
    if clause.top != clause.main:
        words = _with_forward(clause, words)
    affirmed = " ".join(words)
    settled = syntax.settled_not_to(clause.verbs)
    if settled is not None:
        if settled.head.lower_ == "against":
            return Predicate(affirmed.replace(" against ", " on ", 1), affirmed)
        return Predicate(affirmed, _not_to(words, settled))
    return Predicate(affirmed, _denied(clause, words, plural) if clause.negative else affirmed)


def _particles(verb: Token) -> list[str]:
    """As in "grew up", "gave away", "is up for", "is looking forward to"."""
    return [c.lower_ for c in particles(verb)]


def particles(verb: Token) -> list[Token]:
    """The particles and adverbs without which a verb means something else."""
    answered = [c for p in verb.children if p.dep_ == "prep" for c in p.children]
    return [c for c in (*verb.children, *answered) if _completes(c, verb)]


def _completes(child: Token, verb: Token) -> bool:
    after = child.doc[child.i + 1].lower_ if child.i + 1 < len(child.doc) else ""
    if child.head != verb:  # "said yes to the offer", where the "yes" hangs on the "to"
        return _answers(child, verb)
    if child.lower_ in {"over", "along"} and after == "to":
        return False  # "moved over to": only which way
    if child.dep_ == "prt" or child.lower_ in {"forward", "together"}:
        return True
    if _answers(child, verb):
        return True
    if verb.lemma_ == "be":
        return child.dep_ == "advmod" and child.lower_ in _ADVERBS
    if child.lower_ == "back" and child.dep_ == "advmod" and child.i > verb.i:
        return True
    alone = child.dep_ in {"advmod", "prep"} and not any(
        c.dep_ in {"pobj", "pcomp", "npadvmod", "advmod"} or c.lower_ == "of"
        for c in child.children
    )
    return alone and child.i > verb.i and child.lower_ in _AFTER_VERB


def _answers(word: Token, verb: Token) -> bool:
    """As in "said yes to the offer"."""
    return verb.lemma_ == "say" and word.i == verb.i + 1 and word.lower_ in _ANSWERS


_ANSWERS = frozenset(["yes", "no", "goodbye", "hello"])


def _finite(verb: Token, plural: bool, borrowed: Token | None) -> list[str]:
    source = verb if borrowed is None else borrowed
    helpers = [c for c in syntax.helpers(source) if c.lower_ != "to"]
    support = next((c.lower_ for c in helpers if c.lower_ in _DO), "")
    helpers = [c for c in helpers if c.lower_ not in _DO]
    lemma = verb.lemma_.lower()
    if helpers:
        forms = [_helper(helpers[0], verb, plural), *(c.lower_ for c in helpers[1:])]
        return [*(("have" if f == "'ve" else f) for f in forms), verb.lower_]
    if support == "did" or verb.tag_ == "VBD":
        if lemma == "be":
            return ["were" if plural else "was"]
        return [inflection.past(lemma)] if support else [verb.lower_]
    if not support and (verb.lower_ in inflection.PAST_FORMS or inflection.joined_past(verb)):
        return [verb.lower_]  # "rang", which the tagger takes for a present
    if verb.tag_ in {"VBP", "VBZ", "VB"} or support:
        if lemma == "be":
            return ["are" if plural else "is"]
        return [lemma if plural else inflection.third_person(lemma)]
    if verb.tag_ == "VBG":
        return [_progressive(verb, plural), verb.lower_]
    return [verb.lower_]


def _progressive(verb: Token, plural: bool) -> str:
    """The "is" or "was" of a participle that leans on another clause."""
    head = syntax.verb_of(verb.head)
    while (
        head.tag_ == "VB" and head.dep_ in {"xcomp", "conj"} and head.head.pos_ in {"VERB", "AUX"}
    ):
        head = head.head
    past = head.tag_ == "VBD" or any(
        c.lower_ in {"was", "were", "did", "had"} for c in head.children if c.dep_ == "aux"
    )
    return ("were" if plural else "was") if past else ("are" if plural else "is")


def _helper(helper: Token, verb: Token, plural: bool) -> str:
    word = helper.lower_
    if word == "'s":
        perfect = (
            verb.tag_ == "VBD"
            or verb.lower_ == "got"
            or (verb.tag_ == "VBN" and _perfect(helper, verb))
        )
        word = "has" if perfect else "is"
    if word == "'d" and syntax.had(verb):
        word = "had"
    full = inflection.auxiliary(word)
    if plural:
        full = {"is": "are", "was": "were", "has": "have", "does": "do"}.get(full, full)
    return full


_OBJECT_CASE = frozenset(["me", "him", "us", "them", "her"])


def _asks_whom(verb: Token) -> bool:
    """As in "he's convinced me to stay", "she's asked for a cat": done, not undergone."""
    if any(syntax.asks_how(c) for c in verb.children if c.dep_ == "xcomp"):
        return any(c.dep_ == "dobj" for c in verb.children)  # "she's taught us how to swim"
    if verb.lemma_.lower() == "ask" and any(
        c.dep_ == "prep" and c.lower_ == "for" for c in verb.children
    ):
        return True
    behind = [c for c in verb.children if c.i > verb.i]
    if any(c.dep_ in {"dobj", "dative"} and c.lower_ in _OBJECT_CASE for c in behind):
        return True
    return any(
        d.dep_ == "nsubj" and d.lower_ in _OBJECT_CASE
        for c in behind
        if c.dep_ in {"ccomp", "xcomp"}
        for d in c.children
    )


def _perfect(helper: Token, verb: Token) -> bool:
    """Whether an "'s" is "has": before a participle with an object, "been", "gone" or "got"."""
    if helper.dep_ == "aux" or verb.lower_ == "got" or verb.lemma_.lower() in _NEVER_PASSIVE:
        return True
    if _asks_whom(verb):
        return True
    if verb.lemma_.lower() == "make" and any(
        c.dep_ == "nsubj"
        for child in verb.children
        if child.dep_ == "ccomp"
        for c in child.children
    ):
        return True  # "it's made me grow"
    return verb.lemma_.lower() not in _TWO_OBJECTS and any(
        c.dep_ in {"dobj", "dative"} or (c.dep_ == "oprd" and c.pos_ == "NOUN")
        for c in verb.children
    )


def _between(before: Token, verb: Token) -> list[str]:
    words = [
        c.lower_
        for c in before.children
        if c.lower_ == "forward" or (before.lemma_ == "be" and c.lower_ in _ADVERBS)
    ]
    if verb.dep_ == "conj":  # "going to pack and leave" shares its "to"
        first = verb.head
        while first.dep_ == "conj":
            first = first.head
        words += [c.lower_ for c in first.children if c.dep_ == "aux" and c.lower_ == "to"]
        words += [first.head.lower_] if first.dep_ == "pcomp" else []
    elif verb.head != before:  # a preposition in between: "thinking about going"
        words.append(verb.head.lower_)
    if syntax.denied_within(before) and any(c.dep_ == "neg" for c in verb.children):
        words.append("not")
    words += [c.lower_ for c in verb.children if c.dep_ in {"aux", "auxpass"}]
    return [*words, verb.lower_]


def _with_forward(clause: Clause, words: list[str]) -> list[str]:
    for particle in [c for v in clause.verbs[:-1] for c in v.children if c.dep_ == "prt"]:
        verb = particle.head.lower_
        if verb in words:
            words.insert(words.index(verb) + 1, particle.lower_)
    return words


def _denied(clause: Clause, words: list[str], plural: bool) -> str:
    if words[0] in _FINITE_HELPERS and (len(words) > 1 or clause.top.lemma_.lower() == "be"):
        return " ".join([words[0], "not", *words[1:]])
    tense = (
        "did"
        if clause.top.tag_ == "VBD" or _supported(clause.top) == "did"
        else "do"
        if plural
        else "does"
    )
    return " ".join([tense, "not", clause.top.lemma_.lower(), *words[1:]])


def _not_to(words: list[str], verb: Token) -> str:
    """As in "decided not to go", where the "not" stays where it was said."""
    at = len(words) - 1 - words[::-1].index(verb.lower_)
    at -= at > 0 and words[at - 1] == "to"
    return " ".join([*words[:at], "not", *words[at:]])


def _supported(verb: Token) -> str:
    return next((c.lower_ for c in verb.children if c.dep_ == "aux" and c.lower_ in _DO), "")
