"""Extracting all episodes again with today's extractor, keeping what people told and corrected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kgmem import ledger
from kgmem.engine.committing import commit
from kgmem.engine.intake import as_observation
from kgmem.engine.state import Engine
from kgmem.engine.writing import Reading, decide, read
from kgmem.protocols import Reader
from kgmem.records import Episode

if TYPE_CHECKING:
    from kgmem.ledger import Draft, Verdicts


def rebuild(engine: Engine, *, progress: Callable[[int, int], None] | None) -> int:
    """Read every observed episode again, in batches that are each one transaction.

    Others may read and write meanwhile. Interrupted, the graph is whole: some episodes were read by
    today's extractor, the others by the earlier one; run it again.

    Returns:
        How many episodes were read again.
    """
    with engine.view() as (reader, snapshot):
        waiting = _observed(reader)
        verdicts = ledger.verdicts(reader, snapshot.root)
    for start in range(0, len(waiting), engine.settings.batch):
        batch = waiting[start : start + engine.settings.batch]
        _renew(engine, batch, verdicts)
        if progress is not None:
            progress(start + len(batch), len(waiting))
    return len(waiting)


def _observed(reader: Reader) -> list[str]:
    return [
        e.id
        for e in reader.scan("episode")
        if isinstance(e, Episode) and e.origin == "observed" and e.state == "done"
    ]


def _renew(engine: Engine, ids: Sequence[str], verdicts: Verdicts) -> None:
    with engine.store.read(engine.namespace) as reader:
        rows = reader.get(ids)
    batch = [e for i in ids if isinstance(e := rows.get(i), Episode)]
    readings = read(engine, [as_observation(e) for e in batch], before=batch)
    pairs = list(zip(batch, readings, strict=True))
    commit(engine, lambda draft: _again(engine, draft, pairs, verdicts))


def _again(
    engine: Engine, draft: Draft, pairs: Sequence[tuple[Episode, Reading]], verdicts: Verdicts
) -> None:
    current = draft.reader.get([e.id for e, _ in pairs])
    pairs = [pair for pair in pairs if pair[0].id in current]  # the others were forgotten meanwhile
    if not pairs:
        return
    # What people judged while this runs counts too; what earlier batches withdrew is in `verdicts`.
    known = {**verdicts, **ledger.verdicts(draft.reader, draft.index.root)}
    draft.begin_step()
    ledger.withdraw(draft, [e.id for e, _ in pairs])
    for episode, reading in pairs:
        draft.begin_step()
        decide(engine, draft, episode, reading)
    ledger.uphold_verdicts(draft, [e.id for e, _ in pairs], known)
