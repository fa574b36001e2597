"""Families of relations: in which other relations one and the same holding may be told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Family:
    """Relations that tell of one kind of holding: "works at", "works as", "is a ... at".

    Attributes:
        relations: ids, of the catalogue or made of a predicate.
        places: qualifiers that name what is held where the object does not ("a nurse *at* Mercy").
    """

    relations: tuple[str, ...]
    places: frozenset[str] = frozenset()


def families(rows: Iterable[Mapping[str, Any]]) -> tuple[Family, ...]:
    """The families of the data file."""
    return tuple(Family(tuple(row["relations"]), frozenset(row.get("places", ()))) for row in rows)


def akin(known: Iterable[Family], relation: str) -> tuple[str, ...]:
    """The other relations of a relation's families."""
    found = (r for f in known if relation in f.relations for r in f.relations)
    return tuple(r for r in dict.fromkeys(found) if r != relation)


def places(known: Iterable[Family], relation: str) -> frozenset[str]:
    """The qualifiers that name what is held by a fact of a relation."""
    return frozenset().union(*(f.places for f in known if relation in f.relations))
