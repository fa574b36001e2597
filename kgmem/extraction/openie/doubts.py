"""Forms whose reading nobody should rely on: a fact that shows one is kept, but as a maybe.

Each is a general property of how a fact came out of its unit (a plural verb with a singular name,
a comparison whose second half is lost, a threat under a condition), not of what it tells. Signs
whose weight is fitted stand in `signs`; these are too seldom to be weighed and too bad to be
asserted, so the confidence is capped (`confidence.MOST_UNREAL`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgmem.extraction.openie import inflection
from kgmem.extraction.openie.drafts import Draft, sentence
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

PREFIX = "doubt_"

_STRETCHED = re.compile(r"([a-z])\1\1")
_ARTICLES = re.compile(r"\b(?:a|an|the) (?:a|an|the)\b", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")
_IF = re.compile(r"\b(?:if|unless|as soon as|as long as|by the time|in case)\b", re.IGNORECASE)
_WHETHER = re.compile(
    r"\b(?:know|ask(?:ed|ing|s)?|wonder(?:ed|ing|s)?|see|check(?:ed|ing)?|as|even) if\b",
    re.IGNORECASE,
)
_SURE_MOODS = frozenset(["actual", "planned"])
_LIVING = frozenset(["person", "animal", "group", "organization"])
_LIFELESS = frozenset(["thing", "place", "event", "work", "product", "concept"])
_MINDS = frozenset(
    [
        "know",
        "think",
        "believe",
        "want",
        "love",
        "like",
        "hate",
        "hope",
        "remember",
        "enjoy",
        "ask",
        "wish",
        "prefer",
        "miss",
    ]
)
_CARRYING = frozenset(
    ["take", "drag", "drive", "send", "lead", "carry", "put", "drop", "push", "pull"]
)
_URGING = frozenset(["ask", "tell", "convince", "persuade", "beg", "order", "urge", "force"])
_POINTERS = frozenset(["then", "there", "that", "this", "it", "here"])
_PARTS = frozenset(
    ["whole", "half", "second", "third", "first", "other", "another", "one", "two", "three", "each"]
)
_ONE = re.compile(r"\b(?:one|it|that|this|so)\b", re.IGNORECASE)
_CALLING = frozenset(["call", "name", "title", "dub", "read", "sing", "write"])
_UNMARKED = frozenset(
    ["put", "cut", "let", "set", "hit", "quit", "cost", "hurt", "shut", "spread", "bet", "read"]
)
"""Verbs whose past looks like their base form."""


def doubts(draft: Draft, reading: Reading) -> frozenset[str]:
    """The names of the doubtful forms that a draft shows, each with `PREFIX`."""
    if reading.unit.caption or {"answer", "mentioned"} & draft.flags:
        return frozenset()
    found = {*_of_parts(draft), *_of_qualifiers(draft)}
    if draft.verb >= 0:
        verb = reading.doc[draft.verb]
        found |= {*_of_verb(draft, verb), *_of_unit(draft, reading, verb)}
    return frozenset(PREFIX + name for name in found)


def _of_parts(draft: Draft) -> Iterator[str]:
    subject, found = draft.subject.term, draft.object
    assert isinstance(subject, Ref)
    first = subject.name.lower().split()[0] if subject.name.split() else ""
    if _STRETCHED.search(first) or first in lexicon().interjections:
        yield "interjection"
    if _ARTICLES.search(sentence(draft)):
        yield "articles"
    if draft.predicate.startswith(("works as", "worked as")) and subject.type in _LIFELESS:
        yield "lifeless_worker"
    if found is None:
        return
    words = found.surface.lower().split()
    if words and all(w in _PARTS | {"a", "the"} for w in words) and isinstance(found.term, Ref):
        yield "part"
    if _is_figure(draft, subject):
        yield "figure"


def _is_figure(draft: Draft, subject: Ref) -> bool:
    """As in "the cat is a lawnmower": what lives is called a thing."""
    found = draft.object
    if draft.predicate not in {"is a", "was a"} or found is None or not isinstance(found.term, Ref):
        return False
    words = found.surface.lower().split()
    known = lexicon()
    kinds = known.animals | known.roles | known.jobs | known.kindred
    return (
        subject.type == "animal"
        and found.term.type in _LIFELESS - {"concept"}
        and kinds.isdisjoint(words)
    )


def _of_qualifiers(draft: Draft) -> Iterator[str]:
    for role, argument in draft.qualifiers:
        if argument.surface.lower() in _POINTERS:
            yield "pointer"
        generic = {"addressee", "coref_close"} & argument.flags
        clause = role in {"where", "that", "when"} and isinstance(argument.term, Value)
        if clause and generic and re.search(r"\b(?:can|could)\b", argument.surface):
            yield "anybody"


def _of_verb(draft: Draft, verb: Token) -> Iterator[str]:
    lemma = verb.lemma_.lower()
    after = verb.nbor(1).lower_ if verb.i + 1 < len(verb.doc) else ""
    if lemma == "get" and after == "to" and not {"to"} & set(draft.predicate.split()):
        yield "got_to"
    subject = draft.subject.term
    assert isinstance(subject, Ref)
    if lemma in _MINDS and not subject.named and subject.type in _LIFELESS:
        yield "lifeless_mind"
    told = isinstance(draft.object.term if draft.object else None, Ref) and not draft.qualifiers
    plain = draft.predicate.split()[-1] == verb.lower_
    person = told and draft.object is not None and _is_person(draft.object.term)
    if lemma in _CARRYING and person and plain:
        yield "whither"
    if lemma in _URGING and any(
        role == "to" and (" " not in a.surface.strip() or _ONE.search(a.surface))
        for role, a in draft.qualifiers
    ):
        yield "urged"
    if _disagrees(verb):
        yield "disagreement"
    if _compares(draft, verb):
        yield "comparison"


def _is_person(term: object) -> bool:
    return isinstance(term, Ref) and term.type == "person"


def _disagrees(verb: Token) -> bool:
    """As in "Ana pick up the phone": a call to somebody, or a subject that is none."""
    if verb.tag_ not in {"VB", "VBP"} or verb.lower_ in _UNMARKED | inflection.PAST_FORMS:
        return False
    if any(c.dep_ in {"aux", "auxpass"} for c in verb.children) or verb.lemma_ in {"be", "have"}:
        return False
    subject = next((c for c in verb.children if c.dep_ == "nsubj"), None)
    if subject is None or subject.tag_ not in {"NN", "NNP"} or subject.i > verb.i:
        return False
    if verb.dep_ in {"ccomp", "xcomp"} or verb.head.lemma_ in {
        "make",
        "let",
        "help",
        "see",
        "hear",
    }:
        return False
    joined = any(c.dep_ in {"conj", "cc", "appos"} for c in subject.children)
    return not joined and subject.lemma_.lower() not in lexicon().roles


def _compares(draft: Draft, verb: Token) -> bool:
    """Whether the second half of "heavier than", "as old as", "too shy to" is not told."""
    value = draft.object.surface.lower() if draft.object is not None else ""
    words = value.split()
    if any(t.lower_ == "than" and t.i not in draft.tokens for t in verb.subtree):
        return "than" not in sentence(draft)
    return len(words) == 2 and words[0] == "too" and not draft.qualifiers


def _of_unit(draft: Draft, reading: Reading, verb: Token) -> Iterator[str]:
    text = reading.unit.text
    if _straddles(draft, reading, verb):
        yield "quotation"
    if draft.modality in _SURE_MOODS and draft.kind != "event":
        before = text[: verb.idx]
        sole = _WHETHER.sub(" ", before)
        if _IF.search(sole) and not re.search(r"[;:]", sole):
            yield "condition"


def _straddles(draft: Draft, reading: Reading, verb: Token) -> bool:
    """Whether it mixes words of a quoted sentence with words around it."""
    known = lexicon()
    if reading.unit.voice or verb.lemma_.lower() in known.speech | _CALLING:
        return False
    for match in _QUOTED.finditer(reading.unit.text):
        if len(match.group(1).split()) < 4:
            continue
        inside = {i for i in draft.tokens if match.start() < reading.doc[i].idx < match.end()}
        if inside and inside != set(draft.tokens):
            return True
    return False
