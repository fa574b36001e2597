"""The systems that the update benchmark compares: kgmem by its facade, and peers that find texts.

Peers keep no history: a question about an earlier time or belief is asked of what they hold, less
the observations that came later, which is the best that can be had from them. Undoing or forgetting
a step deletes its text; undoing an undo adds it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from kgmem.bench.edit_cases import Case, Question, observation
from kgmem.bench.edit_scorer import Hit
from kgmem.bench.peers import Note, Peer
from kgmem.errors import KgmemError
from kgmem.results import Decision

if TYPE_CHECKING:
    from kgmem.memory import Memory
    from kgmem.protocols import LLM

POOL = 20


@dataclass(frozen=True, slots=True)
class Reply:
    """What a system made of one question.

    Attributes:
        answer: its words; None where it only finds texts.
        hits: the memories that it found, best first.
        seconds: of answering, or of finding where there is no answer.
        calls: of a language model, over the whole case so far.
        reason: how the answer was found, or the error that came instead.
    """

    answer: str | None
    hits: tuple[Hit, ...]
    seconds: float
    calls: int = 0
    reason: str = ""


class EditSystem(Protocol):
    """Something that lives through a case and is asked about it."""

    name: str

    def replies(self, case: Case) -> tuple[list[Reply], float]:
        """Replies to the case's questions in order, and the seconds that taking it in took."""
        ...

    def close(self) -> None:
        """Release what it holds."""
        ...


class KgmemEdits:
    """kgmem, a fresh memory for each case.

    Args:
        open_memory: gives an empty memory.
        name: of the system.
        llm: the model whose calls are counted, if one is used.
    """

    def __init__(
        self, open_memory: Callable[[], Memory], name: str = "kgmem", llm: Counting | None = None
    ) -> None:
        self._open = open_memory
        self._llm = llm
        self.name = name

    def replies(self, case: Case) -> tuple[list[Reply], float]:
        """Live through the case and ask; an error of kgmem stands in the replies' reason."""
        before = self._llm.calls if self._llm else 0
        with self._open() as memory:
            start = perf_counter()
            try:
                life = Life.of(memory, case)
            except KgmemError as error:
                failed = Reply("", (), 0.0, reason=f"error: {error}")
                return [failed] * len(case.questions), perf_counter() - start
            seconds = perf_counter() - start
            replies = []
            for question in case.questions:
                reply = life.ask(question)
                calls = self._llm.calls - before if self._llm else 0
                replies.append(replace(reply, calls=calls))
        return replies, seconds

    def close(self) -> None:
        """Nothing is held between cases."""


@dataclass(frozen=True, slots=True)
class Life:
    """A memory after a case.

    Attributes:
        memory: as it is now.
        moments: when each step was done.
        numbers: which step an episode came from.
        edits: what was decided at each step.
    """

    memory: Memory
    moments: Sequence[datetime]
    numbers: Mapping[str, int]
    edits: Sequence[Sequence[Decision]]

    @classmethod
    def of(cls, memory: Memory, case: Case) -> Life:
        """Do the steps."""
        moments: list[datetime] = []
        edits: list[Sequence[Decision]] = []
        numbers: dict[str, int] = {}
        undoable: dict[int, str] = {}
        for number, step in enumerate(case.steps, 1):
            decided: Sequence[Decision] = ()
            if step.op == "say":
                seen = memory.observe(observation(case, number))
                numbers[seen.episode] = number
                undoable[number] = seen.step
                decided = seen.edits
            elif step.op == "undo":
                undoable[number] = memory.undo(undoable[step.target])
            else:
                memory.forget(source=f"{case.id}#{step.target}")
            moments.append(datetime.now(timezone.utc))
            edits.append(decided)
        return cls(memory, moments, numbers, edits)

    def ask(self, question: Question) -> Reply:
        """The answer and what retrieval finds; only the answer is timed."""
        known = None if question.known is None else self.moments[question.known - 1]
        when: dict[str, Any] = {
            "now": question.now, "asker": question.asker,
            "valid_at": question.valid_at, "known_at": known,
        }  # fmt: skip
        start = perf_counter()
        try:
            answer = self.memory.ask(question.text, **when)
            seconds = perf_counter() - start
            found = self.memory.retrieve(question.text, limit=POOL, **when)
        except KgmemError as error:
            return Reply("", (), perf_counter() - start, reason=f"error: {error}")
        hits = tuple(
            Hit(c.text, frozenset(self.numbers[e] for e in c.episodes if e in self.numbers))
            for c in found
        )
        return Reply(answer.text, hits, seconds, reason=answer.reason)


class PeerEdits:
    """A peer that keeps each observation as a note.

    Args:
        peer: the memory.
        newest: put the newest of the first so many notes first: the plain cure for changed facts.
    """

    def __init__(self, peer: Peer, newest: int | None = None) -> None:
        self._peer = peer
        self._newest = newest
        self.name = peer.name if newest is None else f"{peer.name}_newest"

    def replies(self, case: Case) -> tuple[list[Reply], float]:
        """Live through the case and search."""
        self._peer.clear()
        start = perf_counter()
        there: set[int] = set()
        for number in range(1, len(case.steps) + 1):
            self._step(case, number, there)
        seconds = perf_counter() - start
        return [self._reply(case, q, there) for q in case.questions], seconds

    def close(self) -> None:
        """Close the peer."""
        self._peer.close()

    def _step(self, case: Case, number: int, there: set[int]) -> None:
        step = case.steps[number - 1]
        if step.op == "say":
            self._add(case, number)
            there.add(number)
            return
        undone = case.steps[step.target - 1]
        if undone.op == "undo":  # an undo that is undone brings the text back
            self._add(case, undone.target)
            there.add(undone.target)
        else:
            self._peer.remove(str(step.target))
            there.discard(step.target)

    def _add(self, case: Case, number: int) -> None:
        step = case.steps[number - 1]
        time = observation(case, number).time
        self._peer.add([Note(str(number), step.line, time, step.speaker)])

    def _reply(self, case: Case, question: Question, there: set[int]) -> Reply:
        start = perf_counter()
        found = [int(i) for i in self._peer.search(question.text, len(case.steps))]
        seconds = perf_counter() - start
        found = [n for n in found if n in there and _seen(case, question, n)]
        if self._newest is not None:
            top = sorted(found[: self._newest], reverse=True)
            found = top + found[self._newest :]
        hits = tuple(Hit(case.steps[n - 1].line, frozenset({n})) for n in found)
        return Reply(None, hits, seconds)


class Counting:
    """A language model whose calls are counted.

    Args:
        llm: the model.
    """

    def __init__(self, llm: LLM) -> None:
        self._llm = llm
        self.calls = 0

    @property
    def id(self) -> str:
        """The model's."""
        return self._llm.id

    def complete(self, system: str, user: str, **options: Any) -> Any:
        """Count, and pass on."""
        self.calls += 1
        return self._llm.complete(system, user, **options)

    def count_tokens(self, text: str) -> int:
        """The model's count."""
        return self._llm.count_tokens(text)


def _seen(case: Case, question: Question, number: int) -> bool:
    """Whether a step lies before the time, or the belief, that a question is about."""
    time = case.steps[number - 1].time
    if question.known is not None and number > question.known:
        return False
    return question.valid_at is None or time is None or time <= question.valid_at
