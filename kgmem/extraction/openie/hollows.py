"""Facts without content of their own: what is only announced, what a verb needs and does not get.

As in "I have big news", "I'm so glad to hear that", "she taught me when I was six": true, and
nobody who reads only this learns anything. `misreadings` passes the names on to `doubts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgmem.extraction.openie import vagueness
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_HAVING = re.compile(
    r"(?:has|have|had)(?: (?:got|had))?|got|gets|found|brought|brings|comes with|came with|heard"
)
_NEWS = frozenset(
    ["news", "surprise", "update", "announcement", "question", "confession", "secret", "adventure",
     "favor", "favour", "request", "story", "stories", "thing", "things", "something", "somebody",
     "someone", "regrets", "idea", "suggestion", "proposal", "treat", "gossip"]
)  # fmt: skip
_ABOUT = frozenset(["of", "about", "from", "for", "called", "on", "against"])
"""Words behind such a noun that say what it is."""
_COMMUNICATING = re.compile(
    r"(?:tell|say|share|show|introduce|ask|confess|report|announce|reveal|mention|discuss|talk)\b",
    re.IGNORECASE,
)
_OWN_NEWS = re.compile(
    r"\b(?:news|question|update|announcement|confession|surprise)$", re.IGNORECASE
)
_LEARNING = re.compile(
    r"^(?:hear|see|know|read|learn|say|tell|find out|be told)\b.*\b(?:that|this|it|so|too|again)$"
    r"|^(?:hear|say|know|tell)$|\bto (?:hear|say|see|know)$",
    re.IGNORECASE,
)
_SURE = re.compile(r"^(?:\w+ ){0,2}sure$", re.IGNORECASE)
_ACHIEVING = frozenset(["win", "lose", "pass", "sign", "finish", "start", "begin", "come"])
_LEAVING_OPEN = frozenset(["with", "when", "while", "before", "after", "because"])
_TEACHING = frozenset(["teach", "recommend", "nominate", "swap", "tell", "remind", "show"])
_MOVING = frozenset(["get", "keep", "let", "set", "turn", "make"])
_FEW = 3
_LIVING = frozenset(["person", "animal", "group"])
_BEING = frozenset(["is", "was", "is a", "was a", "has been", "has been a"])
_LIFELESS = frozenset(["thing", "place", "event", "work", "product"])


def hollows(draft: Draft, verb: Token) -> Iterator[str]:
    """The names of what a draft lacks.

    Args:
        draft: the fact.
        verb: its main verb.
    """
    checks = {
        "announced": _announced(draft),
        "learned": _learned(draft),
        "bare_sure": _bare_sure(draft),
        "achieved_nothing": _achieved_nothing(draft, verb),
        "given_alone": _given_alone(draft),
        "taught_nothing": _taught_nothing(draft, verb),
        "moved_nowhere": _moved_nowhere(draft, verb),
        "it_is": _it_is(draft, verb),
        "animal": _some_animal(draft),
        "he_no_person": _he_no_person(draft, verb),
        "only_long": _only_long(draft, verb),
        "into_shape": any(r == "into" and a.surface == "shape" for r, a in draft.qualifiers),
    }
    yield from (name for name, shown in checks.items() if shown)
    yield from vagueness.unclear(draft)


def _announced(draft: Draft) -> bool:
    """As in "I've got big news", "I have somebody to introduce", "my other news is sadder"."""
    subject, found = draft.subject.term, draft.object
    if isinstance(subject, Ref) and _OWN_NEWS.search(subject.name):
        return draft.predicate in {"is", "was", "are", "were", "is a"}
    if found is None or "opinion" in draft.flags or not _HAVING.fullmatch(draft.predicate):
        return False
    told = [role for role, a in draft.qualifiers if "addressee" not in a.flags]
    if any(role == "to" and _only_tells(a.surface) for role, a in draft.qualifiers):
        return True
    words = found.surface.lower().split()
    if "addressee" in found.flags and len(words) > 2 and words[-2] == "for":
        words = words[:-2]  # "a question for you"
    if words[-1:] == ["own"] and "of" in words:
        words = words[: words.index("of")]  # "an adventure of my own"
    if "to" in words[1:] and _COMMUNICATING.match(" ".join(words[words.index("to") + 1 :])):
        return True
    return bool(words) and words[-1] in _NEWS and _ABOUT.isdisjoint(told) and not _is_name(found)


def _only_tells(words: str) -> bool:
    """As in "to tell you"; not in "to share about the team"."""
    return bool(_COMMUNICATING.match(words)) and " about " not in words


def _is_name(found: Argument) -> bool:
    return isinstance(found.term, Ref) and found.term.named


def _learned(draft: Draft) -> bool:
    """As in "I'm so happy to hear that": a reaction to what the other said."""
    found = draft.object
    if found is None or not isinstance(found.term, Value) or found.term.kind != "adjective":
        return False
    if _LEARNING.search(found.surface) and " to " in f" {found.surface} ":
        return True
    return any(role == "to" and _LEARNING.search(a.surface) for role, a in draft.qualifiers)


def _bare_sure(draft: Draft) -> bool:
    """As in "I'm not so sure": of what?"""
    found = draft.object
    told = any(role in {"that", "about", "of", "if", "to"} for role, _ in draft.qualifiers)
    return found is not None and bool(_SURE.match(found.surface)) and not told


def _achieved_nothing(draft: Draft, verb: Token) -> bool:
    """As in "we won", "she signed": what?"""
    if draft.object is not None or verb.lemma_.lower() not in _ACHIEVING - {"come"}:
        return False
    if draft.predicate.split()[-1] != verb.lower_:
        return False  # "passed away"
    begun = verb.lemma_.lower() in {"start", "begin", "pass"} and draft.validity is not None
    return not begun and all(role in _LEAVING_OPEN for role, _ in draft.qualifiers)


def _given_alone(draft: Draft) -> bool:
    """As in "it gives me so much peace": what does?"""
    given = "experienced" in draft.flags and draft.predicate in {"gets", "got"}
    words = draft.object.surface.split() if draft.object is not None else []
    return given and not draft.qualifiers and draft.validity is None and len(words) <= _FEW


def _taught_nothing(draft: Draft, verb: Token) -> bool:
    """As in "my grandma taught me when I was seven": what?"""
    if verb.lemma_.lower() not in _TEACHING or draft.predicate.split()[-1] != verb.lower_:
        return False
    return _type(draft.object) in _LIVING and all(
        role in {"when", "while", "before", "after", "at", "as", "since", "in"}
        for role, _ in draft.qualifiers
    )


def _moved_nowhere(draft: Draft, verb: Token) -> bool:
    """As in "he gets me outside", of which only "he gets me" is left."""
    if verb.lemma_.lower() not in _MOVING or draft.predicate.split()[-1] != verb.lower_:
        return False
    alone = not draft.qualifiers or all(role == "with" for role, _ in draft.qualifiers)
    person = _type(draft.object) == "person" and "object_named" not in draft.flags
    me = draft.object is not None and len(draft.object.tokens) == 1
    spoken = me and verb.doc[draft.object.tokens[0]].tag_ == "PRP" if draft.object else False
    return (person or spoken) and alone


def _it_is(draft: Draft, verb: Token) -> bool:
    """As in "for me it's my aquarium": no animal and nobody is one."""
    subject, tokens = draft.subject.term, draft.subject.tokens
    if draft.predicate not in _BEING or _type(draft.object) not in _LIFELESS or len(tokens) != 1:
        return False
    if verb.doc[tokens[0]].lower_ not in {"it", "that", "this"}:
        return False
    living = isinstance(subject, Ref) and subject.type in _LIVING
    return living or verb.doc[:2].text.lower() == "for me"


def _some_animal(draft: Draft) -> bool:
    """As in "there's a kitten at the vet. She's four": mostly somebody else is meant."""
    subject = draft.subject.term
    animal = isinstance(subject, Ref) and subject.type == "animal" and not subject.named
    guessed = any(f.startswith("coref") for f in draft.subject.flags)
    by_pronoun = guessed and not {"coref_sure", "coref_only"} & draft.subject.flags
    owned = isinstance(subject, Ref) and "'s " in subject.name
    return animal and by_pronoun and not owned and not draft.predicate.endswith("name is")


def _he_no_person(draft: Draft, verb: Token) -> bool:
    """As in "Cape May or Nova Scotia? She wants whales": no place or thing is a "she"."""
    subject, tokens = draft.subject.term, draft.subject.tokens
    by_pronoun = len(tokens) == 1 and verb.doc[tokens[0]].lower_ in {"he", "she"}
    kinds = {"place", "work", "product", "event", "organization"}
    return by_pronoun and isinstance(subject, Ref) and subject.type in kinds


_PRACTISED = frozenset(
    [
        "play",
        "practice",
        "practise",
        "study",
        "read",
        "write",
        "draw",
        "paint",
        "sing",
        "cook",
        "age",
    ]
)
_LENGTH = re.compile(r"\b(?:minutes?|hours?|days?|weeks?|months?|years?)$", re.IGNORECASE)


def _only_long(draft: Draft, verb: Token) -> bool:
    """As in "I play fifteen minutes a night": what?"""
    found = draft.object
    long = found is not None and bool(found.count) and bool(_LENGTH.search(found.surface))
    return long and verb.lemma_.lower() in _PRACTISED


def _type(found: Argument | None) -> str:
    return found.term.type if found is not None and isinstance(found.term, Ref) else ""
