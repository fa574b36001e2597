"""From a location and credentials to a store."""

from __future__ import annotations

import os
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

from kgmem.errors import InputError
from kgmem.settings import Settings
from kgmem.stores.neo4j.store import Neo4jStore

Auth: TypeAlias = tuple[str, str] | None

SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")
_USER, _PASSWORD, _DATABASE = (f"KGMEM_NEO4J_{name}" for name in ("USER", "PASSWORD", "DATABASE"))


def open_neo4j(
    location: str,
    settings: Settings | None = None,
    auth: Auth = None,
    database: str | None = None,
) -> Neo4jStore:
    """Open the store at an address.

    Args:
        location: `neo4j://HOST:PORT` (routed: a cluster or one server), `bolt://HOST:PORT` (that
            server only), with `+s` for TLS or `+ssc` for TLS with a self-signed certificate.
        settings: `busy_timeout` is how long a call is retried.
        auth: `(user, password)`; None takes them from the location, else from the environment
            (`KGMEM_NEO4J_USER`, `KGMEM_NEO4J_PASSWORD`), else connects without.
        database: its name; None takes `KGMEM_NEO4J_DATABASE`, else the user's home database.

    Raises:
        InputError: the location has another scheme, or no host.
        StoreError: no server answers, it refuses the credentials, or it is not Neo4j 5.
    """
    address, found = split_credentials(location)
    auth = auth or found or environment_auth()
    timeout = (settings or Settings()).busy_timeout
    database = database or os.environ.get(_DATABASE) or None
    return Neo4jStore(address, auth=auth, database=database, timeout=timeout)


def split_credentials(location: str) -> tuple[str, Auth]:
    """The address without user and password, and those two.

    Raises:
        InputError: the location has another scheme, or no host.
    """
    try:
        parts = urlsplit(location)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in SCHEMES or not parts.hostname:
        shown = location.rsplit("@", 1)[-1]
        raise InputError(
            f"cannot open {shown!r}: give neo4j://HOST:7687 or bolt://HOST:7687 (+s for TLS), "
            "a file name, or ':memory:'"
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    address = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
    if parts.query:
        address += f"?{parts.query}"
    if parts.username is None:
        return address, None
    return address, (unquote(parts.username), unquote(parts.password or ""))


def environment_auth() -> Auth:
    """User and password from the environment; None when no password is set."""
    password = os.environ.get(_PASSWORD)
    return None if password is None else (os.environ.get(_USER, "neo4j"), password)
