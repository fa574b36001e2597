"""What a language model is trained on: prompts, what a teacher would write, and rewards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

RewardFunction = Callable[..., list[float]]
"""TRL's signature: `(completions, **columns) -> list[float]`; `key` is among the columns."""


@dataclass(frozen=True, slots=True)
class Example:
    """A prompt.

    Attributes:
        key: of the example in its task; the column by which rewards know it.
        system, user: the prompt, as in serving.
        label: what a teacher would write; empty where there is none.
    """

    key: int
    system: str
    user: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Reward:
    """One part of the reward.

    Attributes:
        name: for the curve.
        function: of completions and columns.
        weight: in the sum.
    """

    name: str
    function: RewardFunction
    weight: float


class LmTask(Protocol):
    """A kind of model to be trained."""

    @property
    def kind(self) -> str:
        """What the model is to do: "edit" or "answer"."""
        ...

    @property
    def max_tokens(self) -> int:
        """Most tokens of a completion."""
        ...

    @property
    def rewards(self) -> tuple[Reward, ...]:
        """The parts of the reward."""
        ...

    def lessons(self) -> Sequence[Example]:
        """Examples with labels, for imitation."""
        ...

    def practice(self) -> Sequence[Example]:
        """Examples for which it makes a difference what is written."""
        ...

    def validation(self) -> Sequence[Example]:
        """Examples that choose the checkpoint and teach nothing."""
        ...


def judge(
    task: LmTask, examples: Sequence[Example], completions: Sequence[str]
) -> dict[str, float]:
    """Mean of each part of the reward, and of their weighted sum as `validation`."""
    keys = [e.key for e in examples]
    parts = {
        r.name: sum(r.function(list(completions), key=keys)) / max(1, len(keys))
        for r in task.rewards
    }
    total = sum(r.weight * parts[r.name] for r in task.rewards)
    return {"validation": total} | parts
