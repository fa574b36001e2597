"""Entities after words were taken away: their names keep evidence, or they go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgmem.language.names import normalise
from kgmem.records import Alias, Content, Entity, EntityId, Episode, Support, Version
from kgmem.types import Ref

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

_PAGE = 64
_NAMELESS = {"person": "someone", "animal": "an animal", "place": "somewhere"}


def mentioned(content: Content) -> Iterator[str]:
    """The entities that a content speaks of."""
    yield content.subject
    if isinstance(content.object, EntityId):
        yield content.object.id
    for slot in content.qualifiers:
        if isinstance(slot.filler, EntityId):
            yield slot.filler.id


@dataclass(frozen=True, slots=True)
class Upheld:
    """What became of entities that lost evidence.

    Attributes:
        dropped: ids of the entities that nothing speaks of any more.
        rewritten: supports as they were before a name was taken out of their sentences.
    """

    dropped: tuple[str, ...]
    rewritten: tuple[Support, ...]


def uphold(
    draft: Draft, entities: Iterable[str], lost: Iterable[Alias], *, forgetting: bool
) -> Upheld:
    """Give entities that lost names other evidence for them, or drop those nothing speaks of.

    Args:
        draft: rows with the supports, and the aliases in `lost`, already taken away.
        entities: whom it may concern.
        lost: the aliases that went.
        forgetting: a name that no words are left for goes; else its alias comes back.
    """
    rewritten: list[Support] = []
    names: dict[str, list[Alias]] = {}
    for alias in lost:
        names.setdefault(alias.entity, []).append(alias)
    gone = []
    for entity in dict.fromkeys([*entities, *names]):
        row = draft.rows.row(Entity, entity)
        if row is None:
            continue
        _replace_evidence(draft, entity, names.get(entity, []))
        if forgetting:
            _split_unwitnessed(draft, entity, names.get(entity, []))
        kept = draft.rows.find(Alias, "entity", draft.names.members(entity))
        if kept:
            draft.names.refold(entity)
            if not draft.rows.find(Alias, "entity", [entity]) and not _spoken_of(draft, entity):
                gone.append(entity)
        elif next(_spoken_of(draft, entity), None) is None:
            gone.append(entity)
        elif forgetting:
            rewritten += _unname(draft, row, names.get(entity, []))
        else:
            for alias in names.get(entity, []):
                draft.rows.put(alias)
            draft.names.refold(entity)
    for entity in gone:
        _drop(draft, entity)
    return Upheld(tuple(gone), tuple(rewritten))


def _spoken_of(draft: Draft, entity: str) -> Iterator[Version]:
    """Current facts that speak of an entity, newest first."""
    index = draft.index
    roots = draft.names.search_roots(entity)
    seen: set[str] = set()
    for lookup in (index.facts_of, index.facts_by_object, index.facts_by_qualifier):
        for root in roots:
            limit, complete = _PAGE, False
            while not complete:
                found = lookup(root, limit=limit)
                complete = len(found) < limit
                limit *= 4
                page = [f for f in found if f not in seen]
                seen.update(page)
                yield from _about(draft, page, entity)
    for fact in draft.recent_facts(roots):
        if fact not in seen:
            yield from _about(draft, [fact], entity)


def _about(draft: Draft, facts: list[str], entity: str) -> Iterator[Version]:
    draft.rows.prefetch(facts)
    for fact in facts:
        version = draft.rows.row(Version, fact)
        if version is not None and entity in mentioned(version.content):
            yield version


def _replace_evidence(draft: Draft, entity: str, lost: list[Alias]) -> None:
    """Find each lost name in the words that still speak of the entity."""
    have = {normalise(a.name) for a in draft.rows.find(Alias, "entity", [entity])}
    wanted = {normalise(a.name): a for a in lost if normalise(a.name) not in have}
    if not wanted:
        return
    for version in _spoken_of(draft, entity):
        supports = draft.rows.find(Support, "fact", [version.fact])
        draft.rows.prefetch(s.episode for s in supports)
        for support in supports:
            episode = draft.rows.row(Episode, support.episode)
            if episode is None or entity not in mentioned(support.content):
                continue
            for norm in [n for n in wanted if _says(episode, n)]:
                alias = wanted.pop(norm)
                ref = Ref(alias.name, alias.type, alias.named)
                draft.names.testify(entity, ref, episode.id, _where(episode, alias.name, support))
            if not wanted:
                return


def _split_unwitnessed(draft: Draft, entity: str, lost: list[Alias]) -> None:
    """What became part of an entity because words gave it that name stands alone without them."""
    have = {normalise(a.name) for a in draft.rows.find(Alias, "entity", [entity])}
    gone = {normalise(a.name) for a in lost} - have
    if not gone:
        return
    for part in draft.names.members(entity)[1:]:
        theirs = {normalise(a.name) for a in draft.rows.find(Alias, "entity", [part])}
        if theirs & gone and not theirs & have:
            draft.names.split(part)


def _says(episode: Episode, norm: str) -> bool:
    if norm in (normalise(episode.speaker or ""), normalise(episode.addressee or "")):
        return True
    words, wanted = normalise(episode.body), norm
    return f" {wanted} " in f" {words} " or (not wanted.isascii() and wanted in words)


def _where(episode: Episode, name: str, support: Support) -> tuple[int, int]:
    start = episode.body.casefold().find(name.casefold())
    return (start, start + len(name)) if start >= 0 else support.span


def _unname(draft: Draft, row: Entity, lost: list[Alias]) -> list[Support]:
    """Nothing that is left says the name: the entity loses it, and so do the facts' sentences.

    Returns:
        The supports whose sentences changed, as they were.
    """
    neutral = _NAMELESS.get(row.type, "something")
    said = sorted({row.name, *(a.name for a in lost)}, key=len, reverse=True)
    draft.rows.put(replace(row, name=neutral, named=False))
    draft.names.renamed[row.id] = neutral
    changed: list[Support] = []
    for version in list(_spoken_of(draft, row.id)):
        for support in draft.rows.find(Support, "fact", [version.fact]):
            text = support.content.text
            for name in said:
                text = text.replace(name, neutral)
            if text != support.content.text:
                content = replace(support.content, text=text)
                draft.rows.put(replace(support, content=content))
                changed.append(support)
    return changed


def _drop(draft: Draft, entity: str) -> None:
    """Remove an entity; what had been merged into it stays, under the first of them."""
    parts = draft.rows.find(Entity, "merged_into", [entity])
    for part in parts:
        draft.names.split(part.id)
    for part in parts[1:]:
        draft.names.merge(part.id, into=parts[0].id)
    draft.rows.drop(entity)
