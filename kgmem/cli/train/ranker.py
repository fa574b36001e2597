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
Learn = Annotated[
    list[str] | None, typer.Option(help="Conversations to learn from; all where none is named.")
]
Validate = Annotated[
    list[str] | None,
    typer.Option(help="Conversations to measure on; without, each is left out in turn."),
]
Keep = Annotated[Path | None, typer.Option(help="Keep the memories here for the next run.")]
Json = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]


def register(group: typer.Typer) -> None:
    """Add the command."""
    add(group, None, ranker)


def ranker(
    out: Out,
    data: Data,
    learn: Learn = None,
    validate: Validate = None,
    keep: Keep = None,
    as_json: Json = False,
) -> None:
    """Grow a ranker of candidates on questions whose evidence is known (supervised).

    What is learned is added to the hand-set scores. The file is used by `Settings(ranker=FILE)`.
    Weights learned from LOCOMO are not yours to give away: its licence is CC BY-NC.

    Examples:
        kgmem train ranker --out r.safetensors --data own.json --learn own-1 --validate own-3
    """
    from kgmem.training.ranker import RankerTraining, save, train
    from kgmem.training.ranker_data import gather

    both = conversations(data, [*(learn or ()), *(validate or ())] if learn else [])
    kept_back = set(validate or ())
    with Bar("asking", len(both), quiet=as_json) as bar:
        asked = gather(both, keep, bar.to)
    taught = [q for q in asked if q.conversation not in kept_back]
    found = train(RankerTraining(), taught, [q for q in asked if q.conversation in kept_back])
    flags = [f"--learn {c}" for c in learn or ()] + [f"--validate {c}" for c in validate or ()]
    files = [f"--data {path.name}" for path in data]
    learned_from = dict.fromkeys(q.conversation for q in taught)
    save(
        out,
        found,
        data=f"{len(taught)} questions of {', '.join(learned_from)}; measured on "
        + (", ".join(kept_back) or "each left out in turn"),
        protocol=" ".join(["kgmem train ranker", *files, *flags]),
    )
    if as_json:
        figures = {n: [a, b, d.mean, d.low, d.high] for n, (a, b, d) in found.gains.items()}
        typer.echo(json.dumps({"file": str(out), "gains": figures}))
        return
    rows = [
        (name, f"{a:.1f}", f"{b:.1f}", f"{d.mean:+.1f} ({d.low:+.1f} to {d.high:+.1f})")
        for name, (a, b, d) in found.gains.items()
    ]
    table(("recall, %", "learned>", "hand-set>", "difference>"), rows)
    typer.echo(str(out))


def conversations(data: list[Path], wanted: list[str]) -> list[Conversation]:
    """The conversations asked for (all for none); of those in several files the last."""
    from kgmem.bench.dataset import load
    from kgmem.errors import InputError

    every = {c.id: c for path in data for c in load(path)}
    missing = sorted(set(wanted) - set(every))
    if missing:
        raise InputError(f"no conversation {', '.join(missing)}; there are {', '.join(every)}")
    return [every[name] for name in dict.fromkeys(wanted or every)]
