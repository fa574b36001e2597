"""What a query gives, as plain values without the driver's classes and our own properties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kgmem.stores.neo4j.rows import hidden

# Edges carry an id, to be found again, and words for the Browser; the projection's do not. For the
# Browser, too, a retired fact has a second label.
_OWN = {"FACT": {"namespace", "caption"}, "SUPPORTED_BY": {"id"}, "ENDED_BY": {"id"}}


def plain(value: Any) -> Any:
    """A value as the embedded store gives it.

    A vertex is `{"labels", "properties"}`, an edge `{"type", "properties"}`, a path `{"nodes",
    "relationships"}`; the driver's and Python's times are ISO text.
    """
    from neo4j.graph import Node, Path, Relationship

    if isinstance(value, Node):
        return {
            "labels": sorted(value.labels - {"Retired"}),
            "properties": {k: plain(v) for k, v in value.items() if not hidden(k)},
        }
    if isinstance(value, Relationship):
        return {
            "type": value.type,
            "properties": {
                k: plain(v) for k, v in value.items() if k not in _OWN.get(value.type, ())
            },
        }
    if isinstance(value, Path):
        return {
            "nodes": [plain(node) for node in value.nodes],
            "relationships": [plain(edge) for edge in value.relationships],
        }
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "iso_format"):
        return [plain(item) for item in value]
    if hasattr(value, "iso_format"):
        return value.iso_format()
    return value
