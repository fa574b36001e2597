"""How reads and writes grow with the graph: one entity owns 40 % of the facts.

    python benchmarks/scale/growth.py --facts 10000,100000

Prints p50/p95 of `facts`, `neighbors` and `retrieve` (half of the questions are about the hub), of
the observe transaction without extraction and encoding, the time to the first answer after opening,
the first read after another process wrote, bytes a fact, resident memory, and the time to forget
the whole namespace. Sizes are built and measured in one run; ratios are what counts.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from graph import RELATIONS, START, THINGS, Graph

from kgmem import Memory, Observation
from kgmem.encoders import default
from kgmem.engine.committing import commit
from kgmem.engine.writing import Reading, decide
from kgmem.stores import EmbeddedStore
from kgmem.types import Ref, Triple

ROUNDS = 60


def build(path: Path, facts: int) -> Graph:
    """Write the generated graph."""
    graph = Graph(seed=0)
    with EmbeddedStore(path) as store:
        store.set_encoder(default().id, default().dimension)
        for expected, change in graph.changes(facts, 200):
            store.apply("default", change, expected=expected)
    return graph


def timed(work: Callable[[], Any]) -> float:
    """Milliseconds of one call."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def percentiles(values: list[float]) -> tuple[float, float]:
    """p50 and p95."""
    return tuple(round(float(v), 2) for v in np.percentile(values, (50, 95)))  # type: ignore[return-value]


def questions(graph: Graph) -> list[str]:
    """Questions of which every other one names the hub."""
    draw = random.Random(1)
    asked = []
    for i in range(ROUNDS):
        who = graph.names[0] if i % 2 else draw.choice(graph.names)
        asked.append(f"What {draw.choice(THINGS)} has {who} {draw.choice(RELATIONS)}?")
    return asked


def reads(memory: Memory, graph: Graph) -> dict[str, tuple[float, float]]:
    """p50/p95 of each kind of read."""
    draw = random.Random(2)
    names = [graph.names[0] if i % 2 else draw.choice(graph.names) for i in range(ROUNDS)]
    return {
        "facts": percentiles(
            [timed(lambda n=n: memory.facts(n, draw.choice(RELATIONS))) for n in names]
        ),
        "neighbors": percentiles([timed(lambda n=n: memory.neighbors(n, depth=2)) for n in names]),
        "retrieve": percentiles([timed(lambda q=q: memory.retrieve(q)) for q in questions(graph)]),
    }


def writes(memory: Memory, graph: Graph) -> tuple[float, float]:
    """p50/p95 of the observe transaction: decide, ledger, store; three facts, vectors given."""
    engine = memory._engine
    draw, rng = random.Random(3), np.random.default_rng(3)
    vectors = rng.standard_normal((4, default().dimension)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    times = []
    for i in range(ROUNDS):
        who = graph.names[0] if i % 2 else draw.choice(graph.names)
        said = Observation(f"{who} said {i}.", START + timedelta(days=9000 + i), who, thread="new")
        triples = tuple(
            Triple(
                Ref(who, "person", named=True),
                relation,
                Ref(f"{draw.choice(THINGS)} number {i}"),
                (0, len(said.text)),
                f"{who} {relation} {i}",
                relation=relation,
                kind="event",
            )
            for relation in draw.sample(RELATIONS, 3)
        )
        reading = Reading(triples, vectors[0], vectors[1:])

        def plan(draft: Any, said: Observation = said, reading: Reading = reading) -> None:
            draft.begin_step()
            episode = draft.add_episode(said, vector=reading.vector)
            decide(engine, draft, episode, reading)
            for identifier, _ in draft.unembedded():
                draft.vectors[identifier] = vectors[0]

        times.append(timed(lambda plan=plan: commit(engine, plan)))
    return percentiles(times)


def measure(folder: Path, facts: int) -> dict[str, Any]:
    """Everything at one size."""
    path = folder / f"graph-{facts}.kgmem"
    graph = build(path, facts)
    row: dict[str, Any] = {"facts": facts}
    row["bytes a fact"] = round(path.stat().st_size / facts)
    process = psutil.Process()
    before = process.memory_info().rss
    with Memory.open(path) as memory:
        default().encode(["warm up"])
        row["first answer ms"] = round(timed(lambda: memory.retrieve(questions(graph)[0])))
        row["memory MB"] = round((process.memory_info().rss - before) / 1e6)
        reads(memory, graph)
        row.update({f"{k} ms": v for k, v in reads(memory, graph).items()})
        with EmbeddedStore(path) as other:
            expected, change = next(graph.changes(2, 1))
            other.apply("default", change, expected=expected)
        row["read after another's write ms"] = round(
            timed(lambda: memory.facts(graph.names[0], limit=10)), 2
        )
        row["observe transaction ms"] = writes(memory, graph)
        row["forget namespace s"] = round(timed(lambda: memory.forget(namespace=True)) / 1000, 2)
    path.unlink()
    return row


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--facts", default="10000,100000")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for size in options.facts.split(","):
            rows.append(measure(Path(folder), int(size)))
            if not options.json:
                print(rows[-1], flush=True)
    if options.json:
        print(json.dumps(rows, indent=2))
        return
    for name in ("facts ms", "neighbors ms", "retrieve ms"):
        ratio = rows[-1][name][1] / rows[0][name][1]
        print(f"{name} p95: {ratio:.2f} times from {rows[0]['facts']:,} to {rows[-1]['facts']:,}")


if __name__ == "__main__":
    main()
