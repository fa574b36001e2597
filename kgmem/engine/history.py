"""What became of a fact over time, read from the journal."""

from __future__ import annotations

from kgmem.engine.arguments import words
from kgmem.engine.foreign import own
from kgmem.engine.state import Engine
from kgmem.errors import UnknownId
from kgmem.protocols import Reader
from kgmem.records import JournalEntry, Support, Version
from kgmem.results import HistoryItem


def history(engine: Engine, fact: str) -> list[HistoryItem]:
    """Every state of a fact, who decided it and on which words, oldest first.

    Raises:
        UnknownId: there never was such a fact, or it was forgotten.
    """
    fact = own(words(fact, "fact"))
    with engine.store.read(engine.namespace) as reader:
        items = [
            item for entry in reader.journal() if (item := _item(reader, entry, fact)) is not None
        ]
    if not items:
        raise UnknownId(f"no fact {fact!r} in namespace {engine.namespace!r} (or it was forgotten)")
    return items


def _item(reader: Reader, entry: JournalEntry, fact: str) -> HistoryItem | None:
    from kgmem.snapshot.views import view_evidence

    versions: list[Version] = []
    supports: list[Support] = []
    for effect in entry.effects:
        record = effect.record
        if isinstance(record, Version) and record.fact == fact:
            versions.append(record)
        elif isinstance(record, Support) and record.fact == fact:
            supports.append(record)
    if not versions and not supports:
        return None
    current = next((v for v in reversed(versions) if v.recorded_to is None), None)
    shown = current or (versions[-1] if versions else None)
    return HistoryItem(
        time=entry.time,
        step=entry.step,
        op=entry.op,
        author=entry.author,
        reason=entry.reason,
        text=shown.content.text if shown is not None else supports[-1].content.text,
        status=current.status if current is not None else "gone" if versions else "live",
        evidence=tuple(view_evidence(reader, supports)),
    )
