"""What the oracle, the rules and a policy that only adds reach with each phrasing of a bank.

    python benchmarks/edits/phrasings.py train [--prune] [--below 0.85] [--draws 12] [--seed 0]

Each kind of change is played in each domain alone, one life a stream. A phrasing or a cell (kind,
domain, question) where even the oracle fails is one that the extractor does not read or the
answerer cannot answer: it teaches nothing, and `--prune` says to take it out of the bank.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kgmem.errors import InputError
from kgmem.policy import RulesPolicy
from kgmem.training import Environment, PreparedStream, rollout
from kgmem.training.evaluation import AddsAll, time_of
from kgmem.training.generator import Generated
from kgmem.training.generator.banks import bank
from kgmem.training.generator.scripts import SCRIPTS, fits
from kgmem.training.judging import right
from kgmem.training.oracle import oracle_policy


@dataclass(frozen=True)
class Record:
    """One question answered under three policies."""

    cell: str
    phrasings: frozenset[str]
    ok: dict[str, bool]
    shown: str


@dataclass
class Tally:
    """Right answers by policy."""

    hits: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    misses: list[str] = field(default_factory=list)

    def add(self, record: Record) -> None:
        """Count one."""
        for policy, ok in record.ok.items():
            self.hits[policy].append(ok)
        if not record.ok["oracle"]:
            self.misses.append(record.shown)

    def share(self, policy: str) -> float:
        """Share of right answers; 1 where there are none."""
        found = self.hits[policy]
        return sum(found) / len(found) if found else 1.0

    def __str__(self) -> str:
        shown = "  ".join(f"{p} {100 * self.share(p):5.1f}" for p in ("oracle", "rules", "add"))
        return f"{len(self.hits['oracle']):4}  {shown}"


def measured(options: argparse.Namespace) -> Iterator[Record]:
    """Every kind in every domain, one life at a time."""
    environment = Environment()
    for domain in bank(options.split).domains:
        if options.domain and domain.id not in options.domain:
            continue
        kinds = [k for k in SCRIPTS if fits(k, domain)]
        kinds += ["names"] if domain.has("told", "ask") and "names" not in domain.unfit else []
        for kind in kinds:
            source = Generated(
                options.split, (kind,), (1, 1), 0, (domain.id,), plain=not options.registers
            )
            try:
                streams = list(source.streams(options.seed, options.draws))
            except InputError as error:
                print(f"skip {domain.id}/{kind}: {error}")
                continue
            for prepared in environment.prepare_all(
                [replace(s, id=f"{kind}/{s.id}") for s in streams]
            ):
                yield from asked(environment, prepared, f"{domain.id}/{kind}")


def asked(environment: Environment, prepared: PreparedStream, cell: str) -> Iterator[Record]:
    """The questions of a stream under each policy."""
    stream = prepared.stream
    said = {t.phrasing for t in stream.truth if t.phrasing}
    policies = {"oracle": oracle_policy(stream), "rules": RulesPolicy(), "add": AddsAll()}
    answers = {
        k: rollout(prepared, p, environment=environment).answers for k, p in policies.items()
    }
    for i, a in enumerate(answers["oracle"]):
        q = a.question
        if q.absent:
            continue
        ok = {k: right(v[i].text, q.gold, q.wrong) for k, v in answers.items()}
        when = time_of(q)
        words = " | ".join(o.text for o in stream.observations)
        shown = f"{words} ? {q.text} -> {a.text!r}, not {q.gold}"
        key = f"{cell}/{when}/{q.phrasing.split('/')[1]}"
        yield Record(key, frozenset({*said, q.phrasing}), ok, shown)


def prune(records: list[Record], least: float) -> list[Record]:
    """Take out the worst phrasing, then the worst of what is left, until all are good enough."""
    while True:
        tallies: dict[str, Tally] = defaultdict(Tally)
        for record in records:
            for key in (*record.phrasings, record.cell):
                tallies[key].add(record)
        key, worst = min(tallies.items(), key=lambda x: x[1].share("oracle"))
        if worst.share("oracle") >= least:
            return records
        print(f"drop {key:36}{worst}   {worst.misses[0][:150]}")
        records = [r for r in records if key not in (*r.phrasings, r.cell)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("split", choices=("train", "validation"))
    parser.add_argument("--below", type=float, default=0.85)
    parser.add_argument("--draws", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--domain", action="append")
    parser.add_argument("--all", action="store_true", help="show all, not only those below")
    parser.add_argument("--registers", action="store_true", help="frame statements as in streams")
    parser.add_argument("--prune", action="store_true", help="say what to take out")
    options = parser.parse_args()
    records = list(measured(options))
    if options.prune:
        records = prune(records, options.below)
    cells: dict[str, Tally] = defaultdict(Tally)
    phrasings: dict[str, Tally] = defaultdict(Tally)
    for record in records:
        cells[record.cell].add(record)
        for phrasing in record.phrasings:
            phrasings[phrasing].add(record)
    for title, tallies in (("cells", cells), ("phrasings", phrasings)):
        print(f"\n{title}")
        for key, tally in sorted(tallies.items(), key=lambda x: x[1].share("oracle")):
            if options.all or tally.share("oracle") < options.below:
                print(f"{key:36}{tally}")
                for miss in tally.misses[:2]:
                    print(f"        {miss}")
    total = Tally()
    for tally in cells.values():
        for name, found in tally.hits.items():
            total.hits[name] += found
    print(f"\n{'all':36}{total}")


if __name__ == "__main__":
    main()
