"""The next snapshot from journal entries: only what they changed is made anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from kgmem.codec import number, prefix
from kgmem.errors import StoreError
from kgmem.language.names import normalise
from kgmem.language.tokens import terms as terms_of
from kgmem.records import (
    Alias,
    Entity,
    Episode,
    JournalEntry,
    Record,
    Support,
    Version,
)
from kgmem.snapshot.columns import (
    CODED,
    EPISODE_COLUMNS,
    EPISODE_INDEXES,
    FACT_COLUMNS,
    SESSION_GAP,
    episode_values,
    fact_keys,
    fact_values,
    qualifier_entities,
    stacked,
)
from kgmem.snapshot.corpus import Corpus
from kgmem.snapshot.growing import Vocabulary
from kgmem.snapshot.snapshot import Snapshot
from kgmem.snapshot.table import Table
from kgmem.types import Floats, Ints

Terms = Mapping[str, npt.NDArray[np.uint32]]
Vectors = Mapping[str, Floats]
Rows = dict[str, Record | None]
R = TypeVar("R", bound=Record)


class Outdated(StoreError):
    """Journal entries that a snapshot cannot follow; load it anew."""


def advance(
    old: Snapshot, entries: Iterable[JournalEntry], terms: Terms, vectors: Vectors
) -> Snapshot:
    """The snapshot after some journal entries (see `Snapshot.advance`)."""
    net: dict[str, Rows] = {}
    counters = dict(old.counters)
    revision = old.revision
    for entry in entries:
        if entry.seq != revision + 1 or entry.erased:
            raise Outdated(f"journal entry {entry.seq} does not follow revision {revision}")
        revision = entry.seq
        _count(counters, entry.step)
        for effect in entry.effects:
            kind = prefix(effect.id)
            net.setdefault(kind, {})[effect.id] = effect.record
            if kind != "r:":
                _count(counters, effect.id)
            if isinstance(effect.record, Version):
                _count(counters, effect.record.fact)
    new = replace(old, revision=revision, counters=counters)
    new = _with_entities(new, net, vectors)
    new = _with_episodes(new, _records(net, "ep", Episode), _gone(net, "ep"), terms, vectors)
    new = _with_facts(new, net.get("v", {}), terms, vectors)
    return _with_supports(new, _records(net, "s", Support), _gone(net, "s"))


def _count(counters: dict[str, int], identifier: str) -> None:
    if identifier:
        kind = prefix(identifier)
        counters[kind] = max(counters.get(kind, 0), number(identifier))


def _records(net: Mapping[str, Rows], kind: str, cls: type[R]) -> list[R]:
    return [r for r in net.get(kind, {}).values() if isinstance(r, cls)]


def _gone(net: Mapping[str, Rows], kind: str) -> list[int]:
    return [number(i) for i, r in net.get(kind, {}).items() if r is None]


def _coded(strings: Vocabulary, columns: dict[str, Any]) -> dict[str, Any]:
    return {k: strings.encode(v.tolist()) if k in CODED else v for k, v in columns.items()}


def _columns(
    rows: list[dict[str, Any]], layout: Mapping[str, type], strings: Vocabulary
) -> dict[str, Any]:
    kinds: dict[str, Any] = {k: object if k in CODED else t for k, t in layout.items()}
    return _coded(strings, stacked(rows, kinds))


# --- facts --------------------------------------------------------------------------------------


def _with_facts(old: Snapshot, effects: Rows, terms: Terms, vectors: Vectors) -> Snapshot:
    current: dict[int, Version] = {}
    closed: set[int] = set()
    for identifier, record in effects.items():
        if not isinstance(record, Version):
            raise Outdated(f"version {identifier} was erased")
        if record.recorded_to is None:
            current[number(record.fact)] = record
        else:
            closed.add(number(record.fact))
    gone = [n for n in closed if n not in current]
    if not current and not gone:
        return old
    numbers = sorted(current)
    first = len(old.facts)
    columns = _columns([fact_values(current[n]) for n in numbers], FACT_COLUMNS, old.strings)
    indexes = dict(old.indexes)
    upto = first + len(numbers)
    for name, keys in fact_keys(columns).items():
        indexes[name] = indexes[name].appended(keys.tolist(), list(range(first, upto)), upto)
    pairs = [(first + i, e) for i, n in enumerate(numbers) for e in qualifier_entities(current[n])]
    rows, others = [r for r, _ in pairs], [e for _, e in pairs]
    indexes["qualifier"] = indexes["qualifier"].appended(others, rows, upto)
    return replace(
        old,
        facts=old.facts.changed(numbers, columns, gone),
        fact_texts=_texts(old.fact_texts, old.facts, "f", numbers, terms, vectors),
        fillers=old.fillers.appended(rows, others),
        indexes=indexes,
    )


def _texts(
    texts: Corpus, rows: Table, kind: str, numbers: list[int], terms: Terms, vectors: Vectors
) -> Corpus:
    """Words and vectors of new rows; what is not given stays as it was on the row replaced."""
    found_terms: list[npt.NDArray[np.uint32]] = []
    found_vectors: list[Floats | None] = []
    for n in numbers:
        row = rows.row(n)
        words, vector = terms.get(f"{kind}{n}"), vectors.get(f"{kind}{n}")
        if words is None:
            words = texts.terms_of(row) if row >= 0 else np.zeros(0, dtype=np.uint32)
        if vector is None and row >= 0:
            vector = texts.vectors.values[row]
        found_terms.append(words)
        found_vectors.append(vector)
    return texts.appended(found_terms, found_vectors)


# --- episodes and supports ----------------------------------------------------------------------


def _with_episodes(
    old: Snapshot, put: list[Episode], gone: list[int], terms: Terms, vectors: Vectors
) -> Snapshot:
    if not put and not gone:
        return old
    numbers = [number(e.id) for e in put]
    columns = _columns([episode_values(e) for e in put], EPISODE_COLUMNS, old.strings)
    columns["session"], columns["previous"] = _sessions(old, numbers, columns)
    first, upto = len(old.episodes), len(old.episodes) + len(numbers)
    indexes = dict(old.indexes)
    for name in EPISODE_INDEXES:
        keys = columns[name].tolist()
        indexes[name] = indexes[name].appended(keys, list(range(first, upto)), upto)
    return replace(
        old,
        episodes=old.episodes.changed(numbers, columns, gone),
        episode_texts=_texts(old.episode_texts, old.episodes, "ep", numbers, terms, vectors),
        indexes=indexes,
    )


def _sessions(
    old: Snapshot, numbers: list[int], columns: Mapping[str, Any]
) -> tuple[npt.NDArray[np.int32], Ints]:
    """Sessions and predecessors of new episodes; one that was there before keeps its own."""
    episodes = old.episodes
    free = int(episodes["session"].max(initial=-1)) + 1
    last: dict[int, tuple[int, float, int]] = {}
    found = np.zeros(len(numbers), dtype=np.int32)
    previous = np.full(len(numbers), -1, dtype=np.int64)
    for i, n in enumerate(numbers):
        row = episodes.row(n)
        if row >= 0:
            found[i], previous[i] = episodes["session"][row], episodes["previous"][row]
            continue
        thread, time = int(columns["thread"][i]), float(columns["time"][i])
        before = last.get(thread) or _last_in(old, thread)
        if before is None or abs(time - before[1]) > SESSION_GAP:
            found[i], free = free, free + 1
        else:
            previous[i], found[i] = before[0], before[2]
        last[thread] = (n, time, int(found[i]))
    return found, previous


def _last_in(old: Snapshot, thread: int) -> tuple[int, float, int] | None:
    """Number, time and session of the last episode of a thread."""
    tail = old.thread_tail(old.strings[thread], 1)
    if not tail:
        return None
    row = old.episodes.row(number(tail[0]))
    return (
        number(tail[0]),
        float(old.episodes["time"][row]),
        int(old.episodes["session"][row]),
    )


def _with_supports(old: Snapshot, put: list[Support], gone: list[int]) -> Snapshot:
    if not put and not gone:
        return old
    if any(old.supports.row(n) < 0 for n in gone):
        raise Outdated("a support went whose id was not loaded")
    first, upto = len(old.supports), len(old.supports) + len(put)
    columns = {
        "fact": np.array([number(s.fact) for s in put], dtype=np.int64),
        "episode": np.array([number(s.episode) for s in put], dtype=np.int64),
    }
    indexes = dict(old.indexes)
    for name, keys in columns.items():
        index = indexes[f"support_{name}"]
        indexes[f"support_{name}"] = index.appended(keys.tolist(), list(range(first, upto)), upto)
    supports = old.supports.changed([number(s.id) for s in put], columns, gone)
    return replace(old, supports=supports, indexes=indexes)


# --- entities -----------------------------------------------------------------------------------


def _with_entities(old: Snapshot, net: Mapping[str, Rows], vectors: Vectors) -> Snapshot:
    put, gone = _records(net, "e", Entity), _gone(net, "e")
    aliases, lost = _records(net, "a", Alias), _gone(net, "a")
    if not (put or gone or aliases or lost):
        return old
    if any(old.aliases.row(n) < 0 for n in lost):
        raise Outdated("an alias went whose id was not loaded")
    numbers = [number(e.id) for e in put]
    columns: dict[str, Any] = {
        "type": old.strings.encode(e.type for e in put),
        "named": np.array([int(e.named) for e in put], dtype=np.int8),
    }
    words = {e.id: terms_of(e.name) for e in put}
    owners = np.array([number(a.entity) for a in aliases], dtype=np.int64)
    first, upto = len(old.aliases), len(old.aliases) + len(aliases)
    index = old.indexes["alias"].appended(owners.tolist(), list(range(first, upto)), upto)
    new = replace(
        old,
        entities=old.entities.changed(numbers, columns, gone),
        labels=old.labels.appended(e.name for e in put),
        entity_texts=_texts(old.entity_texts, old.entities, "e", numbers, words, vectors),
        aliases=old.aliases.changed([number(a.id) for a in aliases], {"entity": owners}, lost),
        alias_names=old.alias_names.appended(a.name for a in aliases),
        indexes={**old.indexes, "alias": index},
    )
    touched = {*numbers, *gone, *owners.tolist()}
    rows = old.aliases.rows([*lost, *(number(a.id) for a in aliases)])
    touched.update(old.aliases["entity"][rows[rows >= 0]].tolist())
    merges: dict[int, int | None] = dict.fromkeys(gone)
    merges.update({number(e.id): number(e.merged_into) if e.merged_into else None for e in put})
    names = old.names.renamed(_names(new, touched), _names(old, touched)).merged(merges)
    return replace(new, names=names)


def _names(snapshot: Snapshot, entities: Iterable[int]) -> list[tuple[str, int]]:
    """The normalised names and aliases of entities."""
    found: list[tuple[str, int]] = []
    for entity in sorted(entities):
        row = snapshot.entities.row(entity)
        if row >= 0:
            found.append((normalise(snapshot.labels[row]), entity))
        for alias in snapshot.indexes["alias"].rows(entity).tolist():
            if snapshot.aliases.alive[alias]:
                found.append((normalise(snapshot.alias_names[alias]), entity))
    return found
