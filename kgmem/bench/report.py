"""Tables for people, a JSON of everything, a picture, and the Markdown that the README quotes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
from rich.table import Table

from kgmem.bench.metrics import CUTS, Interval, Row, differences, summary
from kgmem.bench.scorer import NAMES
from kgmem.bench.systems import BUDGETS
from kgmem.errors import MissingExtra

GROUPS = ("1", "2", "3", "4", "5", "1-4", "all")
Grid: TypeAlias = tuple[list[str], list[list[str]]]
_PLAIN = ("token_f1", "bleu1", "false_abstention")
_PERCENT = ("official", "token_f1", "bleu1", "false_abstention", "recall@", "all@", "judge")


@dataclass(frozen=True, slots=True)
class Result:
    """One system's figures.

    Attributes:
        system: name.
        rows: raw predictions.
        groups: measure intervals by category.
        turns_per_second: of ingest, 0 when not measured.
        latency: p50 and p95 of one question in milliseconds.
    """

    system: str
    rows: Sequence[Row]
    groups: Mapping[str, Mapping[str, Interval]]
    turns_per_second: float
    latency: tuple[float, float]


def result_of(system: str, rows: Sequence[Row], turns_per_second: float) -> Result:
    """Figures of the raw predictions of one system."""
    times = np.array([float(r["seconds"]) for r in rows]) * 1000
    latency = (0.0, 0.0)
    if len(times):
        latency = (float(np.percentile(times, 50)), float(np.percentile(times, 95)))
    return Result(system, rows, summary(rows), turns_per_second, latency)


def cell(groups: Mapping[str, Mapping[str, Interval]], group: str, measure: str) -> str:
    """One figure as people read it, in per cent where it is a share; a dash where it has none."""
    found = groups.get(group, {}).get(measure)
    if found is None or math.isnan(found.mean):
        return "-"
    percent = measure.startswith(_PERCENT)
    return f"{100 * found.mean:.1f}" if percent else f"{found.mean:.0f}"


def with_interval(groups: Mapping[str, Mapping[str, Interval]], group: str, measure: str) -> str:
    """A figure with its 95 % interval."""
    found = groups.get(group, {}).get(measure)
    if found is None or math.isnan(found.mean):
        return "-"
    return f"{100 * found.mean:.1f} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def score_rows(results: Sequence[Result]) -> Grid:
    """Official F1 by category number."""
    lines = [[r.system, *(cell(r.groups, g, "official") for g in GROUPS)] for r in results]
    return ["system", *GROUPS], lines


def other_rows(results: Sequence[Result]) -> Grid:
    """Plain scores over categories 1 to 4, false abstentions there, and what it costs."""
    header = ["system", "F1", "BLEU-1", "false abst.", "tokens", "p50", "p95", "turns/s"]
    lines = []
    for r in results:
        line = [r.system, *(cell(r.groups, "1-4", m) for m in _PLAIN)]
        line += [cell(r.groups, "all", "tokens"), *(f"{ms:.0f}" for ms in r.latency)]
        line += [f"{r.turns_per_second:.0f}" if r.turns_per_second else "-"]
        lines.append(line)
    return header, lines


def recall_rows(results: Sequence[Result], group: str) -> Grid:
    """Evidence recall in distinct turns, and all evidence within budgets, of one group."""
    header = ["system", *(f"@{c}" for c in CUTS), *(f"all in {b}" for b in BUDGETS)]
    measures = [*(f"recall@{c}" for c in CUTS), *(f"all@{b}" for b in BUDGETS)]
    return header, [[r.system, *(cell(r.groups, group, m) for m in measures)] for r in results]


PAIRED = (("1", "recall@10"), ("1", "recall@25"), ("1-4", "recall@10"), ("1", "all@1000"),
          ("1-4", "official"))  # fmt: skip


def paired_rows(results: Sequence[Result]) -> Grid:
    """What the first system gains on each other one, question by question, with its interval."""
    header = ["first minus", *(f"{measure} {group}" for group, measure in PAIRED)]
    lines = []
    for other in results[1:]:
        cells = [other.system]
        for group, measure in PAIRED:
            found = differences(results[0].rows, other.rows, measure).get(group)
            cells.append("-" if found is None else _gain(found))
        lines.append(cells)
    return header, lines


def _gain(found: Interval) -> str:
    mean, low, high = (100 * x for x in (found.mean, found.low, found.high))
    return f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]"


def grids(results: Sequence[Result]) -> list[tuple[str, Grid]]:
    """Every table with its title."""
    return [
        ("Official F1 by category number, per cent", score_rows(results)),
        (
            "Categories 1-4 in per cent; tokens and milliseconds a question",
            other_rows(results),
        ),
        ("Evidence in distinct turns, category 1, per cent", recall_rows(results, "1")),
        ("Evidence in distinct turns, categories 1-4, per cent", recall_rows(results, "1-4")),
        *_comparison(results),
    ]


def _comparison(results: Sequence[Result]) -> list[tuple[str, Grid]]:
    if len(results) < 2:
        return []
    title = f"{results[0].system} minus each other system, paired, 95 % intervals"
    return [(title, paired_rows(results))]


def tables(results: Sequence[Result]) -> list[Table]:
    """The tables for a terminal, each within 80 columns."""
    made = []
    for title, (header, lines) in grids(results):
        table = Table(title=title, title_justify="left")
        for place, name in enumerate(header):
            wide = any(" [" in line[place] for line in lines)  # an interval, which may break
            justify: Literal["left", "right"] = "left" if place == 0 else "right"
            table.add_column(name, justify=justify, no_wrap=not wide)
        for line in lines:
            table.add_row(*line)
        made.append(table)
    return made


def as_json(results: Sequence[Result], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Everything but the raw predictions."""
    first = results[0] if results else None
    return {
        "settings": dict(settings),
        "paired": {
            other.system: {
                measure: {g: asdict(i) for g, i in found.items()}
                for measure in dict.fromkeys(m for _, m in PAIRED)
                if first and (found := differences(first.rows, other.rows, measure))
            }
            for other in results[1:]
        },
        "systems": {
            r.system: {
                "groups": {
                    g: {m: asdict(i) for m, i in measures.items() if i.n}
                    for g, measures in r.groups.items()
                },
                "turns_per_second": r.turns_per_second,
                "latency_ms": {"p50": r.latency[0], "p95": r.latency[1]},
                "questions": len(r.rows),
            }
            for r in results
        },
    }


def _markdown_table(header: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    rule = ["---"] + ["---:"] * (len(header) - 1)
    return [f"| {' | '.join(row)} |" for row in (header, rule, *lines)]


def markdown(results: Sequence[Result], settings: Mapping[str, Any], command: str) -> str:
    """The report: command, settings, tables, intervals, paired differences to the first system."""
    lines = ["# LOCOMO", "", f"`{command}`", ""]
    lines += [f"- {key}: {value}" for key, value in settings.items()]
    names = ", ".join(f"{n} {NAMES[n]}" for n in sorted(NAMES))
    lines += ["", f"Categories by number: {names}. Scores in per cent.", ""]
    for title, grid in grids(results):
        lines += [f"## {title}", "", *_markdown_table(*grid), ""]
    lines += ["## 95 % intervals (bootstrap over questions), official F1", ""]
    spread = [
        [r.system, *(with_interval(r.groups, g, "official") for g in GROUPS)] for r in results
    ]
    lines += [*_markdown_table(["system", *GROUPS], spread), ""]
    first = results[0] if results else None
    for other in results[1:]:
        assert first is not None
        lines += [f"## {first.system} minus {other.system}, paired", ""]
        lines += [*_difference_table(first, other), ""]
    return "\n".join(lines)


def _difference_table(first: Result, other: Result) -> list[str]:
    lines = []
    for measure in ("official", "recall@10", "recall@25", "all@1000"):
        groups = {g: {measure: i} for g, i in differences(first.rows, other.rows, measure).items()}
        lines.append([measure, *(with_interval(groups, g, measure) for g in GROUPS)])
    return _markdown_table(["measure", *GROUPS], lines)


def picture(results: Sequence[Result], path: Path) -> None:
    """Official F1 by category and evidence recall by k, all systems side by side, as a PNG.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("matplotlib", "bench") from error
    figure = Figure(figsize=(11, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    bars, curves = figure.subplots(1, 2)
    groups = [g for g in GROUPS if any(g in r.groups for r in results)]
    width = 0.8 / max(len(results), 1)
    for place, r in enumerate(results):
        at = np.arange(len(groups)) + place * width
        means = [_mean(r, g, "official") for g in groups]
        bars.bar(at, means, width, label=r.system)
        curves.plot(CUTS, [_mean(r, "1-4", f"recall@{c}") for c in CUTS], "o-", label=r.system)
    bars.set_xticks(np.arange(len(groups)) + 0.4 - width / 2, groups)
    bars.set(title="official F1 by category", ylabel="per cent", ylim=(0, 100))
    curves.set(title="evidence recall, categories 1-4", xlabel="distinct turns", ylim=(0, 100))
    bars.legend(fontsize="small")
    figure.savefig(path, dpi=130)


def _mean(r: Result, group: str, measure: str) -> float:
    found = r.groups.get(group, {}).get(measure)
    return 0.0 if found is None or math.isnan(found.mean) else 100 * found.mean
