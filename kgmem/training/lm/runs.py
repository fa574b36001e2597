"""The folder of a run: what it was begun with, its curves, and the card of its adapter."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kgmem.errors import InputError
from kgmem.llm.places import CARD, Place
from kgmem.training import curves

_RUN = "run.json"
ADAPTER = "adapter"
"""Folder in a run's folder of the adapter that was best on validation."""
OF_UPDATES = ("reward", "kl", "entropy", "loss", "frac_reward_zero_std", "grad_norm")
"""Numbers of an update that a curve keeps."""


def begin(out: Path, run: Mapping[str, Any]) -> None:
    """Note the settings of a run, or make sure that they are those of the run in the folder.

    Raises:
        InputError: the folder holds a run with other settings.
    """
    path = out / _RUN
    wanted = json.loads(json.dumps(dict(run)))
    if not path.is_file():
        out.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")
        return
    old = json.loads(path.read_text(encoding="utf-8"))
    other = [f"{k}={old.get(k)!r}" for k in sorted({*old, *wanted}) if old.get(k) != wanted.get(k)]
    if other:
        raise InputError(
            f"{out} holds a run with other settings ({', '.join(other)}); use another --out, "
            "the same settings, or delete it"
        )


def last_checkpoint(folder: Path) -> str | None:
    """The newest checkpoint that was written whole; None where there is none."""
    found = [
        (int(p.name.removeprefix("checkpoint-")), p)
        for p in folder.glob("checkpoint-*")
        if (p / "trainer_state.json").is_file()
    ]
    return str(max(found)[1]) if found else None


def finished(checkpoint: str | None, steps: int) -> list[Mapping[str, Any]] | None:
    """The log of a phase whose last checkpoint is its end; None where there is more to do.

    A trainer that is resumed at its end would make one more update.
    """
    if checkpoint is None:
        return None
    state = json.loads((Path(checkpoint) / "trainer_state.json").read_text(encoding="utf-8"))
    log: list[Mapping[str, Any]] = state["log_history"]
    return log if state["global_step"] >= steps else None


def rows(history: Sequence[Mapping[str, Any]]) -> list[dict[str, float]]:
    """A trainer's log as rows of a curve: one a step, with the validation where there was one."""
    by_step: dict[int, dict[str, float]] = {}
    for entry in history:
        step = int(entry.get("step", 0))
        row = by_step.setdefault(step, {"step": float(step)})
        if "validation" in entry:
            row |= {k: float(v) for k, v in entry.items() if k != "epoch"}
        else:
            row |= {
                k: float(entry[k]) for k in OF_UPDATES if isinstance(entry.get(k), (int, float))
            }
            row |= {
                k.removeprefix("rewards/").removesuffix("/mean"): float(v)
                for k, v in entry.items()
                if k.startswith("rewards/") and k.endswith("/mean")
            }
    return [by_step[step] for step in sorted(by_step)]


def write_curves(out: Path, phases: Mapping[str, Sequence[Mapping[str, float]]]) -> None:
    """The curve of each phase as data (`curve-PHASE.jsonl`), and one picture of all."""
    for phase, found in phases.items():
        curves.write(out / f"curve-{phase}.jsonl", found)
    curves.draw(out / "curve.png", phases, out.name)


def write_card(folder: Path, place: Place, spec: str, card: Mapping[str, Any]) -> None:
    """Say beside an adapter what it is for and how it was made; `LocalModel` reads it."""
    base = spec if spec.startswith("package:") else str(place.base.resolve())
    text = json.dumps({"base": base, "gguf_file": place.gguf_file, **card}, indent=1)
    (folder / CARD).write_text(text + "\n", encoding="utf-8")
