"""Imitation: the likeliest choice made that of a teacher (cross entropy). Called what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgmem.training.samples import Sample, batches

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class ImitationSettings:
    """Numbers of imitation.

    Attributes:
        epochs: how often the samples are gone through.
        batch: samples of one gradient step.
        rate: of learning.
        entropy: what staying undecided is worth: reward can only teach what is still tried.
    """

    epochs: int = 30
    batch: int = 128
    rate: float = 2e-3
    entropy: float = 0.35


def imitate(
    module: torch.nn.Module, samples: Sequence[Sample], settings: ImitationSettings, *, seed: int
) -> dict[str, float]:
    """Fit a `Scorer` to the actions of samples.

    Args:
        module: changed in place.
        samples: a teacher's decisions.
        settings: numbers.
        seed: of the order of samples.

    Returns:
        Of the last epoch: `loss` and `entropy`.
    """
    import torch

    optimizer = torch.optim.Adam(module.parameters(), settings.rate)
    draw = np.random.default_rng(seed)
    last: list[tuple[float, float]] = []
    for _ in range(settings.epochs):
        last = []
        for chosen in batches(len(samples), settings.batch, draw):
            scores = module.evaluate([samples[i] for i in chosen])
            loss, entropy = -scores.log_prob.mean(), scores.entropy.mean()
            optimizer.zero_grad()
            (loss - settings.entropy * entropy).backward()
            optimizer.step()
            last.append((float(loss.detach()), float(entropy.detach())))
    loss_, entropy_ = np.mean(last, axis=0) if last else (0.0, 0.0)
    return {"loss": float(loss_), "entropy": float(entropy_)}
