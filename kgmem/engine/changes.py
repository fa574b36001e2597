"""Changes that people and programs make: told facts, corrections, undo, merges, relations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from kgmem.engine.context import own_relations
from kgmem.engine.intake import known_sources
from kgmem.engine.state import Engine
from kgmem.engine.writing import commit
from kgmem.language.relations import catalogue, complete
from kgmem.results import Observed

if TYPE_CHECKING:
    pass

Moment = str | date | datetime | None


@dataclass(frozen=True, slots=True)
class Told:
    """A structured fact; see `Memory.tell`."""

    subject: str
    predicate: str
    object: str | float
    source: str | None = None
    valid_from: Moment = None
    valid_to: Moment = None
    author: str | None = None
    trust: float = 1.0
    time: Moment = None


def tell(engine: Engine, told: Told) -> Observed:
    """Store a structured fact: an episode that states it, and its triple.

    Raises:
        InputError: an argument cannot be used.
        SourceConflict: the source id is known with another fact.
    """
    statement = _statement(engine, told)
    with engine.parts.lock:
        with engine.view() as (reader, snapshot):
            stored = known_sources(reader, [statement])
            if statement.source in stored:
                return Observed(stored[statement.source].id, step="", repeated=True)
            relations = catalogue(own_relations(reader))
            triple = _triple(engine, told, statement, _terms(reader, snapshot, told))
            triples = tuple(complete([triple], relations))
        reading = _embedded(engine, statement, triples)
        return commit(engine, lambda draft: _write(engine, draft, statement, reading))
