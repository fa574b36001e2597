"""Wordings that only those who were there understand: "that tradition", "the wall", "a thing"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

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


def unclear(draft: Draft) -> Iterator[str]:
    """The names of the wordings that leave open what is meant."""
    checks = {
        "felt_then": _felt_then(draft),
        "liked_sight": _liked_sight(draft),
        "judged_bare": _judged_bare(draft),
        "like_that": _like_that(draft),
    }
    yield from (name for name, shown in checks.items() if shown)


_AFTERWARDS = re.compile(r"\b(?:afterwards?|then|there|later|by then)$", re.IGNORECASE)


def _felt_then(draft: Draft) -> bool:
    """As in "I felt so proud afterwards": after what?"""
    found = draft.object
    mood = found is not None and isinstance(found.term, Value) and found.term.kind == "adjective"
    return mood and found is not None and bool(_AFTERWARDS.search(found.surface))


_SEEN = frozenset(
    ["color", "colors", "colour", "colours", "idea", "name", "look", "style", "design", "pattern",
     "detail", "details", "photo", "picture", "pic", "shot", "theme", "vibe", "layout", "light",
     "expression", "decor", "decoration", "decorations", "outfit", "leaves", "background"]
)  # fmt: skip


def _liked_sight(draft: Draft) -> bool:
    """As in "I love the colors in it!": said of what the other has shown or told."""
    found = draft.object
    if draft.predicate not in {"loves", "likes", "adores"} or found is None:
        return False
    pointed = bool({"definite", "deictic"} & found.flags) or found.surface.startswith("the ")
    words = found.surface.lower().split()
    last = next((w for w, after in zip(words, [*words[1:], "of"], strict=True)
                 if after in {"of", "in", "on", "for", "with"}), "")  # fmt: skip
    return pointed and last in _SEEN and not {"possessed", "definite_known"} & found.flags


def _judged_bare(draft: Draft) -> bool:
    """As in "the city was gorgeous": which?"""
    found = draft.object
    if "opinion" not in draft.flags or found is None or not isinstance(found.term, Ref):
        return False
    bare = "definite" in found.flags and "definite_known" not in found.flags
    return bare and not found.term.named and len(found.term.name.split()) == 1


_LIKE_THAT = re.compile(
    r"\blike (?:this|that|these|those)$|\b(?:in|out|over|up|down|on) (?:there|here)$"
    r"|^(?:the )?(?:exact )?(?:same|other) (?:way|thing|boat|here|one)\b"
    r"|^(?:a )?what (?!to\b)"
    r"|^(?:a |an |the )?(?:new|other|old|big|small|bigger|better|good|nice) ones?$",
    re.IGNORECASE,
)


def _like_that(draft: Draft) -> bool:
    """As in "moments like that", "the light in there", "the same way", "a new one"."""
    parts = [draft.subject.surface] + ([draft.object.surface] if draft.object is not None else [])
    parts += [a.surface for role, a in draft.qualifiers if role == "that"]
    if draft.object is not None and isinstance(draft.object.term, Value):
        parts.remove(draft.object.surface)  # "putting oneself out there"
        parts += [draft.object.surface] if draft.object.term.kind == "text" else []
    return "caption" not in draft.flags and any(_LIKE_THAT.search(words) for words in parts)
