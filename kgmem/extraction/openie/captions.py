"""Captions of shared images: "a photo of a dog" becomes "Nora shared a photo of a dog"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.extraction.openie.wording import MOST_WORDS
from kgmem.types import Value

_KIND = re.compile(
    r"(?:(?:an?|the|this is an?|there is an?)\s+)?(?:[\w-]+\s+)?(?P<kind>photograph"
    r"|photography|photo|picture|image|screenshot|drawing|painting"
    r"|close up|close-up|video)\s+(?:of|with|showing)\s+",
    re.IGNORECASE,
)
_OPEN = frozenset(
    ["a", "an", "the", "of", "is", "are", "very", "and", "his", "her", "its", "their", "with",
     "in", "on", "at", "over", "under", "near", "next", "to", "for"]
)  # fmt: skip
_NO_BREAK = frozenset(
    ["painting", "building", "drawing", "clothing", "ceiling", "wedding", "railing"]
)
_BREAK = frozenset(
    [
        "with",
        "and",
        "on",
        "in",
        "of",
        "at",
        "over",
        "under",
        "near",
        "next",
        "holding",
        "sitting",
        "standing",
        "that",
        "which",
        "while",
        "for",
    ]
)


def captions(reading: Reading) -> Iterator[Draft]:
    """The fact that the speaker shared an image, with what it shows."""
    text = reading.unit.text.strip(" .")
    match = _KIND.match(text)
    kind = match.group("kind").lower() if match else "picture"
    kind = {
        "photography": "photo",
        "photograph": "photo",
        "image": "picture",
        "close up": "photo",
        "close-up": "photo",
    }.get(kind, kind)
    shown = text[match.end() :] if match else text
    pieces = split(shown)
    if not pieces:
        return
    speaker = reading.scene.speaker
    words = [Argument(Value(p), p, ()) for p in pieces[:1]]
    rest = [_detail(p) for p in pieces[1:4]]
    yield Draft(
        subject=Argument(speaker, speaker.name, ()),
        predicate=f"shared a {kind} of",
        object=words[0],
        tokens=frozenset(t.i for t in reading.doc),
        qualifiers=tuple(rest),
        kind="event",
        flags=frozenset({"caption"}),
    )


def _detail(piece: str) -> tuple[str, Argument]:
    """As in "in a park" -> role "in", filler "a park"."""
    first, _, rest = piece.partition(" ")
    if rest and _breaks(first):
        return first.lower(), Argument(Value(rest), rest, ())
    return "and", Argument(Value(piece), piece, ())


def _breaks(word: str) -> bool:
    doing = word.endswith("ing") and len(word) > 5 and word.lower() not in _NO_BREAK
    return word.lower() in _BREAK or doing


def split(text: str) -> list[str]:
    """A description in parts of at most eight words, cut before a preposition if possible."""
    words = text.split()
    parts: list[str] = []
    while words:
        cut = min(len(words), MOST_WORDS)
        if cut < len(words):
            cut = next((i for i in range(cut, 3, -1) if _breaks(words[i])), cut)
            while cut > 4 and words[cut - 1].lower() in _OPEN:
                cut -= 1
        parts.append(" ".join(words[:cut]))
        words = words[cut:]
        while words and words[0].lower() in {"and"}:
            words = words[1:]
    return parts
