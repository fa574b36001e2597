"""Records as the columns of a snapshot's tables, and the indexes over them.

The same layout comes from `Reader.columns` (loading) and from journal effects (following).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, get_args

import numpy as np
import numpy.typing as npt

from kgmem.codec import number
from kgmem.records import EntityId, Episode, Version
from kgmem.types import Bound, FactKind, FactStatus, Ints, Modality

STATUSES: tuple[str, ...] = get_args(FactStatus)
MODALITIES: tuple[str, ...] = get_args(Modality)
KINDS: tuple[str, ...] = get_args(FactKind)
LIVE, ENDED, RETRACTED = range(3)
SESSION_GAP = 3600.0  # seconds of silence after which a thread's next episode opens a session

FACT_COLUMNS: dict[str, type] = {
    "subject": np.int64,
    "relation": np.int32,
    "object": np.int64,
    "start_earliest": np.float64,
    "start_latest": np.float64,
    "end_earliest": np.float64,
    "end_latest": np.float64,
    "said": np.float64,
    "status": np.int8,
    "tier": np.int8,
    "positive": np.int8,
    "modality": np.int8,
    "kind": np.int8,
    "trust": np.float32,
    "confidence": np.float32,
}
EPISODE_COLUMNS: dict[str, type] = {
    "time": np.float64,
    "thread": np.int32,
    "speaker": np.int32,
    "role": np.int32,
    "subgoal": np.int64,
    "trust": np.float32,
    "origin": np.int32,
    "state": np.int8,
}
EPISODE_INDEXES = ("thread", "session", "subgoal", "previous")
CODED = ("relation", "thread", "speaker", "role", "origin", "type")
"""Columns of strings, kept as codes of one shared vocabulary."""

_RELATION_BITS = 24
_OBJECT_BITS = 31


def seconds(moment: datetime | None) -> float:
    """Unix seconds; nan for None."""
    return float("nan") if moment is None else moment.timestamp()


def fact_values(version: Version) -> dict[str, Any]:
    """A version as one row of the fact table, `relation` still a string."""
    content = version.content
    start, end = content.validity.start, content.validity.end
    target = content.object
    return {
        "subject": number(content.subject),
        "relation": content.relation,
        "object": number(target.id) if isinstance(target, EntityId) else -1,
        **_interval("start", start),
        **_interval("end", end),
        "said": seconds(version.said),
        "status": STATUSES.index(version.status),
        "tier": int(version.tier == "asserted"),
        "positive": int(content.positive),
        "modality": MODALITIES.index(content.modality),
        "kind": KINDS.index(content.kind),
        "trust": version.trust,
        "confidence": content.confidence,
    }


def qualifier_entities(version: Version) -> list[int]:
    """The entities that fill a version's qualifiers."""
    fillers = (slot.filler for slot in version.content.qualifiers)
    return [number(f.id) for f in fillers if isinstance(f, EntityId)]


def episode_values(episode: Episode) -> dict[str, Any]:
    """An episode as one row, its strings still strings."""
    return {
        "time": seconds(episode.time),
        "thread": episode.thread,
        "speaker": episode.speaker or "",
        "role": episode.role,
        "subgoal": number(episode.subgoal) if episode.subgoal else -1,
        "trust": episode.trust,
        "origin": episode.origin,
        "state": int(episode.state == "done"),
    }


class _Columns(Protocol):
    def __getitem__(self, column: str, /) -> Any: ...


def fact_keys(columns: _Columns) -> dict[str, Ints]:
    """The keys of the fact indexes by index name, `(rows,)` each; -1 leaves a row out."""
    subject = np.asarray(columns["subject"], dtype=np.int64)
    relation = np.asarray(columns["relation"], dtype=np.int64)
    target = np.asarray(columns["object"], dtype=np.int64)
    none = target < 0
    return {
        "subject": subject,
        "subject_relation": (subject << _RELATION_BITS) | relation,
        "object": target,
        "object_relation": np.where(none, -1, (target << _RELATION_BITS) | relation),
        "pair": np.where(none, -1, (subject << _OBJECT_BITS) | target),
    }


def relation_key(entity: int, relation: int) -> int:
    """The key of an entity and a relation code; -1 for a relation never seen."""
    return -1 if relation < 0 else (entity << _RELATION_BITS) | relation


def pair_key(subject: int, target: int) -> int:
    """The key of a subject and an object."""
    return (subject << _OBJECT_BITS) | target


def sessions(
    numbers: Ints, thread: npt.NDArray[np.int32], time: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.int32], Ints]:
    """Number the sessions of episodes in id order: stretches of a thread without long silence.

    Args:
        numbers: `(n,)` of their ids, ascending.
        thread: `(n,)` codes.
        time: `(n,)` unix seconds.

    Returns:
        The session of each episode and the number of the one before it in its session, -1 for none.
    """
    found = np.zeros(len(thread), dtype=np.int32)
    previous = np.full(len(thread), -1, dtype=np.int64)
    order = np.argsort(thread, kind="stable")
    if not len(order):
        return found, previous
    threads, times = thread[order], time[order]
    # A step back in time opens a session too: what was told later about another day stands alone.
    step = np.diff(times)
    opens = np.append(True, (np.diff(threads) != 0) | (step > SESSION_GAP) | (step < -SESSION_GAP))
    found[order] = np.cumsum(opens) - 1
    goes_on = np.flatnonzero(~opens)
    previous[order[goes_on]] = numbers[order[goes_on - 1]]
    return found, previous


def stacked(rows: Sequence[Mapping[str, Any]], layout: Mapping[str, type]) -> dict[str, Any]:
    """Rows of values as columns of the layout's types."""
    return {name: np.array([r[name] for r in rows], dtype=kind) for name, kind in layout.items()}


def _interval(name: str, bound: Bound | None) -> dict[str, float]:
    earliest, latest = (None, None) if bound is None else (bound.earliest, bound.latest)
    return {f"{name}_earliest": seconds(earliest), f"{name}_latest": seconds(latest)}
