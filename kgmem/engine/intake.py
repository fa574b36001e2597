"""What comes in: arguments to clean, zone-aware observations, or a clear error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any, cast, get_args

from pydantic_core import from_json, to_json

from kgmem.engine.arguments import clean, label, name, words
from kgmem.engine.state import Engine
from kgmem.errors import InputError, SourceConflict, UnknownId
from kgmem.language.times import parse_moment
from kgmem.protocols import Reader
from kgmem.records import Episode, Subgoal
from kgmem.types import Observation, Origin, Role

_ROLES = get_args(Role)
_ORIGINS = get_args(Origin)


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
            metadata={} if metadata is None else metadata,
            **known,
        )
    return checked(engine, raw)


def checked(engine: Engine, raw: Observation) -> Observation:
    """The observation as it is stored.

    Raises:
        InputError: a field cannot be used; the message names it.
    """
    if not isinstance(raw, Observation):
        raise InputError(f"give text or an Observation, not {type(raw).__name__}")
    longest = engine.settings.max_text
    caption = words(raw.caption, "caption", longest=longest).strip()
    return replace(
        raw,
        text=clean(raw.text, what="text", longest=longest),
        caption=caption,
        time=parse_moment(raw.time, engine.settings.timezone, name="time"),
        speaker=name(raw.speaker, "speaker"),
        role=_one_of(raw.role, _ROLES, "role"),
        addressee=name(raw.addressee, "addressee"),
        source=name(raw.source, "source"),
        thread=label(raw.thread, "thread"),
        subgoal=None if raw.subgoal is None else words(raw.subgoal, "subgoal"),
        trust=_trust(raw.trust),
        origin=_one_of(raw.origin, _ORIGINS, "origin"),
        metadata=_metadata(raw.metadata),
    )


def _one_of(value: Any, known: tuple[Any, ...], what: str) -> Any:
    if value not in known:
        raise InputError(f"{what} {value!r:.80} is unknown; use one of {', '.join(known)}")
    return value


def _trust(value: Any) -> float:
    if not isinstance(value, (int, float)) or not 0.0 <= value <= 1.0:
        raise InputError(f"trust must be a number in 0..1, not {value!r:.80}")
    return float(value)


def _metadata(value: Any) -> dict[str, Any]:
    """Metadata as it comes back from the store: what JSON keeps of it.

    Raises:
        InputError: it is no mapping, or something in it is not JSON-able.
    """
    if not isinstance(value, Mapping):
        raise InputError(f"metadata must be a mapping, not {type(value).__name__}")
    if not value:
        return {}
    try:
        kept = from_json(to_json(dict(value)))
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"metadata must be JSON-able: {error}") from error
    return cast(dict[str, Any], kept)


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
