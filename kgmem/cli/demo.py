"""`kgmem demo`: a small conversation that ships, taken in and asked about."""

from __future__ import annotations

import time as clock
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add
from kgmem.cli.ingest import Tally, take_parts
from kgmem.cli.progress import Bar

if TYPE_CHECKING:
    from kgmem.memory import Memory
    from kgmem.results import Answer, Fact

QUESTIONS = (
    "Which pets does Nora have?",
    "Where does Nora live now?",
    "When did Nora adopt Pickle?",
    "What does Sam no longer eat?",
)
_NOW = "2024-09-04"


def register(app: typer.Typer) -> None:
    """Add the command."""
    add(app, "Take in", demo)


def demo(
    keep: Annotated[
        str | None, typer.Option(help="Keep the memory in this file, to look around in it.")
    ] = None,
    as_json: opt.Json = False,
) -> None:
    """Take in a small conversation that ships, ask about it, and show the evidence.

    Examples:
        kgmem demo
        kgmem demo --keep demo.kgmem && kgmem timeline Nora --db demo.kgmem
    """
    with opt.opened(keep or ":memory:", create=True) as memory:
        tally = _ingest(memory, quiet=as_json)
        answers = [(q, memory.ask(q, now=_NOW)) for q in QUESTIONS]
        retired = _retired(memory)
    if as_json:
        output.emit_json(_report(tally, answers, retired))
        return
    typer.echo(tally)
    for question, answer in answers:
        typer.secho(f"\n{question}", fg="cyan")
        output.answer_lines(answer)
    if retired is not None:
        fact, reason = retired
        typer.secho("\nA fact that no longer holds", fg="cyan")
        output.facts_table([fact])
        typer.echo(f"  {reason}")
    where = keep or "FILE"
    hint = "" if keep else "kgmem demo --keep FILE; "
    typer.echo(f"\nLook around: {hint}kgmem timeline Nora --db {where}; kgmem --help")


def _ingest(memory: Memory, *, quiet: bool) -> str:
    from datetime import datetime, timezone

    from kgmem import assets
    from kgmem.cli.formats import Options, load

    path = assets.root("data") / "demo.jsonl"
    tally = Tally("jsonl")
    started = clock.perf_counter()
    with Bar("demo", quiet=quiet) as bar:
        parts = load(path, Options(now=datetime.now(timezone.utc)), "jsonl")
        take_parts(memory, parts, tally, bar, split=False)
    tally.seconds = clock.perf_counter() - started
    return tally.line(path)


def _retired(memory: Memory) -> tuple[Fact, str] | None:
    """A fact that ended, and why; one with a successor tells most."""
    gone = [f for f in memory.facts(ended=True, limit=None) if f.status != "live"]
    gone.sort(key=lambda f: (f.relation != "lives_in", not f.ended_by, f.id))
    if not gone:
        return None
    fact = gone[0]
    last = memory.history(fact.id)[-1]
    words = [f"{fact.status}, recorded {last.time:%Y-%m-%d} by {last.author}: {last.reason}"]
    known = {f.id: f for f in memory.facts(ended=True, limit=None)}
    words += [f"now: {known[i].text} ({i})" for i in fact.ended_by if i in known]
    return fact, "\n  ".join(words)


def _report(
    tally: str, answers: list[tuple[str, Answer]], retired: tuple[Fact, str] | None
) -> dict[str, Any]:
    return {
        "ingested": tally,
        "answers": [{"question": q, "answer": a} for q, a in answers],
        "retired": None if retired is None else {"fact": retired[0], "why": retired[1]},
    }
