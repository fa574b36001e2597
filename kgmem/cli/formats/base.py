"""What the readers of the formats share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from kgmem.errors import FormatError
from kgmem.types import Observation, Role

Format: TypeAlias = Literal["locomo", "jsonl", "chat", "text"]
FORMATS: tuple[str, ...] = get_args(Format)

ROLES: dict[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
    "action": "action",
    "observation": "observation",
}


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller knows that a file may not say.

    Attributes:
        now: the time of what carries none.
        thread: name of the conversation; None takes the file's name.
        timezone: of times without a zone.
        user: who the user of a chat is.
        assistant: who the assistant is.
        only: conversations to take; all when empty.
    """

    now: datetime
    thread: str | None = None
    timezone: str = "UTC"
    user: str = "user"
    assistant: str = "assistant"
    only: tuple[str, ...] = ()

    def thread_of(self, path: Path) -> str:
        """The conversation's name."""
        return self.thread or path.stem

    def speaker(self, role: Role) -> str | None:
        """Who speaks in a role, where no name is given; None for tools and environments."""
        return {"user": self.user, "assistant": self.assistant}.get(role)


@dataclass(frozen=True, slots=True)
class Part:
    """One conversation of a file.

    Attributes:
        name: of the conversation.
        total: how many observations, None when that is known only at the end.
        observations: in order; reading them may raise `FormatError`.
    """

    name: str
    total: int | None
    observations: Iterable[Observation]


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, numbered from 1.

    Raises:
        FormatError: a line is not UTF-8.
    """
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            try:
                line = raw.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise FormatError(f"not UTF-8: {error.reason}", line=number) from error
            if "\x00" in line:
                raise FormatError("holds zero bytes; this is no text file", line=number)
            if line.strip():
                yield number, line.rstrip("\r\n")


def count_lines(path: Path) -> int:
    """How many lines are not blank; cheap, for the progress bar."""
    with path.open("rb") as file:
        return sum(1 for line in file if line.strip())


def whole(path: Path) -> Any:
    """A file that is one JSON document.

    Raises:
        FormatError: it is not; the message names the line.
    """
    text = "\n".join(line for _, line in _padded(path))
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg}", line=error.lineno) from error
    except RecursionError as error:
        raise FormatError(f"{path.name} is nested too deep to be read") from error


def _padded(path: Path) -> Iterator[tuple[int, str]]:
    """The lines with the blank ones, so that numbers agree with the file's."""
    last = 0
    for number, line in lines(path):
        yield from ((n, "") for n in range(last + 1, number))
        yield number, line
        last = number


def objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSONL file, or of a file that is one JSON list, numbered from 1.

    Raises:
        FormatError: a line is not a JSON object.
    """
    if not is_list(path):
        values: Iterator[tuple[int, Any]] = _parsed(path)
    else:
        values = iter(enumerate(whole(path), 1))
    for number, value in values:
        if not isinstance(value, dict):
            raise at(path, number, "not a JSON object")
        yield number, value


def at(path: Path, number: int, message: object) -> FormatError:
    """The error for line `number` of JSON Lines, or item `number` of a JSON list."""
    if is_list(path):
        return FormatError(f"item {number}: {message}")
    return FormatError(str(message), line=number)


def _parsed(path: Path) -> Iterator[tuple[int, Any]]:
    for number, line in lines(path):
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = getattr(error, "msg", str(error))
            raise FormatError(f"not JSON: {reason}", line=number) from error


def is_list(path: Path) -> bool:
    """Whether a file begins as a JSON list."""
    return next((line.lstrip()[:1] == "[" for _, line in lines(path)), False)


def opening_value(path: Path) -> Any:
    """The file's JSON value, or that of its first line; None when it is no JSON.

    Raises:
        FormatError: the file is empty, not UTF-8, or JSON that is damaged.
    """
    first = next((line for _, line in lines(path)), None)
    if first is None:
        raise FormatError(f"{path.name} is empty; there is nothing to ingest")
    start = first.lstrip()[:1]
    if start == "{":
        try:
            return json.loads(first)
        except (ValueError, RecursionError):
            return whole(path)  # one object over several lines, or damaged: then it says where
    if start == "[" and not _bracketed_time(first):
        return whole(path)
    return None


def _bracketed_time(line: str) -> bool:
    """A transcript's `[2024-05-01 18:00] Nora: ...` begins like a list, but is none."""
    return re.match(r"\s*\[\s*\d[^\],]*[-:/][^\]]*\]", line) is not None
