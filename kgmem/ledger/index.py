"""What the ledger asks of a snapshot: lookups by entity that cost what they return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kgmem.types import Floats


class Index(Protocol):
    """The lookups of `kgmem.snapshot.Snapshot` that the ledger uses.

    Ids go in and come out as strings; facts come newest first, ended and retracted ones included.
    """

    def entities_named(self, norm: str) -> list[str]:
        """Merge roots of the entities with a normalised name or alias."""
        ...

    def root(self, entity: str) -> str:
        """The entity that an entity is part of after merges."""
        ...

    def label(self, entity: str) -> tuple[str, bool] | None:
        """What an entity's own row calls it and whether that is a name; None for an unknown one."""
        ...

    def facts_of(self, subject: str, relation: str | None = None, *, limit: int = 64) -> list[str]:
        """Facts about a subject."""
        ...

    def facts_like(
        self, subject: str, relation: str, vector: Floats, *, newest: int, closest: int, pool: int
    ) -> list[str]:
        """The `newest` facts of a relation, and the `closest` to a vector of `pool` before them."""
        ...

    def facts_by_object(
        self, target: str, relation: str | None = None, *, limit: int = 64
    ) -> list[str]:
        """Facts with an entity as their object."""
        ...

    def facts_by_qualifier(self, entity: str, *, limit: int = 64) -> list[str]:
        """Facts with an entity in a qualifier."""
        ...

    def facts_between(self, subject: str, target: str, *, limit: int = 64) -> list[str]:
        """Facts from a subject to an object."""
        ...

    def fact_cosines(self, vector: Floats, facts: Sequence[str]) -> list[float]:
        """Cosines of some facts with a unit vector `(d,)`, 0 where a fact has no vector."""
        ...
