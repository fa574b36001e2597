"""Learned edits and learned distillation on LOCOMO: rules against policies, without and with.

    python benchmarks/edits/protocol.py LOCOMO.json --out DIR --only conv-30 --policy compact \
        --policy elsewhere/edit-grpo.safetensors --distiller elsewhere/distil-grpo.safetensors

Every policy makes the graph of each conversation; each distiller keeps `--budget` tokens of the
candidates, and the graph answerer answers from what was kept. Questions of category 5 are left out,
as in Memory-R1 (conv-26 has 152, conv-30 has 81 left). Predictions are lines in DIR; a run that was
stopped goes on. `--only` may be given again; give the same DIR for further conversations.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from kgmem import Memory
from kgmem.bench.dataset import QA, Conversation, load
from kgmem.bench.metrics import differences, summary
from kgmem.bench.runs import run
from kgmem.bench.scorer import ADVERSARIAL
from kgmem.bench.systems import BUDGETS, Asked, Kgmem
from kgmem.engine.reading import answer_from, asked, distil

MEASURES = ("official", "all@500", "all@1000", "tokens")


@dataclass
class Distilled(Kgmem):
    """kgmem whose graph answerer sees only what the distiller kept.

    Attributes:
        budget: tokens that the answerer sees.
    """

    budget: int = 500

    def ask(self, question: QA) -> Asked:
        """Retrieve once, distil to every budget, answer from one of the contexts."""
        assert self._memory is not None
        engine, text = self._memory._engine, question.question
        start = perf_counter()
        found = self._memory.retrieve(text, now=self._end)
        read = asked(engine, text, now=self._end)
        made = {b: distil(engine, read, found, budget=b) for b in {*BUDGETS, self.budget}}
        seen = made[self.budget]
        answer = answer_from(engine, read, seen.candidates)
        return Asked(
            answer.text,
            self._turns(found),
            {b: self._turns(made[b].candidates) for b in BUDGETS},
            seen.tokens,
            perf_counter() - start,
            answer.confidence,
            answer.reason,
        )


def main() -> None:
    """Measure every policy with every distiller, print tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", action="append", required=True, help="a conversation")
    parser.add_argument("--policy", action="append", help="rules, compact, or a file of weights")
    parser.add_argument("--distiller", action="append", help="budget, or a file of weights")
    parser.add_argument("--budget", type=int, default=500, help="tokens that the answerer sees")
    options = parser.parse_args()
    talks = [_without_adversarial(c) for c in load(options.path, options.only)]
    policies = list(dict.fromkeys(["rules", *(options.policy or ())]))
    distillers = list(dict.fromkeys(["budget", *(options.distiller or ())]))
    rows: dict[str, list[dict[str, Any]]] = {}
    for p, policy in enumerate(policies):
        for d, distiller in enumerate(distillers):
            name = f"{_name(policy, p)}+{_name(distiller, d)}"
            system = Distilled(
                _opener(options.out / "memories" / _name(policy, p), policy, distiller),
                name,
                budget=options.budget,
            )
            told = {"policy": policy, "distiller": distiller, "budget": options.budget}
            rows[name] = run(system, talks, options.out, settings=told, report=_progress)
    only = set(options.only)
    _tables({n: [r for r in found if r["conversation"] in only] for n, found in rows.items()})


def _opener(folder: Path, policy: str, distiller: str) -> Callable[[str], Memory]:
    """Memories of a policy's own, taken in once and shared by the distillers."""
    folder.mkdir(parents=True, exist_ok=True)
    edits = policy if policy in ("rules", "compact") else f"compact:{policy}"
    keeps = distiller if distiller == "budget" else f"compact:{distiller}"
    return lambda talk: Memory.open(folder / f"{talk}.kgmem", policy=edits, distiller=keeps)


def _name(spec: str, number: int) -> str:
    path = Path(spec)
    return f"{path.stem}-{number}" if path.suffix else spec


def _without_adversarial(talk: Conversation) -> Conversation:
    asked_of = tuple(q for q in talk.questions if q.category != ADVERSARIAL)
    return replace(talk, questions=asked_of)


def _progress(p: Any) -> None:
    if p.done == p.total:
        print(f"{p.system}: {p.conversation}, {p.total} questions", file=sys.stderr)


def _tables(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Means by category, then what each system gains over the first, with paired intervals."""
    first = next(iter(rows))
    for name, found in rows.items():
        print(f"\n{name}, {len(found)} questions, per cent (tokens as they are)")
        for group, measures in summary(found).items():
            if group == "all":
                continue
            shown = [f"{m} {_of(m, measures[m].mean):6.1f}" for m in MEASURES if m in measures]
            print(f"  {group:4} {measures['official'].n:4}  {'   '.join(shown)}")
        if name != first:
            for measure in MEASURES[:-1]:
                _gains(differences(found, rows[first], measure), measure, first)


def _gains(found: Mapping[str, Any], measure: str, first: str) -> None:
    for group, d in found.items():
        if group != "all":
            low, high = _of(measure, d.low), _of(measure, d.high)
            gain = f"{_of(measure, d.mean):+.1f} ({low:+.1f} to {high:+.1f})"
            print(f"  {group:4} {measure:9} over {first}: {gain}")


def _of(measure: str, value: float) -> float:
    return value if measure == "tokens" else 100 * value


if __name__ == "__main__":
    main()
