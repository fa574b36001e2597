"""What something is called, said in words: "It's called Zeta"."""

from __future__ import annotations

import re

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage
from kgmem.answering.reply import Reply, from_words

_ASKS = re.compile(r"^what\b.*\b(?:called|named)\W*$|^what(?:['’]s| is| was)\b.*\bname\b", re.I)
_TOLD = re.compile(
    r"\b(?i:called|named|names? is|names? are|name['’]s|known as) "
    r"[\"“]?((?:[A-Z0-9][\w'’&.-]*)(?: (?:(?:of|and|the|&) )?[A-Z0-9][\w'’&-]*)*)"
)
_ENOUGH = 0.6
_OWN = 0.5
_LOOKED_AT = 8


def asks_name(question: str) -> bool:
    """Whether a question asks what something is called."""
    return bool(_ASKS.search(question))


def called(material: Material) -> Reply | None:
    """The name that the best sentence gives to what is asked about."""
    if not asks_name(material.question.short):
        return None
    for passage in material.passages[:_LOOKED_AT]:
        match = _TOLD.search(passage.text)
        if match and _fits(passage, material):
            name = match.group(1).rstrip(".")
            return from_words(name, passage, support=passage.score, reason="name in the words")
    return None


def _fits(passage: Passage, material: Material) -> bool:
    """Whether a sentence of theirs speaks of the thing; "Nora's band" may be whom it is about."""
    if passage.asks or passage.own < _OWN:
        return False
    if material.focus.total:
        return passage.joint >= _ENOUGH
    nouns = [stems(name.split()[-1]) for name in material.question.about if " " in name]
    return any(noun and noun <= stems(passage.text) for noun in nouns)
