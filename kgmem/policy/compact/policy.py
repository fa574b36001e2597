"""`EditPolicy` by a small network: learned, deterministic, numpy alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kgmem import assets
from kgmem.language.relations import Catalogue, catalogue
from kgmem.policy.compact import actions, network
from kgmem.policy.compact.features import see
from kgmem.policy.compact.network import Weights
from kgmem.policy.compact.weights import load
from kgmem.protocols import Case
from kgmem.types import Edit

SHIPPED = Path(assets.__file__).parent / "data" / "compact-edit.safetensors"

SURE = "a retirement beyond the rules must be so likely"
"""Where the card says it: chosen on validation, with the weights."""


class CompactPolicy:
    """Chooses the likeliest edits by weights; stateless, so that threads may share it."""

    def __init__(
        self,
        weights: Weights,
        name: str = "unnamed",
        relations: Catalogue | None = None,
        sure: float = 0.5,
    ) -> None:
        """Use these weights.

        Args:
            weights: by name, as `weights.load` gives them.
            name: for the journal.
            relations: None for the shipped catalogue.
            sure: how likely a retirement must be that the rules would not make.
        """
        self._weights = weights
        self._name = name
        self._sure = sure
        self._catalogue = catalogue() if relations is None else relations

    @classmethod
    def load(cls, path: Path | str | None = None) -> CompactPolicy:
        """The policy of a file of weights; None for the shipped one.

        Raises:
            InputError: the file is missing, or was trained for other features.
        """
        file = SHIPPED if path is None else Path(path)
        weights, card = load(file)
        return cls(weights, card.name, sure=float(card.numbers.get(SURE, 0.5)))

    @property
    def id(self) -> str:
        """Name and version, for the journal."""
        return f"compact/{self._name}"

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        """The likeliest edits for each case."""
        return [self._one(case) for case in cases]

    def _one(self, case: Case) -> list[Edit]:
        seen = see(case, self._catalogue)
        action, scores = network.best(self._weights, seen, self._sure)
        return actions.edits(case, seen.options, action, scores)
