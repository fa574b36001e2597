"""`kgmem copy`: a memory from one store to another."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add
from kgmem.cli.progress import Bar
from kgmem.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the command."""
    add(app, "Upkeep", copy)


def copy(
    source: Annotated[str, typer.Argument(help="A file or the address of a Neo4j server.")],
    target: Annotated[str, typer.Argument(help="The same; made when it is a new file.")],
    namespace: Annotated[
        list[str] | None, typer.Option("--namespace", "-n", help="Only this one; may be repeated.")
    ] = None,
    as_json: opt.Json = False,
) -> None:
    """Copy a memory to another store, journal included; safe to interrupt and run again.

    A server's user and password come from KGMEM_NEO4J_USER and KGMEM_NEO4J_PASSWORD.

    Examples:
        kgmem copy agent.kgmem neo4j://localhost:7687
        kgmem copy neo4j://localhost:7687 backup.kgmem --namespace user:42
    """
    if source == target:
        raise InputError("source and target are the same; name two stores")
    with tempfile.TemporaryDirectory(prefix="kgmem-copy-") as folder:
        between = Path(folder) / "memory.jsonl"
        with opt.opened(source, missing_ok=True) as memory:
            names = namespace or memory.namespaces()
            entries = sum(memory.scope(name).stats()["revision"] for name in names)
            with Bar("reading", entries, quiet=as_json) as bar:
                memory.export(between, namespaces=names, progress=bar.to)
        with (
            opt.opened(target, create=True) as memory,
            Bar("writing", entries, quiet=as_json) as bar,
        ):
            counts = memory.import_(between, progress=bar.to)
    if as_json:
        output.emit_json(counts)
    else:
        output.table(("namespace", "journal entries>"), list(counts.items()))
