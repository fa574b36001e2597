"""`kgmem export` and `kgmem import`."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add
from kgmem.cli.progress import Bar

_PIPE = "-"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    add(app, "Upkeep", export)
    add(app, "Upkeep", import_, name="import")


def export(
    file: Annotated[Path, typer.Argument(help="Where to write; - for the output.", dir_okay=False)],
    everything: Annotated[bool, typer.Option("--everything", help="All namespaces.")] = False,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Write a memory as JSON Lines: lossless, journal included.

    Without --everything it is one namespace only.

    Examples:
        kgmem export backup.jsonl --everything
        kgmem export user42.jsonl --namespace user:42
        kgmem export - --db agent.kgmem | kgmem import - --db neo4j://localhost:7687
    """
    if str(file) == _PIPE:
        with tempfile.TemporaryDirectory(prefix="kgmem-export-") as folder:
            between = Path(folder) / "memory.jsonl"
            with opt.opened(db, namespace, missing_ok=everything) as memory:
                memory.export(between, namespaces=memory.namespaces() if everything else None)
            with between.open("rb") as lines:
                shutil.copyfileobj(lines, typer.get_binary_stream("stdout"))
        return
    with opt.opened(db, namespace, missing_ok=everything) as memory:
        names = memory.namespaces() if everything else None
        count = memory.export(file, namespaces=names)
    if as_json:
        output.emit_json({"file": str(file), "lines": count})
    else:
        typer.echo(f"{count} lines written to {file}")


def import_(
    file: Annotated[
        Path,
        typer.Argument(help="An export; - for the input.", dir_okay=False),
    ],
    into: Annotated[str | None, typer.Option(help="Namespace to write to.")] = None,
    db: opt.Db = opt.DB,
    as_json: opt.Json = False,
) -> None:
    """Read an export; safe to interrupt and run again.

    Examples:
        kgmem import backup.jsonl --db copy.kgmem
        kgmem import backup.jsonl --into user:43
    """
    with (
        _readable(file) as lines,
        opt.opened(db, create=True) as memory,
        Bar("importing", quiet=as_json) as bar,
    ):
        counts = memory.import_(lines, into=into, progress=bar.to)
    if as_json:
        output.emit_json(counts)
    else:
        output.table(("namespace", "journal entries>"), list(counts.items()))


@contextmanager
def _readable(file: Path) -> Iterator[Path]:
    """The file, or one with all that the input holds."""
    if str(file) != _PIPE:
        if not file.exists():
            raise typer.BadParameter(f"File {str(file)!r} does not exist.", param_hint="file")
        yield file
        return
    with tempfile.TemporaryDirectory(prefix="kgmem-import-") as folder:
        between = Path(folder) / "memory.jsonl"
        with between.open("wb") as lines:
            shutil.copyfileobj(typer.get_binary_stream("stdin"), lines)
        yield between
