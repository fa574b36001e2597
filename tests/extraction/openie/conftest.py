from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Ref, Triple, Value

NOON = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)
Read = Callable[..., list[Triple]]


@pytest.fixture(scope="session")
def extractor() -> SpacyExtractor:
    return SpacyExtractor()


@pytest.fixture
def read(extractor: SpacyExtractor) -> Read:
    """Triples of one observation of Nora's, said to Jon."""

    def reading(text: str, *before: Observation, **fields: object) -> list[Triple]:
        given = {"speaker": "Nora", "addressee": "Jon", **fields}
        observation = Observation(text, NOON, **given)  # type: ignore[arg-type]
        return extractor.extract([observation], ExtractionContext(recent=before))[0]

    return reading


def name(term: object) -> str:
    if isinstance(term, Ref):
        return term.name
    return term.text if isinstance(term, Value) else ""


def rows(triples: list[Triple], least: float = 0.0) -> set[tuple[str, str, str]]:
    """Subject, predicate and object of the triples of at least some confidence."""
    return {(t.subject.name, t.predicate, name(t.object)) for t in triples if t.confidence >= least}


def one(triples: list[Triple], predicate: str, value: str | None = None) -> Triple:
    """The only triple with a predicate (and object)."""
    found = [t for t in triples if t.predicate == predicate and value in {None, name(t.object)}]
    assert len(found) == 1, [(t.predicate, name(t.object)) for t in triples]
    return found[0]
