"""From raw predictions to tables: means a category, recall, intervals by bootstrap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kgmem.bench.scorer import (
    ADVERSARIAL,
    abstains,
    bleu1,
    evidence_recall,
    official,
    token_f1,
)

CUTS = (5, 10, 25, 50)
RESAMPLES = 2000
_SEED = 0

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % bootstrap interval; `n` values."""

    mean: float
    low: float
    high: float
    n: int


def score_row(row: Row) -> dict[str, float | None]:
    """All measures of one raw prediction; None where one does not apply."""
    category, answer, gold = int(row["category"]), str(row["prediction"]), str(row["gold"])
    adversarial = category == ADVERSARIAL
    scores: dict[str, float | None] = {
        "official": official(category, answer, gold),
        "token_f1": None if adversarial else token_f1(answer, gold),
        "bleu1": None if adversarial else bleu1(answer, gold),
        "false_abstention": None if adversarial else float(abstains(answer)),
        "tokens": float(row["tokens"]),
        "seconds": float(row["seconds"]),
    }
    for cut in CUTS:
        scores[f"recall@{cut}"] = evidence_recall(row["ranked"], row["evidence"], cut)
    for budget, held in row["within"].items():
        wanted = set(row["evidence"])
        scores[f"all@{budget}"] = float(wanted <= set(held)) if wanted else None
    return scores


def interval(values: Sequence[float], resamples: int = RESAMPLES) -> Interval:
    """Percentile bootstrap over questions, seeded."""
    data = np.asarray(values, dtype=np.float64)
    if not len(data):
        return Interval(float("nan"), float("nan"), float("nan"), 0)
    rng = np.random.default_rng(_SEED)
    means = data[rng.integers(0, len(data), size=(resamples, len(data)))].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(data.mean()), float(low), float(high), len(data))


def paired(first: Sequence[float], second: Sequence[float]) -> Interval:
    """The mean difference `first - second` over the same questions, resampled together."""
    return interval([a - b for a, b in zip(first, second, strict=True)])


def summary(rows: Iterable[Row]) -> dict[str, dict[str, Interval]]:
    """Intervals of every measure by category ("1" ... "5", "1-4", "all").

    Args:
        rows: raw predictions of one system.
    """
    scored = [(int(row["category"]), score_row(row)) for row in rows]
    groups = {str(c): [s for k, s in scored if k == c] for c in sorted({k for k, _ in scored})}
    groups["1-4"] = [s for k, s in scored if k != ADVERSARIAL]
    groups["all"] = [s for _, s in scored]
    measures = sorted({name for _, s in scored for name in s})
    return {
        group: {
            name: interval([v for s in items if (v := s.get(name)) is not None])
            for name in measures
        }
        for group, items in groups.items()
    }


def differences(rows: Sequence[Row], others: Sequence[Row], measure: str) -> dict[str, Interval]:
    """Paired difference of a measure between two systems by category."""
    theirs = {(r["conversation"], r["index"]): score_row(r) for r in others}
    pairs: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        mine, its = score_row(row).get(measure), theirs.get((row["conversation"], row["index"]))
        value = its.get(measure) if its else None
        if mine is None or value is None:
            continue
        groups = [str(row["category"]), "all"] + ["1-4"] * (int(row["category"]) != ADVERSARIAL)
        for group in groups:
            pairs.setdefault(group, []).append((mine, value))
    return {g: paired([a for a, _ in p], [b for _, b in p]) for g, p in sorted(pairs.items())}
