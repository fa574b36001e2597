"""General words for particular things: an oboe is an instrument."""

from __future__ import annotations

from functools import lru_cache

from kgmem.language.names import normalise
from kgmem.language.verbs import word_list

_GENERIC = {
    "instrument": "instruments", "language": "languages", "sport": "sports", "pet": "pets",
    "animal": "pets", "degree": "degrees",
}  # fmt: skip


@lru_cache(maxsize=4096)  # names of a memory: `engine.caches` empties it
def general_words(name: str) -> frozenset[str]:
    """What a thing may have been called before it was said which one: "instrument" of "oboe"."""
    words = normalise(name).split()
    last = words[-1] if words else ""
    return frozenset(g for g, listed in _GENERIC.items() if last in word_list(listed))
