"""A namespace's records as the vertices and edges of its Cypher projection."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timezone
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias, cast

from pydantic_core import to_json

from kgmem.protocols import Reader
from kgmem.records import (
    Alias,
    Content,
    Ending,
    Entity,
    EntityId,
    Episode,
    Filler,
    Subgoal,
    Support,
    Version,
)
from kgmem.types import Bound

# Rows are JSON at once: a million small dictionaries would keep the garbage collector busy, and the
# engine reads text three times as fast as dictionaries.
Nodes: TypeAlias = dict[str, list[bytes]]
Links: TypeAlias = dict[tuple[str, str, str], list[bytes]]


def graph_rows(reader: Reader, nodes: Nodes, links: Links, *, prefix: str = "") -> None:
    """Add a namespace's vertices and edges.

    Args:
        reader: the namespace at one revision.
        nodes: by label; extended in place.
        links: by type, source label and target label; extended in place.
        prefix: of every id, to keep namespaces apart in one graph.
    """
    rows = _Rows(reader.namespace, prefix, nodes, links)
    names = _entities(rows, reader)
    _versions(rows, cast("Iterable[Version]", reader.scan("version")), names)
    for support in cast("Iterable[Support]", reader.scan("support")):
        start, end = support.span
        rows.link("SUPPORTED_BY", support.fact, support.episode, start=start, end=end)
    for ending in cast("Iterable[Ending]", reader.scan("ending")):
        if ending.by is not None:
            at = _iso(ending.at.earliest) if ending.at else None
            rows.link("ENDED_BY", ending.fact, ending.by, kind=ending.kind, at=at)
    _episodes(rows, cast("Iterable[Episode]", reader.scan("episode")))
    _subgoals(rows, cast("Iterable[Subgoal]", reader.scan("subgoal")))


_ENDS = {
    "SUBJECT": ("Fact", "Entity"),
    "OBJECT": ("Fact", "Entity"),
    "QUALIFIER": ("Fact", "Entity"),
    "HAS_VERSION": ("Fact", "Version"),
    "SUPPORTED_BY": ("Fact", "Episode"),
    "ENDED_BY": ("Fact", "Fact"),
    "IN": ("Episode", "Subgoal"),
    "PART_OF": ("Subgoal", "Subgoal"),
    "NEXT": ("Episode", "Episode"),
    "FACT": ("Entity", "Entity"),
}


class _Rows:
    """Where vertices and edges go, with the namespace and its prefix put on."""

    def __init__(self, namespace: str, prefix: str, nodes: Nodes, links: Links) -> None:
        self.namespace = namespace
        self.prefix = prefix
        self.nodes = nodes
        self.links = links

    def node(self, label: str, identifier: str, /, **properties: Any) -> None:
        """A vertex; a property that is None is one that it lacks, as Cypher has it."""
        row = {"id": self.prefix + identifier, "namespace": self.namespace, **properties}
        self.nodes.setdefault(label, []).append(to_json(row, exclude_none=True))

    def link(self, kind: str, source: str, target: str, /, **properties: Any) -> None:
        """An edge."""
        row = {"_source": self.prefix + source, "_target": self.prefix + target, **properties}
        self.links.setdefault((kind, *_ENDS[kind]), []).append(to_json(row, exclude_none=True))


def _entities(rows: _Rows, reader: Reader) -> dict[str, tuple[str, str]]:
    """Vertices of merge roots; returns each entity's root and its name."""
    entities = {e.id: e for e in cast("Iterable[Entity]", reader.scan("entity"))}
    roots = {identifier: _root(entities, identifier) for identifier in entities}
    aliases: dict[str, dict[str, None]] = {}
    for entity in entities.values():
        if entity.merged_into is not None:
            aliases.setdefault(roots[entity.id], {})[entity.name] = None
    for alias in cast("Iterable[Alias]", reader.scan("alias")):
        aliases.setdefault(roots.get(alias.entity, alias.entity), {})[alias.name] = None
    for entity in entities.values():
        if roots[entity.id] == entity.id:
            others = [name for name in aliases.get(entity.id, ()) if name != entity.name]
            rows.node(
                "Entity",
                entity.id,
                name=entity.name,
                type=entity.type,
                named=entity.named,
                aliases=others,
            )
    return {i: (root, entities[root].name) for i, root in roots.items()}


def _root(entities: dict[str, Entity], identifier: str) -> str:
    seen = {identifier}
    while (target := entities[identifier].merged_into) in entities and target not in seen:
        identifier = target
        seen.add(identifier)
    return identifier


def _versions(rows: _Rows, versions: Iterable[Version], names: dict[str, tuple[str, str]]) -> None:
    for version in versions:
        rows.node(
            "Version",
            version.id,
            fact=rows.prefix + version.fact,
            text=version.content.text,
            status=version.status,
            tier=version.tier,
            trust=version.trust,
            recorded_from=_iso(version.recorded_from),
            recorded_to=_iso(version.recorded_to),
        )
        rows.link("HAS_VERSION", version.fact, version.id)
        if version.recorded_to is None:
            _fact(rows, version, names)


def _fact(rows: _Rows, version: Version, names: dict[str, tuple[str, str]]) -> None:
    content = version.content
    subject, subject_name = names.get(content.subject, (content.subject, content.subject))
    target = (
        names.get(content.object.id, (content.object.id, content.object.id))[0]
        if isinstance(content.object, EntityId)
        else None
    )
    begins, ends = _limits(content)
    rows.node(
        "Fact",
        version.fact,
        text=content.text,
        subject=subject_name,
        predicate=content.predicate,
        relation=content.relation,
        object=_words(content.object, names),
        qualifiers=[f"{slot.role} {_words(slot.filler, names)}" for slot in content.qualifiers],
        status=version.status,
        live=version.status == "live",
        tier=version.tier,
        kind=content.kind,
        positive=content.positive,
        modality=content.modality,
        confidence=content.confidence,
        trust=version.trust,
        said=_iso(version.said),
        wording=content.validity.wording or None,
        **{"from": begins, "to": ends},
    )
    rows.link("SUBJECT", version.fact, subject)
    if target is not None:
        rows.link("OBJECT", version.fact, target)
    for slot in content.qualifiers:
        if isinstance(slot.filler, EntityId):
            filler = names.get(slot.filler.id, (slot.filler.id, ""))[0]
            rows.link("QUALIFIER", version.fact, filler, role=slot.role)
    drawn = (version.tier, content.positive, content.modality) == ("asserted", True, "actual")
    if target is not None and drawn and version.status != "retracted":
        rows.link(
            "FACT",
            subject,
            target,
            id=rows.prefix + version.fact,
            predicate=content.predicate,
            relation=content.relation,
            live=version.status == "live",
            **{"from": begins, "to": ends},
        )


def _limits(content: Content) -> tuple[str | None, str | None]:
    """From when to when at the widest, as text."""
    start, end = content.validity.start, content.validity.end
    return _edge(start, first=True), _edge(end, first=False)


def _edge(bound: Bound | None, *, first: bool) -> str | None:
    if bound is None:
        return None
    return _iso(bound.earliest if first else bound.latest)


def _words(filler: Filler | None, names: dict[str, tuple[str, str]]) -> str | None:
    if filler is None:
        return None
    if isinstance(filler, EntityId):
        return names.get(filler.id, ("", filler.id))[1]
    return filler.text


def _episodes(rows: _Rows, episodes: Iterable[Episode]) -> None:
    threads: dict[str, list[Episode]] = {}
    for episode in episodes:
        rows.node(
            "Episode",
            episode.id,
            text=episode.body,
            speaker=episode.speaker,
            role=episode.role,
            time=_iso(episode.time),
            thread=episode.thread,
            source=episode.source,
            trust=episode.trust,
            origin=episode.origin,
            state=episode.state,
        )
        threads.setdefault(episode.thread, []).append(episode)
        if episode.subgoal is not None:
            rows.link("IN", episode.id, episode.subgoal)
    for members in threads.values():
        members.sort(key=lambda e: e.time)  # stable: id order decides between equal times
        for earlier, later in pairwise(members):
            rows.link("NEXT", earlier.id, later.id)


def _subgoals(rows: _Rows, subgoals: Iterable[Subgoal]) -> None:
    for goal in subgoals:
        rows.node(
            "Subgoal",
            goal.id,
            description=goal.description,
            status=goal.status,
            summary=goal.summary,
            task=goal.task,
            opened=_iso(goal.opened),
            closed=_iso(goal.closed),
        )
        if goal.parent is not None:
            rows.link("PART_OF", goal.id, goal.parent)


@lru_cache(maxsize=4096)
def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(timezone.utc).isoformat()
