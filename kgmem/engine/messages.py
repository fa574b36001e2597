"""Chat messages as OpenAI's API has them, to observations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from kgmem.engine.arguments import label
from kgmem.engine.intake import observation
from kgmem.engine.state import Engine
from kgmem.errors import InputError
from kgmem.types import Observation

_ROLES = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}


def observations(
    engine: Engine,
    messages: Sequence[Mapping[str, Any]],
    *,
    thread: str,
    user: str,
    assistant: str,
    time: str | date | datetime | None,
    subgoal: str | None,
) -> list[Observation]:
    """The observations of a list of messages; empty messages (pure tool calls) are left out.

    Raises:
        InputError: a message cannot be read; the text names its index.
    """
    speakers = {"user": user, "assistant": assistant}
    thread = label(thread, "thread")
    result: list[Observation] = []
    latest = time
    for index, message in enumerate(messages):
        try:
            if not isinstance(message, Mapping):
                raise InputError(f"a message is a mapping, not {type(message).__name__}")
            role = _ROLES[str(message["role"])]
            latest = message.get("time") or latest
            text = content_text(message.get("content"))
            if not text.strip():
                continue
            result.append(
                observation(
                    engine,
                    text,
                    time=latest,
                    speaker=message.get("name") or speakers.get(role),
                    role=role,
                    thread=thread,
                    subgoal=subgoal,
                    source=f"{thread}#{message['id']}" if "id" in message else None,
                )
            )
        except KeyError as error:
            raise InputError(
                f"message {index}: {error} is missing or unknown; a message has a 'role' of "
                f"{', '.join(_ROLES)} and a 'content'"
            ) from error
        except InputError as error:
            raise InputError(f"message {index}: {error}") from error
    return result


def content_text(content: Any) -> str:
    """The text of a message's content: a string, a list of parts, or nothing.

    Raises:
        InputError: it is something else.
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(_parts(content))
    raise InputError(f"content must be a string or a list of parts, not {type(content).__name__}")


def _parts(content: list[Any]) -> Iterator[str]:
    for part in content:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Mapping) and isinstance(part.get("text"), str):
            yield part["text"]
