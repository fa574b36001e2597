"""Subgoals of a task: read the rows, let `kgmem.subgoals` decide, write what changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgmem.codec import number
from kgmem.engine.arguments import label, words
from kgmem.engine.committing import commit
from kgmem.engine.state import Engine
from kgmem.errors import InputError, UnknownId
from kgmem.protocols import Reader
from kgmem.records import Episode, Subgoal
from kgmem.subgoals import closing, compose, opening, summarise, working_episodes
from kgmem.subgoals import unfold as unfolding
from kgmem.types import SubgoalStatus

if TYPE_CHECKING:
    from kgmem.ledger import Draft
    from kgmem.subgoals import Plan


@dataclass(frozen=True, slots=True)
class _Task:
    subgoals: tuple[Subgoal, ...]
    episodes: tuple[Episode, ...]


def open_subgoal(engine: Engine, description: str, *, task: str, parent: str | None) -> Subgoal:
    """Open a subgoal; its open sibling is closed.

    Raises:
        UnknownId: the parent is not there.
        InputError: the parent is closed, or the description is empty.
    """
    description, task = words(description, "description"), label(task, "task")

    def plan(draft: Draft) -> Subgoal:
        name = task if parent is None else require_subgoal(draft.reader, parent).task
        rows = _task(draft.reader, name)
        made = opening(
            rows.subgoals,
            id=draft.new_id("g"),
            description=description,
            task=task,
            parent=parent,
            now=draft.now,
            episodes=rows.episodes,
        )
        _record(draft, made, "opened")
        return made.subgoal

    return commit(engine, plan)


def close_subgoal(
    engine: Engine, identifier: str, status: SubgoalStatus, *, summary: str
) -> Subgoal:
    """Close a subgoal and fold it. A language model writes the summary before anything is locked.

    Raises:
        UnknownId: there is none.
        InputError: it is closed already, or the status is unknown.
    """
    summary = words(summary, "summary")
    if engine.parts.llm is not None and not summary:
        summary = _written(engine, identifier, status)

    def plan(draft: Draft) -> Subgoal:
        rows = _task(draft.reader, require_subgoal(draft.reader, identifier).task)
        made = closing(
            rows.subgoals,
            identifier,
            status,
            summary=summary,
            episodes=rows.episodes,
            now=draft.now,
        )
        _record(draft, made, f"closed as {status}")
        return made.subgoal

    return commit(engine, plan)


def _written(engine: Engine, identifier: str, status: SubgoalStatus) -> str:
    """What the language model makes of a subgoal's steps."""
    with engine.store.read(engine.namespace) as reader:
        rows = _task(reader, require_subgoal(reader, identifier).task)
    closed = closing(
        rows.subgoals,
        identifier,
        status,
        episodes=rows.episodes,
        now=engine.clock(),
        llm=engine.parts.llm,
    )
    return closed.subgoal.summary


def resummarise(engine: Engine, ids: Sequence[str]) -> None:
    """Write the extractive summaries of closed subgoals again, innermost first, from what is left.

    Args:
        engine: the memory.
        ids: subgoals whose summary was blanked because episodes below them were forgotten.
    """

    def plan(draft: Draft) -> None:
        rows = [require_subgoal(draft.reader, i) for i in ids]
        if rows:
            draft.begin_step()
        written: dict[str, Subgoal] = {}
        for row in sorted(rows, key=lambda r: number(r.id), reverse=True):
            task = _task(draft.reader, row.task)
            children = [written.get(s.id, s) for s in task.subgoals if s.parent == row.id]
            own = [e for e in task.episodes if e.subgoal == row.id]
            written[row.id] = replace(row, summary=summarise(row, own, children))
            draft.record("subgoal", written[row.id], reason="summarised again after forgetting")

    if ids:
        commit(engine, plan)


def subgoal(engine: Engine, identifier: str) -> Subgoal:
    """One subgoal as it is now.

    Raises:
        UnknownId: there is none.
    """
    with engine.store.read(engine.namespace) as reader:
        return require_subgoal(reader, identifier)


def unfold(engine: Engine, ids: Sequence[str], *, unfolded: bool) -> None:
    """Show closed subgoals in full from now on, or folded again.

    Raises:
        UnknownId: one is not there; none is changed then.
    """

    def plan(draft: Draft) -> None:
        rows = [require_subgoal(draft.reader, i) for i in ids]
        draft.begin_step()
        for row in unfolding(rows, ids, unfolded=unfolded):
            draft.record("subgoal", row, reason="unfolded" if unfolded else "folded")

    commit(engine, plan)


def working_memory(engine: Engine, *, task: str, budget: int | None, last_only: bool) -> str:
    """A task's working memory as text.

    Raises:
        InputError: the budget is not positive.
    """
    if budget is not None and budget < 1:
        raise InputError(f"budget must be at least 1 token, not {budget}")
    with engine.store.read(engine.namespace) as reader:
        rows = _task(reader, task)
    return compose(
        rows.subgoals,
        rows.episodes,
        task=task,
        budget=10**9 if budget is None else budget,
        count=engine.count,
        last_only=last_only,
    ).text


def in_working_memory(reader: Reader, task: str) -> frozenset[str]:
    """Ids of the episodes that a task's working memory shows in full."""
    rows = _task(reader, task)
    return frozenset(working_episodes(rows.subgoals, rows.episodes, task=task))


def require_subgoal(reader: Reader, identifier: str) -> Subgoal:
    """One subgoal.

    Raises:
        UnknownId: there is none.
    """
    identifier = words(identifier, "subgoal")
    row = reader.get([identifier]).get(identifier)
    if not isinstance(row, Subgoal):
        raise UnknownId(f"no subgoal {identifier!r} in namespace {reader.namespace!r}")
    return row


def _task(reader: Reader, task: str) -> _Task:
    task = label(task, "task")
    subgoals = [r for r in reader.find("subgoal", "task", [task]) if isinstance(r, Subgoal)]
    found = reader.find("episode", "subgoal", [s.id for s in subgoals])
    return _Task(tuple(subgoals), tuple(e for e in found if isinstance(e, Episode)))


def _record(draft: Draft, plan: Plan, reason: str) -> None:
    draft.begin_step()
    for row in plan.puts:
        draft.record("subgoal", row, reason=reason)
    for identifier in plan.drops:
        draft.drop("subgoal", identifier, reason="nothing happened in it")
