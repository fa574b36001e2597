"""Lines that pack several values: "sample S-12: pH 6.8, temp 21 C", "epoch 3 - loss: 0.42".

A line that no form fits, and that is no sentence either, is kept as what the tool reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgmem.extraction.openie import records
from kgmem.extraction.openie.bearers import snake
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.parts import Found, Line, event
from kgmem.language.tokens import STOPWORDS
from kgmem.types import Ref, Triple

MOST = 24
"""Lines that are read."""
_PARTS = re.compile(r"\s+[|·]\s+|[,;]\s+|\s+[-–]\s+")
_HEAD = re.compile(r"(?P<head>[\w./#-]+(?: [\w./#-]+){0,2})\s?:\s+(?=\S)")
_NAMED = re.compile(r"(?:[A-Za-z][\w-]* )?#?(?=\S*\d)[\w./#-]+|[a-z]+(?:-[a-z\d]+)+")
_KEYED = re.compile(r"(?P<key>[A-Za-z][\w -]{0,24}?)\s?[:=]\s?(?P<value>\S.*)")
_SPOKEN = re.compile(
    r"(?P<key>[A-Za-z][\w-]*(?: [a-z][\w-]*)?) "
    r"(?P<value>[<>~+-]?\d\S*(?: \S+)?|[A-Z]\S*(?: [A-Z]\S*)?)"
)
_WORDED = re.compile(r"(?P<key>[a-z]+) (?P<value>\S+(?: \S+)?)")
_AGENDA = re.compile(
    r"(?P<time>\d{1,2}:\d\d(?:\s?[-–]\s?\d{1,2}:\d\d)?)\s+(?P<what>[A-Z][^()]{2,60}?)"
    r"(?:\s+\((?P<note>[^()]*)\))?"
)


def compact(lines: list[Line], about: Ref, extractor: str) -> Iterator[Found]:
    """The packed lines among some lines that stand together."""
    for line in lines[:MOST]:
        found = list(_read(line.group().strip(" -*•"), about, line.span(), extractor))
        if found:
            yield found, line.span()


def reported(lines: list[Line], about: Ref, extractor: str) -> Iterator[Found]:
    """What is left of an output and is no sentence, as it was reported."""
    for line in lines[:MOST]:
        text = line.group().strip()
        if _is_data(text):
            yield [event(about, "reported", text, line.span(), extractor)], line.span()


def _is_data(text: str) -> bool:
    """Whether a line is no sentence: with a number, and without the words that join sentences."""
    found = text.split()
    if not 2 <= len(found) <= records.MOST_WORDS or not any(c.isdigit() for c in text):
        return False
    joining = sum(word.lower().strip(",.:;()") in STOPWORDS for word in found)
    return joining < 2 and not (text[-1] in ".!?" and re.search(r"\b[a-z]{3,}\b", text))


def _read(text: str, about: Ref, span: tuple[int, int], extractor: str) -> Iterator[Triple]:
    if agenda := _AGENDA.fullmatch(text):
        thing = Ref(agenda["what"].strip(), "thing", True)
        yield records.fact(thing, records.Field("time", agenda["time"]), span, extractor)
        if agenda["note"]:
            yield records.fact(thing, records.Field("note", agenda["note"], True), span, extractor)
        return
    head = _HEAD.match(text)
    ways = [("", text)]
    if head is not None:
        ways.insert(0 if _NAMED.fullmatch(head["head"]) else 1, (head["head"], text[head.end() :]))
    for name, rest in ways:
        parts = [part.strip() for part in _PARTS.split(rest) if part.strip()]
        if not name and parts and _NAMED.fullmatch(parts[0]):
            name, parts = parts[0], parts[1:]
        fields = _fields(parts)
        if fields is not None and len(fields) > 1:
            subject = Ref(_name(name), "thing", True) if _NAMED.fullmatch(name) else about
            yield from (records.fact(subject, field, span, extractor) for field in fields)
            return


def _name(name: str) -> str:
    first, _, rest = name.partition(" ")
    return f"{first.lower()} {rest.lstrip('#')}" if rest and first.istitle() else name


def _fields(parts: Sequence[str]) -> list[records.Field] | None:
    """The values of a line; None where it is no line of values."""
    found = [_field(part) for part in parts]
    keyed = sum(field is not None and not field.several for field in found)
    if keyed < 2 or keyed * 2 < len(parts):
        return None
    return [field for field in found if field is not None]


def _field(part: str) -> records.Field | None:
    if len(part.split()) > 6:
        return None
    if keyed := _KEYED.fullmatch(part):
        value = records.scalar(keyed["value"])
        return None if value is None else records.Field(keyed["key"], value)
    if spoken := _SPOKEN.fullmatch(part):
        return records.Field(spoken["key"], spoken["value"])
    worded = _WORDED.fullmatch(part)
    known = lexicon().measures | words("keys", "people")
    if worded is not None and snake(worded["key"]) in known:
        return records.Field(worded["key"], worded["value"])
    return records.Field("note", part, True)
