"""Entities: by name, and listed with their aliases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from kgmem.engine.arguments import words
from kgmem.engine.state import Engine
from kgmem.errors import UnknownId
from kgmem.language.names import normalise
from kgmem.protocols import Reader
from kgmem.results import EntityView

if TYPE_CHECKING:
    from kgmem.ledger import Index
    from kgmem.snapshot import Snapshot

LIVE = 0
"""Code of live facts in a snapshot's `status` column."""


def entity_ids(reader: Reader, snapshot: Index, name: str) -> list[str]:
    """The entities that a name or an id means, as merge roots.

    Raises:
        InputError: it is not a string.
    """
    name = words(name, "name")
    if name[:1] == "e" and name[1:].isdigit() and reader.get([name]):
        return [snapshot.root(name)]
    return snapshot.entities_named(normalise(name))


def require_entity(reader: Reader, snapshot: Index, name: str) -> list[str]:
    """The entities that a name means.

    Raises:
        UnknownId: there is none.
    """
    found = entity_ids(reader, snapshot, name)
    if not found:
        raise UnknownId(
            f"no entity named {name!r} in namespace {reader.namespace!r}; "
            "`entities(like=...)` lists what there is"
        )
    return found


def entities(
    engine: Engine, like: str | None, kind: str | None, limit: int | None
) -> list[EntityView]:
    """Entities with their aliases, those with most live asserted facts first."""
    with engine.view() as (_, snapshot):
        facts_ = snapshot.facts
        live = facts_.alive & (facts_["status"] == LIVE) & (facts_["tier"] == 1)
        counts: dict[int, int] = {}
        for column in ("subject", "object"):
            values, times = np.unique(facts_[column][live], return_counts=True)
            for value, count in zip(values.tolist(), times.tolist(), strict=True):
                if value >= 0:
                    root = snapshot.names.root(value)
                    counts[root] = counts.get(root, 0) + count
        views = list(_entity_views(snapshot, counts, like, kind))
    views.sort(key=lambda v: (-v.facts, v.name.casefold(), v.id))
    return views[:limit]


def _entity_views(
    snapshot: Snapshot, counts: dict[int, int], like: str | None, kind: str | None
) -> Iterator[EntityView]:
    part = None if like is None else normalise(words(like, "like"))
    for row in np.flatnonzero(snapshot.entities.alive).tolist():
        entity = int(snapshot.entities.numbers[row])
        if snapshot.names.root(entity) != entity:
            continue
        group = snapshot.names.group(entity)
        name, type_ = snapshot.name(entity), snapshot.entity_type(entity)
        names = _alias_names(snapshot, group)
        if kind is not None and type_ != kind:
            continue
        if part is not None and not any(part in normalise(n) for n in (name, *names)):
            continue
        yield EntityView(
            id=f"e{entity}",
            name=name,
            type=type_,
            aliases=tuple(n for n in names if n != name),
            facts=counts.get(entity, 0),
            merged=tuple(f"e{e}" for e in group[1:]),
        )


def _alias_names(snapshot: Snapshot, group: Iterable[int]) -> list[str]:
    rows = (r for e in group for r in snapshot.indexes["alias"].rows(e).tolist())
    alive = snapshot.aliases.alive
    return list(dict.fromkeys(snapshot.alias_names[r] for r in rows if alive[r]))
