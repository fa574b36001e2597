"""How rows were before a change, kept for a while so that a pinned read can put them back.

Neo4j reads committed data: two statements of one transaction may see two revisions. A reader
therefore remembers the revision it began at. Every answer carries the namespace's revision after
it; when that moved on, the rows as they were before are in the journal (`before`), and the reader
puts them back: it sees its revision, as on the embedded store.

What was forgotten is not kept: forgetting clears all of it, and a read that is still open then says
that it must be repeated.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import from_json, to_json

from kgmem import codec
from kgmem.records import Record

KEPT = 4096  # journal entries that keep what was before them


@dataclass(slots=True)
class Past:
    """Rows as they were at a revision, of all that changed since; None where there was none.

    Attributes:
        rows: record by id.
        facts: id of the current version by fact.
        vectors: by id, as stored.
        terms: by id, as stored.
    """

    rows: dict[str, Record | None] = field(default_factory=dict)
    facts: dict[str, str | None] = field(default_factory=dict)
    vectors: dict[str, bytes | None] = field(default_factory=dict)
    terms: dict[str, bytes | None] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.rows or self.facts or self.vectors or self.terms)


def dump(
    rows: Mapping[str, str | None],
    facts: Mapping[str, str | None],
    vectors: Mapping[str, bytes | None],
    terms: Mapping[str, bytes | None],
) -> str:
    """What was before a change, as the journal keeps it."""
    return to_json(
        {"rows": rows, "facts": facts, "vectors": _text(vectors), "terms": _text(terms)}
    ).decode()


def load(before: Iterable[str]) -> Past:
    """How it was before the first of some changes.

    Args:
        before: as `dump` wrote them, oldest first; "" for an entry that changed with another.
    """
    past = Past()
    for data in before:
        if not data:
            continue
        raw: dict[str, dict[str, Any]] = from_json(data)
        for identifier, text in raw["rows"].items():
            if identifier not in past.rows:
                past.rows[identifier] = None if text is None else codec.load(identifier, text)
        for fact, version in raw["facts"].items():
            past.facts.setdefault(fact, version)
        for name, kept in (("vectors", past.vectors), ("terms", past.terms)):
            for identifier, text in raw[name].items():
                kept.setdefault(identifier, None if text is None else base64.b64decode(text))
    return past


def _text(data: Mapping[str, bytes | None]) -> dict[str, str | None]:
    return {k: None if v is None else base64.b64encode(v).decode() for k, v in data.items()}
