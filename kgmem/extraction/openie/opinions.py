"""Judgements are facts about who judges: "that movie was great" says what Nora thinks of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import completeness, inflection, naming, syntax, wording
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import judges, lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_SUBJECTS = frozenset({"nsubj", "csubj"})
_SEEMING = frozenset(["be", "look", "sound", "seem", "feel"])


def is_impersonal(clause: Clause) -> bool:
    """As in "It is hard to leave", "working with kids is great": an activity is judged."""
    subject = clause.subject
    if subject is None or not _seems(clause) or _adjective(clause) is None:
        return False
    activity = subject.tag_ == "VBG" and (
        subject.pos_ in {"VERB", "AUX"} or subject.dep_ == "csubj"
    )
    return activity or (subject.lower_ == "it" and _activity(clause) is not None)


def impersonal(reading: Reading, clause: Clause) -> Iterator[Draft]:
    """The speaker's judgement of an activity."""
    adjective = _adjective(clause)
    subject = clause.subject
    if adjective is None or subject is None or clause.modality not in {"actual"}:
        return
    head = _activity(clause) if subject.lower_ == "it" else subject
    if head is None:
        return
    found = wording.clause_value(reading, head)
    if found is not None:
        addressee = reading.scene.addressee
        found = _named(found, head, addressee.name if addressee is not None else "")
        yield _judgement(reading, clause, adjective, found)


def _named(activity: Argument, head: Token, name: str) -> Argument:
    """An activity by its gerund: "to leave home" -> "leaving home"."""
    text = activity.surface
    for pronoun in (t for t in head.subtree if t.lower_ in {"yourself", "yourselves"}):
        if "addressee" in activity.flags and pronoun.i in activity.tokens and name:
            text = re.sub(rf"\b{re.escape(name)}\b", "oneself", text)
    if syntax.finite(head):
        text = f"that {text}"
    elif head.tag_ == "VB" and head.lower_ in text.lower().split():
        joined = [t for t in head.conjuncts if t.tag_ == "VB" and t.i in activity.tokens]
        for verb in (head, *joined):
            text = re.sub(rf"\b{verb.lower_}\b", inflection.gerund(verb.lower_), text, count=1)
    elif head.tag_ == "VBN" and text.lower().startswith("be "):
        text = "being" + text[2:]
    return replace(activity, term=Value(text, "clause"), surface=text)


def event_of(reading: Reading, clause: Clause) -> Argument | None:
    """What "it was great" judges: what the clause before told of; None when that is not sure."""
    subject = clause.subject
    if (
        subject is None
        or subject.lower_ not in {"it", "that"}
        or subject.dep_ not in _SUBJECTS
        or reading.topic is None
    ):
        return None
    adjective = _adjective(clause) or _kind_of_thing(clause)
    if adjective is None or not _seems(clause) or _activity(clause) is not None:
        return None
    fits = adjective.pos_ == "NOUN" or judges(adjective.lower_, adjective.lemma_)
    return reading.topic if fits and clause.modality == "actual" else None


def about(reading: Reading, clause: Clause, event: Argument) -> Iterator[Draft]:
    """The speaker's judgement of what was just told."""
    adjective = _adjective(clause) or _kind_of_thing(clause)
    if adjective is not None:
        surface = re.sub(r"^(?:an?|some|another)\s+", "the ", event.surface)
        draft = _judgement(reading, clause, adjective, replace(event, surface=surface, tokens=()))
        yield replace(draft, flags=draft.flags | {"topic"})


def is_opinion(clause: Clause, flags: frozenset[str]) -> bool:
    """Whether a copula with a judging adjective is about something other than the speaker."""
    subject = clause.subject
    judging = "evaluative" in flags or _participle(clause)
    if subject is None or not judging or "emotion" in flags:
        return False
    if (
        clause.link == "ccomp"
        and clause.governor is not None
        and clause.governor.lemma_ not in lexicon().belief
    ):
        return False  # "glad your son is fine" does not judge the son
    if clause.mark in {"when", "if", "while", "until", "unless", "whenever", "as"}:
        return False
    if adjective_of_state(subject, _adjective(clause)):
        return False
    first = subject.tag_ in {"PRP", "DT"} and subject.lower_ != "you"
    return not first and _seems(clause) and clause.modality == "actual"


_CONDITIONS = frozenset(
    ["ok", "okay", "fine", "alright", "right", "wrong", "sure", "ready", "able", "safe", "well"]
)


def adjective_of_state(subject: Token, adjective: Token | None) -> bool:
    """Whether it tells how somebody is, not what the speaker thinks: "Mum is okay"."""
    if adjective is None or adjective.lower_ not in _CONDITIONS:
        return False
    living = {"person", "animal", "group"}
    return subject.lower_ in {"he", "she", "they", "you"} or naming.guess_type(subject) in living


def opinions(
    reading: Reading, clause: Clause, objects: Sequence[Argument], kept: Sequence[Argument]
) -> Iterator[Draft]:
    """The speaker's judgement of each subject."""
    adjective = _adjective(clause)
    if adjective is None or (not objects and adjective != clause.main):
        return
    for subject in kept:
        if isinstance(subject.term, Ref) and subject.term != reading.scene.speaker:
            yield _judgement(reading, clause, adjective, subject)


def _judgement(reading: Reading, clause: Clause, adjective: Token, judged: Argument) -> Draft:
    speaker = reading.scene.speaker
    how = wording.clause_value(
        reading,
        adjective,
        kind="adjective",
        without=_inner(adjective) | _outside(clause, adjective),
    )
    if how is not None and how.surface.startswith("how "):  # "I know how hard it is to leave"
        plain = how.surface[4:]
        how = replace(how, term=Value(plain, "adjective"), surface=plain)
    past = clause.top.tag_ == "VBD"
    verb = "found" if past else "finds"
    denied = "did not find" if past else "does not find"
    qualifiers = tuple(q for q in (*judged.more, *((("how", how),) if how is not None else ())))
    marks = {f"object_{flag}" for flag in judged.flags} | {f"link_{clause.link}", "opinion"}
    if {"definite_bare", "deictic"} & judged.flags or _addressees(reading, judged):
        marks.add("compliment")
    if adjective.tag_ == "JJR" and not any(t.lower_ == "than" for t in clause.main.subtree):
        marks.add("hedged")  # "the new one is better": than what?
    marks |= completeness.doubts(qualifiers)
    tokens = {*judged.tokens, clause.main.i, adjective.i, *(how.tokens if how is not None else ())}
    return Draft(
        subject=Argument(speaker, speaker.name, ()),
        predicate=verb,
        object=judged,
        tokens=frozenset(tokens),
        verb=clause.main.i,
        spoken=denied if clause.negative else verb,
        qualifiers=qualifiers,
        kind="event" if past else "state",
        positive=not clause.negative,
        flags=frozenset(marks) | reading.unit.repaired,
    )


def _addressees(reading: Reading, judged: Argument) -> bool:
    """Whether what is judged is the other's: "your garden looks great"."""
    other = reading.scene.addressee
    return other is not None and judged.surface.startswith(f"{other.name}'s ")


def _kind_of_thing(clause: Clause) -> Token | None:
    """As in "an awesome experience": a noun that a judging adjective makes a judgement."""
    for child in clause.main.children:
        if child.dep_ == "attr" and child.pos_ == "NOUN":
            judged = any(c.dep_ == "amod" and judges(c.lower_, c.lemma_) for c in child.children)
            return child if judged else None
    return None


def _seems(clause: Clause) -> bool:
    """Whether the verb only links: "is great", also where "calming" passes for a verb.

    It does not in "he's looking at me funny".
    """
    if clause.main.lemma_ == "look" and any(
        c.dep_ == "prep" and c.lower_ in {"at", "for", "after", "into"} and c.i == clause.main.i + 1
        for c in clause.main.children
    ):
        return False
    return clause.main.lemma_ in _SEEMING or _participle(clause)


def _participle(clause: Clause) -> bool:
    main = clause.main
    if main.tag_ != "VBG" or not judges(main.lower_, main.lemma_):
        return False
    objectless = not any(c.dep_ in {"dobj", "prep", "xcomp", "ccomp"} for c in main.children)
    linked = any(c.lemma_ == "be" and c.dep_ == "aux" for c in main.children)
    return linked and objectless


def _adjective(clause: Clause) -> Token | None:
    if _participle(clause):
        return clause.main
    for child in clause.main.children:
        if (child.pos_ == "ADJ" or judges(child.lower_, child.lemma_)) and child.dep_ in {
            "acomp",
            "oprd",
            "attr",
            "ccomp",
        }:
            return child
    return None


def _inner(adjective: Token) -> frozenset[int]:
    return frozenset(
        t.i
        for c in adjective.children
        if c.dep_ in {"xcomp", "ccomp", "advcl", "relcl"}
        for t in c.subtree
    )


def _outside(clause: Clause, adjective: Token) -> frozenset[int]:
    """For "calming" as the verb itself: its subject and auxiliaries."""
    if adjective != clause.main:
        return frozenset()
    return frozenset(t.i for c in adjective.children if c.dep_ != "advmod" for t in c.subtree)


def _activity(clause: Clause) -> Token | None:
    """What "it" announces: the infinitive, gerund or clause behind the adjective."""
    adjective = _adjective(clause)
    heads = [clause.main, *([adjective] if adjective is not None else [])]
    for head in heads:
        for child in head.children:
            fits = (
                child.dep_ in {"xcomp", "ccomp", "advcl"}
                and child.pos_ in {"VERB", "AUX"}
                and child.i > clause.main.i
            )
            marked = any(c.dep_ == "mark" and c.lower_ not in {"that"} for c in child.children)
            if fits and not marked and child != adjective:
                return child
    return None
