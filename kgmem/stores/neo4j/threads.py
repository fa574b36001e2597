"""The order of episodes in their threads (`NEXT`), kept when some come between or go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from kgmem import codec
from kgmem.records import Episode
from kgmem.snapshot.columns import SESSION_GAP
from kgmem.stores.neo4j.statements import run, statement

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

Pair = tuple[str, str]
Places: TypeAlias = dict[str, tuple[datetime, int | None]]  # time and session by episode


def bridges(around: Mapping[str, tuple[str | None, str | None]]) -> list[Pair]:
    """The edges that close the gaps where episodes go.

    Args:
        around: for each that goes, its neighbours before.
    """
    found: list[Pair] = []
    for before, after in around.values():
        if before is None or before in around:
            continue  # in the middle of a run that goes
        while after is not None and after in around:
            after = around[after][1]
        if after is not None:
            found.append((before, after))
    return found


def insertions(
    new: Iterable[Episode], around: Mapping[str, tuple[str | None, str | None]]
) -> tuple[list[Pair], list[Pair]]:
    """The edges that go and those that come when episodes take their places.

    Args:
        new: episodes, in any order.
        around: for each, its neighbours among the old ones.

    Returns:
        Edges that are no longer true, edges to draw.
    """
    gaps: dict[tuple[str, str | None, str | None], list[Episode]] = {}
    for episode in new:
        gaps.setdefault((episode.thread, *around[episode.id]), []).append(episode)
    going: list[Pair] = []
    coming: list[Pair] = []
    for (_, before, after), members in gaps.items():
        members.sort(key=lambda e: (e.time, codec.number(e.id)))
        if before is not None and after is not None:
            going.append((before, after))
        chain = [before, *(e.id for e in members), after]
        coming += [(a, b) for a, b in pairwise(chain) if a is not None and b is not None]
    return going, coming


def placed(
    tx: ManagedTransaction,
    namespace: str,
    new: list[Episode],
    rows: Mapping[str, Mapping[str, Any]],
    gone: list[str],
) -> tuple[list[Pair], list[Pair], dict[str, int]]:
    """The `NEXT` edges that a change takes away and draws, and the sessions of new episodes.

    Args:
        tx: a transaction in which the change's rows are not written yet.
        namespace: whose.
        new: episodes that come.
        rows: their nodes, by id.
        gone: ids of episodes that go.
    """
    coming: list[Pair] = []
    going: list[Pair] = []
    sessions: dict[str, int] = {}
    if gone:
        links = run(tx, statement("write/links"), {"namespace": namespace, "ids": gone})
        coming += bridges({row["id"]: (row["before"], row["after"]) for row in links})
    if new:
        before: Places = {}
        around = _around(tx, namespace, new, rows, gone, before)
        going, more = insertions(new, around)
        coming = [pair for pair in coming if pair not in going] + more
        sessions = numbered(new, {b: a for a, b in more}, before)
    return going, coming, sessions


def numbered(new: list[Episode], previous: Mapping[str, str], before: Places) -> dict[str, int]:
    """The session of each new episode: the number of the first of a stretch without long silence.

    Args:
        new: the episodes.
        previous: the one before each in its thread.
        before: times and sessions of the old ones among those.
    """
    places = dict(before)
    found: dict[str, int] = {}
    for episode in sorted(new, key=lambda e: (e.time, codec.number(e.id))):
        time, session = places.get(previous.get(episode.id, ""), (None, None))
        if time is None or session is None or (episode.time - time).total_seconds() > SESSION_GAP:
            session = codec.number(episode.id)
        places[episode.id] = (episode.time, session)
        found[episode.id] = session
    return found


def _around(
    tx: ManagedTransaction,
    namespace: str,
    new: list[Episode],
    rows: Mapping[str, Mapping[str, Any]],
    gone: list[str],
    before: Places,
) -> dict[str, tuple[str | None, str | None]]:
    """The neighbours of new episodes among the old ones; fills `before` with those before them.

    Nearly always a thread goes on at its end: then the first of the new ones tells for all.
    """

    def look(episodes: Iterable[Episode]) -> dict[str, tuple[str | None, str | None]]:
        places = [{k: rows[e.id][k] for k in ("id", "thread", "time", "number")} for e in episodes]
        values = {"namespace": namespace, "places": places, "without": gone}
        found = [*run(tx, statement("write/around"), values)]
        for row in found:
            if row["time"] is not None:
                before[row["before"]] = datetime.fromisoformat(row["time"]), row["session"]
        return {row["id"]: (row["before"], row["after"]) for row in found}

    ordered = sorted(new, key=lambda e: (e.time, codec.number(e.id)), reverse=True)
    first = {e.thread: e for e in ordered}
    around = look(first.values())
    at_end = {thread for thread, e in first.items() if around[e.id][1] is None}
    around.update({e.id: around[first[e.thread].id] for e in new if e.thread in at_end})
    rest = [e for e in new if e.id not in around]
    return {**around, **look(rest)} if rest else around
