"""What a store holds: the records of the graph and the journal that it is the fold of.

Ids are strings, short and per namespace: `ep88` an episode, `e12` an entity, `a7` an alias, `f305`
a fact, `v310` a version of a fact, `s400` a support, `x9` an ending, `g3` a subgoal, `j1024` a
journal entry, `t17` a step, `r:lives_in` a relation of the users. A fact has no row of its own: its
supports and endings say what it is, and its versions record how that looked over time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from kgmem.types import (
    Bound,
    Edit,
    EndingKind,
    FactKind,
    FactStatus,
    Floats,
    Modality,
    Origin,
    Role,
    SubgoalStatus,
    Tier,
    Validity,
    Value,
)


@dataclass(frozen=True, slots=True)
class Episode:
    """A stored observation: AriGraph's episodic vertex. Its text never changes."""

    id: str
    text: str
    time: datetime
    recorded: datetime
    speaker: str | None = None
    role: Role = "user"
    thread: str = ""
    subgoal: str | None = None
    source: str | None = None
    trust: float = 1.0
    origin: Origin = "observed"
    addressee: str | None = None
    caption: str = ""
    state: Literal["pending", "done"] = "done"
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def body(self) -> str:
        """The text that spans count in: the words, then the caption on a line of its own."""
        return f"{self.text}\n{self.caption}" if self.caption else self.text


@dataclass(frozen=True, slots=True)
class Entity:
    """A semantic vertex: name, type and `named` are the fold of its aliases.

    Attributes:
        named: the name is a proper name.
        merged_into: the entity that a reversible merge made it part of.
        changed: when the row was written again, so that forgetting finds where its names stood.
    """

    id: str
    name: str
    type: str = "thing"
    named: bool = False
    merged_into: str | None = None
    changed: tuple[datetime, ...] = ()


@dataclass(frozen=True, slots=True)
class Alias:
    """A name that an entity got, with the words it came from (none when a person gave it).

    Attributes:
        named: those words used it as a proper name.
        type: what those words say the entity is; "thing" when they do not say.
    """

    id: str
    entity: str
    name: str
    episode: str | None = None
    span: tuple[int, int] | None = None
    named: bool = False
    type: str = "thing"


@dataclass(frozen=True, slots=True)
class EntityId:
    """A `Ref` after resolution: the object or a qualifier of a fact in the graph."""

    id: str


Filler: TypeAlias = EntityId | Value


@dataclass(frozen=True, slots=True)
class Slot:
    """A qualifier of a fact in the graph."""

    role: str
    filler: Filler


@dataclass(frozen=True, slots=True)
class Content:
    """What a fact says: a triple with its names resolved to entities.

    A support keeps the content that its episode contributed, a version the fold of them.
    """

    subject: str
    relation: str
    predicate: str
    object: Filler | None
    text: str
    qualifiers: tuple[Slot, ...] = ()
    validity: Validity = field(default=Validity())
    kind: FactKind = "state"
    positive: bool = True
    modality: Modality = "actual"
    confidence: float = 1.0
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class Support:
    """One episode's testimony for a fact: which words, and what they say."""

    id: str
    fact: str
    episode: str
    span: tuple[int, int]
    content: Content
    trust: float = 1.0
    said: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a fact no longer holds. It lasts while its witness has support.

    Attributes:
        fact: the fact that is ended or retracted.
        by: the fact that contradicts it; None when a person retracted it.
        episode: the episode of the words that said so; the ending goes when it is forgotten,
            unless `by` keeps support from another episode.
        at: when it ceased to hold, for `ended`.
    """

    id: str
    fact: str
    kind: EndingKind
    at: Bound | None = None
    by: str | None = None
    episode: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """One immutable state of a fact; the current one has no `recorded_to`.

    `fold(supports, endings)` gives `content`, `tier`, `status`, `trust` and `ended`.
    """

    id: str
    fact: str
    content: Content
    tier: Tier
    status: FactStatus
    trust: float
    said: datetime
    recorded_from: datetime
    recorded_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Subgoal:
    """HiAgent's unit: a partition of episodes, folded to a summary when closed."""

    id: str
    description: str
    status: SubgoalStatus = "open"
    summary: str = ""
    parent: str | None = None
    task: str = ""
    opened: datetime | None = None
    closed: datetime | None = None
    unfolded: bool = False


@dataclass(frozen=True, slots=True)
class RelationRow:
    """A relation of the user's in a namespace (`body`: a `language.relations.Relation`)."""

    id: str
    body: Mapping[str, Any]


Record: TypeAlias = Episode | Entity | Alias | Support | Ending | Version | Subgoal | RelationRow


@dataclass(frozen=True, slots=True)
class Effect:
    """One row changed: `record` is the row as it is now; None means that the row is gone.

    The graph is the fold of the effects in journal order: `state[id] = record` or `del state[id]`.
    """

    id: str
    record: Record | None


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """Who changed what, why, and exactly how.

    Attributes:
        seq: position in the namespace's journal, from 1; the revision is the last one's.
        step: the group that is undone as one (`t17`).
        time: when it was recorded.
        op: `episode`, `edit`, `entity`, `alias`, `merge`, `split`, `subgoal`, `tell`, `correct`,
            `retract`, `relation`, `undo`, `forget`, `rebuild`, `import`.
        author: the policy with its version, or the person.
        cause: the episode (or the step, for `undo`) that led to it.
        reason: one line for people.
        score: the policy's confidence.
        decision: the edits chosen, refused ones with the refusal as reason.
        effects: the rows changed.
        erased: the payload was forgotten; only `seq`, `op` and `time` are left.
    """

    seq: int
    step: str
    time: datetime
    op: str
    author: str = ""
    cause: str | None = None
    reason: str = ""
    score: float | None = None
    decision: tuple[Edit, ...] = ()
    effects: tuple[Effect, ...] = ()
    erased: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What one transaction writes.

    Attributes:
        entries: journal entries in order, their `seq` following the expected revision.
        terms: lexical index by id (`f…`, `ep…`): one hash per stemmed word, with repetitions, in
            reading order (`language.tokens.terms`); derived, like `vectors`, not part of the fold.
        vectors: embeddings by id (`f…`, `ep…`, `e…`), unit float32 rows.
        erase: journal positions whose payload is to be erased (forgetting).
    """

    entries: tuple[JournalEntry, ...]
    terms: Mapping[str, npt.NDArray[np.uint32]] = field(default_factory=dict)
    vectors: Mapping[str, Floats] = field(default_factory=dict)
    erase: tuple[int, ...] = ()
