"""Records of tools: what an object with keys and values tells of which thing, as facts.

A record is about the thing that its name or id gives ({"incident": "INC-2047", "status": "open"}),
else about the tool that returned it. Each other key is something that the thing has one of: a later
record with another value takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgmem.extraction.openie.bearers import (
    CAPITAL,
    CODED,
    described,
    named,
    singular,
    snake,
    words_of,
)
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.jsons import Json, Scalar
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.language.catalogue import catalogue
from kgmem.types import Qualifier, Ref, Term, Triple, Value, ValueKind

CONFIDENCE = 0.9
"""What is written as key and value is read as it was written."""
DEEPEST = 3
NESTED = 6
"""Records in one another beyond which they are data."""
MOST_ITEMS = 12
MOST_WORDS = 24
"""Words of a value; longer ones are text, not values, and stay in the episode."""
ONE = "record_"
"""Begins the relations of record keys: one value at a time (`kgmem/data/relations.toml`)."""

_PEOPLE = words("keys", "people")
_NO_NEWS = frozenset(["", "null", "none", "n/a", "-", "--", "nan"])
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?|\d\d:\d\d(?::\d\d)?")
_DAYS = frozenset(["date", "day", "month", "week", "year", "time", "timestamp", "at"])
_LEADS = frozenset(["from", "to", "by", "at", "in", "on", "for", "with", "via", "due", "between"])
_OLD, _NEW = ("old", "previous", "prev", "former", "before"), ("new", "current", "after")
_FIELD = ("field", "attribute", "property", "setting", "column")
_WAS = ("from", "old", "old_value", "previous", "previous_value", "before", "was")
_IS = ("to", "new", "new_value", "current", "current_value", "after", "value", "now")
_AMOUNTS = ("amount", "value", "quantity")
_UNITS = ("currency", "unit", "units", "uom")
_NAME = re.compile(r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*|[A-Za-z]+[-.]?\d[\w.-]*")


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
    record: Mapping[str, Json],
    fallback: Ref,
    span: tuple[int, int],
    extractor: str,
    kind: str = "",
    deep: int = 0,
) -> Iterator[Triple]:
    """The facts of one record.

    Args:
        record: its keys and values.
        fallback: what it is about where it names nothing.
        span: its place in the observation.
        extractor: name to put on the triples.
        kind: the noun that it stands under ("build"); empty for none.
        deep: how many records it stands in.
    """
    key, thing = named(record, kind)
    day = "" if thing is not None or not deep else _day(record)
    if thing is None and kind and (found := described(record, kind)) is not None:
        key, thing = found
    subject = thing or fallback
    inner = {} if deep >= NESTED else dict(_records(record, key))
    plain = {k: v for k, v in record.items() if k not in inner and k != day}
    when = (Qualifier("on", Value(str(record[day]), "date")),) if day else ()
    for one, field in _fields(plain, key, subject):
        given = fact(one, field, span, extractor)
        yield replace(given, qualifiers=when) if when else given
    for name, items in inner.items():
        noun = singular(name)
        for item in items:
            _, other = named(item, noun)
            if other is None and noun and (known := described(item, noun)) is not None:
                other = known[1]
            if other is not None:
                link = Field(noun or words_of(name), other.name, isinstance(record[name], Sequence))
                yield replace(fact(subject, link, span, extractor), object=other)
            yield from told(item, other or subject, span, extractor, noun, deep + 1)


def _day(record: Mapping[str, Json]) -> str:
    """The key with the date of a value in a series: {"day": "2025-04-01", "price": 179}."""
    dated = (k for k, v in record.items() if snake(k) in _DAYS and _DATE.fullmatch(str(v)))
    return next(dated, "")


def _records(
    record: Mapping[str, Json], naming: str
) -> Iterator[tuple[str, list[Mapping[str, Json]]]]:
    """The records inside of one, by their key: items of lists, and what has a name of its own."""
    for name, part in record.items():
        if isinstance(part, Mapping):
            if name != naming and named(part, singular(name), surely=True)[1] is not None:
                yield name, [part]
        else:
            items = [p for p in _items(part)[:MOST_ITEMS] if isinstance(p, Mapping)]
            if items:
                yield name, items


def as_it_is(record: Mapping[str, Json]) -> list[tuple[str, str]]:
    """The keys in the order in which their values held, each with what it is of.

    "status" for both of {"new_status": "open", "old_status": "new"}, and the old one first.
    """
    field = next((v for k, v in record.items() if snake(k) in _FIELD and isinstance(v, str)), "")
    was = next((k for k in record if snake(k) in _WAS), "")
    now = next((k for k in record if snake(k) in _IS), "")
    if field and was and now:  # {"field": "status", "from": "open", "to": "closed"}
        rest = [k for k in record if k not in (was, now) and record[k] != field]
        return [(was, field), (now, field), *((k, k) for k in rest)]
    marked = [_of_time(k, _OLD) for k in record]
    both = {_of_time(k, _NEW) for k in record} & {*marked} - {""}
    old = [k for k, noun in zip(record, marked, strict=True) if noun in both]
    given = [*old, *(k for k in record if k not in old)] if both else [*record]
    return [(k, noun if (noun := _of_time(k, _OLD + _NEW)) in both else k) for k in given]


def _of_time(key: str, marks: tuple[str, ...]) -> str:
    """What "old_status" or "status_before" is of; empty where it is neither."""
    parts = snake(key).split("_")
    if len(parts) > 1 and parts[0] in marks:
        return " ".join(parts[1:])
    return " ".join(parts[:-1]) if len(parts) > 1 and parts[-1] in marks else ""


def changed(
    subject: Ref, key: str, values: tuple[Scalar, Scalar], span: tuple[int, int], extractor: str
) -> Iterator[Triple]:
    """What a key was and, ending that, what it is now: "timeout 30 -> 60"."""
    for value in values:
        if value is not None and _tells(value):
            yield fact(subject, Field(key, value), span, extractor)


def fact(subject: Ref, field: Field, span: tuple[int, int], extractor: str) -> Triple:
    """One key of a thing as a fact: "checkout's status is open"."""
    noun = full(field.key)
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


def full(key: str) -> str:
    """A key as words, those that are cut short in full: "old_dep" as "old departure"."""
    spoken = words_of(key) or key.strip().lower() or "value"
    short = _short()
    return " ".join(short.get(word, word) for word in spoken.split()).replace("_", " ")


@cache
def _short() -> Mapping[str, str]:
    return dict(pair.split("=") for pair in words("keys", "short"))


def scalar(text: str) -> Scalar:
    """A written value without its quotes; None where it says nothing."""
    bare = text.strip().rstrip(",")
    if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'`":
        bare = bare[1:-1]
    return None if bare.lower() in _NO_NEWS else bare


def _fields(
    record: Mapping[str, Json], naming: str, subject: Ref, above: str = ""
) -> Iterator[tuple[Ref, Field]]:
    for key, noun in as_it_is(record):
        value = record[key]
        if key == naming and not above:
            continue
        wide = isinstance(value, Mapping) and words_of(key) in words("keys", "containers")
        path = above if wide else f"{above} {noun}".strip()
        if isinstance(value, Mapping):
            if len(path.split()) < DEEPEST + path.count("_"):
                yield from _of_mapping(value, naming, subject, path)
        elif isinstance(value, (str, int, float)):
            yield from [(subject, Field(path, value))] if _tells(value) else []
        else:
            given = [v for v in _items(value) if isinstance(v, (str, int, float)) and _tells(v)]
            yield from _listed(given[:MOST_ITEMS], subject, path)


def _of_mapping(
    value: Mapping[str, Json], naming: str, subject: Ref, path: str
) -> Iterator[tuple[Ref, Field]]:
    """The values under a key: an amount with its unit, one for each of some things, or its own."""
    amount = next((v for k, v in value.items() if snake(k) in _AMOUNTS), None)
    unit = next((v for k, v in value.items() if snake(k) in _UNITS), None)
    if isinstance(amount, bool):
        amount = None  # {"value": true, "unit": "..."} counts nothing
    if len(value) == 2 and isinstance(amount, (int, float)) and isinstance(unit, str):
        yield subject, Field(path, f"{_number(amount)} {unit}")
        return
    each = {k: v for k, v in value.items() if isinstance(v, (str, int, float))}
    noun = singular(path)
    if len(value) > 1 and len(each) == len(value) and noun != words_of(path) and _names(value):
        for key, one in list(each.items())[:MOST_ITEMS]:
            if _tells(one):  # {"seats": {"Nora": "22A"}}
                yield Ref(key, "thing", True), Field(noun, one)
        return
    yield from _fields(value, naming, subject, path)


def _names(value: Mapping[str, Json]) -> bool:
    """Whether all keys are names of things, and none says what its value is: "Status"."""
    keys = words("keys", "things") | words("keys", "people") | words("keys", "measured")
    known = keys | lexicon().measures | {"name", "id", "type", "key", "value", "mode", "class"}
    return all(_NAME.fullmatch(key) and snake(key) not in known for key in value)


def _listed(given: Sequence[Scalar], subject: Ref, path: str) -> Iterator[tuple[Ref, Field]]:
    """The items of a list; those under "failed" are what failed."""
    state = words_of(path)
    for value in given:
        text = str(value)
        if state in lexicon().statuses and isinstance(value, str) and len(text.split()) <= 6:
            yield Ref(text, "thing", True), Field("status", state)
        else:
            yield subject, Field(path, value, True)


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _tells(value: Json) -> bool:
    text = str(value).strip()
    return text.lower() not in _NO_NEWS and len(text.split()) <= MOST_WORDS and len(text) <= 300


def _term(field: Field) -> Term:
    value = field.value
    if isinstance(value, bool):
        return Value("true" if value else "false")
    if isinstance(value, (int, float)):
        return Value(_number(value), "number")
    text = str(value).strip()
    key = snake(field.key)
    last = key.rpartition("_")[2] if key not in _PEOPLE else key
    if last in _PEOPLE and re.search(r"[A-Za-z]", text) and len(text.split()) <= 5:
        person = bool(CAPITAL.fullmatch(text)) and "team" not in text.lower()
        return Ref(text, "person" if person else "thing", True)
    kind: ValueKind = "date" if _DATE.fullmatch(text) else "text"
    if re.fullmatch(r"[+-]?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?", text):
        kind = "number"
    if kind == "text" and (CODED.fullmatch(text) or _named_value(text)):
        return Ref(text, "thing", True)
    return Value(text, kind)


def _named_value(text: str) -> bool:
    words = text.split()
    return len(words) <= 4 and CAPITAL.fullmatch(text) is not None and not text.isupper()


def _number(value: float) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)
