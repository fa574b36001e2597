"""JSON Lines of observations: one object a line, with the fields of `kgmem.Observation`.

Only `text` is required. `content`, `name`, `timestamp` and `id` are read as `text`, `speaker`,
`time` and `source`; fields of the file's own are kept as metadata. A JSON list of such objects
is read too.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kgmem.cli.formats.base import ROLES, Options, Part, at, count_lines, is_list, objects
from kgmem.errors import InputError
from kgmem.types import Observation, Role

_ALIASES = {
    "content": "text",
    "name": "speaker",
    "timestamp": "time",
    "created_at": "time",
    "id": "source",
}
_TEXTS = ("speaker", "thread", "subgoal", "source", "addressee", "caption")
_FIELDS = ("text", "time", "role", "trust", "origin", "metadata", *_TEXTS)


def parts(path: Path, options: Options) -> list[Part]:
    """The file as one part."""
    total = None if is_list(path) else count_lines(path)
    return [Part(options.thread_of(path), total, _observations(path, options))]


def _observations(path: Path, options: Options) -> Iterator[Observation]:
    for number, raw in objects(path):
        try:
            yield observation(raw, number, path.stem, options)
        except InputError as error:
            raise at(path, number, error) from error


def observation(
    raw: dict[str, Any], index: int, conversation: str, options: Options
) -> Observation:
    """One object as an observation.

    Raises:
        InputError: a field cannot be used; the message names it.
    """
    fields = _fields(raw)
    text = fields.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError("an observation needs a 'text' that is not empty")
    role = _role(fields.get("role", "user"))
    words = {k: _text(fields, k) for k in _TEXTS}
    thread = words["thread"] or options.thread or conversation
    return Observation(
        text=text,
        time=moment(fields.get("time"), options),
        speaker=words["speaker"] or (options.speaker(role) if "role" in fields else None),
        role=role,
        thread=thread,
        subgoal=words["subgoal"],
        source=words["source"] or f"{conversation}#{index}",
        trust=_trust(fields.get("trust", 1.0)),
        origin="memory" if fields.get("origin") == "memory" else "observed",
        addressee=words["addressee"],
        caption=words["caption"] or "",
        metadata=_metadata(fields),
    )


def moment(value: Any, options: Options) -> datetime:
    """A time of the file; Unix seconds are read too, and what is missing is `options.now`.

    Raises:
        InputError: it is not a time.
    """
    if value is None or value == "":
        return options.now
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        seconds = value / 1000 if abs(value) > 1e11 else value  # milliseconds since 1970
        try:
            return datetime.fromtimestamp(seconds, tz=timezone.utc)
        except (OverflowError, OSError, ValueError) as error:
            raise InputError(f"time {value!r} is not a Unix time") from error
    from kgmem.language.times import parse_moment

    return parse_moment(value, options.timezone, name="time")


def _fields(raw: dict[str, Any]) -> dict[str, Any]:
    """The fields by their own names; what is unknown goes to the metadata.

    Raises:
        InputError: an unknown field looks like a misspelt one.
    """
    fields: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for key, value in raw.items():
        name = _ALIASES.get(key, key) if _ALIASES.get(key) not in raw else key
        if name in _FIELDS:
            fields[name] = value
            continue
        close = get_close_matches(key, _FIELDS, n=1, cutoff=0.8)
        if close:
            raise InputError(f"unknown field {key!r}; did you mean {close[0]!r}?")
        extra[key] = value
    if extra:
        given = fields.get("metadata", {})
        fields["metadata"] = {**extra, **given} if isinstance(given, dict) else given
    return fields


def _metadata(fields: dict[str, Any]) -> dict[str, Any]:
    value = fields.get("metadata", {})
    if not isinstance(value, dict):
        raise InputError("'metadata' must be an object")
    return value


def _role(value: Any) -> Role:
    role = ROLES.get(value) if isinstance(value, str) else None
    if role is None:
        raise InputError(f"unknown role {value!r}; use one of {', '.join(ROLES)}")
    return role


def _text(fields: dict[str, Any], name: str) -> str | None:
    value = fields.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)  # ids are often numbers
    if value is not None and not isinstance(value, str):
        raise InputError(f"{name!r} must be text, not {type(value).__name__}")
    return value or None


def _trust(value: Any) -> float:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not 0.0 <= value <= 1.0:
        raise InputError(f"'trust' must be a number in 0..1, not {value!r:.80}")
    return float(value)
