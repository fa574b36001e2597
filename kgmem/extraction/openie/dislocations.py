"""A name outside the sentence that a pronoun in it stands for.

As in "What does he do again, Eirik?", "And Priya, was she there?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kgmem.extraction.openie import candidates, coreference
from kgmem.extraction.openie.scene import Mention, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_BEHIND = re.compile(r",\s+(?P<name>[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)\s*[.!?]+\s*$")
_BEFORE = re.compile(
    r"^(?:(?:[Aa]nd|[Bb]ut|[Ss]o|[Nn]ow|[Aa]s for|(?:[Aa]nd )?[Ww]hat about)\s+)?"
    r"(?P<name>[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?),\s+"
)
_PROMINENT = 1.4


def named_apart(reading: Reading) -> list[Mention]:
    """Whom a pronoun of the unit means whose name stands at its end or start; else nothing.

    The mention comes before all words of the unit: the pronoun takes it up. A participant's name
    there only calls them, and so may one before what is no question.
    """
    text = reading.unit.text
    match = _BEHIND.search(text)
    first = _BEFORE.match(text) if match is None and reading.unit.question else None
    end = len(text) if match is None else match.start()
    start = first.end() if first is not None else 0
    match = match or first
    if match is None or match["name"].lower() in reading.scene.forms:
        return []
    word = next((t for t in reading.doc if _is_slot(t) and start <= t.idx < end), None)
    if word is None or _otherwise(t for t in reading.doc[: word.i] if t.idx >= start):
        return []
    gender = candidates.gender(word.lower_)
    told = coreference.gender_of_name(match["name"].split()[0].lower())
    if told and told != gender:
        return []
    found = Mention(
        Ref(match["name"], "person", True), gender, False, True, True, (reading.place, -1),
        _PROMINENT, told=True, surface=match["name"],
    )  # fmt: skip
    return [found]


def _is_slot(token: Token) -> bool:
    return token.lower_ in candidates.PERSONAL and token.dep_ in {"nsubj", "nsubjpass", "dobj"}


def _otherwise(before: Iterable[Token]) -> bool:
    """Whether somebody is named before the pronoun, whom it takes up then."""
    return any(t.pos_ == "PROPN" for t in before)
