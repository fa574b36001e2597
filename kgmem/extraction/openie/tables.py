"""Tables: cells between bars, commas or tabs, columns, and lists whose items have cells.

A row is about what its first cell names, or about the first column that has an id; what a row tells
at a time of its own is told of the table's thing.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import groupby

from kgmem.extraction.openie import records
from kgmem.extraction.openie.bearers import snake, words_of
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.parts import Found, Line, moment
from kgmem.types import Ref, Triple

MOST_ROWS = 40
_HEADER = re.compile(r"\|?(?:[^|\n]+\|)+[^|\n]*\|?")
_RULE = re.compile(r"\|?\s*:?-{2,}:?\s*(?:[|+]\s*:?-{2,}:?\s*)*[|+]?")
_CAPS = re.compile(
    r"[A-Z][A-Z0-9_()%-]*(?: [A-Z][A-Z0-9_()%-]*)*"
    r"(?:\s{2,}[A-Z][A-Z0-9_()%-]*(?: [A-Z0-9_()%-]+)*)+"
)
_SPLIT = re.compile(r"[|,\t]|\s{2}")
_TITLE = re.compile(r"[A-Za-z#%_][\w .()/#%€$°-]{0,30}")
_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?\S*)?|\d\d:\d\d(?::\d\d)?")
_NUMBER = re.compile(r"[-+]?\d[\d.,]*%?")
_CODE = re.compile(r"(?=\S*\d)[A-Za-z0-9][\w./#-]*")
_BULLET = re.compile(r"\s*(?:[-*•]|\d{1,3}[.)])\s+(?=\S)")
_PRICE = re.compile(
    r"(?:[€$£¥]|(?:EUR|USD|GBP|CHF|PLN|SEK|JPY)\s?)\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£¥]|EUR|USD|GBP|CHF)"
)
_SPOKEN = re.compile(r"(?P<key>[a-z]+(?: [a-z]+)?)[:=]?\s+(?P<value>[A-Z0-9]\S*(?: \S+){0,2})")
_COUNTED = re.compile(r"\d[\d.,]*\s?(?P<noun>[a-z]{3,})(?:\s\(.*\))?")
_CLOCKS = re.compile(r"\d{1,2}:\d\d(?:\s?[-–]\s?\d{1,2}:\d\d)?")


@dataclass(frozen=True, slots=True)
class Table:
    """Whose table it is, when it was said, and who reads it."""

    about: Ref
    anchor: datetime
    extractor: str


def tables(
    lines: list[Line], about: Ref, anchor: datetime, tool: bool, extractor: str
) -> Iterator[Found]:
    """The tables among some lines that stand together.

    Args:
        lines: of the text.
        about: whose table it is where its rows are moments.
        anchor: when it was said, zone-aware.
        tool: a tool says it; people draw their tables with a line under the header.
        extractor: name to put on the triples.
    """
    at = 0
    while at + 1 < len(lines):
        shape = _shape(lines, at, tool)
        if shape is None:
            at += 1
            continue
        split, first = shape
        keys = split(lines[at].group())
        if split is not _cells and len(split(lines[first].group())) == len(keys) + 1:
            keys = ["", *keys]
        last = first
        while last < len(lines) and len(split(lines[last].group())) == len(keys):
            last += 1
        rows = lines[first : min(last, first + MOST_ROWS)]
        cells = [split(row.group()) for row in rows]
        if rows and len(keys) > 1:
            triples = _rows(keys, cells, rows, Table(about, anchor, extractor))
            yield list(triples), (lines[at].start(), lines[max(last, first) - 1].end())
        at = max(last, at + 1)


def _shape(lines: list[Line], at: int, tool: bool) -> tuple[Callable[[str], list[str]], int] | None:
    """How the lines from a header on are split, and where the rows begin; None for no table."""
    title, second = lines[at].group().strip(), lines[at + 1].group().strip()
    if _HEADER.fullmatch(title) and _RULE.fullmatch(second):
        return _cells, at + 2
    if not tool or not _SPLIT.search(title):
        return None
    if _CAPS.fullmatch(title):
        return _columns, at + 1
    for split in (_cells, _commas, _tabs, _columns):
        keys, row = split(title), split(second)
        open_ = split is _columns and len(keys) + 1 == len(row) and len(keys) > 2
        if not (len(keys) > 1 and (open_ or len(keys) == len(row)) and _titled(keys)):
            continue
        if split is _columns and len(keys) < 3:
            continue
        if split is _commas and not _heads(keys, lines[at + 1 :], ", " in title):
            continue
        return split, at + 1 + (_RULE.fullmatch(second) is not None)
    return None


def _titled(keys: Sequence[str]) -> bool:
    """Whether cells are the names of columns: "hour,import_kwh", never values or prose."""
    if len(set(keys)) < len(keys) or not all(_TITLE.fullmatch(k) for k in keys):
        return False
    return all(len(k.split()) <= 3 and not re.search(r"[a-z]\.|\d{2}", k) for k in keys)


def _heads(keys: Sequence[str], below: Sequence[Line], spaced: bool) -> bool:
    """Whether a line with commas is a header, no line of prose or of the list that follows.

    One of its cells is a key of records, or stands above numbers, dates or codes only; a line with
    spaces after its commas needs two rows of these.
    """
    if any("_" in key.strip("_") or snake(key) in _headings() for key in keys):
        return True
    rows: list[list[str]] = []
    for line in below:
        row = _commas(line.group())
        if len(row) != len(keys):
            break
        rows.append(row)
    if len(rows) < 1 + spaced:
        return False
    columns = zip(keys, *rows, strict=True)
    return any(not _counts(key) and all(map(_counts, cells)) for key, *cells in columns)


@cache
def _headings() -> frozenset[str]:
    given = words("keys", "things") | words("keys", "people") | words("keys", "measured")
    return (given | {"id", "key", "name", "title", "type", "value"}) - words("keys", "spoken")


def _counts(cell: str) -> bool:
    return any(p.fullmatch(cell) for p in (_NUMBER, _TIME, _CODE, _PRICE))


def _cells(line: str) -> list[str]:
    return [c.strip(" *`") for c in line.strip().strip("|").split("|")]


def _columns(line: str) -> list[str]:
    return re.split(r"\s{2,}", line.strip())


def _tabs(line: str) -> list[str]:
    return [c.strip() for c in line.strip("\n").split("\t")]


def _commas(line: str) -> list[str]:
    if "," not in line:
        return []
    try:
        found = next(csv.reader([line.strip()], skipinitialspace=True), [])
    except csv.Error:
        return []
    return [c.strip() for c in found]


def _rows(
    keys: list[str], cells: list[list[str]], rows: Sequence[Line], table: Table
) -> Iterator[Triple]:
    bearer, timed = _bearer(keys, cells)
    for row, line in zip(cells, rows, strict=True):
        named = records.scalar(row[bearer]) if bearer >= 0 else None
        if bearer >= 0 and named is None:
            continue
        subject = table.about if named is None else _named(keys[bearer], str(named))
        when = moment(row[0], table.anchor) if timed else None
        for at, (key, cell) in enumerate(zip(keys, row, strict=True)):
            value = records.scalar(cell)
            if at == bearer or value is None or not key.strip("# ") or (at == 0 and when):
                continue
            told = records.fact(subject, records.Field(key, value), line.span(), table.extractor)
            yield replace(told, validity=when) if when is not None else told


def _bearer(keys: list[str], cells: list[list[str]]) -> tuple[int, bool]:
    """The column that says what a row is about, -1 where rows are moments of one thing.

    And whether the first column says when it was so.
    """
    columns = [[row[i] for row in cells] for i in range(len(keys))]
    timed = len(keys) > 2 and all(_TIME.fullmatch(c) for c in columns[0])
    single = [len(set(c)) == len(cells) and all(v.strip(" -") for v in c) for c in columns]
    for i, key in enumerate(keys):
        listed = {"name", "title"} if keys[0].strip() in {"", "#", "no", "nr", "No"} else set()
        bare = snake(key) == "id" and all(c.isdigit() for c in columns[i])
        named = next((j for j, k in enumerate(keys) if snake(k) in {"name", "title"}), i)
        if single[i] and snake(key) in {"id", "key", *listed}:
            return (named if bare and single[named] else i), timed
    if timed:
        coded = all(_CODE.fullmatch(c) for c in columns[1])
        return (1 if coded and single[1] else -1), True
    fit = (i for i, column in enumerate(columns[:3]) if single[i] and _says(column))
    places = columns[0] == [str(n) for n in range(1, len(cells) + 1)]
    numbered = places and not snake(keys[0]).endswith(("id", "number", "no"))
    return (0 if single[0] and not numbered else next(fit, 0)), False


def _says(column: Sequence[str]) -> bool:
    return not all(_NUMBER.fullmatch(c) or _TIME.fullmatch(c) for c in column)


def _named(key: str, value: str) -> Ref:
    """What a row is about: for a bare number with the title of its column, "hour 13"."""
    noun = words_of(key)
    known = noun in words("keys", "people")
    if _NUMBER.fullmatch(value) and noun and not known:
        noun = re.sub(r"(?: (?:id|no|number|nr)|^id|^no|^number|^nr|^#)$", "", noun).strip()
        return Ref(f"{noun} {value}".strip(), "thing", True)
    return Ref(value, "thing", True)


def lists(lines: list[Line], extractor: str) -> Iterator[Found]:
    """Items of a list with cells of their own: "- Velluto Duo | EUR 429.00 | height 36 cm"."""
    told = [(line, _BULLET.match(line.group())) for line in lines]
    for marked, group in groupby(told, key=lambda item: item[1] is not None):
        items = [(line, _parts(line.group()[m.end() :])) for line, m in group if m is not None]
        if not marked or len(items) < 2 or any(len(parts) < 3 for _, parts in items):
            continue
        for line, parts in items[:MOST_ROWS]:
            subject = Ref(parts[0], "thing", True)
            fields = [_field(part) for part in parts[1:]]
            yield [records.fact(subject, f, line.span(), extractor) for f in fields], line.span()


def _parts(item: str) -> list[str]:
    split = item.split(" | ") if " | " in item else re.split(r"\s{2,}|\t+", item)
    return [part.strip() for part in split if part.strip()]


def _field(cell: str) -> records.Field:
    """A cell without a title: by the unit, the word before its value, or as a note."""
    if _PRICE.fullmatch(cell):
        return records.Field("price", cell)
    if spoken := _SPOKEN.fullmatch(cell):
        return records.Field(spoken["key"], spoken["value"])
    if counted := _COUNTED.fullmatch(cell):
        return records.Field(counted["noun"], cell)
    if _CLOCKS.fullmatch(cell):
        return records.Field("time", cell)
    return records.Field("note", cell, True)
