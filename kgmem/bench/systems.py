"""The systems that the LOCOMO harness compares; none of them sees a question's category.

Baselines rank turns: BM25, dense, their reciprocal-rank fusion; `full` is the whole conversation.
Without a reader model a baseline answers with its best turn: what one gets from retrieval
alone. `oracle_turn` answers with the gold turn that scores best: a ceiling, no rival.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kgmem.bench.dataset import QA, Conversation, Turn, observations
from kgmem.bench.ranking import bm25, fuse
from kgmem.bench.scorer import official
from kgmem.engine.reading import asked, distil
from kgmem.errors import InputError
from kgmem.language.tokens import estimate_tokens
from kgmem.results import Answer, Candidate, Context
from kgmem.types import Floats

if TYPE_CHECKING:
    from kgmem.memory import Memory
    from kgmem.protocols import LLM, Encoder

BUDGETS = (500, 1000)
READER_BUDGET = 800


@dataclass(frozen=True, slots=True)
class Asked:
    """What a system made of one question.

    Attributes:
        answer: its text.
        ranked: turn ids, best first, each once.
        within: for each budget in `BUDGETS` the turn ids that a context of that size holds.
        tokens: size of the context that was (or would be) read.
        seconds: retrieval and answering together.
        confidence: the system's own, where it has one.
        reason: how the answer was found.
    """

    answer: str
    ranked: tuple[str, ...]
    within: dict[int, tuple[str, ...]]
    tokens: int
    seconds: float
    confidence: float = 0.0
    reason: str = ""


class System(Protocol):
    """Something that remembers a conversation and answers questions about it."""

    name: str

    def ingest(self, conversation: Conversation) -> float:
        """Take a conversation in, forgetting the one before; returns seconds."""
        ...

    def ask(self, question: QA) -> Asked:
        """Answer one question; its category and answer must not be read."""
        ...


@dataclass
class Turns:
    """A baseline that ranks turns.

    Args:
        name: of the system.
        encoder: for the dense ranking; None ranks by BM25 alone.
        lexical: whether BM25 takes part.
        llm: reads the best turns; None answers with the best turn.
    """

    name: str
    encoder: Encoder | None = None
    lexical: bool = True
    llm: LLM | None = None
    _turns: Sequence[Turn] = field(default=(), repr=False)
    _end: datetime | None = None
    _vectors: Floats | None = field(default=None, repr=False)
    _scores: Callable[[str], np.ndarray] | None = field(default=None, repr=False)

    def ingest(self, conversation: Conversation) -> float:
        """Index the turns."""
        start = perf_counter()
        self._turns, self._end = conversation.turns, conversation.end
        bodies = [f"{t.speaker}: {t.body}" for t in self._turns]
        self._scores = bm25(bodies) if self.lexical else None
        self._vectors = self.encoder.encode(bodies) if self.encoder else None
        return perf_counter() - start

    def ask(self, question: QA) -> Asked:
        """Rank the turns; answer with the best one or with the reader's words."""
        start = perf_counter()
        order = self._order(question.question)
        turns = [self._turns[i] for i in order]
        within = {b: tuple(t.id for t in fill(turns, b)) for b in BUDGETS}
        read = fill(turns, READER_BUDGET)
        answer = turns[0].text
        if self.llm is not None:
            answer = read_turns(question.question, read, self.llm, self._turns[-1])
        tokens = sum(estimate_tokens(line(t)) for t in read)
        seconds = perf_counter() - start
        return Asked(answer, tuple(t.id for t in turns), within, tokens, seconds)

    def _order(self, question: str) -> list[int]:
        scores = []
        if self._scores is not None:
            scores.append(self._scores(question))
        if self._vectors is not None and self.encoder is not None:
            scores.append(self._vectors @ self.encoder.encode([question])[0])
        return fuse(scores)


@dataclass
class FullContext:
    """The whole conversation as context: what memory is meant to save."""

    llm: LLM | None = None
    name: str = "full"
    _turns: Sequence[Turn] = field(default=(), repr=False)

    def ingest(self, conversation: Conversation) -> float:
        """Keep the turns."""
        self._turns = conversation.turns
        return 0.0

    def ask(self, question: QA) -> Asked:
        """Everything in order; an answer only with a reader."""
        start = perf_counter()
        answer = ""
        if self.llm is not None:
            answer = read_turns(question.question, self._turns, self.llm, self._turns[-1])
        tokens = sum(estimate_tokens(line(t)) for t in self._turns)
        within = {b: tuple(t.id for t in fill(self._turns, b)) for b in BUDGETS}
        ids = tuple(t.id for t in self._turns)
        return Asked(answer, ids, within, tokens, perf_counter() - start)


@dataclass
class OracleTurn:
    """The gold turn that scores best, as the answer: a ceiling, told evidence and answer."""

    name: str = "oracle_turn"
    _turns: dict[str, Turn] = field(default_factory=dict, repr=False)

    def ingest(self, conversation: Conversation) -> float:
        """Keep the turns by id."""
        self._turns = {t.id: t for t in conversation.turns}
        return 0.0

    def ask(self, question: QA) -> Asked:
        """The best gold turn."""
        texts = [self._turns[i].text for i in question.evidence]
        best = max(texts, key=lambda t: official(question.category, t, question.answer), default="")
        within = dict.fromkeys(BUDGETS, question.evidence)
        return Asked(best, question.evidence, within, estimate_tokens(best), 0.0)


@dataclass
class Kgmem:
    """kgmem through its public facade.

    Args:
        open_memory: gives the memory of a conversation by its id; what is in it stays as it is.
        name: of the system.
    """

    open_memory: Callable[[str], Memory]
    name: str = "kgmem"
    _memory: Memory | None = field(default=None, repr=False)
    _sources: dict[str, str] = field(default_factory=dict, repr=False)
    _end: datetime | None = None

    def ingest(self, conversation: Conversation) -> float:
        """Observe every turn; 0 seconds where the memory had some of them."""
        if self._memory is not None:
            self._memory.close()
        self._memory = self.open_memory(conversation.id)
        self._end = conversation.end
        start = perf_counter()
        seen = self._memory.observe_many(observations(conversation))
        seconds = perf_counter() - start
        self._sources = {s.episode: t.id for s, t in zip(seen, conversation.turns, strict=True)}
        return 0.0 if any(s.repeated for s in seen) else seconds

    def ask(self, question: QA) -> Asked:
        """Retrieve, build contexts of both budgets, and answer; only `ask` is timed."""
        if self._memory is None:
            raise InputError("ingest a conversation before asking")
        memory, text, now = self._memory, question.question, self._end
        start = perf_counter()
        answer: Answer = memory.ask(text, now=now)
        seconds = perf_counter() - start
        found = memory.retrieve(text, now=now)
        engine = memory._engine
        read = asked(engine, text, now=now)
        within = {b: self._turns(distil(engine, read, found, budget=b).candidates) for b in BUDGETS}
        tokens = answer.context.tokens if answer.context else 0
        return Asked(
            answer.text,
            self._turns(found),
            within,
            tokens,
            seconds,
            answer.confidence,
            answer.reason,
        )

    def _turns(self, candidates: Sequence[Candidate]) -> tuple[str, ...]:
        ids = dict.fromkeys(e for c in candidates for e in c.episodes)
        return tuple(self._sources[e] for e in ids if e in self._sources)


def line(turn: Turn) -> str:
    """A turn as a reader sees it."""
    return f"[{turn.id}] {turn.time:%d %B %Y}: {turn.speaker}: {turn.body}"


def fill(turns: Sequence[Turn], budget: int) -> list[Turn]:
    """The first turns that fit into a budget of tokens; the first that does not fit ends it."""
    kept: list[Turn] = []
    used = 0
    for turn in turns:
        used += estimate_tokens(line(turn))
        if used > budget:
            break
        kept.append(turn)
    return kept


def read_turns(question: str, turns: Sequence[Turn], llm: LLM, last: Turn) -> str:
    """A reader's answer over turns in time order, with the prompt that kgmem itself uses."""
    from kgmem.answering import answer_with_model
    from kgmem.language.questions import analyse

    ordered = sorted(turns, key=lambda t: t.time)
    candidates = tuple(
        Candidate(id=f"ep{i + 1}", kind="episode", text=t.body, time=t.time, score=0.0)
        for i, t in enumerate(ordered)
    )
    text = "\n".join(
        f"[ep{i + 1}] {t.time:%d %B %Y}: {t.speaker}: {t.body}" for i, t in enumerate(ordered)
    )
    context = Context(text, candidates, estimate_tokens(text), question)
    return answer_with_model(analyse(question, now=last.time), context, llm).text
