"""What kgmem's graph holds after the hand-written cases: live, ended, retracted, gone.

    python benchmarks/edits/run.py [--verbose]

Each expectation counts once. Answers to the cases' questions are measured by `kgmem bench edits`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from kgmem import Memory
from kgmem.bench.edit_cases import STATUSES, Case, observation, shipped
from kgmem.language.names import normalise

Found = tuple[str, str, str]


def graph(case: Case) -> dict[str, set[Found]]:
    """The facts of a case's conversation by status, as (subject, relation, object)."""
    found: dict[str, set[Found]] = {"live": set(), "ended": set(), "retracted": set()}
    with Memory.open(":memory:") as memory:
        for number in range(1, len(case.steps) + 1):
            memory.observe(observation(case, number))
        for fact in memory.facts(ended=True, limit=None):
            relation = fact.relation if fact.positive else f"not {fact.relation}"
            found[fact.status].add((normalise(fact.subject), relation, normalise(fact.object)))
    return found


def misses(case: Case) -> tuple[int, list[str]]:
    """How many expectations a case has, and those that are not met."""
    found = graph(case)
    wrong = []
    count = 0
    for status in STATUSES:
        for subject, relation, target in case.graph.get(status, ()):
            count += 1
            fact = (normalise(subject), relation, normalise(target))
            there = fact in found["live" if status == "gone" else status]
            if there == (status == "gone"):
                wrong.append(f"{status} {subject} {relation} {target}; found {found}")
    return count, wrong


def main() -> int:
    """Print the table; exit with 1 when an expectation is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--verbose", action="store_true", help="show what was found instead")
    verbose = parser.parse_args().verbose
    total: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for case in shipped():
        if not case.graph:
            continue
        count, wrong = misses(case)
        total[case.kind] += count
        missed[case.kind] += len(wrong)
        for line in wrong:
            print(f"{case.id}: {line if verbose else line.partition(';')[0]}")
    print()
    for kind, count in sorted(total.items()):
        print(f"{kind:14} {count - missed[kind]:3} of {count:3}")
    print(f"{'all':14} {sum(total.values()) - sum(missed.values()):3} of {sum(total.values()):3}")
    return 1 if sum(missed.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
