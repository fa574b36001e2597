"""Proximal policy optimisation (PPO), for any module that scores actions, with a critic beside it.

    J = E[ min(ρ A, clip(ρ, 1-ε, 1+ε) A) - β KL(π || π_ref) + η H(π) ] - c E[(V(s) - R)²]

The return R of a decision is the reward of the answers that depend on it, so the advantage is
`A = R - V(s)` (generalised advantage estimation with γ = λ = 1), normalised over the update
(Schulman et al., arXiv 1707.06347; Memory-R1 trains its manager so too, papers.md §11).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kgmem.training.objective import Objective, loss_of, means
from kgmem.training.samples import Group, Sample, Scorer, batches, differs

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class PpoSettings:
    """Numbers of an update.

    Attributes:
        objective: clipping, price of KL, worth of entropy.
        value: c, weight of the critic's error.
        epochs: how often the samples are gone through.
        batch: samples of one gradient step.
        norm: largest gradient norm.
    """

    objective: Objective = field(default=Objective())
    value: float = 0.5
    epochs: int = 2
    batch: int = 512
    norm: float = 1.0


def update(
    module: torch.nn.Module,
    critic: Any,
    reference: Scorer,
    optimizer: torch.optim.Optimizer,
    groups: Sequence[Group],
    settings: PpoSettings,
    *,
    seed: int,
) -> dict[str, float]:
    """Improve a module and its critic on groups of samples.

    Args:
        module: a `Scorer`, changed in place.
        critic: a `Critic`, changed in place.
        reference: the frozen module that KL is measured against.
        optimizer: of the parameters of both.
        groups: sampled by the module as it is now; those whose rewards are all equal teach the
            critic alone.
        settings: numbers.
        seed: of the order of samples.

    Returns:
        Means over the update (`loss`, `kl`, `entropy`, `clipped`, `value_error`), how many
        `samples` taught, and `skipped`, the part of groups whose rewards are all equal.
    """
    import torch

    samples = [s for group in groups for s in group]
    teaches = [differs(group) for group in groups]
    mask = torch.tensor([t for t, g in zip(teaches, groups, strict=True) for _ in g])
    rewards = torch.tensor([s.reward for s in samples], dtype=torch.float32)
    gains = _advantages(critic, samples, rewards, mask)
    rows: list[dict[str, float]] = []
    draw = np.random.default_rng(seed)
    both = [*module.parameters(), *critic.parameters()]
    for _ in range(settings.epochs if any(teaches) else 0):
        for chosen in batches(len(samples), settings.batch, draw):
            batch, index = [samples[i] for i in chosen], torch.from_numpy(chosen)
            loss, row = loss_of(module, reference, batch, gains[index], settings.objective)
            error = (critic.values(batch) - rewards[index]).square().mean()
            optimizer.zero_grad()
            (loss + settings.value * error).backward()
            torch.nn.utils.clip_grad_norm_(both, settings.norm)
            optimizer.step()
            rows.append(row | {"value_error": float(error.detach())})
    skipped = teaches.count(False) / max(1, len(groups))
    return means(rows) | {"samples": float(mask.sum()), "skipped": skipped}


def _advantages(
    critic: Any, samples: Sequence[Sample], rewards: torch.Tensor, mask: torch.Tensor
) -> torch.Tensor:
    """Return minus value, normalised over the samples that teach; 0 for the others."""
    import torch

    if not bool(mask.any()):
        return torch.zeros_like(rewards)
    with torch.no_grad():
        raw = rewards - critic.values(samples)
    some = raw[mask]
    normal = (raw - some.mean()) / (some.std(unbiased=False) + 1e-8)
    return torch.where(mask, normal, torch.zeros_like(normal))
