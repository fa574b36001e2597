"""kill -9 at random moments of writing, re-embedding, dropping, scrubbing and migrating.

    python benchmarks/scale/kills.py --kills 100 --seed 0

After each kill the file is opened and must be sound: everything acknowledged is there, nothing is
half-written (the graph equals the fold of its journal), the vectors are of one encoder. Prints one
JSON object; the exit status is 1 when anything was lost. POSIX only.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

import numpy as np

from kgmem import codec
from kgmem.records import Change, Effect, Entity, Episode, JournalEntry, Record
from kgmem.stores import EmbeddedStore, schema

NOW = datetime(2024, 1, 1, tzinfo=timezone.utc)
Acknowledge = Callable[[int], None]


def change(seq: int, dimension: int) -> Change:
    """An episode with its vector, an entity rewritten, now and then an old episode removed."""
    episode = Episode(f"ep{seq}", f"turn {seq} " * (seq % 40 + 1), NOW, NOW, source=f"s{seq}")
    entity = Entity(f"e{seq % 50 + 1}", f"name {seq}")
    rows: list[Record] = [episode, entity]
    effects = tuple(Effect(row.id, row) for row in rows)
    gone = (Effect(f"ep{seq - 30}", None),) if seq % 3 == 0 and seq > 30 else ()
    vector = np.full(dimension, seq, np.float32)
    return Change(
        (JournalEntry(seq, f"t{seq}", NOW, "edit", "kills", effects=effects + gone),),
        {episode.id: np.arange(seq % 9, dtype=np.uint32)},
        {episode.id: vector},
    )


def write_on(path: Path, acknowledge: Acknowledge) -> None:
    """One transaction after another."""
    with EmbeddedStore(path) as store:
        encoder, dimension = store.info.encoder or "dim:4", store.info.dimension or 4
        store.set_encoder(encoder, dimension)
        while True:
            with store.read("a") as reader:
                at = reader.revision
            acknowledge(store.apply("a", change(at + 1, dimension), expected=at))


def reembed_on(path: Path, acknowledge: Acknowledge) -> None:
    """One re-embedding after another, each with another dimension."""
    with EmbeddedStore(path) as store:
        while True:
            dimension = store.info.dimension % 7 + 3
            for namespace in store.namespaces():
                with store.read(namespace) as reader:
                    ids = reader.vectors(None, "episode")[0]
                for start in range(0, len(ids), 20):
                    part = ids[start : start + 20]
                    rows = [np.full(dimension, codec.number(i), np.float32) for i in part]
                    store.replace_vectors(namespace, "episode", part, np.array(rows))
            store.finish_reembed(f"dim:{dimension}", dimension)
            acknowledge(0)


def drop_on(path: Path, acknowledge: Acknowledge) -> None:
    """A second namespace written and dropped, over and over, and the file scrubbed."""
    with EmbeddedStore(path) as store:
        store.drop_namespace("b")
        dimension = store.info.dimension
        with store.read("a") as reader:
            at = reader.revision
        while True:
            for seq in range(1, 6):
                store.apply("b", change(seq, dimension), expected=seq - 1)
            store.drop_namespace("b")
            store.scrub(["name "])  # always found, so the file is rewritten
            acknowledge(at)


def migrate_on(path: Path, acknowledge: Acknowledge) -> None:
    """Migrations that rewrite every table, one version after another."""
    connection = sqlite3.connect(path)
    version = schema.version(connection)
    connection.close()
    steps = list(schema.MIGRATIONS) + [rewrite_entities] * max(0, version - len(schema.MIGRATIONS))
    while True:
        steps.append(rewrite_entities)
        connection = sqlite3.connect(path, isolation_level=None)
        schema.migrate(connection, str(path), steps)
        connection.close()
        acknowledge(0)


def rewrite_entities(connection: sqlite3.Connection) -> None:
    """A migration in several statements: half of it would lose rows or an index."""
    connection.execute("CREATE TABLE moved AS SELECT * FROM entity")
    connection.execute("DELETE FROM entity")
    connection.execute("INSERT INTO entity SELECT * FROM moved")
    connection.execute("DROP TABLE moved")
    connection.execute("DROP INDEX entity_merged_into")
    connection.execute(
        "CREATE INDEX entity_merged_into ON entity (merged_into) WHERE merged_into IS NOT NULL"
    )


WORK = {"write": write_on, "reembed": reembed_on, "drop": drop_on, "migrate": migrate_on}


def run_and_kill(work: Callable[[Path, Acknowledge], None], path: Path, delay: float) -> list[int]:
    """Work in a child until it is killed `delay` seconds after its first sign of life."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        try:
            os.write(write_end, b"0\n")
            work(path, lambda revision: (os.write(write_end, b"%d\n" % revision), None)[1])
        finally:  # only reached when the work failed
            traceback.print_exc()
            os._exit(3)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        pipe.readline()
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        acknowledged = [int(line) for line in pipe.read().split()]
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        raise RuntimeError("the child failed by itself; its error is above")
    return acknowledged


def problems(path: Path, acknowledged: int) -> list[str]:
    """What a kill broke; `acknowledged` is the highest revision that `apply` returned."""
    found = []
    connection = sqlite3.connect(path)
    version = schema.version(connection)
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'moved'").fetchone():
        found.append("a migration stopped half way")
    connection.execute(f"PRAGMA user_version = {min(version, len(schema.MIGRATIONS))}")
    connection.commit()
    connection.close()
    with EmbeddedStore(path) as store:
        found += store.check()
        with store.read("a") as reader:
            if reader.revision < acknowledged:
                found.append(f"revision {acknowledged} was acknowledged, {reader.revision} is left")
            state = codec.fold(reader.journal())
            rows = {r.id: r for kind in ("episode", "entity") for r in reader.scan(kind)}
            if rows != state:
                found.append("the graph is not the fold of its journal")
            ids, vectors = reader.vectors(None, "episode")
            if sorted(ids) != sorted(i for i in rows if i.startswith("ep")):
                found.append("episodes without vectors, or the other way round")
            if not all((v == codec.number(i)).all() for i, v in zip(ids, vectors, strict=True)):
                found.append("a vector belongs to another episode")
        with store.read("b") as reader:
            if codec.fold(reader.journal()) != {
                r.id: r for kind in ("episode", "entity") for r in reader.scan(kind)
            }:
                found.append("a dropped namespace left rows")
        if (store.info.encoder, store.info.dimension) != (
            f"dim:{store.info.dimension}",
            store.info.dimension,
        ):
            found.append("the encoder's name and dimension do not agree")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    report: dict[str, object] = {"kills": arguments.kills, "seed": arguments.seed}
    broken: list[str] = []
    acknowledged = steps = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "killed.kgmem"
        for kill in range(arguments.kills):
            # The first one makes the file and some rows; then every kind in turn.
            name = "write" if kill == 0 else list(WORK)[kill % len(WORK)]
            delay = 0.5 if kill == 0 else rng.uniform(0.005, 0.25)
            done = run_and_kill(WORK[name], path, delay)
            acknowledged = max([acknowledged, *done])
            steps += len(done)
            broken += [f"kill {kill} ({name}): {line}" for line in problems(path, acknowledged)]
    report.update(acknowledged_steps=steps, revision=acknowledged, problems=broken)
    print(json.dumps(report))
    return 1 if broken or steps < arguments.kills // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
