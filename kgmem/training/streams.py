"""What policies are trained and measured on: observations with questions attached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias

from kgmem.errors import InputError
from kgmem.types import Observation


@dataclass(frozen=True, slots=True)
class Question:
    """A question whose answer is known by construction.

    Attributes:
        text: as asked.
        gold: what a right answer contains, every item of it; empty where `absent`.
        kind: of the scenario that it tests ("return"), or the data set's category.
        asker: who "I" is.
        now: zone-aware; what "last week" is relative to, and what counts as true now.
        valid_at: asks about the world as it was then; None for now.
        known_at: asks about what memory believed: a time, or the index of the stream's step after
            which it is asked about; None for now.
        wrong: answers that only a wrongly edited memory gives: what ended, was taken back, or was
            never true.
        absent: nothing was said about it; the right answer is an abstention.
        evidence: source ids of the observations that answer it, where they are known.
        phrasing: which template it was made of, for reports on templates.
    """

    text: str
    gold: tuple[str, ...]
    kind: str
    asker: str | None
    now: datetime
    valid_at: datetime | None = None
    known_at: datetime | int | None = None
    wrong: tuple[str, ...] = ()
    absent: bool = False
    evidence: tuple[str, ...] = ()
    phrasing: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be judged.

        Raises:
            InputError: there is neither an answer nor an absence, or both.
        """
        if bool(self.gold) == self.absent:
            raise InputError(f"question {self.text!r} needs either gold or absent=True")


@dataclass(frozen=True, slots=True)
class Claim:
    """That a value holds of somebody: "Rome" of "Nora"."""

    subject: str
    value: str


@dataclass(frozen=True, slots=True)
class Truth:
    """What an observation truly changes, where its maker knows; only the oracle may look.

    Attributes:
        source: id of the observation.
        holds: what it says to be so.
        ends: what held until then.
        retracts: what was never true.
        voids: what it speaks of without saying that it is so.
        phrasing: which template it was made of.
    """

    source: str
    holds: tuple[Claim, ...] = ()
    ends: tuple[Claim, ...] = ()
    retracts: tuple[Claim, ...] = ()
    voids: tuple[Claim, ...] = ()
    phrasing: str = ""


StreamStep: TypeAlias = Observation | Question


@dataclass(frozen=True, slots=True)
class Stream:
    """One conversation or episode of an environment, in the order in which memory meets it.

    Attributes:
        id: unique within its source; says how to make it again.
        source: who made it ("generated/train", "locomo").
        steps: observations, with the questions where they are asked.
        truth: of the observations, by their source ids; empty where nobody knows it.
    """

    id: str
    source: str
    steps: tuple[StreamStep, ...]
    truth: tuple[Truth, ...] = ()

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The observations alone, in order."""
        return tuple(s for s in self.steps if isinstance(s, Observation))

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions alone, in order."""
        return tuple(s for s in self.steps if isinstance(s, Question))


class StreamSource(Protocol):
    """Where streams come from: a generator, a data set, a text world."""

    def streams(self, seed: int, count: int) -> Iterator[Stream]:
        """Streams drawn by a seed: the same seed gives the same streams, in the same order.

        Args:
            seed: of the draw.
            count: how many; a source with fewer repeats none and gives what it has.
        """
        ...
