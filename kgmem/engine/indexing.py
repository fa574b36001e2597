"""The vector index of a store that can make one."""

from __future__ import annotations

from kgmem.engine.state import Engine
from kgmem.errors import InputError
from kgmem.searching import Indexing


def indexing(engine: Engine) -> Indexing:
    """The store, where it can index vectors.

    Raises:
        InputError: it cannot; an embedded file needs none.
    """
    if not isinstance(engine.store, Indexing):
        raise InputError(
            "a vector index is for a memory in Neo4j; a file is searched exactly without one"
        )
    return engine.store
