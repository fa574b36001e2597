"""Graph queries: facts, entities, neighbourhoods, paths, timelines, and the graph as a whole."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kgmem.engine.state import Engine
from kgmem.errors import InputError, UnknownId
from kgmem.language.names import normalise
from kgmem.language.relations import catalogue
from kgmem.language.times import contains
from kgmem.protocols import Reader
from kgmem.records import Alias, Entity
from kgmem.results import EntityView, Fact, Neighborhood, Path

if TYPE_CHECKING:
    from kgmem.snapshot import Snapshot

FANOUT = 50
"""Facts that a neighbourhood or a path follows from one entity: hubs own thousands."""


def entity_ids(reader: Reader, snapshot: Snapshot, name: str) -> list[str]:
    """The entities that a name or an id means, merge roots."""
    if reader.get([name]) and name.startswith("e"):
        return [snapshot.root(name)]
    return list(dict.fromkeys(snapshot.root(e) for e in snapshot.entities_named(normalise(name))))


def require_entity(reader: Reader, snapshot: Snapshot, name: str) -> list[str]:
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
