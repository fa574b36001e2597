"""A generated graph of any size in which one entity (e1) owns 40 % of the facts.

Nothing of it is language: names and predicates are drawn from short lists, and the vector of a text
is the sum of random ones that stand for its words: what says the same is close, as with an encoder.
(Wholly random vectors are close to nothing: every search of the nearest would be a draw.) It exists
to measure growth, not quality.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone

import numpy as np
import numpy.typing as npt

from kgmem.records import (
    Change,
    Content,
    Effect,
    Entity,
    EntityId,
    Episode,
    JournalEntry,
    Support,
    Version,
)
from kgmem.types import Bound, Edit, Validity, Value

try:
    from kgmem.language.tokens import terms
except ImportError:  # the tokenizer of the checkout is older than this command
    terms = None

START = datetime(2020, 1, 1, tzinfo=timezone.utc)
FIRST = (
    "Ada",
    "Bea",
    "Cai",
    "Dov",
    "Eli",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kit",
    "Lou",
    "Mia",
    "Ned",
    "Ora",
    "Pia",
    "Quy",
    "Rex",
    "Sue",
    "Tom",
)
RELATIONS = (
    "visited",
    "bought",
    "met",
    "likes",
    "read",
    "watched",
    "repaired",
    "planted",
    "cooked",
    "painted",
    "sold",
)
THINGS = (
    "lamp",
    "canoe",
    "violin",
    "garden",
    "tent",
    "bakery",
    "bridge",
    "orchard",
    "camera",
    "kettle",
    "museum",
    "harbour",
)
HUB_SHARE = 0.4
FACTS_A_TURN = 2
_WORDS = 8192  # vectors of words


class Graph:
    """Hands out changes, one turn after another; the same seed gives the same graph.

    Args:
        seed: of every random draw.
        dimension: of the vectors; 0 for none.
    """

    def __init__(self, seed: int = 0, dimension: int = 384) -> None:
        """Start with the hub alone."""
        self.rng = np.random.default_rng(seed)
        self.dimension = dimension
        self.episodes = self.facts = self.seq = 0
        self.names: list[str] = []
        draw = np.random.default_rng(1)
        self._words = draw.standard_normal((_WORDS, max(dimension, 1)), np.float32)

    def changes(self, facts: int, turns: int) -> Iterator[tuple[int, Change]]:
        """Changes of `turns` turns each and the revisions they expect, until `facts` more exist."""
        goal = self.facts + facts
        while self.facts < goal:
            count = min(turns, -(-(goal - self.facts) // FACTS_A_TURN))
            expected = self.seq
            entries: list[JournalEntry] = []
            words: dict[str, npt.NDArray[np.uint32]] = {}
            vectors: dict[str, npt.NDArray[np.float32]] = {}
            for _ in range(count):
                self._turn(entries, words, vectors)
            yield expected, Change(tuple(entries), words, vectors)

    def _turn(
        self,
        entries: list[JournalEntry],
        words: dict[str, npt.NDArray[np.uint32]],
        vectors: dict[str, npt.NDArray[np.float32]],
    ) -> None:
        self.episodes += 1
        moment = START + timedelta(minutes=10 * self.episodes)
        episode = f"ep{self.episodes}"
        said: list[str] = []
        step = self.episodes
        effects: list[Effect] = []
        if len(self.names) < 2 or self.episodes % 2 == 0:
            effects.append(self._entity(vectors))
        for _ in range(FACTS_A_TURN):
            content = self._content(moment)
            said.append(content.text)
            self.facts += 1
            fact, number = f"f{self.facts}", self.facts
            support = Support(
                f"s{number}", fact, episode, (0, len(content.text)), content, said=moment
            )
            version = Version(f"v{number}", fact, content, "asserted", "live", 1.0, moment, moment)
            effects += [Effect(support.id, support), Effect(version.id, version)]
            if terms is not None:
                words[fact] = terms(content.text)
            self._vector(fact, vectors, content.text)
        text = ". ".join(said) + "."
        row = Episode(
            episode, text, moment, moment, "Ada", thread=f"t{step // 40}", source=f"gen#{step}"
        )
        if terms is not None:
            words[episode] = terms(text)
        self._vector(episode, vectors, text)
        for op, rows in (("episode", [Effect(episode, row)]), ("edit", effects)):
            self.seq += 1
            decision = (Edit("ADD", reason="nothing like it"),) if op == "edit" else ()
            entries.append(
                JournalEntry(
                    self.seq,
                    f"t{step}",
                    moment,
                    op,
                    "rules:1",
                    episode,
                    "said so",
                    1.0,
                    decision,
                    tuple(rows),
                )
            )

    def _entity(self, vectors: dict[str, npt.NDArray[np.float32]]) -> Effect:
        number = len(self.names) + 1
        name = f"{FIRST[number % len(FIRST)]} {THINGS[number % len(THINGS)]} {number}"
        self.names.append(name)
        self._vector(f"e{number}", vectors, name)
        return Effect(f"e{number}", Entity(f"e{number}", name, "person", named=True))

    def _content(self, moment: datetime) -> Content:
        hub = self.rng.random() < HUB_SHARE or len(self.names) == 1
        subject = 1 if hub else int(self.rng.integers(2, len(self.names) + 1))
        relation = int(self.rng.integers(len(RELATIONS)))
        predicate = RELATIONS[relation]
        if self.rng.random() < 0.5:
            target = int(self.rng.integers(1, len(self.names) + 1))
            filler: EntityId | Value = EntityId(f"e{target}")
            shown = self.names[target - 1]
        else:
            shown = f"{THINGS[int(self.rng.integers(len(THINGS)))]} {int(self.rng.integers(10**6))}"
            filler = Value(shown)
        validity = Validity(Bound(moment, moment + timedelta(days=1), "day"), None, "that day")
        text = f"{self.names[subject - 1]} {predicate} {shown}"
        return Content(f"e{subject}", predicate, predicate, filler, text, validity=validity)

    def _vector(self, name: str, vectors: dict[str, npt.NDArray[np.float32]], text: str) -> None:
        if self.dimension:
            vectors[name] = self.vector(text)

    def vector(self, text: str) -> npt.NDArray[np.float32]:
        """The unit vector of a text."""
        said = [zlib.crc32(word.encode()) % _WORDS for word in re.findall(r"\w+", text.casefold())]
        total = self._words[said].sum(axis=0)
        unit: npt.NDArray[np.float32] = total / max(float(np.linalg.norm(total)), 1e-9)
        return unit


class GraphEncoder:
    """Encodes questions as the graph's own texts were."""

    def __init__(self, graph: Graph) -> None:
        """Use a graph's words."""
        self._graph = graph

    @property
    def id(self) -> str:
        """Name and dimension."""
        return f"graph-{self.dimension}"

    @property
    def dimension(self) -> int:
        """Length of every vector."""
        return self._graph.dimension

    def encode(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """The vectors of texts, `(len(texts), dimension)`; the same text has the same one."""
        rows = [self._graph.vector(text) for text in texts]
        return np.array(rows, np.float32).reshape(len(rows), self.dimension)

    def encode_spans(
        self, texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int]]]
    ) -> tuple[npt.NDArray[np.float32], list[npt.NDArray[np.float32]]]:
        """Each span as a text of its own."""
        parts = [[t[a:b] for a, b in pairs] for t, pairs in zip(texts, spans, strict=True)]
        return self.encode(texts), [self.encode(part) for part in parts]
