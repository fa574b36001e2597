"""Decisions on generated streams as prompts, rewarded by the answers that they lead to.

A stream is stepped once by a companion who makes every other decision: the oracle, who knows what
the stream means, or the rules. What a model writes for a triple is tried on a fork of the memory as
it was then; the companion goes on, and the questions that the decision can change are answered from
the graph. The answerer is frozen, as in Memory-R1 (arXiv 2508.19828), where a stronger model
builds the memory around the decision.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kgmem.errors import InputError
from kgmem.language.relations import catalogue
from kgmem.policy import RulesPolicy, lm_lines
from kgmem.protocols import Case, EditPolicy
from kgmem.training.credit import judges
from kgmem.training.environment import Environment, PreparedStream, Run
from kgmem.training.generator import Generated
from kgmem.training.lm.tasks import Example, Reward
from kgmem.training.oracle import oracle_policy
from kgmem.training.outcome import score_answer
from kgmem.training.rewards import Completion, format_validity, text_of
from kgmem.training.samples import NothingToLearn
from kgmem.training.streams import Question, Stream
from kgmem.types import Edit

if TYPE_CHECKING:
    from kgmem.training.collecting import Score

COMPANIONS = ("oracle", "rules")
_APART = 1e-6
_FEWEST = 8  # easy decisions to practise on, however few hard ones there are
_RIVALS = 3  # shown facts of which it is tried to end them
_LEARN, _CHOOSE = 4, 5  # seeds of their own


@dataclass(frozen=True, slots=True)
class EditSettings:
    """What is stepped.

    Attributes:
        seed: of the streams.
        streams: to practise on.
        examined: streams of the split validation.
        companion: who makes the other decisions: "oracle" or "rules".
        form: worth of a valid format beside the outcome.
        others: lessons in which nothing depends on the choice, for each in which something does.
    """

    seed: int = 7
    streams: int = 60
    examined: int = 12
    companion: str = "oracle"
    form: float = 0.2
    others: float = 1.0

    def __post_init__(self) -> None:
        """Refuse companions that there are not.

        Raises:
            InputError: the companion is unknown.
        """
        if self.companion not in COMPANIONS:
            raise InputError(f"no companion {self.companion!r}; there are {', '.join(COMPANIONS)}")


@dataclass(frozen=True, slots=True)
class Decision:
    """A triple to be decided on, with the memory as it was.

    Attributes:
        example: its prompt and what the oracle would write.
        case: as a policy sees it.
        before: the memory before the observation.
        given: the companion's edits for the earlier triples of the observation.
        companion: makes the decisions after it.
        questions: steps of the questions that the decision can change.
    """

    example: Example
    case: Case
    before: Run
    given: tuple[tuple[Edit, ...], ...]
    companion: EditPolicy
    questions: tuple[int, ...]


@dataclass(slots=True)
class _Keeping:
    """A companion whose decisions are kept, after some that are given."""

    companion: EditPolicy
    given: Sequence[Sequence[Edit]] = ()
    made: list[tuple[Case, tuple[Edit, ...]]] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"{self.companion.id}/kept"

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        decided = []
        for case in cases:
            at = len(self.made)
            (own,) = [self.given[at]] if at < len(self.given) else self.companion.decide([case])
            self.made.append((case, tuple(own)))
            decided.append(list(own))
        return decided


class EditTask:
    """`LmTask` of an edit model."""

    kind = "edit"
    max_tokens = lm_lines.MAX_TOKENS

    def __init__(
        self,
        settings: EditSettings,
        environment: Environment | None = None,
        score: Score = score_answer,
    ) -> None:
        """Step nothing yet.

        Args:
            settings: what is stepped.
            environment: None for one with the packaged models.
            score: of an answer, by its text and the texts of retired facts.
        """
        self._settings = settings
        self._environment = environment or Environment()
        self._score = score
        self._relations = catalogue()
        self._decisions: list[Decision] = []
        self._known: dict[tuple[int, bytes | None], float] = {}

    @property
    def rewards(self) -> tuple[Reward, ...]:
        """The outcome, and a valid format."""
        return (
            Reward("outcome", self.outcome, 1.0),
            Reward("format", self.form, self._settings.form),
        )

    def lessons(self) -> Sequence[Example]:
        """What the oracle writes, where something depends on it and elsewhere."""
        telling = {e.key for e in self.practice()}
        rest = [d.example for d in self._training if d.example.key not in telling]
        draw = random.Random(self._settings.seed)
        some = draw.sample(rest, min(len(rest), round(self._settings.others * len(telling))))
        mixed = [*self.practice(), *some]
        draw.shuffle(mixed)
        return mixed

    def practice(self) -> Sequence[Example]:
        """Training decisions with which the answers change; in half of them adding is wrong.

        Raises:
            NothingToLearn: there is none.
        """
        return self._practice

    def validation(self) -> Sequence[Example]:
        """Decisions with which the answers change, on streams of the split validation."""
        return self._validation

    def outcome(
        self, completions: Sequence[Completion], key: Sequence[int], **_: Any
    ) -> list[float]:
        """Mean score of the answers that each completion leads to."""
        return [self._brings(k, text_of(c)) for c, k in zip(completions, key, strict=True)]

    def form(self, completions: Sequence[Completion], key: Sequence[int], **_: Any) -> list[float]:
        """1 for edits of facts that the prompt shows and nothing else."""
        shown = [len(lm_lines.shown(self._decisions[k].case)) for k in key]
        facts = [[f"f{i + 1}" for i in range(n)] for n in shown]
        return format_validity([lm_lines.bare(text_of(c)) for c in completions], facts)

    @cached_property
    def _training(self) -> list[Decision]:
        return list(self._step("train", _LEARN, self._settings.streams))

    @cached_property
    def _practice(self) -> list[Example]:
        telling = [d for d in self._training if self._matters(d)]
        hard = [d.example for d in telling if self._is_hard(d)]
        easy = [d.example for d in telling if not self._is_hard(d)]
        draw = random.Random(self._settings.seed)
        found = [*hard, *draw.sample(easy, min(len(easy), max(len(hard), _FEWEST)))]
        draw.shuffle(found)
        if not found:
            raise NothingToLearn(
                f"nothing can be learned: on {self._settings.streams} streams no edit makes a "
                "difference to the reward; check the reward and the questions"
            )
        return found

    @cached_property
    def _validation(self) -> list[Example]:
        decisions = list(self._step("validation", _CHOOSE, self._settings.examined))
        return [d.example for d in decisions if self._matters(d)]

    def _step(self, split: Any, use: int, count: int) -> Iterator[Decision]:
        streams = list(Generated(split).streams(10 * self._settings.seed + use, count))
        for prepared in self._environment.prepare_all(streams):
            for decision in self._decide(prepared):
                self._decisions.append(decision)
                yield decision

    def _decide(self, prepared: PreparedStream) -> Iterator[Decision]:
        """The decisions of one stream about which a model can be asked."""
        companion = self._companion(prepared.stream)
        oracle = oracle_policy(prepared.stream)
        judged = judges(prepared)
        run = self._environment.begin(prepared)
        number = len(self._decisions)
        while (step := run.step) is not None:
            if isinstance(step, Question):
                run.skip()
                continue
            before, keeping = run.fork(), _Keeping(companion)
            run.observe(keeping)
            given = [edits for _, edits in keeping.made]
            for i, (case, _edits) in enumerate(keeping.made):
                questions = judged.of(before.at, case.triple)
                if not questions or lm_lines.forced(case, self._relations):
                    continue
                label = lm_lines.lines(oracle.decide([case])[0], case)
                example = Example(number, lm_lines.instructions(), lm_lines.prompt(case), label)
                yield Decision(example, case, before, tuple(given[:i]), companion, tuple(questions))
                number += 1

    def _companion(self, stream: Stream) -> EditPolicy:
        return oracle_policy(stream) if self._settings.companion == "oracle" else RulesPolicy()

    def _matters(self, decision: Decision) -> bool:
        """Whether what the oracle, a careless and a destructive writer write brings the same."""
        case = decision.case
        rivals = range(1, 1 + min(_RIVALS, len(lm_lines.shown(case))))
        replies = [decision.example.label, "ADD", "NOOP"]
        replies += [f"ADD\nDELETE f{i} ended" for i in rivals]
        brought = {round(self._brings(decision.example.key, r), 6) for r in replies}
        return max(brought) - min(brought) > _APART

    def _is_hard(self, decision: Decision) -> bool:
        """Whether adding, which is right most of the time, is worse than what the oracle does."""
        key = decision.example.key
        return self._brings(key, decision.example.label) - self._brings(key, "ADD") > _APART

    def _brings(self, key: int, reply: str) -> float:
        decision = self._decisions[key]
        action = lm_lines.action(reply, decision.case)
        known = (key, None if action is None else action.tobytes())
        if known not in self._known:
            edits = (
                lm_lines.fallback(decision.case, self._relations)
                if action is None
                else lm_lines.edits(action, decision.case, self._relations)
            )
            scores = list(self._follow(decision, edits))
            self._known[known] = sum(scores) / len(scores)
        return self._known[known]

    def _follow(self, decision: Decision, edits: Sequence[Edit]) -> Iterator[float]:
        """Go on to the last of the questions; the score of the answer to each."""
        run = decision.before.fork()
        policy = _Keeping(decision.companion, (*decision.given, edits))
        while (step := run.step) is not None and run.at <= decision.questions[-1]:
            if not isinstance(step, Question):
                run.observe(policy)
                continue
            if run.at in decision.questions:
                answer = run.ask(step)
                text = "" if answer.abstained else answer.text
                yield self._score(step, text, run.facts()[2])
            run.skip()
