"""Entities that a question means: by exact name or alias, by part of a name, by meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from kgmem.language.names import normalise
from kgmem.language.questions import Question
from kgmem.language.tokens import STOPWORDS, terms, words
from kgmem.snapshot import Snapshot
from kgmem.types import Floats

_LONGEST = 5  # words of a name looked up in the question
_READ = 60  # words of the question in which names are looked for
_PART = 0.7  # weight of an entity of whose name only a part was said
_MENTION = 0.6  # weight of a common noun in the question that is an entity
_MEANING = 0.3  # weight of an entity that is merely close in meaning
_CLOSE = 0.55  # least cosine for that, calibrated for all-MiniLM-L6-v2
_MOST = 12
_TECHNICAL = re.compile(r"[a-z][a-z0-9]*(?:[-_./:][a-z0-9]+|\d)[-_./:a-z0-9]*")


@dataclass(frozen=True, slots=True)
class Link:
    """An entity that the question means.

    Attributes:
        entity: number of the merge root.
        weight: 0..1.
        how: `name`, `part of a name`, `mentioned` or `similar`.
        name: as the question says it.
        subject: the question is about it, rather than only mentioning it.
    """

    entity: int
    weight: float
    how: str
    name: str
    subject: bool = False


def link(question: Question, snapshot: Snapshot, vector: Floats) -> list[Link]:
    """The entities of a question, surest first, each once.

    Args:
        question: analysed.
        snapshot: where names are looked up.
        vector: the question's dense query.
    """
    subjects = set(question.about or question.names)
    found: list[Link] = []
    for name in question.names:
        found += _named(snapshot, name, name in subjects)
    found += _mentioned(snapshot, question)
    found += _similar(snapshot, vector)
    best: dict[int, Link] = {}
    for candidate in found:
        known = best.get(candidate.entity)
        if known is None or candidate.weight > known.weight:
            best[candidate.entity] = candidate
    return sorted(best.values(), key=lambda x: (-x.weight, x.entity))[:_MOST]


def _named(snapshot: Snapshot, name: str, subject: bool) -> Iterable[Link]:
    exact = [int(e[1:]) for e in snapshot.entities_named(normalise(name))]
    if exact:
        return [Link(e, 1.0, "name", name, subject) for e in exact]
    # "Melanie" for Melanie Hale: every word said must stand in the entity's name.
    query = terms(name)
    if not len(query):
        return []
    index = snapshot.entity_texts.postings
    rows = index.latest(int(query[0]), 4 * _MOST, snapshot.entities.alive)
    named = snapshot.entities["named"]
    entities = {
        snapshot.names.root(int(snapshot.entities.numbers[row]))
        for row in rows.tolist()
        if named[row] and np.isin(query, snapshot.entity_texts.terms_of(row)).all()
    }
    return [Link(e, _PART, "part of a name", name, subject) for e in sorted(entities)[:_MOST]]


def phrases(text: str) -> Iterator[str]:
    """The word sequences of a question that may be names, longest first."""
    said = words(text)[:_READ]
    for size in range(min(_LONGEST, len(said)), 0, -1):
        for start in range(len(said) - size + 1):
            part = said[start : start + size]
            if part[0] not in STOPWORDS and part[-1] not in STOPWORDS:
                yield " ".join(part)


def _mentioned(snapshot: Snapshot, question: Question) -> Iterable[Link]:
    return [
        Link(int(entity[1:]), _MENTION, "mentioned", name)
        for name in phrases(question.text)
        for entity in snapshot.entities_named(normalise(name))
    ]


def _similar(snapshot: Snapshot, vector: Floats) -> Iterable[Link]:
    rows, cosines = snapshot.entity_texts.similar(vector, snapshot.entities.alive, _MOST // 2)
    for row, cosine in zip(rows.tolist(), cosines.tolist(), strict=True):
        if cosine >= _CLOSE:
            entity = snapshot.names.root(int(snapshot.entities.numbers[row]))
            yield Link(entity, _MEANING * cosine, "similar", snapshot.labels[row])


def is_technical(name: str) -> bool:
    """Whether a name is one of a service, host or file by its form: "billing-api", "falcon3".

    Such a thing says nothing itself, and much that is said of it makes no fact about it ("deploy
    billing-api: version 6.19 succeeded"), so that links do not replace its name in a query.
    """
    return _TECHNICAL.fullmatch(name) is not None


def without_names(text: str, names: Iterable[str]) -> str:
    """A text without some names and their possessive endings.

    Names pull a dense query towards every text that has them (`retrieval-study.md`: 4 to 7 points
    of recall); who is meant is a matter of links.
    """
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?:['’]s)?(?!\w)", " ", text, flags=re.IGNORECASE)
    return " ".join(text.split())
