"""Does a fact's vector from its turn's pass retrieve as well as embedding the fact's own text?

    python benchmarks/encoders/late_chunking.py PATH_TO_LOCOMO.json --conversations conv-26 conv-30

Units are clauses of turns (`--units clauses`, no extractor needed) or the facts of the default
extractor (`--units facts`). Every question of categories 1-4 ranks the units by cosine; a unit
stands for its turn, and recall@k counts distinct turns. "and turns" lets the turns' own vectors
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
    """Turns, questions with the turns that answer them, and the units to be ranked.

    With names, a turn is "Speaker: words" and so is the text of a clause; without, the names of the
    two speakers are taken out of the questions and the turns are the bare words.
    """

    turns: list[str]
    questions: list[str]
    gold: list[set[int]]
    spans: list[list[tuple[int, int]]]
    texts: list[list[str]]


def read(path: Path, name: str, units: str, names: bool) -> Conversation:
    """One conversation of a LOCOMO file."""
    data = next(x for x in json.loads(path.read_text("utf-8")) if x["sample_id"] == name)
    talk = data["conversation"]
    sessions = [k for k in talk if re.fullmatch(r"session_\d+", k) and talk[k]]
    rows = [turn for session in sessions for turn in talk[session]]
    number = {turn["dia_id"]: i for i, turn in enumerate(rows)}
    gold, questions = [], []
    for asked in data["qa"]:
        refs = re.findall(r"D\d+:\d+", " ".join(asked.get("evidence", ())))
        wanted = {number[ref] for ref in refs if ref in number}
        if wanted and asked["category"] < 5:
            gold.append(wanted)
            questions.append(asked["question"])
    found = facts(rows, talk) if units == "facts" else [clauses(row["text"]) for row in rows]
    spans = [[span for span, _text in row] for row in found]
    texts = [[text for _span, text in row] for row in found]
    turns = [row["text"] for row in rows]
    if names:
        lead = [f"{row['speaker']}: " for row in rows]
        turns = [a + b for a, b in zip(lead, turns, strict=True)]
        spans = [[(a + len(x), b + len(x)) for a, b in s] for x, s in zip(lead, spans, strict=True)]
        if units == "clauses":
            texts = [[x + t for t in row] for x, row in zip(lead, texts, strict=True)]
    else:
        speakers = re.compile(rf"\b({talk['speaker_a']}|{talk['speaker_b']})\b('s)?")
        questions = [speakers.sub("", q) for q in questions]
        texts = [[speakers.sub("", t) for t in row] for row in texts]
    return Conversation(turns, questions, gold, spans, texts)


Found = list[list[tuple[tuple[int, int], str]]]


def clauses(text: str) -> list[tuple[tuple[int, int], str]]:
    """Clauses of at least three words: spans and words."""
    return [(m.span(), m.group()) for m in CLAUSE.finditer(text) if len(m.group().split()) >= 3]


def facts(rows: Sequence[dict[str, Any]], talk: dict[str, Any]) -> Found:
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
    return [[(triple.span, triple.text) for triple in row] for row in found]


def recall(
    question: Floats, vectors: Floats, owner: Sequence[int], gold: Sequence[set[int]], k: int = 10
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


def late_after_previous(c: Conversation) -> tuple[Floats, Floats]:
    """The turn before stands in front in the pass; only the turn's own tokens are pooled."""
    lead = ["", *(f"{turn}\n" for turn in c.turns[:-1])]
    spans = [
        [(len(x), len(x) + len(turn)), *((a + len(x), b + len(x)) for a, b in row)]
        for x, turn, row in zip(lead, c.turns, c.spans, strict=True)
    ]
    texts = [x + turn for x, turn in zip(lead, c.turns, strict=True)]
    _, found = MiniLMEncoder().encode_spans(texts, spans)
    return np.stack([row[0] for row in found]), np.concatenate([row[1:] for row in found])


def own_text(c: Conversation) -> tuple[Floats, Floats]:
    """Turn vectors, and one more pass over each unit's text."""
    encoder = MiniLMEncoder()
    return encoder.encode(c.turns), encoder.encode([t for texts in c.texts for t in texts])


def turns_only(c: Conversation) -> tuple[Floats, Floats]:
    """Turn vectors alone."""
    whole = MiniLMEncoder().encode(c.turns)
    return whole, whole[:0]


def measure(talks: Sequence[Conversation], make: Maker) -> tuple[float, float, float]:
    """Recall@10 of the units alone and with the turns, and seconds."""
    alone = both = spent = 0.0
    count = sum(len(c.questions) for c in talks)
    for c in talks:
        question = MiniLMEncoder().encode(c.questions)
        start = time.perf_counter()
        whole, parts = make(c)
        spent += time.perf_counter() - start
        owner = [i for i, spans in enumerate(c.spans) for _ in spans][: len(parts)]
        share = len(c.questions) / count
        if owner:
            alone += share * recall(question, parts, owner, c.gold)
        everything = np.concatenate([whole, parts])
        both += share * recall(question, everything, [*range(len(c.turns)), *owner], c.gold)
    return alone, both, spent


def main() -> None:
    """Print a table for texts with and without names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--conversations", nargs="+", default=["conv-26", "conv-30"])
    parser.add_argument("--units", choices=["clauses", "facts"], default="clauses")
    parser.add_argument("--weights", nargs="+", type=float, default=[1.0, 0.85, 0.7, 0.5])
    arguments = parser.parse_args()
    makers: dict[str, Maker] = {"turns only": turns_only, "own text": own_text}
    makers |= {f"late, weight {w:.2f}": late(w) for w in arguments.weights}
    makers["late, after the turn before"] = late_after_previous
    for names in (True, False):
        talks = [read(arguments.path, n, arguments.units, names) for n in arguments.conversations]
        units = sum(len(s) for c in talks for s in c.spans)
        turns = sum(len(c.turns) for c in talks)
        questions = sum(len(c.questions) for c in talks)
        print(
            f"{'with' if names else 'without'} names: {questions} questions, {turns} turns, "
            f"{units} {arguments.units}"
        )
        print(f"{'vectors':28} recall@10  and turns  s    ms/turn")
        for name, make in makers.items():
            alone, both, spent = measure(talks, make)
            print(
                f"{name:28} {100 * alone:9.1f} {100 * both:10.1f}  {spent:4.1f}"
                f" {1000 * spent / turns:7.1f}"
            )


if __name__ == "__main__":
    main()
