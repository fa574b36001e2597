"""Where a run of training stands, so that it goes on after a kill as if nothing had happened.

Every draw is made from the seed and the number of the iteration, so the state of training is its
tensors and that number.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kgmem.errors import InputError

FILE = "checkpoint.pt"


def save(folder: Path, state: Mapping[str, Any]) -> None:
    """Write a state so that a kill leaves the one before or this one, never half of it."""
    import torch

    folder.mkdir(parents=True, exist_ok=True)
    half = folder / f"{FILE}.part"
    with half.open("wb") as file:
        torch.save(dict(state), file)
        file.flush()
        os.fsync(file.fileno())
    half.replace(folder / FILE)


def load(folder: Path, run: Mapping[str, Any]) -> dict[str, Any] | None:
    """The state of a run, or None when there is none yet.

    Args:
        folder: of the run.
        run: its settings, as they were saved under "run"; they must be the same.

    Raises:
        InputError: the folder holds a run with other settings, or a damaged file.
    """
    import torch

    path = folder / FILE
    if not path.is_file():
        return None
    try:
        state: dict[str, Any] = torch.load(path, weights_only=True)
    except (RuntimeError, EOFError, pickle.UnpicklingError) as error:
        raise InputError(f"{path} cannot be read; delete it to begin anew: {error}") from error
    if state.get("run") != dict(run):
        old = state.get("run") or {}
        keys = sorted({*old, *run})
        other = [f"{k}={old.get(k)!r}" for k in keys if old.get(k) != run.get(k)]
        raise InputError(
            f"{folder} holds a run with other settings ({', '.join(other)}); use another --out, "
            "the same settings, or delete it"
        )
    return state
