"""Records as rows of the server: what stands on a node beside its body, and what people see."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timezone
from functools import lru_cache
from typing import Any

import numpy as np
from pydantic_core import from_json

from kgmem import codec
from kgmem.language.names import normalise
from kgmem.language.tokens import terms
from kgmem.records import (
    Alias,
    Content,
    Ending,
    Entity,
    EntityId,
    Episode,
    Record,
    Subgoal,
    Support,
    Version,
)
from kgmem.stores.projection_rows import Links, Nodes, graph_rows
from kgmem.stores.tables import TABLES

# What `Neo4jReader.find` may ask for; the same as in the embedded store.
FIELDS: Mapping[str, tuple[str, ...]] = {name: table.indexed for name, table in TABLES.items()}
# The prefix of the ids that a field holds; other fields hold text.
REFERENCES: Mapping[str, Mapping[str, str]] = {n: table.ids for n, table in TABLES.items()}
PREFIXES = ("ep", "e", "a", "s", "x", "v", "g", "r")
VECTORS = ("vector_0", "vector_1")  # one is read, the other is written by a re-embedding
# Properties that carry rows rather than what people look for; `query` leaves them out.
HIDDEN = frozenset(
    {
        *VECTORS,
        "body",
        "caption",
        "current",
        "fillers",
        "norm",
        "number",
        "object_id",
        "packed",
        "parent_id",
        "scope",
        "session",
        "staged",
        "staged_size",
        "subgoal_id",
        "subject_id",
        "terms",
        "words",
    }
)
NEAR = "near_"  # begins the names of properties that hold a vector as a list, for a vector index
PAST = "past_"  # the same of facts that ended


@lru_cache(maxsize=4096)
def scope(namespace: str) -> str:
    """The word that stands for a namespace in the full-text indexes and in names of indexes."""
    return "n" + hashlib.blake2s(namespace.encode(), digest_size=6).hexdigest()


def hashed(data: bytes) -> str:
    """Terms as stored, as words of the full-text indexes."""
    if not data:
        return ""
    digits = np.frombuffer(data, "<u4").astype(">u4").tobytes().hex(" ", 4)
    return "t" + digits.replace(" ", " t")


def lists(near: str, data: bytes, status: str) -> dict[str, list[float] | None]:
    """A vector as the vector indexes take it: what holds and what ended are searched apart.

    Args:
        near: the namespace's word.
        data: the vector as stored.
        status: of a fact; what is no fact is live.
    """
    vector: list[float] = np.frombuffer(data, "<f4").tolist()
    return {
        NEAR + near: vector if status == "live" else None,
        PAST + near: vector if status == "ended" else None,
    }


def hidden(name: str) -> bool:
    """Whether a property carries rows rather than what people look for."""
    return name in HIDDEN or name.startswith((NEAR, PAST))


@lru_cache(maxsize=1 << 16)
def parts(identifier: str) -> tuple[str, int]:
    """Prefix and number of an id (0 for a relation's), remembered: a write asks again and again.

    Raises:
        InputError: it is not an id.
    """
    prefix = codec.prefix(identifier)
    return prefix, 0 if prefix == "r:" else codec.number(identifier)


@lru_cache(maxsize=1 << 16)
def place(identifier: str) -> str:
    """The parameter for ids of a kind in a statement: the prefix, `r` for `r:`."""
    return parts(identifier)[0].rstrip(":")


def grouped(identifiers: Any) -> dict[str, list[str]]:
    """Ids by kind, one list for each of `PREFIXES` and `f`."""
    groups: dict[str, list[str]] = {prefix: [] for prefix in (*PREFIXES, "f")}
    for identifier in identifiers:
        groups.get(place(identifier), []).append(identifier)
    return groups


class Few:
    """Some records as a reader, for the functions that draw whole namespaces."""

    def __init__(self, namespace: str, records: Mapping[str, list[Record]]) -> None:
        """Serve `scan` from lists by kind."""
        self.namespace = namespace
        self._records = records

    def scan(self, kind: str) -> list[Record]:
        """The records of a kind, as given."""
        return self._records.get(kind, [])


def shown(namespace: str, records: Mapping[str, list[Record]]) -> tuple[Nodes, Links]:
    """What people see of some records: nodes and edges as the embedded store's projection has them.

    One implementation for both stores, so that the same Cypher gives the same rows.
    """
    nodes: Nodes = {}
    links: Links = {}
    graph_rows(Few(namespace, records), nodes, links)  # type: ignore[arg-type]
    return nodes, links


_SHOWN = {
    "Entity": ("name", "type", "named", "aliases"),
    "Episode": (
        *("text", "speaker", "role", "time", "thread", "source"),
        *("trust", "origin", "state"),
    ),
    "Version": ("fact", "text", "status", "tier", "trust", "recorded_from", "recorded_to"),
    "Fact": (
        *("text", "subject", "predicate", "relation", "object", "qualifiers", "status", "live"),
        *("tier", "kind", "positive", "modality", "confidence", "trust", "said", "wording"),
        *("from", "to"),
    ),
    "Subgoal": ("description", "status", "summary", "task", "opened", "closed"),
}


def visible(label: str, data: bytes) -> dict[str, Any]:
    """The properties of a shown node; those that it lacks are None, so that old values go."""
    row: dict[str, Any] = from_json(data)
    return {"id": row["id"], **{name: row.get(name) for name in _SHOWN[label]}}


def body(record: Record) -> str:
    """The record as it is stored."""
    return codec.dump(record).decode()


def alias_row(record: Alias) -> dict[str, Any]:
    """The node of an alias."""
    return {
        "id": record.id,
        "entity": record.entity,
        "episode": record.episode,
        "norm": normalise(record.name),
        "name": record.name,
        "body": body(record),
    }


def support_row(record: Support) -> dict[str, Any]:
    """The node of a support; `start` and `end` are also on the edge drawn for it."""
    start, end = record.span
    return {
        "id": record.id,
        "fact": record.fact,
        "episode": record.episode,
        "start": start,
        "end": end,
        "body": body(record),
    }


def ending_row(record: Ending) -> dict[str, Any]:
    """The node of an ending; `kind` and `at` are also on the edge drawn for it."""
    return {
        "id": record.id,
        "fact": record.fact,
        "by": record.by,
        "episode": record.episode,
        "kind": record.kind,
        "at": _iso(record.at.earliest if record.at else None),
        "body": body(record),
    }


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(timezone.utc).isoformat()


def episode_row(record: Episode, data: bytes, scope: str) -> dict[str, Any]:
    """The node of an episode, without its session."""
    return {
        **visible("Episode", data),
        "scope": scope,
        "number": codec.number(record.id),
        "caption": _caption(record),
        "subgoal_id": record.subgoal,
        "body": body(record),
    }


def _caption(episode: Episode) -> str:
    """What the Browser writes on an episode: it breaks lines at spaces only."""
    time = episode.time.astimezone(timezone.utc)
    return f"{time:%d %b %Y %H:%M} {episode.speaker or episode.role}"


def entity_row(record: Entity, scope: str) -> dict[str, Any]:
    """The node of an entity, without its aliases."""
    return {
        "id": record.id,
        "name": record.name,
        "type": record.type,
        "named": record.named,
        "merged_into": record.merged_into,
        "norm": normalise(record.name),
        "scope": scope,
        "words": hashed(terms(record.name).astype("<u4").tobytes()),
        "body": body(record),
    }


def subgoal_row(record: Subgoal, data: bytes) -> dict[str, Any]:
    """The node of a subgoal."""
    return {**visible("Subgoal", data), "parent_id": record.parent, "body": body(record)}


def packed(version: Version) -> tuple[bytes, bytes | None]:
    """The numbers of a version and of the entities in its qualifiers, as a snapshot loads them."""
    table = TABLES["version"]
    values = dict(zip(table.columns, table.values(version), strict=True))
    return values["packed"], values["qualifiers"]


def fact_row(version: Version, data: bytes, scope: str) -> dict[str, Any]:
    """The node of a fact whose current version is `version`."""
    numbers, fillers = packed(version)
    target = version.content.object
    return {
        **visible("Fact", data),
        "number": codec.number(version.fact),
        "scope": scope + version.status[0],  # l, e, r: searched apart
        "current": version.id,
        "subject_id": version.content.subject,
        "object_id": target.id if isinstance(target, EntityId) else None,
        "packed": numbers,
        "fillers": fillers,
    }


def mentioned(content: Content) -> set[str]:
    """The entities that a fact names."""
    fillers = [content.object, *(slot.filler for slot in content.qualifiers)]
    return {content.subject} | {f.id for f in fillers if isinstance(f, EntityId)}


def field_of(record: Record, kind: str, field: str) -> Any:
    """The value of an indexed field, as `find` is given it; None when the row is not indexed."""
    if isinstance(record, Version) and field in ("subject", "object"):
        if record.recorded_to is not None:
            return None
        target = record.content.object
        if field == "object":
            return target.id if isinstance(target, EntityId) else None
        return record.content.subject
    if isinstance(record, Alias) and field == "norm":
        return normalise(record.name)
    return getattr(record, field)
