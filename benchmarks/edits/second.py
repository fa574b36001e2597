"""kgmem's answers on update cases that do not ship (`second/`, `third/`), by half and by kind.

    python benchmarks/edits/second.py [--set third] [--half read] [--file OTHER.toml] [--out OUT]

The cases were written without looking at those that ship, and committed before they were first run.
Of the half `unread` only totals are printed; its failures are not to be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from kgmem import Memory
from kgmem.bench.edit_cases import read
from kgmem.bench.edit_systems import KgmemEdits
from kgmem.bench.edits import Row, run, share
from kgmem.bench.metrics import Interval

HERE = Path(__file__).parent
FILES = {
    "second": {half: HERE / "second" / f"{half}.toml" for half in ("read", "unread")},
    "third": {half: HERE / "third" / f"third-{half}.toml" for half in ("read", "unread")},
}


def main() -> int:
    """Print the shares of right answers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", choices=tuple(FILES), action="append", default=[])
    parser.add_argument("--half", choices=("read", "unread"), action="append", default=[])
    parser.add_argument("--file", type=Path, action="append", default=[])
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    halves = options.half or ([] if options.file else ["read", "unread"])
    rows: list[Row] = []
    sets = options.set or ["second"]
    for path in [FILES[name][half] for name in sets for half in halves] + options.file:
        found = run(KgmemEdits(lambda: Memory.open(":memory:")), read(path), 5, lambda _t: None)
        print(f"{path.stem:14} {_said(share(found, 'right'))}")
        rows += found
    for group in ("kind", "asks"):
        for name in sorted({str(r[group]) for r in rows}):
            print(f"  {name:14} {_said(share([r for r in rows if r[group] == name], 'right'))}")
    print(f"{'all':14} {_said(share(rows, 'right'))}")
    if options.out:
        lines = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows)
        options.out.write_text(lines, encoding="utf-8")
    return 0


def _said(found: Interval) -> str:
    return f"{100 * found.mean:5.1f} [{100 * found.low:3.0f}, {100 * found.high:3.0f}] of {found.n}"


if __name__ == "__main__":
    sys.exit(main())
