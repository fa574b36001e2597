"""Clauses strung together with commas, dashes and "and", each on its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie.mapped import Mapped
from kgmem.language.standins import CODED, HYPHEN, TIE

JOINT = "\u01c0"
"""Stands for the spaces of a quoted title while it is parsed."""


_PRONOUN = r"(?:i|we|it|they|he|she|you|this|that|there|these|those|what|who)(?:'\w+)?"


_NOUN_START = r"(?:my|our|his|her|their|your|the|everyone|everybody|people)\s+[\w'-]+"


_FINITE = (
    r"(?:am|is|are|was|were|has|have|had|do|does|did|can|could|will|would|should|might|may"
    r"|must|'s|'re|'ve"
    r"|'m|'d|'ll|made|makes|make|went|got|gets|took|takes|felt|feels|means|helps?|helped"
    r"|brings?|gives?"
    r"|keeps?|lets?|looks?|looked|sounds?|seems?|love|loved|like|liked|want|need|know|think"
    r"|hope|feel|see"
    r"|saw|started|ended|came|said|told|found|left|lost|won|met|bought|enjoyed|remember|\w+ed)"
)


_LEFT_CLAUSE = re.compile(
    rf"(?:(?:and|but|so)\s+)?(?:[a-z]+ly,?\s+)?(?:{_PRONOUN}|{_NOUN_START}"
    rf"|[A-Z]\w+)\b.*\b{_FINITE}\b|.*'(?:m|s|re|ve|d|ll)\b|(?-i:[A-Z]\w+\s+[a-z]+s\s+\w)",
    re.IGNORECASE | re.DOTALL,
)


_SUBORDINATE = re.compile(
    r"(?:(?:and|but|so)\s+)?(?:if|when|whenever|while|after|before|because|since|although"
    r"|though|even|as|once|until"
    r"|unless|whether|where|wherever|whatever|what|the (?:way|fact|more|last|first)"
    r"|that(?!'s|\s+(?:is|was)\b)|how"
    r"|why|every time)\b",
    re.IGNORECASE,
)


_SPLICE = re.compile(
    rf",\s+(?=(?:{_PRONOUN})\b(?!\s*,))|,?\s+(?:and|but|so|yet|plus)\s+(?=(?:(?:now"
    rf"|then)\s+)?(?:{_PRONOUN})\b)"
    rf"|,\s+(?:and|but|so|yet|plus)\s+(?={_NOUN_START}(?:\s+[\w'-]+)?\s+{_FINITE}\b)"
    # "my son is Bo and my daughter's name is Ida"
    r"|\s+(?:and|but)\s+(?=(?:my|our|his|her|their|your)\s+[\w-]+(?:'s\s+[\w-]+)?\s+(?:is|was)\b)"
    rf"|(?:,|,?\s+and)\s+(?=[^\s,]*[{TIE}{HYPHEN}{CODED}][^\s,]+\s+(?:is|was|has)\b)"
    rf"|,\s+(?=(?:his|her|its|their)\s+[\w'-]+\s+(?:is|was|are|were|has|have|had|got)\b)"
    # "..., the neighbours' dog was howling": a noun phrase with its auxiliary right behind it
    rf"|,\s+(?={_NOUN_START}(?:\s+[\w'-]+)?\s+(?:is|are|was|were|has|have|had|can|could|will|would)\b)"
    # "..., Bo fainted": a name with a past form
    r"|,\s+(?-i:(?=[A-Z][\w'-]+\s+(?!named\b|called\b)[a-z]+ed\b))"
    # "... and Bo works at Bar": a name (not an "I" or "It") with a verb of its own
    r"|(?:,|,?\s+(?:and|but|while))\s+(?-i:(?=[A-Z][\w'-]+\s+(?:is|was|has|had|lives|works|likes|loves"
    r"|hates|prefers|wants|plays|studies|teaches|went|got|took|moved|bought|sold|lived|worked|said)\b))",
    re.IGNORECASE,
)


_LINKED = re.compile(rf",?\s+(?:(?:and|but|so|yet|plus|while)\b|{_PRONOUN}\b)", re.IGNORECASE)
_TOLD = re.compile(
    r"\b(?:told|said|says?|tells?|thinks?|thought|guess|heard|swears?|swore|knew|hope)\b",
    re.IGNORECASE,
)


def splices(text: Mapped) -> Iterator[Mapped]:
    """Clauses that were strung together with commas or "and", each on its own.

    A clause that begins with a subordinator keeps its main clause: "when I was six, we moved".
    """
    start = 0
    for match in _SPLICE.finditer(text.text):
        left = text.text[start : match.start()]
        if _SUBORDINATE.match(left) or not _LEFT_CLAUSE.match(left) or _open_quote(left):
            continue
        bare = text.text[match.start()] == "," and not _LINKED.match(text.text, match.start())
        if bare and _TOLD.search(left):
            continue  # "she told me last week, the baby is due": told is what follows
        if re.search(
            r"\b(?:say|says|said|think|hope|guess|know|believe|told|tell|feel|wish|if|that"
            r"|when|both|because)$",
            left,
            re.IGNORECASE,
        ):
            continue
        yield text.cut(start, match.start()).strip(" ,")
        start = match.end()
    rest = text.cut(start).strip(" ,")
    if rest.text:
        yield rest


def _open_quote(text: str) -> bool:
    return text.count('"') % 2 == 1
