"""kill -9 at random moments of what a user calls: observe, import_, reembed, forget, migrate.

    python benchmarks/scale/kills_memory.py --kills 100 --seed 0

After each kill the file is opened and must be sound: every acknowledged observation is there, every
acknowledged forgetting holds, `verify()` finds nothing in any namespace, an interrupted import,
re-embedding or forgetting is finished by calling it again. Prints one JSON object; the exit status
is 1 when anything was lost. POSIX only.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kills import Acknowledge, migrate_on, run_and_kill

from kgmem import Memory
from kgmem.stores import EmbeddedStore, schema
from kgmem.types import Observation, Ref, Triple

PLACES = ("Turku", "Espoo", "Vaasa", "Kotka", "Pori")
EXPORTED = 300


class Reader:
    """An extractor that is quick: 'Nora visited Turku.' is one triple."""

    id = "kills"

    def __init__(self, *, slow: bool = False) -> None:
        """A slow one makes observations durable before it reads them."""
        self.slow = slow

    def extract(self, observations: Sequence[Observation], context: object) -> list[list[Triple]]:
        """One triple for each."""
        return [[self._triple(o.text)] for o in observations]

    def _triple(self, text: str) -> Triple:
        who, did, where = text.rstrip(".").split(" ", 2)
        span = (0, len(text))
        return Triple(Ref(who, named=True), did, Ref(where, named=True), span, text=text)


@dataclass
class State:
    """What was acknowledged so far, and where the next child goes on."""

    path: Path
    export: Path
    observed: int = 0
    forgotten: int = 0
    seen: list[str] = field(default_factory=list)

    def open(self, *, slow: bool = False) -> Memory:
        """The memory with the encoder that the file was last embedded with."""
        return Memory.open(self.path, encoder=encoder(self.path), extractor=Reader(slow=slow))


def encoder(path: Path) -> str:
    """The spec of the file's encoder."""
    with EmbeddedStore(path) as store:
        return f"hash:{store.info.dimension or 32}"


def sources(memory: Memory) -> set[str]:
    """The source ids that the namespace holds."""
    with memory._engine.store.read(memory.namespace) as reader:
        return {e.source for e in reader.scan("episode") if e.source}  # type: ignore[union-attr]


def words(number: int) -> str:
    """An observation that only this number has."""
    return f"Nora visited {PLACES[number % 5]}{number}."


def observe_on(state: State, acknowledge: Acknowledge) -> None:
    """One observation after another, every third kill with a slow extractor."""
    with state.open(slow=state.observed % 3 == 0) as memory:
        number = state.observed
        while True:
            number += 1
            memory.observe(words(number), source=f"o{number}")
            acknowledge(number)


def import_on(state: State, acknowledge: Acknowledge) -> None:
    """An import into one new namespace after another; a torn one is completed first."""
    with state.open() as memory:
        memory.reembed("hash:32")  # what the export was written with
        number = sum(name.startswith("import") for name in memory.namespaces())
        while True:
            memory.import_(state.export, into=f"import{max(1, number)}")
            number += 1
            acknowledge(0)


def reembed_on(state: State, acknowledge: Acknowledge) -> None:
    """One re-embedding after another, each with another dimension."""
    with state.open() as memory:
        dimension = memory._engine.store.info.dimension
        while True:
            dimension = 32 if dimension > 40 else dimension + 3
            memory.reembed(f"hash:{dimension}")
            acknowledge(0)


def forget_on(state: State, acknowledge: Acknowledge) -> None:
    """What is told is forgotten again, in a namespace of its own that is dropped now and then."""
    with state.open() as root:
        memory, number = root.scope("short"), state.forgotten
        while True:
            number += 1
            memory.observe(f"Kim visited Secret{number}.", source=f"f{number}")
            memory.observe(f"Kim visited Shown{number}.", source=f"k{number}")
            memory.forget(source=f"f{number}")
            acknowledge(number)
            if number % 7 == 0:
                memory.forget(namespace=True)


def move_on(state: State, acknowledge: Acknowledge) -> None:
    """Migrations."""
    migrate_on(state.path, acknowledge)


WORK: dict[str, Callable[[State, Acknowledge], None]] = {
    "observe": observe_on,
    "import": import_on,
    "reembed": reembed_on,
    "forget": forget_on,
    "migrate": move_on,
}


def finish(state: State, memory: Memory) -> None:
    """Call again what was interrupted."""
    memory.resume()
    for name in memory.namespaces():
        if name.startswith("import"):
            memory.reembed("hash:32")
            memory.import_(state.export, into=name)


def problems(state: State) -> list[str]:
    """What a kill broke."""
    found = []
    connection = sqlite3.connect(state.path)
    version = min(schema.version(connection), len(schema.MIGRATIONS))
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'moved'").fetchone():
        found.append("a migration stopped half way")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.commit()
    connection.close()
    with state.open() as memory:
        found += [
            f"{n}: {p}" for n in memory.namespaces() for p in memory.scope(n).verify().problems
        ]
        there = sources(memory)
        lost = [n for n in range(1, state.observed + 1) if f"o{n}" not in there]
        found += [f"observation {n} was acknowledged and is lost" for n in lost[:3]]
        finish(state, memory)
        state.observed = max(state.observed, *(int(s[1:]) for s in there), 0)
        facts = {f.object for f in memory.facts("Nora", limit=None)}
        wanted = {words(n).split(" ")[2].rstrip(".") for n in range(1, state.observed + 1)}
        found += [f"no fact says {name}" for name in sorted(wanted - facts)[:3]]
        found += [
            f"{n} is not what was imported"
            for n in memory.namespaces()
            if n.startswith("import") and memory.scope(n).stats()["episode"] != EXPORTED
        ]
        if memory._engine.store.info.unproved:
            try:
                memory.forget(source="nothing of this name")
            except LookupError:
                found.append("an interrupted proof was not given")
    data = state.path.read_bytes()
    gone = [n for n in range(1, state.forgotten + 1) if f"Secret{n}.".encode() in data]
    return found + [f"forgotten words {n} are in the file" for n in gone[:3]]


def prepare(folder: Path) -> State:
    """The memory to be killed, and an export to import."""
    state = State(folder / "killed.kgmem", folder / "export.jsonl")
    with Memory.open(folder / "other", encoder="hash:32", extractor=Reader()) as other:
        times = other._engine.clock()
        other.observe_many(
            Observation(f"Sam visited {PLACES[n % 5]}{n}.", times, source=f"x{n}")
            for n in range(EXPORTED)
        )
        other.export(state.export)
    with Memory.open(state.path, encoder="hash:32", extractor=Reader()) as memory:
        memory.observe(words(1), source="o1")
    state.observed = 1
    return state


def kill_all(kills: int, seed: int, folder: Path) -> dict[str, object]:
    """The report of so many kills."""
    rng = random.Random(seed)
    state, broken, steps = prepare(folder), [], 0
    for kill in range(kills):
        name = list(WORK)[kill % len(WORK)]
        done = run_and_kill(
            lambda path, acknowledge, work=WORK[name]: work(state, acknowledge),
            state.path,
            rng.uniform(0.02, 0.5),
        )
        steps += len(done)
        if name in ("observe", "forget"):
            attribute = "observed" if name == "observe" else "forgotten"
            setattr(state, attribute, max([getattr(state, attribute), *done]))
        broken += [f"kill {kill} ({name}): {line}" for line in problems(state)]
    return {"kills": kills, "seed": seed, "acknowledged_steps": steps, "problems": broken}


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = kill_all(arguments.kills, arguments.seed, Path(folder))
    print(json.dumps(report))
    return 1 if report["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
