"""kgmem: a knowledge-graph memory engine for LLM agents.

    >>> from kgmem import Memory
    >>> memory = Memory.open("agent.kgmem")

Importing the package loads no model, no parser and no database driver.
"""

from kgmem import errors
from kgmem.errors import KgmemError
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
    "Report",
    "Rows",
    "Settings",
    "__version__",
    "errors",
]
