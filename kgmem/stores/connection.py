"""Connections to one SQLite file: how they are opened, and the pool that readers draw from."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path

from kgmem.errors import NotADatabase, StoreError
from kgmem.stores.failures import boundary

_HEADER = b"SQLite format 3\x00"
_IDLE = 8  # open connections kept for later reads
_WRITER_CACHE = 64  # MiB of pages that the writer may keep
_READER_CACHE = 8


def locate(path: str | Path) -> tuple[Path, str, bool]:
    """Where the file is, how people call it, and whether it is private and temporary.

    `:memory:` is a file in a private temporary directory, removed on `close`: only a file in WAL
    mode lets threads read pinned revisions while another writes, which SQLite's own in-memory
    databases do not.
    """
    if str(path) == ":memory:":
        return Path(tempfile.mkdtemp(prefix="kgmem-")) / "memory.kgmem", ":memory:", True
    return Path(path).expanduser().absolute(), str(path), False


def inspect(path: Path) -> None:
    """Refuse what is plainly not ours before SQLite touches it.

    Raises:
        NotADatabase: a directory, or a file that is not SQLite's.
        StoreError: the directory does not exist.
    """
    if path.is_dir():
        raise NotADatabase(f"{path} is a directory; give the path of a file in it")
    if not path.parent.is_dir():
        raise StoreError(f"there is no directory {path.parent}; create it, or choose another path")
    try:
        with path.open("rb") as file:
            head = file.read(len(_HEADER))
    except OSError:
        return  # missing or unreadable: opening it says so
    if head and head != _HEADER:
        raise NotADatabase(
            f"{path} is not a kgmem database; choose another path, the file was left as it is"
        )


def connect(path: Path, *, timeout: float, durable: bool, cache: int) -> sqlite3.Connection:
    """One connection in autocommit mode; callers begin and end transactions themselves.

    Args:
        path: of the file; made when missing.
        timeout: seconds to wait for a lock.
        durable: False for a temporary file, which needs no fsync.
        cache: MiB of pages to keep.
    """
    connection = sqlite3.connect(
        str(path), timeout=timeout, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")
        connection.execute(f"PRAGMA cache_size = {-cache * 1024}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def prepare(connection: sqlite3.Connection, timeout: float) -> None:
    """Set the page size, which only an empty file takes, and WAL mode.

    Changing the journal mode does not wait for locks, so two processes that start at once are
    retried here.
    """
    connection.execute("PRAGMA page_size = 8192")
    deadline = time.monotonic() + timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


class Connections:
    """One writing connection under a lock, and a pool of reading ones.

    Reads never wait for one another: when no idle connection is left, a new one is opened, and at
    most eight are kept afterwards.

    Args:
        path: a file, or ":memory:".
        timeout: seconds to wait for another writer.
        setup: called once with the first connection, to bring the schema up to date.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        timeout: float,
        setup: Callable[[sqlite3.Connection, str], object],
    ) -> None:
        """Open the file."""
        self.path, self.location, self.temporary = locate(path)
        self.timeout = timeout
        self.lock = threading.RLock()
        self._pool_lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._all: set[sqlite3.Connection] = set()
        self._closed = False
        directory = self.path.parent if self.temporary else None
        self._finalizer = weakref.finalize(self, _release, self._all, directory)
        inspect(self.path)
        with boundary(self.location):
            self._writer = self._open(_WRITER_CACHE)
            try:
                prepare(self._writer, timeout)
                setup(self._writer, self.location)
            except BaseException:
                self.close()
                raise

    def _open(self, cache: int) -> sqlite3.Connection:
        connection = connect(
            self.path, timeout=self.timeout, durable=not self.temporary, cache=cache
        )
        with self._pool_lock:
            self._all.add(connection)
        return connection

    @property
    def writer(self) -> sqlite3.Connection:
        """The writing connection; use it under `lock`.

        Raises:
            StoreError: the store is closed.
        """
        if self._closed:
            raise StoreError(f"the store {self.location} is closed; open it again")
        return self._writer

    def acquire(self) -> sqlite3.Connection:
        """A connection for one read; give it back with `release`.

        Raises:
            StoreError: the store is closed.
        """
        with self._pool_lock:
            if self._closed:
                raise StoreError(f"the store {self.location} is closed; open it again")
            if self._idle:
                return self._idle.pop()
        return self._open(_READER_CACHE)

    def release(self, connection: sqlite3.Connection) -> None:
        """End whatever the read left open and keep the connection for the next one."""
        with contextlib.suppress(sqlite3.ProgrammingError):  # closed together with the store
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        with self._pool_lock:
            if not self._closed and len(self._idle) < _IDLE:
                self._idle.append(connection)
                return
            self._all.discard(connection)
        connection.close()

    def close(self) -> None:
        """Close every connection and remove a temporary file; later calls do nothing."""
        with self.lock, self._pool_lock:
            self._closed = True
            self._idle.clear()
            self._finalizer()


def _release(connections: set[sqlite3.Connection], directory: Path | None) -> None:
    for connection in list(connections):
        connection.close()
    if directory is not None:
        shutil.rmtree(directory, ignore_errors=True)
