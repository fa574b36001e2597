"""`kgmem train distil`: the compact distiller."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kgmem.cli.commands import add
from kgmem.cli.output import table
from kgmem.cli.progress import Bar
from kgmem.cli.train.ranker import conversations

Out = Annotated[Path, typer.Option(help="Folder for the checkpoint, the curve and the weights.")]
Data = Annotated[
    list[Path], typer.Option(help="Conversations in LOCOMO's format; several files are joined.")
]
Learn = Annotated[list[str], typer.Option(help="Conversations to learn from.")]
Validate = Annotated[list[str], typer.Option(help="Conversations that choose the weights.")]
Budget = Annotated[list[int] | None, typer.Option(min=50, help="Tokens of contexts.")]
Keep = Annotated[Path | None, typer.Option(help="Keep the memories here for the next run.")]
Steps = Annotated[int, typer.Option(min=1, help="Updates of the policy.")]
Seed = Annotated[int, typer.Option(help="Of everything: the same seed gives the same weights.")]
Json = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]


def register(group: typer.Typer) -> None:
    """Add the command."""
    add(group, None, distil)


def distil(
    out: Out,
    data: Data,
    learn: Learn,
    validate: Validate,
    budget: Budget = None,
    keep: Keep = None,
    steps: Steps = 60,
    seed: Seed = 7,
    as_json: Json = False,
) -> None:
    """Train the compact distiller by GRPO: rewarded by the evidence that its contexts hold.

    A run that was stopped goes on where it was when the same command is given again. The weights
    are used by `Memory.open(distiller="compact:FILE")` and measured by `kgmem eval distil`.
    Weights learned from LOCOMO are not yours to give away: its licence is CC BY-NC.

    Examples:
        kgmem train distil --out runs/distil --data own.json --learn own-1 --validate own-3
    """
    from kgmem.training.train_distil import DistilTraining, compare, save, train
    from kgmem.training.train_distil_data import gather

    budgets = budget or [500, 800, 1000]
    both = conversations(data, [*learn, *validate])
    with Bar("asking", len(both), quiet=as_json) as bar:
        taught = gather([c for c in both if c.id in learn], budgets, keep, bar.to)
        checked = gather([c for c in both if c.id in validate], budgets, keep)
    with Bar("grpo", steps, quiet=as_json) as bar:
        weights = train(
            DistilTraining(seed=seed),
            taught,
            checked,
            out,
            steps=steps,
            progress=lambda row: bar.to(int(row["step"])),
        )
    gains = compare(weights, checked)
    path = out / "distil-grpo.safetensors"
    flags = [f"--learn {c}" for c in learn] + [f"--validate {c}" for c in validate]
    flags = [f"--data {f.name}" for f in data] + flags + [f"--budget {b}" for b in budgets]
    save(
        path,
        weights,
        gains,
        seed=seed,
        data=f"{len(taught) // len(budgets)} questions of {', '.join(learn)}; weights chosen on "
        f"{len(checked) // len(budgets)} of {', '.join(validate)}",
        protocol=" ".join(["kgmem train distil", *flags, f"--steps {steps} --seed {seed}"]),
    )
    if as_json:
        figures = {n: [a, b, d.mean, d.low, d.high] for n, (a, b, d) in gains.items()}
        typer.echo(json.dumps({"weights": str(path), "gains": figures}))
        return
    rows = [
        (name, f"{a:.1f}", f"{b:.1f}", f"{d.mean:+.1f} ({d.low:+.1f} to {d.high:+.1f})")
        for name, (a, b, d) in gains.items()
    ]
    table(("validation, all evidence, %", "learned>", "budgeted>", "difference>"), rows)
    typer.echo(str(path))
