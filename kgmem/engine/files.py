"""Files of exports: written whole or not at all, and read with clear errors."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from kgmem.errors import InputError


def write(path: Path, lines: Iterable[str]) -> int:
    """Write lines beside a file and give the result its name when it is whole.

    An earlier export of that name is the backup until then. What is no regular file (a pipe, a
    terminal) is written to as it is.

    Returns:
        How many lines were written.

    Raises:
        InputError: the file cannot be written.
    """
    if path.is_dir():
        raise InputError(f"{str(path)!r} is a directory; give the name of a file in it")
    special = path.exists() and not path.is_file()
    target = path if special else path.with_name(f"{path.name}.part")
    try:
        with target.open("w", encoding="utf-8") as file:
            count = sum(1 for line in lines if file.write(line + "\n"))
        if not special:
            target.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {error.strerror or error}") from error
    finally:
        if not special:
            with suppress(OSError):
                target.unlink()
    return count


def reading(path: Path) -> TextIO:
    """A file to read; bytes that are not UTF-8 become lone surrogates, which no line may hold.

    Raises:
        InputError: there is no such file, or it cannot be read.
    """
    try:
        if path.is_file():
            return path.open(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
    raise InputError(f"no file {str(path)!r} to import")
