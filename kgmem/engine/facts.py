"""Facts by what they say, and timelines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kgmem.codec import number
from kgmem.engine import foreign
from kgmem.engine.entities import LIVE, entity_ids, require_entity
from kgmem.engine.predicates import meant, narrowed
from kgmem.engine.state import Engine
from kgmem.errors import InputError
from kgmem.language.names import normalise
from kgmem.language.times import contains, parse_moment
from kgmem.protocols import Reader
from kgmem.records import EntityId, Version
from kgmem.results import Fact

if TYPE_CHECKING:
    from kgmem.snapshot import Snapshot

Moment = str | date | datetime | None
Relations = tuple[int, ...] | None
Rows32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which facts are asked for; see `Memory.facts`."""

    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    tentative: bool = False
    ended: bool = False
    limit: int | None = 100

    def __post_init__(self) -> None:
        """Refuse a limit that can return nothing."""
        if self.limit is not None and self.limit < 1:
            raise InputError(f"limit must be at least 1 or None, not {self.limit}")


def moments(
    engine: Engine, valid_at: Moment, known_at: Moment
) -> tuple[datetime | None, datetime | None]:
    """The two time arguments of a graph query.

    Raises:
        InputError: one cannot be read.
    """
    zone = engine.settings.timezone
    return (
        None if valid_at is None else parse_moment(valid_at, zone, name="valid_at"),
        None if known_at is None else parse_moment(known_at, zone, name="known_at"),
    )


def facts(
    engine: Engine, wanted: Wanted, *, valid_at: datetime | None, known_at: datetime | None
) -> list[Fact]:
    """Facts over all namespaces that the memory reads, newest first."""
    from kgmem.snapshot.views import view_facts

    found: list[Fact] = []
    for namespace in engine.spans:
        with engine.view(namespace, known_at=known_at) as (reader, snapshot):
            versions = list(_select(reader, snapshot, wanted, valid_at, known_at))
            shown = view_facts(reader, versions, namespace)
            found += [foreign.fact(f, engine.namespace) for f in shown]
    if len(engine.spans) > 1:
        found.sort(key=lambda f: f.said, reverse=True)
    return found[: wanted.limit]


def _select(
    reader: Reader,
    snapshot: Snapshot,
    wanted: Wanted,
    valid_at: datetime | None,
    known_at: datetime | None,
) -> Iterator[Version]:
    """Versions that fit, newest first; masks over arrays choose, pages of rows are read."""
    said = meant(reader, snapshot, wanted.predicate)
    rows = narrowed(snapshot, _candidate_rows(reader, snapshot, wanted, said.relations), said)
    rows = rows[_mask(snapshot, rows, wanted, said.relations, valid_at)]
    numbers = np.sort(snapshot.facts.numbers[rows])[::-1]
    left = len(numbers) if wanted.limit is None else wanted.limit
    page, start = min(max(left, 16), 256), 0
    while start < len(numbers) and left > 0:
        ids = [f"f{n}" for n in numbers[start : start + page].tolist()]
        start += page
        for version in known_versions(reader, ids, known_at):
            if left > 0 and _fits(version, wanted, said.words, valid_at):
                left -= 1
                yield version


def _candidate_rows(
    reader: Reader, snapshot: Snapshot, wanted: Wanted, relations: Relations
) -> Rows32:
    """Fact rows, ascending, by the narrowest index that the wish allows."""
    from kgmem.snapshot.columns import pair_key

    subjects = None if wanted.subject is None else _group(reader, snapshot, wanted.subject)
    objects = None if wanted.object is None else _group(reader, snapshot, wanted.object)
    if subjects is not None and objects:
        keys = [pair_key(a, b) for a in subjects for b in objects]
        return _union([snapshot.indexes["pair"].rows(k) for k in keys])
    if objects:
        return _rows(snapshot, "object", objects, relations)
    if subjects is not None:
        rows = _rows(snapshot, "subject", subjects, relations)
    else:
        rows = np.arange(len(snapshot.facts), dtype=np.int32)
    if wanted.object is None:
        return rows
    # No entity has the name: it can only be a literal, compared when the version is read.
    literal: Rows32 = rows[snapshot.facts["object"][rows] < 0]
    return literal


def _rows(snapshot: Snapshot, index: str, entities: list[int], relations: Relations) -> Rows32:
    from kgmem.snapshot.columns import relation_key

    if relations is None:
        return _union([snapshot.indexes[index].rows(e) for e in entities])
    keyed = snapshot.indexes[f"{index}_relation"]
    return _union([keyed.rows(relation_key(e, r)) for e in entities for r in relations])


def _union(found: list[Rows32]) -> Rows32:
    if len(found) == 1:
        return found[0]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int32)


def _mask(
    snapshot: Snapshot,
    rows: Rows32,
    wanted: Wanted,
    relations: Relations,
    valid_at: datetime | None,
) -> npt.NDArray[np.bool_]:
    columns = snapshot.facts
    keep = columns.alive[rows].copy()
    if not wanted.tentative:
        keep &= columns["tier"][rows] == 1
    if not wanted.ended and valid_at is None:
        keep &= columns["status"][rows] == LIVE
    if relations is not None:
        keep &= np.isin(columns["relation"][rows], relations)
    return keep


def _group(reader: Reader, snapshot: Snapshot, name: str) -> list[int]:
    roots = entity_ids(reader, snapshot, name)
    return [e for root in roots for e in snapshot.names.group(number(root))]


def _fits(version: Version, wanted: Wanted, said: str, valid_at: datetime | None) -> bool:
    """Whether a version is wanted; what was said without a time counts from when it was said."""
    content = version.content
    if said and normalise(content.predicate) != said:
        return False
    if wanted.object is not None and not isinstance(content.object, EntityId):
        text = "" if content.object is None else content.object.text
        if normalise(text) != normalise(wanted.object):
            return False
    if valid_at is None:
        return True
    if version.status == "retracted" and not wanted.ended:
        return False
    begun = content.validity.start is not None or version.said <= valid_at
    return begun and contains(content.validity, valid_at)


def known_versions(reader: Reader, ids: list[str], known_at: datetime | None) -> list[Version]:
    """The current versions of facts, or those that memory believed at a time, in order."""
    if known_at is None:
        rows = reader.get(ids)
        return [v for i in ids if isinstance(v := rows.get(i), Version)]
    by_fact = {
        v.fact: v
        for v in reader.find("version", "fact", ids)
        if isinstance(v, Version)
        and v.recorded_from <= known_at
        and (v.recorded_to is None or known_at < v.recorded_to)
    }
    return [by_fact[i] for i in ids if i in by_fact]


def timeline(engine: Engine, name: str, *, limit: int | None) -> list[Fact]:
    """Asserted facts about an entity, retracted ones left out, in the order of their times.

    Raises:
        UnknownId: no entity has that name.
    """
    with engine.view() as (reader, snapshot):
        require_entity(reader, snapshot, name)
    wanted = Wanted(subject=name, ended=True, limit=limit)
    found = facts(engine, wanted, valid_at=None, known_at=None)
    return sorted((f for f in found if f.status != "retracted"), key=_when)


def _when(fact: Fact) -> tuple[datetime, int]:
    start = fact.validity.start
    moment = fact.said if start is None else start.earliest or start.latest or fact.said
    return moment, number(fact.id.rpartition("/")[2])
