"""What the embedded store costs as a namespace grows.

    python benchmarks/scale/store.py --facts 10000 100000
    python benchmarks/scale/store.py --facts 1000000 --keep /tmp/million.kgmem

One JSON object for each size: seconds to write it in batches of 64 turns, milliseconds of one
observation's transaction (one episode, two facts, their supports, vectors and terms), of reading
columns, vectors and terms, bytes a fact, seconds to drop the namespace and to scrub the file.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from graph import Graph

from kgmem.stores import EmbeddedStore

DIMENSION = 384


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="write the file here and do not drop it")
    parser.add_argument("--encoder", default="generated:1", help="id recorded in the file")
    arguments = parser.parse_args()
    for facts in arguments.facts:
        with tempfile.TemporaryDirectory() as folder:
            path = arguments.keep or Path(folder) / "scale.kgmem"
            print(json.dumps(measure(path, facts, arguments)), flush=True)


def measure(path: Path, facts: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Write, read, and (unless the file is kept) drop one graph."""
    graph = Graph(arguments.seed, DIMENSION)
    row: dict[str, Any] = {"facts": facts}
    with EmbeddedStore(path) as store:
        store.set_encoder(arguments.encoder, DIMENSION)
        row["write_s"] = _timed(lambda: _write(store, graph, facts - 400, turns=64))
        singles = _write(store, graph, 400, turns=1)
        row["transaction_ms_p50"], row["transaction_ms_p95"] = _percentiles(singles)
        row["bytes_a_fact"] = round(store.size("g")["bytes"] / facts)
    started = time.perf_counter()
    with EmbeddedStore(path) as store:
        with store.read("g") as reader:
            row["open_ms"] = round(1000 * (time.perf_counter() - started), 1)
            for kind in ("fact", "episode", "entity"):
                row[f"columns_{kind}_s"] = _timed(lambda k=kind: reader.columns(k))
            row["vectors_s"] = _timed(lambda: reader.vectors(None, "fact"))
            row["terms_s"] = _timed(lambda: reader.terms(None, "fact"))
            ids = [f"f{n}" for n in np.random.default_rng(1).integers(1, facts, 60)]
            row["get_60_ms"] = round(1000 * _timed(lambda: reader.get(ids), digits=6), 2)
        row["size_s"] = _timed(lambda: store.size("g"))
        if not arguments.keep:
            row["drop_s"] = _timed(lambda: store.drop_namespace("g"))
            row["scrub_s"] = _timed(lambda: store.scrub(["Ada kettle 20", "repaired Ada"]))
    row["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return row


def _write(store: EmbeddedStore, graph: Graph, facts: int, *, turns: int) -> list[float]:
    """Apply changes; returns the seconds of each `apply` alone."""
    spent = []
    for expected, change in graph.changes(facts, turns):
        started = time.perf_counter()
        store.apply("g", change, expected=expected)
        spent.append(time.perf_counter() - started)
    return spent


def _timed(work: Any, digits: int = 3) -> float:
    started = time.perf_counter()
    work()
    return round(time.perf_counter() - started, digits)


def _percentiles(seconds: list[float]) -> tuple[float, float]:
    p50, p95 = np.percentile(seconds, [50, 95]) * 1000
    return round(float(p50), 2), round(float(p95), 2)


if __name__ == "__main__":
    main()
