"""`kgmem neo4j ...`: what helps with a memory in a Neo4j server."""

from __future__ import annotations

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="A memory in a Neo4j server.", no_args_is_help=True)
    add(group, None, browser_guide, name="browser-guide")
    app.add_typer(group, name="neo4j", rich_help_panel="Upkeep")


def browser_guide(as_json: opt.Json = False) -> None:
    """How to look at a memory in Neo4j Browser: style, parameters, saved queries.

    Examples:
        kgmem neo4j browser-guide
    """
    from kgmem.stores.neo4j.guide import browser_guide as guide

    if as_json:
        output.emit_json({"guide": guide()})
    else:
        typer.echo(guide())
