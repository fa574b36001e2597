"""`kgmem tell`, `correct`, `retract`, `undo`, `merge`, `split`, `forget`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add
from kgmem.errors import InputError

if TYPE_CHECKING:
    from kgmem.results import Forgotten, Observed

_SHOWN = 20
"""How many ids are listed."""

FactId = Annotated[str, typer.Argument(help="A fact's id, f12.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (tell, correct, retract, undo, merge, split, forget):
        add(app, "Change it", command)


def tell(
    subject: str,
    predicate: str,
    object: str,
    source: Annotated[str | None, typer.Option(help="Your id for it.")] = None,
    valid_from: Annotated[str | None, typer.Option(help="Since when.")] = None,
    valid_to: Annotated[str | None, typer.Option(help="Until when.")] = None,
    trust: Annotated[float, typer.Option(min=0.0, max=1.0)] = 1.0,
    author: opt.Author = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Store a fact as given, without reading any text.

    Examples:
        kgmem tell Nora plan Pro --source crm:981 --valid-from 2024-05-01
    """
    with opt.opened(db, namespace, create=True) as memory:
        done = memory.tell(
            subject,
            predicate,
            object,
            source=source,
            valid_from=valid_from,
            valid_to=valid_to,
            author=author,
            trust=trust,
        )
    _show(done, as_json)


def correct(
    fact: FactId,
    object: Annotated[str | None, typer.Option("--object", "-o", help="The right one.")] = None,
    predicate: Annotated[str | None, typer.Option("--predicate", "-p")] = None,
    reason: str = "",
    author: opt.Author = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Put a fact right: the wrong one is retracted, and stays in the history.

    Examples:
        kgmem correct f12 --object Lisbon --author Nora
    """
    with opt.opened(db, namespace) as memory:
        done = memory.correct(
            fact, object=object, predicate=predicate, author=author, reason=reason
        )
    _show(done, as_json)


def retract(
    fact: FactId,
    reason: str = "",
    author: opt.Author = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Mark a fact as never true.

    Examples:
        kgmem retract f9 --reason "misheard"
    """
    with opt.opened(db, namespace) as memory:
        done = memory.retract(fact, author=author, reason=reason)
    _show(done, as_json)


def undo(
    step: Annotated[str, typer.Argument(help="A step, t17 (see `kgmem history`).")],
    author: opt.Author = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Take a step back; the undo is a step itself, and can be undone.

    Examples:
        kgmem undo t17
    """
    with opt.opened(db, namespace) as memory:
        made = memory.undo(step, author=author)
    _step(made, f"{step} undone", as_json)


def merge(
    keep: Annotated[str, typer.Argument(help="The entity that stays.")],
    other: Annotated[str, typer.Argument(help="The one that becomes a part of it.")],
    author: opt.Author = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Make two entities one; `kgmem split` takes it back.

    Examples:
        kgmem merge "Robert Hale" Bob
    """
    with opt.opened(db, namespace) as memory:
        made = memory.merge(keep, other, author=author)
    _step(made, f"{other} is now part of {keep}", as_json)


def split(
    entity: Annotated[str, typer.Argument(help="Id of the merged entity, e14.")],
    author: opt.Author = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Take a merged entity out of the one it was merged into.

    Examples:
        kgmem split e14
    """
    with opt.opened(db, namespace) as memory:
        made = memory.split(entity, author=author)
    _step(made, f"{entity} stands on its own", as_json)


def forget(
    source: Annotated[list[str] | None, typer.Option(help="A source id.")] = None,
    entity: Annotated[str | None, typer.Option(help="Whatever mentions this entity.")] = None,
    episode: Annotated[list[str] | None, typer.Option(help="An episode, ep88.")] = None,
    before: Annotated[str | None, typer.Option(help="Said before this time.")] = None,
    after: Annotated[str | None, typer.Option(help="Said from this time on.")] = None,
    everything: Annotated[bool, typer.Option("--everything", help="The whole namespace.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Erase for good, with proof. This cannot be undone.

    Examples:
        kgmem forget --source crm:981
        kgmem forget --entity "Robert Hale" --yes
        kgmem forget --everything --namespace user:42 --yes
    """
    if not (source or entity or episode or before or after or everything):
        raise InputError("say what to forget: --source, --entity, --episode, --before, ...")
    # A namespace that went may still owe its proof: the engine tells whether it is unknown.
    with opt.opened(db, namespace, missing_ok=True) as memory:
        erase = partial(
            memory.forget,
            source=source or None,
            entity=entity,
            episode=episode or None,
            before=before,
            after=after,
            namespace=everything,
        )
        if not yes and not _sure(erase(dry_run=True)):
            raise typer.Exit(1)
        gone = erase()
    if as_json:
        output.emit_json(gone)
    else:
        typer.echo(
            f"forgot {gone.episodes} episodes, {gone.facts} facts, {gone.entities} entities; "
            f"{len(gone.revived)} facts are live again"
        )
        if gone.proved:
            typer.echo(f"searched the store's bytes for {gone.checked} strings: none is left")
        _warn(gone)
    if not gone.proved:
        why = "a reader is open; run it again to finish" if gone.pending else "some words remain"
        typer.echo(f"not proved: {why}", err=True)
        raise typer.Exit(1)


def _warn(what: Forgotten) -> None:
    """Say where the name of a forgotten entity still stands."""
    if what.still_named:
        shown = ", ".join(what.still_named[:_SHOWN])
        more = len(what.still_named) - _SHOWN
        rest = f" and {more:,} more (--json lists them)" if more > 0 else ""
        typer.echo(
            f"the name still stands in {shown}{rest}; if they speak of the same one, "
            "forget them with --episode or --source",
            err=True,
        )


def _sure(what: Forgotten) -> bool:
    """Ask whether this much is to go."""
    _warn(what)
    much = f"{what.episodes:,} episodes, {what.facts:,} facts and {what.entities:,} entities"
    return typer.confirm(f"Erase {much} for good?", err=True)


def _show(done: Observed, as_json: bool) -> None:
    if as_json:
        output.emit_json(done)
        return
    rows = [("refused" if d.refused else d.op, d.fact, d.text, d.reason) for d in done.edits]
    output.table(("edit", "fact", "words", "why"), rows)
    typer.echo("known already" if done.repeated else f"step {done.step}")


def _step(step: str, words: str, as_json: bool) -> None:
    if as_json:
        output.emit_json({"step": step})
    else:
        typer.echo(f"{words} (step {step})")
