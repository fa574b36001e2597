"""Small questions about the parse that several rules ask."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token


NOUNS = frozenset(["NOUN", "PROPN", "PRON", "NUM"])
STANDING = frozenset(["mine", "yours", "ours", "hers", "theirs"])
"""What stands for something owned; nobody is called so."""


LINKING = frozenset(
    [
        "be",
        "become",
        "feel",
        "look",
        "seem",
        "sound",
        "remain",
        "stay",
        "get",
        "keep",
        "smell",
        "taste",
        "turn",
        "go",
    ]
)


def verb_of(token: Token) -> Token:
    """The verb that a word belongs to, itself for a verb; the sentence's head without one."""
    while token.pos_ not in {"VERB", "AUX"} and token.head != token:
        token = token.head
    return token


def is_adjective(token: Token) -> bool:
    """Whether a child of a linking verb is its predicate adjective, however it is labelled."""
    if token.dep_ in {"acomp", "oprd"}:
        return token.pos_ in {"ADJ", "VERB", "ADV"}
    linking = token.dep_ == "ccomp" and token.head.lemma_.lower() in LINKING
    return (
        linking
        and token.pos_ == "ADJ"
        and not any(c.dep_ in {"nsubj", "aux"} for c in token.children)
    )


def causative(verb: Token) -> bool:
    """Whether a participle is the "fixed" of "I got my car fixed"."""
    if (
        verb.tag_ != "VBN"
        or verb.dep_ != "ccomp"
        or verb.head.lemma_.lower() not in {"get", "have"}
    ):
        return False
    undergoes = any(c.dep_ in {"nsubj", "nsubjpass"} and c.i < verb.i for c in verb.children)
    return undergoes and not any(c.dep_ in {"aux", "auxpass", "mark"} for c in verb.children)


def prepositions(verb: Token) -> list[Token]:
    """Prepositions that hang on a verb, also through an adverb or one another ("up to")."""
    found = []
    for child in verb.children:
        beside = child.dep_ == "dative" and child.pos_ == "ADP"  # "waited for us"
        if child.dep_ in {"prep", "agent"} or beside:
            found.append(child)
            found += [c for c in child.children if c.dep_ == "prep"]
        elif child.dep_ == "advmod" and child.pos_ in {"ADV", "SCONJ", "ADP"}:
            found += [c for c in child.children if c.dep_ == "prep"]
    return found


def leads_to(token: Token, verbs: tuple[Token, ...]) -> bool:
    """Whether a token is one of some verbs, or the first of those that they are joined to."""
    for verb in verbs:
        while verb != token and verb.dep_ == "conj":
            verb = verb.head
        if verb == token:
            return True
    return False


def mark_of(verb: Token) -> str:
    """The word that subordinates a clause ("if", "because"), lower case; empty without one."""
    for child in verb.children:
        if child.dep_ == "mark" or (child.dep_ == "advmod" and child.tag_ == "WRB"):
            return str(child.lower_)
    return str(verb.head.lower_) if verb.dep_ == "pcomp" else ""


def helpers(verb: Token) -> list[Token]:
    """The auxiliaries of a verb, those too that the parser hangs on another auxiliary."""
    own = [c for c in verb.children if c.dep_ in {"aux", "auxpass"}]
    nested = [c for t in own for c in t.children if c.dep_ in {"aux", "auxpass"}]
    return sorted((*own, *nested), key=lambda t: t.i)


def to_before(verb: Token) -> bool:
    """Whether a verb is an infinitive with "to"."""
    return any(c.lower_ == "to" for c in helpers(verb))


def asks_how(verb: Token) -> bool:
    """Whether a question word leads an infinitive: "how to swim", "what to do"."""
    return to_before(verb) and any(
        c.tag_ in {"WRB", "WP", "WDT"} and c.i < verb.i for c in verb.children
    )


def imminent(verb: Token) -> Token | None:
    """What is "about to" happen: the infinitive behind a form of "be" with "about"."""
    if verb.lemma_ != "be":
        return None
    near = [c for c in verb.children if c.lower_ == "about" and c.dep_ in {"acomp", "advmod"}]
    return next((d for c in near for d in c.children if d.dep_ == "xcomp" and to_before(d)), None)


_BOUND = {
    "their": {"NNS", "NNPS"}, "they": {"NNS", "NNPS"}, "them": {"NNS", "NNPS"},
    "his": {"NN"}, "her": {"NN"}, "its": {"NN"},
}  # fmt: skip


def bound(pronoun: Token) -> bool:
    """Whether a pronoun goes back to the noun of its own "who" clause.

    As in "people who love their dogs", "a man who lost his keys"; not in "a man who knows her".
    """
    tags = _BOUND.get(pronoun.lower_)
    verb = pronoun.head
    while verb.dep_ != "relcl" and verb.head != verb:
        verb = verb.head
    if tags is None or verb.dep_ != "relcl" or verb.head.tag_ not in tags:
        return False
    own = any(c.dep_ == "nsubj" and c.tag_ in {"WP", "WDT"} for c in verb.children)
    argument = pronoun.tag_ == "PRP" and verb_of(pronoun) == verb
    named = any(c.pos_ == "PROPN" for c in verb.subtree if c.i < pronoun.i)
    return own and not argument and not named


def before_owner(word: Token) -> bool:
    """Whether it is the "her" of "I made her my coach", read as if the coach were hers as well."""
    if word.dep_ != "poss" or word.pos_ != "PRON":
        return False
    return any(
        c.dep_ == "poss" and c.tag_ == "PRP$" and c.i == word.i + 1 for c in word.head.children
    )


def denied_within(governor: Token) -> bool:
    """Whether a "not" behind it leaves it true: "try not to check" is a try."""
    return governor.lemma_.lower() in {"try", "manage", "learn"}


_SETTLING = frozenset(["decide", "choose", "prefer", "promise", "opt", "vow", "agree", "elect"])


def settled_not_to(verbs: tuple[Token, ...]) -> Token | None:
    """As in "we decided not to go", "decided against going": it is settled that they do not.

    Returns:
        The verb that is decided against; None where nothing is.
    """
    for governor, verb in pairwise(verbs):
        first = verb
        while first.dep_ == "conj" and any(c.lower_ in {"or", "nor"} for c in first.head.children):
            first = first.head
        denied = any(c.dep_ == "neg" for c in first.children)
        if denied and governor.lemma_.lower() in _SETTLING and first.head == governor:
            return verb
        if governor.lemma_.lower() == "decide" and first.head.lower_ == "against":
            return verb
    return None


_ANNOUNCING = frozenset(["be", "feel", "seem", "sound", "look", "get", "become"])


def expletive(token: Token) -> bool:
    """Whether an "it" only announces a clause: "how hard it is to leave", "it is nice that ..."."""
    verb = token.head
    if token.lower_ != "it" or token.dep_ != "nsubj" or verb.lemma_.lower() not in _ANNOUNCING:
        return False
    adjectives = [c for c in verb.children if c.dep_ in {"acomp", "attr", "oprd"}]
    if not adjectives:
        return False
    for child in (c for head in (verb, *adjectives) for c in head.children):
        if child.i <= max(verb.i, token.i) or child.pos_ not in {"VERB", "AUX"}:
            continue
        infinitive = child.dep_ in {"xcomp", "advcl", "ccomp"} and to_before(child)
        told = child.dep_ == "ccomp" and any(c.dep_ == "mark" for c in child.children)
        if infinitive or told:
            return True
    return False


def had(verb: Token) -> bool:
    """Whether a verb's "'d" is "had": "he'd been", but not "he'd have been", "he'd be told"."""
    beside = {c.lower_ for c in helpers(verb)}
    done = verb.tag_ in {"VBN", "VBD"} or "been" in beside
    return done and not beside & {"have", "'ve", "be"}


def finite(verb: Token) -> bool:
    """Whether a verb and its auxiliaries make a clause with a tense and a subject of its own."""
    told = any(c.dep_ in {"nsubj", "nsubjpass", "expl"} for c in verb.children)
    return told and not to_before(verb)


_GIVING = frozenset(
    ["bake", "bring", "build", "buy", "cook", "draw", "get", "give", "hand", "knit", "leave",
     "lend", "make", "offer", "order", "paint", "send", "sew", "show", "teach", "write"]
)  # fmt: skip
_RECEIVERS = frozenset(["me", "you", "him", "her", "us", "them"])
_SELVES = frozenset(
    ["myself", "yourself", "himself", "herself", "itself", "ourselves", "yourselves", "themselves"]
)


def receiver(verb: Token) -> Token | None:
    """Who was given what in "the pick that my dad gave me": the parser takes "me" for the thing."""
    if verb.dep_ != "relcl" or verb.lemma_.lower() not in _GIVING:
        return None
    objects = [c for c in verb.children if c.dep_ == "dobj" and c.tag_ not in {"WDT", "WP"}]
    subjects = [c for c in verb.children if c.dep_ == "nsubj" and c.tag_ not in {"WDT", "WP"}]
    alone = len(objects) == 1 and objects[0].lower_ in _RECEIVERS
    return objects[0] if alone and subjects else None


def emphatic(token: Token) -> bool:
    """Whether a reflexive only stresses who did it: "a card that he drew himself"."""
    verb = token.head
    if token.lower_ not in _SELVES or token.dep_ != "dobj" or verb.dep_ != "relcl":
        return False
    return any(c.dep_ == "nsubj" and c.tag_ not in {"WDT", "WP"} for c in verb.children)
