"""`kgmem facts`, `entities`, `neighbors`, `path`, `timeline`, `history`, `query`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add
from kgmem.errors import InputError

if TYPE_CHECKING:
    from kgmem.memory import Memory

_CLOSE = 5  # predicates shown in the place of one that nothing was said with
Name = Annotated[str, typer.Argument(help="An entity: name, alias or id.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (facts, entities, neighbors, path, timeline, history, query):
        add(app, "Look at the graph", command)


def facts(
    subject: Annotated[str | None, typer.Argument(help="Name, alias or id.")] = None,
    predicate: Annotated[str | None, typer.Option("--predicate", "-p")] = None,
    object: Annotated[str | None, typer.Option("--object", "-o")] = None,
    valid_at: opt.ValidAt = None,
    known_at: opt.KnownAt = None,
    tentative: Annotated[
        bool, typer.Option("--tentative", help="Also those that are not asserted.")
    ] = False,
    ended: Annotated[bool, typer.Option("--ended", help="Also ended and retracted ones.")] = False,
    limit: opt.Limit = 100,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    read: opt.Read = None,
    as_json: opt.Json = False,
) -> None:
    """List facts, newest first.

    Examples:
        kgmem facts Nora
        kgmem facts Nora -p "lives in" --valid-at 2021
        kgmem facts --ended --tentative --limit 500
    """
    with opt.opened(db, namespace, read=read) as memory:
        found = memory.facts(
            subject,
            predicate,
            object,
            valid_at=valid_at,
            known_at=known_at,
            tentative=tentative,
            ended=ended,
            limit=limit,
        )
        if not found and predicate is not None and not _used(memory, predicate):
            close = ", ".join(memory.predicates(like=predicate, limit=_CLOSE)) or "none"
            typer.echo(f"no fact with the predicate {predicate!r}; close ones: {close}", err=True)
    if as_json:
        output.emit_json(found)
    else:
        output.facts_table(found)


def _used(memory: Memory, predicate: str) -> bool:
    """Whether anything at all was said with a predicate."""
    return bool(memory.facts(predicate=predicate, ended=True, tentative=True, limit=1))


def entities(
    like: Annotated[str | None, typer.Argument(help="Part of a name or alias.")] = None,
    type: Annotated[str | None, typer.Option(help="person, place, ...")] = None,
    limit: opt.Limit = 100,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    read: opt.Read = None,
    as_json: opt.Json = False,
) -> None:
    """List entities, those with most facts first.

    Examples:
        kgmem entities
        kgmem entities mel --type person
    """
    with opt.opened(db, namespace, read=read) as memory:
        found = memory.entities(like, type=type, limit=limit)
    if as_json:
        output.emit_json(found)
    else:
        rows = [(e.id, e.name, e.type, ", ".join(e.aliases), e.facts) for e in found]
        output.table(("id", "name", "type", "also known as", "facts>"), rows)


def neighbors(
    name: Name,
    depth: Annotated[int, typer.Option(min=1, max=4, help="Hops.")] = 1,
    limit: opt.Limit = 200,
    svg: Annotated[
        Path | None, typer.Option(help="Write a picture to this file.", dir_okay=False)
    ] = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Show the facts around an entity, as a list or a picture.

    Examples:
        kgmem neighbors Nora --depth 2
        kgmem neighbors Nora --svg nora.svg
    """
    with opt.opened(db, namespace) as memory:
        found = memory.neighbors(name, depth=depth, limit=limit or 200)
    if svg is not None:
        from kgmem.display import neighborhood_svg

        svg.write_text(neighborhood_svg(found), encoding="utf-8")
    if as_json:
        output.emit_json(found)
    else:
        output.facts_table(found.facts)


def path(
    start: Name,
    end: Name,
    longest: Annotated[int, typer.Option(min=1, help="Most steps.")] = 4,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Show how two entities are connected.

    Examples:
        kgmem path Biscuit Lisbon
    """
    with opt.opened(db, namespace) as memory:
        found = memory.path(start, end, longest=longest)
    if as_json:
        output.emit_json(found)
    elif not found.found:
        typer.echo(f"no connection of at most {longest} steps")
    else:
        typer.echo(repr(found).strip("<>"))
        output.facts_table(found.facts)


def timeline(
    name: Name,
    limit: opt.Limit = 200,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """List the facts about an entity in time order, those that ended included.

    Examples:
        kgmem timeline Nora
    """
    with opt.opened(db, namespace) as memory:
        found = memory.timeline(name, limit=limit)
    if as_json:
        output.emit_json(found)
    else:
        output.facts_table(found)


def history(
    fact: Annotated[str, typer.Argument(help="A fact's id, f12.")],
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Show every state of a fact: who decided it, why, on which words.

    Examples:
        kgmem history f12
    """
    with opt.opened(db, namespace) as memory:
        found = memory.history(fact)
    if as_json:
        output.emit_json(found)
        return
    rows = [
        (f"{i.time:%Y-%m-%d %H:%M}", i.step, i.op, i.status, i.text, i.author, i.reason)
        for i in found
    ]
    output.table(("recorded", "step", "op", "status", "fact", "by", "why"), rows)


def query(
    cypher: Annotated[str, typer.Argument(help="Read-only Cypher that uses $namespace.")],
    parameter: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", help="NAME=VALUE; the value is JSON or text."),
    ] = None,
    across_namespaces: Annotated[
        bool, typer.Option("--across-namespaces", help="Allow a statement without $namespace.")
    ] = False,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    as_json: opt.Json = False,
) -> None:
    """Run read-only Cypher.

    Examples:
        kgmem query 'MATCH (e:Entity {namespace: $namespace, name: $n})-[f:FACT]->(o) RETURN f.predicate, o.name' -p n=Nora
    """  # noqa: E501 - an example to copy stays on one line
    values = dict(_parameter(p) for p in parameter or ())
    with opt.opened(db, namespace) as memory:
        found = memory.query(cypher, across_namespaces=across_namespaces, parameters=values)
    if as_json:
        output.emit_json(found.dicts())
    else:
        output.table(found.columns, found.rows)


def _parameter(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise InputError(f"--param {text!r} should be NAME=VALUE")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
