"""A snapshot of the surroundings of one question, for namespaces that are not loaded whole."""

from __future__ import annotations

from dataclasses import replace

from kgmem.protocols import Reader
from kgmem.searching import Extract
from kgmem.snapshot.corpus import Corpus
from kgmem.snapshot.loading import build
from kgmem.snapshot.snapshot import Snapshot


def partial(reader: Reader, extract: Extract) -> Snapshot:
    """Build it; its scores are as they would be over the whole memory.

    It answers for the question that it was gathered for and is never advanced.
    """
    snapshot = build(reader, extract.columns, extract.terms, extract.vectors)
    return replace(
        snapshot,
        fact_texts=_known(snapshot.fact_texts, extract, "fact"),
        episode_texts=_known(snapshot.episode_texts, extract, "episode"),
        beyond=extract.degrees,
    )


def _known(texts: Corpus, extract: Extract, kind: str) -> Corpus:
    return replace(texts, whole=extract.whole.get(kind))
