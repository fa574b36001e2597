"""Which names and which facts an edit of entities touches, looked up inside the write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kgmem import codec
from kgmem.records import Alias, Entity, Record, Version
from kgmem.stores.neo4j.changes import Sorted, known
from kgmem.stores.neo4j.rows import grouped, shown, visible
from kgmem.stores.neo4j.statements import run, statement

if TYPE_CHECKING:
    from neo4j import ManagedTransaction


class People:
    """The entities of a namespace as they will be after a change, loaded when they are needed."""

    def __init__(
        self,
        tx: ManagedTransaction,
        namespace: str,
        change: Sorted,
        stored: Mapping[str, Record],
        counters: Mapping[str, int],
    ) -> None:
        """Look through the change at the store.

        Args:
            tx: a transaction in which the change's rows are not written yet.
            namespace: whose.
            change: what comes and goes.
            stored: the rows that it touches, as they are.
            counters: the highest numbers before the change.
        """
        self._tx = tx
        self._namespace = namespace
        self._counters = counters
        self._gone = frozenset(change.gone)
        self._old = {i: r for i, r in stored.items() if isinstance(r, Entity)}
        self._new = {i: r for i, r in change.puts.items() if isinstance(r, Entity)}
        self._aliases = {i: r for i, r in change.puts.items() if isinstance(r, Alias)}
        self._old_aliases = [r for r in stored.values() if isinstance(r, Alias)]
        self._absent: set[str] = set()

    def now(self) -> dict[str, Entity]:
        """What is loaded, as it will be."""
        kept = {i: r for i, r in self._old.items() if i not in self._gone}
        return {**kept, **self._new}

    def load(self, ids: Iterable[str]) -> None:
        """Load entities and, along their merges, their roots."""
        while True:
            have = self._old.keys() | self._new.keys() | self._absent
            wanted = {i for i in ids if i not in have and known(i, self._counters)}
            now = {**self._old, **self._new}
            wanted |= {e.merged_into for e in now.values() if e.merged_into} - have
            if not wanted:
                return
            groups = grouped(wanted)
            rows = run(self._tx, statement("read/get") + "\nRETURN rows", self._bind(groups))
            for _, body in rows.single(strict=True)["rows"]:
                record = codec.load("e0", body)
                assert isinstance(record, Entity)
                self._old[record.id] = record
            self._absent |= wanted - self._old.keys()

    def _bind(self, groups: Mapping[str, object]) -> dict[str, object]:
        return {"namespace": self._namespace, **groups}

    def changed(self) -> set[str]:
        """Entities that the store knows and that get another name or root, or go."""
        found = {i for i in self._gone if i in self._old}
        for identifier, record in self._new.items():
            old = self._old.get(identifier)
            if old is None:
                found |= {identifier} if known(identifier, self._counters) else set()
            elif (old.name, old.merged_into) != (record.name, record.merged_into):
                found.add(identifier)
        return found

    def members(self, ids: Iterable[str]) -> tuple[set[str], dict[str, Alias]]:
        """Entities with all that is or was merged into them, and their aliases after the change."""
        found, fresh = set(ids), set(ids)
        aliases: dict[str, Alias] = {}
        while fresh:
            asked = [i for i in fresh if known(i, self._counters)]
            rows = (
                run(
                    self._tx, statement("write/group"), {"namespace": self._namespace, "ids": asked}
                ).values()
                if asked
                else []
            )
            fresh = {i for i, e in self._new.items() if e.merged_into in found} - found
            for identifier, body in rows:
                record = codec.load(f"{codec.prefix(identifier)}0", body)
                if isinstance(record, Entity):
                    self._old.setdefault(identifier, record)
                    fresh |= {identifier} - found
                elif isinstance(record, Alias) and identifier not in self._gone:
                    aliases[identifier] = record
            found |= fresh
        aliases.update({i: a for i, a in self._aliases.items() if a.entity in found})
        return found, {i: a for i, a in aliases.items() if self._aliases.get(i, a).entity in found}

    def affected(self, changed: set[str]) -> list[Version]:
        """Current versions of the facts in which changed entities stand, as stored."""
        if not changed:
            return []
        members, _ = self.members(changed)
        self.load(members)
        roots = {self._root(i, self._old) for i in changed} | members
        rows = run(
            self._tx,
            statement("write/affected"),
            {"namespace": self._namespace, "ids": sorted(members), "roots": sorted(roots)},
        )
        versions = [codec.load("v0", row["body"]) for row in rows]
        return [v for v in versions if isinstance(v, Version)]

    def named(self) -> dict[str, list[str]]:
        """The aliases that stand on an entity, for each whose names a change touches."""
        touched = {a.entity for a in (*self._aliases.values(), *self._old_aliases)}
        touched |= self.changed() | self._new.keys()
        self.load(touched)
        now = self.now()
        roots = {self._root(i, now) for i in touched} | {self._root(i, self._old) for i in touched}
        roots = {i for i in roots if i in now and now[i].merged_into is None}
        if not roots:
            return {}
        members, aliases = self.members(roots)
        self.load(members)
        now = self.now()
        entities = sorted((now[i] for i in members if i in now), key=lambda e: codec.number(e.id))
        ordered = sorted(aliases.values(), key=lambda a: codec.number(a.id))
        nodes, _ = shown(self._namespace, {"entity": [*entities], "alias": [*ordered]})
        rows = [visible("Entity", data) for data in nodes.get("Entity", ())]
        return {row["id"]: row["aliases"] for row in rows if row["id"] in roots}

    @staticmethod
    def _root(identifier: str, entities: Mapping[str, Entity]) -> str:
        seen = {identifier}
        while (found := entities.get(identifier)) is not None and found.merged_into is not None:
            if found.merged_into in seen:
                break
            identifier = found.merged_into
            seen.add(identifier)
        return identifier
