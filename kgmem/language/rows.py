"""A row of the relation catalogue: what a predicate means and what follows from it."""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from kgmem.errors import InputError
from kgmem.types import FactKind

_IDENTIFIER = re.compile(r"[^\W\d_]\w*")


class Implication(BaseModel):
    """What else is true when a fact of a relation is.

    Attributes:
        relation: the implied relation.
        positive: False when it ceases to be true ("sold X": no longer owns X).
        starts: it holds from the time of the event on.
        objects: only for objects of these types; empty for all.
        roles: the implied object fills one of these qualifiers; empty for the object itself.
        swap: the implied subject is the object ("took the apple": the apple is elsewhere).
        whatever: the implied fact names no object: it concerns every one.
        subjects: only for subjects of these types; empty for all.
        named: only for an object with a name of its own, said without "the".
        unlike: not where a word of the object's name is in this word list of the data.
        values: only where the object is one of these words.
        value: the implied object, whatever the object is.
        like: only where a word of the object's name is in this word list of the data.
        given: only where one of these qualifiers is given.
        without: not where one of these qualifiers is given.
        bearers: the implied subject fills one of these qualifiers ("gave X to Ana": Ana has it).
        about: only where a word of the object's name is in this word list of the data.
        definite: only where it is said which one: "the tent", "my tent", a name.
        known: "left" where the relation is the one in which the subject stands to what is left, if
            that is known ("switched from Acme": works there, banks there, uses it); "held" where it
            is the one in which the subject stood to the object before ("went back to Acme"), and
            nothing follows where there was none; "instead" as "left", but nothing follows where
            nothing is known of what is left ("dropped Acme for Bolt", "for Lent").
        lasting: not where the event is told with a time of day or of today: who left the office at
            six comes back.
        owner: the implied subject is the one whose the subject is, the implied object the thing
            ("Ana's bike was stolen": Ana no longer owns the bike).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    relation: str
    positive: bool = True
    starts: bool = False
    objects: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    swap: bool = False
    whatever: bool = False
    subjects: tuple[str, ...] = ()
    named: bool = False
    unlike: str = ""
    values: tuple[str, ...] = ()
    value: str = ""
    like: str = ""
    given: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    bearers: tuple[str, ...] = ()
    about: str = ""
    definite: bool = False
    known: Literal["", "left", "held", "instead"] = ""
    owner: bool = False
    lasting: bool = False


class Relation(BaseModel):
    """What a predicate means. Users add their own: `Relation(id="mentors", cardinality="one")`.

    Attributes:
        id: snake_case name.
        aliases: what people say, in any inflection.
        inverse: the relation read from the object's side; empty when there is none.
        cardinality: how many values it holds at a time; a new value of a `one` ends the old.
        kind: a lasting state, an event, or a habit.
        label: how it reads in a sentence; by default the id with spaces.
        objects: object types that the aliases need; empty for all.
        words: phrases of which the object needs one; empty for none.
        heads: phrases of which the object must end in one, "of ..." aside ("Lakeside School",
            "University of Oslo", not "College Station"); empty for none.
        subjects: names of which the subject needs one; empty for all.
        values: what the object must be, adverbs aside ("single"); empty for anything.
        sure: aliases that mean this whatever the object is ("cat be").
        range: entity type of every object; empty where it tells nothing.
        names: type of a proper name as object, whatever the name was taken for ("married Linnea":
            a person); empty where a name of another type makes another relation.
        identifies: "Nora's cat is Biscuit" makes "Nora's cat" a name of Biscuit.
        covers: relations that the denial of this one denies, too.
        implies: what else is true when this is.

    Raises:
        InputError: a field holds what it may not, or is none of these.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise InputError(f"not a relation: {_complaints(error)}") from error

    id: str
    aliases: tuple[str, ...] = ()
    inverse: str = ""
    cardinality: Literal["one", "many"] = "many"
    kind: FactKind = "state"
    label: str = ""
    objects: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    sure: tuple[str, ...] = ()
    range: str = ""
    names: str = ""
    identifies: bool = False
    covers: tuple[str, ...] = ()
    implies: tuple[Implication, ...] = ()

    @field_validator("id")
    @classmethod
    def _is_snake_case(cls, value: str) -> str:
        if _IDENTIFIER.fullmatch(value) is None or value != value.casefold():
            raise ValueError(
                "an id is snake_case: lower-case letters, digits and underscores, a letter first, "
                'such as "works_with"'
            )
        return value


def _complaints(error: ValidationError) -> str:
    """What is wrong with which field, in one line."""
    told = []
    for problem in error.errors(include_url=False):
        where = ".".join(str(part) for part in problem["loc"])
        given = "" if problem["type"] == "missing" else f" (not {problem['input']!r})"
        told.append(f"{where}: {problem['msg'].removeprefix('Value error, ')}{given}")
    return "; ".join(told)
