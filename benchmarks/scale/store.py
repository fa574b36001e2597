"""What the embedded store costs as a namespace grows.

    python benchmarks/scale/store.py --facts 10000 100000
    python benchmarks/scale/store.py --facts 1000000 --keep /tmp/million.kgmem

One JSON object for each size: seconds to write it in batches of 64 turns, milliseconds of one
observation's transaction (one episode, two facts, their supports, vectors and terms), of reading
columns, vectors and terms, bytes a fact, seconds to drop the namespace (another one stays in the
file) and to scrub the file.
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

from kgmem.encoders import default
from kgmem.stores import EmbeddedStore

NAMESPACE = "default"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="write the file here and do not drop it")
    arguments = parser.parse_args()
    for facts in arguments.facts:
        with tempfile.TemporaryDirectory() as folder:
            path = arguments.keep or Path(folder) / "scale.kgmem"
            print(json.dumps(measure(path, facts, arguments)), flush=True)


def measure(path: Path, facts: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Write, read, and (unless the file is kept) drop one graph.

    A file that is kept can be opened with `Memory.open`: it names the default encoder.
    """
    encoder = default()
    graph = Graph(arguments.seed, encoder.dimension)
    row: dict[str, Any] = {"facts": facts}
    with EmbeddedStore(path) as store:
        store.set_encoder(encoder.id, encoder.dimension)
        row["write_s"] = _timed(lambda: _write(store, graph, facts - 400, turns=64))
        singles = _write(store, graph, 400, turns=1)
        row["transaction_ms_p50"], row["transaction_ms_p95"] = _percentiles(singles)
        row["bytes_a_fact"] = round(store.size(NAMESPACE)["bytes"] / facts)
    started = time.perf_counter()
    with EmbeddedStore(path) as store:
        with store.read(NAMESPACE) as reader:
            row["open_ms"] = round(1000 * (time.perf_counter() - started), 1)
            for kind in ("fact", "episode", "entity"):
                row[f"columns_{kind}_s"] = _timed(lambda k=kind: reader.columns(k))
            row["vectors_s"] = _timed(lambda: reader.vectors(None, "fact"))
            row["terms_s"] = _timed(lambda: reader.terms(None, "fact"))
            ids = [f"f{n}" for n in np.random.default_rng(1).integers(1, facts, 60)]
            row["get_60_ms"] = round(1000 * _timed(lambda: reader.get(ids), digits=6), 2)
        row["size_s"] = _timed(lambda: store.size(NAMESPACE))
        if not arguments.keep:
            _write(store, Graph(1, encoder.dimension), 1000, turns=64, namespace="other")
            row["drop_s"] = _timed(lambda: store.drop_namespace(NAMESPACE))
            row["scrub_s"] = _timed(lambda: store.scrub([f"{n} watched" for n in range(2, 400)]))
    row["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return row


def _write(
    store: EmbeddedStore, graph: Graph, facts: int, *, turns: int, namespace: str = NAMESPACE
) -> list[float]:
    """Apply changes; returns the seconds of each `apply` alone."""
    spent = []
    for expected, change in graph.changes(facts, turns):
        started = time.perf_counter()
        store.apply(namespace, change, expected=expected)
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
