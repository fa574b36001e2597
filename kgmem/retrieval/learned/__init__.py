"""A ranking learned from questions whose evidence is known; `Settings(ranker=...)` uses it."""

from kgmem.retrieval.learned.ranker import PACKAGED, Ranker, load, rank

__all__ = ["PACKAGED", "Ranker", "load", "rank"]
