"""What GRPO and PPO have in common: the clipped surrogate and the price of leaving home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgmem.training.samples import Sample, Scorer

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class Objective:
    """Numbers of the surrogate.

    Attributes:
        clip: ε, how far a probability may move for the sake of one batch of rollouts.
        kl: β, the price of leaving the reference.
        entropy: η, what staying undecided is worth.
    """

    clip: float = 0.2
    kl: float = 0.05
    entropy: float = 0.002


def loss_of(
    module: Any,
    reference: Scorer,
    batch: Sequence[Sample],
    gain: torch.Tensor,
    objective: Objective,
) -> tuple[torch.Tensor, dict[str, float]]:
    """Minus `min(ρ A, clip(ρ) A) - β KL + η H`, averaged over a batch, and its parts.

    The first term is averaged over the samples that have an advantage, the others over all: where
    no choice makes a difference, KL holds the policy to the reference.

    KL(π || π_ref) is estimated from the actions taken as `r - log r - 1` with `r = π_ref / π`,
    which is never negative and right on average.

    Args:
        module: a `Scorer`.
        reference: frozen.
        batch: B samples.
        gain: A, the advantage of each, `(B,)`; 0 for those that teach nothing.
        objective: numbers.
    """
    import torch

    scores = module.evaluate(batch)
    with torch.no_grad():
        base = reference.evaluate(batch).log_prob
    old = torch.tensor([s.log_prob for s in batch], dtype=torch.float32)
    ratio = torch.exp(scores.log_prob - old)
    near = ratio.clamp(1 - objective.clip, 1 + objective.clip)
    gained = torch.minimum(ratio * gain, near * gain).sum() / (gain != 0).sum().clamp(min=1)
    away = base - scores.log_prob
    kl = (torch.exp(away) - away - 1).mean()
    entropy = scores.entropy.mean()
    loss = -gained + objective.kl * kl - objective.entropy * entropy
    clipped = (ratio != near).float().mean()
    row = {"loss": loss, "kl": kl, "entropy": entropy, "clipped": clipped}
    return loss, {k: float(v.detach()) for k, v in row.items()}


def means(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """The mean of each number; empty without rows."""
    return {k: sum(row[k] for row in rows) / len(rows) for k in rows[0]} if rows else {}
