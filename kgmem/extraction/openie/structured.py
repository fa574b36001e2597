"""Structured text: objects, `key: value` lines, tables, log lines and results of commands.

Tools speak in forms, not in sentences, and people paste them. What has such a form is read by it
and taken out of the text; the rest is parsed as ever. A long output gives no more than its first
`MOST` facts: all its forms are taken out of the text, and the episode keeps them searchable.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kgmem.extraction.openie import lines, records, scene
from kgmem.extraction.openie.records import Json
from kgmem.types import Observation, Ref, Triple

MOST = 60
"""Most facts of one observation; those of later parts are left out."""
LONGEST = 80_000
"""Characters of an object as Python prints it beyond which it is data."""
MOST_TRIES = 50
"""Brackets that are tried as the beginning of an object."""
_OPENING = re.compile(r"(?:(?<=^)|(?<=[\s:=`(]))(?=\{\s*[\"'}]|\[\s*[\[{\"'\d])", re.MULTILINE)
_LABEL = re.compile(r"^[ \t]*[\w -]{1,30}:[ \t]*$", re.MULTILINE)
LONGEST_LABEL = 40
"""Characters before an object that may only announce it: "Result: {...}"."""
_FORMED = re.compile(r"[{\[|=:]|\s{2,}|exit|error|fail", re.IGNORECASE)

Found = tuple[list[Triple], tuple[int, int]]


def read(observation: Observation, extractor: str) -> tuple[list[Triple], str]:
    """The facts of the structured parts, and the text without them, each as many line ends long.

    Args:
        observation: what is read.
        extractor: name to put on the triples.
    """
    text = observation.text
    if not _FORMED.search(text):
        return [], text
    tool = observation.role in {"tool", "system", "observation"}
    about = scene.speaker_of(observation) if observation.speaker else Ref("tool", "thing", True)
    if tool:
        about = Ref(about.name, "thing", True)
    found: list[Triple] = []
    for parts in (_objects, lines.tables, lines.pairs, lines.results):
        spans: list[tuple[int, int]] = []
        for triples, span in parts(text, about, tool, extractor):
            found += triples
            spans.append(span)
        text = _without(text, spans)
    found.sort(key=lambda triple: triple.span)
    return found[:MOST], text


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with line ends for what stands in some spans, as many as it has characters."""
    kept: list[str] = []
    at = 0
    for start, end in sorted(spans):
        kept += (text[at : max(at, start)], "\n" * (end - max(at, start)))
        at = max(at, end)
    return "".join((*kept, text[at:]))


def _objects(text: str, about: Ref, tool: bool, extractor: str) -> Iterator[Found]:
    """Objects and lists of objects, in JSON or as Python prints them."""
    at = tries = 0
    while tries < MOST_TRIES and (opening := _OPENING.search(text, at)):
        tries += 1
        start = opening.end()
        value, end = _decoded(text, start)
        at = max(end, start + 1)
        given = _records(value)
        if not given:
            continue
        if not tool and all(records.named(r)[1] is None for r in given):
            continue  # pasted by a person, and it does not say of what
        triples: list[Triple] = []
        cursor = start
        for record in given[: records.MOST_ITEMS]:
            for triple in records.told(record, about, (start, end), extractor):
                cursor, span = _place(text, triple, cursor, (start, end))
                triples.append(_at(triple, span))
        label = _LABEL.search(text, max(0, start - LONGEST_LABEL), start)
        yield triples, (label.start() if label else start, end)


def _records(value: Json) -> list[Mapping[str, Json]]:
    if isinstance(value, Mapping):
        inner = [v for v in value.values() if isinstance(v, (list, tuple))]
        if len(value) == 1 and len(inner) == 1:  # {"results": [{...}, ...]}
            return _records(inner[0]) or [value]
        wrapped = [v for v in value.values() if isinstance(v, Mapping)]
        if len(wrapped) == 1 and records.named(value)[1] is None and records.named(wrapped[0])[1]:
            return [wrapped[0]]  # {"ok": true, "data": {...}}
        return [value] if value else []
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [v for v in value if isinstance(v, Mapping) and v]
    return []


def _decoded(text: str, start: int) -> tuple[Json, int]:
    try:
        value, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return _printed(text, start)
    return value, end


def _printed(text: str, start: int) -> tuple[Json, int]:
    """An object as Python prints it, on its line or lines to the end of the text."""
    for end in (text.find("\n", start), text.rfind("}") + 1, text.rfind("]") + 1):
        if start < end <= start + LONGEST:
            try:
                return ast.literal_eval(text[start:end].strip()), end
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
    return None, start


def _place(
    text: str, triple: Triple, cursor: int, whole: tuple[int, int]
) -> tuple[int, tuple[int, int]]:
    """Where a value stands, from the place of the one before; the whole object if unclear."""
    value = triple.object
    words = value.name if isinstance(value, Ref) else value.text if value is not None else ""
    at = text.find(words, cursor, whole[1]) if words else -1
    if at < 0:
        at = text.find(words, whole[0], whole[1]) if words else -1
        return cursor, (at, at + len(words)) if at >= 0 else whole
    opening = max(text.rfind(c, whole[0], at) for c in "{[,")
    return at + len(words), (max(opening + 1, whole[0]), at + len(words))


def _at(triple: Triple, span: tuple[int, int]) -> Triple:
    return replace(triple, span=span)
