"""`Distiller` by a small network: learned from the evidence that contexts hold; numpy alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from kgmem import tensors
from kgmem.distillation import compact_network as network
from kgmem.distillation.budget import BudgetDistiller
from kgmem.distillation.compact_features import fingerprint, see
from kgmem.distillation.compact_network import Weights
from kgmem.results import Candidate


def kind() -> tensors.Kind:
    """What a file of weights must be."""
    command = "kgmem train distil"
    return tensors.Kind(
        "compact distiller", "kgmem-compact-distil/1", command, fingerprint(), network.shapes()
    )


class CompactDistiller:
    """Fills a context with the candidates that a network likes best; stateless.

    What is offered, and how much of each is shown, is the budgeted distiller's.
    """

    def __init__(self, weights: Weights, name: str = "unnamed") -> None:
        """Use these weights.

        Args:
            weights: by name, as `tensors.load` gives them.
            name: of the card.
        """
        self._weights = weights
        self._name = name
        self._base = BudgetDistiller()

    @classmethod
    def load(cls, path: Path | str) -> CompactDistiller:
        """The distiller of a file of weights.

        Raises:
            InputError: the file is missing, or was trained for other features.
        """
        weights, card = tensors.load(Path(path), kind())
        return cls(weights, card.name)

    @property
    def id(self) -> str:
        """Name, for reports."""
        return f"compact/{self._name}"

    def distil(
        self,
        question: str,
        candidates: Sequence[Candidate],
        *,
        budget: int,
        count: Callable[[str], int],
    ) -> list[Candidate]:
        """The kept candidates in time order; each `Candidate.reason` says why it was kept."""
        offer = self._base.offer(question, candidates, budget=budget, count=count)
        sizes = np.array(offer.sizes, dtype=np.int64)
        features = see(question, offer.candidates, offer.sizes, budget)
        prior = np.log(np.array(offer.worth, dtype=np.float32))
        found = network.scores(self._weights, features, prior)
        return offer.kept(network.best(found, sizes, budget))
