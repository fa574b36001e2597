"""Which journal entries speak of what is forgotten, and which strings prove that it is gone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from kgmem.codec import prefix
from kgmem.protocols import Reader
from kgmem.records import Episode, JournalEntry, Support, Version

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

_WORD = re.compile(r"\w+(?:['’-]\w+)*", re.UNICODE)
_LONG = 24  # characters of a phrase that no two messages share by chance
_NAME = 5  # characters of a name or word worth searching for
_NEEDLES = 48  # most strings searched for


def erase(
    draft: Draft,
    episodes: Collection[str],
    rows: Collection[str],
    times: Iterable[datetime],
    past: Past,
) -> int:
    """Mark the journal entries that hold any of these rows or were caused by the episodes.

    Rows that such an entry had written and that stay are written again by the entry under way,
    rows that it had removed are removed again, so that the fold comes out the same.

    Returns:
        How many entries are marked.
    """
    found = past.at(times)
    marked = [e for e in found if _speaks(e, episodes, rows)]
    seen = {effect.id for entry in marked for effect in entry.effects}
    # A row is missing when it was written at a time that nothing tells (a resumed episode's), and
    # what an earlier forgetting erased was written again at its own time.
    again = any(entry.erased for entry in found)
    if again or any(row not in seen for row in rows if prefix(row) != "e"):
        marked = [e for e in draft.reader.journal() if _speaks(e, episodes, rows)]
    for entry in marked:
        draft.erase.add(entry.seq)
        for effect in entry.effects:
            if draft.rows.written_now(effect.id):
                continue
            current = draft.rows.get(effect.id)
            if current is None:
                draft.rows.drop(effect.id)
            else:
                draft.rows.put(current)
    return len(marked)


def _speaks(entry: JournalEntry, episodes: Collection[str], rows: Collection[str]) -> bool:
    return entry.cause in episodes or any(effect.id in rows for effect in entry.effects)


class Past:
    """The journal entries of certain moments, each read once."""

    def __init__(self, reader: Reader) -> None:
        """Nothing is read yet."""
        self._reader = reader
        self._read: dict[datetime, list[JournalEntry]] = {}

    def at(self, times: Iterable[datetime]) -> list[JournalEntry]:
        """The entries recorded at these times, in order."""
        wanted = sorted(set(times))
        missing = [time for time in wanted if time not in self._read]
        self._read.update((time, []) for time in missing)
        for entry in _at(self._reader, missing):
            self._read[entry.time].append(entry)
        return [entry for time in wanted for entry in self._read[time]]


def once_supported(
    draft: Draft, episodes: Collection[str], times: Iterable[datetime], past: Past
) -> list[str]:
    """The facts that some episodes ever supported, also where an undo or a rebuild took that back.

    Their earlier versions hold the episodes' words. Found by following the times at which the
    versions of what is found came and went: an undo and a rebuild write there.

    Args:
        draft: before anything is dropped.
        episodes: ids.
        times: when they were recorded.
        past: takes the entries that are read.
    """
    found: dict[str, None] = {}
    seen: set[datetime] = set()
    ahead = set(times)
    if any(entry.erased for entry in past.at(ahead)):
        found.update(dict.fromkeys(_orphans(draft, ahead)))
    while ahead:
        seen |= ahead
        facts = dict.fromkeys(
            effect.record.fact
            for entry in past.at(ahead)
            for effect in entry.effects
            if isinstance(effect.record, Support) and effect.record.episode in episodes
        )
        versions = draft.rows.find(Version, "fact", [f for f in facts if f not in found])
        found.update(facts)
        ahead = {t for v in versions for t in (v.recorded_from, v.recorded_to) if t} - seen
    return list(found)


def _orphans(draft: Draft, times: Collection[datetime]) -> list[str]:
    """Facts that began at these times and that no words are left for.

    Which words they had was erased when something else was forgotten.
    """
    effects = (effect.record for entry in draft.reader.journal() for effect in entry.effects)
    began = [r for r in effects if isinstance(r, Version) and r.recorded_from in times]
    facts = dict.fromkeys(v.fact for v in began)
    supported = {s.fact for s in draft.rows.find(Support, "fact", facts)}
    return [fact for fact in facts if fact not in supported]


def _at(reader: Reader, times: Sequence[datetime]) -> Iterator[JournalEntry]:
    """The journal entries recorded at these times; the journal is in time order."""
    done = 0
    for time in times:
        low, high = done, reader.revision
        while low < high:
            middle = (low + high) // 2
            entry = next(reader.journal(middle, 1), None)
            if entry is None or entry.time >= time:
                high = middle
            else:
                low = middle + 1
        for entry in reader.journal(low):
            if entry.time != time:
                break
            done = entry.seq
            yield entry


def needles(draft: Draft, gone: Sequence[Episode], names: Iterable[str]) -> list[str]:
    """Strings that only the forgotten episodes had.

    Phrases of their texts, long words and names, without those that any other episode has.
    """
    wanted: dict[str, None] = {}
    for episode in gone:
        wanted.update((phrase, None) for phrase in _phrases(episode.body))
        if episode.source is not None and len(episode.source) >= _NAME:
            wanted[episode.source] = None
    wanted.update((n, None) for n in names if len(n) >= _NAME and n.isprintable())
    candidates = list(wanted)[:_NEEDLES]
    forgotten = {e.id for e in gone}
    for row in draft.reader.scan("episode"):
        if not candidates:
            break
        if isinstance(row, Episode) and row.id not in forgotten:
            text = _searchable(row)
            candidates = [c for c in candidates if c.casefold() not in text]
    return candidates


def _phrases(text: str) -> Iterator[str]:
    """A few long phrases of a text, and its longest words; nothing that JSON would escape."""
    for line in re.split(r"[\"\\\x00-\x1f]+", text):
        words = list(_WORD.finditer(line))
        for i in range(0, len(words), 8):
            piece = line[words[i].start() : words[min(i + 7, len(words) - 1)].end()]
            if len(piece) >= _LONG:
                yield piece
    longest = sorted({m.group() for m in _WORD.finditer(text)}, key=lambda w: (-len(w), w))
    yield from (word for word in longest[:4] if len(word) >= _NAME + 2)


def _searchable(episode: Episode) -> str:
    fields = (episode.body, episode.speaker, episode.addressee, episode.source, episode.thread)
    return "\n".join([*(f for f in fields if f), str(dict(episode.metadata))]).casefold()
