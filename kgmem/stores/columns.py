"""Whole kinds as columns: what a snapshot of a hundred thousand facts is loaded from in one go.

Numbers of ids are int64 (12 for `f12`), -1 for none; times are float64 unix seconds, nan for none;
texts are `list[str]`, "" for none. Pairs are two columns of equal length.

`fact` (current versions, by fact number)
    `id subject object` int64; `relation text`; `start_earliest start_latest end_earliest
    end_latest said` float64; `trust confidence` float32; int8: `status` (0 live, 1 ended,
    2 retracted), `tier` (1 asserted, 0 tentative), `positive`, `modality` (actual, planned, wished,
    hypothetical, asked), `kind` (state, event, habit); pairs `support_fact support_episode` and
    `qualifier_fact qualifier_entity` int64.
`episode`
    `id subgoal` int64; `time` float64; `thread speaker role origin`; `trust` float32; `state` int8
    (1 done).
`entity`
    `id merged_into` int64; `name type`; `named` bool; pairs `alias_entity` int64 and `alias_name`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from kgmem.errors import InputError
from kgmem.stores.tables import PACKED
from kgmem.types import Ints

Run: TypeAlias = Callable[[str, Sequence[Any]], sqlite3.Cursor]


def load(run: Run, kind: str, low: int, high: int) -> dict[str, Any]:
    """The columns of one kind over a range of keys.

    Args:
        run: executes a statement.
        kind: `fact`, `episode` or `entity`.
        low: first key of the namespace.
        high: last key of the namespace.

    Raises:
        InputError: there are no columns for that kind.
    """
    loaders = {"fact": _facts, "episode": _episodes, "entity": _entities}
    if kind not in loaders:
        raise InputError(f"no columns of {kind!r}; there are {', '.join(loaders)}")
    return loaders[kind](run, low, high)


def _facts(run: Run, low: int, high: int) -> dict[str, Any]:
    rows = run(
        "SELECT packed, relation, text, qualifiers FROM version "
        "WHERE key BETWEEN ? AND ? AND current = 1",
        (low, high),
    ).fetchall()
    packed = np.frombuffer(b"".join([row[0] for row in rows]), PACKED)
    order = np.argsort(packed["id"], kind="stable")
    # Relations repeat: one string object each.
    known: dict[str, str] = {}
    relations = [known.setdefault(row[1], row[1]) for row in rows]
    columns: dict[str, Any] = {
        name: np.ascontiguousarray(packed[name][order]) for name in PACKED.names or ()
    }
    positions = order.tolist()
    columns["relation"] = [relations[i] for i in positions]
    columns["text"] = [rows[i][2] for i in positions]
    columns.update(_qualifiers(rows, packed["id"]))
    supports = run("SELECT fact, episode FROM support WHERE key BETWEEN ? AND ?", (low, high))
    columns["support_fact"], columns["support_episode"] = _pairs(supports.fetchall())
    return columns


def _qualifiers(rows: list[tuple[Any, ...]], ids: Ints) -> dict[str, Ints]:
    """Entities in qualifiers, as pairs with their fact."""
    have = [i for i, row in enumerate(rows) if row[3] is not None]
    blobs = [rows[i][3] for i in have]
    counts = np.array([len(blob) // 8 for blob in blobs], np.int64)
    facts = np.repeat(ids[np.array(have, np.int64)], counts) if have else np.empty(0, np.int64)
    entities = np.frombuffer(b"".join(blobs), "<i8").astype(np.int64, copy=False)
    return {"qualifier_fact": facts, "qualifier_entity": entities}


def _pairs(rows: list[tuple[int, int]]) -> tuple[Ints, Ints]:
    data = np.array(rows, np.int64).reshape(len(rows), 2)
    return np.ascontiguousarray(data[:, 0]), np.ascontiguousarray(data[:, 1])


def _episodes(run: Run, low: int, high: int) -> dict[str, Any]:
    rows = run(
        "SELECT key - ?, coalesce(subgoal, -1), time, trust, state = 'done', thread, "
        "coalesce(speaker, ''), role, origin FROM episode WHERE key BETWEEN ? AND ? ORDER BY key",
        (low, low, high),
    ).fetchall()
    ids, subgoals, times, trusts, states, *texts = zip(*rows, strict=True) if rows else [()] * 9
    threads, speakers, roles, origins = (list(text) for text in texts)
    return {
        "id": np.array(ids, np.int64),
        "subgoal": np.array(subgoals, np.int64),
        "time": np.array(times, np.float64),
        "trust": np.array(trusts, np.float32),
        "state": np.array(states, np.int8),
        "thread": threads,
        "speaker": speakers,
        "role": roles,
        "origin": origins,
    }


def _entities(run: Run, low: int, high: int) -> dict[str, Any]:
    rows = run(
        "SELECT key - ?, coalesce(merged_into, -1), named, name, type FROM entity "
        "WHERE key BETWEEN ? AND ? ORDER BY key",
        (low, low, high),
    ).fetchall()
    aliases = run(
        "SELECT entity, name FROM alias WHERE key BETWEEN ? AND ? ORDER BY key", (low, high)
    ).fetchall()
    return {
        "id": np.array([row[0] for row in rows], np.int64),
        "merged_into": np.array([row[1] for row in rows], np.int64),
        "named": np.array([row[2] for row in rows], np.bool_),
        "name": [row[3] for row in rows],
        "type": [row[4] for row in rows],
        "alias_entity": np.array([row[0] for row in aliases], np.int64),
        "alias_name": [row[1] for row in aliases],
    }
