"""What the readers of structured text share: lines, what they find, moments and events."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from kgmem.extraction.openie import records
from kgmem.language import times
from kgmem.types import Ref, Triple, Validity, Value

Found: TypeAlias = tuple[list[Triple], tuple[int, int]]
"""Triples, and the characters that they were read from."""
Line: TypeAlias = re.Match[str]


def moment(stamp: str, anchor: datetime | None) -> Validity | None:
    """When a stamp with a date says that something was; None for a clock time alone."""
    if "-" not in stamp or anchor is None:
        return None
    found = times.find(stamp, anchor)
    return found[0].validity if found and found[0].kind == "point" else None


def event(
    subject: Ref,
    verb: str,
    said: str | Ref,
    span: tuple[int, int],
    extractor: str,
    validity: Validity | None = None,
) -> Triple:
    """What something reported or did, as an event; words are cut where they are too many."""
    named = isinstance(said, Ref)
    words = said.name if isinstance(said, Ref) else said
    told = words if named else " ".join(words.split()[: records.MOST_WORDS]).rstrip(" .")
    happened = Triple(
        subject=subject,
        predicate=verb,
        object=said if isinstance(said, Ref) else Value(told, "clause"),
        span=span,
        text=f"{subject.name[:1].upper()}{subject.name[1:]} {verb} {told}",
        kind="event",
        confidence=records.CONFIDENCE,
        extractor=extractor,
    )
    return replace(happened, validity=validity) if validity is not None else happened
