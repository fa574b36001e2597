"""A snapshot from the columns of a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from kgmem.language.names import normalise
from kgmem.language.tokens import terms_of_all
from kgmem.protocols import Reader
from kgmem.snapshot.columns import (
    CODED,
    EPISODE_COLUMNS,
    EPISODE_INDEXES,
    FACT_COLUMNS,
    fact_keys,
    sessions,
)
from kgmem.snapshot.corpus import Corpus, corpus
from kgmem.snapshot.growing import Growing, Strings, Vocabulary
from kgmem.snapshot.index import Index
from kgmem.snapshot.names import Names
from kgmem.snapshot.snapshot import Fillers, Snapshot
from kgmem.snapshot.table import Table, table
from kgmem.types import Floats, Ints

_ROOM, _LEAST = 16, 64  # spare rows at loading: one in so many, and so many more

Terms = tuple[Sequence[str] | Ints, Ints, npt.NDArray[np.uint32]]
Vectors = tuple[Sequence[str] | Ints, Floats]


def load(reader: Reader) -> Snapshot:
    """Build the snapshot of a reader's namespace at its revision."""
    return build(
        reader,
        {kind: reader.columns(kind) for kind in ("fact", "episode", "entity")},
        {kind: reader.terms(None, kind) for kind in ("fact", "episode")},
        {kind: reader.vectors(None, kind) for kind in ("fact", "episode", "entity")},
    )


def build(
    reader: Reader,
    columns: Mapping[str, Mapping[str, Any]],
    terms: Mapping[str, Terms],
    vectors: Mapping[str, Vectors],
) -> Snapshot:
    """Assemble a snapshot from plain columns; terms and vectors of unknown ids are passed over."""
    strings = Vocabulary()
    facts = _table(columns["fact"], FACT_COLUMNS, strings)
    episodes = _table(columns["episode"], EPISODE_COLUMNS, strings)
    if "session" in columns["episode"]:
        session, previous = columns["episode"]["session"], columns["episode"]["previous"]
    else:
        session, previous = sessions(episodes.numbers, episodes["thread"], episodes["time"])
    more = {"session": Growing(session), "previous": Growing(previous)}
    episodes = replace(episodes, columns={**episodes.columns, **more})
    raw = columns["entity"]
    entities = _table(raw, {"type": np.int32, "named": np.int8}, strings)
    labels, alias_names = list(raw["name"]), list(raw["alias_name"])
    supports = _pairs(columns["fact"], "support", ("fact", "episode"))
    fillers = _fillers(columns["fact"], facts)
    aliases = _pairs(raw, "alias", ("entity",))
    entity_terms = terms.get("entity") or (entities.numbers, *terms_of_all(labels))
    return Snapshot(
        namespace=reader.namespace,
        revision=reader.revision,
        epoch=reader.epoch,
        counters=reader.counters(),
        strings=strings,
        facts=facts,
        fact_texts=_corpus(facts, terms["fact"], vectors["fact"]),
        episodes=episodes,
        episode_texts=_corpus(episodes, terms["episode"], vectors["episode"]),
        entities=entities,
        labels=Strings(labels),
        entity_texts=_corpus(entities, entity_terms, vectors["entity"]),
        supports=supports,
        aliases=aliases,
        alias_names=Strings(alias_names),
        fillers=fillers,
        indexes={
            **{name: _index(keys) for name, keys in fact_keys(facts).items()},
            "qualifier": Index(fillers.entities.values, fillers.rows.values, len(facts)),
            "support_fact": _index(supports["fact"]),
            "support_episode": _index(supports["episode"]),
            "alias": _index(aliases["entity"]),
            **{name: _index(episodes[name]) for name in EPISODE_INDEXES},
        },
        names=_names(entities, labels, aliases, alias_names, raw["merged_into"]),
    )


def _table(raw: Mapping[str, Any], layout: Mapping[str, type], strings: Vocabulary) -> Table:
    columns = {
        name: strings.encode(raw[name]) if name in CODED else np.asarray(raw[name], dtype=kind)
        for name, kind in layout.items()
    }
    return table(np.asarray(raw["id"], dtype=np.int64), columns)


def _pairs(raw: Mapping[str, Any], kind: str, names: Sequence[str]) -> Table:
    columns = {n: np.asarray(raw[f"{kind}_{n}"], dtype=np.int64) for n in names}
    count = len(columns[names[0]])
    # Rows loaded without ids get numbers that no id has; they can be read, not replaced.
    numbers = np.asarray(raw.get(f"{kind}_id", -1 - np.arange(count)), dtype=np.int64)
    return table(numbers, columns)


def _fillers(raw: Mapping[str, Any], facts: Table) -> Fillers:
    rows = facts.rows(raw["qualifier_fact"])
    order = np.argsort(rows, kind="stable")[np.count_nonzero(rows < 0) :]
    entities = np.asarray(raw["qualifier_entity"], dtype=np.int64)
    return Fillers(Growing(rows[order]), Growing(entities[order]))


def _index(keys: npt.NDArray[Any]) -> Index:
    rows = np.arange(len(keys), dtype=np.int32)
    return Index(keys.astype(np.int64), rows, len(keys))


def _names(
    entities: Table,
    labels: Sequence[str],
    aliases: Table,
    alias_names: Sequence[str],
    merged_into: npt.ArrayLike,
) -> Names:
    base: dict[str, tuple[int, ...]] = {}
    owners = [*entities.numbers.tolist(), *aliases["entity"].tolist()]
    for owner, name in zip(owners, [*labels, *alias_names], strict=True):
        norm = normalise(name)
        known = base.get(norm, ())
        if norm and owner not in known:
            base[norm] = (*known, owner)
    into = np.asarray(merged_into, dtype=np.int64)
    merged = np.flatnonzero(into >= 0)
    parents = zip(entities.numbers[merged].tolist(), into[merged].tolist(), strict=True)
    return Names(base=base).merged(dict(parents))


def _corpus(rows: Table, terms: Terms, vectors: Vectors) -> Corpus:
    ids, offsets, flat = terms
    places = rows.rows(_numbers(ids))
    counts = np.diff(offsets)
    lengths = np.zeros(len(rows), dtype=np.int64)
    known = places >= 0
    lengths[places[known]] = counts[known]
    ends = np.concatenate([[0], np.cumsum(lengths)])
    # Each stored run of terms moves as a whole to its row's place.
    shift = np.repeat(ends[places[known]] - offsets[:-1][known], counts[known])
    source = np.flatnonzero(np.repeat(known, counts))
    moved = np.zeros(int(ends[-1]), dtype=np.uint32)
    moved[source + shift] = flat[source]
    return corpus(ends, moved, _aligned(rows, vectors))


def _aligned(rows: Table, vectors: Vectors) -> Growing:
    """Vectors row by row beside a table, with room for more: the first write need not copy them."""
    ids, matrix = vectors
    count = len(rows)
    aligned = np.zeros((count + count // _ROOM + _LEAST, matrix.shape[1]), dtype=np.float32)
    places = rows.rows(_numbers(ids))
    known = places >= 0
    if known.all():  # nearly always: nothing is copied to choose from it
        aligned[places] = matrix
    else:
        aligned[places[known]] = matrix[known]
    return Growing(aligned, count)


def _numbers(ids: Sequence[str] | Ints) -> Ints:
    if isinstance(ids, np.ndarray):
        return ids
    cut = len(ids[0]) - len(ids[0].lstrip("efp")) if ids else 0
    return np.fromiter((int(i[cut:]) for i in ids), dtype=np.int64, count=len(ids))
