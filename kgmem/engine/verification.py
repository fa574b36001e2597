"""Checking a memory: the graph against its journal, and what rows promise to each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from kgmem.codec import fold
from kgmem.engine.state import Engine
from kgmem.protocols import Kind, Reader
from kgmem.records import Alias, Ending, Entity, EntityId, Episode, Record, Support, Version
from kgmem.results import Report


def verify(engine: Engine, namespace: str) -> Report:
    """Check a namespace and the store's files.

    The journal is folded and compared with the rows; spans must lie in their episodes; everything
    that is referred to must exist; a fact must have support, and exactly one current version.
    """
    problems = list(engine.store.check())
    with engine.store.read(namespace) as reader:
        rows = _rows(reader)
        problems += _replay(reader, rows)
        for record in rows.values():
            problems += _references(record, rows)
        problems += _facts(rows)
        checked = {"journal": reader.revision}
    for record in rows.values():
        kind = type(record).__name__.lower()
        checked[kind] = checked.get(kind, 0) + 1
    return Report(tuple(problems), checked)


def _rows(reader: Reader) -> dict[str, Record]:
    return {r.id: r for kind in get_args(Kind) for r in reader.scan(kind)}


def _replay(reader: Reader, rows: dict[str, Record]) -> Iterator[str]:
    folded = fold(reader.journal())
    for identifier in sorted(folded.keys() | rows.keys()):
        if identifier not in rows:
            yield f"{identifier} is in the journal but not in the store"
        elif identifier not in folded:
            yield f"{identifier} is in the store but not in the journal"
        elif folded[identifier] != rows[identifier]:
            yield f"{identifier} differs between the journal and the store"


def _references(record: Record, rows: dict[str, Record]) -> Iterator[str]:
    def missing(identifier: str | None, kind: type[Record]) -> Iterator[str]:
        if identifier is not None and not isinstance(rows.get(identifier), kind):
            yield f"{record.id} refers to {identifier}, which is not there"

    if isinstance(record, Support):
        yield from missing(record.episode, Episode)
        episode = rows.get(record.episode)
        start, end = record.span
        if isinstance(episode, Episode) and not 0 <= start <= end <= len(episode.body):
            yield f"{record.id} has a span outside of {record.episode}"
        yield from missing(record.content.subject, Entity)
    elif isinstance(record, Alias):
        yield from missing(record.entity, Entity)
        yield from missing(record.episode, Episode)
    elif isinstance(record, Entity):
        yield from missing(record.merged_into, Entity)
    elif isinstance(record, Ending):
        yield from missing(record.episode, Episode)
    elif isinstance(record, Version) and record.recorded_to is None:
        yield from missing(record.content.subject, Entity)
        if isinstance(record.content.object, EntityId):
            yield from missing(record.content.object.id, Entity)


def _facts(rows: dict[str, Record]) -> Iterator[str]:
    supported = {r.fact for r in rows.values() if isinstance(r, Support)}
    current = [r.fact for r in rows.values() if isinstance(r, Version) and r.recorded_to is None]
    for fact in sorted(supported - set(current)):
        yield f"{fact} has support but no current version"
    for fact in sorted(set(current) - supported):
        yield f"{fact} has a current version but no support"
    if len(current) != len(set(current)):
        yield "a fact has two current versions"
