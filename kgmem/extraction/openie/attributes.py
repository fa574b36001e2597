"""An attribute told of who has it: "my favorite color is blue", "my wife's name is Ana"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import owners
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.owners import noun_words, owner_of
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_COPULAS = frozenset(
    {"is", "is a", "was", "was a", "are", "were", "has been", "is on", "is called"}
)


def attributes(draft: Draft, reading: Reading) -> Draft:
    """The draft with the possessor of its subject as subject, where that reads better."""
    found = draft.object
    aim = draft.predicate.startswith(("is to ", "was to "))
    if found is None or draft.verb < 0 or not (aim or draft.predicate in _COPULAS):
        return draft
    verb_head = reading.doc[draft.verb].head if aim else reading.doc[draft.verb]
    subject = next((c for c in verb_head.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    if subject is None or subject.pos_ != "NOUN":
        return draft
    subject, found = _bearer(subject, found)
    owner = owner_of(reading, subject)
    if owner is None or not isinstance(owner.term, Ref) or not _tells(subject, found, draft):
        return draft
    if "common" in owner.flags and "definite" not in owner.flags:
        return draft  # "a kid's bike"
    verb = "is" if draft.predicate in {"is on", "is called"} else draft.predicate.removesuffix(" a")
    noun = noun_words(subject)
    flags = (draft.flags - {"subject_possessed", "evaluative"}) | {"attribute"}
    if noun == "name" and isinstance(found.term, Ref):
        found = replace(found, term=Ref(found.term.name, owner.term.type, True))
    return replace(
        draft,
        subject=Argument(owner.term, f"{owner.surface}'s", owner.tokens, owner.flags),
        predicate=f"{noun} {verb}",
        object=found,
        spoken=f"{noun} {verb}" if draft.positive else f"{noun} {verb} not",
        flags=flags | {f"subject_{f}" for f in owners.marks(owner)},
    )


def kinds(draft: Draft) -> Iterator[Draft]:
    """What a named thing is, where the name was just given to a noun: "a dog, her name is Luna"."""
    who, found = draft.subject.term, draft.object
    if draft.predicate != "name is" or not draft.positive or found is None:
        return
    if not isinstance(who, Ref) or who.named or not isinstance(found.term, Ref):
        return
    noun = _BEHIND.split(who.name)[0].split()[-1].lower()
    known = lexicon()
    # "his name is ..." of what was just mentioned: who has a name and is a "he" is alive
    living = (
        draft.flags & _SURELY and not {"subject_coref_far", "subject_coref_close"} & draft.flags
    )
    if noun in known.empty or "'s " in who.name:
        return
    if noun not in known.animals | known.roles | known.products and not living:
        return
    kind = Argument(Ref(noun, "concept"), noun, ())
    yield replace(
        draft,
        subject=replace(found, surface=found.term.name),
        predicate="is a",
        object=kind,
        spoken="is a",
        flags=frozenset({"identity"} | (draft.flags & {"subject_coref", "subject_coref_far"})),
    )


_BEHIND = re.compile(r"\s(?:in|of|for|at|from|with|on|to|by)\s")
_SURELY = frozenset(["subject_coref", "subject_coref_sure", "subject_coref_only"])


def _bearer(subject: Token, found: Argument) -> tuple[Token, Argument]:
    """For "my wife's name" the wife: she bears the name."""
    if subject.lemma_.lower() != "name" or not isinstance(found.term, Ref):
        return subject, found
    known = lexicon()
    bearer = next((c for c in subject.children if c.dep_ == "poss" and c.pos_ == "NOUN"), None)
    if bearer is None or bearer.lemma_.lower() not in known.close:
        return subject, found
    kind = "animal" if bearer.lemma_.lower() in known.animals else "person"
    return bearer, replace(found, term=Ref(found.term.name, kind, True))


def _tells(subject: Token, found: Argument, draft: Draft) -> bool:
    """Whether what the copula says names or measures the attribute, rather than describes it."""
    known = lexicon()
    lemma = subject.lemma_.lower()
    named = isinstance(found.term, Ref) and found.term.named
    if lemma in known.close:
        return named
    if draft.predicate in {"is on", "is called"}:
        return isinstance(found.term, Value) and found.term.kind == "date"
    adjective = isinstance(found.term, Value) and found.term.kind == "adjective"
    return not adjective or any(c.lower_.startswith("fav") for c in subject.children)
