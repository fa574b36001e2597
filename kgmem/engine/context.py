"""What an extractor may know beside the observations: the thread so far, and known names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kgmem.codec import number
from kgmem.engine.intake import as_observation
from kgmem.engine.state import Engine
from kgmem.language.names import normalise
from kgmem.protocols import ExtractionContext, Reader
from kgmem.records import Entity, Episode, RelationRow
from kgmem.types import Observation, Ref

if TYPE_CHECKING:
    from kgmem.snapshot import Snapshot

_LOOK_BACK = 200
"""Episodes of a thread in which its participants are looked for."""


def extraction_context(
    engine: Engine,
    reader: Reader,
    snapshot: Snapshot,
    observations: Sequence[Observation],
    *,
    before: Sequence[Episode] = (),
) -> ExtractionContext:
    """The last observations and the speakers of each thread of a batch, and a name look-up.

    Args:
        engine: the memory.
        reader: a pinned read.
        snapshot: at its revision.
        observations: the batch.
        before: the stored episodes that the batch itself consists of (when pending ones are
            finished); only what came before the first of them counts as recent.
    """
    first = min((number(e.id) for e in before), default=None)
    recent: list[Observation] = []
    participants: dict[str, tuple[str, ...]] = {}
    for thread in dict.fromkeys(o.thread for o in observations):
        ids, speakers = _thread(snapshot, thread, before=first)
        ids = ids[-engine.settings.recent :]
        rows = reader.get(ids)
        recent += [as_observation(e) for i in ids if isinstance(e := rows.get(i), Episode)]
        participants[thread] = speakers
    return ExtractionContext(
        recent=tuple(recent),
        participants=participants,
        known=_lookup(reader, snapshot),
        relations=own_relations(reader),
        entity_types=engine.parts.entity_types,
    )


def _thread(
    snapshot: Snapshot, thread: str, *, before: int | None
) -> tuple[list[str], tuple[str, ...]]:
    """The last episodes of a thread, oldest first, and who spoke in them."""
    index, episodes = snapshot.indexes["thread"], snapshot.episodes
    rows = index.latest(snapshot.strings.find(thread), _LOOK_BACK, episodes.alive)[::-1]
    if before is not None:
        rows = rows[episodes.numbers[rows] < before]
    speakers = (snapshot.strings[code] for code in episodes["speaker"][rows].tolist())
    return (
        [f"ep{n}" for n in episodes.numbers[rows].tolist()],
        tuple(dict.fromkeys(s for s in speakers if s)),
    )


def own_relations(reader: Reader) -> tuple[Mapping[str, Any], ...]:
    """The relations that users added to the namespace, for `language.relations.catalogue`."""
    return tuple(r.body for r in reader.scan("relation") if isinstance(r, RelationRow))


def fresh_lookup(engine: Engine) -> Callable[[str], tuple[Ref, ...]]:
    """A look-up that opens a read of its own for each name."""

    def known(name: str) -> tuple[Ref, ...]:
        with engine.view() as (reader, snapshot):
            return _lookup(reader, snapshot)(name)

    return known


def _lookup(reader: Reader, snapshot: Snapshot) -> Callable[[str], tuple[Ref, ...]]:
    """A look-up that works while the read is open, remembering what it was asked."""
    seen: dict[str, tuple[Ref, ...]] = {}

    def known(name: str) -> tuple[Ref, ...]:
        key = normalise(name)
        if key not in seen:
            rows = reader.get(snapshot.entities_named(key)).values()
            seen[key] = tuple(Ref(e.name, e.type, e.named) for e in rows if isinstance(e, Entity))
        return seen[key]

    return known
