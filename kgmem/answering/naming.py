"""What something is called, or its address, said in words: "It's called Zeta"."""

from __future__ import annotations

import re

from kgmem.answering.frames import KINDS
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage, is_stated
from kgmem.answering.people import owners_part
from kgmem.answering.reply import Reply, from_facts, from_words
from kgmem.answering.shapes import possessed
from kgmem.language.names import normalise

_ASKS = re.compile(r"^what\b.*\b(?:called|named)\W*$|^what(?:['’]s| is| was)\b.*\bname\b", re.I)
_TOLD = re.compile(
    r"\b(?i:called|named|names? is|names? are|name['’]s|known as) "
    r"[\"“]?((?:[A-Z0-9][\w'’&.-]*)(?: (?:(?:of|and|the|&) )?[A-Z0-9][\w'’&-]*)*)"
)
_ADDRESS = re.compile(r"\b(?:e-?mail|website|web ?site|url|link|handle)\b", re.I)
_WRITTEN = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?://|www\.)[^\s,;]+[\w/]|@\w{2,}")
_ENOUGH = 0.6
_OWN = 0.5
_LOOKED_AT = 8


def asks_name(question: str) -> bool:
    """Whether a question asks what something is called."""
    return bool(_ASKS.search(question))


def called(material: Material) -> Reply | None:
    """The name or the address that the best sentence gives to what is asked about."""
    if _ADDRESS.search(material.question.head):
        return _address(material)
    if not asks_name(material.question.short):
        return None
    told = _told(material)
    if told is not None:
        return told
    for passage in material.passages[:_LOOKED_AT]:
        match = _TOLD.search(passage.text)
        if match and _fits(passage, material):
            name = match.group(1).rstrip(".")
            return from_words(name, passage, support=passage.score, reason="name in the words")
    return None


def _address(material: Material) -> Reply | None:
    """The address, of mail or a page, in the best sentence that has one."""
    for passage in [p for p in material.passages[:_LOOKED_AT] if p.own >= _OWN and not p.asks]:
        match = _WRITTEN.search(passage.text)
        if match:
            reason = "address in the words"
            return from_words(match.group(), passage, support=passage.score, reason=reason)
    return None


def _told(material: Material) -> Reply | None:
    """The name of which a fact says that it is theirs: "Kiko is our parrot"."""
    noun = possessed(material.question)
    for scored in material.facts:
        fact = scored.fact
        said, named = stems(fact.object), fact.subject[:1].isupper()
        owners = any(owners_part(normalise(fact.object), n) for n in material.people.asked)
        if (
            is_stated(fact)
            and named
            and owners
            and noun
            and noun <= said
            and fact.relation in KINDS
        ):
            reason = f"stated by {fact.id}"
            return from_facts(fact.subject, [scored], support=1.0, reason=reason)
    return None


def _fits(passage: Passage, material: Material) -> bool:
    """Whether a sentence of theirs speaks of the thing; "Nora's band" may be whom it is about."""
    if passage.asks or passage.own < _OWN:
        return False
    if material.focus.total:
        return passage.joint >= _ENOUGH
    nouns = [stems(name.split()[-1]) for name in material.question.about if " " in name]
    return any(noun and noun <= stems(passage.text) for noun in nouns)
