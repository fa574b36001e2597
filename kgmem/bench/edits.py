"""The update benchmark: what is true now, what was then, what was corrected, what was never said.

Every question of the shipped cases is put to every system; its raw prediction is a line of JSON.
Intervals resample whole cases, since the questions of one case fail together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from kgmem import __version__
from kgmem.bench.commands import EDIT_SYSTEMS as SYSTEMS
from kgmem.bench.edit_cases import Case, Question, chosen
from kgmem.bench.edit_scorer import answer_is_right, is_abstention, ranking
from kgmem.bench.edit_systems import POOL, Counting, EditSystem, KgmemEdits, PeerEdits, Reply
from kgmem.bench.metrics import RESAMPLES, Interval
from kgmem.errors import InputError

MEASURES = ("right", "first", "found")
Row: TypeAlias = Mapping[str, Any]
_SEED = 0


@dataclass(frozen=True, slots=True)
class EditReport:
    """What a run gives.

    Attributes:
        figures: everything but the raw predictions, JSON-able.
        rows: raw predictions by system.
        k: how many memories counted.
    """

    figures: dict[str, Any]
    rows: Mapping[str, Sequence[Row]]
    k: int


def measure(
    *,
    systems: Sequence[str] = ("kgmem",),
    policies: Sequence[str] = ("rules",),
    kinds: Sequence[str] = (),
    out: Path | None = None,
    k: int = 5,
    llm: str | None = None,
    progress: Callable[[str], None] = lambda _text: None,
) -> EditReport:
    """Run systems over the shipped cases.

    Args:
        systems: names from `SYSTEMS`.
        policies: edit policies of kgmem, each a system of its own.
        kinds: of cases; all when empty.
        out: folder for predictions and report; None writes nothing.
        k: how many found memories count.
        llm: spec of a language model that reads kgmem's context.
        progress: told in words where the run is.

    Raises:
        InputError: an unknown system, policy or kind.
        MissingExtra: a rival is not installed.
        ModelError: the language model failed.
    """
    if k < 1 or k > POOL:
        raise InputError(f"k is how many memories count: 1 to {POOL}, not {k}")
    cases = chosen(kinds)
    rows: dict[str, list[Row]] = {}
    for make in _makers(systems, policies, llm):
        system = make()
        try:
            rows[system.name] = run(system, cases, k, progress)
        finally:
            system.close()
        if out is not None:
            _keep(rows[system.name], out / f"{system.name}.jsonl")
    settings = {
        "kgmem": __version__, "cases": len(cases), "kinds": sorted({c.kind for c in cases}),
        "k": k, "llm": llm or "none",
    }  # fmt: skip
    report = EditReport(figures(rows, settings), rows, k)
    if out is not None:
        _write(report, out)
    return report


def run(
    system: EditSystem, cases: Sequence[Case], k: int, progress: Callable[[str], None]
) -> list[Row]:
    """One system's scored predictions, a row a question."""
    rows: list[Row] = []
    for place, case in enumerate(cases, 1):
        progress(f"{system.name}: case {place} of {len(cases)}")
        replies, seconds = system.replies(case)
        for index, (question, reply) in enumerate(zip(case.questions, replies, strict=True)):
            row = _row(case, question, reply, k)
            rows.append({"system": system.name, **row, "index": index, "ingest": seconds})
    return rows


def figures(rows: Mapping[str, Sequence[Row]], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Shares with 95 % intervals by kind of case and of question, latency and calls by system."""
    return {
        "settings": dict(settings),
        "systems": {name: _figures(found) for name, found in rows.items()},
    }


def share(rows: Sequence[Row], measure: str) -> Interval:
    """The mean of a measure with its 95 % interval over resampled cases."""
    sums: dict[str, tuple[float, int]] = {}
    for row in rows:
        if row[measure] is not None:
            total, count = sums.get(row["case"], (0.0, 0))
            sums[row["case"]] = (total + float(row[measure]), count + 1)
    if not sums:
        return Interval(float("nan"), float("nan"), float("nan"), 0)
    data = np.array(list(sums.values()), dtype=np.float64)
    drawn = np.random.default_rng(_SEED).integers(0, len(data), size=(RESAMPLES, len(data)))
    picked = data[drawn].sum(axis=1)
    low, high = np.percentile(picked[:, 0] / picked[:, 1], [2.5, 97.5])
    total = data.sum(axis=0)
    return Interval(float(total[0] / total[1]), float(low), float(high), int(total[1]))


def difference(rows: Sequence[Row], others: Sequence[Row], measure: str) -> Interval:
    """The mean difference over the questions that both were judged on, cases resampled together."""
    theirs = {(r["case"], r["index"]): r[measure] for r in others}
    pairs = [
        {**r, measure: float(r[measure]) - float(theirs[r["case"], r["index"]])}
        for r in rows
        if r[measure] is not None and theirs.get((r["case"], r["index"])) is not None
    ]
    return share(pairs, measure)


def _figures(rows: Sequence[Row]) -> dict[str, Any]:
    groups: dict[str, list[Row]] = {"all": list(rows)}
    for row in rows:
        groups.setdefault(f"case:{row['kind']}", []).append(row)
        groups.setdefault(f"question:{row['asks']}", []).append(row)
    times = np.array([r["seconds"] for r in rows] or [0.0]) * 1000
    return {
        "groups": {
            group: {m: _plain(i) for m in MEASURES if (i := share(found, m)).n}
            for group, found in groups.items()
        },
        "p50_ms": float(np.percentile(times, 50)),
        "p95_ms": float(np.percentile(times, 95)),
        "calls": sum({r["case"]: r["calls"] for r in rows}.values()),
        "questions": len(rows),
    }


def _plain(found: Interval) -> dict[str, float]:
    return {"mean": found.mean, "low": found.low, "high": found.high, "n": found.n}


def _row(case: Case, question: Question, reply: Reply, k: int) -> dict[str, Any]:
    judged = ranking(question, reply.hits, k)
    right = None if reply.answer is None else answer_is_right(question, reply.answer)
    return {
        "case": case.id, "kind": case.kind, "asks": question.kind, "question": question.text,
        "gold": list(question.gold), "wrong": list(question.wrong), "answer": reply.answer,
        "abstained": reply.answer is not None and is_abstention(reply.answer),
        "right": right, "first": judged and judged[0], "found": judged and judged[1],
        "hits": [{"text": h.text, "steps": sorted(h.steps)} for h in reply.hits[:k]],
        "seconds": reply.seconds, "calls": reply.calls, "reason": reply.reason,
    }  # fmt: skip


def _makers(
    systems: Sequence[str], policies: Sequence[str], llm: str | None
) -> list[Callable[[], EditSystem]]:
    """What builds each system, after all names were checked."""
    unknown = [s for s in systems if s not in SYSTEMS]
    if unknown:
        raise InputError(f"no system {', '.join(unknown)}; there are {', '.join(SYSTEMS)}")
    from kgmem.bench.peers import load

    makers: list[Callable[[], EditSystem]] = []
    for name in systems:
        if name == "kgmem":
            makers += [_kgmem(policy, llm) for policy in policies]
        elif name == "rrf_newest":
            makers.append(lambda: PeerEdits(load("rrf"), newest=3))
        else:
            makers.append(lambda name=name: PeerEdits(load(name)))  # type: ignore[misc]
    return makers


def _kgmem(policy: str, llm: str | None) -> Callable[[], EditSystem]:
    def make() -> EditSystem:
        from kgmem.memory import Memory

        counting = _counted(llm)
        name = "kgmem" if policy == "rules" else f"kgmem_{policy}"
        return KgmemEdits(
            lambda: Memory.open(":memory:", policy=policy, llm=counting), name, counting
        )

    return make


def _counted(spec: str | None) -> Counting | None:
    if spec is None:
        return None
    from kgmem.llm import load

    model = load(spec)
    return None if model is None else Counting(model)


def _keep(rows: Sequence[Row], path: Path) -> None:
    """Raw predictions on disk as soon as a system is through, whatever becomes of the next."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows)
    path.write_text(lines, encoding="utf-8")


def _write(report: EditReport, out: Path) -> None:
    from kgmem.bench.edit_report import markdown

    (out / "figures.json").write_text(json.dumps(report.figures, indent=1), encoding="utf-8")
    (out / "report.md").write_text(markdown(report), encoding="utf-8")
