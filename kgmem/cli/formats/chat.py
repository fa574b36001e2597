"""Chat messages as OpenAI's API has them, with or without times.

A message without a time has that of the message before it, as with `Memory.observe_messages`.

A JSON list of messages, `{"messages": [...]}`, a list of such conversations, or JSON Lines of
messages or of conversations (as for fine-tuning). Content parts are joined; messages without words
(pure tool calls) are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from kgmem.cli.formats.base import ROLES, Options, Part, is_list, objects, opening_value, whole
from kgmem.cli.formats.jsonl import moment
from kgmem.errors import FormatError, InputError
from kgmem.types import Observation

_TIMES = ("time", "timestamp", "created_at", "create_time")


def parts(path: Path, options: Options) -> list[Part]:
    """One part a conversation; a file of bare messages is one.

    Raises:
        FormatError: it holds no messages.
    """
    thread = options.thread_of(path)
    first = opening_value(path)
    if isinstance(first, dict) and not is_list(path) and "messages" in first:
        conversations = _conversations(path, first)
        if len(conversations) == 1:
            return [_part(conversations[0], thread, path, options)]
        named = enumerate(conversations, 1)
        return [_part(c, str(c.get("id") or f"{thread}-{n}"), path, options) for n, c in named]
    if isinstance(first, list) and first and all("messages" in m for m in first if m):
        named = enumerate(first, 1)
        return [_part(c, str(c.get("id") or f"{thread}-{n}"), path, options) for n, c in named]
    lined = not is_list(path)
    return [Part(thread, None, _messages(objects(path), thread, options, lined=lined))]


def _conversations(path: Path, first: dict[str, Any]) -> list[dict[str, Any]]:
    """One object over the whole file, or one a line."""
    try:
        return [c for _, c in objects(path)]
    except FormatError:
        document = whole(path)
        return [document if isinstance(document, dict) else first]


def _part(conversation: dict[str, Any], name: str, path: Path, options: Options) -> Part:
    messages = conversation.get("messages")
    if not isinstance(messages, list):
        raise FormatError(f"{path.name}: conversation {name!r} has no list of 'messages'")
    numbered = enumerate(messages, 1)
    return Part(name, len(messages), _messages(numbered, name, options, lined=False))


def _messages(
    numbered: Iterator[tuple[int, Any]], thread: str, options: Options, *, lined: bool
) -> Iterator[Observation]:
    for number, raw in numbered:
        try:
            found = _observation(raw, number, thread, options)
        except InputError as error:
            if lined:
                raise FormatError(str(error), line=number) from error
            raise FormatError(f"{thread}, message {number}: {error}") from error
        if found is not None:
            options = replace(options, now=found.time)
            yield found


def _observation(raw: Any, number: int, thread: str, options: Options) -> Observation | None:
    from kgmem.engine.messages import content_text

    if not isinstance(raw, dict) or not isinstance(raw.get("role"), str):
        raise InputError("a message is an object with a 'role' and a 'content'")
    role = ROLES.get(raw["role"])
    if role is None:
        raise InputError(f"unknown role {raw['role']!r}; use one of {', '.join(ROLES)}")
    text = content_text(raw.get("content"))
    if not text.strip():
        return None
    stamp = next((raw[k] for k in _TIMES if raw.get(k) is not None), None)
    name = raw.get("name")
    return Observation(
        text=text,
        time=moment(stamp, options),
        speaker=name if isinstance(name, str) and name else options.speaker(role),
        role=role,
        thread=thread,
        source=f"{thread}#{raw.get('id') or number}",
    )
