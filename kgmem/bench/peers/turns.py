"""A peer as a system of the LOCOMO benchmark: it ranks turns, and answers with the best one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter

from kgmem.bench.dataset import QA, Conversation, Turn
from kgmem.bench.peers.base import Note, Peer
from kgmem.bench.systems import BUDGETS, READER_BUDGET, Asked, fill, line, read_turns
from kgmem.errors import InputError
from kgmem.language.tokens import estimate_tokens
from kgmem.protocols import LLM

_POOL = 100


@dataclass
class PeerTurns:
    """A peer that remembers each turn as a note, with the turn's id.

    Args:
        peer: the memory.
        llm: reads the best turns; None answers with the best turn.
    """

    peer: Peer
    llm: LLM | None = None
    name: str = field(init=False)
    _turns: Mapping[str, Turn] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        """Take the peer's name."""
        self.name = self.peer.name

    def ingest(self, conversation: Conversation) -> float:
        """Start anew and add the turns."""
        self.peer.clear()
        start = perf_counter()
        self.peer.add([_note(t) for t in conversation.turns])
        seconds = perf_counter() - start
        self._turns = {t.id: t for t in conversation.turns}
        return seconds

    def ask(self, question: QA) -> Asked:
        """Rank the turns; answer with the best one or with the reader's words."""
        if not self._turns:
            raise InputError("ingest a conversation before asking")
        start = perf_counter()
        turns = [self._turns[i] for i in self.peer.search(question.question, _POOL)]
        read = fill(turns, READER_BUDGET)
        answer = turns[0].text if turns else ""
        if self.llm is not None:
            last = list(self._turns.values())[-1]
            answer = read_turns(question.question, read, self.llm, last)
        seconds = perf_counter() - start
        within = {b: tuple(t.id for t in fill(turns, b)) for b in BUDGETS}
        tokens = sum(estimate_tokens(line(t)) for t in read)
        return Asked(answer, tuple(t.id for t in turns), within, tokens, seconds)


def _note(turn: Turn) -> Note:
    return Note(turn.id, f"{turn.speaker}: {turn.body}", turn.time, turn.speaker)
