"""`kgmem neo4j ...`: what helps with a memory in a Neo4j server."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add
from kgmem.cli.progress import Bar


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="A memory in a Neo4j server.", no_args_is_help=True)
    add(group, None, browser_guide, name="browser-guide")
    add(group, None, vector_index, name="vector-index")
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


class Action(str, Enum):
    """What to do with a vector index."""

    create = "create"
    drop = "drop"
    show = "show"


def vector_index(
    action: Annotated[Action, typer.Argument(help="What to do.")],
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Index a namespace's vectors in the server, so that a question need not load it.

    For a namespace of hundreds of thousands of facts, or where short-lived processes ask once.
    Make it after loading: writing costs several times more while it is there.

    Examples:
        kgmem neo4j vector-index create --db neo4j://localhost:7687 --namespace user:42
        kgmem neo4j vector-index drop --db neo4j://localhost:7687 --namespace user:42
    """
    with opt.opened(db, namespace) as memory:
        if action is Action.create:
            with Bar("indexing", quiet=as_json) as bar:
                memory.create_vector_index(lambda what, done, total: bar.to(done, total))
        elif action is Action.drop:
            memory.drop_vector_index()
        found = memory.vector_index()
    if as_json:
        output.emit_json(found)
    else:
        output.table(
            ("state", "numbers a vector>", "built %>"),
            [(found.state, str(found.dimension), f"{found.percent:.0f}")],
        )
