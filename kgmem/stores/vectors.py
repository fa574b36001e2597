"""Re-embedding: new vectors are staged beside the old ones and replace them in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from kgmem import codec
from kgmem.errors import EncoderMismatch, InputError, StoreError
from kgmem.stores.schema import SPAN
from kgmem.stores.tables import EMBEDDED, limits
from kgmem.types import Floats


def record_encoder(connection: sqlite3.Connection, encoder: str, dimension: int) -> None:
    """Write down the encoder of all vectors, once; the same again changes nothing.

    Raises:
        EncoderMismatch: the store has another encoder.
        InputError: no name, or no positive dimension.
    """
    if not encoder or dimension <= 0:
        raise InputError(f"an encoder needs a name and a dimension, not {encoder!r}, {dimension}")
    found, length = current_encoder(connection)
    if found and (found, length) != (encoder, dimension):
        raise EncoderMismatch(
            f"the store holds vectors of {found} ({length} numbers each), not of {encoder} "
            f"({dimension}): open it with that encoder, or change it with `kgmem reembed`"
        )
    _save(connection, encoder, dimension)


def current_encoder(connection: sqlite3.Connection) -> tuple[str, int]:
    """Id and dimension; "" and 0 while none is recorded."""
    meta = dict(connection.execute("SELECT name, value FROM meta"))
    return str(meta["encoder"]), int(meta["dimension"])


def _save(connection: sqlite3.Connection, encoder: str, dimension: int) -> None:
    connection.execute("UPDATE meta SET value = ? WHERE name = 'encoder'", (encoder,))
    connection.execute("UPDATE meta SET value = ? WHERE name = 'dimension'", (dimension,))


def stage(
    connection: sqlite3.Connection,
    namespace: int,
    kind: str,
    ids: Sequence[str],
    vectors: Floats,
) -> None:
    """Keep new vectors of rows that have one now; ids that went meanwhile are left out.

    Args:
        connection: inside a write transaction.
        namespace: number of the namespace.
        kind: `fact`, `episode` or `entity`.
        ids: what the rows of `vectors` belong to.
        vectors: `(len(ids), dimension of the new encoder)` float32.

    Raises:
        InputError: unknown kind, ids of another kind, or not one row for each id.
    """
    prefix = next((p for p, name in EMBEDDED.items() if name == kind), None)
    if prefix is None:
        raise InputError(f"no vectors of {kind!r}; there are {', '.join(EMBEDDED.values())}")
    if vectors.ndim != 2 or len(vectors) != len(ids):
        raise InputError(f"{len(ids)} ids need as many vectors, not an array {vectors.shape}")
    if any(codec.prefix(identifier) != prefix for identifier in ids):
        raise InputError(f"ids of kind {kind} begin with {prefix!r}")
    low, _ = limits(namespace)
    data = vectors.astype("<f4", copy=False)
    rows = [
        (low + codec.number(i), v.tobytes(), low + codec.number(i))
        for i, v in zip(ids, data, strict=True)
        if codec.number(i) < SPAN
    ]
    connection.executemany(
        f"INSERT OR REPLACE INTO staged_{kind} SELECT ?, ? "
        f"WHERE EXISTS (SELECT 1 FROM vector_{kind} WHERE key = ?)",
        rows,
    )


def swap(connection: sqlite3.Connection, encoder: str, dimension: int) -> None:
    """Make the staged vectors the ones read and raise every namespace's epoch.

    Args:
        connection: inside a write transaction.
        encoder: id of the new encoder.
        dimension: of its vectors.

    Raises:
        StoreError: vectors are missing, or were staged with another dimension; nothing changed.
    """
    for kind in EMBEDDED.values():
        missing, wrong = connection.execute(
            f"SELECT count(*) FILTER (WHERE s.key IS NULL), "
            f"count(*) FILTER (WHERE length(s.data) != ?) "
            f"FROM vector_{kind} v LEFT JOIN staged_{kind} s ON s.key = v.key",
            (4 * dimension,),
        ).fetchone()
        if missing or wrong:
            raise StoreError(
                f"{missing} {kind} vectors are not re-embedded yet and {wrong} have another "
                "dimension (something was written meanwhile?); run `kgmem reembed` again"
            )
    for kind in EMBEDDED.values():
        connection.execute(f"DROP TABLE vector_{kind}")
        connection.execute(f"ALTER TABLE staged_{kind} RENAME TO vector_{kind}")
        connection.execute(
            f"CREATE TABLE staged_{kind} (key INTEGER PRIMARY KEY, data BLOB NOT NULL)"
        )
    _save(connection, encoder, dimension)
    connection.execute("UPDATE namespace SET epoch = epoch + 1")
