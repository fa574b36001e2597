"""Does a fact's vector from its turn's pass retrieve as well as embedding the fact's own text?

    python benchmarks/encoders/late_chunking.py PATH_TO_LOCOMO.json --conversations conv-26 conv-30

Units are clauses of turns (`--units clauses`, no extractor needed) or the facts of the default
extractor (`--units facts`). Every question of categories 1-4 ranks the units by cosine; a unit
stands for its turn, and recall@k counts distinct turns. "with turns" lets the turns' own vectors
compete, as retrieval does. Times are for embedding all units, in the same process.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import numpy as np

from kgmem.encoders import MiniLMEncoder
from kgmem.protocols import ExtractionContext
from kgmem.types import Floats, Observation

CLAUSE = re.compile(r"[^.!?;,]+(?:,(?! (?:and|but|so|because|which|then)\b)[^.!?;,]*)*[.!?;,]*")


@dataclass(frozen=True)
class Conversation:
    """Turns, questions with the turns that answer them, and the units to be ranked."""

    turns: list[str]
    questions: list[str]
    gold: list[set[int]]
    spans: list[list[tuple[int, int]]]
    texts: list[list[str]]


def read(path: Path, name: str, units: str) -> Conversation:
    """One conversation of a LOCOMO file."""
    data = next(x for x in json.loads(path.read_text("utf-8")) if x["sample_id"] == name)
    talk = data["conversation"]
    sessions = [k for k in talk if re.fullmatch(r"session_\d+", k) and talk[k]]
    rows = [turn for session in sessions for turn in talk[session]]
    turns = [turn["text"] for turn in rows]
    number = {turn["dia_id"]: i for i, turn in enumerate(rows)}
    asked = [q for q in data["qa"] if q["category"] < 5 and q.get("evidence")]
    gold = [
        {number[e] for e in re.findall(r"D\d+:\d+", " ".join(q["evidence"])) if e in number}
        for q in asked
    ]
    kept = [i for i, turns_ in enumerate(gold) if turns_]
    if units == "facts":
        spans, texts = facts(rows, talk)
    else:
        spans = [clauses(text) for text in turns]
        texts = [[t[a:b] for a, b in s] for t, s in zip(turns, spans, strict=True)]
    questions = [asked[i]["question"] for i in kept]
    return Conversation(turns, questions, [gold[i] for i in kept], spans, texts)


def clauses(text: str) -> list[tuple[int, int]]:
    """Spans of clauses of at least three words."""
    return [m.span() for m in CLAUSE.finditer(text) if len(m.group().split()) >= 3]


def facts(
    rows: Sequence[dict[str, Any]], talk: dict[str, Any]
) -> tuple[list[list[tuple[int, int]]], list[list[str]]]:
    """Spans and standalone texts of the facts that the default extractor finds."""
    from kgmem.extraction import SpacyExtractor

    speakers = (talk["speaker_a"], talk["speaker_b"])
    observations = [
        Observation(
            turn["text"],
            datetime(2023, 5, 8, 12, tzinfo=timezone.utc),
            speaker=turn["speaker"],
            thread="t",
            addressee=next(s for s in speakers if s != turn["speaker"]),
        )
        for turn in rows
    ]
    context = ExtractionContext(participants={"t": speakers})
    found = SpacyExtractor().extract(observations, context)
    return [[t.span for t in ts] for ts in found], [[t.text for t in ts] for ts in found]


def recall(
    question: Floats, vectors: Floats, owner: Sequence[int], gold: Sequence[set[int]], k: int
) -> float:
    """Mean share of the gold turns among the first `k` distinct turns."""
    shares = []
    for scores, wanted in zip(question @ vectors.T, gold, strict=True):
        order = dict.fromkeys(owner[i] for i in np.argsort(-scores, kind="stable"))
        shares.append(len(wanted & set(list(order)[:k])) / len(wanted))
    return float(np.mean(shares))


Maker = Callable[[Conversation], tuple[Floats, Floats]]


def late(weight: float) -> Maker:
    """Turn vectors, and unit vectors from the same pass."""

    def make(c: Conversation) -> tuple[Floats, Floats]:
        whole, parts = MiniLMEncoder(span_weight=weight).encode_spans(c.turns, c.spans)
        return whole, np.concatenate(parts)

    return make


def own_text(c: Conversation) -> tuple[Floats, Floats]:
    """Turn vectors, and one more pass over each unit's text."""
    encoder = MiniLMEncoder()
    return encoder.encode(c.turns), encoder.encode([t for texts in c.texts for t in texts])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--conversations", nargs="+", default=["conv-26", "conv-30"])
    parser.add_argument("--units", choices=["clauses", "facts"], default="clauses")
    arguments = parser.parse_args()
    talks = [read(arguments.path, name, arguments.units) for name in arguments.conversations]
    questions = [MiniLMEncoder().encode(c.questions) for c in talks]
    count = sum(len(c.questions) for c in talks)
    units = sum(len(s) for c in talks for s in c.spans)
    turns = sum(len(c.turns) for c in talks)
    print(f"{arguments.units}: {count} questions, {turns} turns, {units} units")
    print(f"{'unit vector':24} recall@10  with turns  s    ms/turn")
    makers: dict[str, Maker] = {"own text": own_text}
    makers |= {f"late, weight {w:.1f}": late(w) for w in (1.0, 0.85, 0.7, 0.5, 0.3)}
    for name, make in makers.items():
        alone, both, spent = 0.0, 0.0, 0.0
        for c, q in zip(talks, questions, strict=True):
            MiniLMEncoder().encode(["warm"])
            start = time.perf_counter()
            whole, parts = make(c)
            spent += time.perf_counter() - start
            owner = [i for i, spans in enumerate(c.spans) for _ in spans]
            share = len(c.questions) / count
            alone += share * recall(q, parts, owner, c.gold, 10)
            everything = np.concatenate([whole, parts])
            both += share * recall(q, everything, [*range(len(c.turns)), *owner], c.gold, 10)
        print(
            f"{name:24} {100 * alone:9.1f}  {100 * both:10.1f}  {spent:4.1f}"
            f" {1000 * spent / turns:7.1f}"
        )


if __name__ == "__main__":
    main()
