"""The compact distiller's network in torch; `kgmem.distillation.compact_network` is what serves.

A test holds the two together. Importing this module imports torch.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from kgmem.distillation.compact_network import SHARPNESS, WIDTH, open_at, shapes
from kgmem.training.samples import Sample, Scores
from kgmem.training.train_distil_data import Situation

_OUT = -1e9  # stands for minus infinity: what cannot be chosen must not give nan


def sample_of(
    situation: Situation, chosen: Sequence[int], log_prob: float, reward: float
) -> Sample:
    """A choice as trainers take it."""
    arrays = {
        "features": situation.features,
        "prior": situation.prior,
        "open": open_at(chosen, situation.sizes, situation.budget),
    }
    return Sample(arrays, np.array(chosen, dtype=np.int64), log_prob, reward)


class DistilNetwork(torch.nn.Module):
    """A `Scorer` of choices; new, it chooses like the budgeted distiller."""

    def __init__(self, seed: int = 0) -> None:
        """Draw the hidden layer by a seed; the rest is zero."""
        super().__init__()
        dice = torch.Generator().manual_seed(seed)
        size = shapes()["w"][0]
        self.w = torch.nn.Parameter(torch.zeros(size))
        self.hidden_w = torch.nn.Parameter(torch.randn(size, WIDTH, generator=dice) / size**0.5)
        self.hidden_b = torch.nn.Parameter(torch.zeros(WIDTH))
        self.v = torch.nn.Parameter(torch.zeros(WIDTH))

    def numpy(self) -> dict[str, np.ndarray]:
        """A copy of the weights, for `kgmem.distillation.compact_network`."""
        own = {"w": self.w, "hidden.w": self.hidden_w, "hidden.b": self.hidden_b, "v": self.v}
        return {name: value.detach().numpy().copy() for name, value in own.items()}

    def forward(self, features: torch.Tensor, prior: torch.Tensor) -> torch.Tensor:
        """Scores `(B, n)` from features `(B, n, F)` and the logarithm of worth `(B, n)`."""
        hidden = torch.relu(features @ self.hidden_w + self.hidden_b)
        return SHARPNESS * prior + features @ self.w + hidden @ self.v

    def evaluate(self, samples: Sequence[Sample]) -> Scores:
        """Log-probability of each order of picks, a mean over its picks, and their mean entropy.

        A mean, not a sum: a ratio of two policies over thirty picks would leave the clipping range
        at once (the length-normalised ratio of GSPO, arXiv 2507.18071).
        """
        most = max(len(s.arrays["prior"]) for s in samples)
        picks = max(1, *(len(s.action) for s in samples))
        features = torch.zeros(len(samples), most, self.w.shape[0])
        prior = torch.zeros(len(samples), most)
        still = torch.zeros(len(samples), picks, most, dtype=torch.bool)
        taken = torch.zeros(len(samples), picks, dtype=torch.int64)
        made = torch.zeros(len(samples), picks)
        for i, s in enumerate(samples):
            n, k = len(s.arrays["prior"]), len(s.action)
            features[i, :n] = torch.from_numpy(s.arrays["features"])
            prior[i, :n] = torch.from_numpy(s.arrays["prior"])
            still[i, :k, :n] = torch.from_numpy(s.arrays["open"])
            taken[i, :k] = torch.from_numpy(s.action)
            made[i, :k] = 1.0
        logits = self(features, prior)[:, None].masked_fill(~still, _OUT)
        logs = torch.log_softmax(logits, dim=-1)
        count = made.sum(dim=1).clamp(min=1)
        chosen = logs.gather(2, taken[:, :, None])[:, :, 0]
        entropy = -(logs.exp() * logs).masked_fill(~still, 0.0).sum(dim=-1)
        return Scores((chosen * made).sum(dim=1) / count, (entropy * made).sum(dim=1) / count)
