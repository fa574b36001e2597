"""When two names are the same name, and when two types can be the same thing. Any script."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from kgmem import assets

_DETERMINERS = frozenset({"the", "a", "an", "this", "that", "these", "those"})
_KEPT_MARKS = frozenset("#&%@")  # C#, R&D, 5%
_DROPPED_MARKS = frozenset("'’‘`´ʼ")  # Nora's = Noras, O'Brien = OBrien

# Types that extraction confuses for one and the same thing. A pet's name reads as a person's or a
# company's to every name tagger; a school is a place and an organization. A country and a person
# stay two.
_NEAR = frozenset(
    frozenset(pair)
    for pair in (
        ("person", "animal"),
        ("person", "organization"),
        ("animal", "organization"),
        ("organization", "group"),
        ("organization", "place"),
        ("organization", "product"),
        ("work", "product"),
        ("work", "concept"),
        ("work", "event"),
        ("event", "concept"),
        ("product", "concept"),
        ("group", "concept"),
    )
)
# Where two compatible types meet, the later in this order stays.
_TELLING = ("thing", "concept", "product", "group", "person", "animal")


@lru_cache(maxsize=65536)
def normalise(name: str) -> str:
    """The form in which equal names are equal: "Dr. Lee" and "the dr lee" give "dr lee".

    NFKC and case folding, punctuation and leading determiners off, one space between words. Every
    script keeps its letters; a name of punctuation alone keeps its punctuation. Control characters
    and lone surrogates go. Empty only for a name of nothing but those and spaces.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    words = folded.translate(_KEPT).split()
    if not words:
        visible = (c if unicodedata.category(c)[0] != "C" else " " for c in folded)
        return " ".join("".join(visible).split())
    while len(words) > 1 and words[0] in _DETERMINERS:
        words = words[1:]
    return " ".join(words)


class _Kept(dict[int, str]):
    """What stays of each character, by code point; filled as they are seen."""

    def __missing__(self, code: int) -> str:
        self[code] = kept = _kept(chr(code))
        return kept


_KEPT = _Kept()


def _kept(char: str) -> str:
    if char.isalnum() or char in _KEPT_MARKS:
        return char
    category = unicodedata.category(char)
    if char in _DROPPED_MARKS or category in ("Cf", "Cs"):
        return ""
    return " " if category[0] in "PZC" else char


def compatible(type_a: str, type_b: str) -> bool:
    """Whether things of these types may be one thing; "thing" (unknown) fits all."""
    if type_a == type_b or "thing" in (type_a, type_b):
        return True
    return frozenset((type_a, type_b)) in _NEAR


def more_telling(type_a: str, type_b: str) -> str:
    """Of two compatible types, the one that says more; the first where neither does."""

    def rank(kind: str) -> int:
        return _TELLING.index(kind) if kind in _TELLING else _TELLING.index("person")

    return type_b if rank(type_b) > rank(type_a) else type_a


def is_region(name: str) -> bool:
    """Whether a place is a country, a state or a continent: it contains towns one may live in."""
    return normalise(name) in _regions()


@lru_cache(maxsize=1)
def _regions() -> frozenset[str]:
    names: str = assets.toml("data", "relations.toml")["places"]["regions"]
    return frozenset(normalise(name) for name in names.split(";"))
