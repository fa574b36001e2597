"""Signs of how far a draft can be trusted, read off its sentence, its parts and its own wording.

General properties only (how long, how complete, what kind of noun, what kind of verb): nothing
here knows a topic. What they weigh is fitted to judged facts
(`benchmarks/extraction/calibrate.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgmem.extraction.openie import tallies, vagueness
from kgmem.extraction.openie.drafts import Draft, sentence
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


SHORT, LONG = 6, 18
"""Words of a unit up to which it is short, and from which on it is long."""
MOST, HALF, ALL = 0.6, 0.3, 0.95
"""Shares of a unit's content words that a draft covers."""
_OPEN_END = _words(
    "of to in on at for with from by as than about into the a an and or but that which who is are"
    " was were be 's not my your his her their our its this these those so very too if when"
)
_RELATIVE = _words(
    "last first second third next other another new old same back front whole entire final best"
    " worst main right wrong big next-door latest previous rest own actual only"
)
_STAND_INS = _words(
    "one ones it that this them these those something anything everything nothing someone thing"
    " things stuff way lot bit half most all some both few more others other"
)
_PRONOUNS = _words("it he she they them him one ones its")
_EMPTY = _words(
    "a an the of to in on at for with from by as and or that which who is are was were be been"
    " being has have had will would can could do does did not got get gets going it this"
)
_FELT = _words("think know feel believe guess wonder mean suppose care mind")
_PLAIN_VERBS = _words("be have get go take make do")
_OF_NO_CLAUSE = _words("other go get take do light")
_ROLES = _words("with in at for to from on how_many about")
_RESOLVED = _words("coref coref_sure coref_only coref_it")
_PARTING = _words(
    "sell lose quit leave stop cancel divorce separate die retire fire resign return drop end"
)
_PARTED = _words("divorced separated fired sacked evicted dumped")
_PARTING_PHRASES = _words(
    "give_up give_away pass_away break_up split_up move_out lay_off run_away close_down shut_down"
    " break_down throw_out throw_away drop_out let_go"
)
_DOUBLED = re.compile(
    r"\b(\w+) \1\b|\b(?:a|an|the|'s) (?:a|an|the|then|not)\b"
    r"|\b(?:to|of|for|at|in|on|from) (?:to|of|for|at)\b"
    r"|\b(?:be|been|is|was) (?:do|does|did|be|is)\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|probably|might|could|may|guess|suppose|almost|nearly|seem|apparently"
    r"|supposed|should|would|hopefully)\b",
    re.IGNORECASE,
)
_CEASED = re.compile(r"\b(?:any ?more|no longer|any longer)\b", re.IGNORECASE)


def signs(draft: Draft, reading: Reading) -> frozenset[str]:
    """The signs of a draft in its unit."""
    found = {*_subject(draft), *_object(draft), *_wording(draft), *_time(draft, reading)}
    found |= {*_qualifiers(draft), *vagueness.pointing(draft, reading)}
    if draft.verb >= 0 and "answer" not in draft.flags:  # an answer's verb is the question's
        verb = reading.doc[draft.verb]
        found |= {*_verb(draft, verb), *_extent(draft, reading, verb), *_unit(draft, reading)}
    return frozenset(found)


def _subject(draft: Draft) -> Iterator[str]:
    """Whether it is about a name, somebody's kin, an animal or a mere noun; by a pronoun or not."""
    term = draft.subject.term
    assert isinstance(term, Ref)
    kind = "animal" if term.type == "animal" else "noun"
    kind = "name" if term.named else "kin" if "'s " in term.name else kind
    yield f"about_{kind}_resolved" if _RESOLVED & draft.subject.flags else f"about_{kind}"
    words = draft.subject.surface.lower().split()
    if words[:1] in (["a"], ["an"], ["some"]):
        yield "subject_indefinite"
    if "subject_common" in draft.flags and not term.named and len(draft.subject.tokens) == 1:
        bare = not {"plural", "definite", "deictic", "possessed"} & draft.subject.flags
        if bare and len(words) == 1 and not words[0].endswith("s"):
            yield "subject_bare"  # "survey needs a boiler", "wrist is sore": which one?


def _object(draft: Draft) -> Iterator[str]:
    found = draft.object
    words = found.surface.lower().split() if found is not None else []
    if found is None or not words:
        return
    if len(words) > 5:
        yield "object_long"
    if words[-1] in _STAND_INS:
        yield "object_stand_in"
    if words[0] in {"a", "an", "some"}:
        yield "object_indefinite"
    if isinstance(found.term, Value):
        yield f"value_{found.term.kind}"
        if _is_clause(found) and vagueness.BARE_END.search(found.surface):
            yield "clause_bare"
        return
    if vagueness.familiar(found):
        yield "object_familiar"
    if vagueness.headed_vaguely(words):
        yield "object_vague_head"
    if not found.term.named and _RELATIVE.intersection(words):
        yield "object_relative_word"
    role = draft.predicate.split()[-1] in {"a", "as"}  # "works as a plumber": nobody else
    if found.term.type == "person" and not draft.qualifiers and not role:
        yield "object_person_alone"
    if len(words) == 1 and not found.term.named:
        yield "object_one_word"


def _wording(draft: Draft) -> Iterator[str]:
    """How the fact reads by itself."""
    text = sentence(draft)
    words = text.lower().rstrip(".").split()
    if _DOUBLED.search(text):
        yield "wording_doubled"
    if "  " in text or '"' in text or ":" in text:
        yield "wording_broken"
    if _PRONOUNS.intersection(words):
        yield "wording_pronoun"
    if len(words) <= 3:
        yield "wording_short"
    if len(words) > 14:
        yield "wording_long"
    if words[-1] in _OPEN_END:
        yield "wording_open_end"
    told = sum(w not in _EMPTY for w in words) - len(draft.subject.surface.split())
    yield f"told_{max(0, min(told, 5))}"


def _qualifiers(draft: Draft) -> Iterator[str]:
    """What its further participants are like; unnamed companions are none."""
    told = [(role, a) for role, a in draft.qualifiers if a.surface != "others"]
    if len(told) == 1:
        yield "qualifier_one"
    if len({role for role, _ in told}) < len(told):
        yield "roles_repeated"
    for role, argument in told:
        words = len(argument.surface.split())
        if role not in _ROLES:
            yield "qualifier_rare"
        if role in {"that", "if"} and words < 3:
            yield "qualifier_stump"
        if words > 4:
            yield "qualifier_long"
        if _is_clause(argument):
            yield "qualifier_clause"


def _is_clause(argument: Argument) -> bool:
    return isinstance(argument.term, Value) and argument.term.kind == "clause"


def _time(draft: Draft, reading: Reading) -> Iterator[str]:
    if draft.validity is None:
        if reading.times:
            yield "time_elsewhere"
        return
    wording = draft.validity.wording
    if ", since" in wording:
        yield "time_length_since"
    if re.match(r"the (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)", wording):
        yield "time_weekday"
    if wording.startswith("since"):
        yield "time_since"
    if not any(c.isdigit() for c in wording):
        yield "time_vague"
    yield f"time_of_{draft.kind}"


def _verb(draft: Draft, verb: Token) -> Iterator[str]:
    known, lemma = lexicon(), verb.lemma_.lower()
    if verb.tag_ == "VBN" and draft.predicate.startswith(("is ", "was ", "are ", "were ")):
        yield "passive_object" if draft.object is not None else "passive_bare"
    kind = _verb_class(lemma)
    yield f"verb_{kind}"
    if draft.object is not None and _is_clause(draft.object) and kind in _OF_NO_CLAUSE:
        yield "swallowed"
    told = draft.object.term if draft.object is not None else None
    # "asked for a print" tells what, and so does "congratulated Ana on her win"
    wanted = draft.predicate.endswith(" for") or "courtesy" in draft.flags
    if lemma in known.speech | known.chat and _hears(told) and not wanted and not _says_what(draft):
        yield "told_nothing"
    if not draft.positive and _CEASED.search(verb.doc.text):
        yield "ceased"
    if len(draft.predicate.split()) > 3:
        yield "predicate_long"
    if verb.tag_ == "VBD":
        yield "past_simple"
    if verb.tag_ == "VBG":
        yield "progressive"


def _says_what(draft: Draft) -> bool:
    return any(role not in {"at", "in", "on", "by", "when", "with"} for role, _ in draft.qualifiers)


def _hears(term: object) -> bool:
    return isinstance(term, Ref) and term.type in {"person", "group", "animal"}


def _verb_class(lemma: str) -> str:
    known = lexicon()
    classes = (
        ("speech", known.speech | known.chat),
        ("felt", _FELT),
        (lemma, _PLAIN_VERBS),
        ("light", known.light),
        ("human", known.human),
        ("stative", known.stative),
    )
    return next((name for name, words in classes if lemma in words), "other")


def _extent(draft: Draft, reading: Reading, verb: Token) -> Iterator[str]:
    """How long the unit is and how much of it the draft tells."""
    seen = tallies.tally(reading.doc)
    if seen.words <= SHORT:
        yield "unit_short"
    elif seen.words > LONG:
        yield "unit_long"
    yield f"finite_{min(seen.finite, 4)}"
    content = [i for i in seen.content if i not in reading.timed]
    share = sum(i in draft.tokens for i in content) / max(1, len(content))
    sizes = ((ALL, "all"), (MOST, "most"), (HALF, "half"), (0.0, "little"))
    yield "covers_" + next(name for least, name in sizes if share >= least)
    if share >= MOST and verb.dep_ == "ROOT" and _parts(draft, verb):
        yield "parting"


def _parts(draft: Draft, verb: Token) -> bool:
    """Whether it tells plainly that something has ended: "sold the car", "was laid off"."""
    if not draft.positive or draft.modality != "actual" or verb.tag_ not in {"VBD", "VBN"}:
        return False
    said = verb.lemma_.lower()
    if said == "get" and draft.object is not None and draft.object.surface.lower() in _PARTED:
        return True
    particles = [c.lower_ for c in verb.children if c.dep_ in {"prt", "advmod"}]
    return said in _PARTING or any(f"{said}_{p}" in _PARTING_PHRASES for p in particles)


def _unit(draft: Draft, reading: Reading) -> Iterator[str]:
    """What else the sentence holds."""
    seen, text = tallies.tally(reading.doc), reading.unit.text
    yield from seen.marks
    if text.count(",") > 1:
        yield "commas"
    if '"' in text or "“" in text:
        yield "quotes"
    if _UNSURE.search(text):
        yield "guessed"
    if draft.positive and seen.denies:
        yield "negation_elsewhere"
