"""What is told inside a dream, a story or a text to be written: nothing of it is so."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

_FICTIONS = frozenset(["novel", "dream", "nightmare", "daydream", "story", "fantasy", "screenplay"])
_MAKING = frozenset(["write", "describe", "mention", "use", "talk", "tell", "explore", "call"])
"""What an author does in a book is done: "in my novel I describe Lisbon"."""
_WRITTEN = frozenset(
    ["email", "mail", "e-mail", "letter", "message", "note", "text", "post", "tweet", "story",
     "poem", "card", "reply", "speech", "song"]
)  # fmt: skip
_ORDERS = frozenset(["write", "draft", "compose", "generate", "create", "make", "prepare", "send"])
_WORDED = frozenset(["say", "tell", "explain", "state", "claim", "announce"])


def fictional(verb: Token) -> bool:
    """Whether a clause stands in something made up.

    As in "in my dream I had a dog", "let's say I live in Rome",
    "write an email saying that I am sick".
    """
    if verb.dep_ == "conj" and verb.head.pos_ in {"VERB", "AUX"} and fictional(verb.head):
        return not any(c.dep_ == "nsubj" and c.lower_ not in {"i", "we"} for c in verb.children)
    return _in_a_story(verb) or _assumed(verb) or _to_be_written(verb)


def _in_a_story(verb: Token) -> bool:
    """As in "in my novel, I live in Tokyo"; the speaker's own life is not told there."""
    own = any(c.dep_ == "nsubj" and c.lower_ in {"i", "we"} for c in verb.children)
    if not own or verb.lemma_.lower() in _MAKING:
        return False
    return any(
        d.dep_ == "pobj" and d.lemma_.lower() in _FICTIONS
        for c in verb.children
        if c.dep_ == "prep" and c.lower_ == "in" and c.i < verb.i
        for d in c.children
    )


def _assumed(verb: Token) -> bool:
    """As in "let's say I live in Rome"."""
    say = verb.head
    return verb.dep_ == "ccomp" and say.lemma_.lower() == "say" and say.head.lemma_ == "let"


def _to_be_written(verb: Token) -> bool:
    """As in "write an email saying that I am sick": what the email is to say."""
    saying = verb.head
    if verb.dep_ != "ccomp" or saying.lemma_.lower() not in _WORDED or saying.tag_ != "VBG":
        return False
    paper = saying.head
    order = paper.head if paper.lemma_.lower() in _WRITTEN else paper
    bare = order.tag_ in {"VB", "VBP"} and not any(c.dep_ == "nsubj" for c in order.children)
    return bare and order.lemma_.lower() in _ORDERS
