"""Situations with what was tried in them, drawn from again and again while a policy is trained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kgmem.training.samples import Group, Sample, Scorer

if TYPE_CHECKING:
    import torch

PRICES = 0.1
"""Differences of reward up to this are prices of choices, not outcomes."""

_BATCH = 1024  # actions scored at once


@dataclass(frozen=True, slots=True)
class Tried:
    """A choice and what it brought."""

    action: npt.NDArray[np.int64]
    reward: float


@dataclass(frozen=True)
class Situation:
    """What was seen, and what was tried there.

    Attributes:
        arrays: features and masks, as in `Sample`.
        tried: at least two different choices.
    """

    arrays: Mapping[str, npt.NDArray[Any]]
    tried: tuple[Tried, ...]

    @cached_property
    def matters(self) -> bool:
        """Whether the answers differ by what is chosen, and not its price alone."""
        rewards = [t.reward for t in self.tried]
        return max(rewards) - min(rewards) > PRICES


@dataclass(frozen=True, slots=True)
class Redrawn:
    """Groups drawn anew.

    Attributes:
        groups: one for each situation.
        expected: mean over situations of the reward that the policy expects among what was tried.
    """

    groups: list[Group]
    expected: float


def chosen(
    situations: Sequence[Situation], telling: int, others: int, draw: np.random.Generator
) -> list[Situation]:
    """Some situations in which a choice matters, and some in which none does.

    Args:
        situations: to choose from.
        telling: at most so many that matter.
        others: at most so many that do not.
        draw: source of chance.
    """
    found: list[Situation] = []
    for matters, most in ((True, telling), (False, others)):
        own = [s for s in situations if s.matters == matters]
        found += [own[i] for i in sorted(draw.permutation(len(own))[:most])]
    return found


def redraw(
    module: Scorer, situations: Sequence[Situation], size: int, draw: np.random.Generator
) -> Redrawn:
    """Draw a group of choices for each situation by a policy as it is now, among what was tried.

    Rewards are known without stepping again; they were earned with the policy of the time of trying
    from there on. A sample's log-probability is the module's, of all that may be chosen.

    Args:
        module: the policy.
        situations: to draw for.
        size: of a group.
        draw: source of chance.
    """
    logs = _log_probs(module, situations)
    groups: list[Group] = []
    total, at = 0.0, 0
    for situation in situations:
        own = logs[at : at + len(situation.tried)]
        at += len(own)
        chances = np.exp(own - own.max())
        chances /= chances.sum()
        total += float(sum(p * t.reward for p, t in zip(chances, situation.tried, strict=True)))
        picks = draw.choice(len(own), size=size, p=chances)
        groups.append(tuple(_sample(situation, i, float(own[i])) for i in picks))
    return Redrawn(groups, total / max(1, len(situations)))


def _log_probs(module: Scorer, situations: Sequence[Situation]) -> npt.NDArray[np.float64]:
    import torch

    samples = [_sample(s, i, 0.0) for s in situations for i in range(len(s.tried))]
    parts: list[torch.Tensor] = []
    with torch.no_grad():
        for start in range(0, len(samples), _BATCH):
            parts.append(module.evaluate(samples[start : start + _BATCH]).log_prob)
    return torch.cat(parts).numpy().astype(np.float64) if parts else np.zeros(0)


def _sample(situation: Situation, i: int, log_prob: float) -> Sample:
    tried = situation.tried[i]
    return Sample(situation.arrays, tried.action, log_prob, tried.reward)


def as_tensors(situations: Sequence[Situation]) -> list[dict[str, Any]]:
    """Situations as a checkpoint keeps them."""
    import torch

    return [
        {
            "arrays": {k: torch.from_numpy(np.ascontiguousarray(v)) for k, v in s.arrays.items()},
            "actions": torch.from_numpy(np.stack([t.action for t in s.tried])),
            "rewards": [t.reward for t in s.tried],
        }
        for s in situations
    ]


def from_tensors(kept: Sequence[Mapping[str, Any]]) -> list[Situation]:
    """The situations of a checkpoint."""
    return [
        Situation(
            {k: v.numpy() for k, v in row["arrays"].items()},
            tuple(
                Tried(action, reward)
                for action, reward in zip(row["actions"].numpy(), row["rewards"], strict=True)
            ),
        )
        for row in kept
    ]
