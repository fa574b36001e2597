"""Embedding everything anew with another encoder, as it was embedded when it came in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np

from kgmem.engine.state import Engine
from kgmem.protocols import Encoder, Reader
from kgmem.records import Entity, Episode, Support
from kgmem.types import Floats

_BATCH = 64


def reembed(
    engine: Engine,
    encoder: Encoder | str | None,
    *,
    progress: Callable[[int, int], None] | None,
) -> int:
    """Embed every namespace with an encoder and make its vectors current at once.

    Killed in the middle, the old vectors stay in use; run it again.

    Returns:
        How many texts were embedded.
    """
    from kgmem.encoders import load

    chosen = load(encoder)
    with engine.parts.lock:
        names = engine.store.namespaces()
        total = sum(_count(engine, name) for name in names)
        done = 0
        for name in names:
            with engine.store.read(name) as reader:
                for kind, ids, vectors in _vectors(reader, chosen):
                    engine.store.replace_vectors(name, kind, ids, vectors)
                    if kind != "fact":
                        done += len(ids)
                        if progress is not None:
                            progress(done, total)
        engine.store.finish_reembed(chosen.id, chosen.dimension)
        engine.parts.encoder = chosen
        engine.parts.encoder_checked = True
        for name in names:
            engine.snapshots().drop(name)
    return done


def _count(engine: Engine, namespace: str) -> int:
    sizes = engine.store.size(namespace)
    return sizes.get("episode", 0) + sizes.get("entity", 0)


def _vectors(reader: Reader, encoder: Encoder) -> Iterator[tuple[str, Sequence[str], Floats]]:
    """Batches of (kind, ids, vectors): episodes with the facts they were first to support."""
    have = {kind: set(reader.vectors(None, kind)[0]) for kind in ("episode", "fact", "entity")}
    placed: set[str] = set()
    episodes = (e for e in reader.scan("episode") if isinstance(e, Episode))
    while batch := list(islice(episodes, _BATCH)):
        supports = _first_supports(reader, batch, placed)
        spans = [[s.span for s in supports.get(e.id, ())] for e in batch]
        whole, parts = encoder.encode_spans([e.body for e in batch], spans)
        kept = [i for i, e in enumerate(batch) if e.id in have["episode"]]
        yield "episode", [batch[i].id for i in kept], whole[kept]
        facts = [s.fact for e in batch for s in supports.get(e.id, ())]
        vectors = np.concatenate(parts) if facts else np.zeros((0, encoder.dimension), np.float32)
        rows = [i for i, f in enumerate(facts) if f in have["fact"]]
        yield "fact", [facts[i] for i in rows], vectors[rows]
    entities = (
        e for e in reader.scan("entity") if isinstance(e, Entity) and e.id in have["entity"]
    )
    while names := list(islice(entities, _BATCH)):
        yield "entity", [e.id for e in names], encoder.encode([e.name for e in names])


def _first_supports(
    reader: Reader, batch: Sequence[Episode], placed: set[str]
) -> dict[str, list[Support]]:
    found: dict[str, list[Support]] = {}
    for support in reader.find("support", "episode", [e.id for e in batch]):
        if isinstance(support, Support) and support.fact not in placed:
            placed.add(support.fact)
            found.setdefault(support.episode, []).append(support)
    return found
