"""A plan made on one revision and written; made again when somebody wrote in between."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from kgmem.engine.context import own_relations
from kgmem.engine.state import Engine
from kgmem.errors import StaleRevision
from kgmem.language.relations import catalogue
from kgmem.protocols import Exclusive, Reader
from kgmem.records import Change

if TYPE_CHECKING:
    from kgmem.ledger import Draft
    from kgmem.snapshot import Snapshot

T = TypeVar("T")


def commit(engine: Engine, plan: Callable[[Draft], T]) -> T:
    """Make a plan on the current revision and write it; made again when somebody wrote in between.

    The plan is first made while others may write. Where that made it stale, it is made again with
    other writers held off, if the store can: a long plan would otherwise lose to short ones for
    ever.

    Raises:
        StaleRevision: it was stale `Settings.replans` times in a row (stores that cannot hold
            writers off).
        StoreBusy: another process held the store for too long.
    """
    with engine.parts.lock:
        for attempt in range(engine.settings.replans + 1):
            try:
                with _alone(engine) if attempt else nullcontext():
                    return _planned(engine, plan)
            except StaleRevision:
                if attempt == engine.settings.replans:
                    raise
    raise AssertionError("unreachable")


def _alone(engine: Engine) -> AbstractContextManager[object]:
    if not isinstance(engine.store, Exclusive):
        return nullcontext()
    engine.encoder()  # its first use writes to the store, which would end the exclusive access
    return engine.store.exclusive()


def draft_of(engine: Engine, reader: Reader, snapshot: Snapshot) -> Draft:
    """An empty draft on what a read sees."""
    from kgmem.ledger import Draft

    return Draft(
        reader,
        snapshot,
        now=engine.clock(),
        catalogue=catalogue(own_relations(reader)),
        settings=engine.settings,
    )


def _planned(engine: Engine, plan: Callable[[Draft], T]) -> T:
    with engine.view() as (reader, snapshot):
        draft = draft_of(engine, reader, snapshot)
        result = plan(draft)
        change = embed(engine, draft, draft.change())
        expected = reader.revision
    if change.entries:
        engine.store.apply(engine.namespace, change, expected=expected)
        engine.snapshots().applied(engine.namespace, change)
    return result


def embed(engine: Engine, draft: Draft, change: Change) -> Change:
    """The change with vectors for what the extraction pass did not cover."""
    missing = draft.unembedded()
    if not missing:
        return change
    vectors = engine.encoder().encode([text for _, text in missing])
    return replace(
        change,
        vectors={**change.vectors, **{i: v for (i, _), v in zip(missing, vectors, strict=True)}},
    )
