"""Which version of a thing is in use now: "I upgraded node from 18 to 20"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.language.standins import is_tied, untied
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Doc

CERTAIN = 0.75
"""The form tells it: both versions are said."""
_VERSIONED = frozenset(["upgrade", "update", "downgrade", "bump", "migrate"])
_WAYS = frozenset(["back", "up", "down", "again", "away", "over"])
_VERSION = re.compile(
    r"\b(?:from|off)\s+(?:v(?:ersion)?\s?)?(?P<old>\d(?:[\w.]*\w)?)\s+to\s+(?:v(?:ersion)?\s?)?(?P<new>\d(?:[\w.]*\w)?)",
    re.IGNORECASE,
)


def mended(draft: Draft, reading: Reading) -> Draft:
    """The draft with the thing that the parser lost: "Upgraded auth from 2.3.1 to 2.4.0"."""
    lost = draft.object is None or draft.predicate.endswith(" from")
    match = _match(draft, reading) if lost else None
    verb = reading.doc[draft.verb] if match is not None else None
    if match is None or verb is None or not draft.predicate.startswith(verb.lower_):
        return draft
    behind = list(takewhile(lambda t: t.lower_ not in {"from", "off"}, reading.doc[verb.i + 1 :]))
    thing = [t for t in behind if t.pos_ != "DET"]
    if len(thing) != 1 or thing[0].pos_ == "PRON" or thing[0].lower_ in _WAYS:
        return draft
    word = thing[0]
    named = is_tied(word.text) or word.text[:1].isupper()
    surface = " ".join(t.text for t in behind)
    found = Argument(Ref(untied(word.text), "thing", named), surface, (word.i,))
    loose = {f for f in draft.flags if f.startswith(("object_", "qualifier"))} | {"no_object"}
    return replace(
        draft,
        predicate=verb.lower_,
        spoken=verb.lower_,
        object=found,
        qualifiers=_ways(draft, match),
        flags=draft.flags - loose,
        tokens=draft.tokens | {word.i},
        certain=CERTAIN,
    )


def versions(draft: Draft, reading: Reading) -> Iterator[Draft]:
    """The draft, and which version a thing has now: "I upgraded node from 18 to 20".

    What agents speak of, `shifts` has told already, with the version before: that passes through.
    """
    match = _match(draft, reading) if draft.kind == "event" else None
    found = draft.object
    if match is None or found is None or not draft.positive:
        yield draft
        return
    yield replace(draft, qualifiers=_ways(draft, match))
    if not isinstance(found.term, Ref) or not found.tokens or draft.modality != "actual":
        return
    if not (found.term.named or _called(reading.doc, found.tokens)):
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
        verb=-1,  # how the verb of the deed was read tells nothing of what is so after it
        qualifiers=(),
        flags=frozenset(flags | {f"subject_{f}" for f in found.flags} | {"object_named"}),
        certain=CERTAIN,
    )


def _match(draft: Draft, reading: Reading) -> re.Match[str] | None:
    """The version before and the one after, where the verb of a draft changes versions."""
    if draft.verb < 0 or reading.doc[draft.verb].lemma_.lower() not in _VERSIONED:
        return None
    return _VERSION.search(untied(reading.unit.text[reading.doc[draft.verb].idx :]))


def _called(doc: Doc, tokens: tuple[int, ...]) -> bool:
    """Whether a noun is used as a name, without an article: "upgraded node"."""
    first, last = doc[min(tokens)], doc[max(tokens)]
    bare = last.tag_ not in {"NNS", "PRP"} and first.i > 0 and doc[first.i - 1].pos_ == "VERB"
    return last.pos_ == "PROPN" or (first.i == last.i and bare)


def _ways(draft: Draft, match: re.Match[str]) -> tuple[tuple[str, Argument], ...]:
    told = tuple(q for q in draft.qualifiers if q[0] not in {"from", "to"})
    return (*told, _value("from", match["old"]), _value("to", match["new"]))


def _value(role: str, text: str) -> tuple[str, Argument]:
    return role, Argument(Value(text, "number"), text, ())
