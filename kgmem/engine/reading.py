"""The reading line: question -> nominate -> expand -> walk -> candidates -> distil -> answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeAlias

from kgmem.engine import foreign, searching
from kgmem.engine.arguments import LONGEST, clean, name
from kgmem.engine.state import Engine
from kgmem.errors import InputError, StaleRevision
from kgmem.language.questions import Question, analyse
from kgmem.language.times import parse_moment
from kgmem.protocols import Reader
from kgmem.results import Answer, Candidate, Context

if TYPE_CHECKING:
    from kgmem.retrieval import Filters
    from kgmem.snapshot import Snapshot

Moment = str | date | datetime | None
View: TypeAlias = tuple[Question, Reader, "Snapshot"]
"""A question analysed against a namespace's names, a pinned read of it, and its snapshot."""


_LARGER = (16, 32, 64, 128, 256, 512, 1024)
"""Budgets that are tried where one had no room for anything."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with all that its meaning depends on.

    Attributes:
        text: the words.
        asker: who "I" and "my" are.
        now: what "last week" is relative to, and what counts as true now.
        valid_at: look at the world as it was then.
        known_at: look at what memory believed then.
    """

    text: str
    asker: str | None
    now: datetime
    valid_at: datetime | None
    known_at: datetime | None


def asked(
    engine: Engine,
    question: str,
    *,
    asker: str | None = None,
    now: Moment = None,
    valid_at: Moment = None,
    known_at: Moment = None,
) -> Asked:
    """Check the arguments of a question.

    Raises:
        InputError: the question is empty, or a time cannot be read.
    """
    zone = engine.settings.timezone
    return Asked(
        clean(question, what="question", longest=LONGEST),
        name(asker, "asker"),
        engine.clock() if now is None else parse_moment(now, zone, name="now"),
        None if valid_at is None else parse_moment(valid_at, zone, name="valid_at"),
        None if known_at is None else parse_moment(known_at, zone, name="known_at"),
    )


@contextmanager
def understood(engine: Engine, question: Asked, namespace: str) -> Iterator[View]:
    """A pinned read of one namespace with the question analysed against its names.

    Where the namespace is too large to load, or not worth it, the snapshot holds what is around the
    question alone.
    """
    if question.known_at is None and searching.may_search(engine, namespace):
        yield from _searched(engine, question, namespace)
        return
    with engine.view(namespace, known_at=question.known_at) as (reader, snapshot):
        analysed = analyse(
            question.text,
            now=question.now,
            asker=question.asker,
            known=searching.names_in(snapshot),
        )
        yield analysed, reader, snapshot


def _searched(engine: Engine, question: Asked, namespace: str) -> Iterator[View]:
    """The store searches; begun again when somebody wrote meanwhile."""
    for attempt in range(engine.settings.replans + 1):
        with ExitStack() as stack:
            try:
                found = stack.enter_context(
                    searching.searched(
                        engine,
                        question.text,
                        namespace,
                        now=question.now,
                        asker=question.asker,
                        valid_at=question.valid_at,
                    )
                )
            except StaleRevision:
                if attempt == engine.settings.replans:
                    raise
                continue
            yield found
            return


@contextmanager
def views(engine: Engine, question: Asked) -> Iterator[list[View]]:
    """`understood` for all namespaces that the memory reads, open together."""
    with ExitStack() as stack:
        yield [stack.enter_context(understood(engine, question, n)) for n in engine.spans]


def retrieve(
    engine: Engine, question: Asked, filters: Filters, *, limit: int | None = None
) -> list[Candidate]:
    """Candidates over all namespaces that the memory reads, best first.

    Raises:
        InputError: `limit` is not positive.
    """
    if limit is not None and limit < 1:
        raise InputError(f"limit must be at least 1, not {limit}")
    with views(engine, question) as opened:
        found = search(engine, question, filters, opened, limit=limit)
    return [foreign.candidate(c, engine.namespace) for c in found]


def search(
    engine: Engine,
    question: Asked,
    filters: Filters,
    opened: Sequence[View],
    *,
    limit: int | None = None,
) -> list[Candidate]:
    """The candidates with ids as they are in their own namespaces."""
    from kgmem import retrieval

    most = engine.settings.limit if limit is None else limit
    settings = replace(engine.settings, limit=most)
    filters = replace(filters, valid_at=question.valid_at)
    found: list[Candidate] = []
    for analysed, reader, snapshot in opened:
        found += retrieval.retrieve(
            analysed,
            snapshot=snapshot,
            reader=reader,
            encoder=engine.encoder(),
            settings=settings,
            filters=filters,
        )
        served = engine.parts.served
        served[reader.namespace] = served.get(reader.namespace, 0) + 1
    found.sort(key=lambda c: (-c.score, c.namespace, c.id))
    return found[:most]


def context(engine: Engine, question: Asked, filters: Filters, *, budget: int | None) -> Context:
    """Distil what was found to a token budget.

    Raises:
        InputError: the budget is not positive, or has no room for anything that was found.
    """
    candidates = retrieve(engine, question, filters)
    result = distil(engine, question, candidates, budget=budget)
    _require_room(engine, question, result, candidates, budget)
    engine.parts.recalled.note(result, engine.namespace)
    return result


def distil(
    engine: Engine, question: Asked, candidates: Sequence[Candidate], *, budget: int | None
) -> Context:
    """The few candidates that answer, as prompt-ready text.

    Raises:
        InputError: the budget is not positive.
    """
    from kgmem.distillation import render_context

    most = engine.settings.budget if budget is None else budget
    if most < 1:
        raise InputError(f"budget must be at least 1 token, not {budget}")
    count = engine.count
    kept = engine.distiller().distil(question.text, candidates, budget=most, count=count)
    return render_context(kept, count=count, budget=most, question=question.text)


def _require_room(
    engine: Engine,
    question: Asked,
    seen: Context,
    candidates: Sequence[Candidate],
    budget: int | None,
) -> None:
    """Tell a budget that nothing fits into from a memory that holds nothing.

    Raises:
        InputError: a larger budget would show something of what was found.
    """
    if seen.candidates or not candidates:
        return
    most = engine.settings.budget if budget is None else budget
    larger = [tokens for tokens in _LARGER if tokens > most]
    if not larger or not distil(engine, question, candidates, budget=larger[-1]).candidates:
        return  # a distiller that keeps none of it at all
    fits = (t for t in larger if distil(engine, question, candidates, budget=t).candidates)
    raise InputError(
        f"a budget of {most} {'token' if most == 1 else 'tokens'} has no room for any "
        f"of the {len(candidates)} candidates found; {next(fits, larger[-1])} tokens have"
    )


def ask(engine: Engine, question: Asked, filters: Filters) -> Answer:
    """Answer from the graph, or with the language model where the memory has one.

    Raises:
        InputError: `Settings.budget` has no room for anything that was found, and there is a model
            that would have to answer from nothing.
    """
    answer: Answer | None = None
    with views(engine, question) as opened:
        candidates = search(engine, question, filters, opened)
        if engine.parts.llm is None:
            answer = _from_graph(engine, question, candidates, opened)
    # A distiller or a model may take long: nothing is read while they work.
    shown = [foreign.candidate(c, engine.namespace) for c in candidates]
    seen = distil(engine, question, shown, budget=None)
    if answer is None:
        _require_room(engine, question, seen, shown, None)
        answer = _with_model(engine, question, seen)
    answer = replace(answer, context=seen)
    engine.parts.recalled.note(answer, engine.namespace)
    return answer


def answer_from(engine: Engine, question: Asked, candidates: Sequence[Candidate]) -> Answer:
    """Answer from these candidates alone (what a distiller kept), as `ask` would."""
    if engine.parts.llm is None:
        with views(engine, question) as opened:
            return _from_graph(engine, question, candidates, opened)
    return _with_model(engine, question, distil(engine, question, candidates, budget=None))


def _with_model(engine: Engine, question: Asked, seen: Context) -> Answer:
    from kgmem.answering import answer_with_model

    llm = engine.parts.llm
    if llm is None:
        raise AssertionError("called without a model")
    analysed = analyse(question.text, now=question.now, asker=question.asker)
    return answer_with_model(analysed, seen, llm)


def _from_graph(
    engine: Engine, question: Asked, candidates: Sequence[Candidate], opened: Sequence[View]
) -> Answer:
    """The surest answer of the namespaces that have one."""
    from kgmem.answering import answer_from_graph

    answers: list[Answer] = []
    for analysed, reader, snapshot in opened:
        namespace = reader.namespace
        given = answer_from_graph(
            analysed,
            [c for c in candidates if c.namespace in ("", namespace)],
            reader=reader,
            snapshot=snapshot,
            valid_at=question.valid_at,
            encoder=engine.encoder(),
        )
        answers.append(foreign.answer(given, namespace, engine.namespace))
    return max(answers, key=lambda a: (not a.abstained, a.confidence))
