"""Structured text: objects, `key: value` lines, tables, log lines and results of commands.

Tools speak in forms, not in sentences, and people paste them. What has such a form is read by it
and taken out of the text; the rest is parsed as ever. A long output gives no more than its first
`MOST` facts: all its forms are taken out of the text, and the episode keeps them searchable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import TypeAlias

from kgmem.extraction.openie import (
    bearers,
    compact,
    diffs,
    jsons,
    lines,
    outcomes,
    records,
    scene,
    tables,
    traces,
)
from kgmem.extraction.openie.jsons import Json
from kgmem.extraction.openie.parts import Found
from kgmem.language.catalogue import catalogue
from kgmem.types import Bound, Observation, Ref, Triple, Validity

MOST = 60
"""Most facts of one observation; those of later parts are left out."""
MOST_TRIES = 50
"""Brackets that are tried as the beginning of an object."""
MOST_CUT = 3
"""Of those, how many may be the beginning of one that the text breaks off in."""
_OPENING = re.compile(r"(?:(?<=^)|(?<=[\s:=`(]))(?=\{\s*[\"'}]|\[\s*[\[{\"'\d])", re.MULTILINE)
_LABEL = re.compile(r"^[ \t]*[\w -]{1,30}:[ \t]*$", re.MULTILINE)
LONGEST_LABEL = 40
"""Characters before an object that may only announce it: "Result: {...}"."""
_FORMED_BY_TOOLS = re.compile(
    r"[{\[|=:,\d\t]|\s{2,}|[✓✗✔✘✅❌]|exit|error|fail|pass", re.IGNORECASE
)
_FORMED = re.compile(r"[{\[|=:]|\s{2,}|exit|error|fail", re.IGNORECASE)

Way: TypeAlias = Callable[[list[re.Match[str]]], Iterator[Found]]


def read(observation: Observation, extractor: str) -> tuple[list[Triple], str]:
    """The facts of the structured parts, and the text without them, each as many line ends long.

    Args:
        observation: what is read.
        extractor: name to put on the triples.
    """
    text = observation.text
    tool = observation.role in {"tool", "system", "observation"}
    if not (_FORMED_BY_TOOLS if tool else _FORMED).search(text):
        return [], text
    about = scene.speaker_of(observation) if observation.speaker else Ref("tool", "thing", True)
    if tool:
        about = Ref(about.name, "thing", True)
    found: list[Triple] = []
    text = _taken(text, found, _objects(text, about, tool, extractor))
    for way in ways(about, observation.time, tool, extractor):
        text = _taken(text, found, (part for run in lines.runs(text) for part in way(run)))
    text = _taken(text, found, lines.pairs(text, about, tool, extractor))
    if tool:
        left = (p for run in lines.runs(text) for p in compact.reported(run, about, extractor))
        text = _taken(text, found, left)
    found = _in_turn(found[:MOST], observation.time)
    found.sort(key=lambda triple: triple.span)
    return found, text


def _in_turn(found: list[Triple], time: datetime) -> list[Triple]:
    """The facts with an end for every value that a later one of the same text took the place of."""
    book, held, told = catalogue(), dict[tuple[str, str], Triple](), list[Triple]()
    for triple in reversed(found):
        relation = triple.relation or book.relation_of(triple.predicate)
        slot = (triple.subject.name, relation)
        later = held.get(slot)
        if triple.kind == "state" and book.cardinality(relation) == "one":
            held[slot] = triple
            if later is not None and later.object != triple.object:
                triple = replace(triple, validity=_until(triple, later, time))
        told.append(triple)
    return told[::-1]


def _until(triple: Triple, later: Triple, time: datetime) -> Validity:
    begun = later.validity.start if later.validity is not None else None
    over = begun or Bound(None, time)
    return replace(triple.validity or Validity(), end=over)


def ways(about: Ref, time: datetime, tool: bool, extractor: str) -> Iterator[Way]:
    """How lines that stand together are read, one way after the other."""
    if tool:
        yield partial(traces.traces, about=about, extractor=extractor)
        yield partial(diffs.diffs, about=about, extractor=extractor)
    yield partial(tables.tables, about=about, anchor=time, tool=tool, extractor=extractor)
    if tool:
        yield partial(tables.lists, extractor=extractor)
        yield partial(outcomes.outcomes, about=about, anchor=time, extractor=extractor)
        yield partial(compact.compact, about=about, extractor=extractor)


def _taken(text: str, found: list[Triple], parts: Iterable[Found]) -> str:
    """The text without some parts of it, each as many line ends long; their facts are added."""
    spans = []
    for triples, span in parts:
        found += triples
        spans.append(span)
    kept: list[str] = []
    at = 0
    for start, end in sorted(spans):
        kept += (text[at : max(at, start)], "\n" * (end - max(at, start)))
        at = max(at, end)
    return "".join((*kept, text[at:]))


def _objects(text: str, about: Ref, tool: bool, extractor: str) -> Iterator[Found]:
    """Objects and lists of objects, in JSON or as Python prints them."""
    at = tries = told = 0
    while tries < MOST_TRIES and (opening := _OPENING.search(text, at)):
        tries += 1
        start = opening.end()
        value, end = jsons.decoded(text, start, tool and tries <= MOST_CUT)
        at = max(end, start + 1)
        given = _records(value)
        if not given:
            continue
        if not tool and all(bearers.named(r, kind)[1] is None for kind, r in given):
            continue  # pasted by a person, and it does not say of what
        triples: list[Triple] = []
        cursor = start
        facts = (
            triple
            for kind, record in given[: records.MOST_ITEMS]
            for triple in records.told(record, about, (start, end), extractor, kind)
        )
        for triple in islice(facts, MOST - min(told, MOST)):
            cursor, span = _place(text, triple, cursor, (start, end))
            triples.append(replace(triple, span=span))
        told += len(triples)
        label = _LABEL.search(text, max(0, start - LONGEST_LABEL), start)
        yield triples, (label.start() if label else start, end)


def _records(value: Json, kind: str = "") -> list[tuple[str, Mapping[str, Json]]]:
    """The records of a value, each with the noun that it stands under: "build", "alert"."""
    if isinstance(value, Mapping):
        if len(value) == 1:  # {"results": [{...}, ...]}, {"build": {...}}
            key, inner = next(iter(value.items()))
            noun = bearers.singular(key)
            if isinstance(inner, (list, tuple)) and (found := _records(inner, noun)):
                return found
            if isinstance(inner, Mapping) and bearers.named(inner, noun)[1] is not None:
                return [(noun, inner)]
        wrapped = [(k, v) for k, v in value.items() if isinstance(v, Mapping)]
        lists = any(isinstance(v, (list, tuple)) for v in value.values())
        if len(wrapped) == 1 and not lists and bearers.named(value, kind)[1] is None:
            noun = bearers.singular(wrapped[0][0])
            if bearers.named(wrapped[0][1], noun)[1] is not None:
                return [(noun, wrapped[0][1])]  # {"ok": true, "data": {...}}
        return [(kind, value)] if value else []
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [(kind, v) for v in value if isinstance(v, Mapping) and v]
    return []


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
