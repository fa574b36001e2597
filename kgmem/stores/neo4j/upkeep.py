"""Counting, checking, dropping a namespace, and the proof of forgetting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgmem.stores.neo4j import vector_index
from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.sizing import sizes
from kgmem.stores.neo4j.statements import run, sections, statement

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

_PHRASE = 200  # characters of a needle that are also looked for in the full-text indexes


def problems(server: Server) -> list[str]:
    """What does not fit together, none when sound."""
    found: list[str] = []
    for name, text in sections("read/check").items():
        for row in server.rows(text, {}):
            found.append(f"{name.replace('_', ' ')}: {', '.join(str(value) for value in row)}")
    return found


def drop(server: Server, namespace: str) -> int:
    """Delete every row of a namespace in transactions of bounded size; repeated when interrupted.

    Returns:
        How many facts went.
    """
    marked = server.write(lambda tx: _mark(tx, namespace))
    if not marked:
        return 0
    facts = sizes(server, namespace)["fact"]
    vector_index.drop(server, namespace, lists=False)
    for text in sections("write/drop").values():
        server.alone(text, {"namespace": namespace})
    server.write(
        lambda tx: run(tx, statement("write/store", "dropped"), {"namespace": namespace}).consume()
    )
    return facts


def _mark(tx: ManagedTransaction, namespace: str) -> bool:
    """From here on nobody reads or writes the namespace."""
    row = run(tx, statement("write/store", "dropping"), {"namespace": namespace}).single()
    return row is not None


def remains(server: Server, needles: Sequence[str]) -> list[str]:
    """The needles that any property of ours still holds, or a full-text index still finds.

    A scan of all text, by design: it is the proof that nothing is left.
    """
    wanted = [needle for needle in dict.fromkeys(needles) if needle]
    if not wanted:
        return []
    left: set[str] = set()
    server.alone(statement("read/remains", "refresh"))
    for name, text in sections("read/remains").items():
        if name == "refresh":
            continue
        bound = {"needles": wanted, "phrases": [[n, _phrase(n)] for n in wanted]}
        left.update(row[0] for row in server.rows(text, bound))
    return [needle for needle in wanted if needle in left]


def _phrase(needle: str) -> str:
    """A needle as a phrase query of the full-text indexes."""
    words = needle[:_PHRASE].replace("\\", " ").replace('"', " ")
    return f'"{words}"'
