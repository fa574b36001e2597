"""Read-only Cypher over the embedded store: a kglite graph with the labels that Neo4j has.

Vertices:
    `(:Entity {id, namespace, name, type, named, aliases})`
    `(:Fact {id, namespace, text, subject, predicate, relation, object, qualifiers, status, live,
    tier, kind, positive, modality, confidence, trust, said, from, to, wording})`
    `(:Version {id, namespace, fact, text, status, tier, trust, recorded_from, recorded_to})`
    `(:Episode {id, namespace, text, speaker, role, time, thread, source, trust, origin, state})`
    `(:Subgoal {id, namespace, description, status, summary, task, opened, closed})`

Edges:
    `(:Fact)-[:SUBJECT]->(:Entity)`, `(:Fact)-[:OBJECT]->(:Entity)`,
    `(:Fact)-[:QUALIFIER {role}]->(:Entity)`, `(:Fact)-[:HAS_VERSION]->(:Version)`,
    `(:Fact)-[:SUPPORTED_BY {start, end}]->(:Episode)`, `(:Fact)-[:ENDED_BY {kind, at}]->(:Fact)`,
    `(:Episode)-[:IN]->(:Subgoal)-[:PART_OF]->(:Subgoal)`, `(:Episode)-[:NEXT]->(:Episode)` within
    a thread, and `(:Entity)-[:FACT {id, predicate, relation, from, to, live}]->(:Entity)` for facts
    that are asserted, positive, actual and not retracted.

Times are ISO 8601 text in UTC, so they compare as text; `datetime(f.from)` makes one of them.
Entities that were merged are not vertices: their names are aliases of the one they became part of.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import to_json

from kgmem import assets
from kgmem.errors import MissingExtra, QueryError
from kgmem.protocols import Reader
from kgmem.results import Rows
from kgmem.stores.guard import check
from kgmem.stores.projection_rows import Links, Nodes, graph_rows

_KEPT = 4  # projections kept in memory


class Projections:
    """The graphs of the namespaces asked about last, each built when it is first needed.

    A graph serves until its namespace's revision or epoch moves on. Thread-safe.
    """

    def __init__(self) -> None:
        """Nothing is built yet."""
        self._graphs: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
        self._lock = threading.Lock()

    def run(
        self,
        readers: Sequence[Reader],
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        namespace: str,
        namespaces: int = 1,
        across_namespaces: bool = False,
    ) -> Rows:
        """Run one read-only statement.

        Args:
            readers: the namespaces to look at, each at one revision: the home namespace alone, or
                all of them for `across_namespaces`. With more than one, `id` is `namespace/f12`.
            statement: Cypher.
            parameters: by name; `namespace` is bound already.
            namespace: what `$namespace` stands for.
            namespaces: how many the store holds.
            across_namespaces: allow a statement without `$namespace` although there are several.

        Raises:
            QueryError: it writes, forgets its namespace, is invalid, or a parameter is.
            MissingExtra: kglite is not installed.
        """
        check(statement, namespaces=namespaces, across_namespaces=across_namespaces)
        values = dict(parameters or {})
        if values.setdefault("namespace", namespace) != namespace:
            raise QueryError(f"$namespace is bound to {namespace!r}; name your parameter otherwise")
        graph = self._graph(readers)
        errors = _engine().KgError
        try:
            result = graph.cypher(statement, params=values)
            columns = tuple(result.columns)
            rows = tuple(tuple(_plain(row[name]) for name in columns) for row in result.to_list())
        except (errors, TypeError, ValueError) as error:
            raise QueryError(str(error)) from error
        return Rows(columns, rows)

    def drop(self, namespace: str) -> None:
        """Keep no graph with that namespace in it: some of it was erased."""
        with self._lock:
            for key in [k for k in self._graphs if namespace in {entry[0] for entry in k}]:
                del self._graphs[key]

    def _graph(self, readers: Sequence[Reader]) -> Any:
        key = tuple((r.namespace, r.epoch, r.revision) for r in readers)
        with self._lock:
            if key in self._graphs:
                self._graphs.move_to_end(key)
                return self._graphs[key]
            names = [reader.namespace for reader in readers]
            for old in [k for k in self._graphs if [entry[0] for entry in k] == names]:
                del self._graphs[old]
            self._graphs[key] = build(readers)
            while len(self._graphs) > _KEPT:
                self._graphs.popitem(last=False)
            return self._graphs[key]


def _engine() -> Any:
    try:
        import kglite
    except ImportError as error:
        raise MissingExtra("kglite", "all") from error
    if kglite.get_query_warning_policy() == "stderr":
        # An unknown label gives no rows, as in Neo4j; a library does not print about it.
        kglite.set_query_warning_policy("silent")
    return kglite


def _plain(value: Any) -> Any:
    """A value without the engine's own fields.

    A vertex is `{"labels", "properties"}`, an edge `{"type", "properties"}`, a path `{"nodes",
    "relationships"}`.
    """
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"id", "labels", "properties"}:
        own = {"title"} if "Entity" in value["labels"] else {"title", "type"}
        properties = {k: v for k, v in value["properties"].items() if k not in own}
        return {"labels": value["labels"], "properties": properties}
    if value.keys() == {"id", "start", "end", "type", "properties"}:
        return {"type": value["type"], "properties": value["properties"]}
    return {key: _plain(item) for key, item in value.items()}


def build(readers: Sequence[Reader]) -> Any:
    """A frozen kglite graph of some namespaces.

    Args:
        readers: one a namespace.
    """
    qualified = len(readers) > 1
    nodes: Nodes = {}
    links: Links = {}
    for reader in readers:
        graph_rows(reader, nodes, links, prefix=f"{reader.namespace}/" if qualified else "")
    graph = _engine().from_records(_specification(nodes, links), on_missing_endpoint="drop")
    for statement in assets.cypher("projection/indexes").split(";"):
        if statement.strip():
            graph.cypher(statement)
    return graph.freeze()


def _specification(nodes: Nodes, links: Links) -> str:
    """The engine's input as JSON: the rows are JSON already and are only joined."""
    parts = [
        _section(rows, type=label, id_field="id", title_field=_TITLES[label])
        for label, rows in nodes.items()
    ]
    edges = [
        _section(
            rows,
            type=kind,
            source_type=source,
            source_id_field="_source",
            target_type=target,
            target_id_field="_target",
        )
        for (kind, source, target), rows in links.items()
        if nodes.get(source) and nodes.get(target)  # the engine refuses labels it has no vertex of
    ]
    whole = b'{"nodes": [%b], "connections": [%b]}' % (b",".join(parts), b",".join(edges))
    return whole.decode()


def _section(rows: list[bytes], **fields: str) -> bytes:
    return to_json(fields)[:-1] + b', "records": [%b]}' % b",".join(rows)


# What the engine shows as a vertex's title, and gives for `name` where there is no such property.
_TITLES = {
    "Entity": "name",
    "Fact": "text",
    "Version": "text",
    "Episode": "text",
    "Subgoal": "description",
}
