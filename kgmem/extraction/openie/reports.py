"""What others say, with who says it: "my daughter says I should rest", "the vet found ...".

Whether what they say is so, nobody but they vouch for; that they say it, the speaker does. The
clause that is said stays a value, so that its source is always told with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import inflection, marks, nouns, wording
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

REPORT = "report"
_SAYING = {
    "say": "said", "tell": "said", "think": "thought", "find": "found",
    "believe": "believed", "claim": "claimed", "insist": "insisted", "admit": "admitted",
    "promise": "promised", "warn": "warned", "confirm": "confirmed", "announce": "announced",
    "swear": "swore", "mention": "mentioned", "explain": "explained", "suspect": "suspected",
    "joke": "joked", "decide": "decided", "discover": "discovered", "text": "texted",
    "write": "wrote",
}  # fmt: skip
"""Verbs of what is said or held to be so, with what a fact calls it when it is past."""
_TOLD = {"tell": "says"}
_HOLDING = frozenset(["think", "find", "discover", "suspect", "believe", "decide"])
_LINKS = frozenset(["ROOT", "conj", "parataxis", "dep"])
DOUBTFUL = frozenset(
    ["unresolved", "deictic", "cut", "coref_close", "coref_far", "coref_they", "relative"]
)
"""What is said by or of these is not understood alone."""
_UNCLEAR = frozenset(["unresolved", "generic", "addressee", "coref_close", "coref_far", "coref_it"])
_SPEAKERS = frozenset(["person", "group", "organization"])
_SHORTEST = 2
"""Words of what is said: "he says so" tells nothing."""
_POINTING = re.compile(
    r"^it\b|\bones\b|\bone(?:$| (?:is|was|are|has)\b)|\b(?:it|this|that|so|these|those|there)$",
    re.IGNORECASE,
)
_ITSELF = re.compile(r"(?P<who>.+?)(?: is|'s| was) (?P=who)'s ")
LIKELY = 0.7
"""Of these, judged by reading, about nine in ten are true and understood alone."""


def reports(reading: Reading, clause: Clause, subjects: Sequence[Argument]) -> Iterator[Draft]:
    """That somebody else says what the clause's complement says; nothing for other clauses.

    Args:
        reading: the unit.
        clause: with its verb of saying or thinking.
        subjects: who may have said it.
    """
    said = _content(clause)
    if said is None or len(subjects) != 1 or clause.negative or clause.modality != "actual":
        return
    who = subjects[0]
    if not _vouches(reading, clause, who) or clause.link not in _LINKS:
        return
    value = wording.clause_value(replace(reading, times=(), timed=frozenset()), said)
    if value is None or DOUBTFUL & value.flags or not _whole(value):
        return
    if "addressee" in value.flags and {"common", "definite_bare"} & who.flags:
        return  # "a teacher told me that you should ...": anybody should
    words = _predicate(clause)
    flags = {f"subject_{flag}" for flag in who.flags} | (marks.of_clause(clause) - _WEIGHED_ELSE)
    tokens = {*who.tokens, *(v.i for v in clause.verbs), *value.tokens}
    more = (*value.more, *_hearer(reading, clause))
    for _, argument in more:
        tokens |= set(argument.tokens)
    yield Draft(
        subject=who,
        predicate=words,
        object=value,
        tokens=frozenset(tokens | {t.i for t in said.subtree}),
        verb=clause.main.i,
        spoken=words,
        qualifiers=more,
        kind="event" if _is_past(clause) else "state",
        flags=frozenset(flags | {REPORT} | reading.unit.repaired),
        certain=LIKELY,
    )


_WEIGHED_ELSE = frozenset(["chat_verb", "lost_many", "lost_words", "present", "complete_verb"])


def _content(clause: Clause) -> Token | None:
    """The head of the clause that is said: one with a subject of its own."""
    main = clause.main
    if main.lemma_.lower() not in _SAYING:
        return None
    for child in main.children:
        if child.dep_ != "ccomp" or child.i < main.i or child.pos_ not in {"VERB", "AUX"}:
            continue
        subject = next((c for c in child.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
        asked = any(t.tag_ in {"WP", "WRB", "WDT"} for t in main.doc[main.i + 1 : child.i + 1])
        return None if subject is None or subject.i < main.i or asked else child
    return None


def _vouches(reading: Reading, clause: Clause, who: Argument) -> bool:
    """Whether it is somebody else of whom one can tell who it is."""
    term = who.term
    if not isinstance(term, Ref) or _UNCLEAR & who.flags or term == reading.scene.speaker:
        return False
    if term.type in _SPEAKERS:
        return True
    return clause.main.lemma_.lower() not in _HOLDING and not {"definite_bare"} & who.flags


def _whole(value: Argument) -> bool:
    """Whether what is said can be understood: nothing pointed at, nobody his own brother."""
    text = value.surface
    if len(text.split()) < _SHORTEST or text.count('"') % 2 or "?" in text:
        return False
    return not (_POINTING.search(text) or _ITSELF.match(text))


def _hearer(reading: Reading, clause: Clause) -> Iterator[tuple[str, Argument]]:
    """Whom it was told, where not the speaker."""
    for child in clause.main.children:
        if child.dep_ in {"dobj", "dative"} and child.i > clause.main.i and child.pos_ != "ADP":
            found = nouns.argument(reading, child)
            if not isinstance(found.term, Ref) or found.term == reading.scene.speaker:
                continue
            if not {"unresolved", "generic"} & found.flags:
                yield "to", found


def _is_past(clause: Clause) -> bool:
    helpers = {c.lower_ for v in clause.verbs for c in v.children if c.dep_ == "aux"}
    return clause.top.tag_ in {"VBD", "VBN"} or not helpers.isdisjoint({"did", "has"})


def _predicate(clause: Clause) -> str:
    lemma = clause.main.lemma_.lower()
    if _is_past(clause):
        return f"{_SAYING.get(lemma, clause.main.lower_)} that"
    return f"{_TOLD.get(lemma) or inflection.third_person(lemma)} that"
