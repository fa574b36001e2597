"""Group-relative policy optimisation (GRPO), for any module that scores actions.

The objective of Memory-R1 (arXiv 2508.19828; papers.md §11), clipped as PPO's:

    J = E[ min(ρ A, clip(ρ, 1-ε, 1+ε) A) - β KL(π || π_ref) + η H(π) ],  ρ = π(a|s) / π_old(a|s)

The advantage A is how much better an action's reward is than that of its group, in standard
deviations: no value function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kgmem.training.objective import Objective, loss_of, means
from kgmem.training.samples import Group, Scorer, advantages, batches, differs

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class GrpoSettings:
    """Numbers of an update.

    Attributes:
        objective: clipping, price of KL, worth of entropy.
        epochs: how often the samples are gone through.
        batch: samples of one gradient step.
        norm: largest gradient norm.
        least: standard deviation by which advantages are divided at least.
    """

    objective: Objective = field(default=Objective())
    epochs: int = 1
    batch: int = 512
    norm: float = 1.0
    least: float = 0.0


def update(
    module: torch.nn.Module,
    reference: Scorer,
    optimizer: torch.optim.Optimizer,
    groups: Sequence[Group],
    settings: GrpoSettings,
    *,
    seed: int,
) -> dict[str, float]:
    """Improve a module on groups of samples.

    Args:
        module: a `Scorer`, changed in place.
        reference: the frozen module that KL is measured against.
        optimizer: of the module's parameters.
        groups: sampled by the module as it is now.
        settings: numbers.
        seed: of the order of samples.

    Returns:
        Means over the update (`loss`, `kl`, `entropy`, `clipped`), how many `samples` taught, and
        `skipped`, the part of groups whose rewards are all equal: no choice in them is made more
        likely than another.
    """
    import torch

    samples = [s for group in groups for s in group]
    teaches = [differs(group) for group in groups]
    gains = torch.tensor(
        [a for g in groups for a in advantages(g, settings.least)], dtype=torch.float32
    )
    rows: list[dict[str, float]] = []
    draw = np.random.default_rng(seed)
    for _ in range(settings.epochs if any(teaches) else 0):
        for chosen in batches(len(samples), settings.batch, draw):
            batch, gain = [samples[i] for i in chosen], gains[torch.from_numpy(chosen)]
            loss, row = loss_of(module, reference, batch, gain, settings.objective)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(module.parameters(), settings.norm)
            optimizer.step()
            rows.append(row)
    taught = sum(len(g) for g, t in zip(groups, teaches, strict=True) if t)
    skipped = teaches.count(False) / max(1, len(groups))
    return means(rows) | {"samples": float(taught), "skipped": skipped}
