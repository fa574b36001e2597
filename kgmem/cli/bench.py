"""`kgmem bench ...`: the benchmarks."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.bench.commands import add_commands
from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add
from kgmem.cli.progress import Bar

if TYPE_CHECKING:
    from kgmem.memory import Memory


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Measure kgmem beside simpler systems.", no_args_is_help=True)
    add_commands(group)
    add(group, None, subgoals)
    add(group, None, replay)
    app.add_typer(group, name="bench", rich_help_panel="Upkeep")


def subgoals(
    recordings: Annotated[list[Path], typer.Argument(help="Recorded tasks.", exists=True)],
) -> None:
    """Compare working memory with the plain history of recorded tasks.

    Examples:
        kgmem bench subgoals benchmarks/subgoals/*.jsonl
    """
    from kgmem.bench.subgoals import main

    main([str(r) for r in recordings])


def _told(bar: Bar) -> Callable[[str, int, int], None]:
    return lambda what, done, total: bar.to(done, total)


def replay(
    target: Annotated[str, typer.Argument(help="The second store: an address, or a file.")],
    data: Annotated[Path, typer.Option(help="LOCOMO file (locomo10.json); never copied.")],
    only: Annotated[list[str] | None, typer.Option(help="Conversations, as conv-26.")] = None,
    questions: Annotated[int | None, typer.Option(min=1, help="Ask only so many of each.")] = None,
    as_json: opt.Json = False,
) -> None:
    """Tell a file and another store the same conversations and compare the memories.

    Ids, versions, endings, journal, answers and candidates must be the same; the exit code is 1
    where they are not. What it writes is forgotten afterwards.

    Examples:
        kgmem bench replay neo4j://localhost:7687 --data locomo10.json --only conv-26
    """
    from kgmem.bench.dataset import load
    from kgmem.bench.replay import replay as run
    from kgmem.memory import Memory

    def opener(where: str) -> Callable[[str], Memory]:
        return lambda name: Memory.open(where, namespace=name, encoder=opt.ENCODER.get())

    results = []
    with tempfile.TemporaryDirectory(prefix="kgmem-replay-") as folder:
        first = str(Path(folder) / "first.kgmem")
        for conversation in load(data, tuple(only or ())):
            with Bar(conversation.id, quiet=as_json) as bar:
                done = run(
                    conversation,
                    opener(first),
                    opener(target),
                    questions=questions,
                    progress=_told(bar),
                )
            results.append(done)
    if as_json:
        output.emit_json(results)
    else:
        for result in results:
            rows = [
                (x.what, str(x.first), str(x.second), str(x.different), x.example)
                for x in result.lines
            ]
            output.table(
                (result.conversation, "file>", "other>", "different>", "for example"), rows
            )
    if not all(result.same for result in results):
        raise typer.Exit(1)
