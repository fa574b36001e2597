"""SQLite's errors as kgmem's, at the boundary of the store and nowhere else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic_core import PydanticSerializationError

from kgmem.errors import (
    InputError,
    NotADatabase,
    StoreBusy,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

_DAMAGED = (
    "{path} is damaged ({message}); restore a backup, or save what is readable with "
    "`kgmem export` and import it into a new file"
)

# Message fragments rather than error codes: Python 3.10 does not carry the codes.
_KINDS: tuple[tuple[str, type[StoreError], str], ...] = (
    (
        "file is not a database",
        NotADatabase,
        "{path} is not a kgmem database; choose another path, the file was left as it is",
    ),
    ("malformed", NotADatabase, _DAMAGED),
    ("Could not decode to UTF-8", NotADatabase, _DAMAGED),
    (
        "readonly database",
        StoreReadOnly,
        "{path} cannot be written; check the permissions of the file and of its directory "
        "(SQLite keeps a -wal and a -shm file beside it)",
    ),
    (
        "unable to open",
        StoreReadOnly,
        "{path} cannot be opened; check that its directory exists and can be written",
    ),
    (
        "disk is full",
        StoreFull,
        "no space left for {path}; nothing of this step was kept, free some space and repeat it",
    ),
    (
        "locked",
        StoreBusy,
        "another process held {path} for too long; nothing was written, repeat the call",
    ),
    ("disk I/O error", StoreError, "the disk failed under {path} ({message}); check the disk"),
)


def translate(error: sqlite3.Error, path: str) -> StoreError:
    """The kgmem error that says what to do about an error of SQLite.

    Args:
        error: as raised by `sqlite3`.
        path: the store's location, for people.
    """
    message = str(error)
    for fragment, kind, advice in _KINDS:
        if fragment in message:
            return kind(advice.format(path=path, message=message))
    if "closed" in message:
        return StoreError(f"the store or the read on {path} is closed; open it again")
    return StoreError(f"{path}: {message}")


@contextmanager
def boundary(path: str) -> Iterator[None]:
    """Run a block; errors of SQLite leave it as errors of kgmem.

    Raises:
        InputError: a text holds lone surrogates or metadata is not JSON: no file can keep it.
        StoreError: what SQLite raised, translated.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise translate(error, path) from error
    except UnicodeDecodeError as error:  # from a message of SQLite's own about a damaged schema
        raise NotADatabase(_DAMAGED.format(path=path, message=error.reason)) from error
    except (UnicodeEncodeError, PydanticSerializationError) as error:
        raise InputError(f"it cannot be stored as UTF-8 JSON: {error}; clean it first") from error
