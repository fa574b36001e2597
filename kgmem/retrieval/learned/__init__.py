"""A ranking learned from questions whose evidence is known; `Settings(ranker=FILE)` uses it."""

from kgmem.retrieval.learned.ranker import Ranker, load, rank

__all__ = ["Ranker", "load", "rank"]
