"""What a search in the server answered, as the columns of a partial snapshot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kgmem import codec
from kgmem.searching import Embedded, Extract, Sought, Whole, Words
from kgmem.stores.neo4j import columns
from kgmem.stores.neo4j.statements import run, statement
from kgmem.types import Floats

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

Rows = list[list[Any]]


def record(tx: ManagedTransaction, heading: str, bound: Mapping[str, Any]) -> dict[str, Any]:
    """The single row of a statement of `cypher/read/search`."""
    found = run(tx, statement("read/search", heading), bound).single(strict=True)
    return dict(zip(found.keys(), found.values(), strict=True))  # data() copies every byte


def names(entities: Rows, aliases: Rows, dimension: int) -> Extract:
    """Entities alone: to see which of them a question names.

    Args:
        entities: id, merged into, named, name, type, (body), vector each.
        aliases: id, entity, name each.
        dimension: of the vectors.
    """
    entities = sorted(entities, key=lambda row: codec.number(row[0]))
    none: Words = ([], np.zeros(1, np.int64), np.zeros(0, np.uint32))
    nothing: Embedded = ([], np.zeros((0, dimension), np.float32))
    return Extract(
        columns={
            "fact": columns.facts([], []),
            "episode": {**columns.episodes([]), **_sessions([])},
            "entity": columns.entities([row[:5] for row in entities], aliases),
        },
        terms={"fact": none, "episode": none},
        vectors={
            "fact": nothing,
            "episode": nothing,
            "entity": _vectors(((r[0], r[6]) for r in entities), dimension),
        },
    )


def surroundings(
    found: Mapping[str, Any], known: Extract, totals: Mapping[str, int], dimension: int, cap: int
) -> Extract:
    """Everything around a question.

    Args:
        found: the row of `around`.
        known: the entities found by name.
        totals: how many facts and episodes there are.
        dimension: of the vectors.
        cap: up to which texts with a word were counted.
    """
    rows = sorted(found["rows"], key=lambda row: codec.number(row[0]))
    supports = [row[1:] for row in sorted(found["supports"], key=lambda r: codec.number(r[0]))]
    # An episode of a session may stand there again without its vector: the first row counts.
    unique = {row[0]: row for row in reversed(found["episodes"])}
    episodes = sorted(unique.values(), key=lambda row: codec.number(row[0]))
    fact_columns = columns.facts([[r[0], r[1], r[2], "", r[3]] for r in rows], supports)
    whole = {
        "fact": _whole(found, totals["fact"], 1, found["fact_sample"], cap),
        "episode": _whole(found, totals["episode"], 2, found["episode_sample"], cap),
    }
    whole["episode"] = _with_groups(whole["episode"], episodes)
    entity_columns, vectors = _joined(known, found["entities"], dimension)
    return Extract(
        columns={
            "fact": fact_columns,
            "episode": {**columns.episodes([r[:9] for r in episodes]), **_sessions(episodes)},
            "entity": entity_columns,
        },
        terms={
            "fact": _terms((r[0], r[4]) for r in rows),
            "episode": _terms((r[0], r[11]) for r in episodes),
        },
        vectors={
            "fact": _vectors(((r[0], r[5]) for r in rows), dimension),
            "episode": _vectors(((r[0], r[12]) for r in episodes), dimension),
            "entity": vectors,
        },
        degrees={codec.number(row[0]): int(row[5]) for row in found["entities"]},
        whole=whole,
    )


def _joined(known: Extract, rows: Rows, dimension: int) -> tuple[dict[str, Any], Embedded]:
    """The entities found by name and those that facts lead to."""
    old = known.columns["entity"]
    have = set(old["id"].tolist())
    new = [row for row in rows if codec.number(row[0]) not in have]
    more = columns.entities([row[:5] for row in new], [])
    joined = {
        name: np.concatenate([values, more[name]])
        if isinstance(values, np.ndarray)
        else [*values, *more[name]]
        for name, values in old.items()
    }
    ids, matrix = known.vectors["entity"]
    more_ids, more_matrix = _vectors(((r[0], r[6]) for r in new), dimension)
    return joined, ([*ids, *more_ids], np.concatenate([matrix, more_matrix]))


def _sessions(rows: Rows) -> dict[str, Any]:
    """Session numbers from 0, and the episode before where it is of the same session."""
    sessions = [row[9] if row[9] is not None else codec.number(row[0]) for row in rows]
    by_id = {row[0]: session for row, session in zip(rows, sessions, strict=True)}
    _, numbered = np.unique(np.array(sessions, np.int64), return_inverse=True)
    before = [
        codec.number(row[10]) if row[10] in by_id and by_id[row[10]] == session else -1
        for row, session in zip(rows, sessions, strict=True)
    ]
    return {
        "session": numbered.astype(np.int32),
        "previous": np.array(before, np.int64),
    }


def _terms(rows: Iterable[tuple[str, bytes | None]]) -> Words:
    ids, blobs = _present(rows)
    offsets = np.zeros(len(ids) + 1, np.int64)
    np.cumsum([len(blob) // 4 for blob in blobs], out=offsets[1:])
    return ids, offsets, np.frombuffer(b"".join(blobs), "<u4").astype(np.uint32, copy=False)


def _vectors(rows: Iterable[tuple[str, bytes | None]], dimension: int) -> Embedded:
    ids, blobs = _present(rows)
    data = np.frombuffer(b"".join(blobs), "<f4").astype(np.float32, copy=False)
    return ids, data.reshape(len(ids), dimension)


def _present(rows: Iterable[tuple[str, bytes | None]]) -> tuple[list[str], list[bytes]]:
    found = [(i, bytes(blob)) for i, blob in rows if blob is not None]
    return [i for i, _ in found], [blob for _, blob in found]


def _whole(
    found: Mapping[str, Any], total: int, place: int, sample: Sequence[Any], cap: int
) -> Whole:
    """Statistics of all texts: counted where that is cheap, else estimated from a sample."""
    texts = [np.frombuffer(bytes(t or b""), "<u4") for t in sample]
    seen = max(1, len(texts))
    mean = sum(map(len, texts)) / seen
    frequencies: dict[int, int] = {}
    for row in found["counts"]:
        term, count = int(row[0]), int(row[place])
        if count >= cap:
            share = sum(bool((t == term).any()) for t in texts) / seen
            count = max(count, round(share * total))
        frequencies[term] = count
    return Whole(total, mean, frequencies)


def _with_groups(whole: Whole, episodes: Rows) -> Whole:
    """How many sessions there are, from the sizes of those of the episodes at hand.

    A long session is met by as many episodes as it has: the mean of one over the size of the
    session of each is right where the mean size is not.
    """
    sizes = Counter(row[9] for row in episodes)
    shares = [1.0 / sizes[row[9]] for row in episodes]
    groups = max(1, round(whole.total * sum(shares) / max(1, len(shares))))
    return replace(whole, groups=groups, group_mean=whole.mean * whole.total / groups)


def closest(rows: Rows, vector: Floats, count: int) -> list[str]:
    """Ids of the rows (id, vector as stored) closest to a unit vector, best first."""
    ids, matrix = _vectors(((r[0], r[-1]) for r in rows), len(vector))
    best = np.argsort(-(matrix @ vector), kind="stable")[:count]
    return [ids[i] for i in best.tolist()]


def closest_facts(rows: Rows, sought: Sought, *, near: int, ended: int, about: int) -> list[str]:
    """The facts (id, subject, status, vector) close to a question, each once.

    What holds, what ended, and what is about its subjects are chosen apart.
    """
    held = [r for r in rows if r[2] == "live"]
    over = [r for r in rows if r[2] == "ended"]
    subjects = set(sought.subjects)
    if not sought.present:
        held, over = [*held, *over], []
    found = [
        *closest(held, sought.vector, near),
        *closest(over, sought.vector, ended),
        *closest([r for r in held if r[1] in subjects], sought.vector, about),
    ]
    return list(dict.fromkeys(found))
