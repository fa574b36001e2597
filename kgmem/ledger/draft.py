"""A draft: a pinned read, what is changed on top of it, and the journal entries that say why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal

import numpy as np

from kgmem.codec import prefix
from kgmem.errors import InputError
from kgmem.language.relations import Catalogue
from kgmem.language.tokens import terms
from kgmem.ledger import cases, deciding, returning
from kgmem.ledger.entities import Names
from kgmem.ledger.index import Index
from kgmem.ledger.overlay import Overlay
from kgmem.protocols import Case, Reader
from kgmem.records import Change, Content, EntityId, Episode, JournalEntry, Record
from kgmem.results import Decision
from kgmem.settings import Settings
from kgmem.types import Edit, Floats, Observation, Triple


class Draft:
    """Collects the changes of one transaction. Not thread-safe; lives as long as its reader.

    Attributes:
        reader: the pinned read that the plan is made on.
        index: lookups at the reader's revision.
        now: when the changes are recorded; never before the last journal entry.
        rows: the reader's rows as changed so far.
        names: entity resolution over `rows`.
        vectors: embeddings known so far, by id of a support, fact, episode or entity.
        withdrawn: entities that facts withdrawn for a rebuilding spoke of.
        case_vectors: those of cases not yet decided, by episode and content.
        texts: what needs terms and vectors, by id of a fact or episode.
        erase: journal positions whose payload is forgotten.
    """

    def __init__(
        self,
        reader: Reader,
        index: Index,
        *,
        now: datetime,
        catalogue: Catalogue,
        settings: Settings,
    ) -> None:
        """Start without changes."""
        self.reader = reader
        self.index = index
        self.now = max([now, *(e.time for e in reader.journal(reader.revision - 1))])
        self.catalogue = catalogue
        self.settings = settings
        self.rows = Overlay(reader)
        self.names = Names(self.rows, index, self.now)
        self.vectors: dict[str, Floats] = {}
        self.case_vectors: dict[tuple[str, Content], Floats] = {}
        self.texts: dict[str, str] = {}
        self.erase: set[int] = set()
        self.withdrawn: dict[str, None] = {}
        self._recent: dict[tuple[str, str], list[str]] = {}
        self._entries: list[JournalEntry] = []
        self._step = ""
        self._open = 0

    # --- steps and ids ----------------------------------------------------------------------------

    def begin_step(self) -> str:
        """Start the next step: what follows is undone as one. Returns its id."""
        self._open = 0
        self.names.discard()
        self._step = self.rows.allocate("t")
        return self._step

    def new_id(self, kind: str) -> str:
        """The next id with this prefix (`g`, `f`, ...)."""
        return self.rows.allocate(kind)

    def enter(
        self,
        op: str,
        *,
        author: str = "",
        cause: str | None = None,
        reason: str = "",
        score: float | None = None,
        decision: Sequence[Edit] = (),
    ) -> None:
        """Close a journal entry over the rows changed since the last one."""
        if not self._step:
            raise InputError("begin_step() comes before the first change")
        self._entries.append(
            JournalEntry(
                seq=self.reader.revision + len(self._entries) + 1,
                step=self._step,
                time=self.now,
                op=op,
                author=author,
                cause=cause,
                reason=reason,
                score=score,
                decision=tuple(decision),
                effects=self.rows.take_effects(),
            )
        )

    # --- what comes in ----------------------------------------------------------------------------

    def add_episode(
        self,
        observation: Observation,
        *,
        state: Literal["pending", "done"] = "done",
        vector: Floats | None = None,
    ) -> Episode:
        """Store an observation."""
        o = observation
        episode = Episode(
            id=self.rows.allocate("ep"),
            text=o.text,
            time=o.time,
            recorded=self.now,
            speaker=o.speaker,
            role=o.role,
            thread=o.thread,
            subgoal=o.subgoal,
            source=o.source,
            trust=o.trust,
            origin=o.origin,
            addressee=o.addressee,
            caption=o.caption,
            state=state,
            metadata=dict(o.metadata),
        )
        self.rows.put(episode)
        self.texts[episode.id] = episode.body
        if vector is not None:
            self.vectors[episode.id] = vector
        self.enter("episode", author=o.speaker or o.role, cause=episode.id)
        return episode

    def record(
        self,
        op: str,
        record: Record,
        *,
        author: str = "",
        reason: str = "",
        cause: str | None = None,
    ) -> None:
        """Write one row with a journal entry of its own (subgoals, relations, episode states)."""
        self.rows.put(record)
        self.enter(op, author=author, reason=reason, cause=cause)

    def drop(
        self,
        op: str,
        identifier: str,
        *,
        author: str = "",
        reason: str = "",
        cause: str | None = None,
    ) -> None:
        """Remove one row with a journal entry of its own."""
        self.rows.drop(identifier)
        self.enter(op, author=author, reason=reason, cause=cause)

    # --- deciding ---------------------------------------------------------------------------------

    def case(self, episode: Episode, triple: Triple, vector: Floats | None) -> Case | None:
        """A triple with its names resolved and the facts around it; None when it has no subject."""
        made = cases.case(self, episode, triple, vector)
        self._open += made is not None
        return made

    def given_up(self, case: Case) -> list[Triple]:
        """What else a case denies: who went back to Vim no longer uses what came after it."""
        return returning.given_up(self, case)

    def decide(self, case: Case, edits: Sequence[Edit], author: str) -> list[Decision]:
        """Carry out the edits chosen for a case, except those that the ledger refuses."""
        return deciding.decide(self, case, edits, author)

    def close_case(self) -> None:
        """Note that a case is decided; with the last open one, unused entities are given up."""
        self._open = max(0, self._open - 1)
        if not self._open:
            self.names.discard()

    # --- facts made in this draft -----------------------------------------------------------------

    def note_fact(self, fact: str, content: Content) -> None:
        """Remember a fact of this draft, so that later triples see it."""
        subject = self.names.root(content.subject)
        self._recent.setdefault((subject, content.relation), []).append(fact)
        self._recent.setdefault((subject, ""), []).append(fact)
        if isinstance(content.object, EntityId):
            target = self.names.root(content.object.id)
            self._recent.setdefault((subject, target), []).append(fact)
            self._recent.setdefault((target, f"{content.relation} of"), []).append(fact)

    def recent_facts(self, entities: Iterable[str], other: str = "") -> list[str]:
        """Facts of this draft about any of these entities, newest first.

        Args:
            entities: the subjects.
            other: a relation, or the entity that is the object; empty for any. With "RELATION of"
                they are the objects.
        """
        return [f for e in entities for f in reversed(self._recent.get((e, other), []))]

    # --- the result -------------------------------------------------------------------------------

    def change(self) -> Change:
        """Everything so far as one transaction. No entries when nothing happened."""
        texts = self._live_texts()
        return Change(
            entries=tuple(self._entries),
            terms={i: self._terms(i, t) for i, t in texts.items() if prefix(i) != "e"},
            vectors={i: self.vectors[i] for i in texts if i in self.vectors},
            erase=tuple(sorted(self.erase)),
        )

    def unembedded(self) -> list[tuple[str, str]]:
        """Ids and texts that the change needs vectors for and that have none yet."""
        return [(i, text) for i, text in self._live_texts().items() if i not in self.vectors]

    def _live_texts(self) -> dict[str, str]:
        """Texts of the facts, episodes and entities that are new or read differently now."""
        texts = {**self.texts, **self.names.renamed}
        return {i: text for i, text in texts.items() if self.rows.get(i) is not None}

    def _terms(self, identifier: str, text: str) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
        record = self.rows.get(identifier)
        if isinstance(record, Episode) and record.speaker:
            text = f"{record.speaker}: {text}"
        return terms(text)
