"""A snapshot of what memory believed at an earlier time: rare, built from the rows themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

import numpy as np

from kgmem.codec import number
from kgmem.language.tokens import terms_of_all
from kgmem.protocols import Kind, Reader
from kgmem.records import Alias, Entity, Episode, Record, Support, Version
from kgmem.snapshot.columns import (
    EPISODE_COLUMNS,
    FACT_COLUMNS,
    episode_values,
    fact_values,
    qualifier_entities,
)
from kgmem.snapshot.loading import build
from kgmem.snapshot.past import Past, gone_since
from kgmem.snapshot.snapshot import Snapshot

R = TypeVar("R", bound=Record)


def load_at(reader: Reader, known_at: datetime) -> Snapshot:
    """Build the snapshot of what was believed at `known_at` (zone-aware).

    Facts are the versions whose recorded interval contains it, with the episodes recorded by then
    and the words, names and endings that an undo took away since. Other names and merges are
    today's. A version without a vector of its own is found by its words.
    """
    gone = gone_since(reader, known_at)
    if gone:
        reader = Past(reader, gone)
    versions = {
        v.fact: v
        for v in _all(reader, "version", Version)
        if v.recorded_from <= known_at and (v.recorded_to is None or known_at < v.recorded_to)
    }
    facts = [versions[f] for f in sorted(versions, key=number)]
    episodes = [e for e in _all(reader, "episode", Episode) if e.recorded <= known_at]
    known = {e.id for e in episodes}
    supports = [
        s for s in _all(reader, "support", Support) if s.fact in versions and s.episode in known
    ]
    supports.sort(key=lambda s: number(s.id))
    entities = sorted(_all(reader, "entity", Entity), key=lambda e: number(e.id))
    aliases = list(_all(reader, "alias", Alias))
    fact_ids = [v.fact for v in facts]
    snapshot = build(
        reader,
        {
            "fact": fact_columns(facts, supports),
            "episode": episode_columns(episodes),
            "entity": entity_columns(entities, aliases),
        },
        {
            "fact": (fact_ids, *terms_of_all([v.content.text for v in facts])),
            "episode": reader.terms([e.id for e in episodes], "episode"),
        },
        {
            "fact": reader.vectors(fact_ids, "fact"),
            "episode": reader.vectors([e.id for e in episodes], "episode"),
            "entity": reader.vectors(None, "entity"),
        },
    )
    return replace(snapshot, versions=versions, gone=gone)


def _all(reader: Reader, kind: Kind, cls: type[R]) -> Iterable[R]:
    return (r for r in reader.scan(kind) if isinstance(r, cls))


def episode_columns(episodes: Sequence[Episode]) -> dict[str, Any]:
    """Episodes in id order as `Reader.columns` gives them."""
    rows = [episode_values(e) for e in episodes]
    ids = np.array([number(e.id) for e in episodes], dtype=np.int64)
    return {"id": ids, **{name: [row[name] for row in rows] for name in EPISODE_COLUMNS}}


def fact_columns(facts: Sequence[Version], supports: Sequence[Support]) -> dict[str, Any]:
    """Versions, one for each fact, and supports, in id order, as `Reader.columns` gives them."""
    rows = [fact_values(v) for v in facts]
    pairs = [(number(v.fact), e) for v in facts for e in qualifier_entities(v)]
    return {
        "id": np.array([number(v.fact) for v in facts], dtype=np.int64),
        **{name: [row[name] for row in rows] for name in FACT_COLUMNS},
        "qualifier_fact": np.array([f for f, _ in pairs], dtype=np.int64),
        "qualifier_entity": np.array([e for _, e in pairs], dtype=np.int64),
        "support_id": [number(s.id) for s in supports],
        "support_fact": [number(s.fact) for s in supports],
        "support_episode": [number(s.episode) for s in supports],
    }


def entity_columns(entities: Sequence[Entity], aliases: Sequence[Alias]) -> dict[str, Any]:
    """Entities and their other names in id order, as `Reader.columns` gives them."""
    return {
        "id": np.array([number(e.id) for e in entities], dtype=np.int64),
        "name": [e.name for e in entities],
        "type": [e.type for e in entities],
        "named": [int(e.named) for e in entities],
        "merged_into": [number(e.merged_into) if e.merged_into else -1 for e in entities],
        "alias_id": [number(a.id) for a in aliases],
        "alias_entity": [number(a.entity) for a in aliases],
        "alias_name": [a.name for a in aliases],
    }
