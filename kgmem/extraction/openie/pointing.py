"""Nouns that "the" or "this" points at: by what was said of it before."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import coreference, phrases
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token


def pointing(reading: Reading, head: Token, found: Argument) -> Argument:
    """A noun that "the" or "this" points at: by what was said of it before, where that is known."""
    deictic = any(c.dep_ == "det" and c.lower_ in phrases.DEICTIC for c in head.children)
    deictic = deictic or (  # "that painting is great", where "that" passes for a conjunction
        head.left_edge.i == 1 and head.doc[0].lower_ in phrases.DEICTIC
    )
    if not (deictic or _is_definite(head)):
        return found
    flags = {"deictic"} if deictic else {"definite"}
    if _only_ordered(reading, head) and not deictic:
        return replace(found, flags=found.flags | flags | {"definite_ordered"})
    if _described_here(head):
        return replace(found, flags=found.flags | flags)
    known = coreference.taken_up(reading, head, deictic)
    if known is not None and isinstance(found.term, Ref):
        surface = re.sub(r"^(?:an?|another|some)\s+", "the ", known.surface)
        return replace(
            found,
            term=known.term,
            surface=surface,
            flags=found.flags | {"definite_shown" if known.shown else "definite_known"},
        )
    known_to_all = reading.scene.working or head.lemma_.lower() in lexicon().places | _FAMILIAR
    if not deictic and not known_to_all:
        flags.add("definite_bare")
    return replace(found, flags=found.flags | flags)


_FAMILIAR = frozenset(
    ["world", "sun", "moon", "sky", "sea", "ocean", "news", "internet", "weather", "police", "past",
     "future", "outdoors", "country", "countryside", "mountain", "nature", "movie", "public"]
)  # fmt: skip


def _described_here(head: Token) -> bool:
    """Whether the phrase itself says which one: "the keys to our house", "the second floor"."""
    return any(
        (c.dep_ in {"prep", "relcl", "acl", "compound", "poss", "amod", "nmod", "appos"})
        for c in head.children
    )


_ORDER = frozenset(
    ["last", "first", "second", "third", "next", "other", "new", "old", "same", "latest",
     "previous",
     "final", "rest", "actual", "right", "wrong", "main", "early", "long", "short"]
)  # fmt: skip


def _only_ordered(reading: Reading, head: Token) -> bool:
    """As in "the old floor", "the first draft": which of several, but not of what."""
    told = [c for c in head.children if c.dep_ not in {"det", "punct", "cc", "conj"}]
    told = [c for c in told if not any(t.i in reading.timed for t in c.subtree)]
    return (
        bool(told)
        and head.pos_ == "NOUN"
        and head.lemma_.lower() not in lexicon().trades | lexicon().times
        and all(c.dep_ == "amod" and c.lower_ in _ORDER for c in told)
    )


def _is_definite(head: Token) -> bool:
    """Whether "the" points at a certain one: not in "plays the cello", which is any."""
    instrument = head.dep_ == "dobj" and head.lemma_.lower() in lexicon().instruments
    return not instrument and any(c.dep_ == "det" and c.lower_ == "the" for c in head.children)
