"""One namespace at one revision as arrays: what retrieval searches and the ledger looks up.

A snapshot never changes. `load` builds one from a reader, `advance` makes the next one from journal
entries, sharing all that did not change; `kgmem.snapshot.cache` keeps them current.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
import numpy.typing as npt

from kgmem.codec import number
from kgmem.protocols import Reader
from kgmem.records import JournalEntry, Record, Version
from kgmem.snapshot.columns import pair_key, relation_key
from kgmem.snapshot.corpus import Corpus
from kgmem.snapshot.growing import Growing, Strings, Vocabulary
from kgmem.snapshot.index import Index
from kgmem.snapshot.names import Names
from kgmem.snapshot.table import Table
from kgmem.types import Floats, Ints

_TAIL = 400


@dataclass(frozen=True, slots=True)
class Fillers:
    """The entities that fill qualifiers, in the order of the fact rows they belong to.

    Attributes:
        rows: `(m,)` int32 fact rows, ascending.
        entities: `(m,)` int64 entity numbers.
    """

    rows: Growing
    entities: Growing

    def of(self, row: int) -> Ints:
        """The entities in the qualifiers of a fact row."""
        rows = self.rows.values
        start, end = np.searchsorted(rows, (row, row + 1))
        found: Ints = self.entities.values[start:end]
        return found

    def appended(self, rows: Sequence[int], entities: Sequence[int]) -> Fillers:
        """The same with more behind them; `rows` are new and ascending."""
        return Fillers(self.rows.appended(rows), self.entities.appended(entities))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One namespace at one revision.

    Rows of a table are addressed by position; one that is not `alive` was replaced by a later one.
    Ids go in and out as strings, entity ids as the roots of their merges.

    Attributes:
        namespace: whose memory this is.
        revision: `seq` of the last journal entry in it.
        epoch: of the store's namespace when it was loaded.
        counters: highest number given out by id prefix.
        strings: codes of relations, threads, speakers, roles, origins and types.
        facts: current versions (`columns.FACT_COLUMNS`), ended and retracted ones included.
        fact_texts: their words and vectors, row by row.
        episodes: `columns.EPISODE_COLUMNS`, `session` (a number for each stretch of a thread) and
            `previous` (number of the episode before it in its session).
        episode_texts: their words and vectors.
        entities: `type` (code) and `named`.
        labels: the entities' names, row by row.
        entity_texts: the words and vectors of the names.
        supports: `fact` and `episode` numbers.
        aliases: `entity` numbers.
        alias_names: the aliases, row by row.
        fillers: the entities in qualifiers.
        indexes: `subject`, `subject_relation`, `object`, `object_relation`, `pair`, `qualifier`
            (to fact rows), `support_fact`, `support_episode` (to support rows), `alias` (entity to
            alias rows), `thread`, `session`, `subgoal`, `previous` (to episode rows).
        names: normalised names and merges.
        versions: in a snapshot of the past the versions it holds, by fact; otherwise empty.
        gone: in a snapshot of the past the rows that an undo dropped since, by id; otherwise empty.
        beyond: in a partial snapshot how many facts each entity has in the whole memory.
    """

    namespace: str
    revision: int
    epoch: int
    counters: Mapping[str, int]
    strings: Vocabulary
    facts: Table
    fact_texts: Corpus
    episodes: Table
    episode_texts: Corpus
    entities: Table
    labels: Strings
    entity_texts: Corpus
    supports: Table
    aliases: Table
    alias_names: Strings
    fillers: Fillers
    indexes: Mapping[str, Index]
    names: Names
    versions: Mapping[str, Version] = field(default_factory=dict, repr=False)
    gone: Mapping[str, Record] = field(default_factory=dict, repr=False)
    beyond: Mapping[int, int] = field(default_factory=dict, repr=False)

    @staticmethod
    def load(reader: Reader) -> Snapshot:
        """Build the snapshot of a reader's namespace at its revision."""
        from kgmem.snapshot.loading import load

        return load(reader)

    @staticmethod
    def at(reader: Reader, known_at: datetime) -> Snapshot:
        """Build what memory believed at a time: versions whose recorded interval contains it."""
        from kgmem.snapshot.history import load_at

        return load_at(reader, known_at)

    def advance(
        self,
        entries: Iterable[JournalEntry],
        *,
        terms: Mapping[str, npt.NDArray[np.uint32]],
        vectors: Mapping[str, Floats],
    ) -> Snapshot:
        """The snapshot after some journal entries, which follow `revision`.

        Args:
            entries: in order.
            terms: of the facts and episodes that are new or changed, by id.
            vectors: of the facts, episodes and entities that are new or changed, by id.

        Raises:
            Outdated: the entries cannot be followed; load the snapshot anew.
        """
        from kgmem.snapshot.following import advance

        return advance(self, entries, terms, vectors)

    # --- entities ---------------------------------------------------------------------------------

    def entities_named(self, norm: str) -> list[str]:
        """Entities whose normalised name or alias is `norm`, as merge roots, oldest first."""
        roots = {self.names.root(e) for e in self.names.find(norm)}
        return [f"e{e}" for e in sorted(roots)]

    def root(self, entity: str) -> str:
        """The entity that an entity is part of after merges."""
        return f"e{self.names.root(number(entity))}"

    def name(self, entity: int) -> str:
        """The name of an entity's merge root; empty for an unknown number."""
        row = self.entities.row(self.names.root(entity))
        return self.labels[row] if row >= 0 else ""

    def label(self, entity: str) -> tuple[str, bool] | None:
        """What an entity's own row calls it and whether that is a name; None for an unknown one."""
        row = self.entities.row(number(entity))
        return (self.labels[row], bool(self.entities["named"][row])) if row >= 0 else None

    def entity_type(self, entity: int) -> str:
        """The type of an entity's merge root; "thing" for an unknown number."""
        row = self.entities.row(self.names.root(entity))
        return self.strings[int(self.entities["type"][row])] if row >= 0 else "thing"

    # --- facts ------------------------------------------------------------------------------------

    def facts_of(self, subject: str, relation: str | None = None, *, limit: int = 64) -> list[str]:
        """Facts about a subject, newest first, ended and retracted ones included."""
        return self._by_entity("subject", subject, relation, limit)

    def facts_like(
        self, subject: str, relation: str, vector: Floats, *, newest: int, closest: int, pool: int
    ) -> list[str]:
        """The newest facts of a relation and, of those before them, the closest in meaning.

        Args:
            subject: whose facts.
            relation: of which relation.
            vector: unit vector `(dimension,)`.
            newest: how many of the newest, first in the result.
            closest: how many of the others, closest first.
            pool: among how many others, the newest of them, those are looked for.
        """
        code = self.strings.find(relation)
        keys = [relation_key(e, code) for e in self.names.group(number(subject))]
        rows = self.latest("subject_relation", keys, newest + pool)
        if len(rows) > newest + closest:
            others = rows[newest:]
            order = np.argsort(-self.fact_texts.cosines(vector, others), kind="stable")
            rows = np.concatenate([rows[:newest], others[order[:closest]]])
        return self._fact_ids(rows)

    def facts_by_object(
        self, target: str, relation: str | None = None, *, limit: int = 64
    ) -> list[str]:
        """Facts with an entity as their object, newest first."""
        return self._by_entity("object", target, relation, limit)

    def facts_by_qualifier(self, entity: str, *, limit: int = 64) -> list[str]:
        """Facts with an entity in a qualifier, newest first."""
        return self._fact_ids(self.latest("qualifier", self.names.group(number(entity)), limit))

    def facts_between(self, subject: str, target: str, *, limit: int = 64) -> list[str]:
        """Facts from a subject to an object, newest first."""
        keys = [
            pair_key(a, b)
            for a in self.names.group(number(subject))
            for b in self.names.group(number(target))
        ]
        return self._fact_ids(self.latest("pair", keys, limit))

    def similar_facts(
        self, vector: Floats, k: int, subject: str | None = None
    ) -> list[tuple[str, float]]:
        """The facts closest in meaning to a unit vector, with their cosines, best first.

        Args:
            vector: `(dimension,)`.
            k: how many.
            subject: only facts about this entity.
        """
        allowed = self.facts.alive
        if subject is not None:
            group = self.names.group(number(subject))
            allowed = allowed & np.isin(self.facts["subject"], group)
        rows, scores = self.fact_texts.similar(vector, allowed, k)
        return list(zip(self._fact_ids(rows), scores.tolist(), strict=True))

    def fact_cosines(self, vector: Floats, facts: Sequence[str]) -> list[float]:
        """Cosines of some facts with a unit vector, 0 where a fact has none."""
        rows = self.facts.rows([int(f[1:]) for f in facts])
        if not len(self.fact_texts):
            return [0.0] * len(facts)
        found = np.where(rows >= 0, self.fact_texts.cosines(vector, rows), 0.0)
        cosines: list[float] = found.tolist()
        return cosines

    def fact_vector(self, fact: str) -> Floats | None:
        """The vector of a fact; None where it has none."""
        row = self.facts.row(number(fact))
        if row < 0 or not self.fact_texts.vectors.values.shape[1]:
            return None
        vector: Floats = self.fact_texts.vectors.values[row]
        return vector if vector.any() else None

    def degrees(self, entities: Ints) -> Ints:
        """How many facts each of some entities takes part in, in any role, `(k,)`."""
        if self.beyond:
            return np.array([self.beyond.get(e, 0) for e in entities.tolist()], dtype=np.int64)
        counts = np.zeros(len(entities), dtype=np.int64)
        for role in ("subject", "object", "qualifier"):
            counts += self.indexes[role].counts(entities)
        return counts

    def latest(self, index: str, keys: Sequence[int], limit: int) -> npt.NDArray[np.int32]:
        """The newest living fact rows of several keys of an index; never scans a hub."""
        found = [self.indexes[index].latest(k, limit, self.facts.alive) for k in keys]
        if len(found) == 1:
            return found[0]
        merged: npt.NDArray[np.int32] = np.unique(np.concatenate(found))[::-1][:limit]
        return merged

    # --- evidence ---------------------------------------------------------------------------------

    def episodes_of(self, fact: int, limit: int = 64) -> list[int]:
        """Numbers of the episodes that support a fact, latest support first."""
        rows = self.indexes["support_fact"].latest(fact, limit, self.supports.alive)
        return list(dict.fromkeys(self.supports["episode"][rows].tolist()))

    def facts_in(self, episode: int, limit: int = 256) -> list[int]:
        """Numbers of the facts that an episode supports."""
        rows = self.indexes["support_episode"].latest(episode, limit, self.supports.alive)
        return list(dict.fromkeys(self.supports["fact"][rows[::-1]].tolist()))

    # --- threads ----------------------------------------------------------------------------------

    def thread_tail(self, thread: str, count: int, *, before: int | None = None) -> list[str]:
        """Ids of the last episodes of a thread, oldest first.

        Args:
            thread: its name.
            count: how many at most.
            before: only episodes with a lower number.
        """
        index, alive = self.indexes["thread"], self.episodes.alive
        if before is not None:
            alive = alive & (self.episodes.numbers < before)
        # A finished episode stands in a later row than those that came after it while it waited.
        rows = index.latest(self.strings.find(thread), 4 * count, alive)
        numbers = np.sort(self.episodes.numbers[rows])[-count:] if count > 0 else rows[:0]
        return [f"ep{n}" for n in numbers.tolist()]

    def speakers(self, thread: str) -> tuple[str, ...]:
        """Who spoke in the last few hundred episodes of a thread, in order of first appearance."""
        rows = self.indexes["thread"].latest(self.strings.find(thread), _TAIL, self.episodes.alive)[
            ::-1
        ]
        codes = dict.fromkeys(self.episodes["speaker"][rows].tolist())
        return tuple(name for code in codes if (name := self.strings[code]))

    def _by_entity(self, index: str, entity: str, relation: str | None, limit: int) -> list[str]:
        group: Sequence[int] = self.names.group(number(entity))
        if relation is None:
            return self._fact_ids(self.latest(index, group, limit))
        code = self.strings.find(relation)
        keys = [relation_key(e, code) for e in group]
        return self._fact_ids(self.latest(f"{index}_relation", keys, limit))

    def _fact_ids(self, rows: npt.NDArray[np.int32]) -> list[str]:
        return [f"f{n}" for n in self.facts.numbers[rows].tolist()]
