"""LOCOMO as streams, by the protocol of Memory-R1: train on conv-26, choose on conv-30, no more.

The data is CC BY-NC: it is read by path, and weights trained on it stay out of the repository.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgmem.bench import dataset
from kgmem.bench.scorer import ADVERSARIAL
from kgmem.errors import InputError
from kgmem.training.streams import Question, Stream, StreamStep

TRAIN, VALIDATION = "conv-26", "conv-30"


@dataclass(frozen=True, slots=True)
class Locomo:
    """One conversation: every turn in order, then its questions a day after the last.

    Attributes:
        path: of the LOCOMO file.
        split: "train" is conv-26, "validation" conv-30.
        adversarial: with category 5, which the protocol leaves out (abstaining is right there).
        measure: a conversation to be measured only, instead of the split's; nothing may be
            learned from it or chosen on it.
    """

    path: Path
    split: Literal["train", "validation"] = "train"
    adversarial: bool = False
    measure: str = ""

    def __post_init__(self) -> None:
        """Refuse splits that there are not.

        Raises:
            InputError: the split is unknown.
        """
        if self.split not in ("train", "validation"):
            raise InputError(
                f"LOCOMO has no split {self.split!r}: train is {TRAIN}, validation {VALIDATION}; "
                "other conversations are only measured (measure=...)"
            )

    @property
    def conversation(self) -> str:
        """Id of the conversation."""
        return self.measure or (TRAIN if self.split == "train" else VALIDATION)

    def streams(self, seed: int, count: int) -> Iterator[Stream]:
        """The conversation as one stream; there is no chance in it.

        Raises:
            InputError, FormatError: the file cannot be read, or lacks the conversation.
        """
        if count < 1:
            return
        (conversation,) = dataset.load(self.path, [self.conversation])
        yield stream_of(conversation, adversarial=self.adversarial)


def learn_from(conversation: str) -> None:
    """Make sure that a conversation may be learned from or chosen on.

    Raises:
        InputError: it is to be measured only.
    """
    if conversation not in (TRAIN, VALIDATION):
        raise InputError(
            f"{conversation} is only measured: train on {TRAIN}, choose settings on {VALIDATION}"
        )


def stream_of(conversation: dataset.Conversation, *, adversarial: bool = False) -> Stream:
    """A conversation with the questions after its last turn; the kind is LOCOMO's category."""
    steps: list[StreamStep] = list(dataset.observations(conversation))
    for qa in conversation.questions:
        if qa.category == ADVERSARIAL and not adversarial:
            continue
        absent = qa.category == ADVERSARIAL
        steps.append(
            Question(
                text=qa.question,
                gold=() if absent else (qa.answer,),
                kind=str(qa.category),
                asker=None,
                now=conversation.end,
                absent=absent,
                evidence=tuple(f"{conversation.id}#{e}" for e in qa.evidence),
                phrasing=f"locomo/{qa.index}",
            )
        )
    return Stream(conversation.id, "locomo", tuple(steps))
