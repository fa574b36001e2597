"""What kgmem made of the update cases that it got wrong, step by step, for a person to classify.

    python benchmarks/edits/diagnose.py [--kind correction] [--case wrong-birthday]
    python benchmarks/edits/diagnose.py --file benchmarks/edits/second/read.toml

Prints the decisions of each step (operation, words, reason), the facts in the end, and the wrong
answers with the way they were found.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kgmem import Memory
from kgmem.bench.edit_cases import Case, chosen, read
from kgmem.bench.edit_scorer import answer_is_right
from kgmem.bench.edit_systems import Life


def main() -> int:
    """Print the wrong cases."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", action="append", default=[])
    parser.add_argument("--case", action="append", default=[])
    parser.add_argument("--file", type=Path, help="cases that do not ship, instead")
    options = parser.parse_args()
    count = 0
    for case in _cases(options.file, options.kind):
        if not options.case or case.id in options.case:
            count += show(case, always=bool(options.case))
    print(f"\n{count} wrong answers")
    return 0


def _cases(file: Path | None, kinds: list[str]) -> list[Case]:
    if file is None:
        return list(chosen(kinds))
    return [c for c in read(file) if not kinds or c.kind in kinds]


def show(case: Case, *, always: bool) -> int:
    """Print one case if an answer of it is wrong, or always; returns how many are."""
    with Memory.open(":memory:") as memory:
        life = Life.of(memory, case)
        replies = [(q, life.ask(q)) for q in case.questions]
        wrong = [(q, r) for q, r in replies if not answer_is_right(q, r.answer or "")]
        if not wrong and not always:
            return 0
        print(f"\n=== {case.kind}: {case.id}")
        for number, (step, edits) in enumerate(zip(case.steps, life.edits, strict=True), 1):
            said = f"{step.time:%Y-%m-%d} {step.line}" if step.time else f"{step.op} {step.target}"
            print(f"{number}. {said}")
            for edit in edits:
                mark = " REFUSED" if edit.refused else ""
                print(f"     {edit.op}{mark} {edit.fact or '-'} {edit.text!r}: {edit.reason}")
        for fact in reversed(memory.facts(ended=True, tentative=True, limit=None)):
            ends = f" ended by {','.join(fact.ended_by)}" if fact.ended_by else ""
            print(
                f"   {fact!r} [{fact.relation} -> {fact.object!r}, {fact.confidence:.2f}]{ends}"
                f"{'' if fact.positive else ' NOT'}"
            )
        for question, reply in replies if always else wrong:
            wanted = ", ".join(question.gold) or "no answer"
            print(f"   {question.kind}? {question.text}")
            print(f"      expected {wanted}; got {reply.answer!r} ({reply.reason})")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
