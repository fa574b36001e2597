"""One namespace at one revision: short read transactions, and what changed meanwhile put back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from kgmem import codec
from kgmem.errors import InputError, StaleRevision, StoreError
from kgmem.protocols import Kind
from kgmem.records import Ending, JournalEntry, Record, Support, Version
from kgmem.stores.neo4j import columns as bulk
from kgmem.stores.neo4j import past as history
from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.decoding import entry, is_current, like, order, place_of
from kgmem.stores.neo4j.past import Past
from kgmem.stores.neo4j.rows import FIELDS, REFERENCES, VECTORS, field_of, grouped, place
from kgmem.stores.neo4j.statements import pinned, statement
from kgmem.stores.reading import COUNTERS
from kgmem.types import Floats

_PAGE = 5000
_CHUNK = 2000  # values of one lookup
_KINDS = {
    "ep": "episode",
    "e": "entity",
    "a": "alias",
    "s": "support",
    "x": "ending",
    "v": "version",
    "g": "subgoal",
    "r": "relation",
}
# An entity that was merged stands under another label.
_PAGES = {**{kind: (kind,) for kind in _KINDS.values()}, "entity": ("entity", "merged")}
EMBEDDED = {"fact": ("fact",), "episode": ("episode",), "entity": ("entity", "merged")}
_SOUGHT = {"vectors": EMBEDDED, "terms": {k: EMBEDDED[k] for k in ("fact", "episode")}}


class Neo4jReader:
    """`protocols.Reader` on Neo4j; made by `Neo4jStore.read`.

    It holds no transaction: each method is one (or one a page). See `kgmem.stores.neo4j.past` for
    how it keeps to its revision.

    Raises:
        StaleRevision: (any method) memory was forgotten, dropped or re-embedded twice since the
            read began, or more than `past.KEPT` entries were written: open a new one.
    """

    def __init__(
        self, server: Server, namespace: str, standing: Sequence[Any] | None = None
    ) -> None:
        """Look where the namespace stands, unless that is known."""
        self._server: Server | None = server
        self._namespace = namespace
        if standing is None:
            bound = {"namespace": namespace}
            standing = server.rows(statement("read/store", "namespace"), bound)[0]
        revision, epoch, counters, generation, dimension, near, ready = standing
        self._near, self._indexed = near, bool(near and ready)
        self._exists = revision is not None
        self._revision, self._epoch = int(revision or 0), int(epoch)
        self._counters: dict[str, int] = dict.fromkeys(COUNTERS, 0)
        self._counters.update(json.loads(counters or "{}"))
        self._generation, self._dimension = int(generation), int(dimension)
        self._vector = VECTORS[self._generation % 2]
        self._known: dict[str, Record | None] = {}
        self._found: dict[tuple[str, str], list[Record]] = {}
        self._past, self._upto = Past(), self._revision

    @property
    def namespace(self) -> str:
        """The namespace read."""
        return self._namespace

    @property
    def revision(self) -> int:
        """`seq` of the last journal entry; 0 for an empty namespace."""
        return self._revision

    @property
    def epoch(self) -> int:
        """Rises when snapshots must be loaded anew."""
        return self._epoch

    def counters(self) -> dict[str, int]:
        """The highest number ever given out by id prefix."""
        return dict(self._counters)

    def close(self) -> None:
        """End the read; iterators that are still open raise `StoreError` afterwards."""
        self._server = None

    # --- rows ---------------------------------------------------------------------------------

    def get(self, ids: Iterable[str]) -> dict[str, Record]:
        """Rows by id; `f…` gives the fact's current `Version`; unknown ids are left out.

        Raises:
            InputError: something is not an id at all.
        """
        wanted = [i for i in dict.fromkeys(ids) if place(i) in (*_KINDS, "f")]
        self._open()
        missing = [i for i in wanted if i not in self._known]
        for start in range(0, len(missing), _CHUNK):
            self._load(missing[start : start + _CHUNK])
        found = {i: self._known.get(i) for i in wanted}
        return {i: record for i, record in found.items() if record is not None}

    def _load(self, ids: list[str]) -> None:
        """Records of ids that were not looked up yet, kept: at one revision they do not change."""
        rows, past = self._rows("read/get", "", grouped(ids))
        found: dict[str, Record] = {}
        asked = set(ids)
        for identifier, body in rows:
            record = codec.load(like(identifier), body)
            if identifier in asked:
                found[identifier] = record
            if isinstance(record, Version) and record.fact in asked and is_current(record):
                found[record.fact] = record
        for identifier in ids:
            if identifier in past.rows:
                self._known[identifier] = past.rows[identifier]
            elif identifier in past.facts:
                self._known[identifier] = past.rows.get(past.facts[identifier] or "")
            else:
                self._known[identifier] = found.get(identifier)

    def find(self, kind: Kind, field: str, values: Iterable[str]) -> list[Record]:
        """Rows of `kind` whose indexed `field` is one of `values`, in id order.

        Raises:
            InputError: the field is not indexed.
        """
        if field not in FIELDS.get(kind, ()):
            known = ", ".join(f"{k}.{f}" for k, fields in FIELDS.items() for f in fields)
            raise InputError(f"{kind}.{field} is not indexed; indexed are {known}")
        prefix = REFERENCES[kind].get(field)
        wanted = [v for v in dict.fromkeys(values) if not prefix or codec.prefix(v) == prefix]
        self._open()
        fetched = [v for v in wanted if field == "fact" and (kind, v) in self._found]
        found = {r.id: r for v in fetched for r in self._found[kind, v]}
        wanted = [v for v in wanted if field != "fact" or (kind, v) not in self._found]
        for start in range(0, len(wanted), _CHUNK):
            part = wanted[start : start + _CHUNK]
            rows, past = self._rows("read/find", f"{kind}.{field}", {"values": part})
            found.update((i, codec.load(like(i), body)) for i, body in rows)
            for identifier, record in past.rows.items():
                if _KINDS[place(identifier)] != kind:
                    continue
                found.pop(identifier, None)
                if record is not None and field_of(record, kind, field) in part:
                    found[identifier] = record
        return sorted(found.values(), key=order)

    def fetch(self, facts: Sequence[str], episodes: Sequence[str]) -> None:
        """Fetch facts with all that is shown of them, and episodes; later calls find them here."""
        bound = {"f": list(facts), "ep": list(episodes)}
        rows, past = self._rows("read/search", "words", bound)
        if past:
            return  # somebody wrote: looked up one kind after the other, rows are put back
        for fact in facts:
            self._found["support", fact] = []
            self._found["ending", fact] = []
        for identifier, body in rows:
            record = codec.load(like(identifier), body)
            self._known[identifier] = record
            if isinstance(record, Version):
                self._known[record.fact] = record
            elif isinstance(record, (Support, Ending)):
                self._found[_KINDS[place(identifier)], record.fact].append(record)

    def scan(self, kind: Kind) -> Iterator[Record]:
        """All rows of a kind in id order (`version`: all versions, old ones too)."""
        if kind not in _PAGES:
            raise InputError(f"no kind {kind!r}; kinds are {', '.join(_PAGES)}")
        bodies: dict[str, str] = {}
        past = Past()
        for name in _PAGES[kind]:
            rows, past = self._pages("read/page", name)
            bodies.update((row[0], row[1]) for row in rows)
        changed = {i: r for i, r in past.rows.items() if _KINDS[place(i)] == kind}
        present = (bodies.keys() - changed.keys()) | {i for i, r in changed.items() if r}
        for identifier in sorted(present, key=place_of):
            self._open()
            record = changed.get(identifier)
            yield record if record else codec.load(like(identifier), bodies[identifier])

    # --- columns, vectors, terms --------------------------------------------------------------

    def columns(self, kind: Literal["fact", "episode", "entity"]) -> dict[str, Any]:
        """A kind's rows as columns; the names are listed in `kgmem.stores.columns`.

        Raises:
            InputError: there are no columns for that kind.
        """
        return bulk.load(self._column_pages, kind)

    def _column_pages(self, name: str) -> tuple[list[list[Any]], Past]:
        return self._pages("read/columns", name)

    def vectors(self, ids: Sequence[str] | None, kind: str) -> tuple[list[str], Floats]:
        """Vectors of `kind`: all in id order, or those of `ids` in their order.

        Returns:
            The ids that have a vector and `(n, dimension)` float32.
        """
        names, blobs = self._blobs("vectors", kind, ids)
        data = np.frombuffer(b"".join(blobs), "<f4").astype(np.float32, copy=False)
        return names, data.reshape(len(names), self._dimension)

    def terms(
        self, ids: Sequence[str] | None, kind: str
    ) -> tuple[list[str], npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
        """Lexical terms of `kind`: ids, offsets `(n + 1,)` into the hashes, hashes."""
        names, blobs = self._blobs("terms", kind, ids)
        offsets = np.zeros(len(names) + 1, np.int64)
        np.cumsum([len(blob) // 4 for blob in blobs], out=offsets[1:])
        return names, offsets, np.frombuffer(b"".join(blobs), "<u4").astype(np.uint32, copy=False)

    def _blobs(
        self, what: Literal["vectors", "terms"], kind: str, ids: Sequence[str] | None
    ) -> tuple[list[str], list[bytes]]:
        kinds = _SOUGHT[what]
        if kind not in kinds:
            raise InputError(f"no {what} of {kind!r}; there are {', '.join(kinds)}")
        prefix = {"fact": "f", "episode": "ep", "entity": "e"}[kind]
        asked = None if ids is None else [i for i in ids if codec.prefix(i) == prefix]
        found: dict[str, bytes] = {}
        past = Past()
        bound = {"property": self._vector if what == "vectors" else "terms"}
        for name in kinds[kind]:
            if asked is None:
                rows, past = self._pages("read/columns", f"bytes.{name}", bound)
                found.update((i, bytes(blob)) for i, blob in rows if blob is not None)
                continue
            for start in range(0, len(asked), _CHUNK):
                part = {**bound, "ids": asked[start : start + _CHUNK]}
                rows, past = self._rows("read/bytes", name, part)
                found.update((i, bytes(blob)) for i, blob in rows)
        before = past.vectors if what == "vectors" else past.terms
        for identifier, blob in before.items():
            if codec.prefix(identifier) == prefix:
                found.pop(identifier, None)
                if blob is not None:
                    found[identifier] = blob
        names = sorted(found, key=place_of) if asked is None else [i for i in asked if i in found]
        return names, [found[i] for i in names]

    # --- journal ------------------------------------------------------------------------------

    def journal(self, since: int = 0, limit: int | None = None) -> Iterator[JournalEntry]:
        """Entries with `seq > since` in order."""
        at, until = max(since, 0), self._revision
        left = until if limit is None else limit
        while at < until and left > 0:
            bound = {"since": min(at, until), "until": until, "limit": min(left, 1000)}
            rows, _ = self._rows("read/journal", "since", bound)
            if not rows:
                return
            for row in rows:
                self._open()
                yield entry(row)
            at, left = int(rows[-1][0]), left - len(rows)

    def step(self, step: str) -> list[JournalEntry]:
        """The entries of one step; none for an unknown or forgotten one."""
        codec.number(step)
        rows, _ = self._rows("read/journal", "step", {"step": step})
        return [entry(row) for row in rows if row[0] <= self._revision]

    # --- one revision -------------------------------------------------------------------------

    def _open(self) -> Server:
        if self._server is None:
            raise StoreError("this read is closed; open a new one with store.read(namespace)")
        return self._server

    def _rows(self, name: str, heading: str, bound: dict[str, Any]) -> tuple[list[list[Any]], Past]:
        """Rows as they are now, and what those that changed since were before."""
        server = self._open()
        if not self._exists:
            return [], self._past
        rows, revision, epoch = server.rows(
            pinned(name, heading), {"namespace": self._namespace, **bound}
        )[0]
        if epoch != self._epoch and not self._only_reembedded(revision, epoch):
            raise StaleRevision(self._revision, -1 if revision is None else int(revision))
        if revision > self._upto:
            self._look_back(int(revision))
        return rows, self._past

    def _pages(
        self, name: str, heading: str, bound: dict[str, Any] | None = None
    ) -> tuple[list[list[Any]], Past]:
        """All rows of a statement that takes `$after` and `$limit`; the first column is the id."""
        rows: list[list[Any]] = []
        after = ""
        while True:
            page, past = self._rows(
                name, heading, {**(bound or {}), "after": after, "limit": _PAGE}
            )
            rows += page
            if len(page) < _PAGE:
                return rows, past
            after = page[-1][0]

    def _look_back(self, revision: int) -> None:
        """Learn how the rows were that changed up to `revision`."""
        server = self._open()
        bound = {"namespace": self._namespace, "since": self._revision, "until": revision}
        before = server.rows(statement("read/journal", "past"), bound)[0][0]
        if len(before) != revision - self._revision:
            raise StaleRevision(self._revision, revision)
        self._past, self._upto = history.load(before), revision

    def _only_reembedded(self, revision: int | None, epoch: int | None) -> bool:
        """Whether another epoch means new vectors only, written beside those of this read."""
        if revision is None or epoch is None:
            return False
        generation = self._open().rows(statement("read/store", "info"), {})[0][3]
        return bool(generation - self._generation == epoch - self._epoch == 1)
