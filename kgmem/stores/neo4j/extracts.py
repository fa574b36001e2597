"""What a search in the server answered, as the columns of a partial snapshot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from kgmem import codec
from kgmem.language.tokens import terms_of_all
from kgmem.searching import Embedded, Extract, Sought, Words
from kgmem.stores.neo4j import columns, overall
from kgmem.stores.neo4j.statements import run, statement
from kgmem.stores.tables import PACKED
from kgmem.types import Floats, Ints

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

Rows = Sequence[Sequence[Any]]


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
            "episode": {
                **columns.episodes([]),
                "session": np.zeros(0, np.int32),
                "previous": np.zeros(0, np.int64),
            },
            "entity": columns.entities([row[:5] for row in entities], aliases),
        },
        terms={
            "fact": none,
            "episode": none,
            "entity": ([row[0] for row in entities], *terms_of_all([row[3] for row in entities])),
        },
        vectors={
            "fact": nothing,
            "episode": nothing,
            "entity": _vectors(*_ids_and_last(entities), dimension),
        },
    )


def surroundings(
    found: Mapping[str, Any],
    known: Extract,
    totals: Mapping[str, int],
    dimension: int,
    *,
    cap: int,
    members: int,
) -> Extract:
    """Everything around a question.

    Args:
        found: the row of `around`.
        known: the entities found by name.
        totals: how many facts and episodes there are.
        dimension: of the vectors.
        cap: up to which texts with a word were counted.
        members: up to which episodes of sessions were read.
    """
    packed, relations, fillers, words, vectors = found["rows"]
    ids = np.frombuffer(b"".join(packed), PACKED)["id"]
    numbers, said, said_words, said_vectors = _said(found["episodes"])
    groups, session = np.unique(said["session"], return_inverse=True)
    before = said["previous"]
    place = np.minimum(np.searchsorted(numbers, before), max(0, len(numbers) - 1))
    same = (numbers[place] == before) & (session[place] == session) if len(numbers) else before > 0
    entity_columns, entity_vectors = _joined(known, found, dimension)
    spoken, heard = overall.run_together(numbers, said_words), overall.heard(found, members)
    texts = overall.refined(
        overall.whole(found, "episode", totals["episode"], cap), heard, spoken, cap
    )
    entities = found["entities"]
    return Extract(
        columns={
            "fact": {
                **columns.numbers_of(packed, relations, fillers)[0],
                **_supports(found["supports"]),
                "text": [""] * len(ids),
            },
            "episode": {
                **said,
                "session": session.astype(np.int32),
                "previous": np.where(same, before, -1),
            },
            "entity": entity_columns,
        },
        terms={
            "fact": overall.run_together(ids, words),
            "episode": spoken,
            "entity": known.terms["entity"],  # no other is meant by a word of the question
        },
        vectors={
            "fact": _vectors(ids, vectors, dimension),
            "episode": _vectors(numbers, said_vectors, dimension),
            "entity": entity_vectors,
        },
        degrees={codec.number(e): int(n) for e, n in zip(entities[0], entities[4], strict=True)},
        whole={
            "fact": overall.whole(found, "fact", totals["fact"], cap),
            "episode": overall.grouped(texts, heard, groups, session),
        },
    )


def _supports(found: Sequence[Sequence[int]]) -> dict[str, Ints]:
    """Facts and their episodes, in the order of the episodes, in which they were found."""
    facts, episodes = (np.array(numbers, np.int64) for numbers in found)
    order = np.lexsort((facts, episodes))
    return {"support_fact": facts[order], "support_episode": episodes[order]}


def _said(
    found: Sequence[Sequence[Any]],
) -> tuple[Ints, dict[str, Any], list[bytes], list[bytes]]:
    """Numbers, columns, terms and vectors of episodes in id order, from columns in any order."""
    numbers, order = np.unique(np.array(found[0], np.int64), return_index=True)
    places: list[int] = order.tolist()
    previous, session = (np.array(found[k], np.int64)[order] for k in (1, 2))
    words, vectors, *rest = ([column[i] for i in places] for column in found[3:])
    shown = columns.episodes_of(numbers, *rest)
    return numbers, {**shown, "previous": previous, "session": session}, words, vectors


def _joined(
    known: Extract, found: Mapping[str, Any], dimension: int
) -> tuple[dict[str, Any], Embedded]:
    """The entities found by name and those that facts lead to."""
    old = known.columns["entity"]
    have = set(old["id"].tolist())
    ids, named, names, types, _, vectors = found["entities"]
    rows = [
        *zip(ids, repeat(None), named, names, types, vectors, strict=False),
        *found["merged"],
    ]
    new = [row for row in rows if codec.number(row[0]) not in have]
    more = columns.entities([row[:5] for row in new], [])
    joined = {
        name: np.concatenate([values, more[name]])
        if isinstance(values, np.ndarray)
        else [*values, *more[name]]
        for name, values in old.items()
    }
    old_ids, matrix = known.vectors["entity"]
    more_ids, more_matrix = _vectors(*_ids_and_last(new), dimension)
    return joined, ([*old_ids, *more_ids], np.concatenate([matrix, more_matrix]))


def _ids_and_last(rows: Rows) -> tuple[list[str], list[bytes | None]]:
    return [row[0] for row in rows], [row[-1] for row in rows]


def _vectors(ids: Sequence[str] | Ints, blobs: Sequence[bytes | None], dimension: int) -> Embedded:
    have = [i for i, blob in enumerate(blobs) if blob]
    found = ids[have] if isinstance(ids, np.ndarray) else [ids[i] for i in have]
    data = np.frombuffer(b"".join([blobs[i] or b"" for i in have]), "<f4")
    return found, data.astype(np.float32, copy=False).reshape(len(have), dimension)


def closest(rows: Rows, vector: Floats, count: int) -> list[str]:
    """Ids of the rows (id, vector as stored) closest to a unit vector, best first."""
    ids, matrix = _vectors(*_ids_and_last(rows), len(vector))
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
