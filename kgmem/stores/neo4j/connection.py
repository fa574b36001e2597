"""The driver: sessions, retries, bookmarks, and what kind of server answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

from kgmem.errors import StoreError
from kgmem.stores.neo4j.failures import boundary
from kgmem.stores.neo4j.statements import parameters as bound
from kgmem.stores.neo4j.statements import run

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction, Session

T = TypeVar("T")
_LEAST = (5, 9)


class Server:
    """One driver with its connection pool; thread-safe.

    Every call is a managed transaction that the driver retries on transient errors and lost
    connections. Bookmarks chain them: a read on any member of a cluster sees what this process
    wrote before.

    Args:
        address: without credentials.
        auth: user and password.
        database: None for the user's home database.
        timeout: seconds for which a call is retried.

    Raises:
        StoreError: no server answers, it refuses the credentials, or it is older than Neo4j 5.9.
    """

    def __init__(
        self,
        address: str,
        *,
        auth: tuple[str, str] | None,
        database: str | None,
        timeout: float,
    ) -> None:
        """Connect and look at the server."""
        import neo4j

        self.address = address
        self.database = database
        self.closed = False
        self._read, self._write = neo4j.READ_ACCESS, neo4j.WRITE_ACCESS
        with boundary(address, database):
            self._driver: Driver = neo4j.GraphDatabase.driver(
                address,
                auth=auth,
                max_transaction_retry_time=timeout,
                connection_timeout=min(timeout, 15.0),
                connection_acquisition_timeout=max(timeout, 60.0),
                liveness_check_timeout=20.0,
                notifications_min_severity="OFF",
                user_agent="kgmem",
            )
        self._bookmarks = neo4j.GraphDatabase.bookmark_manager()
        try:
            with boundary(address, database):
                agent = self._driver.get_server_info().agent
            self.version = _version(agent, address)
        except BaseException:
            self.close()
            raise

    @property
    def location(self) -> str:
        """The address and the database, for people."""
        return f"{self.address}/{self.database}" if self.database else self.address

    def read(self, work: Callable[[ManagedTransaction], T]) -> T:
        """Run a function in a read transaction."""
        with boundary(self.address, self.database), self._session(self._read) as session:
            return session.execute_read(work)

    def write(self, work: Callable[[ManagedTransaction], T]) -> T:
        """Run a function in a write transaction; it may run again, so it must not keep state."""
        with boundary(self.address, self.database), self._session(self._write) as session:
            return session.execute_write(work)

    def rows(self, statement: str, parameters: Mapping[str, Any]) -> list[list[Any]]:
        """The rows of one statement, read."""
        return self.read(lambda tx: run(tx, statement, parameters).values())

    def alone(self, statement: str, parameters: Mapping[str, Any] | None = None) -> list[list[Any]]:
        """Run a statement in a transaction of its own: schema, and `IN TRANSACTIONS`."""
        with boundary(self.address, self.database), self._session(self._write) as session:
            return session.run(statement, bound(parameters or {})).values()

    def translated(self) -> AbstractContextManager[None]:
        """A block in which what cannot be stored is refused as it would be by a call."""
        return boundary(self.address, self.database)

    def close(self) -> None:
        """Close all connections; calling it again does nothing."""
        if not self.closed:
            self.closed = True
            self._driver.close()

    def _session(self, mode: str) -> Session:
        if self.closed:
            raise StoreError(f"the store on {self.location} is closed; open it again")
        return self._driver.session(
            database=self.database,
            default_access_mode=mode,
            bookmark_manager=self._bookmarks,
            fetch_size=2000,
        )


def _version(agent: str, address: str) -> tuple[int, int]:
    """Major and minor version from "Neo4j/5.26.12".

    Raises:
        StoreError: older than Neo4j 5.9, or not Neo4j.
    """
    match = re.match(r"Neo4j/(\d+)\.(\d+)", agent)
    version = (int(match[1]), int(match[2])) if match else (0, 0)
    if version < _LEAST:
        raise StoreError(
            f"{address} runs {agent or 'an unknown server'}; kgmem needs Neo4j 5.9 or newer "
            "(5.26 LTS is tested): upgrade it, or use a file"
        )
    return version
