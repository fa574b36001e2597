"""Files to observations: LOCOMO, JSONL of observations, chat messages, `Speaker: text`.

Reading is lazy where the format allows it, so that a malformed line 7,000 is met after the 6,999
before it were given out; its `FormatError` names the line. Each observation gets a source id, the
file's own or `conversation#index`: ingesting a file twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kgmem.cli.formats import chat, jsonl, locomo, transcript
from kgmem.cli.formats.base import FORMATS, Format, Options, Part, opening_value
from kgmem.errors import FormatError, InputError

__all__ = ["FORMATS", "Format", "Options", "Part", "detect", "load"]

_READERS: dict[Format, Callable[[Path, Options], list[Part]]] = {
    "locomo": locomo.parts,
    "jsonl": jsonl.parts,
    "chat": chat.parts,
    "text": transcript.parts,
}


def load(path: Path, options: Options, format: Format | None = None) -> list[Part]:
    """The conversations of a file.

    Args:
        path: the file.
        options: thread, times, speakers.
        format: None looks at the file.

    Raises:
        InputError: there is no such file.
        FormatError: it cannot be read as that format, or it is a kgmem export.
    """
    if not path.is_file():
        raise InputError(f"no file {str(path)!r}")
    return _READERS[format or detect(path)](path, options)


def detect(path: Path) -> Format:
    """Which format a file is in, from how it begins.

    Raises:
        FormatError: it is empty, binary, or something that another command reads.
    """
    first = opening_value(path)
    if first is None:
        return "text"
    rows = first if isinstance(first, list) else [first]
    row = next((r for r in rows if isinstance(r, dict)), None)
    if row is None:
        raise FormatError(f"{path.name} is JSON, but holds no objects to ingest")
    if "kgmem" in row:
        raise FormatError(f"{path.name} is an export of kgmem: read it with `kgmem import`")
    if "conversation" in row:
        return "locomo"
    if "role" in row or "messages" in row:
        return "jsonl" if "text" in row else "chat"
    if {"text", "content"} & set(row):
        return "jsonl"
    raise FormatError(
        f"{path.name} is none of {', '.join(FORMATS)}: its first object has the fields "
        f"{', '.join(map(repr, list(row)[:6])) or 'none'}, but no 'text', 'role', 'messages' or "
        "'conversation'"
    )
