"""Fit the weights of the confidence to judged facts.

    python benchmarks/extraction/calibrate.py benchmarks/extraction/judged.tsv

Each row of the sheet has the conversation, the turn, the span, the verdict (1 true and
understandable alone, 0 not) and the features of a fact; no text. Maximum a posteriori logistic
regression: weights are pulled towards those that ship, so that a feature seen twice moves little.
Prints the new weights, the calibration by tenths, and precision by threshold.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np

from kgmem.extraction.openie.confidence import BIAS, WEIGHTS

STRENGTH = 1.5
"""Pull towards the prior: the precision of a normal prior with this value per weight."""


def read(path: Path) -> tuple[list[list[str]], np.ndarray]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file, delimiter="\t") if r["verdict"] in {"0", "1"}]
    return [r["features"].split() for r in rows], np.array([float(r["verdict"]) for r in rows])


def fit(features: list[list[str]], verdicts: np.ndarray, strength: float) -> dict[str, float]:
    """New weights by feature; `bias` is one of them."""
    names = ["bias", *sorted(set(WEIGHTS) | {f for row in features for f in row})]
    place = {name: i for i, name in enumerate(names)}
    prior = np.array([BIAS if n == "bias" else WEIGHTS.get(n, 0.0) for n in names])
    rows = np.zeros((len(features), len(names)))
    rows[:, 0] = 1.0
    for i, row in enumerate(features):
        for name in set(row):
            rows[i, place[name]] = 1.0
    known = np.array([n == "bias" or n in WEIGHTS for n in names])
    pull = np.where(known, strength, 1e6)
    weights = prior.copy()
    for _ in range(60):
        chance = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (verdicts - chance) - pull * (weights - prior)
        hessian = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(pull)
        weights += np.linalg.solve(hessian, gradient)
    return dict(zip(names, np.round(weights, 2).tolist(), strict=True))


def score(features: list[list[str]], weights: dict[str, float]) -> np.ndarray:
    total = [weights["bias"] + sum(weights.get(f, 0.0) for f in set(r)) for r in features]
    return 1 / (1 + np.exp(-np.array(total)))


def report(chances: np.ndarray, verdicts: np.ndarray) -> None:
    for low in np.arange(0, 1, 0.1):
        inside = (chances >= low) & (chances < low + 0.1)
        if inside.any():
            share = verdicts[inside].mean()
            print(f"  {low:.1f}-{low + 0.1:.1f}: {inside.sum():3d} judged, {share:.2f} true")
    for threshold in (0.5, 0.6, 0.7):
        above = chances >= threshold
        if above.any():
            true = verdicts[above].mean()
            print(f"  from {threshold}: {above.mean():.0%} of facts, {true:.0%} true")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sheets", type=Path, nargs="+")
    parser.add_argument("--strength", type=float, default=STRENGTH)
    options = parser.parse_args()
    features: list[list[str]] = []
    judged: list[np.ndarray] = []
    for sheet in options.sheets:
        rows, verdicts = read(sheet)
        features += rows
        judged.append(verdicts)
    verdicts = np.concatenate(judged)
    print("as it ships:")
    report(score(features, {"bias": BIAS, **WEIGHTS}), verdicts)
    fitted = fit(features, verdicts, options.strength)
    print("fitted:")
    report(score(features, fitted), verdicts)
    for name, weight in fitted.items():
        old = BIAS if name == "bias" else WEIGHTS.get(name)
        if old is not None and abs(weight - old) >= 0.05:
            print(f"  {name}: {old} -> {weight}")


if __name__ == "__main__":
    main()
