"""Changes that people and programs make: told facts, corrections, undo, merges, relations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from kgmem import ledger
from kgmem.engine.arguments import LONGEST, LONGEST_NAME, clean, words
from kgmem.engine.arguments import author as signature
from kgmem.engine.committing import commit
from kgmem.engine.context import own_relations
from kgmem.engine.entities import entity_ids, require_entity
from kgmem.engine.foreign import own
from kgmem.engine.intake import checked, known_sources
from kgmem.engine.state import Engine
from kgmem.engine.writing import Reading, decide
from kgmem.errors import InputError
from kgmem.language.relations import Relation, catalogue, complete
from kgmem.language.times import parse_moment, parse_validity, phrase
from kgmem.protocols import Reader
from kgmem.records import Entity, RelationRow, Version
from kgmem.results import Decision, Observed
from kgmem.types import Observation, Ref, Triple, Validity, Value

if TYPE_CHECKING:
    from kgmem.ledger import Draft, Index

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
    """Store a structured fact: an episode that states it, and the triple that it is.

    Raises:
        InputError: an argument cannot be used.
        SourceConflict: the source id is known with another fact.
    """
    told = replace(
        told,
        subject=_part(told.subject, "subject"),
        predicate=_part(told.predicate, "predicate"),
        object=_value(told.object),
    )
    validity = _validity(engine, told)
    statement = _statement(engine, told, validity)
    with engine.parts.lock:
        with engine.view() as (reader, snapshot):
            stored = known_sources(reader, [statement])
            if statement.source in stored:
                return Observed(stored[statement.source].id, step="", repeated=True)
            triple = Triple(
                subject=_ref(reader, snapshot, told.subject),
                predicate=told.predicate,
                object=_object(reader, snapshot, told.object),
                span=(0, len(statement.text)),
                text=statement.text,
                validity=validity,
                confidence=1.0,
                extractor="told",
            )
            triples = tuple(complete([triple], catalogue(own_relations(reader))))
        whole, parts = engine.encoder().encode_spans([statement.text], [[t.span for t in triples]])
        reading = Reading(triples, whole[0], parts[0])

        def plan(draft: Draft) -> Observed:
            step = draft.begin_step()
            episode = draft.add_episode(statement, vector=reading.vector)
            edits = decide(engine, draft, episode, reading)
            return Observed(episode.id, step, tuple(edits))

        return commit(engine, plan)


def _part(value: object, what: str) -> str:
    """A subject or a predicate."""
    return clean(value, what=what, longest=LONGEST_NAME)


def _value(value: object) -> str | float:
    """An object: words or a number.

    Raises:
        InputError: it is something else, or empty.
    """
    if isinstance(value, (int, float)) and math.isfinite(value):
        return value
    if not isinstance(value, str):
        raise InputError(f"object must be text or a finite number, not {value!r:.80}")
    return clean(value, what="object", longest=LONGEST)


def _validity(engine: Engine, told: Told) -> Validity | None:
    if told.valid_from is None and told.valid_to is None:
        return None
    zone = engine.settings.timezone
    start = None if told.valid_from is None else parse_validity(told.valid_from, zone).start
    end = None if told.valid_to is None else parse_validity(told.valid_to, zone).start
    bare = Validity(start, end)
    return Validity(start, end, phrase(bare))


def _statement(engine: Engine, told: Told, validity: Validity | None) -> Observation:
    words = f"{told.subject} {told.predicate} {told.object}"
    if validity is not None and validity.wording:
        words += f" ({validity.wording})"
    now = engine.clock()
    zone = engine.settings.timezone
    return checked(
        engine,
        Observation(
            text=words,
            time=now if told.time is None else parse_moment(told.time, zone, name="time"),
            speaker=told.author,
            role="system",
            source=told.source,
            trust=told.trust,
            origin="told",
        ),
    )


def _ref(reader: Reader, snapshot: Index, name: str) -> Ref:
    """A name as the entity that has it, else as a new named one."""
    found = entity_ids(reader, snapshot, name)
    row = reader.get(found[:1]).get(found[0]) if found else None
    if isinstance(row, Entity):
        return Ref(row.name, row.type, row.named)
    return Ref(name, named=True)


def _object(reader: Reader, snapshot: Index, value: str | float) -> Ref | Value:
    """Numbers are literals; words are the entity of that name, or a new one.

    Words of more than six are a clause, which must not become a vertex.
    """
    if isinstance(value, bool) or not isinstance(value, str):
        return Value(str(value), "number")
    if entity_ids(reader, snapshot, value):
        return _ref(reader, snapshot, value)
    if len(value.split()) > 6:
        return Value(value, "clause")
    return Ref(value, named=value[:1].isupper())


def define(engine: Engine, relations: Sequence[Relation]) -> None:
    """Add relations to the namespace's catalogue; those that are there already change nothing.

    Raises:
        InputError: something is no `Relation`.
    """
    for relation in relations:
        if not isinstance(relation, Relation):
            raise InputError(f"define() takes Relation objects, not {type(relation).__name__}")
    if not relations:
        return

    def plan(draft: Draft) -> None:
        ids = [f"r:{r.id}" for r in relations]
        have = draft.reader.get(ids)
        rows = [
            RelationRow(f"r:{r.id}", r.model_dump(mode="json", exclude_defaults=True))
            for r in relations
        ]
        changed = [row for row in rows if have.get(row.id) != row]
        if changed:
            draft.begin_step()
        for row in changed:
            draft.record("relation", row, reason="defined")

    commit(engine, plan)


def correct(
    engine: Engine,
    fact: str,
    *,
    object: str | float | None,
    predicate: str | None,
    author: str | None,
    reason: str,
) -> Observed:
    """Retract a fact and put the right one in its place.

    Raises:
        UnknownId: there is no such fact.
        InputError: nothing to correct was given.
    """
    if object is None and predicate is None:
        raise InputError("correct() needs what is right: object=..., predicate=..., or both")
    fact, reason, who = own(words(fact, "fact")), words(reason, "reason"), signature(author)
    object = None if object is None else _value(object)
    predicate = None if predicate is None else _part(predicate, "predicate")

    def plan(draft: Draft) -> Observed:
        step = draft.begin_step()
        made = ledger.correct(
            draft,
            fact,
            object=None if object is None else _object(draft.reader, draft.index, object),
            predicate=predicate,
            author=who,
            reason=reason,
        )
        why = reason or "corrected by hand"
        return Observed(
            made.episode.id,
            step,
            (
                Decision("DELETE", made.retracted, _text(draft.reader, fact), why),
                Decision("ADD", made.fact, made.text, why),
            ),
        )

    return commit(engine, plan)


def retract(engine: Engine, fact: str, *, author: str | None, reason: str) -> Observed:
    """Mark a fact as never true.

    Raises:
        UnknownId: there is no such fact.
    """
    fact, reason, who = own(words(fact, "fact")), words(reason, "reason"), signature(author)

    def plan(draft: Draft) -> Observed:
        step = draft.begin_step()
        text = _text(draft.reader, fact)
        ledger.retract(draft, fact, author=who, reason=reason)
        why = reason or "retracted by hand"
        return Observed("", step, (Decision("DELETE", fact, text, why),))

    return commit(engine, plan)


def undo(engine: Engine, step: str, *, author: str | None) -> str:
    """Void a step.

    Raises:
        UnknownId: there is no such step.
        InputError: the step was forgotten, or nothing of it is left to undo.
    """
    step, who = words(step, "step"), signature(author)

    def plan(draft: Draft) -> str:
        made = draft.begin_step()
        ledger.undo(draft, step, author=who)
        if not any(entry.effects for entry in draft.change().entries):
            raise InputError(_nothing_left(draft.reader, step))
        return made

    return commit(engine, plan)


def _nothing_left(reader: Reader, step: str) -> str:
    """Why undoing a step changes nothing."""
    last = max(entry.seq for entry in reader.step(step))
    by = [e.step for e in reader.journal(last) if e.op == "undo" and e.cause == step]
    if by:
        return f"{step} was undone already, by {by[-1]}; undo {by[-1]} to bring it back"
    return (
        f"{step} left nothing in the graph that could be undone; its words stay until "
        "they are forgotten: forget(episode=...)"
    )


def merge(engine: Engine, keep: str, other: str, *, author: str | None) -> str:
    """Make two entities one.

    Raises:
        UnknownId: an entity is not there.
        InputError: they are one already, or a name means several.
    """
    who = signature(author)

    def plan(draft: Draft) -> str:
        made = draft.begin_step()
        target, source = _one(draft, keep), _one(draft, other)
        ledger.merge_entities(draft, source, target, author=who)
        return made

    return commit(engine, plan)


def split(engine: Engine, entity: str, *, author: str | None) -> str:
    """Take a merged entity out again.

    Raises:
        UnknownId: there is no such entity.
        InputError: it is not merged.
    """
    entity, who = words(entity, "entity"), signature(author)

    def plan(draft: Draft) -> str:
        made = draft.begin_step()
        ledger.split_entity(draft, entity, author=who)
        return made

    return commit(engine, plan)


def _one(draft: Draft, name: str) -> str:
    found = require_entity(draft.reader, draft.index, name)
    if len(found) > 1:
        raise InputError(f"{name!r} means several entities ({', '.join(found)}); give an id")
    return found[0]


def _text(reader: Reader, fact: str) -> str:
    version = reader.get([fact]).get(fact) if fact[:1] == "f" else None
    return version.content.text if isinstance(version, Version) else fact
