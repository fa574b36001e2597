"""A fragment that answers the question before it: "How long have you had her?" - "Three years!"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    attributes,
    clauses,
    kinds,
    moods,
    nouns,
    predicates,
    wording,
)
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_NOUNS = frozenset(["NOUN", "PROPN", "NUM"])
_HOW = {
    "long": "for",
    "often": "how_often",
    "many": "how_many",
    "much": "how_much",
    "far": "how_far",
    "old": "",
}


def answers(question: Reading, reading: Reading) -> Iterator[Draft]:
    """The question's statement, completed with a verbless reply.

    Args:
        question: the last question of the turn before, read with its own speaker.
        reading: the reply.
    """
    root = fragment(reading)
    asked = clauses.find(question.doc)
    main = next((c for c in asked if c.link == "ROOT" and c.subject is not None), None)
    if root is None or main is None or main.subject is None:
        return
    wh = next((t for t in question.doc if t.tag_ in {"WP", "WRB", "WDT"}), None)
    subject = nouns.argument(question, main.subject)
    if (
        not isinstance(subject.term, Ref)
        or {"unresolved", "generic"} & subject.flags
        or main.subject.tag_ in {"WP", "WDT"}
    ):
        return
    draft = _statement(question, replace(main, modality=moods.modality_of(main.verbs)), subject)
    filled = _fill(draft, wh, main, reading, root)
    if filled is not None:
        yield attributes.attributes(filled, question)


def fragment(reading: Reading) -> Token | None:
    """The head of a unit that has no verb of its own: a noun phrase or a prepositional phrase."""
    if reading.unit.question or reading.unit.caption:
        return None
    doc = reading.doc
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None or any(t.dep_ in {"nsubj", "nsubjpass"} and t.head == root for t in doc):
        return None
    if root.pos_ in _NOUNS:
        return root
    if root.pos_ == "ADV":
        return next((c for c in root.children if c.dep_ == "npadvmod"), None)
    if root.pos_ == "ADP":
        return next((c for c in root.children if c.dep_ == "pobj"), None)
    return None


def _statement(question: Reading, main: Clause, subject: Argument) -> Draft:
    said = predicates.predicate(main, plural="plural" in subject.flags)
    words = said.words.split()
    complement = next((c.text for c in main.main.children if c.dep_ == "acomp"), "")
    text = " ".join([*words, *([complement] if complement else [])])
    return Draft(
        subject,
        text,
        None,
        frozenset(),
        main.main.i,
        text,
        kind=kinds.kind_of(main),
        modality=main.modality,
        flags=frozenset({"answer"}),
    )


def _fill(
    draft: Draft, wh: Token | None, main: Clause, reading: Reading, root: Token
) -> Draft | None:
    tokens = frozenset(t.i for t in root.subtree)
    value = _reply(reading, root)
    if value is None:
        return None
    draft = replace(
        draft,
        tokens=tokens,
        flags=draft.flags | {f"subject_{f}" for f in draft.subject.flags if f != "addressee"},
    )
    if wh is not None and wh.lower_ == "how" and wh.head.lower_ in _HOW:
        role = _HOW[wh.head.lower_]
        if not role:  # "how old is he?" - "four"
            return replace(draft, predicate="is", spoken="is", object=value)
        return replace(draft, qualifiers=((role, value),), object=_kept_object(main))
    if wh is not None and _asks_job(main) and root.pos_ == "NOUN":
        return replace(draft, predicate="works as", spoken="works as", object=value)
    if wh is not None and wh.lower_ in {"why", "how", "when"}:
        return None
    stranded = next(
        (
            c.lower_
            for c in main.main.children
            if c.dep_ == "prep" and not any(True for _ in c.children)
        ),
        "",
    )
    preposition = stranded or (root.head.lower_ if root.dep_ == "pobj" else "")
    if wh is None and main.main.lemma_.lower() not in {
        "have",
        "own",
        "play",
        "like",
        "love",
        "use",
        "eat",
        "watch",
        "read",
        "speak",
        "get",
    }:
        return None
    words = f"{draft.predicate} {preposition}".strip()
    return replace(draft, predicate=words, spoken=words, object=value)


def _asks_job(main: Clause) -> bool:
    """As in "What do you do for work?", "What do you do for a living?"."""
    return main.main.lemma_ == "do" and any(
        t.lower_ in {"work", "living"} for t in main.main.subtree
    )


def _reply(reading: Reading, root: Token) -> Argument | None:
    found = nouns.argument(reading, root)
    if "unresolved" in found.flags:
        return None
    if root.i in reading.timed:
        return wording.clause_value(
            replace(reading, times=(), timed=frozenset()), root, kind="duration"
        )
    return found


def _kept_object(main: Clause) -> Argument | None:
    kept = next(
        (c for c in main.main.children if c.dep_ == "dobj" and c.pos_ == "NOUN" and c.tag_ != "WP"),
        None,
    )
    return Argument(Value(kept.text), kept.text, ()) if kept is not None else None
