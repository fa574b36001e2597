"""The store on Neo4j 5: the same records, ids and journal as the embedded one, in a server.

Importing this loads no driver; opening a store does.
"""

from kgmem.stores.neo4j.opening import SCHEMES, open_neo4j
from kgmem.stores.neo4j.store import Neo4jStore

__all__ = ["SCHEMES", "Neo4jStore", "open_neo4j"]
