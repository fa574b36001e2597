"""From what retrieval brought back to scored facts and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kgmem.answering import reads
from kgmem.answering.matching import Focus, focus_of, stems
from kgmem.answering.material import Material, Passage, Scored, is_question
from kgmem.answering.people import People, people_of
from kgmem.answering.roles import SPEECH
from kgmem.answering.weights import FACT, PASSAGE, weigh
from kgmem.language.questions import Question
from kgmem.records import Episode
from kgmem.results import Candidate, Fact

if TYPE_CHECKING:
    from kgmem.protocols import Encoder, Reader
    from kgmem.snapshot import Snapshot

_ANSWERING = 2
"""Sentences at the head of a turn that count as the reply to a question before it."""

_SOMEBODY_ELSES = 0.5
"""How much a sentence counts as one's own that tells only of others, whoever said it."""

_READ = 14
"""Episodes whose every sentence and fact is looked at; the rest count by their candidates."""


def gather(
    question: Question,
    candidates: Sequence[Candidate],
    *,
    reader: Reader | None = None,
    snapshot: Snapshot | None = None,
    encoder: Encoder | None = None,
) -> Material:
    """Score what retrieval brought back, and all facts of the best episodes.

    Args:
        question: analysed.
        candidates: best first.
        reader: reads the facts and entities around them; without one, candidates are all there is.
        snapshot: resolves names to entities and holds the facts' vectors.
        encoder: the one whose vectors the snapshot holds; without one, words alone count.
    """
    facts = {c.fact.id: c.fact for c in candidates if c.fact is not None}
    turns = reads.turns(candidates, reader)
    if reader is not None:
        near, far = list(turns)[:_READ], list(turns)[_READ:]
        facts |= {f.id: f for f in reads.facts_of(near, reader, facts, snapshot)}
        facts |= {f.id: f for f in reads.over_in(far, reader, facts, snapshot)}
    people = people_of(question, [*turns.values()], facts.values(), reader, snapshot)
    told = {name: _split(turn.body) for name, turn in turns.items()}
    texts = [frozenset().union(*(s.stems for s in t)) for t in told.values()]
    focus = focus_of(question, texts or [stems(f.text) for f in facts.values()])
    closeness = reads.nearness(candidates)
    vector = encoder.encode([question.plain])[0] if encoder is not None else None
    dense = reads.dense(facts, snapshot, vector)
    replied = reads.replied_to(turns, reader)
    sentences = _sentences(turns, told, replied, reads.read_off(facts.values()), focus, people)
    passages = _weighed(
        sentences, facts.values(), dense, closeness, reads.standing(candidates), people
    )
    places = _by_episode(passages)
    placed = [
        _scored(f, focus, people, passage_of(f, places), dense.get(f.id, 0.0))
        for f in facts.values()
    ]
    placed.sort(key=lambda s: (-s.score, s.fact.id))
    passages.sort(key=lambda p: (-p.score, p.rank, p.start))
    types = reads.types(facts.values(), snapshot)
    book = reads.relations(reader)
    made = Material(question, focus, people, tuple(placed), tuple(passages), types, book)
    return made if encoder is None else replace(made, likeness=_likeness(question, encoder))


def _likeness(question: Question, encoder: Encoder) -> Callable[[Sequence[str]], Sequence[float]]:
    def cosines(texts: Sequence[str]) -> Sequence[float]:
        vector = encoder.encode([question.plain])[0]
        return [float(c) for c in encoder.encode(texts) @ vector]

    return cosines


class _Sentence(NamedTuple):
    """A sentence of a turn with its match to the question, before facts and rank are weighed."""

    episode: str
    text: str
    start: int
    end: int
    turn: Episode
    coverage: float
    joint: float
    around: float
    own: float
    rank: int
    raw: bool


class _Said(NamedTuple):
    """A sentence of a text, where it begins, and its stems."""

    start: int
    text: str
    stems: frozenset[str]


def _split(text: str) -> list[_Said]:
    return [_Said(start, said, stems(said)) for start, said in reads.sentences(text)]


_Place = TypeVar("_Place", _Sentence, Passage)


def _sentences(
    turns: Mapping[str, Episode],
    told: Mapping[str, Sequence[_Said]],
    replied: Mapping[str, str],
    read: Mapping[str, Sequence[tuple[int, frozenset[str]]]],
    focus: Focus,
    people: People,
) -> list[_Sentence]:
    found = []
    for rank, (name, turn) in enumerate(turns.items()):
        asked = stems(replied.get(name, ""))
        before = asked
        facts = read.get(name, ())
        raw = reads.is_data(turn.body)
        parts = told[name]
        whole = focus.coverage(*(s.stems for s in parts), asked, *(said for _, said in facts))
        for place, (start, text, said) in enumerate(parts):
            end = start + len(text)
            own = [said, *(more for at, more in facts if start <= at < end)]
            lead = (before, asked) if place < _ANSWERING else (before,)
            covered = focus.coverage(*own)
            joint = covered if covered >= 1.0 else focus.coverage(*own, *lead)
            owned = people.owns_words(turn.speaker, text, turn.body)
            found.append(
                _Sentence(name, text, start, end, turn, covered, joint, whole, owned, rank, raw)
            )
            before = said
    return found


def _weighed(
    sentences: Sequence[_Sentence],
    facts: Iterable[Fact],
    dense: Mapping[str, float],
    near: Mapping[str, float],
    behind: Mapping[str, float],
    people: People,
) -> list[Passage]:
    """The sentences as passages, with the cosine of their nearest fact and their score."""
    closest: dict[tuple[str, int], float] = {}
    about: dict[tuple[str, int], float] = {}
    places = _by_episode(sentences)
    for fact in facts:
        place = passage_of(fact, places)
        if place is not None:
            key = (place.episode, place.start)
            closest[key] = max(closest.get(key, 0.0), dense.get(fact.id, 0.0))
            if fact.tier == "asserted":
                about[key] = max(about.get(key, 0.0), people.owns_fact(fact))
    made = []
    for sentence in sentences:
        key = (sentence.episode, sentence.start)
        cosine, own = closest.get(key, 0.0), sentence.own
        if about.get(key, 1.0) < _SOMEBODY_ELSES:
            own = min(own, _SOMEBODY_ELSES)
        features = {
            "coverage": sentence.coverage,
            "joint": sentence.joint,
            "around": sentence.around,
            "own": own,
            "dense": cosine,
            "near": near.get(sentence.episode, 0.0),
            "asks": float(is_question(sentence.text)),
        }
        turn = sentence.turn
        made.append(
            Passage(
                sentence.episode, sentence.text, sentence.start, sentence.end,
                turn.speaker, turn.time, turn.source, score=weigh(PASSAGE, features),
                coverage=sentence.coverage, joint=sentence.joint, around=sentence.around, own=own,
                dense=cosine, rank=sentence.rank, behind=behind.get(sentence.episode, -1.0),
                raw=sentence.raw, origin=turn.origin,
                pictured=bool(turn.caption) and sentence.start > len(turn.text),
            )
        )  # fmt: skip
    return made


def _scored(
    fact: Fact, focus: Focus, people: People, passage: Passage | None, dense: float
) -> Scored:
    fields = f"{fact.subject} {fact.predicate} {fact.object} {' '.join(fact.qualifiers.values())}"
    covered = focus.coverage(stems(fields), stems(fact.relation.replace("_", " ")))
    own = people.owns_fact(fact)
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


def passage_of(fact: Fact, passages: Mapping[str, Sequence[_Place]]) -> _Place | None:
    """The sentence that a fact was read from, given the sentences by episode."""
    for evidence in fact.evidence:
        for passage in passages.get(evidence.episode, ()):
            if passage.start <= evidence.start < passage.end:
                return passage
    return None


def _by_episode(passages: Iterable[_Place]) -> dict[str, list[_Place]]:
    found: dict[str, list[_Place]] = {}
    for passage in passages:
        found.setdefault(passage.episode, []).append(passage)
    return found
