"""Policies and distillers measured on streams: what is answered, what it cost, by kind of change.

Intervals are 95 % bootstrap over streams, not over questions: those of one stream stand or fall
together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from kgmem.bench.metrics import Interval
from kgmem.protocols import Case, EditPolicy
from kgmem.training.environment import Environment, PreparedStream
from kgmem.training.judging import mentions, right, wrongly_edited
from kgmem.training.oracle import oracle_policy
from kgmem.training.rollout import Answered, Rollout, rollout
from kgmem.training.streams import Question
from kgmem.types import Edit

RESAMPLES = 2000
ALL, ABSENT = "all", "absent"


@dataclass(frozen=True, slots=True)
class Row:
    """One question under one policy.

    Attributes:
        stream: id of the stream.
        kind: of change; `absent` where nothing was said.
        time: `now`, `valid` (the world as it was then) or `known` (what was believed then).
        question, answer, gold: the words.
        right: the answer has all of the gold and none of the wrong.
        outdated: it shows what a wrong edit leaves behind.
        lost: something of the gold is missing that a fact said which is retired (questions of now).
    """

    stream: str
    kind: str
    time: str
    question: str
    answer: str
    gold: tuple[str, ...]
    right: bool
    outdated: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A policy on streams.

    Attributes:
        policy: id of the policy.
        rows: every question, in order of the streams.
        streams: how many.
        facts_live: asserted live facts a stream, mean.
        facts_total: facts a stream, mean.
        decisions: how many cases were decided.
        refused: edits that the ledger refused.
        milliseconds: mean time that the policy took to decide a case.
    """

    policy: str
    rows: tuple[Row, ...]
    streams: int
    facts_live: float
    facts_total: float
    decisions: int
    refused: int
    milliseconds: float

    def accuracy(self) -> dict[str, Interval]:
        """Share of right answers by kind, of `all`, and by time (`now`, `valid`, `known`)."""
        groups: dict[str, list[Row]] = {}
        for row in self.rows:
            for name in (row.kind, row.time, ALL):
                groups.setdefault(name, []).append(row)
        return {name: by_stream([(r.stream, r.right) for r in g]) for name, g in groups.items()}

    @property
    def outdated(self) -> int:
        """Answers that show what is outdated or was never true."""
        return sum(r.outdated for r in self.rows)

    @property
    def lost(self) -> int:
        """Answers that miss what was retired."""
        return sum(r.lost for r in self.rows)


@dataclass(slots=True)
class Timed:
    """A policy with a watch on its decisions."""

    policy: EditPolicy
    seconds: float = 0.0
    cases: int = 0

    @property
    def id(self) -> str:
        """That of the policy."""
        return self.policy.id

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        """What the policy decides."""
        start = time.perf_counter()
        edits = self.policy.decide(cases)
        self.seconds += time.perf_counter() - start
        self.cases += len(cases)
        return edits


class AddsAll:
    """Adds every triple and ends nothing: what a memory without an edit policy does."""

    id = "add/1"

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        """An addition for each case."""
        return [[Edit("ADD")] for _ in cases]


def evaluate_edits(
    policy: EditPolicy | str,
    prepared: Iterable[PreparedStream],
    environment: Environment,
    *,
    progress: Callable[[int], None] | None = None,
) -> Evaluation:
    """Let a policy decide over streams and judge the answers.

    Args:
        policy: or "oracle", which knows what each stream truly changes.
        prepared: by the environment.
        environment: steps them.
        progress: called with how many streams are done.
    """
    rows: list[Row] = []
    rollouts: list[Rollout] = []
    seconds, cases, name = 0.0, 0, ""
    for done, stream in enumerate(prepared, start=1):
        chosen = oracle_policy(stream.stream) if isinstance(policy, str) else policy
        timed = Timed(chosen)
        result = rollout(stream, timed, environment=environment)
        seconds, cases, name = seconds + timed.seconds, cases + timed.cases, timed.id
        rollouts.append(result)
        rows += [row_of(result, a) for a in result.answers]
        if progress is not None:
            progress(done)
    return Evaluation(
        policy=name,
        rows=tuple(rows),
        streams=len(rollouts),
        facts_live=float(np.mean([r.facts_live for r in rollouts])) if rollouts else 0.0,
        facts_total=float(np.mean([r.facts_total for r in rollouts])) if rollouts else 0.0,
        decisions=cases,
        refused=sum(r.refused for r in rollouts),
        milliseconds=1000 * seconds / max(1, cases),
    )


def row_of(result: Rollout, answered: Answered) -> Row:
    """One answer judged."""
    q, text = answered.question, answered.text
    when = time_of(q)
    missing = [g for g in q.gold if not mentions(text, g)] if when == "now" else []
    return Row(
        stream=result.stream,
        kind=ABSENT if q.absent else q.kind,
        time=when,
        question=q.text,
        answer=text,
        gold=q.gold,
        right=right(text, q.gold, q.wrong, q.absent),
        outdated=wrongly_edited(text, q.gold, q.wrong),
        lost=any(mentions(fact, g) for g in missing for fact in result.retired),
    )


def time_of(question: Question) -> str:
    """Whether it asks about now, the world as it was, or what was believed."""
    if question.known_at is not None:
        return "known"
    return "now" if question.valid_at is None else "valid"


def by_stream(values: Sequence[tuple[str, float]], resamples: int = RESAMPLES) -> Interval:
    """The mean of values with its 95 % bootstrap interval over streams, seeded."""
    if not values:
        return Interval(float("nan"), float("nan"), float("nan"), 0)
    sums: dict[str, float] = {}
    counts: dict[str, int] = {}
    for stream, value in values:
        sums[stream] = sums.get(stream, 0.0) + float(value)
        counts[stream] = counts.get(stream, 0) + 1
    total = np.array(list(sums.values()))
    size = np.array(list(counts.values()), dtype=np.float64)
    rng = np.random.default_rng(0)
    drawn = rng.integers(0, len(total), size=(resamples, len(total)))
    means = total[drawn].sum(axis=1) / size[drawn].sum(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(total.sum() / size.sum()), float(low), float(high), len(values))


def difference(first: Evaluation, second: Evaluation) -> Interval:
    """How much more is right under the first policy, over the same streams resampled together.

    Both must have been evaluated on the same streams.
    """
    pairs = zip(first.rows, second.rows, strict=True)
    return by_stream([(a.stream, float(a.right) - float(b.right)) for a, b in pairs])
