"""The compact edit policy's network in torch; `kgmem.policy.compact.network` is what serves.

A module of its own, not a wrapper, so that `import kgmem` needs no torch; a test holds the two
together. Importing this module imports torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch.nn import functional

from kgmem.errors import InputError
from kgmem.policy.compact.actions import KEEP, MAINS, NOOP, Action
from kgmem.policy.compact.features import Seen, spec
from kgmem.policy.compact.network import PRIOR, WIDTH, Weights, shapes
from kgmem.training.samples import Sample, Scores

_HEADS = ("main.w", "merge.w", "fate.w")
_QUIET = 0.1  # of the heads at first: the rules' choice is by far the likeliest
_FAR = -1e9  # stands for minus infinity: what cannot be chosen must not give nan


class Batch(NamedTuple):
    """B samples padded to the most neighbours N.

    Attributes:
        case: `(B, C)`.
        neighbors: `(B, N, F)`.
        there: `(B, N)` bool: a neighbour, not padding.
        main: `(B, 3 + N)` bool: what the pointer may choose.
        fates: `(B, N, 3)` bool: what each neighbour's fate may be.
        usual: `(B, 1 + N)`: what the rules would choose.
        action: `(B, 1 + N)`.
    """

    case: torch.Tensor
    neighbors: torch.Tensor
    there: torch.Tensor
    main: torch.Tensor
    fates: torch.Tensor
    usual: torch.Tensor
    action: torch.Tensor


def arrays_of(seen: Seen) -> dict[str, np.ndarray]:
    """What trainers need of a case."""
    return {
        "case": seen.case,
        "neighbors": seen.neighbors,
        "main": seen.options.main,
        "fates": seen.options.fates,
        "usual": seen.options.usual,
    }


def sample_of(seen: Seen, action: Action, log_prob: float = 0.0, reward: float = 0.0) -> Sample:
    """A decision as trainers take it."""
    return Sample(arrays_of(seen), action, log_prob, reward)


def collate(samples: Sequence[Sample]) -> Batch:
    """Pad samples into one batch."""
    most = max((len(s.arrays["neighbors"]) for s in samples), default=0)
    size, width = len(samples), len(spec()["neighbor"])
    neighbors = np.zeros((size, most, width), np.float32)
    there = np.zeros((size, most), bool)
    main = np.zeros((size, MAINS + most), bool)
    fates = np.zeros((size, most, 3), bool)
    fates[:, :, KEEP] = True
    usual = np.zeros((size, 1 + most), np.int64)
    action = np.zeros((size, 1 + most), np.int64)
    for i, s in enumerate(samples):
        n = len(s.arrays["neighbors"])
        neighbors[i, :n] = s.arrays["neighbors"]
        there[i, :n] = True
        main[i, : MAINS + n] = s.arrays["main"]
        fates[i, :n] = s.arrays["fates"]
        usual[i, : 1 + n] = s.arrays["usual"]
        action[i, : 1 + n] = s.action
    case = np.stack([s.arrays["case"] for s in samples])
    arrays = (case, neighbors, there, main, fates, usual, action)
    return Batch(*(torch.from_numpy(a) for a in arrays))


class EditNetwork(torch.nn.Module):
    """A `Scorer` of edit decisions."""

    def __init__(self, seed: int = 0, weights: Weights | None = None) -> None:
        """Begin with random weights drawn by a seed, or with given ones."""
        super().__init__()
        dice = torch.Generator().manual_seed(seed)
        self.weights = torch.nn.ParameterDict()
        for name, shape in shapes().items():
            scale = (2 / shape[0]) ** 0.5 * 0.7 if len(shape) > 1 else 0.0
            scale *= _QUIET if name in _HEADS else 1.0
            self.weights[_key(name)] = torch.nn.Parameter(
                torch.randn(shape, generator=dice) * scale
            )
        if weights is not None:
            self.load(weights)

    def load(self, weights: Weights) -> None:
        """Take over weights.

        Raises:
            InputError: they have other names or shapes.
        """
        if {k: v.shape for k, v in weights.items()} != shapes():
            raise InputError("these weights have other shapes than the compact edit policy's")
        with torch.no_grad():
            for name, value in weights.items():
                self.weights[_key(name)].copy_(torch.from_numpy(np.array(value)))

    def numpy(self) -> dict[str, np.ndarray]:
        """A copy of the weights, for `kgmem.policy.compact`."""
        return {n: self._w(n).detach().numpy().copy() for n in shapes()}

    def _w(self, name: str) -> torch.Tensor:
        return self.weights[_key(name)]

    def tokens(self, batch: Batch) -> torch.Tensor:
        """The triple and its neighbours after they saw each other, `(B, 1 + N, WIDTH)`."""
        own = torch.relu(batch.case @ self._w("case.w") + self._w("case.b"))
        beside = own @ self._w("neighbor.x") + self._w("neighbor.b")
        others = torch.relu(batch.neighbors @ self._w("neighbor.w") + beside[:, None])
        tokens = torch.cat([own[:, None], others], dim=1)
        there = functional.pad(batch.there, (1, 0), value=True)
        query, key = tokens @ self._w("attend.q"), tokens @ self._w("attend.k")
        logits = query @ key.transpose(1, 2) / WIDTH**0.5
        heat = torch.softmax(logits.masked_fill(~there[:, None], _FAR), dim=-1)
        tokens = tokens + heat @ (tokens @ self._w("attend.v")) @ self._w("attend.o")
        inner = torch.relu(tokens @ self._w("inner.w1") + self._w("inner.b1"))
        return tokens + inner @ self._w("inner.w2") + self._w("inner.b2")

    def forward(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the pointer and of the fates beside the pointer that was chosen.

        Returns:
            `(B, 3 + N)` and `(B, N, 3)`.
        """
        tokens = self.tokens(batch)
        fixed = tokens[:, 0] @ self._w("main.w") + self._w("main.b")
        merges = (tokens[:, 1:] @ self._w("merge.w"))[:, :, 0] + self._w("merge.b")
        logits = torch.cat([fixed, merges], dim=1)
        logits = logits + PRIOR * functional.one_hot(batch.usual[:, 0], logits.shape[1])
        logits = logits.masked_fill(~batch.main, _FAR)
        kind = self._w("fate.kind")[batch.action[:, 0].clamp(max=MAINS)]
        about = tokens[:, 0] @ self._w("fate.c") + kind
        hidden = torch.relu(tokens[:, 1:] @ self._w("fate.a") + about[:, None])
        fates = hidden @ self._w("fate.w") + self._w("fate.b")
        fates = fates + PRIOR * functional.one_hot(batch.usual[:, 1:], fates.shape[2])
        fates = fates.masked_fill(~_open(batch), _FAR)
        return torch.log_softmax(logits, dim=-1), torch.log_softmax(fates, dim=-1)

    def evaluate(self, samples: Sequence[Sample]) -> Scores:
        """Log-probability of each action; entropy of the pointer and of the fates beside it."""
        batch = collate(samples)
        main, fates = self(batch)
        chosen = main.gather(1, batch.action[:, :1])[:, 0]
        fate = fates.gather(2, batch.action[:, 1:, None])[:, :, 0].sum(dim=1)
        entropy = -(main.exp() * main).sum(dim=1) - (fates.exp() * fates).sum(dim=(1, 2))
        return Scores(chosen + fate, entropy)


class EditCritic(torch.nn.Module):
    """A `Critic`: the reward that a situation promises; same features, weights of its own."""

    def __init__(self, seed: int = 0) -> None:
        """Begin with random weights drawn by a seed."""
        super().__init__()
        self.body = EditNetwork(seed)
        self.head = torch.nn.Linear(WIDTH, 1)
        torch.nn.init.zeros_(self.head.weight)
        torch.nn.init.zeros_(self.head.bias)

    def values(self, samples: Sequence[Sample]) -> torch.Tensor:
        """The reward expected in each sample's situation, `(B,)`."""
        head: torch.Tensor = self.head(self.body.tokens(collate(samples))[:, 0])
        return head[:, 0]


def _key(name: str) -> str:
    return name.replace(".", "_")  # torch allows no dots in names of parameters


def _open(batch: Batch) -> torch.Tensor:
    """The fates that are open beside the pointer, `(B, N, 3)`: see `actions.open_fates`."""
    main = batch.action[:, :1]
    places = torch.arange(batch.there.shape[1])[None] + MAINS
    closed = (main == NOOP) | (main == places)
    still = batch.fates.clone()
    still[:, :, KEEP + 1 :] &= ~closed[:, :, None]
    return still
