"""Search in the server: a namespace need not be loaded to ask one question of it.

Three round trips: the names in the question; all that its words and its vector nominate with what
is around it; the rows of what is shown (`Neo4jReader.fetch`). Whatever the size of the namespace,
never one for each node.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kgmem import codec
from kgmem.errors import StaleRevision
from kgmem.searching import Extract, Sought
from kgmem.stores.neo4j import extracts
from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.decoding import like
from kgmem.stores.neo4j.reading import Neo4jReader
from kgmem.stores.neo4j.rows import NEAR, PAST, hashed, scope
from kgmem.stores.neo4j.statements import statement

EXACT = 2500  # facts up to which every vector is compared, where there is no vector index
_NEAR, _ENDED, _OF_SUBJECT, _ENTITIES = 200, 60, 100, 6  # nominated by meaning
_LOOKED, _SAID = 500, 300  # facts and episodes asked of a vector index
_WORDED = 220  # nominated by words: the index's scores differ a little from ours
_CAP = 1500  # facts in all: what was nominated, then the newest around it
_COUNTED = 1000  # texts with a word that are counted; more are estimated from a sample
_SAMPLE = 300
# Episodes of the sessions met that are read for how often they have a word; of all sessions
# together: the one in which the reading ends is left out, since nobody knows its whole.
_MEMBERS = 32_000


class Neo4jSearch(Neo4jReader):
    """`searching.SearchReader` on Neo4j; made by `Neo4jStore.search`."""

    def __init__(
        self, server: Server, namespace: str, norms: Sequence[str], terms: npt.NDArray[np.uint32]
    ) -> None:
        """Look where the namespace stands and which entities the names may mean."""
        self._scope = scope(namespace)
        bound = {
            "namespace": namespace,
            "norms": list(norms),
            "queries": [query for query, _ in self._queries(terms, [(self._scope, 50)])],
            "limit": EXACT + 1,
        }
        row = server.rows(statement("read/search", "named"), bound)[0]
        super().__init__(server, namespace, row[0])
        self._named = row[1:]
        for identifier, _, _, _, _, body, _ in row[1]:
            self._known[identifier] = codec.load(like(identifier), body)

    @property
    def indexed(self) -> bool:
        """Whether a vector index over the namespace is online."""
        return self._indexed

    def named(self) -> Extract:
        """The entities that the names and words given at the opening may mean."""
        entities, aliases, _, _, more = self._named
        have = {row[0] for row in entities}
        rows = [*entities, *(row for row in more or () if row[0] not in have)]
        return extracts.names(rows, aliases, self._dimension)

    def around(self, sought: Sought) -> Extract:
        """The surroundings of a question, in one round trip.

        Raises:
            StaleRevision: somebody wrote meanwhile; begin again.
        """
        server, counters = self._open(), self.counters()
        bound = {
            "namespace": self._namespace,
            "slot": self._vector,
            "none": b"",
            "walk": sought.walk,
            "vector": sought.vector.tolist(),
            "linked": list(sought.entities),
            "subjects": list(sought.subjects),
            "cap": _CAP,
            "counted": _COUNTED,
            "members": _MEMBERS,
            "fact_sample": _sampled("f", counters["f"]),
            "episode_sample": _sampled("ep", counters["ep"]),
            **self._by_words(sought),
            **self._by_meaning(sought),
        }
        found = server.read(lambda tx: extracts.record(tx, "around", bound))
        if found["revision"] != self._revision or found["epoch"] != self._epoch:
            raise StaleRevision(self._revision, int(found["revision"] or 0))
        totals = {"fact": counters["f"], "episode": counters["ep"]}
        return extracts.surroundings(
            found, self.named(), totals, self._dimension, cap=_COUNTED, members=_MEMBERS
        )

    # --- what is nominated ------------------------------------------------------------------------

    @staticmethod
    def _queries(
        terms: npt.NDArray[np.uint32], scopes: Sequence[tuple[str, int]]
    ) -> list[tuple[str, int]]:
        """A full-text query and a limit for each scope."""
        words = hashed(np.unique(terms).astype("<u4").tobytes())
        if not words:
            return []
        return [(f"+scope:{s}^0 +words:({words})", limit) for s, limit in scopes]

    def _by_words(self, sought: Sought) -> dict[str, Any]:
        name = self._scope
        held, over = (f"{name}l", _WORDED), (f"{name}e", _ENDED if sought.present else _WORDED)
        terms = np.unique(sought.terms)
        each = [
            [
                term,
                f"+scope:({name}l {name}e)^0 +words:t{term:08x}",
                f"+scope:{name}^0 +words:t{term:08x}",
            ]
            for term in terms.tolist()
        ]
        return {
            "fact_queries": [list(q) for q in self._queries(terms, [held, over])],
            "episode_queries": [list(q) for q in self._queries(terms, [(name, _WORDED)])],
            "terms": each,
        }

    def _by_meaning(self, sought: Sought) -> dict[str, Any]:
        """Names of vector indexes, or what the client's own comparison found."""
        none: dict[str, Any] = {
            "facts": [],
            "episodes": [],
            "fact_indexes": [],
            "episode_indexes": [],
            "entity_indexes": [],
        }
        if self._indexed:
            near, past = f"kgmem_{NEAR}{self._near}", f"kgmem_{PAST}{self._near}"
            return {
                **none,
                "fact_indexes": [
                    [f"{near}_fact", _LOOKED, _NEAR],
                    [f"{past}_fact", *((_ENDED, _ENDED) if sought.present else (_LOOKED, _NEAR))],
                ],
                "episode_indexes": [[f"{near}_episode", _SAID, _NEAR]],
                "entity_indexes": [[f"{near}_entity", _ENTITIES]],
            }
        _, _, facts, episodes, _ = self._named
        return {
            **none,
            "facts": extracts.closest_facts(
                facts or [], sought, near=_NEAR, ended=_ENDED, about=_OF_SUBJECT
            ),
            "episodes": extracts.closest(episodes or [], sought.vector, _NEAR),
        }


def _sampled(prefix: str, highest: int) -> list[str]:
    """Ids to look at for what all are like; the same ones for the same size."""
    if highest <= _SAMPLE:
        return [f"{prefix}{n}" for n in range(1, highest + 1)]
    draw = np.random.default_rng(highest)
    return [f"{prefix}{n}" for n in draw.integers(1, highest + 1, _SAMPLE).tolist()]
