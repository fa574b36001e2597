"""What a benchmark asks of another memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Note:
    """A text to remember.

    Attributes:
        id: unique among the notes since the last `clear`.
        text: the words, with their speaker in front.
        time: when they were said.
        speaker: who said them; empty when nobody did.
    """

    id: str
    text: str
    time: datetime
    speaker: str = ""


class Peer(Protocol):
    """A memory that finds texts."""

    name: str

    def clear(self) -> None:
        """Forget everything."""
        ...

    def add(self, notes: Sequence[Note]) -> None:
        """Remember notes, in order."""
        ...

    def remove(self, id: str) -> None:
        """Delete what was remembered of a note."""
        ...

    def search(self, question: str, limit: int) -> list[str]:
        """Ids of the notes that fit a question, best first, at most `limit`."""
        ...

    def close(self) -> None:
        """Release what it holds."""
        ...
