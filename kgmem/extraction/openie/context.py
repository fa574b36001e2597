"""What a unit owes to its surroundings: a quoted voice, a correction, a time being, a topic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgmem.extraction.openie import corrections
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading, Scene
from kgmem.types import Ref

_GONE_THROUGH = frozenset(
    ["visit", "see", "watch", "read", "attend", "try", "eat", "drink", "have", "hear", "play",
     "take", "make", "bake", "cook", "finish", "do", "go", "tour", "run", "join", "explore",
     "paint", "write"]
)  # fmt: skip
"""Deeds of which "it was great" judges the object: "saw a film", not "sold the car"."""


def topic(drafts: Sequence[Draft], reading: Reading) -> Argument | None:
    """What a following "it was great" would be about: the thing or event that was just told."""
    for draft in reversed(drafts):
        found = draft.object
        if found is None or not isinstance(found.term, Ref) or draft.predicate in {"has", "is a"}:
            continue
        vague = {"unresolved", "vague", "coref_it", "plural"} & found.flags
        if found.term.type in {"person", "animal", "group"} or vague or "opinion" in draft.flags:
            continue
        if (
            draft.modality == "actual"
            and draft.kind == "event"
            and draft.subject.term == reading.scene.speaker
            and draft.verb >= 0
            and "answer" not in draft.flags  # whose verb is the question's
            and reading.doc[draft.verb].lemma_.lower() in _GONE_THROUGH
        ):
            return found
    return None


def voiced(reading: Reading) -> Scene:
    """The scene of quoted words: "I" is who is quoted, "you" the one who quotes."""
    voice, scene = reading.unit.voice, reading.scene
    if not voice:
        return scene
    own = re.match(r"[Mm]y\s+(.+)", voice)
    name = (
        f"{scene.speaker.name}'s {own.group(1)}" if own else scene.forms.get(voice.lower(), voice)
    )
    return replace(scene, speaker=Ref(name, "person", own is None), addressee=scene.speaker)


def taken_back(draft: Draft, clause: Clause, reading: Reading) -> Draft:
    """As in ", not Rome" at the end of a statement corrects its main fact."""
    if not reading.unit.corrects or draft.object is None or clause.link not in {"ROOT", "conj"}:
        return draft
    return replace(draft, corrects=corrections.term_like(reading.unit.corrects, draft.object.term))


_FOR_NOW = re.compile(
    r"\b(?:for now|temporarily|for the (?:day|night|weekend|week|month|summer|winter|holidays"
    r"|time being)|for (?:a|two|three|a few|a couple of) (?:days?|weeks?|nights?)"
    r"|on (?:holiday|vacation|a (?:\w+ )?trip|leave))\b",
    re.IGNORECASE,
)


_PLACED = re.compile(
    r"(?:is|are|was|am|live|lives|living|lived|stay|stays|staying|stayed|work|works|working"
    r"|worked)\b.*",
    re.IGNORECASE,
)


def temporary(draft: Draft, reading: Reading) -> Draft:
    """What is said to hold for a short while only."""
    if (
        draft.temporary
        or not _FOR_NOW.search(reading.unit.text)
        or not _PLACED.search(draft.predicate)
    ):
        return draft
    return replace(draft, temporary=True)
