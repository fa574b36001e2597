"""The deterministic answerer: no language model, every answer read off facts or words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from kgmem.answering.abstention import doubt
from kgmem.answering.choosing import one_phrase, several_phrases
from kgmem.answering.dates import how_long, how_often, when
from kgmem.answering.dealings import dealt
from kgmem.answering.direct import Kinds
from kgmem.answering.doers import author, is_nobody, without_machines
from kgmem.answering.force import grounded, in_force
from kgmem.answering.frames import asks_work, kinds
from kgmem.answering.gathering import gather
from kgmem.answering.inference import likely
from kgmem.answering.jobs import is_out_of_work
from kgmem.answering.labels import labelled
from kgmem.answering.lists import counted, listed, says_number, several, shared
from kgmem.answering.material import Material
from kgmem.answering.means import means_of_travel
from kgmem.answering.measures import amounts, asked_measures, measured
from kgmem.answering.naming import called
from kgmem.answering.outright import outright
from kgmem.answering.own_names import own_name
from kgmem.answering.owners import owner
from kgmem.answering.polarity import choice, yes_no
from kgmem.answering.records import attribute
from kgmem.answering.recurring import usually
from kgmem.answering.reply import Reply, answer_of, nothing
from kgmem.answering.sequence import in_sequence
from kgmem.answering.spans import phrase_answer, whose
from kgmem.answering.times import present
from kgmem.answering.verdicts import contradicted, never, no_longer
from kgmem.language.questions import Question
from kgmem.language.questions_shape import Kind
from kgmem.results import Answer, Candidate

if TYPE_CHECKING:
    from kgmem.protocols import Encoder, Reader
    from kgmem.snapshot import Snapshot

Answerer = Callable[[Material], Reply | None]


def chosen(material: Material) -> Reply | None:
    """The best phrase of the sentences found; of the facts, where there are no sentences."""
    return one_phrase(material) if material.passages else phrase_answer(material)


def numbered(material: Material) -> Reply | None:
    """The best phrase where that is a number; for an amount the best one, never a year."""
    measures = asked_measures(material.question)
    if measures and material.passages:
        return one_phrase(material, lambda text: bool(list(amounts(text, measures))))
    reply = chosen(material)
    return reply if reply is not None and says_number(reply.text) else None


def _given(material: Material) -> Reply | None:
    return listed(material) if material.question.kind == "list" else several(material)


_BY_KIND: Mapping[Kind, tuple[Answerer, ...]] = {
    "when": (usually, when),
    "how_long": (how_long,),
    "how_often": (how_often, chosen),
    "how_many": (counted, numbered),
    "yes_no": (yes_no,),
    "comparison": (choice,),
    "common": (several_phrases, chosen),
    "list": (several_phrases, chosen),
    "who": (whose, several_phrases, chosen),
}


def _length_or_duration(material: Material) -> Reply | None:
    """For "How long was the tour?" whichever stands in the words that match better."""
    found = [r for r in (how_long(material), measured(material)) if r is not None]
    return max(found, key=lambda r: r.support, default=None)


_TRUST: Mapping[Answerer, float] = {
    when: 0.95, usually: 0.8, how_long: 0.75, how_often: 0.8, counted: 0.6, measured: 0.8,
    yes_no: 0.85, choice: 0.6, numbered: 0.4, listed: 0.6, several: 0.7, several_phrases: 0.4,
    shared: 0.3, whose: 0.7, chosen: 0.4, _length_or_duration: 0.75, called: 0.8, labelled: 0.8,
}  # fmt: skip
"""How often answers of each kind were right on conv-26 and conv-30, rounded."""

_STATED, _SHAKEN = 0.95, 0.15
"""Confidence in what facts state outright, and how much of it a doubt takes."""

_INFERRED = 0.3
"""Confidence in what is likely by what the asked one said of like things."""

_GROUNDED = 0.7
"""The least confidence in live facts of the asked one whose own words say what is asked."""

_COLLECTED = frozenset(["list", "where"])
"""Kinds for which a list over all that was found is preferred to what single facts state."""

_LOOKED_AT, _STRANGE = 40, 0.25

_FULL = 1.2
"""The match from which nothing more is gained."""


def answer_from_graph(
    question: Question,
    candidates: Sequence[Candidate],
    *,
    reader: Reader | None = None,
    snapshot: Snapshot | None = None,
    valid_at: datetime | None = None,
    encoder: Encoder | None = None,
) -> Answer:
    """Answer a question from what retrieval brought back, or say that memory holds no answer.

    Args:
        question: analysed.
        candidates: facts and episodes, best first.
        reader: a pinned read, for the facts and entities around the candidates.
        snapshot: of the same revision, to resolve names.
        valid_at: the time that facts must have held at; None for now, or for the time that the
            question names.
        encoder: the one whose vectors the snapshot holds; without one, words alone count.

    Returns:
        An answer with its evidence, or an abstention with the reason.
    """
    material = gather(question, candidates, reader=reader, snapshot=snapshot, encoder=encoder)
    before, material = material, in_force(material, valid_at)
    known = _kinds(before, reader, snapshot)
    by, material = author(material), without_machines(material)
    stated = (
        by
        or in_sequence(material)
        or own_name(material, reader)
        or owner(material)
        or attribute(material, before)
        or dealt(material)
        or means_of_travel(material)
        or outright(material, known, valid_at)
        or never(before, known)
        or contradicted(material)
        or (no_longer(material, before, known) if valid_at is None else None)
    )
    unsure = doubt(material)
    given = cache(lambda: _given(material))
    if stated is not None and (
        unsure.abstain or question.kind not in _COLLECTED or given() is None
    ):
        return answer_of(stated, _STATED - _SHAKEN * unsure.strength)
    if valid_at is None and _is_out_of_work(before):
        return nothing("the job that is known was left", _STATED)
    if unsure.abstain:
        inferred = likely(material)
        return nothing(unsure.reason, unsure.strength) if inferred is None else _guess(inferred)
    if stated is not None and (facts_alone := given()) is not None:
        return _answered(facts_alone, material, unsure.strength, _TRUST[several])
    if question.kind == "common":
        both = shared(material, known)
        if both is not None:
            return answer_of(both, _confidence(both, unsure.strength, _TRUST[shared]))
    for answerer in (labelled, *_answerers(question)):
        lists = answerer is several_phrases  # beside what facts give
        reply = several_phrases(material, given()) if lists else answerer(material)
        if reply is not None and reply.text and not is_nobody(reply.text, material):
            return _answered(reply, material, unsure.strength, _TRUST[answerer])
    inferred = likely(material)
    if inferred is not None:
        return _guess(inferred)
    return nothing("nothing that fits the question was found", 0.5)


def _is_out_of_work(material: Material) -> bool:
    """Whether a job is asked for, and the one that is known was left."""
    question = material.question
    theirs = [s.fact for s in material.facts if s.own > _STRANGE]
    asked = asks_work(question) and present(question)
    return asked and is_out_of_work(theirs, question.now)


def _guess(inferred: Reply) -> Answer:
    return answer_of(inferred, _INFERRED)


def _answered(reply: Reply, material: Material, against: float, trust: float) -> Answer:
    sure = _confidence(reply, against, trust)
    return answer_of(reply, max(sure, _GROUNDED) if grounded(reply, material) else sure)


def _answerers(question: Question) -> tuple[Answerer, ...]:
    """Who answers a question of its kind, the surest first; an amount is never a count."""
    usual = _BY_KIND.get(question.kind, (called, several_phrases, chosen))
    if not asked_measures(question):
        return usual
    if question.kind == "how_long":
        return (_length_or_duration,)
    return (measured, *(a for a in usual if a is not counted))


def _kinds(material: Material, reader: Reader | None, snapshot: Snapshot | None) -> Kinds:
    """What the things are that the best facts are about."""
    near = [s.fact for s in material.facts if s.own > _STRANGE][:_LOOKED_AT]
    ids = [i for f in near for i in (f.subject_id, f.object_id) if i]
    return kinds([s.fact for s in material.facts], ids, reader, snapshot)


def _confidence(reply: Reply, against: float, trust: float) -> float:
    """How likely the answer is right.

    How often answers of its kind are, how well what it stands on matches, and how sure it is that
    it is about whom the question names.
    """
    return max(0.02, min(0.98, trust * min(1.0, reply.support / _FULL) * (1.0 - against)))
