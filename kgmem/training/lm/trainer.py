"""Training of language models with TRL: imitation (SFT) warms them up, then GRPO on the reward.

Only a LoRA adapter is trained. GRPO compares what was written for a prompt with what else was
written for it (arXiv 2402.03300) and pays for leaving the model as it was after imitation: the KL
is to a frozen copy of the adapter. The checkpoint that is best on validation is kept.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kgmem.errors import MissingExtra
from kgmem.llm import places
from kgmem.llm.places import Place
from kgmem.training import curves
from kgmem.training.lm import phases, runs
from kgmem.training.lm.phases import Session, Tell
from kgmem.training.lm.settings import LmTraining
from kgmem.training.lm.tasks import LmTask

_PACKAGES = ("torch", "trl", "peft", "datasets", "matplotlib")


def check_installed(place: Place) -> None:
    """Make sure that training is possible, before minutes are spent on it.

    Raises:
        MissingExtra: torch, trl, peft, datasets, matplotlib or (for GGUF) gguf is not installed.
    """
    if place.gguf_file and find_spec("gguf") is None:
        raise MissingExtra("gguf", "local")
    for package in _PACKAGES:
        if find_spec(package) is None:
            raise MissingExtra(package, "train")


def train(
    task: LmTask,
    settings: LmTraining,
    out: Path,
    *,
    about: Mapping[str, Any] | None = None,
    tell: Tell | None = None,
) -> Path:
    """Train to the end, or on from where a run in `out` was left.

    Args:
        task: prompts, labels and rewards.
        settings: of the run.
        out: folder for checkpoints, curves (`curve-*.jsonl`, `curve.png`) and the adapter.
        about: what the task was made of; a run in `out` must have the same.
        tell: called with the numbers of updates and validations.

    Returns:
        The folder of the adapter that was best on validation.

    Raises:
        NothingToLearn: the rewards of every group are equal.
        InputError: there is no model, no tokenizer, or `out` holds a run with other settings.
        MissingExtra: a package is not installed.
    """
    place = places.find(settings.model, settings.gguf_file)
    places.check_tokenizer(place)
    check_installed(place)
    described = {"kind": task.kind, **settings.as_plain(), "task": dict(about or {})}
    runs.begin(out, described)
    _hush()
    session = Session(task, settings, out, places.load_tokenizer(place), tell or _silent)
    model = _with_lora(places.load_model(place, dtype=_dtype()), settings)
    found: dict[str, list[dict[str, float]]] = {}
    if settings.warm_up:
        found["sft"] = _phase(session, "sft", model)
    if settings.method == "grpo":
        found["grpo"] = _phase(session, "grpo", model, _last(found.get("sft", [])))
    runs.write_curves(out, found)
    return _finish(session, place, described, found)


def _silent(phase: str, row: Mapping[str, float]) -> None:
    """Nobody listens."""


def _hush() -> None:
    """The frameworks' own bars would stand between the lines of `tell`."""
    import datasets
    from transformers.utils import logging

    datasets.disable_progress_bars()
    logging.disable_progress_bar()


def _dtype() -> Any:
    """bfloat16 on a GPU, float32 elsewhere."""
    import torch

    return torch.bfloat16 if torch.cuda.is_available() else torch.float32


def _with_lora(model: Any, settings: LmTraining) -> Any:
    """A model of which only an adapter on its linear layers learns."""
    import torch
    from peft import LoraConfig, get_peft_model

    torch.manual_seed(settings.seed)
    config = LoraConfig(
        r=settings.rank,
        lora_alpha=2 * settings.rank,
        lora_dropout=0.0,
        target_modules="all-linear",
        task_type="CAUSAL_LM",
    )
    return get_peft_model(model, config)


def _last(rows: Sequence[Mapping[str, float]]) -> Mapping[str, float] | None:
    """What the last validation of a phase found, without the numbers of its update."""
    found = [row for row in rows if "validation" in row]
    return {k: v for k, v in found[-1].items() if k not in runs.OF_UPDATES} if found else None


def _phase(
    session: Session, phase: str, model: Any, before: Mapping[str, float] | None = None
) -> list[dict[str, float]]:
    """Train one phase to its end, or on from its last checkpoint; its curve.

    The end of a phase lies in its last checkpoint, from which a finished phase is loaded.

    Args:
        session: shared by the phases.
        phase: "sft" or "grpo".
        model: with its adapter; changed in place.
        before: what validation found at the end of the phase before.
    """
    from transformers import PrinterCallback, ProgressCallback

    from kgmem.training.lm import callbacks

    folder = session.out / phase
    checkpoint = runs.last_checkpoint(folder)
    steps = session.settings.warm_up if phase == "sft" else session.settings.steps
    log = runs.finished(checkpoint, steps)
    if checkpoint is not None and log is not None:
        _restore(model, checkpoint)
        return runs.rows(log)
    trainer = (phases.sft if phase == "sft" else phases.grpo)(session, model)

    def tell(row: Mapping[str, float]) -> None:
        session.tell(phase, row)
        if "validation" in row:
            so_far = runs.rows(trainer.state.log_history)
            curves.write(session.out / f"curve-{phase}.jsonl", so_far)

    trainer.remove_callback(PrinterCallback)
    trainer.remove_callback(ProgressCallback)
    watch = callbacks.Validation(
        lambda: session.examine(trainer.model),
        session.settings.examine_every,
        tell,
        folder / "best",
    )
    watch.before = before
    trainer.add_callback(watch)
    if phase == "grpo":
        trainer.add_callback(callbacks.Patience(session.settings.patience))
    trainer.train(resume_from_checkpoint=checkpoint)
    return runs.rows(trainer.state.log_history)


def _restore(model: Any, checkpoint: str) -> None:
    """Put the adapter where a checkpoint left it."""
    from peft import set_peft_model_state_dict
    from safetensors.torch import load_file

    weights = load_file(str(Path(checkpoint) / "adapter_model.safetensors"))
    set_peft_model_state_dict(model, weights)


def _finish(
    session: Session,
    place: Place,
    described: Mapping[str, Any],
    curves_of: Mapping[str, Sequence[Mapping[str, float]]],
) -> Path:
    """Copy the adapter that was best on validation, with its card and its tokenizer."""
    last = "grpo" if "grpo" in curves_of else "sft"
    target = session.out / runs.ADAPTER
    shutil.copytree(session.out / last / "best", target, dirs_exist_ok=True)
    session.tokenizer.save_pretrained(str(target))
    found = [row for rows in curves_of.values() for row in rows if "validation" in row]
    numbers = {
        "untrained": found[0]["validation"],
        "validation": max(row["validation"] for row in curves_of[last] if "validation" in row),
    }
    runs.write_card(target, place, session.settings.model, {**described, "numbers": numbers})
    return target
