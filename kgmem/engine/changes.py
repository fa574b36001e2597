"""Changes that people and programs make: told facts, corrections, undo, merges, relations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from kgmem.codec import prefix
from kgmem.engine.context import relation_rows
from kgmem.engine.graph import require_entity
from kgmem.engine.intake import checked, known_sources
from kgmem.engine.state import Engine
from kgmem.engine.writing import Reading, commit, decide, body
from kgmem.errors import InputError, UnknownId
from kgmem.language.relations import Relation, catalogue, complete
from kgmem.language.times import parse_moment, parse_validity, phrase
from kgmem.records import EntityId, RelationRow, Version
from kgmem.results import Observed
from kgmem.types import Observation, Ref, Term, Triple, Validity, Value

if TYPE_CHECKING:
    from kgmem.ledger import Draft

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
            relations = catalogue(relation_rows(reader))
            triple = _triple(engine, told, statement, _terms(reader, snapshot, told))
            triples = tuple(complete([triple], relations))
        reading = _embedded(engine, statement, triples)
        return commit(engine, lambda draft: _write(engine, draft, statement, reading))
