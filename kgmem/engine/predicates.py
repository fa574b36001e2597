"""What the words of a predicate mean among the facts of a memory."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kgmem.engine.arguments import words
from kgmem.engine.context import own_relations
from kgmem.engine.state import Engine
from kgmem.errors import InputError
from kgmem.language.catalogue import Catalogue
from kgmem.language.names import normalise
from kgmem.language.relations import catalogue
from kgmem.language.tokens import terms
from kgmem.protocols import Reader

if TYPE_CHECKING:
    from kgmem.snapshot import Snapshot

Rows32 = npt.NDArray[np.int32]

_MANY = 4096  # facts of which only those are read whose texts have the predicate's words
_CLOSE = 0.6  # likeness (difflib's ratio) from which a relation is shown as close


@dataclass(frozen=True, slots=True)
class Meant:
    """What a predicate stands for.

    Attributes:
        relations: codes of the relations that facts must have one of; None for any.
        words: what a fact's own predicate must be, normalised; empty for anything.
    """

    relations: tuple[int, ...] | None = None
    words: str = ""


def meant(reader: Reader, snapshot: Snapshot, predicate: str | None) -> Meant:
    """What a predicate means: a relation by id, by other words for it or by its label.

    Where no fact has such a relation it is looked for among the facts' own predicates.
    """
    if predicate is None:
        return Meant()
    predicate = words(predicate, "predicate")
    direct = snapshot.strings.find(predicate)
    if direct >= 0 and " " not in predicate:
        return Meant((direct,))
    book = catalogue(own_relations(reader))
    code = snapshot.strings.find(book.relation_of(predicate, "thing"))
    if code >= 0:
        return Meant((code,))
    said = normalise(predicate)
    labelled = [
        code
        for code, relation in _in_use(snapshot)
        if said in (normalise(book.label(relation)), relation.replace("_", " "))
    ]
    return Meant(tuple(labelled)) if labelled else Meant(words=said)


def narrowed(snapshot: Snapshot, rows: Rows32, said: Meant) -> Rows32:
    """Of many fact rows those whose texts have the words of a predicate; of few all."""
    if not said.words or len(rows) <= _MANY:
        return rows
    for word in np.unique(terms(said.words)).tolist():
        rows = np.intersect1d(rows, snapshot.fact_texts.postings.rows(word))
    return rows


def predicates(engine: Engine, like: str | None, limit: int | None) -> list[str]:
    """Ids of the relations in use, those of most facts first, or the closest to some words.

    Raises:
        InputError: the limit is not positive.
    """
    if limit is not None and limit < 1:
        raise InputError(f"limit must be at least 1 or None, not {limit}")
    counts: dict[str, int] = {}
    for namespace in engine.spans:
        with engine.view(namespace) as (reader, snapshot):
            book = catalogue(own_relations(reader))
            used = np.bincount(snapshot.facts["relation"][_shown(snapshot)])
            for code, relation in _in_use(snapshot):
                if code < len(used) and used[code]:
                    counts[relation] = counts.get(relation, 0) + int(used[code])
    usual = sorted(counts, key=lambda r: (-counts[r], r))
    return (usual if like is None else _closest(book, usual, words(like, "like")))[:limit]


def _closest(book: Catalogue, relations: list[str], like: str) -> list[str]:
    """The relations whose labels have the words, then those spelled alike."""
    said = normalise(like.replace("_", " "))
    by_label: dict[str, list[str]] = {}
    for relation in relations:
        for label in (book.label(relation), relation.replace("_", " ")):
            by_label.setdefault(normalise(label), []).append(relation)
    having = [label for label in by_label if said in label]
    alike = get_close_matches(said, by_label, n=20, cutoff=_CLOSE)
    return list(dict.fromkeys(r for label in (*having, *alike) for r in by_label[label]))


def _shown(snapshot: Snapshot) -> npt.NDArray[np.bool_]:
    """The rows of live asserted facts."""
    facts = snapshot.facts
    shown: npt.NDArray[np.bool_] = facts.alive & (facts["tier"] == 1) & (facts["status"] == 0)
    return shown


def _in_use(snapshot: Snapshot) -> list[tuple[int, str]]:
    """Code and id of each relation that a fact has."""
    codes = np.flatnonzero(np.bincount(snapshot.facts["relation"][snapshot.facts.alive]))
    return [(code, snapshot.strings[code]) for code in codes.tolist()]
