"""Where subgoals stand to each other: parents, children, siblings of one task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kgmem.codec import number
from kgmem.errors import InputError, UnknownId
from kgmem.records import Episode, Subgoal


def by_id(subgoals: Iterable[Subgoal]) -> dict[str, Subgoal]:
    """Subgoals by id, in the order in which they were opened."""
    return {s.id: s for s in sorted(subgoals, key=lambda s: number(s.id))}


def children(rows: Mapping[str, Subgoal], parent: str | None, task: str) -> list[Subgoal]:
    """The subgoals directly below `parent` (None: the top level of `task`), oldest first.

    A subgoal whose parent is not among `rows` counts as top level, so that nothing is lost from
    view when only a part of a task is at hand.
    """
    if parent is not None:
        return [s for s in rows.values() if s.parent == parent]
    return [s for s in rows.values() if s.task == task and s.parent not in rows]


def subtree(subgoals: Iterable[Subgoal], root: str) -> set[str]:
    """`root` and everything below it: what a retrieval limited to a subgoal covers.

    Raises:
        UnknownId: there is no such subgoal.
    """
    rows = by_id(subgoals)
    known(rows, root)
    found, frontier = {root}, [root]
    while frontier:
        below = [s.id for s in rows.values() if s.parent in frontier and s.id not in found]
        found.update(below)
        frontier = below
    return found


def known(rows: Mapping[str, Subgoal], identifier: str) -> Subgoal:
    """The subgoal with that id.

    Raises:
        UnknownId: there is none.
    """
    if identifier not in rows:
        have = ", ".join(rows) or "none"
        raise UnknownId(f"no subgoal {identifier!r} here; there are: {have}")
    return rows[identifier]


def require_open(rows: Mapping[str, Subgoal], identifier: str, purpose: str) -> Subgoal:
    """The open subgoal with that id.

    Raises:
        UnknownId: there is none.
        InputError: it is closed.
    """
    found = known(rows, identifier)
    if found.status != "open":
        raise InputError(
            f"subgoal {identifier} is already {found.status}; open a new one to {purpose}"
        )
    return found


def by_subgoal(episodes: Iterable[Episode]) -> dict[str | None, list[Episode]]:
    """Episodes by the subgoal they fall under, each list in the order of ingestion."""
    groups: dict[str | None, list[Episode]] = {}
    for episode in sorted(episodes, key=lambda e: number(e.id)):
        groups.setdefault(episode.subgoal, []).append(episode)
    return groups
