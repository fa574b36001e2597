"""What the fourth migration puts on nodes that were written before it: words, scopes, sessions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from kgmem import codec
from kgmem.language.names import normalise
from kgmem.language.tokens import terms
from kgmem.snapshot.columns import sessions
from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.rows import hashed, scope
from kgmem.stores.neo4j.statements import run, statement

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

_PAGE = 1000
Row = list[Any]


def fill(server: Server) -> None:
    """Fill every namespace, a page a transaction; safe to repeat."""
    makers: dict[str, Callable[[str, list[Row]], list[dict[str, Any]]]] = {
        "fact": _facts,
        "episode": _episodes,
        "entity": _entities,
        "merged": _entities,
    }
    for (namespace,) in server.rows(statement("read/store", "namespaces"), {}):
        for kind, make in makers.items():
            rows = _all(server, namespace, kind)
            made = make(namespace, rows)
            for start in range(0, len(made), _PAGE):
                bound = {"namespace": namespace, "rows": made[start : start + _PAGE]}
                server.write(partial(_fill, kind=kind, bound=bound))


def _all(server: Server, namespace: str, kind: str) -> list[Row]:
    rows: list[Row] = []
    after = ""
    while True:
        bound = {"namespace": namespace, "after": after, "limit": _PAGE}
        page = server.rows(statement("read/unfilled", kind), bound)
        rows += page
        if len(page) < _PAGE:
            return rows
        after = page[-1][0]


def _fill(tx: ManagedTransaction, *, kind: str, bound: dict[str, Any]) -> None:
    run(tx, statement("write/fill", kind), bound).consume()


def _facts(namespace: str, rows: list[Row]) -> list[dict[str, Any]]:
    return [
        {
            "id": identifier,
            "number": codec.number(identifier),
            "scope": scope(namespace) + status[0],
            "words": hashed(bytes(data or b"")),
        }
        for identifier, status, data in rows
    ]


def _episodes(namespace: str, rows: list[Row]) -> list[dict[str, Any]]:
    rows = sorted(rows, key=lambda row: codec.number(row[0]))
    numbers = np.array([codec.number(row[0]) for row in rows], np.int64)
    _, threads = np.unique([row[1] for row in rows], return_inverse=True)
    times = np.array([datetime.fromisoformat(row[2]).timestamp() for row in rows], np.float64)
    session, _ = sessions(numbers, threads.astype(np.int32), times)
    first: dict[int, int] = {}
    for place, number in zip(session.tolist(), numbers.tolist(), strict=True):
        first.setdefault(place, number)
    return [
        {
            "id": row[0],
            "scope": scope(namespace),
            "words": hashed(bytes(row[3] or b"")),
            "session": first[place],
        }
        for row, place in zip(rows, session.tolist(), strict=True)
    ]


def _entities(namespace: str, rows: list[Row]) -> list[dict[str, Any]]:
    return [
        {
            "id": identifier,
            "norm": normalise(name),
            "scope": scope(namespace),
            "words": hashed(terms(name).astype("<u4").tobytes()),
        }
        for identifier, name in rows
    ]
