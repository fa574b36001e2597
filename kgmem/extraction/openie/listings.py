"""A list behind a noun that says what it is, where the parser joins it as more of the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie.scene import Argument
from kgmem.types import Value

if TYPE_CHECKING:
    from spacy.tokens import Token


def explained(token: Token) -> bool:
    """Whether what follows says what it is: "two pies, apple and pecan".

    A list of as many as were counted; "a new laptop, phone and charger" are three.
    """
    if token.pos_ != "NOUN":
        return False
    second = _first_listed(token)
    if second is None or any(c.dep_ == "cc" for c in token.children) or token.i > second.i:
        return False
    listed, last = [second], second
    while (after := next((c for c in last.children if c.dep_ == "conj"), None)) is not None:
        listed.append(after)
        last = after
    if any(c.dep_ in {"det", "poss"} for one in listed for c in one.children):
        return False
    counted = next((c.lower_ for c in token.children if c.dep_ == "nummod"), "")
    return token.tag_ == "NNS" and _COUNTS.get(counted, counted) == str(len(listed))


def _first_listed(token: Token) -> Token | None:
    """The noun behind a comma that goes on or explains: no name, which would name the thing."""
    return next(
        (
            c
            for c in token.children
            if c.dep_ == "conj" or (c.dep_ == "appos" and c.text.islower() and c.pos_ == "NOUN")
        ),
        None,
    )


_COUNTS = {"two": "2", "three": "3", "four": "4", "five": "5"}


def with_listed(found: Argument, head: Token) -> Argument:
    """What is listed behind a noun as what it is: "two pies, namely apple and pecan"."""
    first = _first_listed(head)
    assert first is not None
    listed = [t for t in first.subtree if t.i > head.i]
    text = "".join(t.text_with_ws for t in listed).strip(" ,.!;")
    if len(listed) > _MOST_LISTED:
        return found
    told = Argument(Value(text), text, tuple(t.i for t in listed))
    return replace(found, more=(*found.more, ("namely", told)))


_MOST_LISTED = 8
