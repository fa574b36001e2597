"""A policy let loose on a stream: what it decided, and what was answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from kgmem.protocols import Case, EditPolicy
from kgmem.results import Answer, Decision
from kgmem.training.environment import Environment, PreparedStream, Run
from kgmem.training.streams import Question
from kgmem.types import Edit


@dataclass(frozen=True, slots=True)
class Choice:
    """What a sampling policy chose for a case, and how likely that was.

    Attributes:
        edits: what `EditPolicy.decide` would return.
        log_prob: natural logarithm of its probability under the policy.
        data: whatever the trainer needs to compute it again (features, the index of the action).
    """

    edits: tuple[Edit, ...]
    log_prob: float
    data: Any = None


@runtime_checkable
class Sampling(Protocol):
    """A policy that draws its edits; what `rollout` asks of it beside `EditPolicy`."""

    def reseed(self, seed: int) -> None:
        """Draw from here on by this seed."""
        ...

    def choose(self, cases: Sequence[Case]) -> list[Choice]:
        """Draw the edits of each case."""
        ...


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision of a rollout.

    Attributes:
        step: index of the observation in the stream.
        case: what the policy saw, as in serving.
        edits: what it chose.
        decisions: what the ledger made of it.
        log_prob: of a sampling policy's choice; None otherwise.
        data: of a sampling policy's choice.
    """

    step: int
    case: Case
    edits: tuple[Edit, ...]
    decisions: tuple[Decision, ...]
    log_prob: float | None = None
    data: Any = None


@dataclass(frozen=True, slots=True)
class Answered:
    """One question of a rollout with the answer that the graph gave.

    Attributes:
        step: index of the question in the stream.
        question: with its gold.
        answer: with evidence and context.
    """

    step: int
    question: Question
    answer: Answer

    @property
    def text(self) -> str:
        """The words of the answer; empty for an abstention."""
        return "" if self.answer.abstained else self.answer.text


@dataclass(frozen=True, slots=True)
class Rollout:
    """All that a reward may look at.

    Attributes:
        stream: id of the stream.
        policy: id of the policy.
        decisions: in order.
        answers: in order; empty where questions were not asked.
        facts_live: asserted facts that are live at the end.
        facts_total: facts of any kind at the end.
        refused: edits that the ledger refused.
        retired: texts of the facts that are ended or retracted at the end.
    """

    stream: str
    policy: str
    decisions: tuple[Decided, ...]
    answers: tuple[Answered, ...]
    facts_live: int
    facts_total: int
    refused: int
    retired: tuple[str, ...] = ()


@dataclass(slots=True)
class _Recorder:
    """Passes cases on to a policy and keeps what came of them."""

    policy: EditPolicy
    cases: list[Case] = field(default_factory=list)
    choices: list[Choice | None] = field(default_factory=list)
    edits: list[tuple[Edit, ...]] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.policy.id

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        chosen: list[Choice | None]
        if isinstance(self.policy, Sampling):
            drawn = self.policy.choose(cases)
            chosen, edits = list(drawn), [list(c.edits) for c in drawn]
        else:
            edits = [list(e) for e in self.policy.decide(cases)]
            chosen = [None] * len(edits)
        self.cases += cases
        self.choices += chosen
        self.edits += [tuple(e) for e in edits]
        return edits

    def taken(self, step: int, decisions: Sequence[Decision]) -> list[Decided]:
        """What was decided since the last call."""
        given = iter(decisions)
        taken = []
        for case, choice, edits in zip(self.cases, self.choices, self.edits, strict=True):
            made = tuple(next(given) for _ in edits)
            log_prob, data = (None, None) if choice is None else (choice.log_prob, choice.data)
            taken.append(Decided(step, case, edits, made, log_prob, data))
        self.cases, self.choices, self.edits = [], [], []
        return taken


def rollout(
    prepared: PreparedStream,
    policy: EditPolicy,
    *,
    environment: Environment,
    seed: int = 0,
    questions: bool = True,
    run: Run | None = None,
) -> Rollout:
    """Step a stream to its end under a policy.

    Args:
        prepared: by the environment.
        policy: decides as in serving; one that is `Sampling` is asked to `choose`.
        environment: begins the run.
        seed: of a sampling policy.
        questions: ask those of the stream; without them `answers` is empty.
        run: go on from here (a fork) instead of from the start.
    """
    if isinstance(policy, Sampling):
        policy.reseed(seed)
    recorder = _Recorder(policy)
    current = environment.begin(prepared) if run is None else run
    decisions: list[Decided] = []
    answers: list[Answered] = []
    while (step := current.step) is not None:
        at = current.at
        if isinstance(step, Question):
            if questions:
                answers.append(Answered(at, step, current.ask(step)))
            current.skip()
        else:
            decisions += recorder.taken(at, current.observe(recorder).edits)
    live, total, retired = current.facts()
    return Rollout(
        stream=prepared.stream.id,
        policy=policy.id,
        decisions=tuple(decisions),
        answers=tuple(answers),
        facts_live=live,
        facts_total=total,
        refused=sum(d.refused for made in decisions for d in made.decisions),
        retired=retired,
    )
