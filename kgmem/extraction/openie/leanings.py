"""What kinds of telling are truer than their parts: one's own mood, a plan that is under way.

Flags for the confidence, each of a combination that the single flags do not show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Reading
from kgmem.types import Value

_FEELING = frozenset(["is", "was", "feels", "felt", "is feeling", "was feeling", "has been"])
_UNCLEAR = re.compile(
    r"\b(?:sorry|more|less|than|as|too|enough|afterwards?|then|there|either|that|this|it)\b",
    re.IGNORECASE,
)
_MUST = re.compile(r"(?:has|have|needs?)(?: got)? to\b")
_GOING = re.compile(r"(?:is|are) (?:\w+ing|about to|off to)\b")
_LOGISTIC = frozenset(
    ["let", "keep", "send", "show", "tell", "check", "call", "text", "remind", "message", "ask",
     "email", "update", "swap", "share", "forward", "join", "see"]
)  # fmt: skip


def leanings(draft: Draft, reading: Reading, found: Set[str]) -> Iterator[str]:
    """The names of the combinations that a draft shows.

    Args:
        draft: the fact.
        reading: its unit.
        found: the features known so far.
    """
    if _own_mood(draft, reading, found):
        yield "mood_told"
    if draft.modality == "planned":
        yield from _plan(draft, reading)
    elif draft.modality == "actual" and draft.positive:
        yield from _lived(draft)


_SPELL = re.compile(
    r"(?:\S+ ){1,3}(?:day|week|weekend|month|year|night|evening|morning|afternoon|summer|winter"
    r"|spring|autumn|time|times|stay|start|holiday|vacation)$",
    re.IGNORECASE,
)
_HAD = re.compile(r"(?:has )?had|(?:has been|is|was) having")
_PERFECT = re.compile(r"has been \w+ing(?: \w+)?")
_MAKING = frozenset(["makes", "made", "helps", "helped", "lets", "let"])


def _lived(draft: Draft) -> Iterator[str]:
    """As in "we had a rough week", "she has been travelling", "it makes me laugh"."""
    told = draft.object
    if told is None:
        if _PERFECT.fullmatch(draft.predicate):
            yield "perfect_alone"
        if draft.predicate == "stayed" and draft.validity is not None:
            yield "stayed_long"
        return
    if _HAD.fullmatch(draft.predicate) and _SPELL.match(told.surface) and "the" not in told.surface:
        yield "spell_had"
    clause = isinstance(told.term, Value) and told.term.kind == "clause"
    if clause and draft.predicate in _MAKING and not _POINTED.search(told.surface):
        yield "made_to_do"


_POINTED = re.compile(r"\b(?:this|that|it|these|those)\b", re.IGNORECASE)


def _own_mood(draft: Draft, reading: Reading, found: Set[str]) -> bool:
    """As in "I'm so excited", "I was nervous, but I said yes": who says so knows."""
    told = draft.object
    if "emotion" not in found or "plain" in found or told is None or not draft.positive:
        return False
    own = draft.subject.term == reading.scene.speaker
    mood = isinstance(told.term, Value) and told.term.kind == "adjective"
    alone = all(a.surface == "others" for _, a in draft.qualifiers)
    said = draft.predicate in _FEELING and draft.modality == "actual" and not reading.unit.voice
    return own and mood and alone and said and not _UNCLEAR.search(told.surface)


def _plan(draft: Draft, reading: Reading) -> Iterator[str]:
    """How a plan is told, and whether it is only one of this talk: "I'll send you a picture"."""
    if draft.predicate.startswith(("will ", "shall ")):
        yield "plan_will"
    elif _MUST.match(draft.predicate):
        yield "plan_must"
    elif _GOING.match(draft.predicate):
        yield "plan_going"
    parts = [a for _, a in draft.qualifiers] + ([draft.object] if draft.object is not None else [])
    own = draft.verb >= 0 and "answer" not in draft.flags  # whose verb is the question's
    verb = reading.doc[draft.verb].lemma_.lower() if own else ""
    plain = own and draft.predicate.split()[-1] == reading.doc[draft.verb].lower_  # not "let down"
    if plain and verb in _LOGISTIC and any("addressee" in a.flags for a in parts):
        yield "plan_of_talk"
