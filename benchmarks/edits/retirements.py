"""Every ending and retraction that ingesting LOCOMO conversations makes, to be judged by a person.

    python benchmarks/edits/retirements.py LOCOMO.json --conversations conv-26 --sheet OUT.tsv

Prints what was retired, by what, and on which words. The sheet holds ids and an empty column for
the verdict, no text of the conversations.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kgmem import Memory
from kgmem.bench.dataset import load, observations


def main() -> None:
    """Ingest, print, write the sheet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--conversations", default="conv-26,conv-30")
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--policy", default="rules", help="rules, compact, or compact:FILE")
    options = parser.parse_args()
    wanted = options.conversations.split(",")
    rows = ["conversation\tturn\tfact\tended by\tstatus\tverdict"]
    for conversation in load(options.path, wanted):
        with Memory.open(":memory:", policy=options.policy) as memory:
            memory.observe_many(observations(conversation))
            facts = memory.facts(ended=True, tentative=True, limit=None)
            by_id = {f.id: f for f in facts}
            retired = [f for f in facts if f.status != "live"]
            print(f"\n{conversation.id}: {len(retired)} retired of {len(facts)} facts")
            for fact in reversed(retired):
                print(f"{fact.status} {fact!r}\n    words: {fact.evidence}")
                for other in fact.ended_by:
                    print(f"    by {by_id.get(other, other)!r}")
                    shown = by_id.get(other)
                    if shown is not None:
                        print(f"       words: {shown.evidence}")
                source = fact.evidence[0].source if fact.evidence else ""
                rows.append(
                    f"{conversation.id}\t{source}\t{fact.id}\t{','.join(fact.ended_by)}\t{fact.status}\t"
                )
    if options.sheet is not None:
        options.sheet.write_text("\n".join(rows) + "\n", encoding="utf-8")
        print(f"\nwrote {len(rows) - 1} rows to {options.sheet}", file=sys.stderr)


if __name__ == "__main__":
    main()
