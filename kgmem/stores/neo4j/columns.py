"""Whole kinds as columns, as `kgmem.stores.columns` describes them, from pages of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from kgmem import codec
from kgmem.errors import InputError
from kgmem.records import Alias, Entity, Episode, Support, Version
from kgmem.stores.neo4j.past import Past
from kgmem.stores.neo4j.rows import packed
from kgmem.stores.tables import PACKED
from kgmem.types import Ints

Pages: TypeAlias = Callable[[str], tuple[list[list[Any]], Past]]


def load(pages: Pages, kind: str) -> dict[str, Any]:
    """The columns of one kind.

    Args:
        pages: gives all rows of a statement of `cypher/read/columns`, the id first, and how those
            were that changed meanwhile.
        kind: `fact`, `episode` or `entity`.

    Raises:
        InputError: there are no columns for that kind.
    """
    loaders = {"fact": _facts, "episode": _episodes, "entity": _entities}
    if kind not in loaders:
        raise InputError(f"no columns of {kind!r}; there are {', '.join(loaders)}")
    return loaders[kind](pages)


def _facts(pages: Pages) -> dict[str, Any]:
    rows, past = pages("fact")
    if past.facts:
        rows = [row for row in rows if row[0] not in past.facts]
        for version in (past.rows.get(v or "") for v in past.facts.values()):
            if isinstance(version, Version):
                numbers, fillers = packed(version)
                content = version.content
                rows.append([version.fact, numbers, content.relation, content.text, fillers])
    return facts(rows, _supports(pages))


def facts(rows: list[list[Any]], supports: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The columns of facts.

    Args:
        rows: id, numbers, relation, text, entities in qualifiers each.
        supports: fact and episode each, in id order.
    """
    data = np.frombuffer(b"".join([row[1] for row in rows]), PACKED)
    order = np.argsort(data["id"], kind="stable")
    known: dict[str, str] = {}  # relations repeat: one string object each
    relations = [known.setdefault(row[2], row[2]) for row in rows]
    columns: dict[str, Any] = {
        name: np.ascontiguousarray(data[name][order]) for name in PACKED.names or ()
    }
    positions = order.tolist()
    columns["relation"] = [relations[i] for i in positions]
    columns["text"] = [rows[i][3] for i in positions]
    columns.update(_qualifiers(rows, data["id"]))
    columns["support_fact"] = np.array([int(s[0][1:]) for s in supports], np.int64)
    columns["support_episode"] = np.array([int(s[1][2:]) for s in supports], np.int64)
    return columns


def _qualifiers(rows: list[list[Any]], ids: Ints) -> dict[str, Ints]:
    have = [i for i, row in enumerate(rows) if row[4] is not None]
    blobs = [bytes(rows[i][4]) for i in have]
    counts = np.array([len(blob) // 8 for blob in blobs], np.int64)
    facts = np.repeat(ids[np.array(have, np.int64)], counts) if have else np.empty(0, np.int64)
    entities = np.frombuffer(b"".join(blobs), "<i8").astype(np.int64, copy=False)
    return {"qualifier_fact": facts, "qualifier_entity": entities}


def _supports(pages: Pages) -> list[tuple[str, str]]:
    rows, past = pages("support")
    now = {row[0]: (row[1], row[2]) for row in rows}
    for identifier, record in past.rows.items():
        now.pop(identifier, None)
        if isinstance(record, Support):
            now[identifier] = (record.fact, record.episode)
    return [now[i] for i in sorted(now, key=codec.number)]


def _sorted(rows: list[list[Any]], past: Past, kind: type, values: Any) -> list[list[Any]]:
    """Rows in id order, those that changed meanwhile as they were."""
    now = {row[0]: row for row in rows}
    for identifier, record in past.rows.items():
        now.pop(identifier, None)
        if isinstance(record, kind):
            now[identifier] = [identifier, *values(record)]
    return [now[i] for i in sorted(now, key=codec.number)]


@lru_cache(maxsize=4096)
def _seconds(iso: str) -> float:
    return datetime.fromisoformat(iso).timestamp()


def _episode_values(e: Episode) -> list[Any]:
    time = e.time.isoformat()
    return [e.subgoal, time, e.trust, e.state, e.thread, e.speaker, e.role, e.origin]


def _episodes(pages: Pages) -> dict[str, Any]:
    return episodes(_sorted(*pages("episode"), Episode, _episode_values))


def episodes(rows: list[list[Any]]) -> dict[str, Any]:
    """The columns of episodes from their rows, in id order."""
    ids, subgoals, times, trusts, states, *texts = zip(*rows, strict=True) if rows else [()] * 9
    threads, speakers, roles, origins = (list(text) for text in texts)
    return {
        "id": np.array([codec.number(i) for i in ids], np.int64),
        "subgoal": np.array([-1 if s is None else codec.number(s) for s in subgoals], np.int64),
        "time": np.array([_seconds(t) for t in times], np.float64),
        "trust": np.array(trusts, np.float32),
        "state": np.array([s == "done" for s in states], np.int8),
        "thread": threads,
        "speaker": [s or "" for s in speakers],
        "role": roles,
        "origin": origins,
    }


def _entities(pages: Pages) -> dict[str, Any]:
    merged, _ = pages("merged")
    roots, past = pages("entity")
    rows = _sorted(
        [*merged, *roots], past, Entity, lambda e: [e.merged_into, e.named, e.name, e.type]
    )
    aliases = _sorted(*pages("alias"), Alias, lambda a: [a.entity, a.name])
    return entities(rows, aliases)


def entities(rows: list[list[Any]], aliases: list[list[Any]]) -> dict[str, Any]:
    """The columns of entities and aliases from their rows, in id order."""
    return {
        "id": np.array([codec.number(row[0]) for row in rows], np.int64),
        "merged_into": np.array(
            [-1 if row[1] is None else codec.number(row[1]) for row in rows], np.int64
        ),
        "named": np.array([row[2] for row in rows], np.bool_),
        "name": [row[3] for row in rows],
        "type": [row[4] for row in rows],
        "alias_entity": np.array([codec.number(row[1]) for row in aliases], np.int64),
        "alias_name": [row[2] for row in aliases],
    }
