"""`kgmem stats`, `verify`, `resume`, `rebuild`, `reembed`."""

from __future__ import annotations

from typing import Annotated

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add
from kgmem.cli.progress import Bar


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (stats, verify, resume, rebuild, reembed):
        add(app, "Upkeep", command)


def stats(
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Count what a memory holds.

    Examples:
        kgmem stats --namespace user:42
    """
    with opt.opened(db, namespace, missing_ok=True) as memory:
        counts = memory.stats()
        names = memory.namespaces()
    if as_json:
        output.emit_json({"namespace": namespace, **counts, "namespaces": names})
        return
    output.table((namespace, "rows>"), [(k, f"{v:,}") for k, v in counts.items()])
    typer.echo(f"namespaces: {', '.join(names) or 'none'}")


def verify(
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Check the graph against its journal, and the file; exit code 1 when something is wrong.

    Examples:
        kgmem verify --db agent.kgmem
    """
    with opt.opened(db, namespace) as memory:
        report = memory.verify()
    if as_json:
        output.emit_json(report)
    else:
        for problem in report.problems:
            typer.echo(problem)
        looked = ", ".join(f"{v:,} {k}" for k, v in report.checked.items())
        typer.echo(f"{'sound' if report.ok else 'NOT SOUND'}: checked {looked}")
    if not report.ok:
        raise typer.Exit(1)


def resume(
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    llm: opt.Llm = None,
    as_json: opt.Json = False,
) -> None:
    """Finish what is pending: observations whose extraction failed or was interrupted.

    Examples:
        kgmem resume --llm openai:gpt-4o-mini
    """
    with opt.opened(db, namespace, llm=llm) as memory, Bar("resuming", quiet=as_json) as bar:
        done = memory.resume(progress=bar.to)
    if as_json:
        output.emit_json({"resumed": len(done)})
    else:
        typer.echo(f"{len(done)} observations finished")


def rebuild(
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    llm: opt.Llm = None,
    extractor: Annotated[
        str | None, typer.Option(help="'llm' reads with --llm; default: spaCy.")
    ] = None,
    as_json: opt.Json = False,
) -> None:
    """Read all observations again with today's extractor; what people told and corrected stays.

    Examples:
        kgmem rebuild
    """
    with (
        opt.opened(db, namespace, llm=llm, extractor=extractor) as memory,
        Bar("rebuilding", quiet=as_json) as bar,
    ):
        count = memory.rebuild(progress=bar.to)
    if as_json:
        output.emit_json({"episodes": count})
    else:
        typer.echo(f"{count} observations read again")


def reembed(
    encoder: Annotated[
        str | None, typer.Argument(help="st:DIR, an endpoint's spec; default: packaged MiniLM.")
    ] = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Embed everything anew, all namespaces; safe to interrupt and run again.

    Examples:
        kgmem reembed
        kgmem reembed st:./my-encoder
    """
    with (
        opt.opened(db, namespace, missing_ok=True) as memory,
        Bar("embedding", quiet=as_json) as bar,
    ):
        count = memory.reembed(encoder, progress=bar.to)
    if as_json:
        output.emit_json({"texts": count})
    else:
        typer.echo(f"{count} texts embedded")
