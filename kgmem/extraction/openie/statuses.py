"""What a thing has one of at a time, told of it: its date, its status."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.language.standins import is_tied
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_LOOSE = frozenset(["evaluative", "no_object", "adjective"])


def dated(draft: Draft) -> Draft | None:
    """As in "the review is on Friday": the date of something, of which it has one."""
    subject, found = draft.subject.term, draft.object
    if found is None or not isinstance(found.term, Value) or found.term.kind != "date":
        return None
    if not isinstance(subject, Ref) or subject.type in {"person", "animal", "group"}:
        return None
    if draft.predicate not in {"is", "is on", "will be", "is to be"} or not draft.positive:
        return None
    flags = draft.flags
    if "subject_definite" in flags and "subject_definite_bare" not in flags:
        flags -= {"subject_common"}  # "the design review": it is said which
    return replace(draft, predicate="date is", spoken=draft.spoken or draft.predicate, flags=flags)


def stated(draft: Draft, reading: Reading, verb: Token) -> Draft | None:
    """As in "order 7711 is packed", "the build is in review": the status of what is tracked."""
    head = next((c for c in verb.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    subject = draft.subject.term
    if head is None or not isinstance(subject, Ref) or not draft.positive:
        return None
    if not is_tied(head.text) and head.lemma_.lower() not in lexicon().tracked:
        return None
    if {"subject_unresolved", "subject_generic", "subject_plural"} & draft.flags:
        return None
    found = _status(draft, verb)
    if found is None or (not is_tied(head.text) and "subject_definite" not in draft.flags):
        return None
    words = draft.predicate, draft.spoken
    thing = Argument(subject, draft.subject.surface, draft.subject.tokens, frozenset())
    status = told(draft, thing, "status", "is", found)
    return replace(status, subject=thing, spoken=_aloud(words[0], found))


def _aloud(words: str, found: Argument) -> str:
    """How a status is said: "is packed", "was shipped"."""
    link = "has" if found.surface in _BY_ITSELF else "is"
    return words.removesuffix(found.surface).removesuffix(" in").strip() or link


_BY_ITSELF = frozenset(["failed", "finished", "stopped", "resumed"])


def _status(draft: Draft, verb: Token) -> Argument | None:
    """The word of a status: what it is, was made, or is in."""
    if draft.object is None:
        known = verb.lower_ in lexicon().statuses and verb.tag_ == "VBN"
        return Argument(Value(verb.lower_, "adjective"), verb.lower_, (verb.i,)) if known else None
    if verb.lemma_.lower() != "be":
        return None
    said = draft.object.surface.lower()
    if draft.predicate.split()[-1] == "in":
        said = f"in {said}"
    if said not in lexicon().statuses:
        return None
    return replace(draft.object, term=Value(said, "adjective"), surface=said)


def told(draft: Draft, thing: Argument, noun: str, verb: str, found: Argument) -> Draft:
    """The draft with the thing as its subject."""
    loose = {"common", "definite_bare", "possessed"} if "definite" in thing.flags else {"possessed"}
    loose = loose | {"we"}  # "our team" is one thing, whoever we are
    flags = {f for f in draft.flags - _LOOSE if not of_subject(f) and not f.startswith("object_")}
    flags |= {"attribute", *(f"subject_{f}" for f in thing.flags - loose)}
    kind = "value" if isinstance(found.term, Value) else found.term.type
    flags |= {f"object_is_{kind}"} - {"object_is_value"}  # the value is what makes it a fact
    if draft.object is found:
        flags |= {f for f in draft.flags if f.startswith("object_")} - {"object_is_value"}
    flags -= {"object_number", "object_common", "object_definite_bare"}
    words = f"{noun} {verb}"
    return replace(
        draft,
        subject=replace(thing, surface=f"{thing.surface}'s"),
        predicate=words,
        spoken=words if draft.positive else f"{words} not",
        object=found,
        kind="state",
        tokens=draft.tokens | set(thing.tokens) | set(found.tokens),
        qualifiers=tuple(
            (role, a) for role, a in draft.qualifiers if role != "as" and a.tokens != thing.tokens
        ),
        flags=frozenset(flags),
    )


def of_subject(flag: str) -> bool:
    """Whether a flag of a draft says something of its subject, other than its type."""
    return flag.startswith("subject_") and not flag.startswith("subject_kind")
