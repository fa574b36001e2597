"""Search in a store, for what is too large or too short-lived for a snapshot.

A store that can search gives the surroundings of a question as an `Extract`: the rows that a search
of the whole namespace would reach, with what the scores need to know of the rest. A partial
snapshot is made of it (`kgmem.snapshot.partial`), on which the same code ranks as on a whole one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from kgmem.protocols import Reader
from kgmem.types import Floats, Ints

Words: TypeAlias = tuple[Sequence[str] | Ints, Ints, npt.NDArray[np.uint32]]
"""Ids or their numbers, offsets into the hashes, hashes."""
Embedded: TypeAlias = tuple[Sequence[str] | Ints, Floats]
"""Ids or their numbers, vectors."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What lexical scores need to know of all texts of a kind.

    Attributes:
        total: how many there are.
        mean: mean number of their terms.
        frequencies: in how many of them a term of the question stands.
        groups: how many sessions they form; 0 where there are none.
        group_mean: mean number of terms of a session.
        group_lengths: number of terms of each session that the texts at hand are of.
        group_hits: by term of the question, how often it stands in each of those sessions.
        sample: the terms of some texts, sorted: what any other word is estimated from.
        sampled: how many texts those are.
    """

    total: int
    mean: float
    frequencies: Mapping[int, int]
    groups: int = 0
    group_mean: float = 0.0
    group_lengths: npt.NDArray[Any] | None = None
    group_hits: Mapping[int, npt.NDArray[Any]] = field(default_factory=dict)
    sample: npt.NDArray[np.uint32] = field(default_factory=lambda: np.zeros(0, np.uint32))
    sampled: int = 0


@dataclass(frozen=True, slots=True)
class Extract:
    """Some rows of a namespace, as `Reader.columns`, `terms` and `vectors` give all of them.

    Attributes:
        columns: by kind. Episodes have two more: `session` (rows of one session share a number) and
            `previous` (number of the episode before, -1 for none).
        terms: of facts, of episodes, and of the entities that words may mean; the terms of all
            entities follow from their names where these are left out.
        vectors: of facts, episodes and entities.
        degrees: how many facts each entity has in the whole namespace.
        whole: statistics of all facts and all episodes.
    """

    columns: Mapping[str, Mapping[str, Any]]
    terms: Mapping[str, Words]
    vectors: Mapping[str, Embedded]
    degrees: Mapping[int, int] = field(default_factory=dict)
    whole: Mapping[str, Whole] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question asks a search for.

    Attributes:
        vector: `(d,)` unit vector.
        terms: hashes of its content words.
        entities: ids of the entities that it means, with all that was merged into them.
        subjects: ids of those that it is about.
        present: it is about what holds now: ended facts are searched apart.
        walk: the vectors of all entities around are needed, for a walk by their names.
    """

    vector: Floats
    terms: npt.NDArray[np.uint32]
    entities: Sequence[str]
    subjects: Sequence[str]
    present: bool
    walk: bool = False


@runtime_checkable
class Fetching(Protocol):
    """A reader that can fetch at once what showing facts and episodes takes."""

    def fetch(self, facts: Sequence[str], episodes: Sequence[str]) -> None:
        """Fetch facts with all that is shown of them, and episodes; later calls find them here."""
        ...


class SearchReader(Reader, Protocol):
    """A pinned read that can also search."""

    @property
    def indexed(self) -> bool:
        """Whether a vector index over the namespace is online."""
        ...

    def named(self) -> Extract:
        """The entities that the names and words given at the opening may mean."""
        ...

    def around(self, sought: Sought) -> Extract:
        """The surroundings of a question, in one round trip.

        Raises:
            StaleRevision: somebody wrote meanwhile; begin again.
        """
        ...


@runtime_checkable
class Searching(Protocol):
    """A store that can search; optional, beside `Store`."""

    def search(
        self, namespace: str, norms: Sequence[str], terms: npt.NDArray[np.uint32]
    ) -> AbstractContextManager[SearchReader]:
        """Open a pinned read of a namespace and look names up, in one round trip.

        Args:
            namespace: whose.
            norms: normalised names.
            terms: hashes of words that may stand in names.
        """
        ...


@dataclass(frozen=True, slots=True)
class VectorIndex:
    """How a namespace's vector indexes stand.

    Attributes:
        state: `none`, `building` or `online`.
        dimension: of its vectors; 0 for none.
        percent: how much is built.
    """

    state: Literal["none", "building", "online"]
    dimension: int = 0
    percent: float = 0.0


@runtime_checkable
class Indexing(Protocol):
    """A store that can index a namespace's vectors on demand; optional, beside `Searching`."""

    def create_vector_index(
        self, namespace: str, progress: Callable[[str, int, int], None] | None = None
    ) -> VectorIndex:
        """Make the index and wait until it serves; `progress` is told what, how much, of what."""
        ...

    def drop_vector_index(self, namespace: str) -> bool:
        """Take it away; returns whether there was one."""
        ...

    def vector_index(self, namespace: str) -> VectorIndex:
        """How it stands."""
        ...
