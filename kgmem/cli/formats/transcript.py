"""Plain text: `Speaker: text`, one turn a line; lines without a speaker go on with the turn before.

A time in brackets, on a line of its own or before the speaker, holds from there on:
`[2024-05-01 18:00] Nora: I adopted a cat.` Speakers named `user`, `assistant`, `tool`, `action` or
`observation` give the role.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from kgmem.cli.formats.base import ROLES, Options, Part, lines
from kgmem.cli.formats.jsonl import moment
from kgmem.errors import FormatError, InputError
from kgmem.types import Observation

# A name: up to four words, each with a capital or in a script without case, before ": ".
_WORD = r"(?:[^\W\d_a-zß-öø-ÿ][\w.'’\-]*)"
_SPEAKER = re.compile(
    rf"(?P<name>{_WORD}(?:[ ]{_WORD}){{0,3}}|{'|'.join(ROLES)})\s?[:：]\s*(?P<text>.*)", re.DOTALL
)
_TIME = re.compile(r"\[(?P<time>[^\[\]]{4,40})\]\s*(?P<rest>.*)", re.DOTALL)


@dataclass(slots=True)
class _Turn:
    line: int
    speaker: str
    time: datetime
    texts: list[str] = field(default_factory=list)


def parts(path: Path, options: Options) -> list[Part]:
    """The file as one part."""
    return [Part(options.thread_of(path), None, _observations(path, options))]


def _observations(path: Path, options: Options) -> Iterator[Observation]:
    thread = options.thread_of(path)
    index = 0
    for turn in _turns(path, options):
        text = "\n".join(t for t in turn.texts if t)
        if not text:
            continue
        index += 1
        role = ROLES.get(turn.speaker.casefold())
        yield Observation(
            text=text,
            time=turn.time,
            speaker=turn.speaker if role is None else options.speaker(role),
            role=role or "user",
            thread=thread,
            source=f"{thread}#{index}",
        )


def _turns(path: Path, options: Options) -> Iterator[_Turn]:
    turn: _Turn | None = None
    time = options.now
    for number, raw in lines(path):
        line = raw.strip()
        stamped = _TIME.fullmatch(line)
        if stamped is not None:
            read = _time(stamped.group("time"), options)
            if read is not None:
                time, line = read, stamped.group("rest")
            if not line:
                continue
        spoken = _SPEAKER.fullmatch(line)
        if spoken is not None:
            if turn is not None:
                yield turn
            turn = _Turn(number, spoken.group("name"), time, [spoken.group("text")])
        elif turn is not None:
            turn.texts.append(line)
        else:
            raise FormatError(
                "plain text is read as `Speaker: text`, and nobody speaks on the first line; "
                "put a name and a colon before it, or choose another --format",
                line=number,
            )
    if turn is not None:
        yield turn


def _time(text: str, options: Options) -> datetime | None:
    """The time in brackets; None when they hold something else."""
    try:
        return moment(text, options)
    except InputError:
        return None
