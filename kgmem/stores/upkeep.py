"""Counting and checking: what `size` and `check` report."""

from __future__ import annotations

import sqlite3

from kgmem.stores.schema import SPAN
from kgmem.stores.tables import EMBEDDED, TABLES, limits

# A narrow index to count each kind by, so that counting does not read the rows themselves.
_INDEXES = {
    "episode": "episode_state",
    "alias": "alias_entity",
    "support": "support_fact",
    "ending": "ending_fact",
    "version": "version_fact",
    "subgoal": "subgoal_status",
}


def count_rows(connection: sqlite3.Connection, namespace: str) -> dict[str, int]:
    """Rows of a namespace by kind; `fact` counts current versions; all 0 for an unknown one."""
    kinds = [*TABLES, "relation", "fact", "journal"]
    found = connection.execute(
        "SELECT id, revision FROM namespace WHERE name = ?", (namespace,)
    ).fetchone()
    if found is None:
        return dict.fromkeys(kinds, 0)
    bounds = limits(int(found[0]))
    counts = {}
    for kind in TABLES:
        index = f"INDEXED BY {_INDEXES[kind]}" if kind in _INDEXES else ""
        counts[kind] = _one(
            connection, f"SELECT count(*) FROM {kind} {index} WHERE key BETWEEN ? AND ?", bounds
        )
    counts["relation"] = _one(
        connection, "SELECT count(*) FROM relation WHERE ns = ?", (int(found[0]),)
    )
    counts["fact"] = _one(
        connection,
        "SELECT count(*) FROM version INDEXED BY version_subject "
        "WHERE current = 1 AND key BETWEEN ? AND ?",
        bounds,
    )
    counts["journal"] = int(found[1])
    return counts


def _one(connection: sqlite3.Connection, sql: str, parameters: tuple[int, ...]) -> int:
    return int(connection.execute(sql, parameters).fetchone()[0])


def integrity(connection: sqlite3.Connection) -> list[str]:
    """Problems of the file: damaged pages, journals with holes, derived rows without their row."""
    problems = [
        f"file: {row[0]}"
        for row in connection.execute("PRAGMA integrity_check(20)")
        if row[0] != "ok"
    ]
    if problems:
        return problems
    for name, number, revision in connection.execute("SELECT name, id, revision FROM namespace"):
        count, last = connection.execute(
            "SELECT count(*), max(key) FROM journal WHERE key BETWEEN ? AND ?", limits(number)
        ).fetchone()
        last = 0 if last is None else last - limits(number)[0]
        if (count, last) != (revision, revision):
            problems.append(
                f"namespace {name!r}: at revision {revision}, but its journal has {count} entries "
                f"up to {last}"
            )
    problems += _strays(connection)
    return problems


def _strays(connection: sqlite3.Connection) -> list[str]:
    """Vectors and terms whose row is gone, and vectors of a wrong length."""
    problems = []
    dimension = connection.execute("SELECT value FROM meta WHERE name = 'dimension'").fetchone()[0]
    for kind in EMBEDDED.values():
        wrong = _one(
            connection,
            f"SELECT count(*) FROM vector_{kind} WHERE length(data) != ?",
            (4 * dimension,),
        )
        if wrong:
            problems.append(f"{wrong} {kind} vectors do not have {dimension} numbers")
    derived = [f"vector_{kind}" for kind in EMBEDDED.values()] + ["terms_fact", "terms_episode"]
    for table in derived:
        kind = table.split("_")[1]
        if kind == "fact":
            # The key of a fact's derived row carries its namespace and its number.
            missing = (
                f"SELECT count(*) FROM {table} d WHERE NOT EXISTS (SELECT 1 FROM version v "
                f"WHERE v.fact = d.key % {SPAN} AND v.current = 1 "
                f"AND v.key BETWEEN d.key - d.key % {SPAN} AND d.key - d.key % {SPAN} + {SPAN - 1})"
            )
        else:
            missing = (
                f"SELECT count(*) FROM {table} d "
                f"WHERE NOT EXISTS (SELECT 1 FROM {kind} r WHERE r.key = d.key)"
            )
        if count := _one(connection, missing, ()):
            problems.append(f"{count} rows of {table} belong to nothing")
    return problems
