"""`kgmem train ...`: one module for each kind of model, each with a `register(group)`.

A module joins by being named in `_MODULES`; the group appears with the first.
"""

from __future__ import annotations

from types import ModuleType

import typer

from kgmem.cli.train import answer_lm, distil, edit, edit_lm, ranker

_MODULES: tuple[ModuleType, ...] = (edit, distil, ranker, edit_lm, answer_lm)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    if not _MODULES:
        return
    group = typer.Typer(help="Train policies by reinforcement.", no_args_is_help=True)
    for module in _MODULES:
        module.register(group)
    app.add_typer(group, name="train", rich_help_panel="Learning")
