"""`kgmem train edit`: the compact edit policy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import options as opt
from kgmem.cli.commands import add
from kgmem.cli.progress import Bar

if TYPE_CHECKING:
    from kgmem.training.train_edit import EditTraining

Out = Annotated[Path, typer.Option(help="Folder for the checkpoint, the curve and the weights.")]
Algorithm = Annotated[str, typer.Option(help="grpo, ppo, or imitation alone.")]
Teacher = Annotated[
    str, typer.Option(help="What it begins as: rules, or oracle: an imitation of what is right.")
]
Seed = Annotated[int, typer.Option(help="Of everything: the same seed gives the same weights.")]
Steps = Annotated[int, typer.Option(min=1, help="Updates of the policy.")]
Minutes = Annotated[
    float | None, typer.Option(min=0.1, help="Stop after these; run again to go on.")
]
Processes = Annotated[int, typer.Option(min=1, help="For stepping streams; changes nothing else.")]
Rounds = Annotated[int, typer.Option(min=1, help="How often experience is gathered.")]
Streams = Annotated[int, typer.Option(min=1, help="Generated streams stepped in each round.")]
Lessons = Annotated[int, typer.Option(min=1, help="Streams on which the oracle is imitated.")]
Examined = Annotated[int, typer.Option(min=1, help="Validation streams that choose the weights.")]
Locomo = Annotated[
    Path | None,
    typer.Option(help="Learn from conv-26 of this file, choose on conv-30 (never copied)."),
]
Share = Annotated[
    float, typer.Option(min=0.01, max=1.0, help="Part of the triples for which choices are tried.")
]
Json = Annotated[bool, typer.Option("--json", help="Print each row of the curve as JSON.")]


def register(group: typer.Typer) -> None:
    """Add the command."""
    add(group, None, edit)


def edit(
    out: Out,
    algorithm: Algorithm = "grpo",
    seed: Seed = 7,
    teacher: Teacher = "rules",
    steps: Steps = 80,
    minutes: Minutes = None,
    processes: Processes = 2,
    rounds: Rounds = 1,
    streams: Streams = 160,
    lessons: Lessons = 200,
    examined: Examined = 60,
    readings: opt.Readings = None,
    locomo: Locomo = None,
    share: Share = 1.0,
    as_json: Json = False,
) -> None:
    """Train the compact edit policy: it begins as the rules and is reinforced by the answers.

    A run that was stopped or killed goes on where it was when the same command is given again. The
    weights that answered most validation questions are written with their card; `kgmem eval edits
    --policy FILE` measures them, `Memory.open(policy="compact:FILE")` uses them. What a number of
    the curve means stands in docs/training.md.

    Examples:
        kgmem train edit --out runs/grpo --algorithm grpo --seed 7
        kgmem train edit --out runs/ppo --algorithm ppo --minutes 20
        kgmem train edit --out runs/oracle --algorithm imitation --teacher oracle
        kgmem train edit --out elsewhere/edits --locomo locomo10.json --share 0.1
    """
    from kgmem.training.outcome import score_answer, score_f1
    from kgmem.training.train_edit import EditTraining, train

    settings = EditTraining(
        algorithm=algorithm,
        seed=seed,
        teacher=teacher,
        rounds=rounds,
        streams=1 if locomo else streams,
        lessons=lessons,
        examined=1 if locomo else examined,
        locomo=str(locomo or ""),
        share=share,
    )
    length = _length(settings, steps)
    with Bar(f"{algorithm}: gathering, then updates", length, quiet=as_json) as bar:

        def show(row: dict[str, float]) -> None:
            if as_json:
                typer.echo(json.dumps(row))
            else:
                _show(row, bar, settings, steps)

        path = train(
            settings,
            out,
            steps=steps,
            minutes=minutes,
            processes=processes,
            readings=readings,
            score=score_f1 if locomo else score_answer,
            progress=show,
        )
    typer.echo(json.dumps({"weights": str(path)}) if as_json else str(path))


def _length(settings: EditTraining, steps: int) -> int:
    return settings.streams * settings.rounds + steps


def _show(row: dict[str, float], bar: Bar, settings: EditTraining, steps: int) -> None:
    """Move the bar; say what validation found."""
    if "heard" in row:
        round_ = -(-int(row["heard"]) // settings.streams)
        bar.to(int(row["heard"]) + (round_ - 1) * steps // settings.rounds)
        typer.echo(
            f"stepped {row['heard']:.0f} streams: {row['situations']:.0f} situations, "
            f"reward {row['reward']:.3f}",
            err=True,
        )
        return
    step = int(row["step"])
    if not step:
        typer.echo(f"at first: validation {row['validation']:.3f}", err=True)
        return
    gathered = min(settings.rounds, 1 + (step - 1) * settings.rounds // steps) * settings.streams
    bar.to(gathered + step)
    if "validation" in row:
        typer.echo(
            f"update {step}: reward {row['reward']:.3f}, validation {row['validation']:.3f}, "
            f"KL {row.get('kl', 0.0):.3f}, entropy {row.get('entropy', 0.0):.3f}",
            err=True,
        )
