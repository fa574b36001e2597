"""Where the names of a forgotten entity still stand: in words that no fact of it rests on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from kgmem.codec import number
from kgmem.protocols import Reader
from kgmem.records import Alias, Entity, Episode, Subgoal

_SHORTEST = 3
"""Letters of a part of a name that says whom it means."""


def names_of(reader: Reader, entities: Iterable[str]) -> re.Pattern[str] | None:
    """What finds the names of entities as whole words; None where they have none.

    A whole name is found in any case; of a person also a first or last name alone, where it has
    its capital: "Viktor" of "Viktor Hale".

    Args:
        reader: of the namespace.
        entities: ids, those merged with each other included.
    """
    ids = list(dict.fromkeys(entities))
    rows = [row for row in reader.get(ids).values() if isinstance(row, Entity)]
    names = {row.name for row in rows}
    names |= {row.name for row in reader.find("alias", "entity", ids) if isinstance(row, Alias)}
    people = [row.name.split() for row in rows if row.type == "person"]
    parts = {p for name in people if len(name) > 1 for p in name if p[:1].isupper()}
    whole, short = _forms(names), _forms(p for p in parts if len(p) >= _SHORTEST)
    if not whole:
        return None
    alone = f"|{short}" if short else ""
    return re.compile(rf"(?<!\w)(?:(?i:{whole}){alone})(?!\w)")


def still_named(
    reader: Reader,
    names: re.Pattern[str] | None,
    gone: Collection[str] = (),
    blank: Collection[str] = (),
) -> tuple[str, ...]:
    """Ids of the episodes and subgoals of a namespace that have a name as whole words.

    Whether they speak of the same one cannot be told: another may have the name.

    Args:
        reader: of the namespace.
        names: what finds them (`names_of`).
        gone: episodes that are about to go.
        blank: subgoals whose summary is about to be made anew.

    Returns:
        Episodes first, then subgoals, in the order of their ids.
    """
    if names is None:
        return ()
    episodes = [
        row.id
        for row in reader.scan("episode")
        if isinstance(row, Episode) and row.id not in gone and _has(names, _words(row))
    ]
    subgoals = [
        row.id
        for row in reader.scan("subgoal")
        if isinstance(row, Subgoal)
        and _has(names, (row.description, row.task, "" if row.id in blank else row.summary))
    ]
    return (*sorted(episodes, key=number), *sorted(subgoals, key=number))


def _forms(names: Iterable[str]) -> str:
    """Names as alternatives, the longest first, however the space in them is written."""
    longest = sorted({" ".join(name.split()) for name in names} - {""}, key=len, reverse=True)
    return "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest)


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
