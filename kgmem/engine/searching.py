"""A question asked of a store that searches itself, instead of a namespace loaded whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from kgmem.engine.state import Engine
from kgmem.language.names import normalise
from kgmem.language.questions import Question, analyse
from kgmem.language.tokens import terms
from kgmem.protocols import Reader
from kgmem.searching import Searching, Sought
from kgmem.types import Ref

if TYPE_CHECKING:
    from kgmem.snapshot import Snapshot

_ONCE = 2
"""Questions of a process to a namespace that the store answers before it is worth loading."""


def names_in(snapshot: Snapshot) -> Callable[[str], tuple[Ref, ...]]:
    """Looks a name up in a snapshot."""
    entities = snapshot.entities

    def known(name: str) -> tuple[Ref, ...]:
        numbers = [int(e[1:]) for e in snapshot.entities_named(normalise(name))]
        rows = [(n, row) for n in numbers if (row := entities.row(n)) >= 0]
        return tuple(
            Ref(snapshot.labels[row], snapshot.entity_type(n), bool(entities["named"][row]))
            for n, row in rows
        )

    return known


def on_server(engine: Engine, namespace: str, facts: int, *, indexed: bool) -> bool:
    """Whether the store is to search itself, where it can: `Settings.search`.

    By itself it does for a namespace too large for a snapshot, and for the first questions of a
    process to one that has a vector index: loading it would take longer than they do.
    """
    chosen = engine.settings.search
    if chosen != "auto":
        return chosen == "server"
    if facts > engine.settings.snapshot_facts:
        return True
    return indexed and engine.parts.served.get(namespace, 0) < _ONCE


def may_search(engine: Engine, namespace: str) -> bool:
    """Whether asking the store first is worth while at all."""
    if engine.settings.search == "snapshot" or not isinstance(engine.store, Searching):
        return False
    return engine.settings.search == "server" or not engine.snapshots().loaded(namespace)


@contextmanager
def searched(
    engine: Engine,
    text: str,
    namespace: str,
    *,
    now: datetime,
    asker: str | None,
    valid_at: datetime | None,
) -> Iterator[tuple[Question, Reader, Snapshot]]:
    """The question analysed, and what the store holds around it.

    Where the namespace is better loaded, its snapshot: the first look is the same.
    """
    from kgmem.retrieval import Filters
    from kgmem.retrieval.filters import looks_back
    from kgmem.retrieval.linking import phrases
    from kgmem.retrieval.nominate import query_of
    from kgmem.snapshot.partial import partial

    store = engine.store
    assert isinstance(store, Searching)
    said: dict[str, None] = dict.fromkeys(phrases(text))

    def listen(name: str) -> tuple[Ref, ...]:
        said[name] = None
        return ()

    analyse(text, now=now, asker=asker, known=listen)
    norms = dict.fromkeys(normalise(name) for name in said)
    with store.search(namespace, [n for n in norms if n], terms(text)) as reader:
        whole = not on_server(engine, namespace, reader.counters()["f"], indexed=reader.indexed)
        names = engine.snapshots().current(reader) if whole else partial(reader, reader.named())
        question = analyse(text, now=now, asker=asker, known=names_in(names))
        if whole:
            yield question, reader, names
            return
        query, weights = query_of(question, names, engine.encoder()), engine.settings.weights
        linked = [e for x in query.links for e in names.names.group(x.entity)]
        sought = Sought(
            query.vector,
            np.unique(query.terms),
            [f"e{e}" for e in dict.fromkeys(linked)],
            [f"e{e}" for e in query.subjects.tolist()],
            present=not looks_back(question, Filters(valid_at=valid_at)),
            walk=bool(weights.relevance or weights.fact_walk),
        )
        yield question, reader, partial(reader, reader.around(sought))
