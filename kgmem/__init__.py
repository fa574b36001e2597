"""kgmem: a knowledge-graph memory engine for LLM agents.

    >>> from kgmem import Memory
    >>> memory = Memory.open("agent.kgmem")

Importing the package loads next to nothing: each name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kgmem import errors
    from kgmem.errors import KgmemError
    from kgmem.language.relations import Relation
    from kgmem.memory import Goal, Memory
    from kgmem.results import (
        Answer,
        Candidate,
        Context,
        Decision,
        EntityView,
        Evidence,
        Fact,
        Forgotten,
        HistoryItem,
        Neighborhood,
        Observed,
        Path,
        Report,
        Rows,
    )
    from kgmem.settings import Settings
    from kgmem.types import Observation

__version__ = "0.1.0"

_HOMES = {
    "Goal": "memory",
    "KgmemError": "errors",
    "Memory": "memory",
    "Observation": "types",
    "Relation": "language.relations",
    "Settings": "settings",
}

__all__ = [
    "Answer",
    "Candidate",
    "Context",
    "Decision",
    "EntityView",
    "Evidence",
    "Fact",
    "Forgotten",
    "Goal",
    "HistoryItem",
    "KgmemError",
    "Memory",
    "Neighborhood",
    "Observation",
    "Observed",
    "Path",
    "Relation",
    "Report",
    "Rows",
    "Settings",
    "__version__",
    "errors",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'kgmem' has no attribute {name!r}")
    if name == "errors":
        return import_module("kgmem.errors")
    value = getattr(import_module(f"kgmem.{_HOMES.get(name, 'results')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
