"""Experience of the compact policy: what each choice brings, found out on forks of the memory.

A stream is stepped once by drawn choices. For each triple the drawn choice, the likeliest, the
rules' and all that differ from the likeliest in one part (the pointer, or one neighbour's fate) are
tried, each on a fork of the memory as it was, with the likeliest choices from there on, and
rewarded by the answers that it can change. What was tried for one triple differs in nothing else,
so its rewards can be compared; where there is only one choice there is nothing to try.

Stepping is what costs time. So a situation is kept with all that was tried in it, and trainers draw
from that again and again, by the policy as it has become since (`experience.redraw`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from kgmem.language.relations import Catalogue, catalogue
from kgmem.policy.compact import actions, network
from kgmem.policy.compact.actions import Action
from kgmem.policy.compact.features import Seen, see
from kgmem.policy.compact.network import Weights
from kgmem.protocols import Case
from kgmem.training.credit import Judges, judges
from kgmem.training.environment import Environment, Run
from kgmem.training.experience import Situation, Tried
from kgmem.training.network import arrays_of
from kgmem.training.outcome import price, score_answer
from kgmem.training.streams import Question, Stream
from kgmem.types import Edit, Triple

Score = Callable[[Question, str, Sequence[str]], float]


@dataclass(frozen=True, slots=True)
class Task:
    """Experience wanted of one stream.

    Attributes:
        stream: to step.
        weights: of the policy.
        seed: of the draws.
        most: choices tried for a triple: the drawn one, the likeliest, the rules' and others.
        share: part of the triples for which choices are tried; a long stream has enough of them.
    """

    stream: Stream
    weights: Weights
    seed: int
    most: int = 10
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Collected:
    """What a stream gave.

    Attributes:
        situations: triples with several choices, with what each brought.
        alike: triples for which there was nothing to try.
        reward: sum of the scores of the answers under drawn choices.
        answers: how many there were.
    """

    situations: tuple[Situation, ...]
    alike: int
    reward: float
    answers: int


@dataclass(frozen=True, slots=True)
class _Made:
    """A choice that was made: where, on what, which."""

    step: int
    triple: Triple
    action: Action


@dataclass(slots=True)
class _Drawing:
    """An `EditPolicy` that draws, and says what else is worth trying; the draw comes first."""

    task: Task
    dice: np.random.Generator
    relations: Catalogue = field(default_factory=catalogue)
    made: list[tuple[Triple, Seen, tuple[Action, ...]]] = field(default_factory=list)

    @property
    def id(self) -> str:
        return "compact/drawing"

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        return [self._one(case) for case in cases]

    def _one(self, case: Case) -> list[Edit]:
        seen = see(case, self.relations)
        drawn = network.draw(self.task.weights, seen, self.dice)[0]
        likeliest = network.best(self.task.weights, seen)[0]
        others = _neighbouring(likeliest, seen)
        room = max(0, self.task.most - 3)
        if len(others) > room:
            others = [others[i] for i in sorted(self.dice.permutation(len(others))[:room])]
        tried = (drawn, likeliest, seen.options.usual, *others)
        if self.task.share < 1 and self.dice.random() >= self.task.share:
            tried = (drawn,)
        self.made.append((case.triple, seen, tried))
        return _carried_out(case, seen, drawn)


def _neighbouring(action: Action, seen: Seen) -> list[Action]:
    """The choices that differ from one in one part, the pointer or a fate."""
    parts = [seen.options.main, *actions.open_fates(seen.options.fates, int(action[0]))]
    found = []
    for i, may in enumerate(parts):
        for value in np.flatnonzero(may):
            if value != action[i]:
                other = action.copy()
                other[i] = value
                found.append(actions.settled(other))
    return found


@dataclass(slots=True)
class _Trying:
    """An `EditPolicy` that repeats given choices, then takes the likeliest; keeps what it chose."""

    given: Sequence[Action]
    weights: Weights
    relations: Catalogue = field(default_factory=catalogue)
    made: list[tuple[Triple, Action]] = field(default_factory=list)

    @property
    def id(self) -> str:
        return "compact/trying"

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        return [self._one(case) for case in cases]

    def _one(self, case: Case) -> list[Edit]:
        seen = see(case, self.relations)
        if len(self.made) < len(self.given):
            action = self.given[len(self.made)]
            edits = _carried_out(case, seen, action)
        else:
            action, scores = network.best(self.weights, seen)
            edits = actions.edits(case, seen.options, action, scores)
        self.made.append((case.triple, action))
        return edits


def _carried_out(case: Case, seen: Seen, action: Action) -> list[Edit]:
    """The edits of a drawn choice: the ledger is not told how unlikely it was."""
    return actions.edits(case, seen.options, action, [1.0] * len(action))


def collect(task: Task, environment: Environment, score: Score = score_answer) -> Collected:
    """Step a stream by draws, and try on forks what else was drawn.

    Args:
        task: what to step.
        environment: prepares and begins.
        score: of an answer, by its text and the texts of retired facts.
    """
    prepared = environment.prepare(task.stream)
    drawing = _Drawing(task, np.random.default_rng(task.seed))
    trial = _Trial(task.weights, judges(prepared), score)
    run = environment.begin(prepared)
    past: list[_Made] = []
    situations: list[Situation] = []
    alike, reward, answers = 0, 0.0, 0
    while (step := run.step) is not None:
        if isinstance(step, Question):
            reward += trial.scored(run, step, past)
            answers += 1
            run.skip()
            continue
        before, at = run.fork(), run.at
        drawing.made.clear()
        run.observe(drawing)
        now: list[_Made] = []
        for triple, seen, drawn in drawing.made:
            tried = trial.tried(before, past, now, triple, drawn)
            situations += [Situation(arrays_of(seen), tried)] if tried else []
            alike += not tried
            now.append(_Made(at, triple, drawn[0]))
        past += now
    return Collected(tuple(situations), alike, reward, answers)


@dataclass(slots=True)
class _Trial:
    """Tries choices, and remembers answers.

    The answer to a question about Nora is taken to be the same where the same was chosen for all
    that concerns her: the assumption that `credit` makes, which saves most of the asking.
    """

    weights: Weights
    judges: Judges
    score: Score
    known: dict[tuple[object, ...], float] = field(default_factory=dict)

    def tried(
        self,
        before: Run,
        past: Sequence[_Made],
        now: Sequence[_Made],
        triple: Triple,
        drawn: Sequence[Action],
    ) -> tuple[Tried, ...]:
        """What the different draws for a triple bring; empty where there is nothing to compare."""
        different = {a.tobytes(): a for a in drawn}
        questions = self.judges.of(before.at, triple)
        if len(different) < 2 or not questions:
            return ()
        return tuple(
            Tried(
                action,
                self._brings(before, past, [*(m.action for m in now), action], questions)
                - price(action),
            )
            for action in different.values()
        )

    def _brings(
        self, before: Run, past: Sequence[_Made], given: Sequence[Action], questions: Sequence[int]
    ) -> float:
        fork, made = before.fork(), list(past)
        scores = list(self._follow(fork, _Trying(given, self.weights), made, questions))
        return sum(scores) / len(scores)

    def _follow(
        self, run: Run, trying: _Trying, made: list[_Made], questions: Sequence[int]
    ) -> Iterator[float]:
        """Go on to the last of the questions, and judge the answers to them."""
        while (step := run.step) is not None and run.at <= questions[-1]:
            if isinstance(step, Question):
                if run.at in questions:
                    yield self.scored(run, step, made)
                run.skip()
                continue
            at, count = run.at, len(trying.made)
            run.observe(trying)
            made += [_Made(at, t, a) for t, a in trying.made[count:]]

    def scored(self, run: Run, question: Question, made: Sequence[_Made]) -> float:
        """The score of the answer to the question that comes next."""
        concern = [m for m in made if self.judges.judge(run.at, m.step, m.triple)]
        key = (run.at, tuple((m.step, m.action.tobytes()) for m in concern))
        if key not in self.known:
            answer = run.ask(question)
            text = "" if answer.abstained else answer.text
            self.known[key] = self.score(question, text, run.facts()[2])
        return self.known[key]
