"""Export and import: a memory as versioned JSONL, lossless, journal included.

One object a line. The first is the header; then for each namespace its `namespace` line, its
journal entries in order (the graph is their fold) and its vectors, so that nothing has to be
extracted or embedded again. The last line, `end`, tells a whole file from a torn one.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kgmem.codec import adapter, dump_payload, fold, load_payload
from kgmem.engine.state import Engine
from kgmem.errors import EncoderMismatch, FormatError, InputError, KgmemError
from kgmem.language.tokens import terms
from kgmem.protocols import Reader
from kgmem.records import Change, Episode, JournalEntry, Record, Version
from kgmem.types import Floats

FORMAT = 1
_BATCH = 500
_KINDS = ("episode", "fact", "entity")


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
            for entry in reader.journal():
                yield _entry_line(entry)
            yield from _vector_lines(reader)
    yield _line({"end": True})


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
    target: _Target | None = None
    counts: dict[str, int] = {}
    ended = False
    count = 0
    for number, raw in _numbered(lines):
        try:
            if number == 1:
                _check_header(engine, raw)
            elif "namespace" in raw:
                if target is not None:
                    counts[target.namespace] = target.finish()
                    if into is not None:
                        raise InputError(
                            "the file holds several namespaces; import it without a new name"
                        )
                target = _Target(engine, into or str(raw["namespace"]))
            elif raw.get("end"):
                ended = True
            elif target is None:
                raise FormatError("an entry comes before any namespace line")
            else:
                count += target.add(raw)
                if progress is not None and "seq" in raw:
                    progress(count)
        except FormatError as error:
            raise FormatError(str(error), line=number) from error
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, KgmemError):
                raise
            raise FormatError(f"not a line of a kgmem export: {error}", line=number) from error
    if target is not None:
        counts[target.namespace] = target.finish()
    if not ended:
        raise FormatError(
            "the file ends before its end line; it is not whole. What it held was kept"
        )
    return counts


@dataclass(slots=True)
class _Target:
    """A namespace being imported: entries waiting for their transaction, and the fold so far."""

    engine: Engine
    namespace: str
    revision: int = 0
    waiting: list[JournalEntry] = field(default_factory=list)
    vectors: dict[str, Floats] = field(default_factory=dict)
    state: dict[str, Record] = field(default_factory=dict)
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
        fold([entry], self.state)
        if entry.seq <= self.revision:
            self._same(entry)
            return 1
        self.waiting.append(entry)
        if len(self.waiting) >= _BATCH:
            self.flush()
        return 1

    def _same(self, entry: JournalEntry) -> None:
        stored = next(self.known or iter(()), None)
        if stored is None or _entry_line(stored) != _entry_line(entry):
            raise InputError(
                f"namespace {self.namespace!r} already holds something else (entry {entry.seq} "
                "differs); import under another name, or forget the namespace first"
            )

    def _take_vectors(self, raw: dict[str, Any]) -> None:
        self.flush()
        matrix = np.frombuffer(base64.b64decode(raw["data"]), dtype="<f4")
        ids = list(raw["ids"])
        matrix = matrix.reshape(len(ids), -1)
        self.engine.store.put_vectors(self.namespace, str(raw["vectors"]), ids, matrix)

    def flush(self) -> None:
        """Write what waits."""
        if not self.waiting:
            return
        words: dict[str, Any] = {}
        for entry in self.waiting:
            for effect in entry.effects:
                words.update(_terms(effect.record))
        change = Change(tuple(self.waiting), terms=words)
        self.revision = self.engine.store.apply(self.namespace, change, expected=self.revision)
        self.waiting = []

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
    decision, effects = load_payload(json.dumps(raw["payload"]))
    head = {k: v for k, v in raw.items() if k != "payload"}
    bare: JournalEntry = adapter(_Head).validate_python(head).entry(decision, effects)
    return bare


@dataclass(frozen=True, slots=True)
class _Head:
    seq: int
    step: str
    time: str
    op: str
    author: str
    cause: str | None
    reason: str
    score: float | None
    erased: bool

    def entry(self, decision: Any, effects: Any) -> JournalEntry:
        from datetime import datetime

        return JournalEntry(
            seq=self.seq,
            step=self.step,
            time=datetime.fromisoformat(self.time),
            op=self.op,
            author=self.author,
            cause=self.cause,
            reason=self.reason,
            score=self.score,
            decision=decision,
            effects=effects,
            erased=self.erased,
        )


def _vector_lines(reader: Reader) -> Iterator[str]:
    for kind in _KINDS:
        ids, matrix = reader.vectors(None, kind)
        for start in range(0, len(ids), _BATCH):
            part = np.ascontiguousarray(matrix[start : start + _BATCH], dtype="<f4")
            data = base64.b64encode(part.tobytes()).decode("ascii")
            yield _line({"vectors": kind, "ids": ids[start : start + _BATCH], "data": data})


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines, start=1):
        try:
            raw = json.loads(line)
        except ValueError as error:
            raise FormatError(f"not JSON: {error}", line=number) from error
        if not isinstance(raw, dict):
            raise FormatError("not a JSON object", line=number)
        yield number, raw


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
