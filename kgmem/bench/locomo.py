"""The LOCOMO benchmark from file to report."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table

from kgmem import __version__
from kgmem.bench.ablation import PARTS
from kgmem.bench.commands import build
from kgmem.bench.dataset import load
from kgmem.bench.judge import judge as judge_rows
from kgmem.bench.metrics import Interval, interval
from kgmem.bench.report import Result, as_json, markdown, picture, result_of, tables
from kgmem.bench.runs import Progress, ingest_rate, run


@dataclass(frozen=True, slots=True)
class Report:
    """What a run gives: figures as JSON-able data, tables for a terminal, results by system."""

    figures: dict[str, Any]
    tables: list[Table]
    results: tuple[Result, ...]


def measure(
    data: Path,
    *,
    systems: Sequence[str],
    only: Sequence[str],
    out: Path,
    llm: str | None = None,
    judge: str | None = None,
    keep: Path | None = None,
    progress: Callable[[str], None] = lambda _text: None,
) -> Report:
    """Run systems over conversations and write predictions, report and picture to a folder.

    Args:
        data: a LOCOMO file.
        systems: names, the first is compared with the others.
        only: ids of conversations; all when empty.
        out: made when missing; a run with the same settings is resumed.
        llm: spec of a reader model; None answers without one.
        judge: spec of a model that judges the answers.
        keep: folder for kgmem's memories, which are taken in once; None keeps none.
        progress: told in words where the run is.

    Raises:
        InputError: a file, conversation or system that is not there.
        ModelError: a model failed; what was predicted stays and the run can be resumed.
    """
    conversations = load(data, only)
    reader = _model(llm)
    settings = {
        "data": data.name,
        "sha256": hashlib.sha256(data.read_bytes()).hexdigest()[:16],
        "kgmem": __version__,
        "llm": reader.id if reader else "none",
        "now": "the day after the last turn",
    }

    def tell(p: Progress) -> None:
        progress(f"{p.system}: {p.conversation}, question {p.done} of {p.total}")

    results = []
    for system in build(systems, reader, keep):
        rows = run(system, conversations, out, settings=settings, report=tell)
        rate = ingest_rate(out / f"{system.name}.jsonl")
        results.append(result_of(system.name, rows, rate))
    figures = as_json(results, settings)
    command = _command(data, systems, only, llm)
    _write(out, results, figures, settings, command)
    if judge is not None:  # afterwards: a judge that fails takes nothing with it
        figures["judge"] = _judged(results, judge)
        _write(out, results, figures, settings, command)
    return Report(figures, tables(results), tuple(results))


def _model(spec: str | None) -> Any:
    if spec is None:
        return None
    from kgmem.llm import load as load_model

    return load_model(spec)


def _judged(results: Sequence[Result], spec: str) -> dict[str, dict[str, Any]]:
    model = _model(spec)
    shares: dict[str, dict[str, Any]] = {}
    for r in results:
        shares[r.system] = {}
        for mode in ("strict", "lenient"):
            verdicts = judge_rows(r.rows, model, mode)
            found: Interval = interval([float(v) for v in verdicts if v is not None])
            shares[r.system][mode] = {"mean": found.mean, "low": found.low, "high": found.high}
    return shares


def _command(data: Path, systems: Sequence[str], only: Sequence[str], llm: str | None) -> str:
    parts = [f"kgmem bench locomo --data {data.name}"]
    parts += [f"--ablate {s.partition('-')[2]}" if s in PARTS else f"--system {s}" for s in systems]
    parts += [f"--only {c}" for c in only]
    return " ".join(parts + ([f"--llm {llm}"] if llm else []))


def _write(
    out: Path,
    results: Sequence[Result],
    figures: dict[str, Any],
    settings: dict[str, Any],
    command: str,
) -> None:
    (out / "figures.json").write_text(json.dumps(figures, indent=1), encoding="utf-8")
    (out / "report.md").write_text(markdown(results, settings, command), encoding="utf-8")
    picture(results, out / "comparison.png")
