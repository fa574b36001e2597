"""As in "my sister", "my cat": who has whom and what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import inflection, naming, nouns, owners, ownership
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_OWNED = frozenset(
    ["house", "home", "apartment", "flat", "garden", "farm", "studio", "store", "shop",
     "restaurant", "cafe", "bakery", "company", "business", "startup", "firm", "website", "blog",
     "channel", "podcast", "band", "boat", "cabin", "salon", "gym", "clinic", "practice", "book",
     "novel", "album", "job", "allergy", "degree", "garage", "workshop"]
)  # fmt: skip
_VAGUE_KIN = frozenset(
    ["family", "folks", "baby", "people", "person", "man", "woman", "boy", "girl", "guy",
     "stranger", "everyone", "crew", "group", "someone", "human", "fan", "lady", "member", "owner"]
)  # fmt: skip
_ANY = frozenset(["next", "first", "last", "future", "old", "best", "previous", "dream", "ideal"])
_GETTING = frozenset({"start", "open", "launch", "build", "create", "find", "buy", "get", "have"})
_PARTING = frozenset(
    ["lose", "quit", "leave", "sell", "miss", "bury", "want", "need", "wish", "resign", "donate",
     "retire", "rid"]
)  # fmt: skip


def possession(reading: Reading, token: Token) -> Iterator[Draft]:
    """As in "my sister", "my cat": the speaker has one."""
    lemma = token.lemma_.lower()
    if token.pos_ != "NOUN" or naming.named_by(token) is not None:
        return
    if "introduced" in reading.unit.repaired or any(c.lower_ in _ANY for c in token.children):
        return
    if lemma == "boss" and any(c.lower_ == "own" for c in token.children):
        return  # "being my own boss"
    if _addressing(token):
        return  # "Thank you, my friend."
    if naming.described_by(token.head) == token:
        return  # "my aunt Vera": the name says it
    known = lexicon()
    owned = lemma in known.products or lemma in _OWNED
    if not owned and (lemma not in known.close or lemma in _VAGUE_KIN):
        return
    owner = owners.owner_of(reading, token)
    if (
        owner is None
        or {"we", "addressee", "coref_close", "generic"} & owner.flags
        or _given_up(token)
        or ownership.lapsed(token)
    ):
        return
    if not isinstance(owner.term, Ref) or not (owner.term.named or "'s " in owner.term.name):
        return
    found = nouns.argument(reading, token)
    if isinstance(found.term, Ref) and not {"unresolved"} & found.flags:
        noun = owners.noun_words(token)
        noun = re.sub(r"^(?:own|whole|entire|new|old) ", "", noun)
        bare = replace(found, surface=noun if token.tag_ == "NNS" else inflection.article(noun))
        marks = {"possession", *(found.flags - {"possessed"}), *({"owned"} if owned else ())}
        yield owners.implied(reading, owner, "has", bare, found.tokens, marks)


def _addressing(token: Token) -> bool:
    """Whether "my friend" stands alone between commas, as one calls somebody."""
    doc, first = token.doc, token.left_edge.i
    after = doc[token.i + 1].text if token.i + 1 < len(doc) else ""
    apart = after == "," if first == 0 else doc[first - 1].text == "," and after in _PAUSES
    return apart and token.lemma_.lower() in lexicon().roles


_PAUSES = frozenset(["", ",", ".", "!", "?"])


def _given_up(token: Token) -> bool:
    """Whether the owner parts with it: "after losing my job", "I sold my car"."""
    head = token.head if token.dep_ != "pobj" else token.head.head
    if head.lemma_ == "give" and any(c.lower_ in {"up", "away", "back"} for c in head.children):
        return True
    if head.lemma_.lower() in _GETTING and head.tag_ in {"VB", "VBG"}:
        return not any(c.dep_ == "aux" and c.lower_ != "to" for c in head.children)
    return head.lemma_.lower() in _PARTING or (head.lemma_ == "get" and token.head.lower_ == "of")
