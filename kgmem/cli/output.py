"""What commands print: JSON for programs, tables and lines for people."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from kgmem.results import Answer, Candidate, Evidence, Fact


def emit_json(value: Any) -> None:
    """Any result as JSON on stdout."""
    from pydantic_core import to_json

    typer.echo(to_json(value, indent=2, fallback=str).decode("utf-8", "backslashreplace"))


def console(*, err: bool = False) -> Console:
    """A console; as wide as a table needs where the output is not a terminal."""
    from rich.console import Console

    stream = sys.stderr if err else sys.stdout
    width = None if stream.isatty() else 220
    return Console(file=stream, width=width, highlight=False, soft_wrap=False)


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, title: str = "") -> None:
    """A table without frills; columns whose name ends in `>` are right-aligned."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False)
    for name in columns:
        right = name.endswith(">")
        grid.add_column(name.rstrip(">"), justify="right" if right else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    console().print(grid)


def facts_table(facts: Iterable[Fact]) -> None:
    """Facts, one a row: id, sentence, when, what is out of the ordinary, where it was said."""
    from kgmem.display.text import notes, when

    table(
        ("id", "fact", "when", "notes", "said"),
        [
            (f.id, f.text, when(f), ", ".join(notes(f)), _said(f.evidence) or f"{f.said:%Y-%m-%d}")
            for f in facts
        ],
    )


def candidates_table(candidates: Iterable[Candidate]) -> None:
    """What retrieval brought back, best first, with its scores and why."""
    table(
        ("id", "score>", "words", "time", "why"),
        [
            (c.id, f"{c.score:.3f}", c.text, f"{c.time:%Y-%m-%d}", c.reason or _parts(c))
            for c in candidates
        ],
    )


def answer_lines(answer: Answer) -> None:
    """An answer with its evidence."""
    from rich.text import Text

    from kgmem.display.text import evidence_line

    out = console()
    out.print(Text(answer.text, style="italic" if answer.abstained else "bold"))
    for evidence in answer.evidence:
        out.print(Text("  " + evidence_line(evidence), style="dim"))
    about = [f"confidence {answer.confidence:.2f}", answer.model, answer.reason]
    out.print(Text("  " + " · ".join(x for x in about if x), style="dim"))


def _said(evidence: Sequence[Evidence]) -> str:
    if not evidence:
        return ""
    more = f" +{len(evidence) - 1}" if len(evidence) > 1 else ""
    first = evidence[0]
    return f"{first.time:%Y-%m-%d} {first.who} {first.episode}{more}"


def _parts(candidate: Candidate) -> str:
    return " ".join(f"{k}={v:.2f}" for k, v in candidate.parts.items())
