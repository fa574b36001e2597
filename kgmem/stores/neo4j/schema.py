"""Constraints, indexes and the store's own row, made by versioned migrations that can be repeated.

Two processes may start together: every statement is `IF NOT EXISTS`, an equal rule that somebody
else made meanwhile counts as made, and a deadlock is tried again.
"""

from __future__ import annotations

import time

from kgmem.errors import SchemaTooNew, StoreBusy, StoreError
from kgmem.stores.neo4j import filling
from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.failures import boundary
from kgmem.stores.neo4j.statements import run, script, statement

MIGRATIONS = ("schema/01_rows", "schema/02_lookups", "schema/03_fulltext", "schema/04_search")
_SAME = (
    *("EquivalentSchemaRuleAlreadyExists", "ConstraintAlreadyExists", "IndexAlreadyExists"),
    *("IndexWithNameAlreadyExists", "ConstraintWithNameAlreadyExists"),
)
_TRIES = 20


def migrate(server: Server, steps: tuple[str, ...] = MIGRATIONS) -> None:
    """Bring a database to the newest schema; nothing is done when it has it.

    Raises:
        SchemaTooNew: written by a newer kgmem.
        StoreReadOnly: the user may not create constraints and indexes.
        StoreBusy: indexes were not ready in time.
    """
    found = version(server)
    if found > len(steps):
        raise SchemaTooNew(
            f"{server.location} has schema {found}, this kgmem knows up to {len(steps)}: "
            "pip install --upgrade kgmem"
        )
    if found == len(steps):
        return
    for step in steps[found:]:
        for command in script(step):
            _run(server, command)
    if 0 < found < 4:
        filling.fill(server)
    _wait(server)
    server.write(
        lambda tx: run(tx, statement("write/store", "migrated"), {"schema": len(steps)}).consume()
    )


def version(server: Server) -> int:
    """The schema version; 0 for a database without kgmem."""
    rows = server.rows(statement("read/store", "info"), {})
    return int(rows[0][0]) if rows else 0


def _run(server: Server, command: str) -> None:
    for attempt in range(_TRIES):
        try:
            server.alone(command)
        except StoreError as error:
            cause = error.__cause__
            code = str(getattr(cause, "code", "") or "")
            if any(name in code for name in _SAME):
                return
            if not code.startswith("Neo.TransientError") or attempt == _TRIES - 1:
                raise
            time.sleep(0.05 * (attempt + 1))
            continue
        return


def _wait(server: Server, seconds: float = 120.0) -> None:
    """Until our indexes are online; polled, because waiting in the server holds up others."""
    deadline = time.monotonic() + seconds
    while True:
        with boundary(server.address, server.database):
            rows = server.rows(statement("read/schema", "unready"), {})
        if not rows:
            return
        if time.monotonic() > deadline:
            names = ", ".join(str(row[0]) for row in rows)
            raise StoreBusy(f"{server.location} is still building {names}; open it again later")
        time.sleep(0.1)
