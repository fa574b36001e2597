"""`kgmem bench ...`: the benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kgmem.bench.commands import add_commands
from kgmem.cli.commands import add


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Measure kgmem beside simpler systems.", no_args_is_help=True)
    add_commands(group)
    add(group, None, subgoals)
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
