"""What comes in: arguments to clean, zone-aware observations, or a clear error."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any, get_args

from pydantic_core import to_json

from kgmem.engine.state import Engine
from kgmem.errors import InputError, SourceConflict, UnknownId
from kgmem.language.times import parse_moment
from kgmem.protocols import Reader
from kgmem.records import Episode, Subgoal
from kgmem.types import Observation, Role

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ROLES = get_args(Role)


def clean(text: str, *, what: str, longest: int) -> str:
    """A text as it is stored: control characters become spaces, lone surrogates U+FFFD.

    The length never changes, so that the caller's offsets still fit.

    Raises:
        InputError: it is not a string, empty, or longer than `longest` characters.
    """
    if not isinstance(text, str):
        raise InputError(f"{what} must be a string, not {type(text).__name__}")
    if len(text) > longest:
        raise InputError(
            f"{what} has {len(text):,} characters, at most {longest:,} are taken "
            "(Settings.max_text); split it into several observations"
        )
    text = _SURROGATE.sub("\ufffd", _CONTROL.sub(" ", text))
    if not text.strip():
        raise InputError(f"the {what} is empty")
    return text


def moment(
    value: str | date | datetime | None, engine: Engine, *, name: str, default: datetime
) -> datetime:
    """A time argument, zone-aware; naive ones are in `Settings.timezone`.

    Raises:
        InputError: it cannot be read as a time.
    """
    if value is None:
        return default
    return parse_moment(value, engine.settings.timezone, name=name)


def observation(
    engine: Engine,
    text: str | Observation,
    *,
    time: str | date | datetime | None = None,
    metadata: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Observation:
    """An observation from the arguments of `Memory.observe`.

    Raises:
        InputError: an argument cannot be used; the message names it.
    """
    if isinstance(text, Observation):
        raw = text
    else:
        known = {k: v for k, v in fields.items() if v is not None}
        raw = Observation(
            text=text,
            time=moment(time, engine, name="time", default=engine.clock()),
            metadata=dict(metadata or {}),
            **known,
        )
    return checked(engine, raw)


def checked(engine: Engine, raw: Observation) -> Observation:
    """The observation as it is stored.

    Raises:
        InputError: a field cannot be used; the message names it.
    """
    longest = engine.settings.max_text
    if raw.role not in _ROLES:
        raise InputError(f"role {raw.role!r} is unknown; use one of {', '.join(_ROLES)}")
    if not 0.0 <= raw.trust <= 1.0:
        raise InputError(f"trust must lie in 0..1, not {raw.trust!r}")
    try:
        to_json(dict(raw.metadata))
    except (TypeError, ValueError) as error:
        raise InputError(f"metadata must be JSON-able: {error}") from error
    caption = raw.caption.strip()
    return replace(
        raw,
        text=clean(raw.text, what="text", longest=longest),
        caption=clean(caption, what="caption", longest=longest) if caption else "",
        time=parse_moment(raw.time, engine.settings.timezone, name="time"),
        speaker=_name(raw.speaker, "speaker"),
        addressee=_name(raw.addressee, "addressee"),
        source=_name(raw.source, "source"),
        thread=_CONTROL.sub(" ", raw.thread),
    )


def _name(value: str | None, what: str) -> str | None:
    if value is None:
        return None
    return unicodedata.normalize("NFC", clean(value, what=what, longest=1000)).strip()


def known_sources(reader: Reader, observations: list[Observation]) -> dict[str, Episode]:
    """The stored episodes that some observations repeat, by source id.

    Raises:
        SourceConflict: a source id is stored with other words, or comes twice with different words.
    """
    sources = [o.source for o in observations if o.source is not None]
    stored = {
        e.source: e
        for e in reader.find("episode", "source", sources)
        if isinstance(e, Episode) and e.source is not None
    }
    seen: dict[str, tuple[str, str]] = {s: (e.text, e.caption) for s, e in stored.items()}
    for o in observations:
        if o.source is None:
            continue
        words = seen.setdefault(o.source, (o.text, o.caption))
        if words != (o.text, o.caption):
            raise SourceConflict(
                f"source {o.source!r} is already known with other words ({words[0][:60]!r}); "
                "give the new text a source id of its own, or forget the old one first"
            )
    return stored


def check_subgoals(reader: Reader, observations: Iterable[Observation]) -> None:
    """Refuse to file observations under subgoals that are not open.

    Raises:
        UnknownId: there is no such subgoal.
        InputError: it is closed.
    """
    wanted = {o.subgoal for o in observations if o.subgoal is not None}
    rows = reader.get(wanted)
    for identifier in sorted(wanted):
        row = rows.get(identifier)
        if not isinstance(row, Subgoal):
            raise UnknownId(f"no subgoal {identifier!r} in namespace {reader.namespace!r}")
        if row.status != "open":
            raise InputError(
                f"subgoal {identifier} is {row.status}; open another with `open_subgoal`"
            )


def as_observation(episode: Episode) -> Observation:
    """The observation that an episode stores."""
    return Observation(
        text=episode.text,
        time=episode.time,
        speaker=episode.speaker,
        role=episode.role,
        thread=episode.thread,
        subgoal=episode.subgoal,
        source=episode.source,
        trust=episode.trust,
        origin=episode.origin,
        addressee=episode.addressee,
        caption=episode.caption,
        metadata=episode.metadata,
    )
