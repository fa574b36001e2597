"""Every ending and retraction that ingesting conversations makes, to be judged by a person.

    python benchmarks/edits/retirements.py LOCOMO.json --conversations conv-26 --sheet OUT.tsv
    python benchmarks/edits/retirements.py benchmarks/written/conversations.json \
        --conversations own-1,own-2 --policy compact --against rules

Prints what was retired, by what, and on which words; `--against` leaves out what another policy
retires as well. The sheet holds ids and an empty column for the verdict, no text.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from kgmem import Memory
from kgmem.bench.dataset import Conversation, load, observations
from kgmem.results import Fact

_HEAD = "conversation\tturn\tfact\tended by\tstatus\tverdict"


def main() -> None:
    """Ingest, print, write the sheet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--conversations", default="conv-26,conv-30")
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--policy", default="rules", help="rules, compact, or compact:FILE")
    parser.add_argument("--against", help="leave out what this policy retires as well")
    options = parser.parse_args()
    rows = [_HEAD]
    for conversation in load(options.path, options.conversations.split(",")):
        facts = _facts(conversation, options.policy)
        known = (
            set() if options.against is None else _retired(_facts(conversation, options.against))
        )
        retired = [f for f in facts.values() if f.status != "live" and _key(f) not in known]
        print(f"\n{conversation.id}: {len(retired)} retired of {len(facts)} facts")
        for fact in reversed(retired):
            rows.append(_show(conversation.id, fact, facts))
    if options.sheet is not None:
        options.sheet.write_text("\n".join(rows) + "\n", encoding="utf-8")
        print(f"\nwrote {len(rows) - 1} rows to {options.sheet}", file=sys.stderr)


def _facts(conversation: Conversation, policy: str) -> dict[str, Fact]:
    with Memory.open(":memory:", policy=policy) as memory:
        memory.observe_many(observations(conversation))
        return {f.id: f for f in memory.facts(ended=True, tentative=True, limit=None)}


def _retired(facts: Mapping[str, Fact]) -> set[tuple[str, str, str]]:
    return {_key(f) for f in facts.values() if f.status != "live"}


def _key(fact: Fact) -> tuple[str, str, str]:
    """Ids differ from policy to policy; what was said where does not."""
    return (fact.status, fact.text, fact.evidence[0].source or "" if fact.evidence else "")


def _show(conversation: str, fact: Fact, facts: Mapping[str, Fact]) -> str:
    """Print a retired fact; its row of the sheet."""
    print(f"{fact.status} {fact!r}\n    words: {fact.evidence}")
    for other in fact.ended_by:
        print(f"    by {facts.get(other, other)!r}")
        if other in facts:
            print(f"       words: {facts[other].evidence}")
    source = fact.evidence[0].source if fact.evidence else ""
    return f"{conversation}\t{source}\t{fact.id}\t{','.join(fact.ended_by)}\t{fact.status}\t"


if __name__ == "__main__":
    main()
