"""Normalised names and aliases to entities, and which entities are merged into one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

_OVERLAY = 2048  # names in the overlay before it is folded into a new base


@dataclass(frozen=True, slots=True)
class Names:
    """A persistent map of names to entity numbers: a shared base and a small overlay.

    Attributes:
        base: normalised name to the entities that have it.
        overlay: names that changed since the base was made; wins over it.
        parents: merged entity to the entity it was merged into.
        members: root to the entities merged into it, directly or not.
    """

    base: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    overlay: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    parents: Mapping[int, int] = field(default_factory=dict)
    members: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def find(self, norm: str) -> tuple[int, ...]:
        """Entities whose name or alias normalises to `norm`, merged ones included."""
        found = self.overlay.get(norm)
        return self.base.get(norm, ()) if found is None else found

    def root(self, entity: int) -> int:
        """The entity that an entity is part of after merges; itself when it was not merged."""
        while entity in self.parents:
            entity = self.parents[entity]
        return entity

    def group(self, entity: int) -> tuple[int, ...]:
        """All entities that are one with `entity`, the root first."""
        root = self.root(entity)
        return (root, *self.members.get(root, ()))

    def renamed(
        self, added: Iterable[tuple[str, int]], removed: Iterable[tuple[str, int]]
    ) -> Names:
        """The map with (normalised name, entity) pairs removed and then added."""
        overlay = dict(self.overlay)

        def current(norm: str) -> tuple[int, ...]:
            return overlay.get(norm, self.base.get(norm, ()))

        for norm, entity in removed:
            overlay[norm] = tuple(e for e in current(norm) if e != entity)
        for norm, entity in added:
            if norm and entity not in current(norm):
                overlay[norm] = (*current(norm), entity)
        if len(overlay) <= _OVERLAY:
            return replace(self, overlay=overlay)
        return replace(self, base={**self.base, **overlay}, overlay={})

    def merged(self, changes: Mapping[int, int | None]) -> Names:
        """The map with entities merged into others, or split off again (None)."""
        changes = {k: v for k, v in changes.items() if self.parents.get(k) != v}
        if not changes:
            return self
        parents = dict(self.parents)
        for entity, into in changes.items():
            if into is None:
                parents.pop(entity, None)
            else:
                parents[entity] = into
        return replace(self, parents=parents, members=_members(parents))


def _members(parents: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    members: dict[int, list[int]] = {}
    for entity in sorted(parents):
        root, seen = entity, {entity}
        while root in parents and parents[root] not in seen:
            root = parents[root]
            seen.add(root)
        members.setdefault(root, []).append(entity)
    return {root: tuple(group) for root, group in members.items()}
