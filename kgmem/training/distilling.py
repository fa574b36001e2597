"""Distillers measured on streams: what they keep of the evidence, within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgmem.bench.metrics import Interval
from kgmem.protocols import Distiller, EditPolicy
from kgmem.results import Candidate
from kgmem.training.environment import Environment, PreparedStream, Run
from kgmem.training.evaluation import ABSENT, ALL, by_stream
from kgmem.training.judging import right
from kgmem.training.rewards import answer_recall
from kgmem.training.streams import Question


@dataclass(frozen=True, slots=True)
class Kept:
    """What a distiller kept for one question.

    Attributes:
        stream: id of the stream.
        kind: of the question.
        evidence: share of the evidence's observations that are kept; None where it is not known.
        candidates: share of them among the candidates: no distiller can keep more.
        words: share of the answer's words in the kept text; None where they are a yes, a no, or
            nothing.
        tokens: of the kept text.
        right: the graph answerer, shown only what was kept, answers rightly.
    """

    stream: str
    kind: str
    evidence: float | None
    candidates: float | None
    words: float | None
    tokens: int
    right: bool


@dataclass(frozen=True, slots=True)
class Distilled:
    """A distiller on streams."""

    distiller: str
    kept: tuple[Kept, ...]
    budget: int
    milliseconds: float

    def means(self) -> dict[str, Mapping[str, Interval]]:
        """Means with intervals by kind and of `all`: evidence, candidates, words, tokens, right."""
        groups: dict[str, list[Kept]] = {}
        for item in self.kept:
            for name in (item.kind, ALL):
                groups.setdefault(name, []).append(item)
        return {name: _means(group) for name, group in groups.items()}


def _means(group: Sequence[Kept]) -> dict[str, Interval]:
    found = {}
    for measure in ("evidence", "candidates", "words", "tokens", "right"):
        values = [(k.stream, getattr(k, measure)) for k in group]
        found[measure] = by_stream([(s, float(v)) for s, v in values if v is not None])
    return found


def evaluate_distil(
    distiller: Distiller,
    prepared: Iterable[PreparedStream],
    environment: Environment,
    policy: EditPolicy,
    *,
    budget: int = 800,
    progress: Callable[[int], None] | None = None,
) -> Distilled:
    """Let a distiller choose for every question of streams, over the graph that a policy makes.

    Args:
        distiller: chooses.
        prepared: by an environment.
        environment: steps them; its own distiller is not used.
        policy: makes the graph; the same for all distillers that are compared.
        budget: tokens.
        progress: called with how many streams are done.
    """
    watch = _Watch(distiller)
    bench = environment.with_distiller(watch)
    kept: list[Kept] = []
    for done, stream in enumerate(prepared, start=1):
        run = bench.begin(stream)
        sources: dict[str, str] = {}
        while (step := run.step) is not None:
            if isinstance(step, Question):
                kept.append(_kept(run, step, stream.stream.id, sources, budget))
                run.skip()
            else:
                sources[run.observe(policy).episode] = step.source or ""
        if progress is not None:
            progress(done)
    name = getattr(distiller, "id", type(distiller).__name__)
    return Distilled(str(name), tuple(kept), budget, 1000 * watch.seconds / max(1, len(kept)))


def _kept(
    run: Run, question: Question, stream: str, sources: Mapping[str, str], budget: int
) -> Kept:
    candidates = run.retrieve(question)
    context = run.distil(question, candidates, budget=budget)
    answer = run.answer(question, context.candidates)
    told = "" if answer.abstained else answer.text
    return Kept(
        stream=stream,
        kind=ABSENT if question.absent else question.kind,
        evidence=_share(question.evidence, context.candidates, sources),
        candidates=_share(question.evidence, candidates, sources),
        words=_words(context.text, question.gold, budget),
        tokens=context.tokens,
        right=right(told, question.gold, question.wrong, question.absent),
    )


def _words(text: str, gold: Sequence[str], budget: int) -> float | None:
    if not gold or gold in (("yes",), ("no",)):
        return None
    return answer_recall([text], gold=[gold], budget=budget)[0]


def _share(
    evidence: Sequence[str], candidates: Iterable[Candidate], sources: Mapping[str, str]
) -> float | None:
    """How much of the evidence some candidates stand on; None where it is not known."""
    if not evidence:
        return None
    have = {sources.get(e, "") for c in candidates for e in c.episodes}
    return len(set(evidence) & have) / len(set(evidence))


@dataclass(slots=True)
class _Watch:
    """A distiller with a watch."""

    distiller: Distiller
    seconds: float = 0.0

    def distil(
        self,
        question: str,
        candidates: Sequence[Candidate],
        *,
        budget: int,
        count: Callable[[str], int],
    ) -> list[Candidate]:
        """What the distiller keeps."""
        start = time.perf_counter()
        chosen = self.distiller.distil(question, candidates, budget=budget, count=count)
        self.seconds += time.perf_counter() - start
        return chosen
