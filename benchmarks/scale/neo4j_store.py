"""What the Neo4j store costs as a namespace grows, beside the embedded one in the same run.

    python benchmarks/scale/neo4j_store.py bolt://127.0.0.1:7687 --facts 10000 100000

Credentials come from KGMEM_NEO4J_USER and KGMEM_NEO4J_PASSWORD. The namespaces that it writes are
dropped. One JSON object for each size and store: facts written a second in batches of 350 turns,
milliseconds of one observation's transaction (one episode, two facts, with vectors and terms),
singly and in batches of 50, seconds to load a snapshot, milliseconds of reading the journal's tail
and of one retrieval on the snapshot, seconds to drop the namespace. With `--index` also seconds to
make the vector index, milliseconds of one retrieval by the server and of one observation beside the
index, how far the server's first twenty candidates are those of the snapshot, and seconds to drop
the namespace with the index online. (Not called neo4j.py: a script of that name would hide the
driver.)
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from graph import RELATIONS, THINGS, Graph, GraphEncoder

from kgmem import Memory
from kgmem.engine.state import Engine, Parts
from kgmem.protocols import Encoder, Store
from kgmem.searching import Indexing
from kgmem.settings import Settings
from kgmem.snapshot import Snapshot
from kgmem.stores import EmbeddedStore
from kgmem.stores.neo4j import open_neo4j

_DIMENSION = 384
_SINGLE = 200
_ASKED, _WARM = 40, 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--facts", type=int, nargs="+", default=[10_000])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--warm", type=int, default=1000, help="facts written, asked and dropped first"
    )
    parser.add_argument("--only", choices=["embedded", "neo4j"])
    parser.add_argument("--index", action="store_true", help="also with a vector index")
    arguments = parser.parse_args()
    for facts in arguments.facts:
        if arguments.only != "neo4j":
            with (
                tempfile.TemporaryDirectory() as folder,
                EmbeddedStore(Path(folder) / "m.kgmem") as store,
            ):
                _print("embedded", measure(store, facts, arguments.seed, index=False))
        if arguments.only != "embedded":
            with open_neo4j(arguments.address, Settings()) as server:
                # The Java machine compiles what runs often: a server just started is half as fast.
                measure(server, arguments.warm, arguments.seed + 1, index=arguments.index)
                _print("neo4j", measure(server, facts, arguments.seed, index=arguments.index))


def _print(store: str, row: dict[str, Any]) -> None:
    print(json.dumps({"store": store, **row}), flush=True)


def measure(store: Store, facts: int, seed: int, *, index: bool) -> dict[str, Any]:
    """Write, read and drop one graph."""
    namespace, graph = f"scale-{seed}-{facts}", Graph(seed, _DIMENSION)
    encoder = GraphEncoder(graph)
    store.set_encoder(encoder.id, encoder.dimension)
    row: dict[str, Any] = {"facts": facts}
    at, spent = _write(store, graph, namespace, max(facts - 2 * _SINGLE, 100), turns=350, at=0)
    row["facts_a_second"] = round(facts / sum(spent))
    at, spent = _write(store, graph, namespace, _SINGLE, turns=50, at=at)
    row["batched_ms_each"] = round(1000 * sum(spent) / (_SINGLE / 2), 2)
    with store.read(namespace) as reader:
        row["snapshot_s"], _ = _timed(lambda: Snapshot.load(reader))
    at, spent = _write(store, graph, namespace, _SINGLE, turns=1, at=at)
    row["single_ms_p50"], row["single_ms_p95"] = _percentiles(spent)
    asked = _questions(graph)
    found, spent = _retrievals(store, namespace, encoder, asked, "snapshot")
    row["retrieve_ms_p50"], row["retrieve_ms_p95"] = _percentiles(spent)
    if index and isinstance(store, Indexing):
        row["index_s"], _ = _timed(lambda: store.create_vector_index(namespace))
        served, spent = _retrievals(store, namespace, encoder, asked, "server")
        row["server_ms_p50"], row["server_ms_p95"] = _percentiles(spent)
        shares = [_share(a, b) for a, b in zip(found, served, strict=True)]
        row["agreement"] = round(float(np.mean(shares)), 3)
        at, spent = _write(store, graph, namespace, _SINGLE // 4, turns=1, at=at)
        row["indexed_ms_p50"], row["indexed_ms_p95"] = _percentiles(spent)
    tails = [_timed(lambda: _tail(store, namespace, at))[0] for _ in range(40)]
    row["tail_ms_p50"], row["tail_ms_p95"] = _percentiles(tails)
    row["drop_s"], _ = _timed(lambda: store.drop_namespace(namespace))
    return row


def _questions(graph: Graph) -> list[str]:
    """Questions of which every other one names the hub."""
    draw = random.Random(1)
    return [
        f"What {draw.choice(THINGS)} has {graph.names[0] if i % 2 else draw.choice(graph.names)} "
        f"{draw.choice(RELATIONS)}?"
        for i in range(_ASKED + _WARM)
    ]


def _retrievals(
    store: Store, namespace: str, encoder: Encoder, asked: list[str], search: Any
) -> tuple[list[list[str]], list[float]]:
    """The first twenty candidates of each question and the seconds of each retrieval."""
    engine = Engine(store, namespace, Settings(search=search), Parts(encoder=encoder))
    memory = Memory(engine)
    found, spent = [], []
    for question in asked:
        seconds, candidates = _timed(lambda q=question: memory.retrieve(q))
        found.append([c.id for c in candidates[:20]])
        spent.append(seconds)
    return found[_WARM:], spent[_WARM:]


def _share(first: list[str], second: list[str]) -> float:
    return len({*first} & {*second}) / max(1, len(first))


def _tail(store: Store, namespace: str, at: int) -> int:
    with store.read(namespace) as reader:
        return len(list(reader.journal(at - 3)))


def _write(
    store: Store, graph: Graph, namespace: str, facts: int, *, turns: int, at: int
) -> tuple[int, list[float]]:
    """Apply changes; returns the revision and the seconds of each `apply` alone."""
    spent = []
    for expected, change in graph.changes(facts, turns):
        spent.append(_timed(lambda c=change, e=expected: store.apply(namespace, c, expected=e))[0])
        at = expected + len(change.entries)
    return at, spent


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.perf_counter()
    result = work()
    return round(time.perf_counter() - started, 5), result


def _percentiles(seconds: list[float]) -> tuple[float, float]:
    p50, p95 = np.percentile(seconds, [50, 95]) * 1000
    return round(float(p50), 2), round(float(p95), 2)


if __name__ == "__main__":
    main()
