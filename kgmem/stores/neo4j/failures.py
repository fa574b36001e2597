"""Errors of the driver and the server as kgmem's, at the boundary of the store and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic_core import PydanticSerializationError

from kgmem.errors import (
    InputError,
    StoreBusy,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

# By the beginning of the server's status code; the first that fits counts.
_CODES: tuple[tuple[str, type[StoreError], str], ...] = (
    (
        "Neo.ClientError.Security.Unauthorized",
        StoreError,
        "{where} refuses the user or the password: pass auth=(user, password), or set "
        "KGMEM_NEO4J_USER and KGMEM_NEO4J_PASSWORD",
    ),
    (
        "Neo.ClientError.Security.AuthenticationRateLimit",
        StoreError,
        "{where} refuses logins for a while after several wrong passwords: wait some seconds, "
        "then pass the right auth=(user, password)",
    ),
    (
        "Neo.ClientError.Security.CredentialsExpired",
        StoreError,
        "the password of {where} must be changed first: log in once with Neo4j Browser or "
        "cypher-shell",
    ),
    (
        "Neo.ClientError.Security",
        StoreReadOnly,
        "the user has no right to do this on {where} ({message}): kgmem reads, writes and, when it "
        "opens a database for the first time, creates constraints and indexes; let an "
        "administrator open it once, or grant these rights",
    ),
    (
        "Neo.ClientError.Database.DatabaseNotFound",
        StoreError,
        "{where} has no database {database!r}: leave database= out for the default one, or create "
        "it (Community has one only)",
    ),
    (
        "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
        StoreReadOnly,
        "the database {database!r} of {where} is read-only: make it writable, or write elsewhere",
    ),
    (
        "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
        StoreReadOnly,
        "the database {database!r} of {where} is read-only: make it writable, or write elsewhere",
    ),
    (
        "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
        StoreFull,
        "the transaction is larger than the memory of {where} allows: write in smaller batches, or "
        "raise server.memory.heap.max_size and db.memory.transaction.max",
    ),
    (
        "Neo.TransientError.General.OutOfMemoryError",
        StoreFull,
        "{where} is out of memory: raise server.memory.heap.max_size",
    ),
    (
        "Neo.ClientError.Cluster.NotALeader",
        StoreError,
        "{where} is not the leader of its cluster: open it with neo4j:// instead of bolt://; if it "
        "is, another is being elected: repeat the call",
    ),
    (
        "Neo.TransientError",
        StoreBusy,
        "{where} was too busy for the whole timeout ({message}); nothing was written, repeat the "
        "call",
    ),
    (
        "Neo.DatabaseError",
        StoreError,
        "{where} failed ({message}); nothing was written, its log says more",
    ),
)


def translate(error: Exception, where: str, database: str | None) -> StoreError:
    """The kgmem error that says what to do about an error of the driver.

    Args:
        error: as raised by the driver.
        where: the address, without credentials.
        database: the database asked for.
    """
    from neo4j import exceptions as neo

    named = database or "the default"
    if isinstance(error, neo.Neo4jError):
        code, message = error.code or "", (error.message or "").split("\n")[0]
        if database == "system" and code.startswith("Neo.ClientError.Statement"):
            return StoreError(
                f"{where}: 'system' holds users and databases, no data: leave database= out"
            )
        for start, kind, advice in _CODES:
            if code.startswith(start):
                return kind(advice.format(where=where, database=named, message=message))
        return StoreError(f"{where}: {message} ({code})")
    message = re.sub(r" \(resolved to .*", "", str(error).split("\n")[0])
    if isinstance(error, neo.UnsupportedServerProduct) or "Bolt Protocol" in message:
        return StoreError(
            f"{where} speaks an older protocol ({message}); kgmem needs Neo4j 5.9 or newer (5.26 "
            "LTS is tested): upgrade it, or use a file"
        )
    if isinstance(error, (neo.ServiceUnavailable, neo.SessionExpired)):
        return StoreError(
            f"no answer from {where} ({message}): is the server up, and is this its Bolt address "
            f"(port 7687, not the Browser's 7474)?{_hint(where, message)} Nothing is half-written; "
            "repeat the call when it is back"
        )
    if "closed" in message.lower():
        return StoreError(f"the store on {where} is closed; open it again")
    if isinstance(error, neo.ConfigurationError):
        return StoreError(
            f"{where} cannot be opened with these options ({message}); check scheme and auth"
        )
    return StoreError(f"{where}: {message}")


def _hint(where: str, message: str) -> str:
    """What else may be wrong where no server answers."""
    tls = re.match(r"\w+(\+s(?:sc)?)://", where)
    if tls:
        return f" Where it has no TLS (Neo4j's default), leave {tls[1]} out."
    if "routing" in message:
        return " For one server that is not reached by its own address, try bolt://."
    return ""


@contextmanager
def boundary(where: str, database: str | None = None) -> Iterator[None]:
    """Run a block; errors of the driver leave it as errors of kgmem.

    Raises:
        InputError: a text holds lone surrogates or metadata is not JSON: no store can keep it.
        StoreError: what the driver raised, translated.
    """
    from neo4j.exceptions import DriverError, Neo4jError

    try:
        yield
    except (DriverError, Neo4jError) as error:
        raise translate(error, where, database) from error
    except (UnicodeEncodeError, PydanticSerializationError) as error:
        raise InputError(f"it cannot be stored as UTF-8 JSON: {error}; clean it first") from error
