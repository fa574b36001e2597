"""Evidence recall of retrieval on LOCOMO, without answering: the loop for work on retrieval.

    python benchmarks/locomo/recall.py --data ../shared/data/locomo/locomo_dev.json \
        --only conv-26 conv-30 --keep /tmp/recall

k counts distinct turns: a candidate expands to the turns that it stands on, in rank order. Beside
kgmem: plain BM25, dense, and their reciprocal-rank fusion over the turns, with the same encoder.
`--without NAME ...` switches signals of `kgmem.retrieval.Weights` off, one table row each.
The data is CC BY-NC and stays where it is; only figures are printed.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from time import perf_counter

import numpy as np

from kgmem.bench.dataset import QA, Conversation, load, observations
from kgmem.bench.ranking import bm25, fuse
from kgmem.encoders import default
from kgmem.engine.reading import asked, understood
from kgmem.memory import Memory
from kgmem.retrieval import Filters, Weights, retrieve

KS = (5, 10, 25, 50)
Ranking = Callable[[Conversation, QA], Sequence[str]]


def opened(conversation: Conversation, keep: Path | None) -> Memory:
    """The memory of a conversation, ingested once when a folder to keep it in is given."""
    path = ":memory:" if keep is None else str(keep / f"{conversation.id}.kgmem")
    new = keep is None or not Path(path).exists()
    memory = Memory.open(path)
    if new:
        start = perf_counter()
        memory.observe_many(observations(conversation))
        print(
            f"{conversation.id}: {len(conversation.turns)} turns in {perf_counter() - start:.1f} s"
        )
    return memory


def graph_ranking(memories: dict[str, Memory], weights: Weights, times: list[float]) -> Ranking:
    """Retrieval by kgmem with some weights."""

    def rank(conversation: Conversation, question: QA) -> Sequence[str]:
        engine = memories[conversation.id]._engine
        start = perf_counter()
        ask = asked(engine, question.question, now=conversation.end)
        with understood(engine, ask, engine.namespace) as (analysed, reader, snapshot):
            found = retrieve(
                analysed,
                snapshot=snapshot,
                reader=reader,
                encoder=engine.encoder(),
                settings=replace(engine.settings, weights=weights),
                filters=Filters(),
            )
        times.append(perf_counter() - start)
        sources = {e.episode: e.source for c in found for e in c.evidence}
        ids = dict.fromkeys(e for c in found for e in c.episodes)
        return [str(sources[e]).partition("#")[2] for e in ids if e in sources]

    return rank


def turn_rankings(conversations: Sequence[Conversation]) -> dict[str, Ranking]:
    """The baselines over turns."""
    encoder = default()
    bodies = {c.id: [f"{t.speaker}: {t.body}" for t in c.turns] for c in conversations}
    lexical = {c: bm25(texts) for c, texts in bodies.items()}
    vectors = {c: encoder.encode(texts) for c, texts in bodies.items()}

    def ranking(words: bool, dense: bool) -> Ranking:
        def rank(conversation: Conversation, question: QA) -> Sequence[str]:
            scores = []
            if words:
                scores.append(lexical[conversation.id](question.question))
            if dense:
                query = encoder.encode([question.question])[0]
                scores.append(vectors[conversation.id] @ query)
            return [conversation.turns[i].id for i in fuse(scores)]

        return rank

    return {
        "bm25": ranking(True, False),
        "dense": ranking(False, True),
        "rrf": ranking(True, True),
    }


def recall(conversations: Sequence[Conversation], rank: Ranking) -> dict[int, np.ndarray]:
    """Recall at `KS` of each question, `(questions, len(KS))` by category."""
    found: dict[int, list[list[float]]] = defaultdict(list)
    for conversation in conversations:
        for question in conversation.questions:
            if question.category == 5 or not question.evidence:
                continue
            gold = set(question.evidence)
            ranked = list(rank(conversation, question))
            found[question.category].append([len(gold & set(ranked[:k])) / len(gold) for k in KS])
    return {category: np.array(rows) * 100 for category, rows in found.items()}


def contexts(conversations: Sequence[Conversation], memories: dict[str, Memory]) -> None:
    """The share of questions with all evidence in a context of 500 and 1,000 tokens."""
    for budget in (500, 1000):
        found: dict[int, list[bool]] = defaultdict(list)
        sizes = []
        for conversation in conversations:
            for question in conversation.questions:
                if question.category == 5 or not question.evidence:
                    continue
                context = memories[conversation.id].context(
                    question.question, budget=budget, now=conversation.end
                )
                sources = {str(e.source).partition("#")[2] for e in context.sources}
                found[question.category].append(set(question.evidence) <= sources)
                sizes.append(context.tokens)
        cells = [f"cat {c} {100 * np.mean(found[c]):.1f}" for c in sorted(found)]
        every = 100 * np.mean([x for rows in found.values() for x in rows])
        size = f"{np.mean(sizes):.0f} tokens"
        print(f"all evidence at {budget}: {' '.join(cells)} all {every:.1f}, {size}")


def row(name: str, scores: dict[int, np.ndarray]) -> str:
    """One line of the table: recall at 5/10/25/50 by category and over all."""
    groups = [scores[c] for c in sorted(scores)] + [np.concatenate(list(scores.values()))]
    cells = ["/".join(f"{x:4.1f}" for x in g.mean(axis=0)) for g in groups]
    return f"{name:22s} " + "  ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=["conv-26", "conv-30"])
    parser.add_argument("--keep", type=Path, help="folder for the ingested memories")
    parser.add_argument("--without", nargs="*", default=[], help="signals to switch off, or 'all'")
    parser.add_argument("--set", nargs="*", default=[], help="NAME=VALUE of Weights, a row each")
    parser.add_argument("--baselines", action="store_true")
    parser.add_argument("--contexts", action="store_true", help="share with all evidence in budget")
    args = parser.parse_args()
    conversations = load(args.data, args.only)
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
    memories = {c.id: opened(c, args.keep) for c in conversations}
    names = [f.name for f in fields(Weights)] if args.without == ["all"] else args.without
    variants = {"kgmem": Weights()}
    variants |= {f"without {n}": replace(Weights(), **{n: 0.0}) for n in names}
    for pair in args.set:
        values = {k: float(v) for k, _, v in (p.partition("=") for p in pair.split(","))}
        variants[pair] = replace(Weights(), **values)
    print(f"{'recall @5/10/25/50':22s} cat 1 ... cat 4, all")
    if args.baselines:
        for name, ranking in turn_rankings(conversations).items():
            print(row(name, recall(conversations, ranking)))
    if args.contexts:
        contexts(conversations, memories)
    for name, weights in variants.items():
        times: list[float] = []
        scores = recall(conversations, graph_ranking(memories, weights, times))
        p50, p95 = np.quantile(times, (0.5, 0.95)) * 1000
        print(f"{row(name, scores)}  p50 {p50:.0f} p95 {p95:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
