"""Technical names by the noun before them: "version 2.14.3", "build id build-7781"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.answering.matching import stems
from kgmem.answering.material import Material
from kgmem.answering.reply import Reply, from_words

_ASKS = re.compile(r"^(?:what|which)\b", re.I)
_BARE = frozenset(("id", "code", "number", "name", "version"))
"""Nouns that say of what they are by the word before them: "error code"."""
_NAMED = re.compile(
    r"(?<![\w-])(?P<noun>[A-Za-z]\w*)(?: (?:id|code|number|name|no\.))?(?: (?:is|was))?[ :=#]+"
    r"(?P<name>(?=[\w.+:/@-]{0,200}[\d_/])\w+(?:[-./:@+]\w+){0,40})(?![\w-])"
)
"""Bounded, and no two parts that match the same, so that it takes time linear in the text."""
_LEAST, _LOOKED_AT = 0.2, 6


def labelled(material: Material) -> Reply | None:
    """The identifier that the best sentence names by the noun asked for; None without one."""
    question = material.question
    nouns = stems(" ".join(_nouns(question.short, question.head)))
    if not nouns or not _ASKS.match(question.short):
        return None
    kept = [p for p in material.passages[:_LOOKED_AT] if not p.asks and not p.raw]
    most = max([_LEAST, *(p.coverage for p in kept)])
    for passage in kept:
        for match in _NAMED.finditer(passage.text) if passage.coverage >= most else ():
            if stems(match["noun"]) & nouns and not match["name"].isdigit():
                reason = "named in the words"
                return from_words(match["name"], passage, support=passage.score, reason=reason)
    return None


def _nouns(asked: str, head: str) -> Iterator[str]:
    """The noun asked for, and the one before it where it is a bare "id" or "code"."""
    found = re.findall(r"[\w-]+", asked)
    of = next((i for i, word in enumerate(found) if word.casefold() == "of"), 0)
    if of and found[of - 1].casefold() in _BARE:
        yield found[of - 1]  # "which version of pandas"
        return
    yield head
    if asked.casefold().startswith("which ") and len(found) > 1:
        yield found[1]
    at = next((i for i, word in enumerate(found) if word == head), 0)
    if at > 1 and head.casefold() in _BARE:
        yield found[at - 1]
