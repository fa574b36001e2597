"""Lines with a form: `key: value` and `key=value`, and the lines that are read at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, groupby

from kgmem.extraction.openie import outcomes, records
from kgmem.extraction.openie.bearers import named
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.jsons import Scalar, assignments
from kgmem.extraction.openie.parts import Found
from kgmem.types import Ref, Triple

MOST_LINES = 40
LONGEST = 500
"""Characters of a line beyond which it is data."""
_LINE = re.compile(r"[^\n]+")
_KEY = re.compile(
    r"(?:[-*]\s+)?[\"'`*]{0,2}(?P<key>[A-Za-z_#][\w .()/#\[\]-]{0,48}?)[\"'`*]{0,2}"
    r"\s*(?::(?=\s)|\s=\s|=(?=\S))\s*(?P<value>\S.*)"
)
_OBJECT_KEY = re.compile(r"\S*?\w\.[a-z]\S*|[^\sA-Za-z]*[A-Za-z][^\s-]*-[^\s\d]*\d\S*|(?:/|~/)\S+")
_ARROW = re.compile(r"(?P<old>\S.*?)\s+(?:->|→|=>|➜)\s+(?P<new>\S.*)")


def pairs(text: str, about: Ref, tool: bool, extractor: str) -> Iterator[Found]:
    """Blocks of `key: value` lines, and lines of `key=value` pairs."""
    for block in _blocks(text):
        given = [(m["key"].strip(), records.scalar(m["value"])) for _, m in block]
        start, end = block[0][0].start(), block[-1][0].end()
        kept = {k: v for k, v in given if v is not None}
        told = len(block) > 1 or not _is_sentence(block[0][1]["value"])
        if (tool and told) or (len(block) > 1 and named(kept)[1] is not None):
            triples = [t for one in _apart(block) for t in _of_pairs(one, about, extractor)]
            yield triples, (start, end)
    for line in chain.from_iterable(runs(text)) if tool else ():
        if _SECTION.fullmatch(line.group().strip()):
            yield [], line.span()
    for line in chain.from_iterable(runs(text)):
        found = assignments(line.group())
        whole = bool(found) and found[0][2][0] == 0 and found[-1][2][1] == len(line.group().strip())
        if len(found) > 1 or (tool and whole):
            record = {key: records.scalar(value) for key, value, _ in found}
            before = line.group()[: found[0][2][0]]
            start = line.start() + (0 if _STAMPED.fullmatch(before) else found[0][2][0])
            span = (start, line.start() + found[-1][2][1])
            whose = _BEFORE.fullmatch(before.lstrip()) if tool else None
            if whose is not None:  # "web1 : ok=5 failed=0"
                about_it, span = Ref(whose["name"], "thing", True), (line.start(), span[1])
                facts = (records.fact(about_it, records.Field(k, v), span, extractor)
                         for k, v in record.items() if v is not None)  # fmt: skip
                yield list(facts), span
            elif tool or named(record)[1] is not None:
                yield list(records.told(record, about, span, extractor)), span


_SECTION = re.compile(r"[\w.-]{1,40}:|\[[\w. -]{1,40}\]")
"""A line that only names a part of a record: "metadata:", "[server]"."""
_BEFORE = re.compile(r"(?P<name>[\w./-]+(?: #?\d+)?)\s*:\s*")
_STAMPED = re.compile(r"[\[\]\d:.,TZ +-]*(?:[A-Z]{4,8}[\]:]?\s*)?")
"""What may stand before the pairs of a log line: its time and level."""


def _blocks(text: str) -> Iterator[list[tuple[re.Match[str], re.Match[str]]]]:
    for run in runs(text):
        kept = [m for m in run if not _SECTION.fullmatch(m.group().strip())]
        lines = [(m, _pair(m.group().strip())) for m in kept]
        for formed, group in groupby(lines, key=lambda item: item[1] is not None):
            block = [(line, pair) for line, pair in group if pair is not None]
            if formed and len(block) <= MOST_LINES:
                yield block


def _apart(
    block: list[tuple[re.Match[str], re.Match[str]]],
) -> Iterator[list[tuple[re.Match[str], re.Match[str]]]]:
    """The records of a block: each begins with the key that the block begins with."""
    first = block[0][1]["key"].strip()
    part: list[tuple[re.Match[str], re.Match[str]]] = []
    for line, pair in block:
        if part and pair["key"].strip() == first:
            yield part
            part = []
        part.append((line, pair))
    yield part


def runs(text: str) -> Iterator[list[re.Match[str]]]:
    """The lines that are read, in groups between which a line is too long to be."""
    run: list[re.Match[str]] = []
    for line in _LINE.finditer(text):
        if line.end() - line.start() <= LONGEST:
            run.append(line)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_sentence(value: str) -> bool:
    count = len(value.split())
    return count > 5 or (count > 2 and re.search(r"\w[.!?]$", value) is not None)


def _pair(line: str) -> re.Match[str] | None:
    match = _KEY.fullmatch(line)
    if match is None or len(match["key"].split()) > 4 or len(match["value"].split()) > 16:
        return None
    first = match["key"].split()[0].lower()
    sentence = re.search(r"[a-z]{2}[.!?]\s+[A-Z]", match["value"])
    unfit = first in _SAYING or outcomes.EXIT.fullmatch(line) or outcomes.ERROR.fullmatch(line)
    return None if sentence or unfit or len(assignments(line)) > 1 else match


_SAYING = words("keys", "saying")


def _of_pairs(
    block: list[tuple[re.Match[str], re.Match[str]]], about: Ref, extractor: str
) -> Iterator[Triple]:
    """Each pair told of what the block names; a key that is a thing itself has a state."""
    spans = {m["key"].strip(): line.span() for line, m in block}
    given = ((m["key"].strip(), records.scalar(m["value"])) for _, m in block)
    record: dict[str, Scalar] = {k: v for k, v in given if v is not None}
    objects = {k: v for k, v in record.items() if _OBJECT_KEY.fullmatch(k)}
    for key, value in objects.items():
        yield from _told(Ref(key, "thing", True), "state", value, spans[key], extractor)
    rest = {k: v for k, v in record.items() if k not in objects}
    naming, thing = named(rest)
    for key, noun in records.as_it_is(rest):
        if key != naming:
            yield from _told(thing or about, noun, rest[key], spans[key], extractor)


def _told(
    subject: Ref, key: str, value: Scalar, span: tuple[int, int], extractor: str
) -> Iterator[Triple]:
    """The value of a key, or what it was and what it is: "status: open -> closed"."""
    arrow = _ARROW.fullmatch(str(value))
    if arrow is None:
        yield records.fact(subject, records.Field(key, value), span, extractor)
        return
    values = records.scalar(arrow["old"]), records.scalar(arrow["new"])
    yield from records.changed(subject, key, values, span, extractor)
