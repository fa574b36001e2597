"""What an answer is made from: facts and sentences, each scored against the question.

Sentences carry the facts that were read from them, so that a match of words ("the race") finds the
structured fields of the same sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from kgmem.answering.matching import Focus, focus_of, stems
from kgmem.answering.people import People, people_of
from kgmem.answering.roles import SPEECH
from kgmem.answering.weights import FACT, PASSAGE, weigh
from kgmem.language.questions import Question
from kgmem.records import Entity, EntityId, Episode, Support
from kgmem.results import Candidate, Evidence, Fact
from kgmem.types import Floats

if TYPE_CHECKING:
    from kgmem.protocols import Reader
    from kgmem.snapshot import Snapshot

_SENTENCE = re.compile(r"[^.!?\n]*[^.!?\n\s][^.!?\n]*(?:[.!?]+[\"'”’)]*|\n|$)")
_ANSWERING = 2
_READ = 14
"""Episodes whose every sentence and fact is looked at; the rest count by their candidates."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of an episode.

    Attributes:
        text: the sentence; `start` and `end` its place in the episode's body.
        score: how well it matches, see `kgmem.answering.weights`.
        coverage: share of the question's content in the sentence itself.
        joint: the same together with the sentence before it, or the question that it replies to.
        around: the same for the whole turn.
        own: whether it is by or about whom the question is about (0..1).
        dense: cosine between the question and the nearest fact of the sentence.
        rank: place of its episode among the candidates.
    """

    episode: str
    text: str
    start: int
    end: int
    speaker: str | None
    time: datetime
    source: str | None
    score: float = 0.0
    coverage: float = 0.0
    joint: float = 0.0
    around: float = 0.0
    own: float = 0.0
    dense: float = 0.0
    rank: int = 0

    @property
    def asks(self) -> bool:
        """Whether the sentence is a question itself."""
        return self.text.rstrip(" \"'”’)").endswith("?")

    def evidence(self, start: int | None = None, end: int | None = None) -> Evidence:
        """The sentence, or `[start, end)` of the body within it, as evidence."""
        first = self.start if start is None else start
        last = self.end if end is None else end
        quote = self.text[first - self.start : last - self.start]
        return Evidence(self.episode, first, last, quote, self.speaker, self.time, self.source)


@dataclass(frozen=True, slots=True)
class Scored:
    """A fact with its match to the question.

    Attributes:
        fact: the fact.
        score: overall match.
        coverage: share of the question's content in the fact's own fields.
        own: whether it is about whom the question is about (0..1).
        passage: the sentence that it was read from, where that was looked at.
    """

    fact: Fact
    score: float
    coverage: float
    own: float
    passage: Passage | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that an answer to one question may be made from, best first."""

    question: Question
    focus: Focus
    people: People
    facts: tuple[Scored, ...]
    passages: tuple[Passage, ...]
    types: Mapping[str, str] = field(default_factory=dict)

    def type_of(self, fact: Fact) -> str:
        """Type of a fact's object, `thing` when nothing is known of it."""
        return self.types.get(fact.object_id or "", "thing")


def gather(
    question: Question,
    candidates: Sequence[Candidate],
    *,
    reader: Reader | None = None,
    snapshot: Snapshot | None = None,
    vector: Floats | None = None,
) -> Material:
    """Score what retrieval brought back, and all facts of the best episodes.

    Args:
        question: analysed.
        candidates: best first.
        reader: reads the facts and entities around them; without one, candidates are all there is.
        snapshot: resolves names to entities and holds the facts' vectors.
        vector: the embedding of the question's content; without one, words alone count.
    """
    facts = {c.fact.id: c.fact for c in candidates if c.fact is not None}
    turns = _turns(candidates, reader)
    if reader is not None:
        facts |= {f.id: f for f in _facts_of(list(turns)[:_READ], reader, facts)}
    people = people_of(question, [*turns.values()], facts.values(), reader, snapshot)
    texts = [turn.body for turn in turns.values()] or [f.text for f in facts.values()]
    focus = focus_of(question, texts)
    near = _nearness(candidates)
    dense = _dense(facts, snapshot, vector)
    passages = _passages(
        turns, _replied_to(turns, reader), _read_off(facts.values()), focus, people
    )
    passages = _weighed(passages, facts.values(), dense, near)
    placed = [_scored(f, focus, people, passages, dense.get(f.id, 0.0)) for f in facts.values()]
    placed.sort(key=lambda s: (-s.score, s.fact.id))
    passages.sort(key=lambda p: (-p.score, p.rank, p.start))
    return Material(
        question, focus, people, tuple(placed), tuple(passages), _types(facts.values(), reader)
    )


def _turns(candidates: Sequence[Candidate], reader: Reader | None) -> dict[str, Episode]:
    """The episodes of the candidates in rank order, read or rebuilt from the candidates."""
    order = list(dict.fromkeys(e for c in candidates for e in c.episodes or ()))
    if reader is not None:
        rows = reader.get(order)
        return {i: r for i in order if isinstance(r := rows.get(i), Episode)}
    found: dict[str, Episode] = {}
    for candidate in candidates:
        if candidate.kind == "episode":
            source = candidate.evidence[0].source if candidate.evidence else None
            found[candidate.id] = Episode(
                candidate.id,
                candidate.text,
                candidate.time,
                candidate.time,
                speaker=candidate.speaker,
                source=source,
            )
    return found


def _replied_to(turns: Mapping[str, Episode], reader: Reader | None) -> dict[str, str]:
    """For each turn the question that ends the turn before it in its thread, where one does."""
    before = {i: f"ep{int(i[2:]) - 1}" for i in turns if i[2:].isdigit()}
    rows: dict[str, object] = dict(turns)
    if reader is not None:
        rows |= reader.get(v for v in before.values() if v not in turns)
    found = {}
    for name, previous in before.items():
        row = rows.get(previous)
        if isinstance(row, Episode) and row.thread == turns[name].thread:
            sentences = [m.group().strip() for m in _SENTENCE.finditer(row.text)]
            found[name] = " ".join(s for s in sentences[-2:] if s.endswith("?"))
    return found


def _facts_of(episodes: Sequence[str], reader: Reader, have: Mapping[str, Fact]) -> list[Fact]:
    from kgmem.snapshot.views import view_facts

    rows = reader.find("support", "episode", episodes)
    ids = dict.fromkeys(r.fact for r in rows if isinstance(r, Support))
    return view_facts(reader, [i for i in ids if i not in have], reader.namespace)


def _types(facts: Iterable[Fact], reader: Reader | None) -> dict[str, str]:
    if reader is None:
        return {}
    ids = {i for f in facts for i in (f.object_id, f.subject_id) if i}
    return {i: row.type for i, row in reader.get(ids).items() if isinstance(row, Entity)}


def _nearness(candidates: Sequence[Candidate]) -> dict[str, float]:
    """How near retrieval thought each episode: 1 for the best, falling with its rank."""
    order = list(dict.fromkeys(e for c in candidates for e in c.episodes or ()))
    return {e: 1.0 / (1.0 + 0.15 * i) for i, e in enumerate(order)}


def _dense(
    facts: Mapping[str, Fact], snapshot: Snapshot | None, vector: Floats | None
) -> dict[str, float]:
    if snapshot is None or vector is None:
        return {}
    vectors = {f: v for f in facts if (v := snapshot.fact_vector(f)) is not None}
    return {f: float(v @ vector) for f, v in vectors.items()}


def _read_off(facts: Iterable[Fact]) -> dict[str, list[tuple[int, frozenset[str]]]]:
    """By episode, where asserted facts begin and what they say beyond the words: "has pet"."""
    found: dict[str, list[tuple[int, frozenset[str]]]] = {}
    for fact in facts:
        if fact.tier == "asserted" and fact.positive:
            said = stems(f"{fact.text} {fact.relation.replace('_', ' ')}")
            for evidence in fact.evidence:
                found.setdefault(evidence.episode, []).append((evidence.start, said))
    return found


def _passages(
    turns: Mapping[str, Episode],
    replied: Mapping[str, str],
    read: Mapping[str, Sequence[tuple[int, frozenset[str]]]],
    focus: Focus,
    people: People,
) -> list[Passage]:
    found = []
    for rank, (name, turn) in enumerate(turns.items()):
        asked = stems(replied.get(name, ""))
        before = asked
        facts = read.get(name, ())
        whole = focus.coverage(stems(turn.body).union(asked, *(said for _, said in facts)))
        for place, match in enumerate(_SENTENCE.finditer(turn.body)):
            text = match.group().strip()
            start = match.start() + len(match.group()) - len(match.group().lstrip())
            inside = (said for at, said in facts if start <= at < start + len(text))
            own = stems(text).union(*inside)
            lead = before | (asked if place < _ANSWERING else frozenset())
            passage = Passage(
                name, text, start, start + len(text), turn.speaker, turn.time, turn.source,
                coverage=focus.coverage(own), joint=focus.coverage(own | lead), around=whole,
                own=people.owns_words(turn.speaker, text), rank=rank,
            )  # fmt: skip
            found.append(passage)
            before = own
    return found


def _weighed(
    passages: Sequence[Passage],
    facts: Iterable[Fact],
    dense: Mapping[str, float],
    near: Mapping[str, float],
) -> list[Passage]:
    """The passages with the cosine of their nearest fact and their score."""
    closest: dict[tuple[str, int], float] = {}
    for fact in facts:
        passage = passage_of(fact, passages)
        if passage is not None:
            key = (passage.episode, passage.start)
            closest[key] = max(closest.get(key, 0.0), dense.get(fact.id, 0.0))
    made = []
    for passage in passages:
        cosine = closest.get((passage.episode, passage.start), 0.0)
        features = {
            "coverage": passage.coverage,
            "joint": passage.joint,
            "around": passage.around,
            "own": passage.own,
            "dense": cosine,
            "near": near.get(passage.episode, 0.0),
            "asks": float(passage.asks),
        }
        made.append(replace(passage, dense=cosine, score=weigh(PASSAGE, features)))
    return made


def _scored(
    fact: Fact, focus: Focus, people: People, passages: Sequence[Passage], dense: float
) -> Scored:
    fields = f"{fact.subject} {fact.predicate} {fact.object} {' '.join(fact.qualifiers.values())}"
    covered = focus.coverage(stems(fields) | stems(fact.relation.replace("_", " ")))
    own = people.owns_fact(fact)
    passage = passage_of(fact, passages)
    features = {
        "passage": passage.score if passage else 0.0,
        "coverage": covered,
        "own": own,
        "dense": dense,
        "asserted": float(fact.tier == "asserted"),
        "said": float(fact.predicate in SPEECH),
        "picture": float(fact.predicate.startswith("shared a photo") and not focus.pictures),
    }
    return Scored(fact, weigh(FACT, features), covered, own, passage)


def passage_of(fact: Fact, passages: Sequence[Passage]) -> Passage | None:
    """The sentence that a fact was read from."""
    for evidence in fact.evidence:
        for passage in passages:
            inside = passage.start <= evidence.start < passage.end
            if passage.episode == evidence.episode and inside:
                return passage
    return None


__all__ = ["EntityId", "Material", "Passage", "Scored", "gather", "passage_of"]
