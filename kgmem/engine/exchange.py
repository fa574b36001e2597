"""Export and import: a memory as versioned JSONL, lossless, journal included.

One object a line. The first is the header; then for each namespace its `namespace` line and its
journal entries in order (the graph is their fold), every few hundred preceded by the vectors of
what they wrote, so that nothing has to be extracted or embedded again. The last line, `end`, tells
a whole file from a torn one.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

import numpy as np

from kgmem.codec import dump_payload, load_payload, number, prefix
from kgmem.engine.state import Engine
from kgmem.errors import EncoderMismatch, FormatError, InputError, KgmemError
from kgmem.language.tokens import terms
from kgmem.protocols import Reader
from kgmem.records import Change, Effect, Entity, Episode, JournalEntry, Record, Version
from kgmem.types import Floats

FORMAT = 1
_BATCH = 500
_KINDS = {"episode": "ep", "fact": "f", "entity": "e"}


def export_lines(engine: Engine, namespaces: Sequence[str]) -> Iterator[str]:
    """The lines of an export, each without its newline.

    Raises:
        UnknownNamespace: a namespace that the store does not hold.
    """
    for namespace in namespaces:
        engine.require_namespace(namespace)
    info = engine.store.info
    yield _line({"kgmem": FORMAT, "encoder": info.encoder, "dimension": info.dimension})
    for namespace in namespaces:
        with engine.store.read(namespace) as reader:
            yield _line(
                {"namespace": namespace, "revision": reader.revision, "counters": reader.counters()}
            )
            yield from _journal_lines(reader)
    yield _line({"end": True})


def counted(lines: Iterable[str], progress: Callable[[int], None]) -> Iterator[str]:
    """The same lines, telling how many there were so far."""
    for count, line in enumerate(lines, start=1):
        yield line
        progress(count)


def import_lines(
    engine: Engine,
    lines: Iterable[str],
    *,
    into: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, int]:
    """Write an export into the store; the namespaces must be new, or a part of the same import.

    An import that was interrupted is resumed by running it again: entries that are already there
    are skipped.

    Args:
        engine: the memory to write to.
        lines: of an export.
        into: write the file's single namespace under this name.
        progress: called with the number of journal entries read so far.

    Returns:
        Journal entries by namespace.

    Raises:
        FormatError: a line cannot be read (carries its number); what came before it is kept.
        InputError: a namespace already holds something else.
        EncoderMismatch: the file's vectors are another encoder's.
    """
    run = _Import(engine, into, progress)
    try:
        for line, raw in _numbered(lines):
            run.take_line(line, raw)
    finally:  # also what came before a line that cannot be read
        run.finish()
    if not run.ended:
        raise FormatError("the file ends before its end line; it is torn. What it held was kept")
    return run.counts


@dataclass(slots=True)
class _Import:
    """An import under way."""

    engine: Engine
    into: str | None
    progress: Callable[[int], None] | None
    target: _Target | None = None
    counts: dict[str, int] = field(default_factory=dict)
    begun: bool = False
    ended: bool = False
    entries: int = 0

    def take_line(self, line: int, raw: dict[str, Any]) -> None:
        """Take a line; what cannot be read of it is told with its number."""
        try:
            self.take(raw)
        except FormatError as error:
            raise FormatError(str(error), line=line) from error
        except KgmemError:
            raise
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise FormatError(f"not a line of a kgmem export: {error!r:.500}", line=line) from error

    def take(self, raw: dict[str, Any]) -> None:
        """Take one line."""
        if not self.begun:
            _check_header(self.engine, raw)
            self.begun = True
        elif "namespace" in raw:
            self._open(str(raw["namespace"]))
        elif raw.get("end"):
            self.ended = True
        elif self.target is None:
            raise FormatError("an entry comes before any namespace line")
        else:
            self.entries += self.target.add(raw)
            if self.progress is not None:
                self.progress(self.entries)

    def _open(self, namespace: str) -> None:
        if self.target is not None and self.into is not None:
            raise InputError("the file holds several namespaces; import it without a new name")
        self.finish()
        self.target = _Target(self.engine, self.into or namespace)

    def finish(self) -> None:
        """Write what is left of the namespace under way."""
        if self.target is not None:
            self.counts[self.target.namespace] = self.target.finish()


@dataclass(slots=True)
class _Target:
    """A namespace being imported: entries waiting for their transaction, and the fold so far."""

    engine: Engine
    namespace: str
    revision: int = 0
    waiting: list[JournalEntry] = field(default_factory=list)
    vectors: dict[str, Floats] = field(default_factory=dict)
    known: Iterator[JournalEntry] | None = None

    def __post_init__(self) -> None:
        with self.engine.store.read(self.namespace) as reader:
            self.revision = reader.revision
            self.known = iter(list(reader.journal())) if self.revision else iter(())

    def add(self, raw: dict[str, Any]) -> int:
        """Take one line; returns 1 for a journal entry."""
        if "vectors" in raw:
            self._take_vectors(raw)
            return 0
        entry = _entry(raw)
        if entry.seq <= self.revision:
            self._same(entry)
            return 1
        self.waiting.append(entry)
        return 1

    def _same(self, entry: JournalEntry) -> None:
        stored = next(self.known or iter(()), None)
        if stored is None or _entry_line(stored) != _entry_line(entry):
            raise InputError(
                f"namespace {self.namespace!r} already holds something else (entry {entry.seq} "
                "differs); import under another name, or forget the namespace first"
            )

    def _take_vectors(self, raw: dict[str, Any]) -> None:
        """Vectors stand before the entries that write their rows: those before them are written."""
        self.flush()
        ids = list(raw["ids"])
        matrix = np.frombuffer(base64.b64decode(raw["data"]), dtype="<f4").reshape(len(ids), -1)
        self.vectors.update(zip(ids, matrix, strict=True))

    def flush(self) -> None:
        """Write what waits."""
        if not self.waiting:
            return
        words: dict[str, Any] = {}
        for entry in self.waiting:
            for effect in entry.effects:
                words.update(_terms(effect.record))
        change = Change(tuple(self.waiting), terms=words, vectors=self.vectors)
        self.revision = self.engine.store.apply(self.namespace, change, expected=self.revision)
        self.waiting, self.vectors = [], {}

    def finish(self) -> int:
        """Write the rest; returns the namespace's revision."""
        self.flush()
        return self.revision


def _terms(record: Record | None) -> dict[str, Any]:
    if isinstance(record, Episode):
        return {record.id: terms(record.body)}
    if isinstance(record, Version) and record.recorded_to is None:
        return {record.fact: terms(record.content.text)}
    return {}


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _entry_line(entry: JournalEntry) -> str:
    head: dict[str, Any] = {
        "seq": entry.seq,
        "step": entry.step,
        "time": entry.time.isoformat(),
        "op": entry.op,
        "author": entry.author,
        "cause": entry.cause,
        "reason": entry.reason,
        "score": entry.score,
        "erased": entry.erased,
        "payload": json.loads(dump_payload(entry.decision, entry.effects)),
    }
    return _line(head)


def _entry(raw: dict[str, Any]) -> JournalEntry:
    try:
        decision, effects = load_payload(json.dumps(raw["payload"]))
    except InputError as error:
        raise FormatError(str(error)) from error
    score = raw["score"]
    return JournalEntry(
        seq=int(raw["seq"]),
        step=str(raw["step"]),
        time=datetime.fromisoformat(raw["time"]),
        op=str(raw["op"]),
        author=str(raw["author"]),
        cause=raw["cause"],
        reason=str(raw["reason"]),
        score=None if score is None else float(score),
        decision=decision,
        effects=effects,
        erased=bool(raw["erased"]),
    )


def _journal_lines(reader: Reader) -> Iterator[str]:
    entries, sent = reader.journal(), set[str]()
    while batch := list(islice(entries, _BATCH)):
        written = {i for entry in batch for effect in entry.effects if (i := _embedded(effect))}
        yield from _vector_lines(reader, sorted(written - sent, key=number))
        sent |= written
        for entry in batch:
            yield _entry_line(entry)


def _embedded(effect: Effect) -> str:
    """The id under which a written row may have a vector; empty where it cannot."""
    if isinstance(effect.record, Version):
        return effect.record.fact
    return effect.id if isinstance(effect.record, (Episode, Entity)) else ""


def _vector_lines(reader: Reader, written: Sequence[str]) -> Iterator[str]:
    for kind, letters in _KINDS.items():
        ids, matrix = reader.vectors([i for i in written if prefix(i) == letters], kind)
        if ids:
            data = base64.b64encode(np.ascontiguousarray(matrix, dtype="<f4").tobytes())
            yield _line({"vectors": kind, "ids": ids, "data": data.decode("ascii")})


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for count, line in enumerate(lines, start=1):
        try:
            line.encode()
            raw = json.loads(line)
        except UnicodeEncodeError as error:
            raise FormatError("not UTF-8; was the file damaged?", line=count) from error
        except (ValueError, RecursionError) as error:
            raise FormatError(f"not JSON: {error}", line=count) from error
        if not isinstance(raw, dict):
            raise FormatError("not a JSON object", line=count)
        yield count, raw


def _check_header(engine: Engine, raw: dict[str, Any]) -> None:
    if "kgmem" not in raw:
        raise FormatError("not a kgmem export: its first line has no 'kgmem' version")
    if raw["kgmem"] != FORMAT:
        raise FormatError(
            f"written in export format {raw['kgmem']}, this kgmem reads {FORMAT}; upgrade kgmem"
        )
    encoder, dimension = str(raw["encoder"]), int(raw["dimension"])
    info = engine.store.info
    if not encoder:
        return
    if not info.encoder:
        engine.store.set_encoder(encoder, dimension)
    elif (info.encoder, info.dimension) != (encoder, dimension):
        raise EncoderMismatch(
            f"the export holds vectors of {encoder!r}, {info.location} those of {info.encoder!r}; "
            "re-embed one of them first: `kgmem reembed`"
        )
