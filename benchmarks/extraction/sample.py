"""Draw asserted facts to be judged against their turns, and keep the verdicts without the text.

    python benchmarks/extraction/sample.py PATH/locomo_dev.json --sheet benchmarks/extraction/x.tsv

Prints each drawn fact under its turn; writes a sheet with the conversation, the turn, the span in
the turn, the confidence, the verdict (empty, to be filled in: 1 true and understandable alone, 0
not) and a reason. The sheet holds no text of the conversation. `--turns` draws turns instead, to
be labelled as asserting something or not before looking at any output. `--score SHEET` sums a
filled sheet up.
"""

from __future__ import annotations

import argparse
import csv
import random
from pathlib import Path

from turns import Conversation, Turn, extract, load

from kgmem.types import Ref, Term, Triple

COLUMNS = ("conversation", "turn", "start", "end", "confidence", "verdict", "reason")


def shown(term: Term | None) -> str:
    if term is None:
        return "-"
    return term.name if isinstance(term, Ref) else f'"{term.text}"'


def line(triple: Triple) -> str:
    extra = " ".join(f"[{q.role}: {shown(q.term)}]" for q in triple.qualifiers)
    time = f" @{triple.validity.wording}" if triple.validity and triple.validity.wording else ""
    sign = "" if triple.positive else "NOT "
    fact = f"<{triple.subject.name} | {triple.predicate} | {shown(triple.object)}>"
    kind = f"{triple.modality}/{triple.kind}"
    return f"{triple.confidence:.2f} {kind} {sign}{fact} {extra}{time} :: {triple.text}"


def draw_facts(
    conversations: list[Conversation], threshold: float, count: int, seed: int, below: float
) -> list[tuple[str, Turn, Triple]]:
    pool = [
        (conversation.id, turn, triple)
        for conversation in conversations
        for turn, found in zip(conversation.turns, extract(conversation), strict=True)
        for triple in found
        if threshold <= triple.confidence < below
    ]
    return random.Random(seed).sample(pool, min(count, len(pool)))


def draw_turns(conversations: list[Conversation], count: int, seed: int) -> list[tuple[str, Turn]]:
    pool = [(c.id, turn) for c in conversations for turn in c.turns]
    return random.Random(seed).sample(pool, min(count, len(pool)))


def write(path: Path, rows: list[tuple[object, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def score(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file, delimiter="\t") if r["verdict"] in {"0", "1"}]
    true = sum(r["verdict"] == "1" for r in rows)
    print(f"{true} of {len(rows)} ({true / len(rows):.0%})" if rows else "no verdicts yet")
    reasons: dict[str, int] = {}
    for row in rows:
        if row["verdict"] == "0":
            reasons[row["reason"]] = reasons.get(row["reason"], 0) + 1
    for reason, times in sorted(reasons.items(), key=lambda item: -item[1]):
        print(f"  {times} {reason}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path, nargs="?")
    parser.add_argument("--conversations", default="conv-26,conv-30")
    parser.add_argument("--threshold", type=float, default=0.6)
    parser.add_argument("--below", type=float, default=1.01)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--turns", action="store_true")
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--score", type=Path)
    options = parser.parse_args()
    if options.score:
        score(options.score)
        return
    conversations = load(options.path, options.conversations.split(","))
    rows: list[tuple[object, ...]] = []
    if options.turns:
        for number, (name, turn) in enumerate(
            draw_turns(conversations, options.count, options.seed), 1
        ):
            print(f"{number}. {name} {turn.id} {turn.observation.speaker}: {turn.observation.text}")
            rows.append((name, turn.id, "", "", "", "", ""))
    else:
        drawn = draw_facts(
            conversations, options.threshold, options.count, options.seed, options.below
        )
        for number, (name, turn, triple) in enumerate(drawn, 1):
            seen = turn.observation
            print(
                f"{number}. {name} {turn.id} {seen.speaker}: {seen.text}"
                + (f" [image: {seen.caption}]" if seen.caption else "")
            )
            print(f"      {line(triple)}")
            rows.append((name, turn.id, *triple.span, triple.confidence, "", ""))
    if options.sheet:
        write(options.sheet, rows)


if __name__ == "__main__":
    main()
