"""Signs of how far a draft can be trusted, read off its sentence, its parts and its own wording.

General properties only (how long, how nested, how complete, what kind of noun): nothing here knows
a topic. What they weigh is fitted to judged facts (`benchmarks/extraction/calibrate.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgmem.extraction.openie.drafts import Draft, sentence
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONTENT = frozenset(["NOUN", "PROPN", "ADJ", "NUM", "VERB", "ADV"])
_FINITE = frozenset(["VBD", "VBP", "VBZ", "MD"])
_OPEN_END = frozenset(
    [
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "with",
        "from",
        "by",
        "as",
        "than",
        "about",
        "into",
        "the",
        "a",
        "an",
        "and",
        "or",
        "but",
        "that",
        "which",
        "who",
        "is",
        "are",
        "was",
        "were",
        "be",
        "'s",
        "not",
        "my",
        "your",
        "his",
        "her",
        "their",
        "our",
        "its",
        "this",
        "these",
        "those",
        "so",
        "very",
        "too",
        "if",
        "when",
    ]
)
_RELATIVE = frozenset(
    [
        "last",
        "first",
        "second",
        "third",
        "next",
        "other",
        "another",
        "new",
        "old",
        "same",
        "back",
        "front",
        "whole",
        "entire",
        "final",
        "best",
        "worst",
        "main",
        "right",
        "wrong",
        "big",
        "next-door",
        "latest",
        "previous",
        "rest",
        "own",
        "actual",
        "only",
    ]
)
_STAND_INS = frozenset(
    [
        "one",
        "ones",
        "it",
        "that",
        "this",
        "them",
        "these",
        "those",
        "something",
        "anything",
        "everything",
        "nothing",
        "someone",
        "thing",
        "things",
        "stuff",
        "way",
        "lot",
        "bit",
        "half",
        "most",
        "all",
        "some",
        "both",
        "few",
        "more",
        "others",
        "other",
    ]
)
_ARTICLES = frozenset(["a", "an", "the"])
_GROUPS = frozenset(["person", "animal", "group"])
_PEOPLE = frozenset(["person", "group", "organization"])
_COREFS = frozenset(["coref", "coref_sure", "coref_only", "coref_it"])
_DOUBLED = re.compile(
    r"\b(\w+) \1\b|\b(?:a|an|the|'s) (?:a|an|the|then|not)\b|\b(?:to|of|for|at|in|on|from) (?:to|of|for|at)\b"
    r"|\b(?:be|been|is|was) (?:do|does|did|be|is|was)\b",
    re.IGNORECASE,
)
_GUESSED = frozenset(
    [
        "maybe",
        "perhaps",
        "probably",
        "might",
        "could",
        "may",
        "guess",
        "suppose",
        "almost",
        "nearly",
        "supposedly",
        "seem",
        "apparently",
        "supposed",
        "should",
        "would",
        "hopefully",
    ]
)
_FELT = frozenset(
    ["think", "know", "feel", "believe", "guess", "wonder", "mean", "suppose", "care", "mind"]
)
_PERCEIVED = frozenset(["see", "hear", "watch", "look", "find", "notice", "show"])
_SHORT, _LONG, _LONGER = 6, 18, 28
_FAR = 8


def signs(draft: Draft, reading: Reading) -> frozenset[str]:
    """The signs of a draft in its unit."""
    found = {*_subject(draft, reading), *_object(draft), *_wording(draft), *_time(draft, reading)}
    if (
        draft.verb >= 0 and "answer" not in draft.flags
    ):  # an answer takes its verb from the question
        found |= {*_verb(draft, reading.doc[draft.verb]), *_unit(draft, reading)}
    return frozenset(found)


def _subject(draft: Draft, reading: Reading) -> Iterator[str]:
    term, flags = draft.subject.term, draft.subject.flags
    assert isinstance(term, Ref)
    words = term.name.split()
    resolved = bool(_COREFS & flags)
    if term == reading.scene.speaker:
        yield "about_speaker"
    elif term.name in reading.scene.forms.values():
        yield "about_participant"
    elif term.named:
        yield "about_name_resolved" if resolved else "about_name"
    elif "'s " in term.name:
        yield "about_kin_resolved" if resolved else "about_owned"
    else:
        yield "about_noun_resolved" if resolved else "about_noun"
    if resolved and term.type not in _GROUPS and "coref_it" not in flags:
        yield "about_thing_resolved"
    if len(words) > 3:
        yield "subject_long"
    if len(term.name) > 2 and term.name.isupper():
        yield "subject_shouted"


def _object(draft: Draft) -> Iterator[str]:
    found = draft.object
    if found is None:
        return
    words = found.surface.lower().split()
    if not words:
        return
    if len(words) > 5:
        yield "object_long"
    if words[-1] in _OPEN_END or words[-1].endswith("'s"):
        yield "object_open_end"
    if words[-1] in _STAND_INS:
        yield "object_stand_in"
    if words[0] in {"a", "an", "some"}:
        yield "object_indefinite"
    if _RELATIVE.intersection(words) and not (isinstance(found.term, Ref) and found.term.named):
        yield "object_relative_word"
    if any(w in {"more", "less", "better", "worse"} or w.endswith("ier") for w in words) and (
        "than" not in words
    ):
        yield "object_compared"
    if isinstance(found.term, Value):
        yield f"value_{found.term.kind}"
    elif not found.term.named and _COREFS & found.flags:
        yield "object_noun_resolved"
    elif found.term.type == "person" and not draft.qualifiers:
        yield "object_person_alone"
    if any(w[:1].isupper() for w in found.surface.split()[1:]):
        yield "object_capital"
    if len(words) == 1 and not isinstance(found.term, Value) and not found.term.named:
        yield "object_one_word"


def _wording(draft: Draft) -> Iterator[str]:
    text = sentence(draft)
    if _DOUBLED.search(text):
        yield "wording_doubled"
    if "  " in text or '"' in text or ":" in text:
        yield "wording_broken"
    words = text.lower().rstrip(".").split()
    if len(words) <= 3:
        yield "wording_short"
    if len(words) > 14:
        yield "wording_long"
    if words[-1] in _OPEN_END:
        yield "wording_open_end"
    roles = [role for role, _ in draft.qualifiers]
    if roles:
        yield "qualifiers_many" if len(roles) > 1 else "qualifier_one"
    for role, argument in draft.qualifiers:
        if role not in {"with", "in", "at", "for", "to", "from", "on", "how_many", "about"}:
            yield "qualifier_rare"
        if len(argument.surface.split()) > 4:
            yield "qualifier_long"
        if isinstance(argument.term, Value) and argument.term.kind == "clause":
            yield "qualifier_clause"
        if (
            argument.surface.lower().split()[-1:]
            and argument.surface.lower().split()[-1] in _OPEN_END
        ):
            yield "qualifier_open_end"


def _time(draft: Draft, reading: Reading) -> Iterator[str]:
    if draft.validity is None:
        if reading.times:
            yield "time_elsewhere"
        return
    wording = draft.validity.wording
    if len(reading.times) > 1:
        yield "times_many"
    if ", since" in wording:
        yield "time_length_since"
    if wording.startswith(
        ("the Mon", "the Tue", "the Wed", "the Thu", "the Fri", "the Sat", "the Sun")
    ):
        yield "time_weekday"
    if wording.startswith("since"):
        yield "time_since"
    if not any(c.isdigit() for c in wording):
        yield "time_vague"
    if draft.verb >= 0 and all(
        min(abs(i - draft.verb) for i in t) > _FAR for _, t in reading.times if t
    ):
        yield "time_far"
    yield f"time_of_{draft.kind}"


def _verb(draft: Draft, verb: Token) -> Iterator[str]:
    known, lemma = lexicon(), verb.lemma_.lower()
    object_ref = draft.object is not None and isinstance(draft.object.term, Ref)
    passive = verb.tag_ == "VBN" and draft.predicate.startswith(("is ", "was ", "are ", "were "))
    if passive:
        yield "passive_object" if draft.object is not None else "passive_bare"
    if lemma in known.speech | known.chat:
        yield "verb_speech"
        if object_ref and not draft.qualifiers:
            yield "told_nothing"
    elif lemma in _FELT:
        yield "verb_felt"
    elif lemma in _PERCEIVED:
        yield "verb_perceived"
    elif lemma in known.light:
        yield (
            f"verb_{lemma}"
            if lemma in {"be", "have", "get", "go", "take", "make", "do"}
            else "verb_light"
        )
    elif lemma in known.human:
        yield "verb_human"
    elif lemma in known.stative:
        yield "verb_stative"
    else:
        yield "verb_other"
    if len(draft.predicate.split()) > 3:
        yield "predicate_long"
    if verb.pos_ not in {"VERB", "AUX"}:
        yield "verb_not_verb"
    if verb.tag_ == "VBD":
        yield "past_simple"
    if verb.tag_ == "VBG":
        yield "progressive"


def _unit(draft: Draft, reading: Reading) -> Iterator[str]:
    doc, text = reading.doc, reading.unit.text
    words = [t for t in doc if t.is_alpha]
    if len(words) <= _SHORT:
        yield "unit_short"
    elif len(words) > _LONGER:
        yield "unit_longer"
    elif len(words) > _LONG:
        yield "unit_long"
    finite = sum(t.tag_ in _FINITE for t in doc)
    yield f"finite_{min(finite, 4)}"
    content = [t.i for t in doc if t.pos_ in _CONTENT and t.i not in reading.timed]
    share = sum(i in draft.tokens for i in content) / max(1, len(content))
    yield (
        "covers_all"
        if share >= 0.95
        else "covers_most"
        if share >= 0.6
        else ("covers_half" if share >= 0.3 else "covers_little")
    )
    if any(t.dep_ in {"dep", "meta"} for t in doc):
        yield "parse_dep"
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is not None and root.pos_ not in {"VERB", "AUX"}:
        yield "parse_root_no_verb"
    if sum(t.dep_ == "ROOT" for t in doc) > 1:
        yield "parse_roots"
    if text.count(",") > 1:
        yield "commas"
    if '"' in text or "“" in text:
        yield "quotes"
    if "..." in text or "…" in text:
        yield "ellipsis"
    if text.endswith("!"):
        yield "exclaimed"
    if any(t.lower_ == "like" and t.pos_ in {"ADP", "SCONJ"} for t in doc):
        yield "simile"
    if _GUESSED.intersection(t.lower_ for t in doc):
        yield "guessed"
    if any(t.lower_ == "if" for t in doc):
        yield "conditional"
    if draft.positive and any(t.dep_ == "neg" or t.lower_ in {"no", "never"} for t in doc):
        yield "negation_elsewhere"
    if any(t.lower_ in {"you", "your"} for t in doc):
        yield "second_person"
    if reading.place == 0:
        yield "unit_first"
