"""What the oracle decides on streams, and how many answers are right under weights."""

from __future__ import annotations

from dataclasses import dataclass

from kgmem.language.relations import catalogue
from kgmem.policy.compact import CompactPolicy
from kgmem.policy.compact.actions import action_of
from kgmem.policy.compact.features import see
from kgmem.policy.compact.network import Weights
from kgmem.training.environment import Environment
from kgmem.training.judging import right
from kgmem.training.network import sample_of
from kgmem.training.oracle import oracle_policy
from kgmem.training.outcome import score_f1
from kgmem.training.rollout import rollout
from kgmem.training.samples import Sample
from kgmem.training.streams import Question, Stream


@dataclass(frozen=True, slots=True)
class Lesson:
    """A stream whose decisions the oracle shows, who knows what it means."""

    stream: Stream


def demonstrate(lesson: Lesson, environment: Environment) -> list[Sample]:
    """The oracle's decisions, for imitation; those without a choice are left out."""
    policy = oracle_policy(lesson.stream)
    prepared = environment.prepare(lesson.stream)
    made = rollout(prepared, policy, environment=environment, questions=False)
    samples = []
    for decision in made.decisions:
        seen = see(decision.case, catalogue())
        open_fates = seen.options.fates.sum() > len(seen.options.fates)
        if open_fates or seen.options.main.sum() > 1:
            action = action_of(decision.case, seen.options, decision.edits)
            samples.append(sample_of(seen, action))
    return samples


@dataclass(frozen=True, slots=True)
class Exam:
    """A stream to be answered under the likeliest choices of a policy.

    Attributes:
        stream: of validation.
        weights: of the policy.
        sure: how likely a retirement must be that the rules would not make.
    """

    stream: Stream
    weights: Weights
    sure: float = 0.5


def examine(exam: Exam, environment: Environment) -> tuple[float, int]:
    """How many answers are right (LOCOMO: the sum of their official F1), and how many there are."""
    prepared = environment.prepare(exam.stream)
    made = rollout(prepared, CompactPolicy(exam.weights, sure=exam.sure), environment=environment)
    return sum(_mark(a.question, a.text) for a in made.answers), len(made.answers)


def _mark(question: Question, text: str) -> float:
    if question.kind.isdigit():
        return score_f1(question, text)
    return float(right(text, question.gold, question.wrong, question.absent))
