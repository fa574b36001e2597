"""What predicates mean: the relation catalogue, shipped as data and extended by users.

A predicate is compared by the stems of its words, auxiliaries, articles and adverbs off, so that
"lives in", "has been living in" and "live in" are one relation. What the catalogue does not know
becomes a relation of its own, named after its lemma, many at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from kgmem import assets
from kgmem.language.families import Family, akin, families, places
from kgmem.language.names import normalise
from kgmem.language.rows import Relation
from kgmem.language.verbs import bare, key, lemma, word_list

_SAME = re.compile(r"^(?:new|current|present|latest|own) (?=.* be$)")

ALIAS = "also_known_as"
"""The relation whose objects are names of the subject."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A family of relations made by a noun in the predicate ("favorite color is")."""

    match: re.Pattern[str]
    relation: str
    label: str
    cardinality: Literal["one", "many"]
    objects: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Conflict:
    """Two relations whose facts exclude each other ("is vegan", "eats fish")."""

    relation: str
    words: frozenset[str]
    other: str
    other_words: frozenset[str]


@dataclass(frozen=True)
class Catalogue:
    """The shipped relations and a namespace's own. Immutable; lookups are cheap.

    Attributes:
        rows: by id, the user's rows first.
    """

    rows: Mapping[str, Relation]
    _patterns: tuple[_Pattern, ...] = ()
    _aliases: Mapping[str, tuple[Relation, ...]] = field(default_factory=dict)
    _conflicts: tuple[_Conflict, ...] = ()
    _sure: Mapping[str, frozenset[str]] = field(default_factory=dict)
    _families: tuple[Family, ...] = ()

    def relation_of(
        self,
        predicate: str,
        object_type: str = "thing",
        object_text: str = "",
        subject: str = "",
        *,
        named: bool = False,
    ) -> str:
        """The relation that a surface predicate means.

        Args:
            predicate: as said ("has been living in"), or a relation's id.
            object_type: the object's entity type, or the kind of a literal, or "" without object.
            object_text: the object's name or text, for rows that need certain words.
            subject: the subject's name, for rows that need certain ones.
            named: the object is a proper name, whose type may have been guessed wrongly.

        Returns:
            An id of the catalogue, or a snake_case id made of the predicate's lemma.
        """
        if predicate in self.rows and "_" in predicate:
            return predicate  # a single word is an alias: a narrower row may stand first
        meaning = key(predicate)
        if meaning not in self._aliases:  # "new boss is" says of whom what "boss is" says
            meaning = key(_SAME.sub("", bare(predicate)))
        for row in self._aliases.get(meaning, ()):
            if meaning in self._sure.get(row.id, ()) or _fits(
                row, object_type, object_text, subject
            ):
                return row.id
        if named:
            for row in self._aliases.get(meaning, ()):
                if row.names and _fits(row, object_type, object_text, subject, typed=False):
                    return row.id
        verb = lemma(predicate)
        for pattern in self._patterns:
            found = pattern.match.match(bare(predicate))
            if found and (not pattern.objects or object_type in pattern.objects):
                return _snake(pattern.relation.format(**found.groupdict()))
        return "is" if verb in ("", "be") else _snake(verb) or "is"

    def attribute(self, predicate: str, object_type: str = "thing") -> str:
        """The relation of a structured field ("plan", "phone number", "lives_in")."""
        if predicate in self.rows:
            return predicate
        noun = predicate.replace("_", " ")
        rows = self._aliases.get(key(f"{noun} be"), ())
        return rows[0].id if rows else self.relation_of(noun, object_type)

    def cardinality(self, relation: str) -> Literal["one", "many"]:
        """How many values the relation holds at a time; unknown relations hold many."""
        if relation in self.rows:
            return self.rows[relation].cardinality
        pattern = self._family(relation)
        return pattern.cardinality if pattern else "many"

    def is_family(self, relation: str) -> bool:
        """Whether a relation is one of a pattern's ("has_rent", "record_battery")."""
        return self._family(relation) is not None

    def knows(self, relation: str) -> bool:
        """Whether a relation is in the catalogue, or of one of its families."""
        return relation in self.rows or self._family(relation) is not None

    def inverse(self, relation: str) -> str:
        """The relation read from the object's side; empty when there is none."""
        row = self.rows.get(relation)
        return row.inverse if row else ""

    def label(self, relation: str) -> str:
        """How the relation reads in a sentence: "lives in"."""
        row = self.rows.get(relation)
        if row and row.label:
            return row.label
        pattern = self._family(relation)
        if pattern:
            stem = pattern.relation.partition("{")[0]
            return pattern.label.format(noun=relation[len(stem) :].replace("_", " "))
        return relation.replace("_", " ")

    def rivals(self, relation: str) -> tuple[str, ...]:
        """Other relations whose facts may exclude one of this relation."""
        pairs = [(c.relation, c.other) for c in self._conflicts]
        found = [b if a == relation else a for a, b in pairs if relation in (a, b)]
        return tuple(dict.fromkeys(found))

    def covered(self, relation: str) -> tuple[str, ...]:
        """Relations that the denial of this one denies, too: who owns no car has none."""
        row = self.rows.get(relation)
        return row.covers if row else ()

    def akin(self, relation: str) -> tuple[str, ...]:
        """The other relations in which the same holding may be told ("works at", "works as")."""
        return akin(self._families, relation)

    def places(self, relation: str) -> frozenset[str]:
        """The qualifiers that may name what is held: where one works, beside as what."""
        return places(self._families, relation)

    def says(self, relation: str, other: str, *, positive: bool) -> bool:
        """Whether a claim or denial of a relation speaks of facts of the other one."""
        return relation == other or (not positive and other in self.covered(relation))

    def exclude(self, relation: str, words: str, other: str, other_words: str) -> bool:
        """Whether two positive facts about one subject exclude each other, by their objects."""
        here, there = frozenset(normalise(words).split()), frozenset(normalise(other_words).split())
        for c in self._conflicts:
            if (c.relation, c.other) == (relation, other) and c.words & here:
                return bool(c.other_words & there)
            if (c.relation, c.other) == (other, relation) and c.words & there:
                return bool(c.other_words & here)
        return False

    def _family(self, relation: str) -> _Pattern | None:
        for pattern in self._patterns:
            stem = pattern.relation.partition("{")[0]
            if relation.startswith(stem) and len(relation) > len(stem):
                return pattern
        return None


def _fits(
    row: Relation, object_type: str, object_text: str, subject: str, *, typed: bool = True
) -> bool:
    if typed and row.objects and object_type not in row.objects:
        return False
    if row.subjects and normalise(subject) not in row.subjects:
        return False
    if row.values and plain(object_text) not in row.values:
        return False
    padded = f" {normalise(object_text)} "
    if row.heads and not padded.partition(" of ")[0].rstrip().endswith(
        tuple(f" {phrase}" for phrase in row.heads)
    ):
        return False
    return not row.words or any(f" {phrase} " in padded for phrase in row.words)


def plain(text: str) -> str:
    """A value without its adverbs: "single" of "single now"."""
    return " ".join(w for w in normalise(text).split() if w not in word_list("adverbs"))


def _snake(text: str) -> str:
    return re.sub(r"[^\w]+", "_", normalise(text)).strip("_")


def catalogue(rows: Iterable[Relation | Mapping[str, Any]] = ()) -> Catalogue:
    """The shipped catalogue, extended (and overridden, id by id) by `rows`.

    Raises:
        InputError: a row is not a relation.
    """
    own = [_relation(row) for row in rows]
    return _assemble(tuple(own)) if own else _shipped()


def _relation(row: Relation | Mapping[str, Any]) -> Relation:
    if isinstance(row, Relation):
        return row
    return Relation(**row)


@lru_cache(maxsize=1)
def _shipped() -> Catalogue:
    return _assemble(())


@lru_cache(maxsize=64)
def _assemble(own: tuple[Relation, ...]) -> Catalogue:
    raw = assets.toml("data", "relations.toml")
    rows = {row.id: row for row in own}
    for identifier, body in raw["relation"].items():
        rows.setdefault(identifier, Relation(id=identifier, **body))
    aliases: dict[str, list[Relation]] = {}
    for row in rows.values():
        phrase = row.id.replace("_", " ")
        # "has plan" reads as a perfect of "plan", which means another thing
        perfect = phrase.startswith("has ") and not key(phrase).startswith("have ")
        for alias in (*row.sure, *row.aliases, *(() if perfect else (phrase,))):
            bucket = aliases.setdefault(key(alias), [])
            if row not in bucket:
                bucket.append(row)
    patterns = tuple(
        _Pattern(
            match=re.compile(body["match"]),
            relation=body["relation"],
            label=body["label"],
            cardinality=body["cardinality"],
            objects=frozenset(body.get("objects", ())),
        )
        for body in raw["pattern"]
    )
    conflicts = tuple(
        _Conflict(
            relation=body["relation"],
            words=frozenset(body["words"]),
            other=body["other"],
            other_words=frozenset(body["other_words"]),
        )
        for body in raw["conflict"]
    )
    sure = {row.id: frozenset(key(alias) for alias in row.sure) for row in rows.values()}
    found = {meaning: tuple(bucket) for meaning, bucket in aliases.items()}
    known = families(raw["family"])
    return Catalogue(rows, patterns, found, conflicts, sure, known)
