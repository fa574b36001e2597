"""Reward curves: one JSON line an iteration, and a picture of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kgmem.errors import FormatError, MissingExtra

Row = Mapping[str, float]
_PANELS = (
    ("reward", ("reward", "validation")),
    ("KL to the reference", ("kl",)),
    ("entropy", ("entropy",)),
)


def write(path: Path, rows: Sequence[Row]) -> None:
    """Write all rows of a run as JSON lines (again, after a resume)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps({k: round(v, 6) for k, v in row.items()}) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")


def read(path: Path) -> list[dict[str, float]]:
    """The rows of a curve.

    Raises:
        FormatError: a line is no JSON object.
    """
    rows: list[dict[str, float]] = []
    for i, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row: Any = json.loads(line)
        except json.JSONDecodeError as error:
            raise FormatError(f"not JSON: {error.msg}", line=i) from error
        if not isinstance(row, dict):
            raise FormatError("a row of a curve is a JSON object", line=i)
        rows.append(row)
    return rows


def draw(path: Path, runs: Mapping[str, Sequence[Row]], title: str = "") -> None:
    """Draw the curves of one run, or of several in one picture, as PNG.

    Args:
        path: of the picture.
        runs: rows by name of the run.
        title: over the picture.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("matplotlib", "train") from error

    figure = Figure(figsize=(12, 3.6), layout="constrained")
    FigureCanvasAgg(figure)
    for axes, (name, keys) in zip(figure.subplots(1, len(_PANELS)), _PANELS, strict=True):
        for run, rows in runs.items():
            for key in keys:
                points = [(row["step"], row[key]) for row in rows if key in row]
                if points:
                    style = "o-" if key == "validation" else "-"
                    axes.plot(*zip(*points, strict=True), style, ms=3, label=f"{run} {key}")
        axes.set_xlabel("iteration")
        axes.set_title(name)
        axes.legend(fontsize=7)
    figure.suptitle(title)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
