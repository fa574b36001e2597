"""Opening, closing and unfolding subgoals: pure functions from rows to the rows that change.

HiAgent (Hu et al. 2024, arXiv 2408.09559): stating a new subgoal closes the previous one, whose
trajectory folds to a summary; two subgoals in a row, the first without a step, never happen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import get_args

from kgmem.errors import InputError
from kgmem.protocols import LLM
from kgmem.records import Episode, Subgoal
from kgmem.subgoals.summary import summarise
from kgmem.subgoals.tree import by_id, by_subgoal, children, known, require_open
from kgmem.types import SubgoalStatus

_OUTCOMES = tuple(s for s in get_args(SubgoalStatus) if s != "open")


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows that change.

    Attributes:
        subgoal: the one asked about, as it is afterwards.
        puts: rows to write, `subgoal` among them unless it stays as it was or goes.
        drops: ids of rows to delete: subgoals in which nothing happened.
    """

    subgoal: Subgoal
    puts: tuple[Subgoal, ...] = ()
    drops: tuple[str, ...] = ()


def opening(
    existing: Iterable[Subgoal],
    *,
    id: str,
    description: str,
    task: str = "",
    parent: str | None = None,
    now: datetime,
    episodes: Iterable[Episode] = (),
    previous: SubgoalStatus = "abandoned",
    llm: LLM | None = None,
) -> Plan:
    """Open a subgoal; its open sibling is closed with everything open below it.

    The sibling was not said to have succeeded, so it becomes `abandoned`, unless the caller knows
    better (`previous`) or all that was done below it was achieved. A sibling without episodes and
    without children is dropped. Opening again what is open already continues it, so that an agent
    may restart and open its subgoal anew.

    Args:
        existing: the subgoals of the task.
        id: of the new row.
        description: what is to be done.
        task: the run it belongs to; taken from `parent` where there is one.
        parent: id of the open subgoal that it is a part of.
        now: when it is opened.
        episodes: those of the existing subgoals, for emptiness and summaries.
        previous: what became of the open sibling.
        llm: writes the sibling's summary; without one it is extracted.

    Raises:
        InputError: the description is empty, the parent is closed or of another task.
        UnknownId: there is no such parent.
    """
    wanted = " ".join(description.split())
    if not wanted:
        raise InputError("a subgoal needs a description: say what is to be done")
    _check_outcome(previous)
    rows = by_id(existing)
    if parent is not None:
        above = require_open(rows, parent, "nest under it")
        if task not in ("", above.task):
            raise InputError(f"{parent} belongs to task {above.task!r}, not to {task!r}")
        task = above.task
    siblings = [s for s in children(rows, parent, task) if s.status == "open"]
    for sibling in siblings:
        if sibling.description.casefold() == wanted.casefold():
            return Plan(sibling)
    new = Subgoal(id=id, description=wanted, parent=parent, task=task, opened=now)
    closer = _Closer(rows, by_subgoal(episodes), now, llm)
    for sibling in siblings:
        closer.close(sibling, previous, note=f"left for {id}", implicit=True)
    return Plan(new, (*closer.puts, new), tuple(closer.drops))


def closing(
    existing: Iterable[Subgoal],
    id: str,
    status: SubgoalStatus,
    *,
    summary: str = "",
    episodes: Iterable[Episode] = (),
    now: datetime,
    llm: LLM | None = None,
) -> Plan:
    """Close a subgoal and everything open below it, and fold it to a summary.

    Open children become `abandoned` (`achieved` when all below them was). Without a summary one is
    written by `llm` or extracted; the outcome is part of it. A subgoal in which nothing happened
    and about which nothing is said is dropped.

    Raises:
        UnknownId: there is no such subgoal.
        InputError: it is closed already, or `status` is not an outcome.
    """
    _check_outcome(status)
    rows = by_id(existing)
    subgoal = require_open(rows, id, "go on")
    closer = _Closer(rows, by_subgoal(episodes), now, llm)
    closed = closer.close(subgoal, status, summary=" ".join(summary.split()))
    return Plan(closed, tuple(closer.puts), tuple(closer.drops))


def unfold(
    existing: Iterable[Subgoal], ids: Iterable[str], *, unfolded: bool = True
) -> list[Subgoal]:
    """Rows to put so that the closed subgoals `ids` are rendered in full from now on.

    HiAgent's trajectory retrieval (`retrieve(id, id, ...)`). Open subgoals are in full anyway.

    Args:
        existing: the subgoals of the task.
        ids: which.
        unfolded: False folds them again.

    Raises:
        UnknownId: one of the ids is unknown; none is changed then.
    """
    rows = by_id(existing)
    chosen = [known(rows, i) for i in dict.fromkeys(ids)]
    return [replace(s, unfolded=unfolded) for s in chosen if s.unfolded != unfolded]


def _check_outcome(status: str) -> None:
    if status not in _OUTCOMES:
        raise InputError(f"a subgoal is closed as {', '.join(_OUTCOMES)}; not as {status!r}")


class _Closer:
    """Closes subgoals from the leaves up, collecting what changes."""

    def __init__(
        self,
        rows: dict[str, Subgoal],
        episodes: Mapping[str | None, list[Episode]],
        now: datetime,
        llm: LLM | None,
    ) -> None:
        self._rows = dict(rows)
        self._episodes = episodes
        self._now = now
        self._llm = llm
        self.puts: list[Subgoal] = []
        self.drops: list[str] = []

    def close(
        self,
        subgoal: Subgoal,
        status: SubgoalStatus,
        *,
        summary: str = "",
        note: str = "",
        implicit: bool = False,
    ) -> Subgoal:
        """Close one subgoal; `implicit` lets its children's success decide the outcome."""
        for child in children(self._rows, subgoal.id, subgoal.task):
            if child.status == "open":
                above = f"left open when {subgoal.id} was closed"
                self.close(child, "abandoned", note=above, implicit=True)
        below = children(self._rows, subgoal.id, subgoal.task)
        steps = self._episodes.get(subgoal.id, [])
        if implicit and below and all(c.status == "achieved" for c in below):
            status = "achieved"
        closed = replace(subgoal, status=status, closed=self._now)
        if steps or below or summary:
            text = summary or summarise(closed, steps, below, note=note, llm=self._llm)
            closed = replace(closed, summary=text)
            self._rows[subgoal.id] = closed
            self.puts.append(closed)
        else:
            del self._rows[subgoal.id]
            self.drops.append(subgoal.id)
        return closed
