"""The embedded store: one SQLite file, no server, several processes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from kgmem.errors import EncoderMismatch, InputError, StaleRevision
from kgmem.protocols import StoreInfo
from kgmem.records import Change
from kgmem.results import Rows
from kgmem.stores import scrub as erasure
from kgmem.stores import vectors as embedding
from kgmem.stores.connection import Connections
from kgmem.stores.failures import boundary
from kgmem.stores.projection import Projections
from kgmem.stores.reading import EmbeddedReader
from kgmem.stores.schema import MIGRATIONS, migrate
from kgmem.stores.upkeep import count_rows, integrity
from kgmem.stores.writing import dump_counters, write
from kgmem.types import Floats

_LONGEST_NAME = 500


class EmbeddedStore:
    """`protocols.Store` over one SQLite file in WAL mode.

    Threads share one store; processes each open their own on the same file. Reads never wait for a
    writer and see one revision while they are open; writers take turns. What `apply` returned
    survives `kill -9` and power loss (`synchronous = FULL`).

    Args:
        path: of the file; ":memory:" is a private temporary file, gone after `close`.
        timeout: seconds to wait for another writer.

    Raises:
        NotADatabase: the file is something else, or damaged.
        SchemaTooNew: written by a newer kgmem.
        StoreReadOnly: the file or its directory cannot be written.
    """

    def __init__(self, path: str | Path = ":memory:", *, timeout: float = 30.0) -> None:
        """Open the file, making it and its tables when it is new."""
        self._connections = Connections(path, timeout=timeout, setup=migrate)
        self._projections = Projections()
        try:
            with self._borrowed() as connection:
                self._encoder = embedding.current_encoder(connection)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> EmbeddedStore:
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
        """The path as given."""
        return self._connections.location

    @property
    def path(self) -> Path:
        """The database file (in a temporary directory for ":memory:")."""
        return self._connections.path

    @property
    def info(self) -> StoreInfo:
        """What the database says of itself."""
        with self._borrowed() as connection:
            encoder, dimension = embedding.current_encoder(connection)
            unproved = erasure.unproved(connection)
        return StoreInfo(len(MIGRATIONS), encoder, dimension, self.location, unproved)

    def namespaces(self) -> list[str]:
        """Names of all namespaces, sorted."""
        with self._borrowed() as connection:
            return sorted(row[0] for row in connection.execute("SELECT name FROM namespace"))

    @contextmanager
    def read(self, namespace: str) -> Iterator[EmbeddedReader]:
        """Open a pinned read; an unknown namespace reads as empty at revision 0.

        A read that stays open keeps the write-ahead log from being folded back: close it soon.
        """
        with boundary(self.location):
            connection = self._connections.acquire()
            try:
                reader = EmbeddedReader(connection, namespace, self.location)
            except BaseException:
                self._connections.release(connection)
                raise
        try:
            yield reader
        finally:
            reader.close()
            self._connections.release(connection)

    def apply(self, namespace: str, change: Change, *, expected: int) -> int:
        """Write a change in one transaction and return the new revision.

        Raises:
            StaleRevision: the namespace is no longer at `expected`.
            EncoderMismatch: its vectors are of another encoder than the store's.
            InputError: entries that do not follow `expected`, or a name that cannot be one.
            StoreBusy, StoreReadOnly, StoreFull: nothing was written.
        """
        _check_name(namespace)
        revision = expected + len(change.entries)
        if [entry.seq for entry in change.entries] != list(range(expected + 1, revision + 1)):
            raise InputError(f"the entries of a change on revision {expected} must follow it")
        with self._writing() as connection:
            number, found, epoch, counters = _namespace_row(connection, namespace)
            if found != expected:
                raise StaleRevision(expected, found)
            if change.vectors:
                self._check_encoder(connection)
            write(connection, number, change, counters, self._encoder[1])
            if change.erase:
                erasure.mark(connection)
            connection.execute(
                "UPDATE namespace SET revision = ?, epoch = ?, counters = ? WHERE id = ?",
                (revision, epoch + bool(change.erase), dump_counters(counters), number),
            )
        if change.erase:
            self._projections.drop(namespace)
        return revision

    def set_encoder(self, encoder: str, dimension: int) -> None:
        """Record the encoder of all vectors, once, before the first is written.

        Raises:
            EncoderMismatch: the store has another one.
        """
        if (self.info.encoder, self.info.dimension) != (encoder, dimension):
            with self._writing() as connection:
                embedding.record_encoder(connection, encoder, dimension)
        self._encoder = (encoder, dimension)

    def replace_vectors(
        self, namespace: str, kind: str, ids: Sequence[str], vectors: Floats
    ) -> None:
        """Write vectors of a re-embedding under way; `finish_reembed` makes them the ones read.

        A re-embedding that was killed is repeated from the start: what it left is overwritten.
        """
        with self._writing() as connection:
            row = connection.execute("SELECT id FROM namespace WHERE name = ?", (namespace,))
            found = row.fetchone()
            if found is not None:
                embedding.stage(connection, int(found[0]), kind, ids, vectors)

    def finish_reembed(self, encoder: str, dimension: int) -> None:
        """Make the replaced vectors current, atomically, and raise every namespace's epoch.

        Other processes that hold the file open with the old encoder can read on, but their writes
        are refused (`EncoderMismatch`) until they open it again.

        Raises:
            StoreError: something has no new vector yet; the old ones stay.
        """
        with self._writing() as connection:
            embedding.swap(connection, encoder, dimension)
        self._encoder = (encoder, dimension)

    def scrub(self, needles: Sequence[str]) -> list[str]:
        """After deletions: purge logs and free pages, then return the needles still in the files.

        Raises:
            ForgetPending: a reader pins old pages; nothing is proved yet.
        """
        with self._connections.lock, boundary(self.location):
            return erasure.scrub(self._connections.writer, self.path, needles)

    def drop_namespace(self, namespace: str) -> int:
        """Delete every row of a namespace, journal included; returns how many facts went.

        An unknown namespace is none: 0. The name can be used again, and its epoch goes on rising.
        """
        with self._writing() as connection:
            dropped = erasure.drop(connection, namespace)
        self._projections.drop(namespace)
        return dropped

    def query(
        self,
        namespace: str,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        across_namespaces: bool = False,
    ) -> Rows:
        """Read-only Cypher with `$namespace` bound; see `kgmem.stores.projection` for the labels.

        Raises:
            QueryError: it writes, is invalid, or forgets `$namespace` where there are several.
        """
        names = self.namespaces()
        wanted = names if across_namespaces and len(names) > 1 else [namespace]
        with ExitStack() as stack:
            readers = [stack.enter_context(self.read(name)) for name in wanted]
            return self._projections.run(
                readers,
                statement,
                parameters,
                namespace=namespace,
                namespaces=len({*names, namespace}),
                across_namespaces=across_namespaces,
            )

    def check(self) -> list[str]:
        """Integrity problems of the files themselves, none when sound."""
        with self._borrowed() as connection:
            return integrity(connection)

    def size(self, namespace: str) -> dict[str, int]:
        """Row counts by kind (`fact`: current ones), and `bytes` of the whole store's files."""
        with self._borrowed() as connection:
            counts = count_rows(connection, namespace)
        return {**counts, "bytes": sum(file.stat().st_size for file in erasure.files(self.path))}

    def close(self) -> None:
        """Release everything; open reads end with an error. Calling it again does nothing."""
        self._connections.close()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold off other writers, so that what is planned now is not stale when it is applied.

        Ends with the next write of this thread, or with the block.

        Raises:
            StoreBusy: another process went on writing for longer than the timeout.
        """
        with self._connections.lock:
            connection = self._connections.writer
            with boundary(self.location):
                connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One write transaction: committed when the block ends, rolled back when it raises."""
        with self._connections.lock, boundary(self.location):
            connection = self._connections.writer
            if not connection.in_transaction:  # else this thread has the store for itself
                connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def _borrowed(self) -> Iterator[sqlite3.Connection]:
        """A pooled connection for one short read in one SQL snapshot."""
        with boundary(self.location):
            connection = self._connections.acquire()
            try:
                connection.execute("BEGIN")
                yield connection
            finally:
                self._connections.release(connection)

    def _check_encoder(self, connection: sqlite3.Connection) -> None:
        found = embedding.current_encoder(connection)
        if not found[0] or not self._encoder[0]:
            raise EncoderMismatch("call set_encoder before vectors are written")
        if found != self._encoder:
            raise EncoderMismatch(
                f"{self.location} was re-embedded with {found[0]} meanwhile, this process writes "
                f"vectors of {self._encoder[0]}: open it again"
            )


def _check_name(namespace: str) -> None:
    if not namespace or len(namespace) > _LONGEST_NAME or not namespace.isprintable():
        raise InputError(
            f"a namespace is a printable name of 1 to {_LONGEST_NAME} characters, "
            f"not {namespace[:40]!r}"
        )


def _namespace_row(
    connection: sqlite3.Connection, name: str
) -> tuple[int, int, int, dict[str, int]]:
    """Number, revision, epoch and counters; the row is made when it is missing."""
    query = "SELECT id, revision, epoch, counters FROM namespace WHERE name = ?"
    found = connection.execute(query, (name,)).fetchone()
    if found is None:
        connection.execute(
            "INSERT INTO namespace (name, revision, epoch, counters) "
            "SELECT ?, 0, value, '{}' FROM meta WHERE name = 'epoch'",
            (name,),
        )
        found = connection.execute(query, (name,)).fetchone()
    return int(found[0]), int(found[1]), int(found[2]), json.loads(found[3])
