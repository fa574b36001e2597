"""What happens beside a TRL trainer: validation, the best adapter, and giving up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from transformers import TrainerCallback

from kgmem.training.samples import NothingToLearn

Examine = Callable[[], Mapping[str, float]]
Tell = Callable[[Mapping[str, float]], None]


class Validation(TrainerCallback):
    """Validates every few updates and at the end; what it finds goes into the trainer's log.

    The log is part of the checkpoints, so a resumed run knows what was best before.

    Attributes:
        before: what is known of the model before the first update, so that it is not measured.
    """

    def __init__(self, examine: Examine, every: int, tell: Tell, best: Path) -> None:
        """Keep the best adapter in the folder `best`."""
        self._examine, self._every, self._tell, self._best = examine, every, tell, best
        self.before: Mapping[str, float] | None = None

    def on_train_begin(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        """Where the model stands before the first update."""
        if not any("validation" in entry for entry in state.log_history):
            self._look(state, more["model"])

    def on_step_end(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        """Validation, when it is due."""
        if state.global_step % self._every == 0 or state.global_step >= state.max_steps:
            self._look(state, more["model"])

    def on_log(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        """Pass the numbers of an update on."""
        if state.log_history and "validation" not in state.log_history[-1]:
            self._tell(state.log_history[-1])

    def _look(self, state: Any, model: Any) -> None:
        known = self.before if state.global_step == 0 else None
        found = {**(known or self._examine()), "step": state.global_step}
        before = [e["validation"] for e in state.log_history if "validation" in e]
        if not before or found["validation"] > max(before):
            model.save_pretrained(
                str(self._best), selected_adapters=["default"], save_embedding_layers=False
            )
        state.log_history.append(found)
        self._tell(found)


class Patience(TrainerCallback):
    """Stops where reward has nothing to say."""

    def __init__(self, patience: int) -> None:
        """Give up after `patience` updates without a difference."""
        self._patience = patience
        self._alike = 0

    def on_log(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        """Count the updates in which all rewards of every group were equal.

        Raises:
            NothingToLearn: there were too many in a row.
        """
        share = (more.get("logs") or {}).get("frac_reward_zero_std")
        if share is None:
            return
        self._alike = self._alike + 1 if share >= 1.0 else 0
        if self._alike >= self._patience:
            raise NothingToLearn(
                f"nothing can be learned: in {self._alike} updates in a row every group's rewards "
                "were equal; check the reward, imitate longer first (--warm-up), draw at a higher "
                "--temperature or in larger groups (--group)"
            )
