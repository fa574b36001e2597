"""What a retrieval may look at: masks over a snapshot's rows, applied before anything is ranked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from kgmem.codec import number
from kgmem.language.questions import Question
from kgmem.protocols import Reader
from kgmem.records import Subgoal
from kgmem.snapshot import Snapshot
from kgmem.snapshot.columns import ENDED, RETRACTED

Mask = npt.NDArray[np.bool_]
_PAST = frozenset(
    {"was", "were", "did", "had", "used", "before", "previously", "former", "formerly", "ever"}
)


@dataclass(frozen=True, slots=True)
class Filters:
    """Limits of a retrieval; they act before top-k.

    Attributes:
        valid_at: only facts that may have held then; None for any time.
        subgoal: only what was observed under this subgoal or one below it.
        weigh_subgoal: prefer it instead of leaving the rest out.
        exclude_episodes: ids that are left out, for instance what is still in working memory.
        trust: least trust of an episode or fact.
        tentative: whether tentative facts are searched too; they help to find the words.
    """

    valid_at: datetime | None = None
    subgoal: str | None = None
    weigh_subgoal: bool = False
    exclude_episodes: Collection[str] = ()
    trust: float = 0.0
    tentative: bool = True


@dataclass(frozen=True, slots=True)
class Scope:
    """The rows that filters leave.

    Attributes:
        episodes: `(episodes,)`.
        facts: `(facts,)`, ended ones included; retracted ones never.
        ended: `(facts,)`: the fact no longer holds.
        in_subgoal: `(episodes,)`: observed under the subgoal asked for; all false without one.
    """

    episodes: Mask
    facts: Mask
    ended: Mask
    in_subgoal: Mask


def scope_of(snapshot: Snapshot, reader: Reader, filters: Filters) -> Scope:
    """Turn filters into masks over a snapshot's rows."""
    episodes, facts = snapshot.episodes, snapshot.facts
    seen = episodes.alive & (episodes["trust"] >= filters.trust)
    # What memory itself returned is no evidence.
    seen &= episodes["origin"] != snapshot.strings.find("memory")
    held = facts.alive & (facts["status"] != RETRACTED) & (facts["trust"] >= filters.trust)
    if not filters.tentative:
        held &= facts["tier"] == 1
    if filters.valid_at is not None:
        held &= _holding(snapshot, filters.valid_at.timestamp())
    inside = np.zeros(len(episodes), dtype=bool)
    if filters.subgoal is not None:
        below = [number(g) for g in _subtree(reader, filters.subgoal)]
        inside = np.isin(episodes["subgoal"], below)
        if not filters.weigh_subgoal:
            seen &= inside
    hidden = episodes.rows([number(e) for e in filters.exclude_episodes])
    seen[hidden[hidden >= 0]] = False
    if not np.array_equal(seen, episodes.alive):
        held &= _supported(snapshot, seen)
    return Scope(seen, held, facts["status"] == ENDED, inside)


def looks_back(question: Question, filters: Filters) -> bool:
    """Whether facts that ended are as welcome as those that still hold."""
    if filters.valid_at is not None or question.window is not None or question.order:
        return True
    return not _PAST.isdisjoint(question.text.casefold().split())


def _holding(snapshot: Snapshot, moment: float) -> Mask:
    """Facts that may have begun by a moment and had not surely ceased."""
    facts = snapshot.facts
    start, end = facts["start_earliest"], facts["end_earliest"]
    start = np.where(np.isnan(start), facts["start_latest"], start)
    end = np.where(np.isnan(end), facts["end_latest"], end)
    holding: Mask = (np.isnan(start) | (start <= moment)) & (np.isnan(end) | (moment < end))
    return holding


def _supported(snapshot: Snapshot, seen: Mask) -> Mask:
    """Facts with a support in one of the episodes seen."""
    supports = snapshot.supports
    place = snapshot.episodes.rows(supports["episode"])
    good = supports.alive & (place >= 0)
    good[good] = seen[place[good]]
    mask = np.zeros(len(snapshot.facts), dtype=bool)
    rows = snapshot.facts.rows(supports["fact"][good])
    mask[rows[rows >= 0]] = True
    return mask


def _subtree(reader: Reader, root: str) -> list[str]:
    found, frontier = [root], [root]
    while frontier:
        rows = reader.find("subgoal", "parent", frontier)
        frontier = [r.id for r in rows if isinstance(r, Subgoal) and r.id not in found]
        found += frontier
    return found
