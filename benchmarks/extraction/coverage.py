"""How much of LOCOMO's answers stands in the structured fields of extracted facts.

    python benchmarks/extraction/coverage.py PATH/locomo_dev.json --conversations conv-26,conv-30

For each question of categories 1, 2 and 4: the share of the gold answer's content stems that stand
in subject, predicate, object, qualifiers or resolved times of facts supported by its gold turns
(objects and qualifiers of at most eight words; the date of the episode counts).
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from statistics import mean
from typing import Any

from turns import Conversation, extract, load

from kgmem.language.tokens import STOPWORDS, stem, words
from kgmem.types import Bound, Observation, Ref, Term, Triple

MOST_WORDS = 8
CATEGORIES = (1, 2, 4)


def stems(text: str) -> set[str]:
    return {stem(w) for w in words(text) if w not in STOPWORDS}


def _term(term: Term | None) -> str:
    if term is None:
        return ""
    text = term.name if isinstance(term, Ref) else term.text
    return text if len(text.split()) <= MOST_WORDS else ""


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def _bound(bound: Bound | None) -> str:
    if bound is None:
        return ""
    found = [_day(bound.earliest)] if bound.earliest else []
    if bound.latest:
        found.append(_day(bound.latest - timedelta(seconds=1)))
    return " ".join(found)


def fields(triple: Triple) -> str:
    """The structured fields of a triple as one text."""
    parts = [triple.subject.name, triple.predicate, _term(triple.object)]
    parts += [_term(q.term) for q in triple.qualifiers]
    if triple.validity is not None:
        parts += [
            triple.validity.wording,
            _bound(triple.validity.start),
            _bound(triple.validity.end),
        ]
    return " ".join(parts)


def _share(gold: set[str], found: set[str]) -> float:
    return len(gold & found) / len(gold)


def measure(
    conversation: Conversation, triples: list[list[Triple]], threshold: float
) -> dict[str, Any]:
    """Shares by category for the text, all facts and asserted facts."""
    place = {turn.id: i for i, turn in enumerate(conversation.turns)}
    rows: dict[tuple[str, int], list[float]] = {}
    missed: list[tuple[str, list[str]]] = []
    for question in conversation.questions:
        category, gold = question["category"], stems(str(question.get("answer", "")))
        turns = [place[e] for e in _evidence(question) if e in place]
        if category not in CATEGORIES or not gold or not turns:
            continue
        seen = [conversation.turns[i].observation for i in turns]
        everything = [t for i in turns for t in triples[i]]
        dates = " ".join(_day(o.time) for o in seen)
        asserted = [t for t in everything if t.confidence >= threshold]
        text = _share(gold, stems(" ".join(_body(o) for o in seen)))
        sources = {
            "text": stems(" ".join(_body(o) for o in seen)),
            "text+dates": stems(" ".join(_body(o) for o in seen) + " " + dates),
            "all": stems(_joined(everything) + " " + dates),
            "asserted": stems(_joined(asserted) + " " + dates),
        }
        for name, found in sources.items():
            rows.setdefault((name, category), []).append(_share(gold, found))
        if _share(gold, sources["all"]) < text:
            missed.append(
                (
                    ",".join(conversation.turns[i].id for i in turns),
                    sorted((gold & sources["text"]) - sources["all"]),
                )
            )
    return {"rows": rows, "missed": missed}


def _body(observation: Observation) -> str:
    return f"{observation.text} {observation.caption}"


def _joined(triples: Iterable[Triple]) -> str:
    return " ".join(fields(t) for t in triples)


def _evidence(question: dict[str, Any]) -> list[str]:
    return re.findall(r"D\d+:\d+", " ".join(question.get("evidence", [])))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path)
    parser.add_argument("--conversations", default="conv-26,conv-30")
    parser.add_argument("--threshold", type=float, default=0.6)
    parser.add_argument(
        "--missed", action="store_true", help="list what the text has and facts lack"
    )
    options = parser.parse_args()
    total: dict[tuple[str, int], list[float]] = {}
    turns = facts = asserted = with_any = with_asserted = 0
    spent = 0.0
    for conversation in load(options.path, options.conversations.split(",")):
        began = time.perf_counter()
        triples = extract(conversation)
        spent += time.perf_counter() - began
        result = measure(conversation, triples, options.threshold)
        for key, values in result["rows"].items():
            total.setdefault(key, []).extend(values)
        turns += len(triples)
        facts += sum(map(len, triples))
        sure = [[t for t in found if t.confidence >= options.threshold] for found in triples]
        asserted += sum(map(len, sure))
        with_any += sum(map(bool, triples))
        with_asserted += sum(map(bool, sure))
        if options.missed:
            for place, lacking in result["missed"]:
                print(conversation.id, place, lacking)
    print(f"turns {turns}, {turns / spent:.0f} turns/s")
    print(f"facts/turn: all {facts / turns:.2f}, asserted {asserted / turns:.2f}")
    print(f"turns with: any {with_any / turns:.2f}, asserted {with_asserted / turns:.2f}")
    for name in ("text", "text+dates", "all", "asserted"):
        shares = {c: mean(total[name, c]) for c in CATEGORIES if (name, c) in total}
        ratio = {c: shares[c] / mean(total["text", c]) for c in shares}
        print(
            f"{name:>11}: "
            + "  ".join(f"cat {c} {shares[c]:.3f} ({ratio[c]:.0%} of text)" for c in shares)
        )


if __name__ == "__main__":
    main()
