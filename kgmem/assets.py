"""Text that is another language (prompts, Cypher) and data files, loaded by name.

Found in a wheel and an editable install (`kgmem/cypher`) and in a bare checkout (`cypher` beside
the package).
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from kgmem.errors import InputError

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover - exercised on Python 3.10 only
    import tomli as tomllib

_PACKAGE = Path(__file__).parent


def root(folder: str) -> Path:
    """The directory that holds the files of `folder` ("prompts", "data", "cypher", "weights").

    Raises:
        InputError: the installation lacks the folder.
    """
    for base in (_PACKAGE, _PACKAGE.parent):
        if (base / folder).is_dir():
            return base / folder
    raise InputError(f"kgmem was installed without its {folder!r} files; install it again")


@cache
def text(folder: str, name: str) -> str:
    """The text of one file.

    Raises:
        InputError: there is no such file.
    """
    path = root(folder) / name
    if not path.is_file():
        raise InputError(f"no file {name!r} in {root(folder)}")
    return path.read_text(encoding="utf-8")


def toml(folder: str, name: str) -> dict[str, Any]:
    """One TOML file, parsed.

    Raises:
        InputError: there is no such file.
    """
    return tomllib.loads(text(folder, name))


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file that does not ship, parsed.

    Raises:
        InputError: it cannot be read or is no TOML; the message says why.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: {error}") from error


def prompt(name: str) -> str:
    """The prompt `kgmem/prompts/<name>.md`."""
    return text("prompts", f"{name}.md")


def cypher(name: str) -> str:
    """The statement `cypher/<name>.cypher`, for example `read/neighbors`."""
    return text("cypher", f"{name}.cypher")
