"""The commands put together, and how errors reach people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kgmem.cli import (
    asking,
    bench,
    changing,
    copying,
    demo,
    evaluate,
    exchange,
    goals,
    ingest,
    looking,
    neo4j,
    options,
    train,
    upkeep,
)
from kgmem.errors import KgmemError

_HELP = """
A knowledge-graph memory for agents: facts in time, tied to the words they came from.

Every command works on one file, --db or KGMEM_DB, and in it on one namespace.

[bold]Start here[/bold]

  kgmem demo

  kgmem ingest chat.jsonl

  kgmem ask "Which pets does Nora have?"
"""


class _Group(TyperGroup):
    """Turns kgmem's errors into one line on stderr and an exit code."""

    as_json = False

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> Any:
        """Remember whether errors are to be JSON too, then run."""
        self.as_json = "--json" in (sys.argv[1:] if args is None else args)
        return super().main(args, *rest, **options)

    def invoke(self, ctx: Any) -> Any:
        """Run the command.

        Raises:
            Exit: with code 1 for kgmem's own errors, 130 for an interrupt.
        """
        try:
            return super().invoke(ctx)
        except KgmemError as error:
            _report(error, as_json=self.as_json)
            raise typer.Exit(1) from error
        except KeyboardInterrupt as error:
            typer.echo("interrupted", err=True)
            raise typer.Exit(130) from error


def _report(error: KgmemError, *, as_json: bool) -> None:
    if as_json:
        import json

        found = {"error": type(error).__name__, "message": str(error)}
        typer.echo(json.dumps(found, ensure_ascii=False), err=True)
        return
    mark = typer.style("error:", fg="red", bold=True) if sys.stderr.isatty() else "error:"
    typer.echo(f"{mark} {error}", err=True)


def _version(wanted: bool) -> None:
    if wanted:
        from kgmem import __version__

        typer.echo(f"kgmem {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=_Group,
    help=_HELP,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _kgmem(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    encoder: Annotated[
        str | None,
        typer.Option(
            envvar="KGMEM_ENCODER", help="If not the packaged one: st:DIR, openai:MODEL@URL, hash."
        ),
    ] = None,
) -> None:
    options.ENCODER.set(encoder)


for _module in (
    demo,
    ingest,
    asking,
    looking,
    changing,
    goals,
    upkeep,
    exchange,
    copying,
    neo4j,
    bench,
    train,
    evaluate,
):
    _module.register(app)
