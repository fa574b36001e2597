"""The error tree of kgmem. Every message says what happened and what to do.

KgmemError
├── InputError              the caller passed something that cannot be used
│   ├── SourceConflict      a known source id came back with other text
│   ├── UnknownId           no such fact, entity, episode, step or subgoal
│   ├── UnknownNamespace    a namespace that the store does not hold
│   ├── FormatError         a file or a line that cannot be read (carries the line number)
│   └── QueryError          Cypher that is invalid, writes, or forgets its namespace
├── EditRefused             the ledger refused an edit (design: policies propose)
├── StoreError              the store cannot serve
│   ├── NotADatabase        the file is something else, or damaged
│   ├── SchemaTooNew        written by a newer kgmem
│   ├── EncoderMismatch     vectors of another encoder: `kgmem reembed`
│   ├── StaleRevision       somebody wrote in between; the plan is made again
│   ├── StoreBusy           another writer held the store for too long
│   ├── StoreReadOnly       the file or its directory cannot be written
│   ├── StoreFull           no space left; nothing of the step was kept
│   └── ForgetPending       erased, but a reader still pins old pages
├── ModelError              a language model or encoder failed or answered nonsense
└── MissingExtra            an optional package is not installed
"""

from __future__ import annotations

import re

__all__ = [
    "EditRefused",
    "EncoderMismatch",
    "ForgetPending",
    "FormatError",
    "InputError",
    "KgmemError",
    "MissingExtra",
    "ModelError",
    "NotADatabase",
    "QueryError",
    "SchemaTooNew",
    "SourceConflict",
    "StaleRevision",
    "StoreBusy",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "UnknownId",
    "UnknownNamespace",
]


class KgmemError(Exception):
    """Base of every error that kgmem raises on purpose."""


class InputError(KgmemError, ValueError):
    """An argument that cannot be used."""


class SourceConflict(InputError):
    """A source id that is already stored came back with other text."""


class UnknownId(InputError, LookupError):
    """An id that the namespace does not hold."""


class UnknownNamespace(InputError, LookupError):
    """A namespace that the store does not hold."""


class FormatError(InputError):
    """A file, or one line of it, that cannot be read.

    Args:
        message: what is wrong and what to do.
        line: the 1-based line, where there is one.
    """

    def __init__(self, message: str, *, line: int | None = None) -> None:
        """Keep the line beside the message."""
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line

    def of(self, file: str) -> FormatError:
        """The same error with the name of the file that it is about, where it does not begin so."""
        if re.match(rf"(?:line \d+: )?{re.escape(file)}(?:[:,]| is\b| has\b)", str(self)):
            return self
        named = FormatError(f"{file}: {self}")
        named.line = self.line
        return named


class QueryError(InputError):
    """Cypher that is invalid, that writes, or that does not bind its namespace."""


class EditRefused(KgmemError):
    """The ledger refused an edit."""


class StoreError(KgmemError):
    """The store cannot serve the call."""


class NotADatabase(StoreError):
    """The file is not a kgmem database, or it is damaged."""


class SchemaTooNew(StoreError):
    """The database was written by a newer kgmem."""


class EncoderMismatch(StoreError):
    """The stored vectors come from another encoder."""


class StaleRevision(StoreError):
    """The namespace moved on since the plan was made.

    Args:
        expected: the revision that the plan was made on.
        found: the revision in the store.
    """

    def __init__(self, expected: int, found: int) -> None:
        """Keep both revisions."""
        super().__init__(
            f"the plan was made on revision {expected}, the store is at {found}; plan again"
        )
        self.expected = expected
        self.found = found


class StoreBusy(StoreError):
    """Another writer held the store for longer than the timeout."""


class StoreReadOnly(StoreError):
    """The database file or its directory cannot be written."""


class StoreFull(StoreError):
    """No space is left on the device; the step was rolled back."""


class ForgetPending(StoreError):
    """The rows are gone, but an open reader still pins the old pages; call `forget` again."""


class ModelError(KgmemError):
    """A language model or an encoder failed, timed out or answered nonsense."""


class MissingExtra(KgmemError, ImportError):
    """An optional dependency is missing.

    Args:
        package: the module that could not be imported.
        extra: the extra of kgmem that brings it.
    """

    def __init__(self, package: str, extra: str) -> None:
        """Name the command that helps."""
        super().__init__(f"{package} is not installed: pip install 'kgmem[{extra}]'")
