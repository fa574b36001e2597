"""Vector indexes on demand: for a namespace too large to read, or for processes that ask once.

A vector index filters after its top k, so one over all namespaces would hide small ones, and one
over all facts would hide the few that hold behind many that ended. So each namespace has its own,
over properties of its own (`near_<word>`; facts that ended have `past_<word>`), made after loading:
a fact costs several times more to write while one is online.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kgmem.errors import StoreBusy, StoreError, UnknownNamespace
from kgmem.searching import VectorIndex
from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.rows import NEAR, PAST, VECTORS, scope
from kgmem.stores.neo4j.sizing import sizes
from kgmem.stores.neo4j.statements import run, script, statement

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

Progress = Callable[[str, int, int], None]
_KINDS: tuple[Literal["fact", "episode", "entity"], ...] = ("fact", "episode", "entity")
_PAGE = 1000
_LEAST = (5, 13)
_POLL = 0.05, 1.0  # seconds between looks: at first, and at most
_QUANTIZING = (5, 18)  # from here on vectors are shortened to bytes unless that is switched off
_EXACT = ", `vector.quantization.enabled`: false"


def names(namespace: str) -> list[str]:
    """The names of a namespace's vector indexes."""
    word = scope(namespace)
    return [f"kgmem_{PAST}{word}_fact", *(f"kgmem_{NEAR}{word}_{kind}" for kind in _KINDS)]


def state(server: Server, namespace: str) -> VectorIndex:
    """How a namespace's vector indexes stand."""
    rows = server.rows(statement("read/schema", "vectors"), {"names": names(namespace)})
    if not rows:
        return VectorIndex("none")
    online = len(rows) == len(names(namespace)) and all(row[1] == "ONLINE" for row in rows)
    percent = float(sum(row[2] or 0.0 for row in rows)) / len(names(namespace))
    return VectorIndex("online" if online else "building", int(rows[0][3]), percent)


def create(
    server: Server,
    namespace: str,
    dimension: int,
    *,
    progress: Progress = lambda what, done, total: None,
    timeout: float = 3600.0,
) -> VectorIndex:
    """Make the vector indexes of a namespace and wait until they serve; safe to repeat.

    Args:
        server: where.
        namespace: whose.
        dimension: of the store's vectors.
        progress: told what is done, how much of it, of how much.
        timeout: seconds to wait for the server to build them.

    Raises:
        UnknownNamespace: there is none of that name.
        StoreError: the server is older than 5.13, there are no vectors, or there are indexes of
            another dimension.
        StoreReadOnly: the user may not create indexes.
        StoreBusy: they were not ready in time; the server goes on building them.
    """
    word = scope(namespace)
    _check(server, namespace, dimension)
    bound = {"namespace": namespace, "near": word}
    if not server.write(lambda tx: run(tx, statement("write/near", "begin"), bound).values()):
        raise UnknownNamespace(f"no namespace {namespace!r} on {server.location}")
    try:
        for command in script("schema/vector_index"):
            command = command.replace("HASH", word).replace("LENGTH", str(dimension))
            if server.version < _QUANTIZING:
                command = command.replace(_EXACT, "")
            server.alone(command)
    except StoreError:
        server.write(lambda tx: run(tx, statement("write/near", "end"), bound).consume())
        raise
    for kind in _KINDS:
        _fill(server, namespace, kind, progress)
    _wait(server, namespace, progress, timeout)
    server.write(lambda tx: run(tx, statement("write/near", "ready"), bound).consume())
    return state(server, namespace)


def drop(server: Server, namespace: str, *, lists: bool = True) -> bool:
    """Take a namespace's vector indexes away; returns whether there were any.

    Args:
        server: where.
        namespace: whose.
        lists: also the lists on its nodes, which nothing reads any more.

    Raises:
        StoreReadOnly: the user may not drop indexes.
    """
    word = scope(namespace)
    found = state(server, namespace).state != "none"
    bound = {"namespace": namespace}
    server.write(lambda tx: run(tx, statement("write/near", "end"), bound).consume())
    if not found:
        return False
    for command in script("schema/no_vector_index"):
        server.alone(command.replace("HASH", word))
    if lists:
        nothing = {NEAR + word: None, PAST + word: None}
        for kind in (*_KINDS, "merged"):
            text = statement("write/near", f"clear.{kind}")
            server.alone(text, {**bound, "nothing": nothing})
    return True


def refuse_while_online(server: Server) -> None:
    """Refuse a change of the encoder while vector indexes hold the old one's vectors.

    Raises:
        StoreError: a namespace has one; the message names it and the command that drops it.
    """
    rows = server.rows(statement("read/schema", "near"), {})
    if rows:
        raise StoreError(
            f"namespace {rows[0][0]!r} has a vector index over the old vectors: `kgmem neo4j "
            f"vector-index drop --namespace {rows[0][0]}` first, and create it again afterwards"
        )


def _check(server: Server, namespace: str, dimension: int) -> None:
    if server.version < _LEAST:
        raise StoreError(
            f"{server.location} runs Neo4j {'.'.join(map(str, server.version))}; vector indexes "
            f"need {'.'.join(map(str, _LEAST))} or newer: upgrade it, or go without"
        )
    if dimension <= 0:
        raise StoreError("nothing is embedded yet: load the memory first, then index it")
    found = state(server, namespace)
    if found.dimension not in (0, dimension):
        raise StoreError(
            f"namespace {namespace!r} has a vector index of {found.dimension} numbers, its vectors "
            f"have {dimension}: drop it first (`kgmem neo4j vector-index drop --namespace "
            f"{namespace}`)"
        )


def _fill(server: Server, namespace: str, kind: str, progress: Progress) -> None:
    """Put the lists on the nodes; what is written meanwhile has them."""
    done, word = 0, scope(namespace)
    generation = server.rows(statement("read/store", "info"), {})[0][3]
    slot = VECTORS[generation % 2]
    total = sizes(server, namespace)[kind]
    for page in _pages(server, namespace, kind, slot):
        rows = []
        for identifier, data in page:
            if data is not None:
                vector = np.frombuffer(bytes(data), "<f4").tolist()
                rows.append([identifier, {NEAR + word: vector}, {PAST + word: vector}])
        bound = {"namespace": namespace, "near": word, "property": slot, "rows": rows}
        server.write(partial(_put, kind=kind, bound=bound))
        done += len(page)
        progress(kind, done, max(done, total))


def _put(tx: ManagedTransaction, *, kind: str, bound: dict[str, Any]) -> None:
    run(tx, statement("write/near", kind), bound).consume()


def _pages(server: Server, namespace: str, kind: str, what: str) -> Iterator[list[list[Any]]]:
    after = ""
    while True:
        bound = {"namespace": namespace, "after": after, "limit": _PAGE, "property": what}
        text = statement("read/columns", f"bytes.{kind}") + "\nRETURN rows"
        page = server.rows(text, bound)[0][0]
        if page:
            yield page
        if len(page) < _PAGE:
            return
        after = page[-1][0]


def _wait(server: Server, namespace: str, progress: Progress, timeout: float) -> None:
    deadline, pause = time.monotonic() + timeout, _POLL[0]
    while (found := state(server, namespace)).state != "online":
        progress("index", round(found.percent), 100)
        if time.monotonic() > deadline:
            raise StoreBusy(
                f"the vector index of {namespace!r} is {found.percent:.0f} % built; the server "
                "goes on: run the command again to wait for it"
            )
        time.sleep(pause)
        pause = min(2 * pause, _POLL[1])
    progress("index", 100, 100)
