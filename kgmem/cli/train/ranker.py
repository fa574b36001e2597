"""`kgmem train ranker`: the learned candidate ranker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli.commands import add
from kgmem.cli.output import table
from kgmem.cli.progress import Bar

if TYPE_CHECKING:
    from kgmem.bench.dataset import Conversation

Out = Annotated[Path, typer.Option(help="File for the weights (.safetensors).")]
Data = Annotated[
    list[Path], typer.Option(help="Conversations in LOCOMO's format; several files are joined.")
]
Learn = Annotated[list[str], typer.Option(help="Conversations to learn from.")]
Validate = Annotated[list[str], typer.Option(help="Conversations that choose the penalty.")]
Keep = Annotated[Path | None, typer.Option(help="Keep the memories here for the next run.")]
Json = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]


def register(group: typer.Typer) -> None:
    """Add the command."""
    add(group, None, ranker)


def ranker(
    out: Out,
    data: Data,
    learn: Learn,
    validate: Validate,
    keep: Keep = None,
    as_json: Json = False,
) -> None:
    """Fit a ranker of candidates to questions whose evidence is known (supervised).

    What is learned is added to the hand-set scores; validation chooses how much of it. The
    weights are used by `Settings(ranker=FILE)`. Weights learned from LOCOMO are not yours to give
    away: its licence is CC BY-NC.

    Examples:
        kgmem train ranker --out r.safetensors --data own.json --learn own-1 --validate own-3
    """
    from kgmem.training.ranker import RankerTraining, save, train
    from kgmem.training.ranker_data import gather

    both = conversations(data, [*learn, *validate])
    with Bar("asking", len(both), quiet=as_json) as bar:
        taught = gather([c for c in both if c.id in learn], keep, bar.to)
        checked = gather([c for c in both if c.id in validate], keep)
    found = train(RankerTraining(), taught, checked)
    flags = [f"--learn {c}" for c in learn] + [f"--validate {c}" for c in validate]
    files = [f"--data {path.name}" for path in data]
    save(
        out,
        found,
        data=f"{len(taught)} questions of {', '.join(learn)}; penalty chosen on "
        f"{len(checked)} of {', '.join(validate)}",
        protocol=" ".join(["kgmem train ranker", *files, *flags]),
    )
    if as_json:
        figures = {n: [a, b, d.mean, d.low, d.high] for n, (a, b, d) in found.gains.items()}
        typer.echo(json.dumps({"file": str(out), "penalty": found.penalty, "gains": figures}))
        return
    rows = [
        (name, f"{a:.1f}", f"{b:.1f}", f"{d.mean:+.1f} ({d.low:+.1f} to {d.high:+.1f})")
        for name, (a, b, d) in found.gains.items()
    ]
    table(("validation recall, %", "learned>", "hand-set>", "difference>"), rows)
    typer.echo(str(out))


def conversations(data: list[Path], wanted: list[str]) -> list[Conversation]:
    """The conversations asked for, from all files."""
    from kgmem.bench.dataset import load
    from kgmem.errors import InputError

    every = {c.id: c for path in data for c in load(path)}
    missing = sorted(set(wanted) - set(every))
    if missing:
        raise InputError(f"no conversation {', '.join(missing)}; there are {', '.join(every)}")
    return [every[name] for name in dict.fromkeys(wanted)]
