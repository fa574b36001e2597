"""Fit the weights of the confidence to judged facts, and say how well they carry over.

    python benchmarks/extraction/calibrate.py fit [--write]
    python benchmarks/extraction/calibrate.py refresh OWN.json LOCOMO.json

`fit` reads `verdicts.tsv` (conversation, turn, a digest of the fact, who judged, the verdict: 1
true and understandable alone, 0 not; its features; no text) and `prior.tsv` (weights from an
earlier session's verdicts; that of `completed`, of which the sheet holds nine, by hand: of 65 facts
of all the new kinds of that day one reader found 57 true). Facts whose form alone forbids to assert
them (`confidence.unreal`) are not fitted to: no weight raises them. Maximum a posteriori logistic
regression: every weight is pulled towards `SHRUNK` times its prior, features without one towards 0,
so that what was seen a few times moves little. Each judge has an intercept of their own, because
some are stricter and some texts harder; the mean of those in `MEASURES` is the bias that ships.
Prints what leaving out one conversation at a time gives: the area under the curve, calibration by
tenths, and precision by threshold; then fits to all and, with `--write`, writes
`kgmem/data/confidence.toml`.

`refresh` extracts the conversations again and renews the features; verdicts on facts that are no
longer extracted are kept without features and not fitted to.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kgmem.extraction.openie.confidence import unreal

Array = npt.NDArray[np.float64]

HERE = Path(__file__).parent
SHEET, PRIOR = HERE / "verdicts.tsv", HERE / "prior.tsv"
TARGET = HERE.parents[1] / "kgmem" / "data" / "confidence.toml"
STRENGTH = 20.0
"""Pull towards the prior: the precision of a normal prior per weight."""
SHRUNK = 0.8
"""How much of the earlier weights is believed."""
SELDOM = 6
"""A feature seen less often than this keeps its prior."""
BOUND = 3.0
FAINT = 0.05
"""Weights nearer to nothing than this do not ship."""
MEASURES = ("fresh", "locomo-strict")
"""Whose idea of a true fact counts. `fresh`: readers who knew neither rules nor weights;
`*-strict`: who fitted the weights, stricter on the same kind of text than the fresh ones, so that
their `own-strict` verdicts rank facts but do not set the level."""
LEAST = 0.13
"""Drafts less likely than this are not worth a fact; chosen to keep about as many as before."""
COLUMNS = ("conversation", "turn", "fact", "judge", "verdict", "reason", "features")


@dataclass(frozen=True, slots=True)
class Verdict:
    """One judged fact; without features where it is no longer extracted."""

    conversation: str
    turn: str
    fact: str
    judge: str
    true: bool
    reason: str
    features: frozenset[str]


def digest(conversation: str, turn: str, line: str) -> str:
    """What stands for a fact in a sheet without telling its text."""
    return hashlib.sha1(f"{conversation}|{turn}|{line}".encode()).hexdigest()[:12]


def read(path: Path = SHEET) -> list[Verdict]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [
        Verdict(
            r["conversation"], r["turn"], r["fact"], r["judge"], r["verdict"] == "1", r["reason"],
            frozenset(r["features"].split()),
        )
        for r in rows
    ]  # fmt: skip


def write(verdicts: Iterable[Verdict], path: Path = SHEET) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        for v in verdicts:
            told = " ".join(sorted(v.features))
            writer.writerow((v.conversation, v.turn, v.fact, v.judge, int(v.true), v.reason, told))


def prior(path: Path = PRIOR) -> dict[str, float]:
    with path.open(encoding="utf-8", newline="") as file:
        return {r["feature"]: float(r["weight"]) for r in csv.DictReader(file, delimiter="\t")}


def solve(rows: Array, true: Array, pull: Array, start: Array) -> Array:
    """Newton's method for the penalised likelihood; `start` is where weights are pulled to."""
    weights = start.copy()
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (true - chance) - pull * (weights - start)
        hessian = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(pull)
        step = np.linalg.solve(hessian, gradient)
        weights += step
        if np.abs(step).max() < 1e-5:
            break
    return weights


def fit(verdicts: Sequence[Verdict], before: dict[str, float]) -> tuple[float, dict[str, float]]:
    """Bias and weights by feature."""
    judges = sorted({v.judge for v in verdicts})
    seen = Counter(f for v in verdicts for f in v.features)
    names = sorted(name for name, times in seen.items() if times >= SELDOM)
    place = {name: len(judges) + i for i, name in enumerate(names)}
    rows = np.zeros((len(verdicts), len(judges) + len(names)))
    for i, verdict in enumerate(verdicts):
        rows[i, judges.index(verdict.judge)] = 1.0
        for name in verdict.features & place.keys():
            rows[i, place[name]] = 1.0
    start = np.array(
        [SHRUNK * before["bias"]] * len(judges) + [SHRUNK * before.get(n, 0.0) for n in names]
    )
    pull = np.array([0.01] * len(judges) + [STRENGTH] * len(names))
    found = solve(rows, np.array([float(v.true) for v in verdicts]), pull, start)
    kept = {n: SHRUNK * w for n, w in before.items() if n not in place and n != "bias"}
    kept |= {n: float(found[place[n]]) for n in names}
    bounded = {n: float(np.clip(w, -BOUND, BOUND)) for n, w in kept.items()}
    level = [float(found[i]) for i, judge in enumerate(judges) if judge in MEASURES]
    return sum(level) / len(level), bounded


def chance(verdict: Verdict, bias: float, weights: dict[str, float]) -> float:
    score = bias + sum(weights.get(name, 0.0) for name in verdict.features)
    return float(1 / (1 + np.exp(-score)))


def left_out(verdicts: Sequence[Verdict], before: dict[str, float]) -> Array:
    """The chance of each verdict by weights fitted without its conversation."""
    found = np.zeros(len(verdicts))
    for name in {v.conversation for v in verdicts}:
        bias, weights = fit([v for v in verdicts if v.conversation != name], before)
        for i, verdict in enumerate(verdicts):
            if verdict.conversation == name:
                found[i] = chance(verdict, bias, weights)
    return found


def area(chances: Array, true: Array) -> float:
    """Area under the receiver operating characteristic; ties count half."""
    good, bad = chances[true == 1], chances[true == 0]
    return float(np.mean((good[:, None] > bad) + 0.5 * (good[:, None] == bad)))


def report(chances: Array, true: Array) -> None:
    print(f"  area under the curve {area(chances, true):.3f} over {len(true)} verdicts")
    for low in np.arange(0, 1, 0.1):
        inside = (chances >= low) & (chances < low + 0.1)
        if inside.any():
            share = true[inside].mean()
            print(f"  {low:.1f}-{low + 0.1:.1f}: {inside.sum():4d} judged, {share:.2f} true")
    for threshold in (0.5, 0.6, 0.7, 0.8):
        above = chances >= threshold
        if above.any():
            kept = true[above].sum() / true.sum()
            print(f"  from {threshold}: {true[above].mean():.0%} true, {kept:.0%} of the true ones")


def save(bias: float, weights: dict[str, float], count: int, path: Path = TARGET) -> None:
    """The weights as the extractor reads them."""
    lines = [
        f"# Log-odds weights of the confidence, fitted to {count} judged facts by",
        "# benchmarks/extraction/calibrate.py fit --write. Not written by hand.",
        f"bias = {bias:.3f}",
        f"least = {LEAST}",
        "",
        "[features]",
        *(f"{n} = {w:.2f}" for n, w in sorted(weights.items()) if abs(w) >= FAINT),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def refresh(paths: Sequence[Path], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts with the features that their facts have now."""
    from sample import line
    from turns import explain, load

    wanted = sorted({v.conversation for v in verdicts})
    now: dict[str, frozenset[str]] = {}
    for conversation in (c for path in paths for c in load(path, wanted)):
        for turn, found in zip(conversation.turns, explain(conversation), strict=True):
            for triple, features in found:
                said = line(triple).split(" ", 1)[1]
                now[digest(conversation.id, turn.id, said)] = features
    return [replace(v, features=now.get(v.fact, frozenset())) for v in verdicts]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("fit").add_argument("--write", action="store_true")
    commands.add_parser("refresh").add_argument("paths", type=Path, nargs="+")
    options = parser.parse_args()
    verdicts = read()
    if options.command == "refresh":
        renewed = refresh(options.paths, verdicts)
        write(renewed)
        print(f"{sum(bool(v.features) for v in renewed)} of {len(renewed)} still extracted")
        return
    before = prior()
    known = [v for v in verdicts if v.features and not unreal(v.features)]
    print("leaving out one conversation at a time:")
    report(left_out(known, before), np.array([float(v.true) for v in known]))
    bias, weights = fit(known, before)
    if options.write:
        save(bias, weights, len(known))
        print(f"wrote {TARGET}")


if __name__ == "__main__":
    main()
