"""Records to rows: which columns stand beside the JSON, and how an id becomes a key."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

import numpy as np

from kgmem import codec
from kgmem.language.names import normalise
from kgmem.protocols import Kind
from kgmem.records import (
    Alias,
    Content,
    Ending,
    Entity,
    EntityId,
    Episode,
    Record,
    Subgoal,
    Support,
    Version,
)
from kgmem.stores.schema import SPAN
from kgmem.types import Bound, FactKind, FactStatus, Modality

NAN = float("nan")
STATUSES: tuple[str, ...] = get_args(FactStatus)
TIERS: tuple[str, ...] = ("tentative", "asserted")
MODALITIES: tuple[str, ...] = get_args(Modality)
KINDS: tuple[str, ...] = get_args(FactKind)

# The numeric side of a version as one blob: a snapshot of a million facts is then one join of bytes
# instead of twenty million Python numbers.
PACKED = np.dtype(
    [
        ("id", "<i8"),
        ("subject", "<i8"),
        ("object", "<i8"),
        ("start_earliest", "<f8"),
        ("start_latest", "<f8"),
        ("end_earliest", "<f8"),
        ("end_latest", "<f8"),
        ("said", "<f8"),
        ("trust", "<f4"),
        ("confidence", "<f4"),
        ("status", "i1"),
        ("tier", "i1"),
        ("positive", "i1"),
        ("modality", "i1"),
        ("kind", "i1"),
    ]
)
_PACK = struct.Struct("<qqqdddddffbbbbb")


@dataclass(frozen=True, slots=True)
class Table:
    """One kind of record.

    Attributes:
        name: of the table, which is the kind.
        prefix: of its ids.
        columns: beside `key` and `body`.
        values: the columns' values for a record.
        ids: indexed fields that hold ids, with their prefix; the other indexed fields hold text.
        indexed: what `find` may ask for.
        only: condition that a partial index adds, by field.
    """

    name: Kind
    prefix: str
    columns: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]
    ids: Mapping[str, str]
    indexed: tuple[str, ...]
    only: Mapping[str, str]


def limits(namespace: int) -> tuple[int, int]:
    """First and last key of a namespace."""
    return namespace * SPAN, namespace * SPAN + SPAN - 1


def reference(identifier: str | None) -> int | None:
    """The number of an id that another row points to."""
    return None if identifier is None else codec.number(identifier)


def seconds(moment: datetime | None) -> float:
    """Unix seconds; nan for None."""
    return NAN if moment is None else moment.timestamp()


def _interval(bound: Bound | None) -> tuple[float, float]:
    if bound is None:
        return NAN, NAN
    return seconds(bound.earliest), seconds(bound.latest)


def _episode(r: Episode) -> tuple[Any, ...]:
    return (
        r.time.timestamp(),
        r.source,
        r.thread,
        reference(r.subgoal),
        r.state,
        r.speaker,
        r.role,
        r.trust,
        r.origin,
    )


def _entity(r: Entity) -> tuple[Any, ...]:
    return reference(r.merged_into), r.name, r.type, int(r.named)


def _alias(r: Alias) -> tuple[Any, ...]:
    return codec.number(r.entity), reference(r.episode), normalise(r.name), r.name


def _support(r: Support) -> tuple[Any, ...]:
    return codec.number(r.fact), codec.number(r.episode)


def _ending(r: Ending) -> tuple[Any, ...]:
    return codec.number(r.fact), reference(r.by), reference(r.episode)


def _entity_number(content: Content) -> int | None:
    return codec.number(content.object.id) if isinstance(content.object, EntityId) else None


def _version(r: Version) -> tuple[Any, ...]:
    content, fact = r.content, codec.number(r.fact)
    subject, target = codec.number(content.subject), _entity_number(r.content)
    packed = _PACK.pack(
        fact,
        subject,
        -1 if target is None else target,
        *_interval(content.validity.start),
        *_interval(content.validity.end),
        seconds(r.said),
        r.trust,
        content.confidence,
        STATUSES.index(r.status),
        TIERS.index(r.tier),
        content.positive,
        MODALITIES.index(content.modality),
        KINDS.index(content.kind),
    )
    others = [
        codec.number(s.filler.id) for s in content.qualifiers if isinstance(s.filler, EntityId)
    ]
    qualifiers = np.array(others, "<i8").tobytes() if others else None
    current = int(r.recorded_to is None)
    return fact, current, subject, target, content.relation, packed, qualifiers, content.text


def _subgoal(r: Subgoal) -> tuple[Any, ...]:
    return r.task, reference(r.parent), r.status


_CURRENT = {"subject": "current = 1", "object": "current = 1"}
_LIST = (
    Table(
        "episode",
        "ep",
        ("time", "source", "thread", "subgoal", "state", "speaker", "role", "trust", "origin"),
        _episode,
        {"subgoal": "g"},
        ("source", "thread", "subgoal", "state"),
        {},
    ),
    Table(
        "entity",
        "e",
        ("merged_into", "name", "type", "named"),
        _entity,
        {"merged_into": "e"},
        ("merged_into",),
        {},
    ),
    Table(
        "alias",
        "a",
        ("entity", "episode", "norm", "name"),
        _alias,
        {"entity": "e", "episode": "ep"},
        ("entity", "episode", "norm"),
        {},
    ),
    Table(
        "support",
        "s",
        ("fact", "episode"),
        _support,
        {"fact": "f", "episode": "ep"},
        ("fact", "episode"),
        {},
    ),
    Table(
        "ending",
        "x",
        ("fact", "by", "episode"),
        _ending,
        {"fact": "f", "by": "f", "episode": "ep"},
        ("fact", "by", "episode"),
        {},
    ),
    Table(
        "version",
        "v",
        ("fact", "current", "subject", "object", "relation", "packed", "qualifiers", "text"),
        _version,
        {"fact": "f", "subject": "e", "object": "e"},
        ("fact", "subject", "object"),
        _CURRENT,
    ),
    Table(
        "subgoal",
        "g",
        ("task", "parent", "status"),
        _subgoal,
        {"parent": "g"},
        ("task", "parent", "status"),
        {},
    ),
)
TABLES: dict[str, Table] = {table.name: table for table in _LIST}
BY_PREFIX: dict[str, Table] = {table.prefix: table for table in _LIST}
EMBEDDED = {"f": "fact", "ep": "episode", "e": "entity"}
INDEXED_TERMS = {"f": "fact", "ep": "episode"}
# Every table whose key says the namespace.
KEYED = (
    *TABLES,
    "journal",
    *(f"terms_{kind}" for kind in INDEXED_TERMS.values()),
    *(f"vector_{kind}" for kind in EMBEDDED.values()),
    *(f"staged_{kind}" for kind in EMBEDDED.values()),
)


def put_statement(table: Table) -> str:
    """The upsert of one row: key, columns, body."""
    names = ", ".join(f'"{name}"' for name in ("key", *table.columns, "body"))
    marks = ", ".join("?" * (len(table.columns) + 2))
    return f"INSERT OR REPLACE INTO {table.name} ({names}) VALUES ({marks})"


def row(table: Table, key: int, record: Record) -> tuple[Any, ...]:
    """The values of `put_statement`."""
    return (key, *table.values(record), codec.dump(record).decode())
