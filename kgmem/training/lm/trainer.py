"""Training of language models with TRL: imitation (SFT) warms them up, then GRPO on the reward.

Only a LoRA adapter is trained. GRPO compares what was written for a prompt with what else was
written for it (arXiv 2402.03300) and pays for leaving the model as it was after imitation: the KL
is to a frozen copy of the adapter. The checkpoint that is best on validation is kept.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kgmem.errors import MissingExtra
from kgmem.llm import generating, places
from kgmem.llm.places import Place
from kgmem.training import curves
from kgmem.training.lm import runs
from kgmem.training.lm.settings import LmTraining
from kgmem.training.lm.tasks import Example, LmTask, judge

Tell = Callable[[str, Mapping[str, float]], None]
"""Told the phase ("sft" or "grpo") and the numbers of an update or a validation."""
_BATCH = 8  # prompts answered at once in validation
_PACKAGES = ("torch", "trl", "peft", "datasets", "matplotlib")


@dataclass(slots=True)
class _Session:
    """What the phases of a run share."""

    task: LmTask
    settings: LmTraining
    out: Path
    tokenizer: Any
    tell: Tell

    def examine(self, model: Any) -> dict[str, float]:
        """Greedy replies to the validation prompts, judged."""
        examples = self.task.validation()
        was = model.training
        model.eval()
        texts: list[str] = []
        for start in range(0, len(examples), _BATCH):
            prompts = [
                generating.prompt_text(self.tokenizer, e.system, e.user)
                for e in examples[start : start + _BATCH]
            ]
            replies = generating.generate(
                self.tokenizer, model, prompts, max_tokens=self.task.max_tokens
            )
            texts += [r.text for r in replies]
        model.train(was)
        return judge(self.task, examples, texts)


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
    session = _Session(task, settings, out, places.load_tokenizer(place), tell or _silent)
    model = _with_lora(places.load_model(place, dtype=_dtype()), settings)
    phases: dict[str, list[dict[str, float]]] = {}
    if settings.warm_up:
        phases["sft"] = _phase(session, "sft", model)
    if settings.method == "grpo":
        phases["grpo"] = _phase(session, "grpo", model, _last(phases.get("sft", [])))
    runs.write_curves(out, phases)
    return _finish(session, place, described, phases)


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
    session: _Session, phase: str, model: Any, before: Mapping[str, float] | None = None
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
    trainer = _sft(session, model) if phase == "sft" else _grpo(session, model)

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


def _common(session: _Session, phase: str) -> dict[str, Any]:
    """Arguments that both trainers take."""
    import torch

    settings = session.settings
    return {
        "output_dir": str(session.out / phase),
        "seed": settings.seed,
        "logging_steps": 1,
        "save_steps": settings.examine_every,
        "save_total_limit": 2,
        "report_to": "none",
        "disable_tqdm": True,
        "lr_scheduler_type": "constant_with_warmup",
        "warmup_steps": 2,
        "gradient_checkpointing": torch.cuda.is_available(),
        "bf16": torch.cuda.is_available(),
        "use_cpu": not torch.cuda.is_available(),
        "dataloader_pin_memory": False,
    }


def _sft(session: _Session, model: Any) -> Any:
    from datasets import Dataset
    from trl import SFTConfig, SFTTrainer

    settings = session.settings
    lessons = session.task.lessons()
    micro = min(settings.micro, 8)
    config = SFTConfig(
        **_common(session, "sft"),
        max_steps=settings.warm_up,
        learning_rate=settings.warm_rate,
        per_device_train_batch_size=micro,
        gradient_accumulation_steps=max(1, settings.group * settings.prompts // (2 * micro)),
        max_length=None,
    )
    rows = [_prompt(session, e) | _completion(session, e) for e in lessons]
    return SFTTrainer(
        model=model,
        args=config,
        train_dataset=Dataset.from_list(rows),
        processing_class=session.tokenizer,
    )


def _grpo(session: _Session, model: Any) -> Any:
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    settings = session.settings
    config = GRPOConfig(
        **_common(session, "grpo"),
        max_steps=settings.steps,
        learning_rate=settings.rate,
        per_device_train_batch_size=settings.micro,
        gradient_accumulation_steps=settings.group * settings.prompts // settings.micro,
        num_generations=settings.group,
        max_completion_length=session.task.max_tokens,
        temperature=settings.temperature,
        beta=settings.beta,
        reward_weights=[r.weight for r in session.task.rewards],
    )
    rows = [_prompt(session, e) | {"key": e.key} for e in session.task.practice()]
    return GRPOTrainer(
        model=model,
        args=config,
        reward_funcs=[_named(r.name, r.function) for r in session.task.rewards],
        train_dataset=Dataset.from_list(rows),
        processing_class=session.tokenizer,
    )


def _named(name: str, function: Callable[..., list[float]]) -> Callable[..., list[float]]:
    """TRL names a reward in its log after its function."""

    def reward(completions: Sequence[Any], **columns: Any) -> list[float]:
        return function(completions, **columns)

    reward.__name__ = name
    return reward


def _prompt(session: _Session, example: Example) -> dict[str, Any]:
    """As serving prompts: in the chat template where the model has one."""
    if getattr(session.tokenizer, "chat_template", None):
        return {
            "prompt": [
                {"role": "system", "content": example.system},
                {"role": "user", "content": example.user},
            ]
        }
    return {"prompt": generating.prompt_text(session.tokenizer, example.system, example.user)}


def _completion(session: _Session, example: Example) -> dict[str, Any]:
    if getattr(session.tokenizer, "chat_template", None):
        return {"completion": [{"role": "assistant", "content": example.label}]}
    return {"completion": example.label}


def _finish(
    session: _Session,
    place: Place,
    described: Mapping[str, Any],
    phases: Mapping[str, Sequence[Mapping[str, float]]],
) -> Path:
    """Copy the adapter that was best on validation, with its card and its tokenizer."""
    last = "grpo" if "grpo" in phases else "sft"
    target = session.out / runs.ADAPTER
    shutil.copytree(session.out / last / "best", target, dirs_exist_ok=True)
    session.tokenizer.save_pretrained(str(target))
    found = [row for rows in phases.values() for row in rows if "validation" in row]
    numbers = {
        "untrained": found[0]["validation"],
        "validation": max(row["validation"] for row in phases[last] if "validation" in row),
    }
    runs.write_card(target, place, session.settings.model, {**described, "numbers": numbers})
    return target
