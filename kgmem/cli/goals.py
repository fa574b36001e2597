"""`kgmem goal ...`: subgoals and working memory, for agents that are shell scripts."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add

if TYPE_CHECKING:
    from kgmem.types import SubgoalStatus

Task = Annotated[str, typer.Option(help="The run that it belongs to.")]


class Outcome(str, Enum):
    """How a subgoal ends."""

    achieved = "achieved"
    failed = "failed"
    abandoned = "abandoned"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Subgoals and working memory.", no_args_is_help=True)
    for name, command in (("open", start), ("close", close), ("unfold", unfold), ("show", show)):
        add(group, None, command, name=name)
    app.add_typer(group, name="goal", rich_help_panel="Change it")


def start(
    description: str,
    task: Task = "",
    parent: Annotated[str | None, typer.Option(help="Nest under this one.")] = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Open a subgoal; the open one beside it is closed.

    Examples:
        kgmem goal open "find a vet" --task run-7
    """
    with opt.opened(db, namespace, create=True) as memory:
        goal = memory.open_subgoal(description, task=task, parent=parent)
    _show(goal.record, as_json)


def close(
    id: Annotated[str, typer.Argument(help="The subgoal, g3.")],
    outcome: Outcome,
    summary: str = "",
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    llm: opt.Llm = None,
    as_json: opt.Json = False,
) -> None:
    """Close a subgoal and fold it to a summary.

    Examples:
        kgmem goal close g3 failed --summary "closed on Sundays"
    """
    status: SubgoalStatus = outcome.value
    with opt.opened(db, namespace, llm=llm) as memory:
        goal = memory.close_subgoal(id, status, summary=summary)
    _show(goal.record, as_json)


def unfold(
    ids: Annotated[list[str], typer.Argument(help="Subgoals, g3 g5.")],
    fold: Annotated[bool, typer.Option("--fold", help="Fold them again.")] = False,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
) -> None:
    """Show closed subgoals in full from now on.

    Examples:
        kgmem goal unfold g3 g5
    """
    with opt.opened(db, namespace) as memory:
        memory.unfold(*ids, fold=fold)


def show(
    task: Task = "",
    budget: Annotated[int | None, typer.Option(min=1, help="Most tokens.")] = None,
    last_only: Annotated[
        bool, typer.Option("--last-only", help="Of the open one only the last observation.")
    ] = False,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Print a task's working memory: closed subgoals folded, the open one in full.

    Examples:
        kgmem goal show --task run-7 --budget 1500
    """
    with opt.opened(db, namespace) as memory:
        text = memory.working_memory(task=task, budget=budget, last_only=last_only)
    if as_json:
        output.emit_json({"task": task, "text": text})
    else:
        typer.echo(text)


def _show(record: Any, as_json: bool) -> None:
    if as_json:
        output.emit_json(record)
    else:
        words = f": {record.summary}" if record.summary else ""
        typer.echo(f"{record.id} {record.status} {record.description}{words}")
