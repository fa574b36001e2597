"""Ingest against its floor: the same spaCy pipeline run bare plus one encoder pass a turn.

    python benchmarks/scale/ingest.py LOCOMO.json --conversations conv-26,conv-30

Both are run in turn in one process, on the same turns, after a warm-up; the ratio counts (machines
are noisy). Also prints the p50/p95 of single `observe` calls.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

from kgmem import Memory, Observation
from kgmem.encoders import default
from kgmem.language import pipeline
from kgmem.language.times import parse_moment


def load(path: Path, names: list[str]) -> list[Observation]:
    """The turns of some conversations of a LOCOMO file."""
    turns: list[Observation] = []
    for sample in json.loads(path.read_text(encoding="utf-8")):
        if sample["sample_id"] not in names:
            continue
        talk = sample["conversation"]
        session = 1
        while f"session_{session}" in talk:
            when = parse_moment(talk[f"session_{session}_date_time"], "UTC", name="time")
            turns += [
                Observation(
                    turn["text"],
                    when,
                    turn["speaker"],
                    thread=sample["sample_id"],
                    source=f"{sample['sample_id']}#{turn['dia_id']}",
                    caption=turn.get("blip_caption") or "",
                )
                for turn in talk[f"session_{session}"]
            ]
            session += 1
    return turns


def bare(turns: list[Observation]) -> float:
    """Seconds to parse and embed the texts and do nothing else."""
    bodies = [f"{t.text}\n{t.caption}" if t.caption else t.text for t in turns]
    nlp = pipeline.pipeline()
    started = time.perf_counter()
    for start in range(0, len(bodies), 64):
        list(nlp.pipe(bodies[start : start + 64], batch_size=64))
        default().encode(bodies[start : start + 64])
    return time.perf_counter() - started


def ingest(turns: list[Observation]) -> float:
    """Seconds of `observe_many` into a fresh file."""
    with tempfile.TemporaryDirectory() as folder, Memory.open(Path(folder) / "m") as memory:
        started = time.perf_counter()
        memory.observe_many(turns)
        return time.perf_counter() - started


def singly(turns: list[Observation]) -> list[float]:
    """Milliseconds of each `observe` into a fresh file."""
    times = []
    with tempfile.TemporaryDirectory() as folder, Memory.open(Path(folder) / "m") as memory:
        for turn in turns:
            started = time.perf_counter()
            memory.observe(turn)
            times.append((time.perf_counter() - started) * 1000)
    return times


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--conversations", default="conv-26,conv-30")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    turns = load(options.path, options.conversations.split(","))
    bare(turns[:64])
    ingest(turns[:64])
    ratios = []
    for _ in range(options.rounds):
        pipeline.clear_cache()
        floor = bare(turns)
        pipeline.clear_cache()
        whole = ingest(turns)
        ratios.append(whole / floor)
        print(
            f"bare {len(turns) / floor:6.1f} turns/s   kgmem {len(turns) / whole:6.1f} turns/s   "
            f"ratio {ratios[-1]:.2f}"
        )
    print(f"median ratio {statistics.median(ratios):.2f}")
    pipeline.clear_cache()
    times = sorted(singly(turns))
    print(
        f"observe p50 {times[len(times) // 2]:.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms"
    )


if __name__ == "__main__":
    main()
