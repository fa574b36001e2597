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

Rows: TypeAlias = Sequence[Sequence[Any]]
Pages: TypeAlias = Callable[[str], tuple[Rows, Past]]


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


def facts(rows: Rows, supports: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The columns of facts.

    Args:
        rows: id, numbers, relation, text, entities in qualifiers each.
        supports: fact and episode each, in id order.
    """
    _, packed, relations, texts, fillers = zip(*rows, strict=True) if rows else [()] * 5
    columns, order = numbers_of(packed, relations, fillers)
    columns["text"] = [texts[i] for i in order]
    columns["support_fact"] = np.array([int(s[0][1:]) for s in supports], np.int64)
    columns["support_episode"] = np.array([int(s[1][2:]) for s in supports], np.int64)
    return columns


def numbers_of(
    packed: Sequence[bytes], relations: Sequence[str], fillers: Sequence[bytes | None]
) -> tuple[dict[str, Any], list[int]]:
    """The columns of facts but for texts and supports, and the order that puts them in id order.

    Args:
        packed: numbers of each.
        relations: of each.
        fillers: entities in the qualifiers of each, as numbers.
    """
    data = np.frombuffer(b"".join(packed), PACKED)
    order = np.argsort(data["id"], kind="stable")
    known: dict[str, str] = {}  # relations repeat: one string object each
    once = [known.setdefault(relation, relation) for relation in relations]
    columns: dict[str, Any] = {
        name: np.ascontiguousarray(data[name][order]) for name in PACKED.names or ()
    }
    positions: list[int] = order.tolist()
    columns["relation"] = [once[i] for i in positions]
    columns.update(_qualifiers(fillers, data["id"]))
    return columns, positions


def _qualifiers(fillers: Sequence[bytes | None], ids: Ints) -> dict[str, Ints]:
    have = [i for i, blob in enumerate(fillers) if blob]
    blobs = [bytes(fillers[i] or b"") for i in have]
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


def _sorted(rows: Rows, past: Past, kind: type, values: Any) -> Rows:
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


def episodes(rows: Rows) -> dict[str, Any]:
    """The columns of episodes from their rows, in id order."""
    ids, *rest = zip(*rows, strict=True) if rows else [()] * 9
    return episodes_of(np.array([codec.number(i) for i in ids], np.int64), *rest)


def episodes_of(
    numbers: Ints,
    subgoals: Sequence[str | None],
    times: Sequence[str],
    trusts: Sequence[float],
    states: Sequence[str],
    threads: Sequence[str],
    speakers: Sequence[str | None],
    roles: Sequence[str],
    origins: Sequence[str],
) -> dict[str, Any]:
    """The columns of episodes from what each property holds, in id order."""
    return {
        "id": numbers,
        "subgoal": np.array([codec.number(s) if s else -1 for s in subgoals], np.int64),
        "time": np.array([_seconds(t) for t in times], np.float64),
        "trust": np.array(trusts, np.float32),
        "state": np.array([s == "done" for s in states], np.int8),
        "thread": list(threads),
        "speaker": [s or "" for s in speakers],
        "role": list(roles),
        "origin": list(origins),
    }


def _entities(pages: Pages) -> dict[str, Any]:
    merged, _ = pages("merged")
    roots, past = pages("entity")
    rows = _sorted(
        [*merged, *roots], past, Entity, lambda e: [e.merged_into, e.named, e.name, e.type]
    )
    aliases = _sorted(*pages("alias"), Alias, lambda a: [a.entity, a.name])
    return entities(rows, aliases)


def entities(rows: Rows, aliases: Rows) -> dict[str, Any]:
    """The columns of entities and aliases from their rows, in id order."""
    return {
        "id": np.array([codec.number(row[0]) for row in rows], np.int64),
        "merged_into": np.array([codec.number(row[1]) if row[1] else -1 for row in rows], np.int64),
        "named": np.array([row[2] for row in rows], np.bool_),
        "name": [row[3] for row in rows],
        "type": [row[4] for row in rows],
        "alias_entity": np.array([codec.number(row[1]) for row in aliases], np.int64),
        "alias_name": [row[2] for row in aliases],
    }
