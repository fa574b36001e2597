"""Which version of a thing is in use now: "I upgraded node from 18 to 20"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

CERTAIN = 0.75
"""The form tells it: both versions are said."""
_VERSIONED = frozenset(["upgrade", "update", "downgrade", "bump", "migrate"])
_VERSION = re.compile(
    r"\b(?:from|off)\s+(?:v(?:ersion)?\s?)?(?P<old>\d(?:[\w.]*\w)?)\s+to\s+(?:v(?:ersion)?\s?)?(?P<new>\d(?:[\w.]*\w)?)",
    re.IGNORECASE,
)


def versions(draft: Draft, reading: Reading) -> Iterator[Draft]:
    """The draft, and which version a thing has now: "I upgraded node from 18 to 20"."""
    match = None if draft.verb < 0 else _VERSION.search(reading.unit.text)
    lemma = "" if draft.verb < 0 else reading.doc[draft.verb].lemma_.lower()
    found = draft.object
    if match is None or lemma not in _VERSIONED or found is None or not draft.positive:
        yield draft
        return
    told = tuple(q for q in draft.qualifiers if q[0] not in {"from", "to"})
    ways = (_value("from", match["old"]), _value("to", match["new"]))
    yield replace(draft, qualifiers=(*told, *ways))
    if not isinstance(found.term, Ref) or not found.tokens or draft.modality != "actual":
        return
    if not (found.term.named or reading.doc[max(found.tokens)].pos_ == "PROPN"):
        return
    loose = {f for f in draft.flags if f.startswith(("subject_", "object_", "qualifier"))}
    flags = (draft.flags - loose - {"no_object"}) | {"attribute", "subject_kind_own"}
    yield replace(
        draft,
        subject=Argument(found.term, f"{found.surface}'s", found.tokens, found.flags),
        predicate="version is",
        spoken="version is",
        object=_value("to", match["new"])[1],
        kind="state",
        qualifiers=(),
        flags=frozenset(flags | {f"subject_{f}" for f in found.flags} | {"object_named"}),
        certain=CERTAIN,
    )


def _value(role: str, text: str) -> tuple[str, Argument]:
    return role, Argument(Value(text, "number"), text, ())
