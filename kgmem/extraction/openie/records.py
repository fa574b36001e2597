"""Records of tools: what an object with keys and values tells of which thing, as facts.

A record is about the thing that its name or id gives ({"incident": "INC-2047", "status": "open"}),
else about the tool that returned it. Each other key is something that the thing has one of: a later
record with another value takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from kgmem.extraction.openie.jargon import words
from kgmem.language.catalogue import catalogue
from kgmem.types import Ref, Term, Triple, Value, ValueKind

Scalar: TypeAlias = "str | int | float | bool | None"
Json: TypeAlias = "Scalar | Sequence[Json] | Mapping[str, Json]"

CONFIDENCE = 0.9
"""What is written as key and value is read as it was written."""
DEEPEST = 3
MOST_ITEMS = 12
MOST_WORDS = 24
"""Words of a value; longer ones are text, not values, and stay in the episode."""
ONE = "record_"
"""Begins the relations of record keys: one value at a time (`kgmem/data/relations.toml`)."""

_NAMES = ("name", "title", "subject", "id", "key", "slug", "identifier", "uuid", "entity_id")
_NAME_ENDINGS = ("_id", "_name", "id", "_key")
_THINGS = words("keys", "things")
_PEOPLE = words("keys", "people")
_NO_NEWS = frozenset(["", "null", "none", "n/a", "-", "--", "nan"])
_NUMBERED = re.compile(r"#?\d+")
_CAPITAL = re.compile(
    r"(?:Dr\.? |Prof\.? )?[A-Z][\w'’.-]+(?: (?:[A-Z][\w'’.-]+|de|van|von|der|al))*"
)
_CODED = re.compile(r"(?=[^A-Za-z\s]*[A-Za-z])[^\s\d_./:@#-]*[\d_./:@#-]\S*")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?|\d\d:\d\d(?::\d\d)?")
_LEADS = frozenset(["from", "to", "by", "at", "in", "on", "for", "with", "via", "due", "between"])


@dataclass(frozen=True, slots=True)
class Field:
    """One value in a record.

    Attributes:
        key: as written, with those above it joined by a space ("items", "limits memory").
        value: the scalar.
        several: it is one of a list.
    """

    key: str
    value: Scalar
    several: bool = False


def told(
    record: Mapping[str, Json], fallback: Ref, span: tuple[int, int], extractor: str
) -> Iterator[Triple]:
    """The facts of one record.

    Args:
        record: its keys and values.
        fallback: what it is about where it names nothing.
        span: its place in the observation.
        extractor: name to put on the triples.
    """
    key, thing = named(record)
    subject = thing or fallback
    for field in _fields(record, key):
        yield fact(subject, field, span, extractor)
    for name, part in record.items():
        inner = [p for p in _items(part) if isinstance(p, Mapping)]
        for item in inner[:MOST_ITEMS]:
            _, other = named(item)
            if other is None:
                continue
            link = Field(_singular(name), other.name, True)
            yield replace(fact(subject, link, span, extractor), object=other)
            yield from told(item, other, span, extractor)


def named(record: Mapping[str, Json]) -> tuple[str, Ref | None]:
    """The key that names what a record is about, and the name; neither where none does."""
    usable = {k: v for k, v in record.items() if isinstance(v, (str, int)) and _short(v)}
    lowered = {_snake(k): k for k in usable}
    for name in _NAMES:
        if name in lowered and not isinstance(usable[lowered[name]], bool):
            return lowered[name], _thing(name, usable[lowered[name]])
    best = ""
    for key, original in lowered.items():  # the last of the leading ids: the task of a pipeline
        if not key.endswith(_NAME_ENDINGS) or key in _PEOPLE:
            break
        best = original
    if best:
        return best, _thing(_snake(best), usable[best])
    first = next(iter(record), "")
    value = usable.get(first)
    plain = isinstance(value, (str, int)) and not isinstance(value, bool)
    if plain and _snake(first) in _THINGS:
        return first, _thing(_snake(first), value)
    return "", None


def fact(subject: Ref, field: Field, span: tuple[int, int], extractor: str) -> Triple:
    """One key of a thing as a fact: "checkout's status is open"."""
    noun = words_of(field.key)
    term = _term(field)
    said = term.name if isinstance(term, Ref) else term.text
    lead = noun.split()[0] in _LEADS
    predicate = f"is {noun}" if lead else f"{noun} is"
    text = f"{subject.name} is {noun} {said}" if lead else f"{subject.name}'s {noun} is {said}"
    if field.several and not lead:
        predicate, text = f"{noun} includes", f"{subject.name}'s {noun} includes {said}"
    known = catalogue().cardinality(catalogue().relation_of(predicate)) == "one"
    relation = "" if known or lead or field.several else ONE + noun.replace(" ", "_")
    return Triple(
        subject=subject,
        predicate=predicate,
        object=term,
        span=span,
        text=f"{text[:1].upper()}{text[1:]}",
        relation=relation,
        kind="state",
        confidence=CONFIDENCE,
        extractor=extractor,
    )


def words_of(key: str) -> str:
    """A key as words: "currentTemperature", "current_temperature" as "current temperature"."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", key)
    return " ".join(re.sub(r"[_.\-/]+", " ", spaced).split()).lower()


def scalar(text: str) -> Scalar:
    """A written value without its quotes; None where it says nothing."""
    bare = text.strip().strip("\"'`").rstrip(",")
    return None if bare.lower() in _NO_NEWS else bare


def _fields(record: Mapping[str, Json], naming: str, above: str = "") -> Iterator[Field]:
    for key, value in record.items():
        if key == naming and not above:
            continue
        path = f"{above} {key}".strip()
        if isinstance(value, Mapping):
            if len(path.split()) < DEEPEST:
                yield from _fields(value, naming, path)
        elif isinstance(value, (str, int, float)):
            yield from [Field(path, value)] if _tells(value) else []
        else:
            given = [v for v in _items(value) if isinstance(v, (str, int, float)) and _tells(v)]
            yield from (Field(path, v, True) for v in given[:MOST_ITEMS])


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _tells(value: Scalar) -> bool:
    text = str(value).strip()
    return text.lower() not in _NO_NEWS and len(text.split()) <= MOST_WORDS and len(text) <= 300


def _short(value: str | int) -> bool:
    return not isinstance(value, str) or (0 < len(value.split()) <= 8 and len(value) <= 120)


def _snake(key: str) -> str:
    return words_of(key).replace(" ", "_")


def _thing(key: str, value: Scalar) -> Ref:
    text = str(value).strip()
    noun = re.sub(r"_?(?:id|key|name|number|no)$", "", key).replace("_", " ")
    if _NUMBERED.fullmatch(text) and noun:
        return Ref(f"{noun} {text}", "thing", True)
    person = key in _PEOPLE | {"player", "person", "contact", "employee", "patient"}
    return Ref(text, "person" if person and _CAPITAL.fullmatch(text) else "thing", True)


def _term(field: Field) -> Term:
    value = field.value
    if isinstance(value, bool):
        return Value("true" if value else "false")
    if isinstance(value, (int, float)):
        return Value(_number(value), "number")
    text = str(value).strip()
    key = _snake(field.key)
    last = key.rpartition("_")[2] if key not in _PEOPLE else key
    if last in _PEOPLE and re.search(r"[A-Za-z]", text) and len(text.split()) <= 5:
        person = bool(_CAPITAL.fullmatch(text)) and "team" not in text.lower()
        return Ref(text, "person" if person else "thing", True)
    kind: ValueKind = "date" if _DATE.fullmatch(text) else "text"
    if re.fullmatch(r"[+-]?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?", text):
        kind = "number"
    if kind == "text" and (_CODED.fullmatch(text) or _named_value(text)):
        return Ref(text, "thing", True)
    return Value(text, kind)


def _named_value(text: str) -> bool:
    words = text.split()
    return len(words) <= 4 and _CAPITAL.fullmatch(text) is not None and not text.isupper()


def _number(value: float) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _singular(key: str) -> str:
    return key[:-1] if key.endswith("s") and not key.endswith("ss") else key
