"""Times in text and in arguments: found, resolved against an anchor, phrased, compared.

`find` reads chat-like English by a small grammar over tokens: general date libraries read chat
badly and give no granularity. Calendar arithmetic is done on the wall clock of the anchor's zone,
so "yesterday" is the speaker's yesterday.
"""

from kgmem.language.times.mentions import find
from kgmem.language.times.moments import (
    contains,
    overlaps,
    parse_bound,
    parse_moment,
    parse_validity,
)
from kgmem.language.times.wording import how_long, phrase, phrase_bound

__all__ = [
    "contains",
    "find",
    "how_long",
    "overlaps",
    "parse_bound",
    "parse_moment",
    "parse_validity",
    "phrase",
    "phrase_bound",
]
