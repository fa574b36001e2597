"""What the words of a predicate mean among the facts of a memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kgmem.engine.arguments import words
from kgmem.engine.context import own_relations
from kgmem.engine.entities import LIVE
from kgmem.engine.state import Engine
from kgmem.errors import InputError
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
        relations: codes of the relations that facts must have one of; None for any, () for none.
        words: what a fact's own predicate must be, normalised; empty for anything.
    """

    relations: tuple[int, ...] | None = None
    words: str = ""


def meant(reader: Reader, snapshot: Snapshot, predicate: str | None) -> Meant:
    """What a predicate means: a relation by id, by other words for it or by its label.

    Where no fact has such a relation it is looked for among the facts' own predicates. Words that
    say nothing mean no relation.
    """
    if predicate is None:
        return Meant()
    predicate = words(predicate, "predicate")
    if not predicate.strip():
        return Meant(())
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
        for code, relation, _ in _in_use(snapshot)
        if said in (normalise(book.label(relation)), relation.replace("_", " "))
    ]
    return Meant(tuple(labelled)) if labelled or not said else Meant(words=said)


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
    like = None if like is None else words(like, "like")
    counts: Counter[str] = Counter()
    labels: dict[str, set[str]] = {}
    for namespace in engine.spans:
        with engine.view(namespace) as (reader, snapshot):
            book = catalogue(own_relations(reader))
            for _, relation, many in _in_use(snapshot, _shown(snapshot)):
                counts[relation] += many
                told = labels.setdefault(relation, {normalise(relation.replace("_", " "))})
                told.add(normalise(book.label(relation)))
    usual = sorted(counts, key=lambda r: (-counts[r], r))
    return (usual if like is None else _closest(usual, labels, like))[:limit]


def _closest(relations: list[str], labels: Mapping[str, set[str]], like: str) -> list[str]:
    """The relations whose labels have the words, then those spelled alike.

    Args:
        relations: the most used first.
        labels: normalised ones of each, of all namespaces.
        like: the words.
    """
    said = normalise(like.replace("_", " "))
    by_label: dict[str, list[str]] = {}
    for relation in relations:
        for label in sorted(labels[relation]):
            by_label.setdefault(label, []).append(relation)
    having = [label for label in by_label if said in label]
    alike = get_close_matches(said, by_label, n=20, cutoff=_CLOSE)
    return list(dict.fromkeys(r for label in (*having, *alike) for r in by_label[label]))


def _shown(snapshot: Snapshot) -> npt.NDArray[np.bool_]:
    """The rows of live asserted facts."""
    facts = snapshot.facts
    shown: npt.NDArray[np.bool_] = facts.alive & (facts["tier"] == 1) & (facts["status"] == LIVE)
    return shown


def _in_use(
    snapshot: Snapshot, rows: npt.NDArray[np.bool_] | None = None
) -> list[tuple[int, str, int]]:
    """Code and id of each relation, and how many facts (of some rows; of all) have it."""
    among = snapshot.facts.alive if rows is None else rows
    counts = np.bincount(snapshot.facts["relation"][among])
    codes = np.flatnonzero(counts).tolist()
    return [(code, snapshot.strings[code], int(counts[code])) for code in codes]
