"""Names that the parser does not know, parsed as if they were ones that it does.

The small English model takes "Raj is ..." for an adverb and "Lea studies ..." for a noun phrase.
Such a name is replaced by a common one before the parse, and put back after it: only tags and
dependencies come from the stand-in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from kgmem import assets

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

FIRST, SECOND = "John", "Smith"
TIE, HYPHEN = "\u01c1", "\u01c2"
"""Stand for the spaces and hyphens of a name with a number: "order 7711" is one token."""
CODED = "\U00010600-\U0001067f"
"""Range of letters (of a script that nobody writes) that stand for the characters of a technical
name that a tokenizer would cut at: each is a fixed distance from the character it stands for."""
_FIRST_CODED = 0x10600
_TIED = re.compile(f"[{TIE}{HYPHEN}{CODED}]")
_CODED = re.compile(f"[{CODED}]")
_DECODED = {
    _FIRST_CODED + code: "" if chr(code) == "`" else chr(code) for code in range(0x20, 0x7F)
} | {ord(TIE): " ", ord(HYPHEN): "-"}
THING = "system"
"""Stands for a technical name behind an article: "the John" is no phrase."""
_ARTICLES = frozenset(
    ["the", "a", "an", "my", "our", "your", "his", "her", "its", "their", "this", "that", "new",
     "old", "another", "each", "every", "which", "whose"]
)  # fmt: skip
SUBJECT = "He"
"""Stands for a name right before what may be its verb: "Lea studies" as "He studies"."""
_AFTER_NAME = frozenset(
    [
        "is",
        "was",
        "has",
        "had",
        "will",
        "would",
        "can",
        "could",
        "does",
        "did",
        "and",
        "or",
        "said",
        "says",
        "went",
        "got",
        "took",
        "made",
        "came",
    ]
)
_LIKE_VERBS = frozenset(["always", "sometimes", "perhaps", "besides", "this", "its", "his"])


@cache
def _first_names() -> frozenset[str]:
    people = assets.toml("data", "openie.toml")["people"]
    return frozenset(people["women"].split()) | frozenset(people["men"].split())


def stand_ins(
    doc: Doc, is_word: Callable[[str], bool], acts: Callable[[str], bool]
) -> dict[int, str]:
    """What to parse instead of which token; empty for most texts.

    Args:
        doc: the tokens, not parsed yet.
        is_word: whether a lower-case word is in the dictionary.
        acts: whether one is there as a verb or adjective ("mark", "rich").
    """
    found: dict[int, str] = {}
    for token in doc:
        if is_tied(token.text):
            behind = token.i > 0 and doc[token.i - 1].lower_ in _ARTICLES
            found[token.i] = THING if behind and is_coded(token.text) else FIRST
        elif _capital(token) and _is_name(token, is_word, acts):
            found[token.i] = SECOND if token.i - 1 in found else FIRST
    if 0 in found and 1 not in found and _may_act(doc):
        found[0] = SUBJECT
    return found


def _capital(token: Token) -> bool:
    return token.is_alpha and token.is_title and len(token) > 2 and not token.is_stop


def _is_name(token: Token, is_word: Callable[[str], bool], acts: Callable[[str], bool]) -> bool:
    word = token.lower_
    if token.i > 0:
        return word in _first_names() or not is_word(word)
    if word in _first_names():
        return not acts(word)
    following = token.doc[1] if len(token.doc) > 1 else None
    return following is not None and not is_word(word) and _follows_name(following)


def _follows_name(token: Token) -> bool:
    if token.lower_ in _AFTER_NAME or _third_person(token):
        return True
    return token.text.islower() and token.is_alpha and not token.lower_.endswith(("ly", "ing"))


def _third_person(token: Token) -> bool:
    word = token.text
    regular = word.islower() and len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return regular and word not in _LIKE_VERBS


def _may_act(doc: Doc) -> bool:
    return len(doc) > 2 and _third_person(doc[1])


def with_names(parsed: Doc, original: Doc, replaced: dict[int, str]) -> Doc:
    """The parse of the stand-ins on the words that were there."""
    from spacy.tokens import Doc as Document

    return Document(
        original.vocab,
        words=[t.text for t in original],
        spaces=[bool(t.whitespace_) for t in original],
        tags=_kept(parsed, replaced, "NNP", "tag_"),
        pos=_kept(parsed, replaced, "PROPN", "pos_"),
        lemmas=[
            o.text if o.i in replaced else p.lemma_ for o, p in zip(original, parsed, strict=True)
        ],
        heads=[t.head.i for t in parsed],
        deps=[t.dep_ for t in parsed],
    )


def _kept(parsed: Doc, replaced: dict[int, str], name: str, attribute: str) -> list[str]:
    return [name if t.i in replaced else getattr(t, attribute) for t in parsed]


def is_tied(text: str) -> bool:
    """Whether a token is such a name."""
    return not text.isascii() and _TIED.search(text) is not None


def is_coded(text: str) -> bool:
    """Whether a token is a technical name: "billing_stg", "host db-3", "v2.4.1"."""
    return not text.isascii() and _CODED.search(text) is not None


def coded(name: str) -> str:
    """A technical name as one word of the same length; `untied` gives it back without backticks.

    Only letters are left as they are, and not the last one: a tokenizer cuts behind digits and
    takes a full stop for a part of what ends in a capital.
    """
    last = len(name) - 1
    return "".join(
        chr(_FIRST_CODED + ord(c)) if c.isascii() and (i == last or not c.isalpha()) else c
        for i, c in enumerate(name)
    )


def core(text: str) -> str:
    """The technical name of a token without the noun before it: "db-3" of "host db-3"."""
    return untied(text.rpartition(TIE)[2]) if is_coded(text) else untied(text)


def untied(text: str) -> str:
    """Words with the names that were tied into one token as they are written."""
    return text.translate(_DECODED) if is_tied(text) else text
