"""TRL's trainers, made of a task and the settings of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem.llm import generating
from kgmem.training.lm.settings import LmTraining
from kgmem.training.lm.tasks import Example, LmTask, judge

Tell = Callable[[str, Mapping[str, float]], None]
"""Told the phase ("sft" or "grpo") and the numbers of an update or a validation."""
_BATCH = 8  # prompts answered at once in validation
_SFT_MICRO = 8  # most lessons in memory at once


@dataclass(slots=True)
class Session:
    """What the phases of a run share.

    Attributes:
        task: prompts, labels and rewards.
        settings: of the run.
        out: its folder.
        tokenizer: of the model.
        tell: told of updates and validations.
    """

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


def _common(session: Session, phase: str) -> dict[str, Any]:
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


def sft(session: Session, model: Any) -> Any:
    """The trainer of the imitation."""
    from datasets import Dataset
    from trl import SFTConfig, SFTTrainer

    settings = session.settings
    lessons = session.task.lessons()
    micro = min(settings.micro, _SFT_MICRO)
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


def grpo(session: Session, model: Any) -> Any:
    """The trainer that follows the reward."""
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


def _prompt(session: Session, example: Example) -> dict[str, Any]:
    """As serving prompts: in the chat template where the model has one."""
    if getattr(session.tokenizer, "chat_template", None):
        return {
            "prompt": [
                {"role": "system", "content": example.system},
                {"role": "user", "content": example.user},
            ]
        }
    return {"prompt": generating.prompt_text(session.tokenizer, example.system, example.user)}


def _completion(session: Session, example: Example) -> dict[str, Any]:
    if getattr(session.tokenizer, "chat_template", None):
        return {"completion": [{"role": "assistant", "content": example.label}]}
    return {"completion": example.label}
