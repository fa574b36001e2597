"""Forms whose reading nobody should rely on: a fact that shows one is kept, but as a maybe.

Each is a general property of how a fact came out of its unit (a plural verb with a singular name,
a comparison whose second half is lost, a threat under a condition), not of what it tells. Signs
whose weight is fitted stand in `signs`; these are too seldom to be weighed and too bad to be
asserted, so the confidence is capped (`confidence.MOST_UNREAL`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie import coreference, misreadings
from kgmem.extraction.openie.drafts import Draft, sentence
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.misreadings import LIFELESS
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

PREFIX = "doubt_"

_STRETCHED = re.compile(r"([a-z])\1\1")
_ARTICLES = re.compile(r"\b(?:a|an|the) (?:a|an|the)\b", re.IGNORECASE)
_POINTERS = frozenset(["then", "there", "that", "this", "it", "here"])
_PARTS = frozenset(
    ["whole", "half", "second", "third", "first", "other", "another", "one", "two", "three", "each"]
)
_SUPERLATIVES = frozenset(["best", "worst", "first", "only", "biggest", "nicest", "greatest"])
_STUMPS = frozenset(
    ["a", "an", "the", "and", "or", "but", "which", "who", "is", "are", "was", "were", "isn't",
     "aren't", "wasn't", "doesn't", "didn't", "don't", "my", "your", "his", "their"]
)  # fmt: skip


def doubts(draft: Draft, reading: Reading) -> frozenset[str]:
    """The names of the doubtful forms that a draft shows, each with `PREFIX`."""
    if reading.unit.caption or {"answer", "mentioned"} & draft.flags:
        return frozenset()
    found = {*_of_parts(draft), *_of_qualifiers(draft)}
    if draft.verb >= 0:
        found |= set(misreadings.misreadings(draft, reading, reading.doc[draft.verb]))
    return frozenset(PREFIX + name for name in found)


def _of_parts(draft: Draft) -> Iterator[str]:
    subject, found = draft.subject.term, draft.object
    assert isinstance(subject, Ref)
    first = subject.name.lower().split()[0] if subject.name.split() else ""
    told = sentence(draft)
    checks = {
        "not_subject": first == "not",
        "interjection": bool(_STRETCHED.search(first)) or first in lexicon().interjections,
        "addressee": "addressee" in draft.subject.flags and "'s " not in subject.name,
        "articles": bool(_ARTICLES.search(told)),
        "stump": told.lower().rstrip(".").split()[-1] in _STUMPS,
        "lifeless_worker": draft.predicate.startswith(("works as", "worked as"))
        and subject.type in LIFELESS,
        # "she's a 2009 van": of whoever else "she" could be
        "other_kind": draft.predicate in {"is a", "was a"}
        and any(f.startswith("coref") for f in draft.subject.flags)
        and "coref_it" not in draft.subject.flags
        and _type(draft.object and draft.object.term) in {"product", "place", "work", "event"},
        "anyone": "attribute" in draft.flags
        and draft.subject.surface.lower().startswith(("a ", "an ")),
    }
    yield from (name for name, shown in checks.items() if shown)
    if found is not None:
        yield from _of_object(draft, found, subject, first)


def _of_object(draft: Draft, found: Argument, subject: Ref, first: str) -> Iterator[str]:
    words = found.surface.lower().split()
    kind, value = _type(found.term), found.term if isinstance(found.term, Value) else None
    lifeless = kind in LIFELESS - {"concept"}
    is_a = draft.predicate == "is a"
    told = f"{draft.predicate} {found.surface}"
    at = draft.predicate.endswith(" at")
    checks = {
        "figure": bool(lexicon().figures.search(told)) or _is_figure(draft, subject),
        "part": bool(words) and kind != "" and all(w in _PARTS | {"a", "the"} for w in words),
        "lifeless_person": "identity" in draft.flags
        and is_a
        and lifeless
        and coreference.gender_of_name(first) != "",
        # "goes at six": where to is lost
        "clock": at
        and not draft.predicate.startswith(("is ", "was "))
        and value is not None
        and value.kind in {"number", "text"},
        "stage": draft.predicate in {"is at", "was at"} and kind in {"thing", "concept"},
        "nowhere": value is not None and draft.predicate.endswith((" there", " here")),
        "existence": "existential" in draft.flags and kind not in {"place", "organization"},
        "reaction": "opinion" in draft.flags
        and value is not None
        and ("addressee" in found.flags or words[:1] == ["when"]),
        # "the best soup I have ever had": of which nothing is told
        "superlative": words[:1] != []
        and words[0] in _SUPERLATIVES
        and "relative_object" in draft.flags,
    }
    yield from (name for name, shown in checks.items() if shown)


def _type(term: object) -> str:
    return term.type if isinstance(term, Ref) else ""


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
        and found.term.type in LIFELESS - {"concept"}
        and kinds.isdisjoint(words)
    )


def _of_qualifiers(draft: Draft) -> Iterator[str]:
    for role, argument in draft.qualifiers:
        if {"coref_far", "coref_close"} & argument.flags and isinstance(argument.term, Ref):
            yield "somebody"
        told = argument.surface.lower()
        if told in _POINTERS or (role == "how" and told.endswith((" there", " here", " then"))):
            yield "pointer"
        generic = {"addressee", "coref_close"} & argument.flags
        clause = role in {"where", "that", "when"} and isinstance(argument.term, Value)
        if clause and generic and re.search(r"\b(?:can|could)\b", argument.surface):
            yield "anybody"
