"""Facts as people read them: names resolved through merges, with the words they came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from kgmem.codec import number
from kgmem.protocols import Reader
from kgmem.records import (
    Content,
    Ending,
    Entity,
    EntityId,
    Episode,
    Filler,
    Support,
    Version,
)
from kgmem.results import Evidence, Fact


def view_facts(
    reader: Reader, facts: Iterable[str | Version], namespace: str | None = None
) -> list[Fact]:
    """Facts with names, endings and evidence, in the order asked for.

    Args:
        reader: where they live.
        facts: ids, whose current versions are shown, or versions themselves; unknown ids are left
            out.
        namespace: what `Fact.namespace` says; the reader's when None.
    """
    wanted = list(facts)
    current = reader.get(f for f in wanted if isinstance(f, str))
    found = (f if isinstance(f, Version) else current.get(f) for f in wanted)
    versions = [v for v in found if isinstance(v, Version)]
    if not versions:
        return []
    ids = list(dict.fromkeys(v.fact for v in versions))
    names = entity_names(reader, (e for v in versions for e in _entities(v.content)))
    supports: dict[str, list[Support]] = {}
    for support in reader.find("support", "fact", ids):
        if isinstance(support, Support):
            supports.setdefault(support.fact, []).append(support)
    episodes = _episodes(reader, (s for group in supports.values() for s in group))
    enders: dict[str, list[str]] = {}
    for ending in reader.find("ending", "fact", ids):
        if isinstance(ending, Ending) and ending.by:
            enders.setdefault(ending.fact, []).append(ending.by)
    return [
        _fact(
            v,
            names,
            tuple(dict.fromkeys(enders.get(v.fact, ()))),
            _evidence(supports.get(v.fact, ()), episodes),
            reader.namespace if namespace is None else namespace,
        )
        for v in versions
    ]


def view_evidence(reader: Reader, supports: Iterable[Support]) -> list[Evidence]:
    """The words that supports point to, in order; those whose episode is gone are left out."""
    listed = list(supports)
    return list(_evidence(listed, _episodes(reader, listed)))


def entity_names(reader: Reader, ids: Iterable[str]) -> dict[str, tuple[str, str]]:
    """For each entity id the id and the name of its merge root; unknown ids are left out."""
    wanted = list(dict.fromkeys(ids))
    rows: dict[str, Entity] = {}
    missing = wanted
    while missing:
        found = {i: e for i, e in reader.get(missing).items() if isinstance(e, Entity)}
        rows.update(found)
        parents = (e.merged_into for e in found.values() if e.merged_into)
        missing = [p for p in dict.fromkeys(parents) if p not in rows]
    return {i: _root(rows[i], rows) for i in wanted if i in rows}


def _root(entity: Entity, rows: Mapping[str, Entity]) -> tuple[str, str]:
    while entity.merged_into and entity.merged_into in rows:
        entity = rows[entity.merged_into]
    return entity.id, entity.name


def _entities(content: Content) -> list[str]:
    fillers = (content.object, *(slot.filler for slot in content.qualifiers))
    return [content.subject, *(f.id for f in fillers if isinstance(f, EntityId))]


def _episodes(reader: Reader, supports: Iterable[Support]) -> dict[str, Episode]:
    found = reader.get(dict.fromkeys(s.episode for s in supports))
    return {i: e for i, e in found.items() if isinstance(e, Episode)}


def _evidence(supports: Sequence[Support], episodes: Mapping[str, Episode]) -> tuple[Evidence, ...]:
    found = []
    for support in sorted(supports, key=lambda s: number(s.id)):
        episode = episodes.get(support.episode)
        if episode is not None:
            found.append(evidence_of(episode, support.span))
    return tuple(dict.fromkeys(found))


def evidence_of(episode: Episode, span: tuple[int, int] | None = None) -> Evidence:
    """A span of an episode as evidence; the whole body when None."""
    start, end = span or (0, len(episode.body))
    return Evidence(
        episode=episode.id,
        start=start,
        end=end,
        quote=episode.body[start:end],
        speaker=episode.speaker,
        time=episode.time,
        source=episode.source,
        origin=episode.origin,
    )


def _fact(
    version: Version,
    names: Mapping[str, tuple[str, str]],
    ended_by: tuple[str, ...],
    evidence: tuple[Evidence, ...],
    namespace: str,
) -> Fact:
    content = version.content

    def text(filler: Filler | None) -> str:
        if filler is None:
            return ""
        if isinstance(filler, EntityId):
            return names.get(filler.id, ("", filler.id))[1]
        return filler.text

    def root(entity: str) -> str:
        return names.get(entity, (entity, ""))[0]

    target = content.object
    return Fact(
        id=version.fact,
        subject=text(EntityId(content.subject)),
        subject_id=root(content.subject),
        predicate=content.predicate,
        relation=content.relation,
        object=text(target),
        object_id=root(target.id) if isinstance(target, EntityId) else None,
        text=content.text,
        qualifiers=_qualifiers(content, text),
        validity=content.validity,
        said=version.said,
        status=version.status,
        tier=version.tier,
        kind=content.kind,
        positive=content.positive,
        modality=content.modality,
        confidence=content.confidence,
        trust=version.trust,
        ended_by=ended_by,
        evidence=evidence,
        namespace=namespace,
    )


def _qualifiers(content: Content, text: Callable[[Filler | None], str]) -> dict[str, str]:
    """Role to text; a role that stands twice joins its fillers."""
    found: dict[str, str] = {}
    for slot in content.qualifiers:
        words = text(slot.filler)
        found[slot.role] = f"{found[slot.role]}, {words}" if slot.role in found else words
    return found
