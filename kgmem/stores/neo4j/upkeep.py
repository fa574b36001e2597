"""Counting, checking, dropping a namespace, and the proof of forgetting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from kgmem.stores.neo4j import vector_index
from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.sizing import sizes
from kgmem.stores.neo4j.statements import run, sections, statement

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

_CONNECTED = ("edges", "facts", "episodes", "subgoals")  # one after the other: they share edges
_AT_ONCE = 3  # kinds without edges, deleted together
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
    for name in _CONNECTED:
        server.alone(statement("write/drop", name), {"namespace": namespace})
    alone = [name for name in sections("write/drop") if name not in _CONNECTED]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        texts = (statement("write/drop", name) for name in alone)
        list(pool.map(lambda text: server.alone(text, {"namespace": namespace}), texts))
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
    bound = {"needles": wanted, "phrases": [[n, _phrase(n)] for n in wanted]}
    left = server.read(lambda tx: _left(tx, bound))
    return [needle for needle in wanted if needle in left]


def _left(tx: ManagedTransaction, bound: Mapping[str, object]) -> set[str]:
    """One transaction, so that a cluster's member catches up with its own full-text indexes."""
    texts = dict(sections("read/remains"))
    run(tx, texts.pop("refresh")).consume()
    return {row[0] for text in texts.values() for row in run(tx, text, bound)}


def _phrase(needle: str) -> str:
    """A needle as a phrase query of the full-text indexes."""
    words = needle[:_PHRASE].replace("\\", " ").replace('"', " ")
    return f'"{words}"'
