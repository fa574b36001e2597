"""The whole graph as a networkx or igraph graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgmem.engine.state import Engine
from kgmem.errors import MissingExtra
from kgmem.protocols import Reader
from kgmem.records import EntityId, Version
from kgmem.types import Validity

if TYPE_CHECKING:
    import igraph
    import networkx

    from kgmem.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class _Edge:
    source: str
    target: str
    attributes: dict[str, Any]


def to_networkx(engine: Engine, *, tentative: bool) -> networkx.MultiDiGraph:
    """Live facts between entities; nodes are entity ids with `name` and `type`."""
    import networkx

    graph: networkx.MultiDiGraph = networkx.MultiDiGraph()
    with engine.view() as (reader, snapshot):
        for identifier, attributes in _nodes(snapshot):
            graph.add_node(identifier, **attributes)
        for edge in _edges(reader, snapshot, tentative):
            graph.add_edge(edge.source, edge.target, key=edge.attributes["id"], **edge.attributes)
    return graph


def to_igraph(engine: Engine, *, tentative: bool) -> igraph.Graph:
    """The same as a directed igraph graph; vertex attribute `id` is the entity id.

    Raises:
        MissingExtra: igraph is not installed.
    """
    try:
        import igraph
    except ImportError as error:
        raise MissingExtra("igraph", "graph") from error
    with engine.view() as (reader, snapshot):
        nodes = list(_nodes(snapshot))
        edges = list(_edges(reader, snapshot, tentative))
    position = {identifier: i for i, (identifier, _) in enumerate(nodes)}
    graph = igraph.Graph(directed=True)
    graph.add_vertices(
        len(nodes),
        attributes={
            "id": [i for i, _ in nodes],
            "name": [a["name"] for _, a in nodes],
            "type": [a["type"] for _, a in nodes],
        },
    )
    graph.add_edges(
        [(position[e.source], position[e.target]) for e in edges],
        attributes={k: [e.attributes[k] for e in edges] for k in _ATTRIBUTES},
    )
    return graph


_ATTRIBUTES = ("id", "predicate", "relation", "text", "start", "end", "positive", "modality")


def _nodes(snapshot: Snapshot) -> Iterator[tuple[str, dict[str, str]]]:
    for number, alive in zip(
        snapshot.entities.numbers.tolist(), snapshot.entities.alive.tolist(), strict=True
    ):
        if alive and snapshot.names.root(number) == number:
            kind = snapshot.entity_type(number)
            yield f"e{number}", {"name": snapshot.name(number), "type": kind}


def _edges(reader: Reader, snapshot: Snapshot, tentative: bool) -> Iterator[_Edge]:
    for version in reader.scan("version"):
        if not isinstance(version, Version) or version.recorded_to is not None:
            continue
        content = version.content
        if version.status != "live" or not isinstance(content.object, EntityId):
            continue
        if version.tier != "asserted" and not tentative:
            continue
        attributes = {
            "id": version.fact,
            "predicate": content.predicate,
            "relation": content.relation,
            "text": content.text,
            "start": _iso(content.validity, "start"),
            "end": _iso(content.validity, "end"),
            "positive": content.positive,
            "modality": content.modality,
        }
        yield _Edge(snapshot.root(content.subject), snapshot.root(content.object.id), attributes)


def _iso(validity: Validity, side: str) -> str:
    bound = validity.start if side == "start" else validity.end
    moment = None if bound is None else bound.earliest or bound.latest
    return "" if moment is None else moment.isoformat()
