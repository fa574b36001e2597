"""Rows back to records, and the order of ids."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from kgmem import codec
from kgmem.records import JournalEntry, Record, Version


def like(identifier: str) -> str:
    """An id that tells the kind, for `codec.load`."""
    prefix = codec.prefix(identifier)
    return identifier if prefix == "r:" else f"{prefix}0"


def is_current(version: Version) -> bool:
    """Whether a version is the one that holds."""
    return version.recorded_to is None


def place_of(identifier: str) -> tuple[int, str]:
    """Where an id stands among those of its kind."""
    if identifier.startswith("r:"):
        return 0, identifier
    return codec.number(identifier), ""


def order(record: Record) -> tuple[int, str]:
    """The key that puts records in id order."""
    return place_of(record.id)


def entry(row: Sequence[Any]) -> JournalEntry:
    """A journal entry from its row."""
    seq, step, time, op, author, cause, reason, score, payload = row
    moment = datetime.fromisoformat(time)
    if step is None:
        return JournalEntry(seq, "", moment, op, erased=True)
    decision, effects = codec.load_payload(payload)
    return JournalEntry(
        seq, step, moment, op, author or "", cause, reason or "", score, decision, effects
    )
