"""Retrieval: from a question to at most sixty explained candidates.

`retrieve` is the line; its steps are functions over plain data: `nominate`, `expand`,
`semantic_search` (AriGraph's walk), `personalised_pagerank`, `score`, `select`.
"""

from kgmem.retrieval.filters import Filters
from kgmem.retrieval.retrieve import retrieve
from kgmem.settings import Weights

__all__ = ["Filters", "Weights", "retrieve"]
