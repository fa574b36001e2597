"""The store on Neo4j 5."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kgmem.errors import EncoderMismatch, QueryError, StaleRevision, StoreError
from kgmem.protocols import StoreInfo
from kgmem.records import Change
from kgmem.results import Rows
from kgmem.searching import VectorIndex
from kgmem.stores import guard
from kgmem.stores.neo4j import changes, schema, upkeep, vector_index
from kgmem.stores.neo4j import vectors as embedding
from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.reading import Neo4jReader
from kgmem.stores.neo4j.rows import VECTORS
from kgmem.stores.neo4j.searching import Neo4jSearch
from kgmem.stores.neo4j.sizing import sizes
from kgmem.stores.neo4j.statements import run, statement
from kgmem.stores.neo4j.touching import Standing
from kgmem.stores.neo4j.values import plain
from kgmem.stores.neo4j.writing import write
from kgmem.types import Floats

if TYPE_CHECKING:
    from neo4j import ManagedTransaction


class Neo4jStore:
    """`protocols.Store` on one database of a Neo4j 5 server or cluster.

    Threads share one store. Writers of a namespace take turns at its row in the database, whichever
    process they are in; those of different namespaces do not wait for each other. Calls are managed
    transactions, repeated on transient errors and lost connections for `timeout` seconds; what
    `apply` returned is committed.

    Args:
        address: `neo4j://HOST:PORT` or `bolt://...`, without credentials.
        auth: user and password; None connects without.
        database: its name; None for the user's home database.
        timeout: seconds for which a call is repeated.

    Raises:
        StoreError: no server answers, it refuses the credentials, or it is not Neo4j 5.
        SchemaTooNew: the database was written by a newer kgmem.
        StoreReadOnly: the user may not create constraints and indexes.
    """

    def __init__(
        self,
        address: str,
        *,
        auth: tuple[str, str] | None = None,
        database: str | None = None,
        timeout: float = 30.0,
    ) -> None:
        """Connect and bring the database to the newest schema."""
        self._server = Server(address, auth=auth, database=database, timeout=timeout)
        try:
            schema.migrate(self._server)
            self._encoder = self._info()[1:3]
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Neo4jStore:
        """The store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    @property
    def location(self) -> str:
        """The address, without credentials."""
        return self._server.location

    @property
    def info(self) -> StoreInfo:
        """What the database says of itself."""
        version, encoder, dimension = self._info()
        return StoreInfo(version, encoder, dimension, self.location)

    def _info(self) -> tuple[int, str, int]:
        rows = self._server.rows(statement("read/store", "info"), {})
        version, encoder, dimension = rows[0][:3]
        return int(version), str(encoder), int(dimension)

    def namespaces(self) -> list[str]:
        """Names of all namespaces, sorted."""
        return sorted(r[0] for r in self._server.rows(statement("read/store", "namespaces"), {}))

    @contextmanager
    def read(self, namespace: str) -> Iterator[Neo4jReader]:
        """Open a pinned read; an unknown namespace reads as empty at revision 0."""
        reader = Neo4jReader(self._server, namespace)
        try:
            yield reader
        finally:
            reader.close()

    @contextmanager
    def search(
        self, namespace: str, norms: Sequence[str], terms: npt.NDArray[np.uint32]
    ) -> Iterator[Neo4jSearch]:
        """Open a pinned read and look names up in it, in one round trip.

        Args:
            namespace: whose; an unknown one reads as empty.
            norms: normalised names.
            terms: hashes of words that may stand in names.
        """
        reader = Neo4jSearch(self._server, namespace, norms, terms)
        try:
            yield reader
        finally:
            reader.close()

    def apply(self, namespace: str, change: Change, *, expected: int) -> int:
        """Write a change in one transaction and return the new revision.

        Raises:
            StaleRevision: the namespace is no longer at `expected`.
            EncoderMismatch: its vectors are of another encoder than the store's.
            InputError: entries that do not follow `expected`, or a name that cannot be one.
            StoreError: nothing was written.
        """
        changes.check_name(namespace)
        with self._server.translated():
            plan = changes.sort(change, expected)
        token = secrets.token_hex(8)
        work = partial(self._apply, namespace=namespace, change=change, plan=plan, token=token)
        while True:
            try:
                dropping = self._server.write(partial(work, expected=expected))
            except StoreError as error:
                if not self._written_after_all(error, namespace, token):
                    raise
                dropping = False
            if not dropping:
                return expected + len(change.entries)
            upkeep.drop(self._server, namespace)  # a drop that was interrupted

    def _apply(
        self,
        tx: ManagedTransaction,
        *,
        namespace: str,
        change: Change,
        plan: changes.Sorted,
        token: str,
        expected: int,
    ) -> bool:
        """One try; returns whether the namespace must be dropped to its end first."""
        row = run(tx, statement("write/namespace", "lock"), {"namespace": namespace}).single(
            strict=True
        )
        if row["dropping"]:
            return True
        if row["last"] == token:  # the first try was committed, only its answer was lost
            return False
        if row["revision"] != expected:
            raise StaleRevision(expected, row["revision"])
        vectors: dict[str, bytes] = {}
        if change.vectors:
            self._check_encoder((row["encoder"], row["dimension"]))
            vectors = changes.vectors_of(change, self._encoder[1])
        standing = Standing(
            namespace,
            expected,
            row["epoch"],
            changes.load_counters(row["counters"]),
            VECTORS[row["generation"] % 2],
            row["near"],
        )
        write(tx, standing, change, plan, vectors, token)
        return False

    def _written_after_all(self, error: StoreError, namespace: str, token: str) -> bool:
        """Whether a commit whose answer was lost arrived."""
        from neo4j.exceptions import IncompleteCommit

        if not isinstance(error.__cause__, IncompleteCommit):
            return False
        bound = {"namespace": namespace, "token": token}
        rows = self._server.rows(statement("read/store", "written"), bound)
        return bool(rows and rows[0][0])

    def _check_encoder(self, found: tuple[str, int]) -> None:
        if not found[0] or not self._encoder[0]:
            raise EncoderMismatch("call set_encoder before vectors are written")
        if found != self._encoder:
            raise EncoderMismatch(
                f"{self.location} was re-embedded with {found[0]} meanwhile, this process writes "
                f"vectors of {self._encoder[0]}: open it again"
            )

    def set_encoder(self, encoder: str, dimension: int) -> None:
        """Record the encoder of all vectors, once, before the first is written.

        Raises:
            EncoderMismatch: the store has another one.
        """
        embedding.record_encoder(self._server, encoder, dimension)
        self._encoder = (encoder, dimension)

    def replace_vectors(
        self, namespace: str, kind: str, ids: Sequence[str], vectors: Floats
    ) -> None:
        """Write vectors of a re-embedding under way; `finish_reembed` makes them the ones read.

        A re-embedding that was killed is repeated from the start: what it left is overwritten.
        """
        vector_index.refuse_while_online(self._server)
        embedding.stage(self._server, namespace, kind, ids, vectors)

    def finish_reembed(self, encoder: str, dimension: int) -> None:
        """Make the replaced vectors current, atomically, and raise every namespace's epoch.

        Raises:
            StoreError: something has no new vector yet; the old ones stay.
        """
        embedding.swap(self._server, encoder, dimension)
        self._encoder = (encoder, dimension)

    def scrub(self, needles: Sequence[str]) -> list[str]:
        """After deletions: return the needles that a query still finds anywhere.

        What the server's transaction logs keep, and for how long, is its configuration: see
        docs/neo4j.md.
        """
        return upkeep.remains(self._server, needles)

    def drop_namespace(self, namespace: str) -> int:
        """Delete every row of a namespace, journal included; returns how many facts went.

        An unknown namespace is none: 0. The name can be used again, and its epoch goes on rising.
        """
        return upkeep.drop(self._server, namespace)

    def query(
        self,
        namespace: str,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        across_namespaces: bool = False,
    ) -> Rows:
        """Read-only Cypher with `$namespace` bound, run by the server in a read transaction.

        Raises:
            QueryError: it writes, is invalid, or forgets `$namespace` where there are several.
        """
        several = len({*self.namespaces(), namespace})
        guard.check(statement, namespaces=several, across_namespaces=across_namespaces)
        bound = dict(parameters or {})
        if bound.setdefault("namespace", namespace) != namespace:
            raise QueryError(f"$namespace is bound to {namespace!r}; name your parameter otherwise")
        try:
            return self._server.read(partial(_query, statement=statement, bound=bound))
        except StoreError as error:
            code = str(getattr(error.__cause__, "code", "") or "")
            if code.startswith(("Neo.ClientError.Statement", "Neo.ClientError.Procedure")):
                raise QueryError(str(error)) from error
            raise
        except (TypeError, ValueError) as error:
            raise QueryError(f"a parameter cannot be sent to Neo4j: {error}") from error

    def check(self) -> list[str]:
        """What does not fit together in the database, none when sound."""
        return upkeep.problems(self._server)

    def size(self, namespace: str) -> dict[str, int]:
        """Row counts by kind (`fact`: current ones); the server does not tell its bytes."""
        return sizes(self._server, namespace)

    def create_vector_index(
        self, namespace: str, progress: Callable[[str, int, int], None] | None = None
    ) -> VectorIndex:
        """Index a namespace's vectors in the server, so that questions need not load it.

        Args:
            namespace: whose.
            progress: told what is done (`fact`, `episode`, `entity`, `index`), how much, of how
                much.

        Raises:
            StoreError: it cannot be made; the message says what to do.
        """
        told = progress or (lambda what, done, total: None)
        return vector_index.create(self._server, namespace, self._info()[2], progress=told)

    def drop_vector_index(self, namespace: str) -> bool:
        """Take a namespace's vector index away; returns whether there was one."""
        return vector_index.drop(self._server, namespace)

    def vector_index(self, namespace: str) -> VectorIndex:
        """How a namespace's vector index stands."""
        return vector_index.state(self._server, namespace)

    def close(self) -> None:
        """Release everything; calling it again does nothing."""
        self._server.close()


def _query(tx: ManagedTransaction, *, statement: str, bound: dict[str, Any]) -> Rows:
    result = tx.run(statement, bound)
    columns = tuple(result.keys())
    return Rows(columns, tuple(tuple(plain(v) for v in record.values()) for record in result))
