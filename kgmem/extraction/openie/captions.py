"""Captions of shared images: "a photo of a dog" becomes "Nora shared a photo of a dog"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.extraction.openie.wording import MOST_WORDS
from kgmem.types import Qualifier, Ref, Triple, Value

_KIND = re.compile(
    r"(?:(?:an?|the|this is an?|there is an?)\s+)?(?:[\w-]+\s+)?(?P<kind>photograph"
    r"|photography|photo|picture|image|screenshot|drawing|painting"
    r"|close up|close-up|video)\s+(?:of|with|showing)\s+",
    re.IGNORECASE,
)
_PLACES = frozenset(
    ["above", "across", "against", "along", "around", "at", "behind", "below", "beneath",
     "beside", "between", "beyond", "by", "down", "during", "for", "from", "in", "inside",
     "into", "like", "near", "next", "of", "off", "on", "onto", "outside", "over", "through",
     "to", "toward", "towards", "under", "up", "upon", "with", "without"]
)  # fmt: skip
_OPEN = _PLACES | frozenset(
    ["a", "an", "the", "is", "are", "very", "and", "his", "her", "its", "their"]
)
_NO_BREAK = frozenset(
    ["painting", "building", "drawing", "clothing", "ceiling", "wedding", "railing"]
)
_BREAK = (_PLACES - {"up", "down", "to", "of"}) | frozenset(["that", "which", "who", "while"])
_LEADS = _BREAK | {"of"}
"""What says how a part behind a break belongs to the first."""
_NEW = frozenset(
    ["a", "an", "the", "two", "three", "four", "five", "six", "several", "some", "many",
     "other", "his", "her", "their"]
)  # fmt: skip
"""What stands between "and" and a further thing: not in "a black and white dog"."""
_LEAST = 2
"""Words before a break, counting an article: "a dog / with a collar"."""


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


def merged(found: list[tuple[Triple, frozenset[str]]]) -> list[tuple[Triple, frozenset[str]]]:
    """One picture is shared once: what the words say of it, with what it shows.

    As in "Look at my bike!" with the caption "a photo of a red bike": both tell of one photo.

    Args:
        found: all facts of an observation with their features, which are kept.
    """
    seen = [item for item in found if "caption" in item[1]]
    said = [
        item
        for item in found
        if "caption" not in item[1] and _SHARED.match(item[0].predicate) and item[0].object
    ]
    said = [s for s in said if s[0].confidence >= LIKELY and s[0].positive]
    if len(seen) != 1 or not said:
        return found
    shown = seen[0][0]
    whole = [(_showing(triple, shown), flags) for triple, flags in said]
    kept = [item for item in found if item not in seen and item not in said]
    return [*kept, *whole]


_SHARED = re.compile(r"shared (?:a|some) (?:photo|picture|video|drawing|painting)s? of$")
LIKELY = 0.55
"""What the words say of a picture stands for it where it is as likely as this."""


def _showing(told: Triple, shown: Triple) -> Triple:
    """The fact of the words with what the caption says."""
    if not isinstance(shown.object, Value) or not isinstance(told.object, Ref):
        return told
    more = (Qualifier("showing", shown.object), *shown.qualifiers)
    rest = shown.text.split(f"{shown.predicate} ", 1)[-1]
    return replace(told, qualifiers=(*told.qualifiers, *more), text=f"{told.text} showing {rest}")


def _detail(piece: str) -> tuple[str, Argument]:
    """As in "in a park" -> role "in", filler "a park"."""
    first, _, rest = piece.partition(" ")
    if rest and (first.lower() in _LEADS or _doing(first)):
        return first.lower(), Argument(Value(rest), rest, ())
    return "and", Argument(Value(piece), piece, ())


def _doing(word: str) -> bool:
    return word.endswith("ing") and len(word) > 5 and word.lower() not in _NO_BREAK


def _breaks(words: list[str], at: int) -> bool:
    """Whether a part may begin with a word: "on a couch", "sitting on a couch", "and a cat"."""
    word, after = words[at].lower(), words[at + 1 : at + 2]
    if word == "and":
        return bool(after) and after[0].lower() in _NEW
    return word in _BREAK or (_doing(word) and words[at - 1].lower() not in _OPEN)


def split(text: str) -> list[str]:
    """A description in parts of at most eight words, cut before a preposition if possible."""
    words = text.split()
    parts: list[str] = []
    while words:
        cut = min(len(words), MOST_WORDS)
        if cut < len(words):
            places = [i for i in range(cut, _LEAST - 1, -1) if _breaks(words, i)]
            # "a group of people" stays whole: an "of" needs one word more before it
            ofs = [i for i in range(cut, _LEAST, -1) if words[i].lower() == "of"]
            cut = (places or ofs or [cut])[0]
            if cut - 1 in places:  # "people / sitting around a table", not "people sitting / ..."
                cut -= 1
            while cut > _LEAST and words[cut - 1].lower() in _OPEN:
                cut -= 1
            cut += len(words) == cut + 1  # no part of one word: "with mountains behind"
        parts.append(" ".join(words[:cut]))
        words = words[cut:]
        while words and words[0].lower() in {"and"}:
            words = words[1:]
    return parts
