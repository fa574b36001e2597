"""A whole conversation through two stores: is it the same memory?

The journal, every row, the counters, the answers to all questions and their candidates are
compared. Candidates may change places only where their scores are within `TIE`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from kgmem.bench.dataset import QA, Conversation, observations
from kgmem.results import Answer, Candidate

if TYPE_CHECKING:
    from kgmem.memory import Memory

TIE = 1e-5
_KINDS = ("episode", "entity", "alias", "support", "ending", "version", "subgoal", "relation")
_BATCH = 32

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing compared.

    Attributes:
        what: its name.
        first: how many the first store has.
        second: how many the second has.
        different: how many of them differ.
        example: one of these: an id or the number of a question, never its text.
    """

    what: str
    first: int
    second: int
    different: int
    example: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of it."""

    conversation: str
    lines: tuple[Line, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not any(line.different for line in self.lines)


def replay(
    conversation: Conversation,
    open_first: Callable[[str], Memory],
    open_second: Callable[[str], Memory],
    *,
    questions: int | None = None,
    progress: Progress = lambda what, done, total: None,
) -> Replay:
    """Tell two memories the same conversation, ask them the same questions, and compare.

    Args:
        conversation: its turns and questions.
        open_first: opens a memory for a namespace that is its own and is forgotten afterwards.
        open_second: the same in another store.
        questions: how many are asked; None for all.
        progress: told what is being done, how much of it is, of how much.
    """
    name = f"replay:{conversation.id}:{secrets.token_hex(4)}"
    asked = conversation.questions[:questions]
    with _fresh(open_first, name) as first, _fresh(open_second, name) as second:
        for memory, which in ((first, "first"), (second, "second")):
            memory = _with_clock(memory, conversation.turns[0].time)
            _tell(memory, conversation, partial(progress, f"telling the {which}"))
        lines = [*_stored(first, second), *_asked(first, second, conversation, asked, progress)]
    return Replay(conversation.id, tuple(lines))


@contextmanager
def _fresh(open_memory: Callable[[str], Memory], namespace: str) -> Iterator[Memory]:
    """A memory whose namespace is forgotten in the end."""
    with open_memory(namespace) as memory:
        try:
            yield memory
        finally:
            if namespace in memory.namespaces():
                memory.forget(namespace=True)


def _with_clock(memory: Memory, start: datetime) -> Memory:
    """The memory with a clock of its own: both stores must see the same times."""
    ticks = iter(range(10**9))
    engine = memory._engine
    memory._engine = replace(engine, clock=lambda: start + timedelta(seconds=next(ticks)))
    return memory


def _tell(memory: Memory, conversation: Conversation, progress: Callable[[int, int], None]) -> None:
    turns = observations(conversation)
    for start in range(0, len(turns), _BATCH):
        memory.observe_many(turns[start : start + _BATCH])
        progress(min(start + _BATCH, len(turns)), len(turns))


def _stored(first: Memory, second: Memory) -> Iterator[Line]:
    """Rows by kind, the journal and the counters."""
    stores = [m._engine.store for m in (first, second)]
    with stores[0].read(first.namespace) as one, stores[1].read(second.namespace) as two:
        for kind in _KINDS:
            rows = [{r.id: r for r in reader.scan(kind)} for reader in (one, two)]  # type: ignore[arg-type]
            yield _compared(kind, *rows)
        journals = [{f"j{e.seq}": e for e in reader.journal()} for reader in (one, two)]
        yield _compared("journal", *journals)
        yield _compared("counters", one.counters(), two.counters())


def _compared(what: str, first: dict[str, Any], second: dict[str, Any]) -> Line:
    different = [k for k in {**first, **second} if first.get(k) != second.get(k)]
    return Line(what, len(first), len(second), len(different), "".join(different[:1]))


def _asked(
    first: Memory,
    second: Memory,
    conversation: Conversation,
    questions: Sequence[QA],
    progress: Progress,
) -> Iterator[Line]:
    """Answers and candidates."""
    answers, ranked = [], []
    for done, qa in enumerate(questions, start=1):
        given = [m.ask(qa.question, now=conversation.end) for m in (first, second)]
        if not same_answer(given[0], given[1]):
            answers.append(qa.index)
        found = [m.retrieve(qa.question, now=conversation.end) for m in (first, second)]
        if not same_order(found[0], found[1]):
            ranked.append(qa.index)
        progress("asking", done, len(questions))
    for what, different in (("answers", answers), ("candidates", ranked)):
        example = f"question {different[0]}" if different else ""
        yield Line(what, len(questions), len(questions), len(different), example)


def same_answer(first: Answer, second: Answer) -> bool:
    """Whether two answers say the same on the same evidence."""
    return (first.text, first.abstained, first.evidence) == (
        second.text,
        second.abstained,
        second.evidence,
    )


def same_order(first: Sequence[Candidate], second: Sequence[Candidate]) -> bool:
    """Whether two rankings hold the same, in the same order but for scores within `TIE`."""
    scores = {c.id: c.score for c in first}
    for a, b in zip_longest(first, second):
        if a is None or b is None or abs(a.score - b.score) > TIE:
            return False
        # Another id in its place: it must stand here for a tie, also where the list ends in one.
        if a.id != b.id and abs(scores.get(b.id, b.score) - a.score) > TIE:
            return False
    return True
