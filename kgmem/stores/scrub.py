"""Erasure with proof: after rows are deleted, nothing of them may be left in the files' bytes.

`secure_delete` zeroes deleted cells and freed pages, but a page that was split or merged may keep
stale copies of cells in its unallocated gap, and the write-ahead log keeps old pages until it is
truncated. So: truncate the log, scan the bytes, and where a needle is still found rewrite the file
(`VACUUM`) and scan again.
"""

from __future__ import annotations

import json
import mmap
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kgmem.errors import ForgetPending
from kgmem.stores.tables import KEYED, limits

_PATIENCE = 5.0  # seconds to wait for readers
_PIECE = 1 << 25  # bytes scanned at a time
_LONG = 256  # a needle of so many bytes may lie across pages: its halves are searched too
_WINDOW = 8  # bytes by which a needle is found before it is compared in full


def files(path: Path) -> list[Path]:
    """The files that hold the store's data and exist now."""
    return [
        file for suffix in ("", "-wal", "-journal") if (file := Path(f"{path}{suffix}")).exists()
    ]


def scrub(
    connection: sqlite3.Connection,
    path: Path,
    needles: Sequence[str],
    *,
    patience: float = _PATIENCE,
) -> list[str]:
    """Purge logs and free pages, then return the needles still found in the files.

    Args:
        connection: the writing one, outside a transaction.
        path: of the database.
        needles: strings that only the deleted rows had.
        patience: seconds to wait for readers that pin old pages.

    Raises:
        ForgetPending: a reader is still open.
    """
    _truncate_log(connection, patience)
    found = search(files(path), needles)
    if found:
        _rewrite(connection)
        _truncate_log(connection, patience)
        found = search(files(path), found)
    elif _mostly_free(connection):
        _rewrite(connection)
        # Nothing depends on this one: a reader in the way only keeps the file large for a while.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return found


def _rewrite(connection: sqlite3.Connection) -> None:
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        raise _pending() from error


def _truncate_log(connection: sqlite3.Connection, patience: float) -> None:
    deadline = time.monotonic() + patience
    # The checkpoint itself must not wait the long timeout of a writer for each try.
    before = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.execute("PRAGMA busy_timeout = 100")
    try:
        while True:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                return
            if time.monotonic() > deadline:
                raise _pending()
            time.sleep(0.02)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {before}")


def _pending() -> ForgetPending:
    return ForgetPending(
        "the rows are gone, but an open read still pins the pages that held them; close it (or "
        "wait for the other process) and call forget again"
    )


def _mostly_free(connection: sqlite3.Connection) -> bool:
    """Whether rewriting the file costs less than what it gives back to the file system."""
    free = int(connection.execute("PRAGMA freelist_count").fetchone()[0])
    pages = int(connection.execute("PRAGMA page_count").fetchone()[0])
    return free > 1024 and 2 * free > pages


def drop(connection: sqlite3.Connection, namespace: str) -> int:
    """Delete every row of a namespace inside the caller's transaction; returns its facts.

    The cost is that of the pages it had, whatever else the file holds: they are zeroed.

    The epoch that the next namespace of that name starts with is above the dropped one's, so that a
    snapshot kept somewhere is never taken for the new namespace's.
    """
    found = connection.execute(
        "SELECT id, epoch FROM namespace WHERE name = ?", (namespace,)
    ).fetchone()
    if found is None:
        return 0
    bounds = limits(int(found[0]))
    facts = connection.execute(
        "SELECT count(*) FROM version WHERE key BETWEEN ? AND ? AND current = 1", bounds
    ).fetchone()[0]
    for table in KEYED:
        connection.execute(f"DELETE FROM {table} WHERE key BETWEEN ? AND ?", bounds)
    connection.execute("DELETE FROM relation WHERE ns = ?", (found[0],))
    connection.execute("DELETE FROM namespace WHERE id = ?", (found[0],))
    connection.execute(
        "UPDATE meta SET value = max(value, ?) WHERE name = 'epoch'", (int(found[1]) + 1,)
    )
    return int(facts)


def search(paths: Iterable[Path], needles: Sequence[str]) -> list[str]:
    """The needles that occur in the bytes of files, as UTF-8 or escaped as in JSON, in their order.

    Args:
        paths: files to read.
        needles: empty ones are left out.
    """
    forms: dict[bytes, set[str]] = {}
    for needle in needles:
        for form in _forms(needle):
            forms.setdefault(form, set()).add(needle)
    found: set[str] = set()
    for path in paths:
        for piece in _pieces(path, max(map(len, forms), default=0)):
            for form in _occurring(piece, list(forms)):
                found |= forms.pop(form)
    return [needle for needle in dict.fromkeys(needles) if needle in found]


def _forms(needle: str) -> set[bytes]:
    texts = {
        needle,
        json.dumps(needle, ensure_ascii=False)[1:-1],
        json.dumps(needle)[1:-1],
    }
    forms = {text.encode("utf-8", "surrogatepass") for text in texts if text}
    halves = set()
    for form in forms:
        if len(form) >= _LONG:
            halves |= {form[: len(form) // 2], form[len(form) // 2 :]}
    return forms | halves


def _pieces(path: Path, overlap: int) -> Iterator[bytes]:
    """A file's bytes piece by piece, each beginning `overlap` bytes before the last one's end."""
    with path.open("rb") as file:
        if file.seek(0, 2) == 0:
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            for start in range(0, len(data), _PIECE):
                yield data[max(0, start - overlap) : start + _PIECE]


def _occurring(piece: bytes, forms: list[bytes]) -> list[bytes]:
    """Which of the forms a piece holds."""
    short = [form for form in forms if len(form) < _WINDOW]
    long = [form for form in forms if len(form) >= _WINDOW]
    found = [form for form in short if form in piece]
    if len(long) <= 4:  # the search of bytes is quicker for few
        return found + [form for form in long if form in piece]
    return found + _by_window(piece, long)


def _by_window(piece: bytes, forms: list[bytes]) -> list[bytes]:
    """Find many forms in one pass: a table of hashed first bytes nominates, bytes decide."""
    by_head: dict[bytes, list[bytes]] = {}
    for form in forms:
        by_head.setdefault(form[:_WINDOW], []).append(form)
    table = np.zeros(1 << 20, np.bool_)
    for head in by_head:
        table[_hashes(head)] = True
    found: list[bytes] = []
    for shift in range(_WINDOW):
        usable = (len(piece) - shift) // _WINDOW * _WINDOW
        if usable <= 0:
            break
        hits = np.flatnonzero(table[_hashes(piece[shift : shift + usable])])
        for position in (hits * _WINDOW + shift).tolist():
            head = piece[position : position + _WINDOW]
            for form in list(by_head.get(head, ())):
                if piece.startswith(form, position):
                    found.append(form)
                    by_head[head].remove(form)
    return found


def _hashes(data: bytes) -> npt.NDArray[np.uint64]:
    """20 bits for every 8 bytes (multiplicative hashing)."""
    words = np.frombuffer(data, "<u8")
    with np.errstate(over="ignore"):
        hashed: npt.NDArray[np.uint64] = (words * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(44)
    return hashed
