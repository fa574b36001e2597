"""What trainers learn from: situations, what was done in them, and what it brought.

Nothing here knows of edits: a policy over candidates is trained by the same functions. A module
that scores actions says how to batch its own samples (`Scorer`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from kgmem.errors import InputError

if TYPE_CHECKING:
    import torch

SPREAD = 1e-6
"""Standard deviation from which the rewards of a group differ."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One decision.

    Attributes:
        arrays: features and masks of what may be chosen, by name, as the module wants them.
        action: what was chosen, integers.
        log_prob: natural logarithm of its probability under the policy that chose it.
        reward: what it brought.
    """

    arrays: Mapping[str, npt.NDArray[Any]]
    action: npt.NDArray[np.int64]
    log_prob: float
    reward: float


Group: TypeAlias = tuple[Sample, ...]
"""Several draws for one decision, with what each of them brought; their rewards are compared."""


class Scores(NamedTuple):
    """What a module says of a batch: `(B,)` each."""

    log_prob: torch.Tensor
    entropy: torch.Tensor


class Scorer(Protocol):
    """A torch module that scores actions."""

    def evaluate(self, samples: Sequence[Sample]) -> Scores:
        """Log-probability of each sample's action, and the entropy of the choice."""
        ...


class Critic(Protocol):
    """A torch module that expects a reward."""

    def values(self, samples: Sequence[Sample]) -> torch.Tensor:
        """The reward expected in each sample's situation, `(B,)`."""
        ...


class NothingToLearn(InputError):
    """Every group's rewards are equal: no choice made a difference."""


def differs(group: Group) -> bool:
    """Whether a group's rewards are not all equal."""
    return len(group) > 1 and float(np.std([s.reward for s in group])) > SPREAD


def advantages(group: Group, least: float = 0.0) -> list[float]:
    """How much better each sample did than its group: `(r - mean) / std` (papers.md §11).

    A group whose rewards are all equal teaches nothing: zeros.

    Args:
        group: several draws for one decision.
        least: standard deviation that is divided by at least, so that small differences of reward
            (prices) do not weigh as much as large ones (right or wrong answers).
    """
    if not differs(group):
        return [0.0] * len(group)
    rewards = np.array([s.reward for s in group], np.float64)
    spread = max(float(rewards.std()), least)
    better: list[float] = ((rewards - rewards.mean()) / spread).tolist()
    return better


def require_difference(groups: Sequence[Group]) -> None:
    """Refuse groups that cannot teach anything.

    Raises:
        NothingToLearn: within every group the rewards are equal.
    """
    if not any(differs(group) for group in groups):
        raise NothingToLearn(
            f"nothing can be learned: within each of {len(groups)} groups of draws all rewards are "
            "equal; check the reward and the questions, or sample more widely"
        )


def batches(count: int, size: int, draw: np.random.Generator) -> list[npt.NDArray[np.int64]]:
    """Indexes 0 to `count` in random order, cut into batches of `size`."""
    order = draw.permutation(count)
    return [order[i : i + size] for i in range(0, count, size)]
