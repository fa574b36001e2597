"""Turns a second: the bare spaCy pipeline, the extractor, and its rules alone.

    python benchmarks/extraction/speed.py PATH/locomo_dev.json --conversations conv-26

The bare pipeline reads the turns as they are; the extractor repairs them first and parses clause by
clause. The rules alone are timed with every parse already in the cache, in CPU seconds, best of 3.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from statistics import quantiles

from turns import RECENT, Conversation, extract, load

from kgmem.extraction import SpacyExtractor
from kgmem.language import pipeline
from kgmem.protocols import ExtractionContext


def _busy(conversation: Conversation) -> float:
    """Seconds of this process's own work on one pass: others on the machine count less."""
    began = time.process_time()
    extract(conversation)
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path)
    parser.add_argument("--conversations", default="conv-26")
    options = parser.parse_args()
    (conversation,) = load(options.path, options.conversations.split(",")[:1])
    texts = [f"{t.observation.text}\n{t.observation.caption}" for t in conversation.turns]
    nlp = pipeline.pipeline()
    list(nlp.pipe(texts[:8]))
    began = time.perf_counter()
    list(nlp.pipe(texts, batch_size=pipeline.BATCH))
    bare = time.perf_counter() - began
    began = time.perf_counter()
    extract(conversation)
    whole = time.perf_counter() - began
    pipeline.CACHED = 1_000_000
    extract(conversation)
    rules = min(_busy(conversation) for _ in range(3))
    pipeline.CACHED = 0
    pipeline.parse(["x"])
    pipeline.CACHED = 512
    single = []
    observations = [t.observation for t in conversation.turns]
    for i, observation in enumerate(observations[:200]):
        recent = tuple(observations[max(0, i - RECENT) : i])
        began = time.perf_counter()
        SpacyExtractor().extract([observation], ExtractionContext(recent=recent))
        single.append(time.perf_counter() - began)
    count = len(texts)
    print(f"turns {count}: bare parse {count / bare:.0f}/s, extractor {count / whole:.0f}/s")
    print(f"extractor: {whole / bare:.2f} times the bare parse")
    print(f"rules alone: {count / rules:.0f} turns a CPU second")
    cuts = quantiles(single, n=20)
    print(f"single observations: p50 {1000 * cuts[9]:.0f} ms, p95 {1000 * cuts[18]:.0f} ms")


if __name__ == "__main__":
    main()
