"""What something did to the speaker, told of the speaker: "it made me think of home".

Who or what did it is often only an "it" that takes up a whole story; what it did to "me" is said
all the same: I thought of home, was reminded of it, felt proud.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    completeness,
    inflection,
    marks,
    nouns,
    qualifiers,
    syntax,
    wording,
)
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.frames import frame_of
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_ME = frozenset(["me", "us"])
_LED = {"remind": "reminded", "inspire": "inspired", "motivate": "motivated",
        "encourage": "encouraged", "push": "pushed", "drive": "driven"}  # fmt: skip
"""Verbs whose passive tells it: "reminded me of home" -> "was reminded of home"."""
_JUDGED = re.compile(r"how [a-z]+ it (?:is|was) to\b")
"""As in "reminded me how hard it is to leave": that is told as a judgement."""
_FEW = 3
_TAUGHT = frozenset(["teach", "show"])
_MINDED = frozenset(
    ["think", "feel", "realize", "realise", "appreciate", "remember", "want", "reflect", "smile",
     "understand", "notice", "laugh", "cry", "reconsider", "rethink", "consider", "wonder", "miss",
     "see", "discover", "value", "love", "enjoy", "forget", "relax", "grow"]
)  # fmt: skip
"""What one can be made to do by a story; of other deeds ("made me wait") who made one matters."""


def experiences(reading: Reading, clause: Clause) -> Iterator[Draft]:
    """What the clause says that the speaker came to think, feel or have; nothing else.

    Args:
        reading: the unit.
        clause: whose subject nobody can name.
    """
    if clause.negative or clause.modality != "actual":
        return
    lemma = clause.main.lemma_.lower()
    past = _is_past(clause)
    if lemma == "make":
        found = _made(reading, clause, past)
    elif lemma in _LED:
        found = _led(reading, clause, _LED[lemma], past)
    elif lemma in {"give", "bring"}:
        found = _given(reading, clause, past)
    elif lemma in _TAUGHT:
        found = _taught(reading, clause, past)
    else:
        return
    if found is None or found.object is None or _open(found):
        return
    extra = completeness.doubts(found.qualifiers)
    if not found.qualifiers and len(found.object.surface.split()) <= _FEW:
        extra |= {"experienced_bare"}  # "it brings me joy": what does?
    yield replace(found, flags=found.flags | extra | {"experienced"} | reading.unit.repaired)


def _open(draft: Draft) -> bool:
    """Whether what was thought of is only pointed at, or told as a judgement elsewhere."""
    assert draft.object is not None
    if _JUDGED.match(draft.object.surface):
        return True
    return bool({"unresolved", "deictic"} & draft.object.flags) and len(draft.object.tokens) < 3


def _is_past(clause: Clause) -> bool:
    helpers = {c.lower_ for v in clause.verbs for c in v.children if c.dep_ == "aux"}
    return clause.top.tag_ in {"VBD", "VBN"} or bool(helpers & {"'s", "has", "have", "'ve", "had"})


def _object(verb: Token) -> Token | None:
    """The "me" that a verb governs."""
    for child in verb.children:
        if child.dep_ in {"dobj", "dative", "nsubj"} and child.lower_ in _ME and child.i > verb.i:
            return child
    return None


def _made(reading: Reading, clause: Clause, past: bool) -> Draft | None:
    """As in "made me think of home", "made me proud"."""
    for child in clause.main.children:
        me = next((c for c in child.children if c.dep_ == "nsubj" and c.lower_ in _ME), None)
        if child.dep_ != "ccomp" or me is None or me.i > child.i:
            continue
        if child.pos_ == "ADJ" or child.tag_ == "VBN":
            value = wording.clause_value(
                reading, child, without=frozenset({me.i}), kind="adjective"
            )
            return _draft(reading, clause, me, "felt" if past else "feels", value)
        if child.lemma_.lower() not in _MINDED:
            return None
        return _did(reading, clause, me, child, past)
    return None


def _did(reading: Reading, clause: Clause, me: Token, verb: Token, past: bool) -> Draft | None:
    own = replace(
        clause, verbs=(verb,), subject=me, subject_kind="own", relative=None, passive=False,
        borrowed=None,
    )  # fmt: skip
    frame = frame_of(reading, own)
    if frame is not None and frame.objects:
        found: Argument | None = frame.objects[0]
        link, more = f"{frame.adjective} {frame.preposition}".strip(), frame.qualifiers
    else:
        found, more = wording.clause_value(reading, verb, without=frozenset({me.i, verb.i})), ()
        like = any(t.lower_ == "like" for t in verb.doc[verb.i + 1 : verb.i + 2])
        link = "like" if like else ""
    lemma = verb.lemma_.lower()
    said = inflection.past(lemma) if past else inflection.third_person(lemma)
    draft = _draft(reading, clause, me, f"{said} {link}".strip(), found)
    if draft is None:
        return None
    more = more[: qualifiers.MOST] or draft.qualifiers
    tokens = {verb.i, *(i for _, argument in more for i in argument.tokens)}
    return replace(draft, qualifiers=more, tokens=draft.tokens | tokens)


def _led(reading: Reading, clause: Clause, participle: str, past: bool) -> Draft | None:
    """As in "reminded me of home", "inspires me to paint"."""
    me = _object(clause.main)
    if me is None:
        return None
    words = f"{'was' if past else 'is'} {participle}"
    for child in clause.main.children:
        if child.i < me.i:
            continue
        if child.dep_ == "prep" and child.lower_ in {"of", "about"}:
            return _of(reading, clause, me, f"{words} {child.lower_}", child)
        if child.dep_ in {"xcomp", "ccomp", "advcl"} and child.pos_ in {"VERB", "AUX", "ADJ"}:
            infinitive = any(c.dep_ == "aux" and c.lower_ == "to" for c in child.children)
            if syntax.mark_of(child) == "that":
                return None  # "inspired me so much that I began to write"
            value = wording.clause_value(reading, child)
            return _draft(reading, clause, me, f"{words} to" if infinitive else words, value)
    return None


def _of(reading: Reading, clause: Clause, me: Token, words: str, way: Token) -> Draft | None:
    inner = next((c for c in way.children if c.dep_ in {"pobj", "pcomp"}), None)
    if inner is None:
        return None
    if inner.dep_ == "pobj" and inner.pos_ in {"NOUN", "PROPN"}:
        found = nouns.argument(reading, inner)
        draft = _draft(reading, clause, me, words, found)
        more = tuple(qualifiers.of_object(reading, clause, [found]))
        return draft if draft is None else replace(draft, qualifiers=more)
    return _draft(reading, clause, me, words, wording.clause_value(reading, inner))


def _given(reading: Reading, clause: Clause, past: bool) -> Draft | None:
    """As in "it gave me the courage to go"."""
    me = _object(clause.main)
    things = (c for c in clause.main.children if c.dep_ == "dobj" and c.lower_ not in _ME)
    thing = next(things, None)
    if me is None or thing is None or thing.pos_ != "NOUN":
        return None
    found = nouns.argument(reading, thing)
    draft = _draft(reading, clause, me, "got" if past else "gets", found)
    ways = [q for q in qualifiers.of_clause(reading, clause, {me.i}) if q[0] != "to"]
    more = (*qualifiers.of_object(reading, clause, [found]), *_source(reading, clause), *ways)
    return draft if draft is None else replace(draft, qualifiers=more[: qualifiers.MOST])


def _source(reading: Reading, clause: Clause) -> list[tuple[str, Argument]]:
    """The activity that brings it: "seeing them grow brings me joy"."""
    subject = clause.subject
    if subject is None or subject.tag_ != "VBG":
        return []
    value = wording.clause_value(reading, subject)
    return [("from", value)] if value is not None else []


def _taught(reading: Reading, clause: Clause, past: bool) -> Draft | None:
    """As in "it taught me patience", "showed me how much I care"."""
    me = _object(clause.main)
    if me is None:
        return None
    words = "learned" if past else "learns"
    for child in clause.main.children:
        if child.i < me.i:
            continue
        if child.dep_ == "dobj" and child.pos_ == "NOUN" and clause.main.lemma_ == "teach":
            return _draft(reading, clause, me, words, nouns.argument(reading, child))
        if child.dep_ in {"ccomp", "xcomp"}:
            infinitive = any(c.dep_ == "aux" and c.lower_ == "to" for c in child.children)
            value = wording.clause_value(reading, child)
            return _draft(reading, clause, me, f"{words} to" if infinitive else words, value)
    return None


def _draft(
    reading: Reading, clause: Clause, me: Token, words: str, found: Argument | None
) -> Draft | None:
    if found is None:
        return None
    speaker = reading.scene.speaker
    we = frozenset({"we"}) if me.lower_ == "us" else frozenset()
    kind = "value" if isinstance(found.term, Value) else found.term.type
    flags = marks.of_clause(clause) - {"subject_kind_none", "present"}
    flags |= {f"object_{f}" for f in found.flags} | {f"object_is_{kind}"}
    flags |= {"subject_we"} if we else set()
    return Draft(
        subject=Argument(speaker, speaker.name, (me.i,), we),
        predicate=words,
        object=found,
        tokens=frozenset({clause.main.i, me.i, *found.tokens}),
        verb=clause.main.i,
        spoken=words,
        qualifiers=found.more,
        kind="event" if clause.top.tag_ in {"VBD", "VBN"} else "state",
        flags=frozenset(flags),
    )
