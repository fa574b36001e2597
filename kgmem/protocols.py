"""The seams of kgmem. Each has at least two shipped implementations; everything else is a function.

| protocol     | implementations                                             |
|--------------|-------------------------------------------------------------|
| `Encoder`    | packaged MiniLM (onnx), sentence-transformers, endpoint, `HashEncoder` |
| `LLM`        | OpenAI-compatible endpoint, local transformers, `ScriptedLLM` |
| `Extractor`  | spaCy OpenIE, language model                                |
| `EditPolicy` | rules, compact, (lm)                                        |
| `Distiller`  | budgeted greedy, (learned)                                  |
| `Store`      | embedded SQLite, Neo4j                                      |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from kgmem.records import Change, Content, Episode, JournalEntry, Record
from kgmem.results import Candidate, Rows
from kgmem.types import Edit, Floats, Observation, Ref, Triple

Kind: TypeAlias = Literal[
    "episode", "entity", "alias", "support", "ending", "version", "subgoal", "relation"
]


# --- models ---------------------------------------------------------------------------------------


@runtime_checkable
class Encoder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def id(self) -> str:
        """Name and content hash; stored in the database and compared when it is opened."""
        ...

    @property
    def dimension(self) -> int:
        """Length of every vector."""
        ...

    def encode(self, texts: Sequence[str]) -> Floats:
        """Embed texts: `(len(texts), dimension)` float32, unit rows (zero for empty text)."""
        ...

    def encode_spans(
        self, texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int]]]
    ) -> tuple[Floats, list[Floats]]:
        """Embed texts and, from the same pass, character spans of each ("late chunking").

        Returns:
            The text vectors `(n, dimension)` and for each text its span vectors `(len(spans[i]),
            dimension)`, all unit rows.
        """
        ...


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's reply and what it cost."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0


@runtime_checkable
class LLM(Protocol):
    """A chat model."""

    @property
    def id(self) -> str:
        """Name for the journal and for reports; never contains a key."""
        ...

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_tokens: int = 512,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """Answer one prompt at temperature 0.

        Args:
            system: the instructions.
            user: the input.
            max_tokens: most tokens of the reply.
            schema: JSON schema of the reply, used where the endpoint supports it.

        Raises:
            ModelError: the endpoint failed or timed out.
        """
        ...

    def count_tokens(self, text: str) -> int:
        """How many tokens the model's tokenizer makes of a text (estimated where it is unknown)."""
        ...


# --- extraction -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExtractionContext:
    """What an extractor may know beside the observations.

    Attributes:
        recent: earlier observations of the same threads, oldest first (at most about eight a
            thread): for pronouns, addressees and answers to questions.
        participants: by thread, the speakers seen so far.
        known: looks a name up among the namespace's entities; empty when there is none.
        relations: the namespace's own relations (`RelationRow.body`), beside the shipped catalogue.
        entity_types: the user's own entity types, name to description.
    """

    recent: tuple[Observation, ...] = ()
    participants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    known: Callable[[str], tuple[Ref, ...]] = field(default=lambda _name: ())
    relations: tuple[Mapping[str, Any], ...] = ()
    entity_types: Mapping[str, str] = field(default_factory=dict)


class Extractor(Protocol):
    """Turns observations into triples."""

    @property
    def id(self) -> str:
        """Name and version, for the journal and for `kgmem rebuild`."""
        ...

    @property
    def slow(self) -> bool:
        """Whether it may take seconds or fail: its episodes are made durable before it runs."""
        ...

    def extract(
        self, observations: Sequence[Observation], context: ExtractionContext
    ) -> list[list[Triple]]:
        """Triples for each observation, in order; spans count in the observation's body.

        A batch gives what repeated calls would: earlier observations of the batch serve as `recent`
        for later ones. Never raises for content: what cannot be read gives no triples.
        """
        ...


# --- edits ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A fact that a triple may repeat, refine or contradict.

    Attributes:
        fact: id.
        content: what it says now.
        status: live, ended or retracted.
        tier: asserted or tentative.
        trust: the highest trust among its supports.
        supports: how many; counted only where the relation holds one value, else 0.
        said: ISO time of its latest support (of its first where the relation holds many values).
        similarity: cosine between the triple's vector and the fact's (0 when unknown).
        relation_to: why it is a neighbour: `same_subject_relation`, `same_pair`, `same_object` or
            `similar`.
        object_name: name of the object or text of the literal.
        object_named: the object is an entity with a proper name.
        first_said: ISO time of its first support.
        here: the same episode supports it.
    """

    fact: str
    content: Content
    status: Literal["live", "ended", "retracted"]
    tier: Literal["asserted", "tentative"]
    trust: float
    supports: int
    said: str
    similarity: float
    relation_to: str
    object_name: str = ""
    object_named: bool = False
    first_said: str = ""
    here: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """One triple to decide on, its names resolved, with the facts around it.

    Attributes:
        triple: as extracted.
        content: the same with entity ids.
        episode: where it was said.
        tier: the tier that its confidence gives.
        neighbors: facts about the same subject with the same or a near relation, about the same
            pair, or close in meaning; at most 24.
        cardinality: `one` or `many`: how many values the relation holds at a time.
        corrects: entity id or literal text that `triple.corrects` resolved to; empty for an empty
            value.
    """

    triple: Triple
    content: Content
    episode: Episode
    tier: Literal["asserted", "tentative"]
    neighbors: tuple[Neighbor, ...]
    cardinality: Literal["one", "many"]
    corrects: str | None = None


class EditPolicy(Protocol):
    """Chooses the edits; the ledger validates them."""

    @property
    def id(self) -> str:
        """Name and version, for the journal."""
        ...

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        """Edits for each case: one `ADD`, `MERGE` or `NOOP`, and any `DELETE`s that go with it."""
        ...


# --- reading and writing --------------------------------------------------------------------------


class Distiller(Protocol):
    """Chooses the few candidates that answer, within a token budget."""

    def distil(
        self,
        question: str,
        candidates: Sequence[Candidate],
        *,
        budget: int,
        count: Callable[[str], int],
    ) -> list[Candidate]:
        """The kept candidates in time order; each `Candidate.reason` says why it was kept."""
        ...


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What a database says of itself.

    Attributes:
        schema: version of its schema.
        encoder: id of the encoder whose vectors it holds; empty while it holds none.
        dimension: of those vectors; 0 while it holds none.
        location: for people; never contains a password.
        unproved: erasures whose proof `scrub` still owes (`ForgetPending`, or a crash before it).
    """

    schema: int
    encoder: str
    dimension: int
    location: str
    unproved: int = 0


class Reader(Protocol):
    """One namespace at one revision, unaffected by later writes while it is open."""

    @property
    def namespace(self) -> str:
        """The namespace read."""
        ...

    @property
    def revision(self) -> int:
        """`seq` of the last journal entry; 0 for an empty namespace."""
        ...

    @property
    def epoch(self) -> int:
        """Rises when snapshots must be loaded anew (forgetting, re-embedding)."""
        ...

    def counters(self) -> dict[str, int]:
        """The highest number given out by id prefix (`ep e a f v s x g t`); never goes back."""
        ...

    def get(self, ids: Iterable[str]) -> dict[str, Record]:
        """Rows by id; `f…` gives the fact's current `Version`; unknown ids are left out."""
        ...

    def find(self, kind: Kind, field: str, values: Iterable[str]) -> list[Record]:
        """Rows of `kind` whose indexed `field` is one of `values`, in id order.

        Indexed: episode.source, episode.thread, episode.subgoal, episode.state, entity.merged_into,
        alias.entity, alias.episode, alias.norm (the normalised name), support.fact,
        support.episode, ending.fact, ending.by, ending.episode, version.fact (all versions),
        version.subject, version.object (current versions by entity), subgoal.task, subgoal.parent,
        subgoal.status.
        """
        ...

    def scan(self, kind: Kind) -> Iterator[Record]:
        """All rows of a kind in id order (`version`: all versions, old ones too)."""
        ...

    def columns(self, kind: Literal["fact", "episode", "entity"]) -> dict[str, Any]:
        """A kind's rows as columns, for loading a snapshot quickly; see `kgmem.snapshot`."""
        ...

    def vectors(self, ids: Sequence[str] | None, kind: str) -> tuple[list[str], Floats]:
        """Vectors of a kind (`fact`, `episode`, `entity`), all or some: ids, `(n, dimension)`."""
        ...

    def terms(
        self, ids: Sequence[str] | None, kind: str
    ) -> tuple[list[str], npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
        """Lexical terms of `kind` (`fact`, `episode`): ids, offsets `(n + 1,)`, term hashes."""
        ...

    def journal(self, since: int = 0, limit: int | None = None) -> Iterator[JournalEntry]:
        """Entries with `seq > since` in order."""
        ...

    def step(self, step: str) -> list[JournalEntry]:
        """The entries of one step."""
        ...


@runtime_checkable
class Exclusive(Protocol):
    """A store that can hold off other writers; optional, beside `Store`."""

    def exclusive(self) -> AbstractContextManager[None]:
        """Hold off other writers until the next `apply` of this thread, or until the block ends."""
        ...


class Store(Protocol):
    """Keeps effects and answers reads; it has no opinion."""

    @property
    def info(self) -> StoreInfo:
        """What the database says of itself."""
        ...

    def namespaces(self) -> list[str]:
        """Names of all namespaces, sorted."""
        ...

    def read(self, namespace: str) -> AbstractContextManager[Reader]:
        """Open a pinned read; an unknown namespace reads as empty at revision 0."""
        ...

    def apply(self, namespace: str, change: Change, *, expected: int) -> int:
        """Write a change in one transaction and return the new revision.

        Raises:
            StaleRevision: the namespace is no longer at `expected`.
            StoreBusy, StoreReadOnly, StoreFull: nothing was written.
        """
        ...

    def set_encoder(self, encoder: str, dimension: int) -> None:
        """Record the encoder of all vectors, once, before the first is written."""
        ...

    def replace_vectors(
        self, namespace: str, kind: str, ids: Sequence[str], vectors: Floats
    ) -> None:
        """Write vectors of a re-embedding under way; `finish_reembed` makes them the ones read."""
        ...

    def finish_reembed(self, encoder: str, dimension: int) -> None:
        """Make the replaced vectors current, atomically, and raise every namespace's epoch."""
        ...

    def scrub(self, needles: Sequence[str]) -> list[str]:
        """After deletions: purge free pages and logs, then return the needles still in the files.

        Raises:
            ForgetPending: a reader pins old pages.
        """
        ...

    def drop_namespace(self, namespace: str) -> int:
        """Delete every row of a namespace, journal included; returns how many facts went."""
        ...

    def query(
        self,
        namespace: str,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        across_namespaces: bool = False,
    ) -> Rows:
        """Run read-only Cypher with `$namespace` bound.

        Raises:
            QueryError: it writes, is invalid, or forgets `$namespace` where there are several.
        """
        ...

    def check(self) -> list[str]:
        """Integrity problems of the files themselves, none when sound."""
        ...

    def size(self, namespace: str) -> dict[str, int]:
        """Row counts by kind, and `bytes` of the whole store."""
        ...

    def close(self) -> None:
        """Release everything."""
        ...
