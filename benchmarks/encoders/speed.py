"""What embedding costs here: by threads and batch, one query, spans beside texts.

    python benchmarks/encoders/speed.py

Texts are generated (chat-like sentences of 5 to 60 words, seed 0), so nothing else is needed. The
best of some runs is printed; the cores are those that this process may use.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import numpy as np

from kgmem.encoders import MiniLMEncoder, minilm

WORDS = re.findall(
    r"\w+",
    "I you we my sister Ana adopted bought a cat the car Lisbon Rome yesterday last week really "
    "because and but went to see with friends who moved from there painting school garden work",
)


def texts(count: int) -> list[str]:
    """Chat-like sentences."""
    rng = random.Random(0)
    return [" ".join(rng.choices(WORDS, k=rng.randint(5, 60))) + "." for _ in range(count)]


def best(work: Callable[[], object], repeat: int = 3) -> float:
    """Seconds of the fastest of some runs."""
    found = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def main() -> None:
    """Print the tables."""
    sample = texts(192)
    default = minilm.BATCH
    print("threads batch ms/text")
    for threads in (1, 2):
        encoder = MiniLMEncoder(threads=threads)
        encoder.encode(sample[:2])
        for batch in (1, 4, 8, 16, 32, 64):
            minilm.BATCH = batch
            spent = best(lambda encoder=encoder: encoder.encode(sample), 2)
            print(f"{threads:7} {batch:5} {1000 * spent / len(sample):7.2f}")
    minilm.BATCH = default
    encoder = MiniLMEncoder()
    spans = [[(0, len(t) // 2), (len(t) // 3, len(t))] for t in sample]
    halves = [t[a:b] for t, wanted in zip(sample, spans, strict=True) for a, b in wanted]
    alone = best(lambda: encoder.encode(sample))
    late = best(lambda: encoder.encode_spans(sample, spans))
    own = best(lambda: (encoder.encode(sample), encoder.encode(halves)))
    print("ms a text: alone, with two spans late, with two spans as texts of their own")
    print("  ".join(f"{1000 * x / len(sample):.2f}" for x in (alone, late, own)))
    queries = [f"Which pets did Nora adopt in 20{n:02}?" for n in range(60)]
    spent = []
    for query in queries:
        start = time.perf_counter()
        encoder.encode([query])
        spent.append(1000 * (time.perf_counter() - start))
    print("one query, ms: p50 {:.1f}, p95 {:.1f}".format(*np.percentile(spent, [50, 95])))
    print(f"the same query again, ms: {1000 * best(lambda: encoder.encode(queries[:1])):.3f}")
    start = time.perf_counter()
    MiniLMEncoder().encode(["x"])
    print(f"load and first text, s: {time.perf_counter() - start:.2f}")


if __name__ == "__main__":
    main()
