"""Settings of a run that trains a language model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kgmem.errors import InputError

METHODS = ("grpo", "sft")


@dataclass(frozen=True, slots=True)
class LmTraining:
    """Numbers of a run.

    Attributes:
        model: directory, or `package:NAME`.
        gguf_file: weights of the model in that format.
        method: "grpo": imitation for `warm_up` updates, then reward; "sft": imitation alone.
        seed: of everything.
        steps: updates by reward.
        warm_up: updates of imitation before.
        group: completions that are compared with each other.
        prompts: different prompts of an update.
        micro: completions in memory at once while learning; a divisor of group times prompts.
        rate: of learning by reward.
        warm_rate: of imitation.
        beta: price of the KL to the model as it was after imitation.
        temperature: of draws.
        rank: of the LoRA adapter.
        examine_every: updates between validations.
        patience: updates in a row in which all rewards of each group were equal, after which
            training stops.
    """

    model: str
    gguf_file: str | None = None
    method: str = "grpo"
    seed: int = 7
    steps: int = 200
    warm_up: int = 60
    group: int = 8
    prompts: int = 4
    micro: int = 8
    rate: float = 1e-5
    warm_rate: float = 2e-4
    beta: float = 0.02
    temperature: float = 1.0
    rank: int = 16
    examine_every: int = 20
    patience: int = 20

    def __post_init__(self) -> None:
        """Refuse what cannot be trained with.

        Raises:
            InputError: an unknown method, groups of one, or sizes that do not fit each other.
        """
        if self.method not in METHODS:
            raise InputError(f"no method {self.method!r}; there are {', '.join(METHODS)}")
        if self.group < 2:
            raise InputError("a group needs at least 2 completions, or there is nothing to compare")
        for name in ("prompts", "micro", "rank", "examine_every", "patience"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} must be at least 1")
        if self.group * self.prompts % self.micro:
            raise InputError(
                f"micro={self.micro} does not divide the {self.group * self.prompts} completions "
                f"of an update ({self.prompts} prompts times {self.group})"
            )
        if self.method == "sft" and not self.warm_up:
            raise InputError("imitation alone needs --warm-up of at least 1 update")
        if self.temperature <= 0:
            raise InputError("a temperature of 0 draws the same every time: nothing to compare")

    def as_plain(self) -> Mapping[str, Any]:
        """For the card and for comparing runs."""
        return asdict(self)
