"""Records to JSON and back, for the journal, for stores and for export: one format everywhere.

The kind of a record follows from the prefix of its id, so JSON carries no type tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from kgmem.errors import InputError
from kgmem.records import (
    Alias,
    Effect,
    Ending,
    Entity,
    Episode,
    JournalEntry,
    Record,
    RelationRow,
    Subgoal,
    Support,
    Version,
)
from kgmem.types import Edit

CLASSES: dict[str, type[Record]] = {
    "ep": Episode,
    "e": Entity,
    "a": Alias,
    "s": Support,
    "x": Ending,
    "v": Version,
    "g": Subgoal,
    "r:": RelationRow,
}
_PREFIX = re.compile(r"(ep|[easxvgfjt])[0-9]+\Z|(r:).", re.DOTALL)


@lru_cache(maxsize=1 << 16)
def prefix(identifier: str) -> str:
    """The prefix that tells the kind of an id, a key of `CLASSES` or `f`, `j`, `t`.

    Raises:
        InputError: it is not an id of kgmem.
    """
    match = _PREFIX.match(identifier)
    if match is None:
        raise InputError(f"{identifier!r} is not an id; ids look like f12, e3, ep88, g1, t17")
    return match.group(1) or match.group(2)


@lru_cache(maxsize=1 << 16)
def number(identifier: str) -> int:
    """The number of an id: 12 for `f12`."""
    return int(identifier[len(prefix(identifier)) :])


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def adapter(kind: Any) -> TypeAdapter[Any]:
    """The pydantic adapter of a dataclass, built on first use."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def dump(record: Record) -> bytes:
    """A record as compact JSON; `dump_payload` is where its fields are checked."""
    return _json(record)


def load(identifier: str, data: bytes | str) -> Record:
    """The record that `dump` wrote.

    Raises:
        InputError: the JSON is not a record of that kind.
    """
    try:
        record = adapter(CLASSES[prefix(identifier)]).validate_json(data)
    except (ValueError, KeyError) as error:
        raise InputError(f"not a record for {identifier!r}: {error}") from error
    return cast(Record, record)


_SHORT = 2_000
"""Characters of records that are kept decoded."""


def recall(identifier: str, data: str) -> Record:
    """`load` for rows that are read again and again: the last few thousand are kept decoded.

    Records never change, so equal JSON may give the same record; episodes with metadata, a mapping
    that somebody could write to, and relations are decoded each time.

    Raises:
        InputError: the JSON is not a record of that kind.
    """
    if len(data) > _SHORT or _MAPPING in data or identifier.startswith("r:"):
        return load(identifier, data)
    return _kept(prefix(identifier), data)


_MAPPING = '"metadata":'  # never inside a JSON string, where the quotes are escaped


@lru_cache(maxsize=1 << 13)
def _kept(kind: str, data: str) -> Record:
    return load(f"{kind}0", data)


def clear_cache() -> None:
    """Keep nothing: what is forgotten must not stay here either."""
    _kept.cache_clear()


def dump_payload(decision: Iterable[Edit], effects: Iterable[Effect]) -> bytes:
    """The payload of a journal entry: what was decided and the rows that changed.

    What could be written but not be read again (a custom extractor's triple without a predicate,
    say) would make the whole journal unreadable, so each part is read back here.

    Raises:
        InputError: a field of an edit or a record holds a value of another type.
    """
    edits = b",".join(_checked(edit) for edit in decision)
    rows = b",".join(
        b"[%b,%b]" % (to_json(e.id), b"null" if e.record is None else _checked(e.record))
        for e in effects
    )
    return b'{"decision":[%b],"effects":[%b]}' % (edits, rows)


def _json(value: Any) -> bytes:
    return adapter(type(value)).dump_json(value, exclude_defaults=True, warnings=False)


def _checked(value: Record | Edit) -> bytes:
    data = _json(value)
    try:
        adapter(type(value)).validate_json(data)
    except ValueError as error:
        name = getattr(value, "id", "an edit")
        raise InputError(f"{type(value).__name__} {name} cannot be stored: {error}") from error
    return data


def load_payload(data: bytes | str) -> tuple[tuple[Edit, ...], tuple[Effect, ...]]:
    """The decision and effects that `dump_payload` wrote.

    Raises:
        InputError: the payload is malformed.
    """
    try:
        raw = from_json(data)
        decision = tuple(adapter(Edit).validate_python(e) for e in raw["decision"])
        effects = tuple(Effect(i, None if r is None else _record(i, r)) for i, r in raw["effects"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"malformed journal payload: {error}") from error
    return decision, effects


def _record(identifier: str, raw: Any) -> Record:
    kind = adapter(CLASSES[prefix(identifier)])
    return cast(Record, kind.validate_json(to_json(raw)))


def fold(
    entries: Iterable[JournalEntry], state: dict[str, Record] | None = None
) -> dict[str, Record]:
    """The graph as the fold of its journal: rows by id.

    Args:
        entries: in journal order.
        state: where to start from; changed in place when given.
    """
    rows: dict[str, Record] = {} if state is None else state
    for entry in entries:
        for effect in entry.effects:
            if effect.record is None:
                rows.pop(effect.id, None)
            else:
                rows[effect.id] = effect.record
    return rows
