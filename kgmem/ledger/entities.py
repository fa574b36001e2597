"""Which entity a name means, and what entities are called.

The exact normalised name decides, with a compatible type; never a vector. Every name that an entity
got is an `Alias` with the words it came from, and the entity's row is the fold of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from kgmem.codec import number
from kgmem.language.names import compatible, more_telling, normalise
from kgmem.ledger.fold import fold_names
from kgmem.ledger.index import Index
from kgmem.ledger.overlay import Overlay
from kgmem.records import Alias, Entity, Episode
from kgmem.types import Ref

_OWNED = re.compile(r"\w(?:['’]s|s['’])\s")
_VAGUE = frozenset({"thing", "concept", "product"})


@dataclass(frozen=True, slots=True)
class Proposal:
    """An entity that a case needs and that comes to be only if an edit uses it."""

    ref: Ref
    episode: str
    span: tuple[int, int] | None


class Names:
    """Entities by name over a draft's rows.

    Attributes:
        renamed: entities that are new in the draft or changed their name, with the name.
    """

    def __init__(self, rows: Overlay, index: Index, now: datetime) -> None:
        """Start without proposals."""
        self._rows = rows
        self._index = index
        self._now = now
        self._proposals: dict[str, Proposal] = {}
        self._merged: dict[str, list[str]] = {}
        self.renamed: dict[str, str] = {}

    # --- reading ----------------------------------------------------------------------------------

    def root(self, entity: str) -> str:
        """The entity that an entity is part of after merges."""
        while True:
            changed = self._rows.changed.get(entity)
            if isinstance(changed, Entity):
                parent = changed.merged_into or entity
            elif entity in self._proposals:
                return entity
            else:
                parent = self._index.root(entity)
                if self._split(entity, parent):
                    parent = entity
            if parent == entity:
                return entity
            entity = parent

    def _split(self, entity: str, root: str) -> bool:
        """Whether the index's way from an entity to its root is cut by a change of this draft."""
        while entity != root:
            row = self._rows.row(Entity, entity)
            if row is None or row.merged_into is None:
                return True
            entity = row.merged_into
        return False

    def members(self, root: str) -> list[str]:
        """An entity and all that were merged into it, directly or not."""
        found = [root]
        for entity in found:
            found.extend(e.id for e in self._rows.find(Entity, "merged_into", [entity]))
        return found

    def search_roots(self, root: str) -> list[str]:
        """The ids under which the index knows an entity: itself and what this draft merged in."""
        found = [root]
        for entity in found:
            found.extend(e for e in self._merged.get(entity, []) if e not in found)
        return found

    def of(self, entity: str) -> Entity:
        """The row of an entity's root, also of one that is only proposed."""
        root = self.root(entity)
        if root in self._proposals:
            ref = self._proposals[root].ref
            return Entity(root, ref.name, ref.type, ref.named)
        row = self._rows.row(Entity, root)
        return row if row is not None else Entity(root, root)

    def label(self, entity: str) -> tuple[str, bool]:
        """What an entity's root is called and whether that is a name; reads no unchanged row."""
        root = self.root(entity)
        if root not in self._proposals and root not in self._rows.changed:
            known = self._index.label(root)
            if known is not None:
                return known
        row = self.of(root)
        return row.name, row.named

    def known(self, name: str) -> list[Entity]:
        """The entities (merge roots) that have a name, oldest first."""
        norm = normalise(name)
        found = dict.fromkeys(
            e for e, p in self._proposals.items() if normalise(p.ref.name) == norm
        )
        found.update(
            (self.root(a), None) for a in self._rows.added("alias", "norm", norm, "entity")
        )
        found.update((self.root(e), None) for e in self._index.entities_named(norm))
        self._rows.prefetch(e for e in found if e not in self._proposals)
        alive = [e for e in found if e in self._proposals or self._rows.get(e) is not None]
        return [self.of(e) for e in sorted(alive, key=number)]

    # --- resolving --------------------------------------------------------------------------------

    def match(self, ref: Ref) -> str | None:
        """The entity that a reference means: same name, the same type before a compatible one.

        Of a name of several words ("Calder Glass") two types are one thing taken for two: small
        models guess types, and only short names are shared by a country and a person.
        """
        candidates = [e for e in self.known(ref.name) if not _word_for_name(ref, e)]
        exact = [e for e in candidates if e.type == ref.type]
        fitting = exact or [e for e in candidates if compatible(e.type, ref.type)]
        if not fitting and len(normalise(ref.name).split()) > 1:
            fitting = candidates
        return fitting[0].id if fitting else None

    def resolve(self, ref: Ref, episode: Episode, span: tuple[int, int]) -> str | None:
        """The entity that a reference means; a new one is proposed under an id of its own.

        Returns:
            None for a name of nothing but spaces and control characters.
        """
        if not normalise(ref.name):
            return None
        found = self.match(ref)
        if found is not None:
            return found
        entity = self._rows.allocate("e")
        self._proposals[entity] = Proposal(ref, episode.id, span_of(ref.name, episode, span))
        return entity

    def settle(self, entity: str) -> None:
        """Bring a proposed entity into being."""
        proposal = self._proposals.pop(entity, None)
        if proposal is None:
            return
        ref = proposal.ref
        self._rows.put(Entity(entity, ref.name, ref.type, ref.named))
        self.renamed[entity] = ref.name
        self.testify(entity, ref, proposal.episode, proposal.span)

    def discard(self) -> None:
        """Forget the proposals that no edit used, newest first, and free their ids."""
        for entity in sorted(self._proposals, key=number, reverse=True):
            if self._rows.give_back(entity):
                del self._proposals[entity]

    # --- naming -----------------------------------------------------------------------------------

    def mention(self, entity: str, ref: Ref, episode: Episode, span: tuple[int, int]) -> None:
        """Learn from a mention: a proper name for a description, a type for an unknown one."""
        row = self.of(entity)
        better = (ref.named and not row.named) or more_telling(row.type, ref.type) != row.type
        if better and compatible(row.type, ref.type):
            self.testify(row.id, ref, episode.id, span_of(ref.name, episode, span))
            self.refold(row.id)

    def give(
        self, entity: str, ref: Ref, episode: str | None, span: tuple[int, int] | None
    ) -> bool:
        """Give an entity one more name; False when it has it already with the same standing."""
        root = self.root(entity)
        norm = normalise(ref.name)
        for alias in self._rows.find(Alias, "entity", [root]):
            if normalise(alias.name) == norm and alias.named >= ref.named:
                return False
        self.testify(root, ref, episode, span)
        self.refold(root)
        return True

    def merge(self, entity: str, into: str) -> None:
        """Make an entity part of another."""
        source, target = self.of(entity), self.of(into)
        if source.id == target.id:
            return
        self._write(replace(source, merged_into=target.id))
        self._merged.setdefault(target.id, []).append(source.id)
        self.refold(target.id)

    def split(self, entity: str) -> None:
        """Take a merged entity out again."""
        row = self._rows.row(Entity, entity)
        if row is None or row.merged_into is None:
            return
        old = self.root(row.merged_into)
        self._write(replace(row, merged_into=None))
        for parts in self._merged.values():
            if entity in parts:
                parts.remove(entity)
        self.refold(old)
        self.refold(entity)

    def refold(self, entity: str) -> None:
        """Give an entity the name and type that its aliases fold to."""
        row = self._rows.row(Entity, entity)
        if row is None:
            return
        named = fold_names(self._rows.find(Alias, "entity", self.members(entity)), entity)
        if named is None:
            return
        if (named.name, named.type, named.named) != (row.name, row.type, row.named):
            if named.name != row.name:
                self.renamed[entity] = named.name
            self._write(replace(row, name=named.name, type=named.type, named=named.named))

    def _write(self, row: Entity) -> None:
        """Put an entity's row again, noting when unless it came to be in the same entry."""
        if not self._rows.written_now(row.id) and self._now not in row.changed:
            row = replace(row, changed=(*row.changed, self._now))
        self._rows.put(row)

    def testify(
        self, entity: str, ref: Ref, episode: str | None, span: tuple[int, int] | None
    ) -> None:
        """Write an alias: a name with the words it came from; `refold` makes it count."""
        alias = Alias(
            id=self._rows.allocate("a"),
            entity=entity,
            name=ref.name,
            episode=episode,
            span=span,
            named=ref.named,
            type=ref.type,
        )
        self._rows.put(alias)


def is_owned(name: str) -> bool:
    """Whether a description says whose it is: "Nora's cat", "the dogs' house"."""
    return bool(_OWNED.search(name))


def _word_for_name(ref: Ref, entity: Entity) -> bool:
    """Whether one is a proper name and the other a common noun ("Apple", "an apple").

    Two of one known type are no such pair (a person whose name is written small), nor is a
    description with its owner ("Nora's cat" of Biscuit); "a cat" is somebody else's.
    """
    if ref.named == entity.named:
        return False
    if normalise(ref.name) != normalise(entity.name):
        return not ref.named and not is_owned(ref.name)
    named, plain = (ref.type, entity.type) if ref.named else (entity.type, ref.type)
    return named not in _VAGUE and plain in _VAGUE


def span_of(name: str, episode: Episode, within: tuple[int, int]) -> tuple[int, int]:
    """Where an episode says a name: inside the triple's span, else anywhere, else that span."""
    start = episode.body.find(name, *within)
    if start < 0:
        start = episode.body.find(name)
    return (start, start + len(name)) if start >= 0 else within
