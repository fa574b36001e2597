"""Tables of the update benchmark: for a terminal, and as Markdown with the failures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from rich.table import Table

from kgmem.bench.edit_cases import QUESTION_KINDS
from kgmem.bench.edits import EditReport, difference

Grid: TypeAlias = tuple[list[str], list[list[str]]]
_TITLES = {
    "right": "Answers that are right, per cent",
    "first": "The answer stands in the first {k} memories, nothing outdated above it, per cent",
    "found": "The answer stands in the first {k} memories, per cent",
}


def grids(report: EditReport) -> list[tuple[str, Grid]]:
    """Every table with its title."""
    systems: Mapping[str, Any] = report.figures["systems"]
    groups = [f"question:{q}" for q in QUESTION_KINDS]
    groups += [f"case:{kind}" for kind in report.figures["settings"]["kinds"]]
    made = []
    for measure, title in _TITLES.items():
        names = [n for n, f in systems.items() if measure in f["groups"]["all"]]
        if not names:
            continue
        shown = [systems[n]["groups"] for n in names]
        lines = [
            [_label(group, shown, measure), *(_mean(g.get(group, {}).get(measure)) for g in shown)]
            for group in (*groups, "all")
            if any(measure in g.get(group, {}) for g in shown)
        ]
        lines.append(["95 %", *(_bounds(g["all"][measure]) for g in shown)])
        made.append((title.format(k=report.k), (["", *names], lines)))
    costs = [
        [n, f"{f['p50_ms']:.1f}", f"{f['p95_ms']:.1f}", str(f["calls"]), str(f["questions"])]
        for n, f in systems.items()
    ]
    header = ["system", "p50 ms", "p95 ms", "model calls", "questions"]
    return [*made, ("Milliseconds a question, calls of a language model", (header, costs))]


def tables(report: EditReport) -> list[Table]:
    """The tables for a terminal."""
    made = []
    for title, (header, lines) in grids(report):
        table = Table(title=title, title_justify="left")
        for place, name in enumerate(header):
            table.add_column(name, justify="left" if place == 0 else "right", no_wrap=True)
        for line in lines:
            table.add_row(*line)
        made.append(table)
    return made


def markdown(report: EditReport) -> str:
    """The tables, paired differences, and every answer that is wrong."""
    settings = report.figures["settings"]
    parts = [
        "# Update benchmark",
        f"kgmem {settings['kgmem']}, {settings['cases']} hand-written cases, "
        f"language model: {settings['llm']}. Intervals: 95 %, bootstrap over cases.",
    ]
    parts += [f"## {title}\n\n{_markdown(grid)}" for title, grid in grids(report)]
    parts += _differences(report)
    for name, rows in report.rows.items():
        wrong = [r for r in rows if r["right"] is False]
        if wrong:
            lines = [
                [r["kind"], r["case"], r["asks"], r["question"], _gold(r), str(r["answer"])]
                for r in wrong
            ]
            header = ["kind", "case", "asks", "question", "expected", "answer"]
            parts.append(f"## What {name} got wrong\n\n{_markdown((header, lines))}")
    return "\n\n".join(parts) + "\n"


def _differences(report: EditReport) -> list[str]:
    """The first system's rankings against the others', on what both were judged on."""
    first, *others = report.rows
    lines = []
    for other in others:
        line = [f"{first} minus {other}"]
        for measure in ("first", "found"):
            found = difference(report.rows[first], report.rows[other], measure)
            line.append(_interval(found.mean, found.low, found.high) if found.n else "-")
        lines.append(line)
    if not lines:
        return []
    grid = ["", "nothing outdated above", "found"], lines
    return [f"## Paired differences in points\n\n{_markdown(grid)}"]


def _gold(row: Mapping[str, Any]) -> str:
    gold = ", ".join(row["gold"]) or "no answer"
    return f"{gold} (not {', '.join(row['wrong'])})" if row["wrong"] else gold


def _label(group: str, shown: Sequence[Mapping[str, Any]], measure: str) -> str:
    """The group and how many of its questions were judged, as "joint, 31"."""
    count = max(int(g[group][measure]["n"]) for g in shown if measure in g.get(group, {}))
    return f"{group.rpartition(':')[2]}, {count}"


def _mean(found: Mapping[str, float] | None) -> str:
    return "-" if found is None else f"{100 * found['mean']:.1f}"


def _bounds(found: Mapping[str, float]) -> str:
    return f"{100 * found['low']:.0f}-{100 * found['high']:.0f}"


def _interval(mean: float, low: float, high: float) -> str:
    return f"{100 * mean:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def _markdown(grid: Grid) -> str:
    header, lines = grid
    rows: list[Sequence[str]] = [header, ["---"] * len(header), *lines]
    return "\n".join("| " + " | ".join(_escaped(c) for c in row) + " |" for row in rows)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
