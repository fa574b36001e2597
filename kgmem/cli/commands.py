"""How a function becomes a command: its docstring is the help, with the examples last."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import typer


def add(
    app: typer.Typer, panel: str | None, command: Callable[..., None], *, name: str | None = None
) -> None:
    """Add a function as a command.

    Args:
        app: the application or group.
        panel: heading of the list that it stands in.
        command: the function.
        name: of the command; None takes the function's.
    """
    app.command(name, help=help_text(command), rich_help_panel=panel)(command)


def help_text(command: Callable[..., Any]) -> str:
    """The docstring as rich help: paragraphs joined, one example a line, brackets as they are."""
    body, _, examples = inspect.cleandoc(command.__doc__ or "").partition("Examples:\n")
    paragraphs = [" ".join(p.split()) for p in body.split("\n\n") if p.strip()]
    if examples:
        paragraphs.append("\x00Examples\x01")
        paragraphs += [f"  {line.strip()}" for line in examples.splitlines() if line.strip()]
    text = "\n\n".join(paragraphs).replace("[", "\\[")
    return text.replace("\x00", "[bold]").replace("\x01", "[/bold]")
