"""Erasure with proof: after rows are deleted, nothing of them may be left in the files' bytes.

`secure_delete` zeroes deleted cells and freed pages, but a page that was split or merged may keep
stale copies of cells in its unallocated gap [SQLite 3.40: in 111 of 447 random histories], and the
write-ahead log keeps old pages until it is truncated. So: truncate the log, scan the bytes, and
where a needle is still found rewrite the file (`VACUUM`) and scan again.
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
_LONG = 128  # bytes of a needle from which its halves are looked for too
_FEW = 4  # needles that are searched for one by one
_BITS = 16  # of a word's hash; the table then stays in the processor's nearest cache


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
    erasures = unproved(connection)
    # One erasure since the last proof is this one, whose needles tell. An earlier one was
    # interrupted before its proof, and its needles are not known any more.
    rewrite = erasures > 1 or (erasures and not needles) or _mostly_free(connection)
    found = [] if rewrite else search(files(path), needles, halves=True)
    if rewrite or found:
        _rewrite(connection)
        _truncate_log(connection, patience)
        found = search(files(path), needles)
    connection.execute("UPDATE meta SET value = 0 WHERE name = 'unproved'")
    return found


def mark(connection: sqlite3.Connection, erasures: int = 1) -> None:
    """Note in the erasing transaction itself that its proof is still to come."""
    connection.execute("UPDATE meta SET value = value + ? WHERE name = 'unproved'", (erasures,))


def unproved(connection: sqlite3.Connection) -> int:
    """Erasures since the last proof."""
    row = connection.execute("SELECT value FROM meta WHERE name = 'unproved'").fetchone()
    return int(row[0]) if row else 0


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

    The epoch that the next namespace of that name starts with is above the dropped one's, so that a
    snapshot kept somewhere is never taken for the new namespace's.
    """
    found = connection.execute(
        "SELECT id, epoch, revision FROM namespace WHERE name = ?", (namespace,)
    ).fetchone()
    if found is None:
        return 0
    number, epoch, revision = (int(value) for value in found)
    facts = connection.execute(
        "SELECT count(*) FROM version WHERE key BETWEEN ? AND ? AND current = 1", limits(number)
    ).fetchone()[0]
    others = connection.execute(
        "SELECT coalesce(sum(revision), 0) FROM namespace WHERE id != ?", (number,)
    ).fetchone()[0]
    if others < revision:
        _keep_others(connection, number)
        mark(connection, 2)  # nothing was zeroed: a rewrite is due in any case
    else:
        for table in KEYED:
            connection.execute(f"DELETE FROM {table} WHERE key BETWEEN ? AND ?", limits(number))
        mark(connection)
    connection.execute("DELETE FROM relation WHERE ns = ?", (number,))
    connection.execute("DELETE FROM namespace WHERE id = ?", (number,))
    connection.execute("UPDATE meta SET value = max(value, ?) WHERE name = 'epoch'", (epoch + 1,))
    return int(facts)


def _keep_others(connection: sqlite3.Connection, number: int) -> None:
    """Empty the tables and put the other namespaces' rows back.

    Where the dropped namespace is the larger part this touches the smaller one only: SQLite frees a
    table's pages without writing them, and `scrub` then rewrites a file that holds little.
    """
    low, high = limits(number)
    connection.execute("PRAGMA secure_delete = FAST")
    try:
        for table in KEYED:
            connection.execute(
                f"CREATE TEMP TABLE kept AS SELECT * FROM main.{table} WHERE key < ? "
                f"UNION ALL SELECT * FROM main.{table} WHERE key > ?",
                (low, high),
            )
            connection.execute(f"DELETE FROM main.{table}")
            connection.execute(f"INSERT INTO main.{table} SELECT * FROM temp.kept")
            connection.execute("DROP TABLE temp.kept")
    finally:
        connection.execute("PRAGMA secure_delete = ON")


def search(paths: Iterable[Path], needles: Sequence[str], *, halves: bool = False) -> list[str]:
    """The needles that occur in the bytes of files, as UTF-8 or escaped as in JSON, in their order.

    Args:
        paths: files to read.
        needles: empty ones are left out.
        halves: half of a long needle counts too, because the edge of a page may cut it. Half of one
            may also be somebody else's words: a reason to look closer, not a proof.
    """
    forms: dict[bytes, set[str]] = {}
    for needle in needles:
        for form in _forms(needle, halves=halves):
            forms.setdefault(form, set()).add(needle)
    found: set[str] = set()
    for path in paths:
        for piece in _pieces(path, max(map(len, forms), default=0)):
            for form in _occurring(piece, list(forms)):
                found |= forms.pop(form)
    return [needle for needle in dict.fromkeys(needles) if needle in found]


def _forms(needle: str, *, halves: bool) -> set[bytes]:
    texts = {needle, json.dumps(needle, ensure_ascii=False)[1:-1], json.dumps(needle)[1:-1]}
    forms = {text.encode("utf-8", "surrogatepass") for text in texts if text}
    if not halves:
        return forms
    long = [form for form in forms if len(form) >= _LONG]
    return forms.union(*((form[: len(form) // 2], form[len(form) // 2 :]) for form in long))


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
    if len(forms) <= _FEW:  # the search of bytes is quicker
        return [form for form in forms if form in piece]
    found = []
    for width, least, most in ((8, 15, None), (4, 7, 14), (0, 1, 6)):
        some = [f for f in forms if len(f) >= least and (most is None or len(f) <= most)]
        if width and some:
            found += _by_word(piece, some, width)
        else:
            found += [form for form in some if form in piece]
    return found


def _by_word(piece: bytes, forms: list[bytes], width: int) -> list[bytes]:
    """Find many forms in one pass over the aligned words of a piece.

    An occurrence of `2 * width - 1` bytes or more covers an aligned word wherever it begins, so the
    words at `width` neighbouring offsets of a form nominate it, and bytes decide.
    """
    words: dict[bytes, list[tuple[bytes, int]]] = {}
    for form in forms:
        middle = (len(form) - 2 * width + 1) // 2  # beginnings are often the same name
        for offset in range(middle, middle + width):
            words.setdefault(form[offset : offset + width], []).append((form, offset))
    table = np.zeros(1 << _BITS, np.bool_)
    table[_hashes(b"".join(words), width)] = True
    found: set[bytes] = set()
    hits = np.flatnonzero(table[_hashes(piece[: len(piece) // width * width], width)])
    for position in (hits * width).tolist():
        for form, offset in words.get(piece[position : position + width], ()):
            if form not in found and piece.startswith(form, max(0, position - offset)):
                found.add(form)
    return [form for form in forms if form in found]


def _hashes(data: bytes, width: int) -> npt.NDArray[np.intp]:
    """`_BITS` bits for every word (multiplicative hashing, Knuth)."""
    words = np.frombuffer(data, f"<u{width}").astype(np.uint64, copy=False)
    hashed = (words * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - _BITS)
    return hashed.astype(np.intp)
