"""Where the names of a forgotten entity still stand: in words that no fact of it rests on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from kgmem.codec import number
from kgmem.protocols import Reader
from kgmem.records import Alias, Entity, Episode, Subgoal


def names_of(reader: Reader, entities: Iterable[str]) -> tuple[str, ...]:
    """The names that entities have, each once.

    Args:
        reader: of the namespace.
        entities: ids, those merged with each other included.
    """
    ids = list(dict.fromkeys(entities))
    names = [row.name for row in reader.get(ids).values() if isinstance(row, Entity)]
    names += [row.name for row in reader.find("alias", "entity", ids) if isinstance(row, Alias)]
    return tuple(dict.fromkeys(name for name in names if name.strip()))


def still_named(
    reader: Reader, names: Collection[str], gone: Collection[str] = (), blank: Collection[str] = ()
) -> tuple[str, ...]:
    """Ids of the episodes and subgoals of a namespace that have a name as whole words.

    Whether they speak of the same one cannot be told: another may have the name.

    Args:
        reader: of the namespace.
        names: in any case.
        gone: episodes that are about to go.
        blank: subgoals whose summary is about to be made anew.

    Returns:
        Episodes first, then subgoals, in the order of their ids.
    """
    if not names:
        return ()
    pattern = _any_of(names)
    episodes = [
        row.id
        for row in reader.scan("episode")
        if isinstance(row, Episode) and row.id not in gone and _has(pattern, _words(row))
    ]
    subgoals = [
        row.id
        for row in reader.scan("subgoal")
        if isinstance(row, Subgoal)
        and _has(pattern, (row.description, row.task, "" if row.id in blank else row.summary))
    ]
    return (*sorted(episodes, key=number), *sorted(subgoals, key=number))


def _any_of(names: Collection[str]) -> re.Pattern[str]:
    """Names as whole words, however the space between their words is written."""
    longest = sorted({" ".join(name.split()) for name in names}, key=len, reverse=True)
    forms = (r"\s+".join(map(re.escape, name.split())) for name in longest)
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)


def _has(pattern: re.Pattern[str], texts: Iterable[str]) -> bool:
    return any(pattern.search(text) for text in texts)


def _words(episode: Episode) -> tuple[str, ...]:
    told = (text for text in _texts(episode.metadata) if text)
    return (episode.body, episode.speaker or "", episode.addressee or "", *told)


def _texts(value: object) -> Iterable[str]:
    """The strings in what a user stored along."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
