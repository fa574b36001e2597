"""What an answer is made from: facts and sentences, each scored against the question.

Sentences carry the facts that were read from them, so that a match of words ("the race") finds the
structured fields of the same sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from kgmem.answering.matching import Focus, stems
from kgmem.answering.people import People
from kgmem.language.catalogue import Catalogue, catalogue
from kgmem.language.questions import Question
from kgmem.results import Evidence, Fact
from kgmem.types import Origin


def is_stated(fact: Fact, *, ended: bool = False) -> bool:
    """Whether a fact says outright that something is really so.

    Args:
        fact: any.
        ended: whether it may be over.
    """
    holds = fact.status == "live" or (ended and fact.status == "ended")
    return holds and fact.positive and fact.tier == "asserted" and fact.modality == "actual"


def is_question(text: str) -> bool:
    """Whether a sentence ends as a question."""
    return text.rstrip(" \"'”’)").endswith("?")


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
        behind: how far its episode was found behind the best one, -1..0.
        raw: whether its episode is data (JSON), of which no phrase is cut.
        origin: how the words of its episode came in.
        pictured: whether it describes a picture that came with the words.
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
    behind: float = 0.0
    raw: bool = False
    origin: Origin = "observed"
    pictured: bool = False

    @property
    def asks(self) -> bool:
        """Whether the sentence is a question itself."""
        return is_question(self.text)

    def evidence(self, start: int | None = None, end: int | None = None) -> Evidence:
        """The sentence, or `[start, end)` of the body within it, as evidence."""
        first = self.start if start is None else start
        last = self.end if end is None else end
        quote = self.text[first - self.start : last - self.start]
        return Evidence(
            self.episode, first, last, quote, self.speaker, self.time, self.source, self.origin
        )


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
    """Everything that an answer to one question may be made from, best first.

    Attributes:
        question: analysed.
        focus: its content as weighted stems.
        people: whom it is about, and everybody else.
        facts: best first.
        passages: sentences, best first.
        types: entity id to type.
        book: relations, with those that users added to the namespace.
        unsaid: values that were taken back and that nothing in force gives ("Bo, not Al": Al).
        over: names of what is over for a question about how things stand.
        likeness: cosines between the question and phrases; zeros without an encoder.
    """

    question: Question
    focus: Focus
    people: People
    facts: tuple[Scored, ...]
    passages: tuple[Passage, ...]
    types: Mapping[str, str] = field(default_factory=dict)
    book: Catalogue = field(default_factory=catalogue)
    unsaid: frozenset[str] = frozenset()
    over: frozenset[str] = frozenset()
    likeness: Callable[[Sequence[str]], Sequence[float]] = lambda texts: [0.0] * len(texts)

    def type_of(self, fact: Fact) -> str:
        """Type of a fact's object, `thing` when nothing is known of it."""
        return self.types.get(fact.object_id or "", "thing")


def turn_stems(passage: Passage, material: Material) -> frozenset[str]:
    """The stems of all sentences of a sentence's turn."""
    same = (p.text for p in material.passages if p.episode == passage.episode)
    return frozenset(s for text in same for s in stems(text))
