"""What the ledger asks of a snapshot: lookups by entity that cost what they return."""

from __future__ import annotations

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

    def facts_of(self, subject: str, relation: str | None = None, *, limit: int = 64) -> list[str]:
        """Facts about a subject."""
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

    def fact_vector(self, fact: str) -> Floats | None:
        """The unit vector of a fact `(d,)`; None where it has none."""
        ...

    def episodes_of(self, fact: int, limit: int = 64) -> list[int]:
        """Numbers of the episodes that support a fact (given by its number)."""
        ...
