"""Subgoals: HiAgent's hierarchical working memory, persistent (arXiv 2408.09559).

Pure functions over `records.Subgoal` and `records.Episode`; the facade reads the rows and writes
what changes.
"""

from kgmem.subgoals.lifecycle import Plan, closing, opening, unfold
from kgmem.subgoals.rendering import WorkingMemory, compose, render, working_episodes
from kgmem.subgoals.summary import summarise
from kgmem.subgoals.tree import subtree

__all__ = [
    "Plan",
    "WorkingMemory",
    "closing",
    "compose",
    "opening",
    "render",
    "subtree",
    "summarise",
    "unfold",
    "working_episodes",
]
