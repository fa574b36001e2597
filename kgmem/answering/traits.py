"""What speaks for a phrase as the answer: its sentence, its place in it, its form, its type."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.answering.families import LABELS, asks_kind, family
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage, Scored
from kgmem.answering.phrases import Phrase, phrases_of
from kgmem.answering.roles import stranded
from kgmem.answering.slots import slot_of
from kgmem.answering.times import denies
from kgmem.language.names import normalise

_NOTHING = re.compile(
    r"^(?:i|you|he|she|it|we|they|me|us|them|him|that|this|these|those|there|some(?:one|thing)|"
    r"every(?:one|thing)|any(?:one|thing)|nothing|lots?|bit|things?|stuff|ones?|ways?|times?|kind|"
    r"sort|couple|tons?|(?:so )?much|more|today|yesterday|tomorrow|tonight|now|lately|recently)$",
    re.I,
)
_LIGHT = frozenset(("be", "do", "have", "go", "get", "make"))
_COARSE = {
    "noun": "n", "core": "n", "full": "n", "name": "n", "title": "n", "number": "num", "list": "l",
    "action": "v", "state": "j", "rest": "j", "clause": "c", "reason": "r",
}  # fmt: skip
_WHERE = ("in", "at", "on", "to", "from", "near")
_MEANS = ("by", "with", "through")
_NAMED = ("person", "place", "organization", "work")
_TOKEN = re.compile(r"[\w'’-]+")
_FAR = 200

Traits = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question seeks, worked out once.

    Attributes:
        family: see `kgmem.answering.families`.
        slot: how the asked word hangs on its verb, and the stems of that `verb`.
        verb: without those that say little.
        last: the preposition that the question ends in.
        stems: all that the question says, names too.
        labels: the kinds of names that would fit; empty when any phrase may.
        kind: whether it asks of what kind something is.
        denies: whether what is denied answers it: "What does Sam no longer eat?", "Why ...?".
    """

    family: str
    slot: str
    verb: frozenset[str]
    last: str
    stems: frozenset[str]
    labels: tuple[str, ...]
    kind: bool
    denies: bool


def sought(material: Material) -> Sought:
    """What a question seeks."""
    question = material.question
    slot, _, verb = slot_of(question.short)
    named = {s for name in question.names for s in stems(name)}
    return Sought(
        family(question), slot, verb - _LIGHT, stranded(question.short),
        stems(question.content) | named, LABELS.get(question.answer_type, ()), asks_kind(question),
        denies(question) or question.kind in ("why", "how"),
    )  # fmt: skip


def considered(material: Material, most: int) -> Iterator[tuple[Phrase, Passage, dict[str, float]]]:
    """The phrases of the best sentences with what speaks for and against each.

    Args:
        material: everything found.
        most: sentences looked at; those that ask are none of them.
    """
    counts = material.question.kind == "how_many" and not material.focus.pictures
    kept = [p for p in material.passages if not (p.asks or p.raw or (counts and p.pictured))][:most]
    if not kept:
        return
    found = phrases_of([p.text for p in kept], material.question.short)
    seeks = sought(material)
    facts = _facts_by_sentence(material)
    for rank, (passage, phrases) in enumerate(zip(kept, found, strict=True)):
        near = facts.get((passage.episode, passage.start), ())
        shared = _sentence_traits(passage, rank, kept[0].score, material)
        shared["fact_coverage"] = max((s.coverage for s in near), default=0.0)
        own = normalise(passage.speaker or "") in material.people.asked
        places = _matches(passage.text, material)
        told = _told(near)
        for phrase in phrases:
            said = stems(phrase.text)
            if (said and said <= seeks.stems) or _NOTHING.match(phrase.text):
                continue
            if phrase.denied and not seeks.denies and phrase.form not in ("clause", "reason"):
                continue
            traits = dict(shared)
            traits |= _form(phrase, said, seeks, passage)
            traits |= _place(phrase, said, seeks, material, passage)
            traits |= _near(phrase, places)
            traits |= _type(phrase, seeks, material)
            traits |= _of_family(phrase, seeks)
            fact = told.get(normalise(phrase.text))
            traits["fact_part"] = float(fact is not None)
            traits["fact_own"] = fact.own if fact else 0.0
            traits[f"by_{phrase.agent or 'none'}_{'own' if own else 'other'}"] = 1.0
            yield phrase, passage, traits


def _facts_by_sentence(material: Material) -> dict[tuple[str, int], list[Scored]]:
    found: dict[tuple[str, int], list[Scored]] = {}
    for scored in material.facts:
        if scored.passage is not None and scored.fact.tier == "asserted":
            found.setdefault((scored.passage.episode, scored.passage.start), []).append(scored)
    return found


def _told(near: Sequence[Scored]) -> dict[str, Scored]:
    """Normal form of the objects and qualifiers of the facts of a sentence."""
    found: dict[str, Scored] = {}
    for scored in near:
        for text in (scored.fact.object, *scored.fact.qualifiers.values()):
            found.setdefault(normalise(text), scored)
    found.pop("", None)
    return found


def _sentence_traits(
    passage: Passage, rank: int, best: float, material: Material
) -> dict[str, float]:
    return {
        "sentence_score": passage.score - best,
        "sentence_rank": 1.0 / (1 + rank),
        "sentence_coverage": passage.coverage,
        "sentence_joint": passage.joint,
        "sentence_around": passage.around,
        "sentence_own": passage.own,
        "sentence_dense": passage.dense,
        "turn_rank": 1.0 / (1 + 0.15 * passage.rank),
        "turn_behind": passage.behind,
        "sentence_long": math.log(1 + len(passage.text.split())),
        "out_of_time": _out_of_time(passage, material),
    }


def _out_of_time(passage: Passage, material: Material) -> float:
    """Whether a turn lies outside of the time that the question names, or two weeks after it."""
    window = material.question.window
    first = window.start.earliest if window and window.start else None
    if window is None or first is None:
        return 0.0
    last = window.end.latest if window.end else (window.start.latest if window.start else None)
    days = (passage.time - first).days
    inside = days >= 0 and (last is None or passage.time <= last)
    return float(not (inside or -1 <= days <= 14))


def _form(
    phrase: Phrase, said: frozenset[str], seeks: Sought, passage: Passage
) -> dict[str, float]:
    size = len(phrase.text.split())
    return {
        "new": len(said - seeks.stems) / len(said) if said else 0.0,
        "empty": float(not said),
        "single": float(size == 1),
        "size": math.log(size),
        "size_squared": math.log(size) ** 2,
        "whole": size / max(len(passage.text.split()), 1),
        f"form_{phrase.form}": 1.0,
        f"slot_{phrase.slot}": 1.0,
        "proper": float(phrase.text[:1].isupper() and phrase.start > 0),
    }


def _place(
    phrase: Phrase, said: frozenset[str], seeks: Sought, material: Material, passage: Passage
) -> dict[str, float]:
    weights, total = material.focus.weights, material.focus.total or 1.0
    head = material.focus.head
    verb = min(1.0, 2 * max((weights.get(s, 0.0) for s in phrase.verb), default=0.0) / total)
    asked_verb = float(bool(seeks.verb & phrase.verb))
    slot = float(bool(seeks.slot) and seeks.slot == phrase.slot)
    sentence = stems(passage.text) - said
    return {
        "verb": verb,
        "asked_verb": asked_verb,
        "asked_slot": slot,
        "slot_of_verb": slot * max(verb, asked_verb),
        "asked_prep": float(bool(seeks.last) and seeks.last == phrase.prep),
        "other_prep": float(bool(seeks.last) and seeks.last != phrase.prep and bool(phrase.prep)),
        "clause": sum(w for s, w in weights.items() if s in phrase.clause) / total,
        "rest": sum(w for s, w in weights.items() if s in sentence) / total,
        "echo": sum(w for s, w in weights.items() if s in said and s not in head) / total,
        "head_in": float(bool(head & said)),
        "head_is": float(phrase.head in head),
        "kind_of_head": float(seeks.kind and phrase.head in head),
    }


def _matches(text: str, material: Material) -> list[int]:
    """Where the words of a sentence begin that say something of the question."""
    wanted = material.focus.weights.keys()
    return [m.start() for m in _TOKEN.finditer(text) if not wanted.isdisjoint(stems(m.group()))]


def _near(phrase: Phrase, places: Sequence[int]) -> dict[str, float]:
    gaps = (abs(at - phrase.start) for at in places if not phrase.start <= at < phrase.end)
    return {
        "after_match": float(any(at < phrase.start for at in places)),
        "near_match": 1.0 / (1 + min(gaps, default=_FAR) / 20),
    }


def _type(phrase: Phrase, seeks: Sought, material: Material) -> dict[str, float]:
    fits, named = phrase.label in seeks.labels, phrase.text[:1].isupper()
    wanted = material.question.answer_type
    return {
        "a_time": float(phrase.label in ("DATE", "TIME") and wanted != "time"),
        "type_fits": float(bool(seeks.labels) and fits),
        "type_differs": float(bool(seeks.labels) and bool(phrase.label) and not fits),
        "named_type": float(wanted in _NAMED and named),
    }


def _of_family(phrase: Phrase, seeks: Sought) -> dict[str, float]:
    """What counts only for questions of one family."""
    name, size = seeks.family, math.log(len(phrase.text.split()))
    found = {
        f"{name}_{_COARSE[phrase.form]}": 1.0,
        f"{name}_in_{phrase.slot}": 1.0,
        f"{name}_size": size,
        f"{name}_size_squared": size * size,
    }
    if name == "why":
        purpose = phrase.form == "action" and phrase.slot in ("action", "adverb")
        found["why_purpose"] = float(phrase.prep in ("for", "because") or purpose)
    elif name == "how":
        found["how_means"] = float(phrase.prep in _MEANS)
    elif name == "where":
        found["where_place"] = float(phrase.prep in _WHERE)
    elif name in ("name", "who"):
        found[f"{name}_proper"] = float(phrase.text[:1].isupper() or phrase.form == "title")
    return found
