"""`kgmem ask`, `context`, `retrieve`."""

from __future__ import annotations

from typing import Annotated

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add

Question = Annotated[str, typer.Argument(help="The question, in quotes.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    panel = "Ask"
    add(app, panel, ask)
    add(app, panel, context)
    add(app, panel, retrieve)


def ask(
    question: Question,
    asker: opt.Asker = None,
    now: opt.Now = None,
    valid_at: opt.ValidAt = None,
    known_at: opt.KnownAt = None,
    subgoal: opt.Subgoal = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    read: opt.Read = None,
    llm: opt.Llm = None,
    as_json: opt.Json = False,
) -> None:
    """Answer a question with evidence, or say that nothing is known.

    Examples:
        kgmem ask "Which pets does Nora have?"
        kgmem ask "Where did I live?" --asker Nora --valid-at 2022-03
        kgmem ask "What did we plan for next week?" --asker Nora --now 2024-06-20 --json
    """
    with opt.opened(db, namespace, read=read, llm=llm) as memory:
        answer = memory.ask(
            question, asker=asker, now=now, valid_at=valid_at, known_at=known_at, subgoal=subgoal
        )
    if as_json:
        output.emit_json(answer)
    else:
        output.answer_lines(answer)


def context(
    question: Question,
    budget: Annotated[int | None, typer.Option(min=1, help="Most tokens.")] = None,
    asker: opt.Asker = None,
    now: opt.Now = None,
    valid_at: opt.ValidAt = None,
    known_at: opt.KnownAt = None,
    subgoal: opt.Subgoal = None,
    exclude_working: Annotated[
        str | None, typer.Option(help="A task whose working memory the prompt holds already.")
    ] = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    read: opt.Read = None,
    as_json: opt.Json = False,
) -> None:
    """Print text for a prompt: what memory holds on a question, with cited ids.

    Examples:
        kgmem context "a present for Nora?" --budget 400
        kgmem context "a present for Nora?" | llm "What should I buy?"
    """
    with opt.opened(db, namespace, read=read) as memory:
        found = memory.context(
            question,
            budget=budget,
            asker=asker,
            now=now,
            valid_at=valid_at,
            known_at=known_at,
            subgoal=subgoal,
            exclude_working=exclude_working,
        )
    if as_json:
        output.emit_json(found)
    else:
        typer.echo(found.text)


def retrieve(
    question: Question,
    limit: opt.Limit = 20,
    asker: opt.Asker = None,
    now: opt.Now = None,
    valid_at: opt.ValidAt = None,
    known_at: opt.KnownAt = None,
    subgoal: opt.Subgoal = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    read: opt.Read = None,
    as_json: opt.Json = False,
) -> None:
    """Show what memory finds for a question, with scores and why.

    Examples:
        kgmem retrieve "Nora's pets" --limit 10
        kgmem retrieve "Nora's pets" --json | jq '.[].parts'
    """
    with opt.opened(db, namespace, read=read) as memory:
        found = memory.retrieve(
            question,
            limit=limit,
            asker=asker,
            now=now,
            valid_at=valid_at,
            known_at=known_at,
            subgoal=subgoal,
        )
    if as_json:
        output.emit_json(found)
    else:
        output.candidates_table(found)
