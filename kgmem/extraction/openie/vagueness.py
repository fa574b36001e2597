"""Wordings that only those who were there understand: "that tradition", "the wall", "a thing"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading

_POINTING = frozenset(["this", "that", "these", "those"])
_THERE = _POINTING | {"it", "there", "here"}
BARE_END = re.compile(r"\b(?:the|this|that|these|those) [\w-]+$", re.IGNORECASE)
"""As in "keep the collar": of what?"""
_LEADING = frozenset(["with", "to", "of", "in", "for", "about", "from", "on", "at", "that", "who"])
_HOLLOW = frozenset(
    ["news", "thing", "things", "something", "stuff", "way", "reason", "time", "bit", "lot", "one",
     "story", "idea"]
)  # fmt: skip


def familiar(found: Argument) -> bool:
    """Whether "the" points at one that everybody is supposed to know: "the wall", "the bank"."""
    pointed = "definite" in found.flags and not {"definite_bare", "definite_known"} & found.flags
    return pointed and len(found.surface.split()) == 2


def headed_vaguely(words: list[str]) -> bool:
    """As in "news with four legs", "a sad thing to say"."""
    ends = [i for i, word in enumerate(words) if word in _LEADING]
    head = words[: ends[0]] if ends else []
    return bool(head) and head[-1] in _HOLLOW


def pointing(draft: Draft, reading: Reading) -> Iterator[str]:
    """What only those who were there understand: "that tradition", "glad to hear that"."""
    last = draft.qualifiers[-1][1] if draft.qualifiers else draft.object
    if last is not None and _THERE.intersection(last.surface.lower().split()[-1:]):
        yield "points_end"
    for token in (reading.doc[i] for i in draft.tokens if i not in reading.timed):
        if token.tag_ == "DT" and token.lower_ in _POINTING and token.dep_ == "det":
            plain = not any(c.dep_ in {"prep", "relcl", "amod"} for c in token.head.children)
            yield "points_plain" if plain else "points"
