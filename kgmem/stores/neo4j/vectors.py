"""The encoder, and re-embedding: new vectors are written beside the old ones, then one row decides.

A vector stands under one of two properties; the store's generation says which one is read. A
re-embedding writes the other, and `staged` on a node says for which generation: finishing it is a
small transaction, whatever the number of vectors, and a read that is open keeps the old ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from kgmem import codec
from kgmem.errors import EncoderMismatch, InputError, StoreError
from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.rows import VECTORS
from kgmem.stores.neo4j.statements import run, statement
from kgmem.types import Floats

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

_PREFIXES = {"fact": "f", "episode": "ep", "entity": "e"}
_BATCH = 1000


def record_encoder(server: Server, encoder: str, dimension: int) -> None:
    """Write down the encoder of all vectors, once; the same again changes nothing.

    Raises:
        EncoderMismatch: the store has another encoder.
        InputError: no name, or no positive dimension.
    """
    if not encoder or dimension <= 0:
        raise InputError(f"an encoder needs a name and a dimension, not {encoder!r}, {dimension}")
    found, length = server.write(
        lambda tx: (
            run(
                tx,
                statement("write/store", "encoder"),
                {"encoder": encoder, "dimension": dimension},
            )
            .single(strict=True)
            .values()
        )
    )
    if (found, length) != (encoder, dimension):
        raise EncoderMismatch(
            f"the store holds vectors of {found} ({length} numbers each), not of {encoder} "
            f"({dimension}): open it with that encoder, or change it with `kgmem reembed`"
        )


def stage(server: Server, namespace: str, kind: str, ids: Sequence[str], vectors: Floats) -> None:
    """Keep new vectors of rows that have one now; ids that went meanwhile are left out.

    Args:
        server: where.
        namespace: whose.
        kind: `fact`, `episode` or `entity`.
        ids: what the rows of `vectors` belong to.
        vectors: `(len(ids), dimension of the new encoder)` float32.

    Raises:
        InputError: unknown kind, ids of another kind, or not one row for each id.
    """
    prefix = _PREFIXES.get(kind)
    if prefix is None:
        raise InputError(f"no vectors of {kind!r}; there are {', '.join(_PREFIXES)}")
    if vectors.ndim != 2 or len(vectors) != len(ids):
        raise InputError(f"{len(ids)} ids need as many vectors, not an array {vectors.shape}")
    if any(codec.prefix(identifier) != prefix for identifier in ids):
        raise InputError(f"ids of kind {kind} begin with {prefix!r}")
    data = vectors.astype("<f4", copy=False)
    for start in range(0, len(ids), _BATCH):
        rows = [
            [i, v.tobytes()]
            for i, v in zip(ids[start : start + _BATCH], data[start : start + _BATCH], strict=True)
        ]
        bound = {"namespace": namespace, "rows": rows, "size": vectors.shape[1]}
        server.write(partial(_stage, kind=kind, bound=bound))


def _stage(tx: ManagedTransaction, *, kind: str, bound: dict[str, object]) -> None:
    generation = run(tx, statement("read/store", "info")).single(strict=True)["generation"]
    slots = {
        "next": generation + 1,
        "current": VECTORS[generation % 2],
        "first": generation % 2 == 1,
    }
    run(tx, statement("write/stage", kind), {**bound, **slots}).consume()


def swap(server: Server, encoder: str, dimension: int) -> None:
    """Make the staged vectors the ones read and raise every namespace's epoch.

    Raises:
        StoreError: vectors are missing, or were staged with another dimension; nothing changed.
    """
    server.write(lambda tx: _swap(tx, encoder, dimension))


def _swap(tx: ManagedTransaction, encoder: str, dimension: int) -> None:
    generation = run(tx, statement("write/store", "lock")).single(strict=True)["generation"]
    bound = {"next": generation + 1, "size": dimension, "current": VECTORS[generation % 2]}
    for kind in _PREFIXES:
        missing, wrong = run(tx, statement("read/staged", kind), bound).single(strict=True)
        if missing or wrong:
            raise StoreError(
                f"{missing} {kind} vectors are not re-embedded yet and {wrong} have another "
                "dimension (something was written meanwhile?); run `kgmem reembed` again"
            )
    run(
        tx,
        statement("write/store", "swap"),
        {"generation": generation + 1, "encoder": encoder, "dimension": dimension},
    ).consume()
