"""A clause between a subject and its verb, lifted out: "Ana, who is a nurse, lives in Porto"."""

from __future__ import annotations

import re
from functools import cache

from kgmem.extraction.openie import elision, naming
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.mapped import Mapped

_WORD = r"[\w'.-]+"
_SUBJECT = (
    r"(?P<subject>(?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|[Tt]heir|[A-Z][\w'-]+)"
    rf"(?:\s+{_WORD}){{0,4}})"
)
_OPENING = (
    r"(?:who|which|(?:everyone|everybody|people|(?:my|our|his|her|its|their)\s+[\w'-]+"
    r"|we all|we|they|he|she|it|I)(?=\s))"
)
_LEAD = r"(?:(?:now|just|also|still|recently|finally|always|never|usually|once)\s+)?"
_AUXILIARIES = "is|are|was|were|has|have|had|will|can|could|would|does|did"
_INSERTED = re.compile(
    rf"{_SUBJECT}\s*,\s+(?P<inner>{_OPENING}[^,;:!?\"]{{4,80}}?),\s+"
    rf"(?P<rest>{_LEAD}(?P<verb>[a-z]+)\b(?!\s*,).*)$"
)
_VERBAL = re.compile(
    rf"\b(?:{_AUXILIARIES}|am|do|[Ii]|[Ww]e|[Tt]hey|[Yy]ou|when|if|that|because|and|but)\b"
    r"|'(?:m|re|ve|ll|s\s+(?:a|the)\b)"
)
_POSSESSIVES = frozenset(["my", "our", "his", "her", "its", "their"])
_BEGINNINGS = (
    "after before when while if since although though because as in on at for with last yesterday"
    " yes no well so and but then also today sometimes it this that there"
)
_NOT_SUBJECT = frozenset(_BEGINNINGS.split())
_LIKE_VERBS = (
    "its this his hers ours yours plus besides always perhaps sometimes others thus across less"
    " unless towards news kids parents friends indeed"
)
_NOT_VERB = frozenset(_LIKE_VERBS.split())


def lifted(words: Mapped) -> tuple[Mapped, ...]:
    """A sentence as its main clause and the clause that was inserted behind its subject.

    A relative clause gets the subject in the place of its "who" (or "she"): "Ana, who is a nurse,
    lives in Porto" becomes "Ana lives in Porto" and "Ana is a nurse".
    """
    match = _INSERTED.match(words.text)
    if match is None or not _finite(match["verb"]):
        return (words,)
    subject = match["subject"]
    if subject.split()[0].lower() in _NOT_SUBJECT or _VERBAL.search(subject):
        return (words,)
    head = words.cut(*match.span("subject"))
    main = _joined(head, words.cut(*match.span("rest")))
    inner = words.cut(*match.span("inner"))
    relative = re.match(r"(?:who|which|he|she|it|they)\s+", inner.text)
    if relative is None:
        listed = inner.text.split()[0].lower() in _POSSESSIVES
        if listed and not any(_finite(w) for w in inner.text.split()[2:4]):
            return (words,)  # "my uncle, my aunt and her kids, visited": a list
        return (main, inner)
    if not _finite(inner.text[relative.end() :].split()[0]):
        return (words,)  # "who everyone likes": the relative is not the subject
    return (main, _joined(head, inner.cut(relative.end())))


_CLEFT = re.compile(
    r"[Ii]t\s+(?:was|is)\s+(?P<who>(?:(?:my|our|his|her|their)\s+)?(?:[\w'-]+\s+){0,2}[\w'-]+)\s+(?:who|that)"
    r"\s+(?P<rest>(?!i\b|we\b|you\b|they\b|he\b|she\b|it\b|the\b|my\b|our\b)[a-z]+\b.*)$"
)


def straightened(words: Mapped) -> Mapped:
    """As in "It was my sister Ana who called": "my sister Ana called"."""
    match = _CLEFT.match(words.text)
    if match is None or not (match["who"][:1].isupper() or match["who"].split()[0] in _POSSESSIVES):
        return words
    if not _finite(match["rest"].split()[0]):
        return words
    return _joined(words.cut(*match.span("who")), words.cut(*match.span("rest")))


_NAME = r"[A-Z][a-zà-ÿ'-]+(?:\s+[A-Z][a-zà-ÿ-]+)?"


@cache
def _introduction() -> re.Pattern[str]:
    known = lexicon()
    nouns = "|".join(
        sorted((known.folk - known.vague - _NO_ONE) | {"friend"}, key=len, reverse=True)
    )
    return re.compile(
        rf"\b(?P<whose>[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir)\s+(?P<noun>(?:[a-z-]+\s+){{0,2}}?(?:{nouns}))"
        rf"\s+(?P<name>{_NAME})(?!\w)"
    )


_NO_ONE = frozenset(
    ["family", "folks", "kids", "people", "crew", "team", "group", "everyone", "couple"]
)


def introduced(words: Mapped) -> tuple[tuple[Mapped, bool], ...]:
    """As in "My brother Raj is a cook" as "My brother is Raj" and "Raj is a cook".

    The parser stumbles over a name behind a noun, and seldom otherwise. With each piece comes
    whether it is such an introduction. One whose "his" (or a "she" before it) means somebody of the
    sentence comes behind it: "Sam came with his sister Ana".
    """
    match = _introduction().search(words.text)
    if match is None or match["name"].split()[0].lower() in lexicon().times:
        return ((words, False),)
    if _nicknamed(words.text[: match.start()], match["name"]):
        return ((words, False),)
    whose, name = words.cut(match.start(), match.end("noun")), words.cut(*match.span("name"))
    main = words.cut(0, match.start()).then(words.cut(match.start("name")))
    verb = Mapped(" is ", (name.origin[0],) * len(" is "))
    inner = whose.then(verb).then(name)
    if _MEANS.search(words.text[: match.end("whose")]):
        return (*introduced(main), (inner, True))
    return ((inner, True), *introduced(main))


_MEANS = re.compile(r"\b(?:he|she|him|her|his|their|they)\b", re.IGNORECASE)


_NAMING = re.compile(r"\b(?P<verb>call|name|nickname|dub)(?:s|d|ed|ing)?\s+$", re.IGNORECASE)


def _nicknamed(before: str, name: str) -> bool:
    """As in "I call my boss Bulldog"; "I called my sister Ana" may be by phone."""
    match = _NAMING.search(before)
    if match is None:
        return False
    return match["verb"].lower() != "call" or not naming.first_name(name)


def _finite(word: str) -> bool:
    """Whether a word can be the finite verb of a third person."""
    if word in _NOT_VERB:
        return False
    inflected = len(word) > 3 and word.endswith(("s", "ed")) and not word.endswith("ss")
    return inflected or elision.is_past(word) or re.fullmatch(_AUXILIARIES, word) is not None


def _joined(first: Mapped, second: Mapped) -> Mapped:
    space = second.origin[:1]
    return Mapped(f"{first.text} {second.text}", (*first.origin, *space, *second.origin))
