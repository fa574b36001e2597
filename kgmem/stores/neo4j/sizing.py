"""How many rows a namespace has."""

from __future__ import annotations

from kgmem.stores.neo4j.connection import Server
from kgmem.stores.neo4j.statements import statement


def sizes(server: Server, namespace: str) -> dict[str, int]:
    """Rows of a namespace by kind; `fact` counts current ones; all 0 for an unknown one."""
    rows = server.rows(statement("read/size"), {"namespace": namespace})
    counts = {kind: int(count) for kind, count in rows}
    counts["entity"] += counts.pop("merged")
    return counts
