"""How well, and how fast, `language.times` reads a LOCOMO file (by path; it is never copied here).

    python benchmarks/extraction/dates.py ../shared/data/locomo/locomo_dev.json conv-26 conv-30

For every temporal question (category 2): the best official token F1 (Porter stems) between its
gold answer and what the mentions of its gold turns offer: their wording; their bounds and lengths
too; the date of the session too. Then the CPU time per turn.
"""

from __future__ import annotations

import argparse
import json
import re
import string
import time
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import snowballstemmer

from kgmem.language.times import find, how_long, parse_moment, phrase_bound

STEMMER = snowballstemmer.stemmer("porter")


def stems(text: str) -> list[str]:
    """Words as LOCOMO's scorer sees them: no commas, articles or punctuation, Porter stems."""
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return [STEMMER.stemWord(w) for w in re.sub(r"\b(?:a|an|the|and)\b", " ", text).split()]


def f1(guess: str, gold: str) -> float:
    """Token F1 of two answers."""
    one, two = stems(guess), stems(gold)
    shared = sum((Counter(one) & Counter(two)).values())
    return 2 * shared / (len(one) + len(two)) if shared else 0.0


def turns(conversation: dict[str, Any]) -> dict[str, tuple[str, datetime]]:
    """Turn id to its text and time."""
    found = {}
    for key, value in conversation.items():
        if isinstance(value, list):
            when = parse_moment(conversation[f"{key}_date_time"])
            found.update({t["dia_id"]: (t["text"], when) for t in value})
    return found


def offers(evidence: Iterable[tuple[str, datetime]]) -> tuple[list[str], list[str], list[str]]:
    """What may answer: wordings; bounds and lengths; the session's day and month."""
    wordings, bounds, sessions = [], [], []
    for text, when in evidence:
        sessions += [f"{when.day} {when:%B %Y}", f"{when:%B %Y}"]
        for mention in find(text, when):
            wordings.append(mention.validity.wording)
            bounds.append(how_long(mention.validity, when))
            if mention.validity.start is not None:
                start = phrase_bound(mention.validity.start)
                bounds += [start, f"since {start}"]
    return wordings, bounds, sessions


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("conversations", nargs="+")
    arguments = parser.parse_args()
    samples = json.loads(arguments.file.read_text("utf-8"))
    print("conversation  questions  wording F1 (exact)  + bounds F1 (exact)  + session F1 (exact)")
    texts: list[tuple[str, datetime]] = []
    for sample in samples:
        if sample["sample_id"] not in arguments.conversations:
            continue
        by_id = turns(sample["conversation"])
        texts += by_id.values()
        rows = []
        for question in sample["qa"]:
            if question["category"] == 2:
                evidence = [by_id[e] for e in question["evidence"] if e in by_id]
                groups = offers(evidence)
                pools = [groups[0], groups[0] + groups[1], [x for g in groups for x in g]]
                gold = str(question["answer"])
                rows.append([max((f1(x, gold) for x in pool), default=0.0) for pool in pools])
        cells = [
            f"{sum(r[k] for r in rows) / len(rows):.3f} ({sum(r[k] > 0.999 for r in rows)})"
            for k in range(3)
        ]
        print(f"{sample['sample_id']:12}  {len(rows):9}  {cells[0]:18}  {cells[1]:19}  {cells[2]}")
    begin = time.process_time()
    mentions = sum(len(find(text, when)) for text, when in texts)
    spent = time.process_time() - begin
    print(
        f"{len(texts)} turns, {mentions} mentions, {1000 * spent / len(texts):.3f} ms of CPU a turn"
    )


if __name__ == "__main__":
    main()
