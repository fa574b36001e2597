"""Turns of two people and shared subjects, said so that the parser sees who does what with whom.

"Theo and I broke up" is read as "I broke up with Theo", "I live in Rome and work at Acme" as two
clauses: "I live in Rome", "I work at Acme".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie.mapped import Mapped

_ASIDE = r"(?:[A-Z][a-z]+ly|Then|So|And|But|Well|Oh|Yesterday|Today|Now|Also|Yes|Yeah|No),? "
"""What may stand before a pair, capital for the sentence: "Apparently Joe and Kim split up"."""
_NAME = rf"(?!{_ASIDE})[A-Z][\w'-]+(?: [A-Z][\w'-]+)?"
_OTHER = rf"(?:{_NAME}|(?:my|our) (?:[a-z-]+ )?[a-z]+)"
_VERBS = (
    ("with", r"(?:have |has |had |'ve )?(?:finally |just |both )?(?:broke|broken|split) up"
     r"|parted ways|tied the knot"),
    ("with", r"(?:are|were|got|get|getting|have got|have gotten|'re) (?:finally )?back together"
     r"(?: again)?"),
    ("to", r"(?:just |recently |finally )?(?:are|were|got|have gotten|'re|have been) "
     r"(?:finally |now |just )?(?:engaged|married)(?! for\b)"),
    ("with", r"(?:are not|are no longer|aren't|are|'re) (?:still |now |just )?"
     r"(?:good |best |close |old )?"
     r"(?:friends|colleagues|co-?workers|neighbou?rs|room-?mates|flat-?mates|classmates|teammates)"),
    ("", r"(?:are|were|have been|started|began) (?:now )?dating"),
    ("from", r"(?:have |are )?(?:separated|getting separated)"),
)  # fmt: skip
_PAIRS = tuple(
    (
        re.compile(
            rf"(?P<other>{_OTHER})\s+(?:and|&)\s+(?P<who>I|{_NAME})\s+(?P<verb>{verb})\b"
            r"(?!\s+(?:with|to|from)\b)(?P<rest>.*)$"
        ),
        link,
    )
    for link, verb in _VERBS
)
_PLURAL = re.compile(r"^(?P<first>aren't|are|'re|were|have)\b")
_OF_ONE = {"aren't": "am not", "are": "am", "'re": "am", "were": "was"}
_OF_OTHER = {"aren't": "isn't", "are": "is", "'re": "is", "were": "was", "have": "has"}
_CALLS = re.compile(
    r"(?:[Ee]veryone|[Ee]verybody|[Pp]eople|[Ff]riends|[Ww]e all|[Tt]hey all|[Ww]e|[Tt]hey)\s+"
    r"(?:just |all )?calls?\s+"
    rf"(?P<who>{_NAME})\s+(?P<nick>[A-Z][\w'-]+)(?P<end>[.!]*)$"
)


def sorted_out(words: Mapped) -> Mapped:
    """A sentence about two people with one of them as its subject."""
    calls = _CALLS.match(words.text)
    if calls is not None and " " in calls["who"]:
        return _glued(
            words, calls.span("who"), " is called ", calls.span("nick"), calls.end("nick")
        )
    if "and" not in words.text and "&" not in words.text:
        return words
    for pattern, link in _PAIRS:
        match = pattern.search(words.text)
        if match is None:
            continue
        led = words.text[: match.start()]
        if led and led[-2] not in ",;:" and not re.fullmatch(_ASIDE, led):
            continue
        return _turned(words, match, link)
    return words


def _turned(words: Mapped, match: re.Match[str], link: str) -> Mapped:
    forms = _OF_ONE if match["who"] == "I" else _OF_OTHER
    verb = words.cut(*match.span("verb"))
    verb = verb.sub(_PLURAL, lambda m: forms.get(m["first"], m["first"]))
    other, rest = words.cut(*match.span("other")), words.cut(*match.span("rest"))
    parts = [words.cut(0, match.start()), words.cut(*match.span("who")), _space(verb), verb]
    parts += [_word(f" {link} " if link else " ", other), other, rest]
    return _joined(parts)


def _glued(
    words: Mapped, first: tuple[int, int], between: str, second: tuple[int, int], end: int
) -> Mapped:
    name = words.cut(*second)
    return _joined([words.cut(*first), _word(between, name), name, words.cut(end)])


def _space(before: Mapped) -> Mapped:
    return _word(" ", before)


def _word(text: str, near: Mapped) -> Mapped:
    """Words that stand for the first character of what follows."""
    return Mapped(text, near.origin[:1] * len(text)) if near.origin else Mapped("", ())


def _joined(parts: list[Mapped]) -> Mapped:
    text = "".join(p.text for p in parts)
    return Mapped(text, tuple(i for p in parts for i in p.origin))


_AFTER = r"\s+(?:at|for|in|as|on|with|the|an?|my|our|his|her|their|[A-Z]\w+|\w+ (?:at|in|for))\b.*"
_SHARED = tuple(
    re.compile(
        rf"(?P<subject>{who})\s+(?P<left>{first}\s[^,;:?]*?)\s+and\s+"
        rf"(?P<verb>(?:also |now )?(?:{verbs}){_AFTER})$"
    )
    for who, first, verbs in (
        ("I|[Ww]e|[Tt]hey", r"[a-z]+", "work|study|play|coach|manage|run|volunteer|teach|rent|own"),
        (
            rf"[Hh]e|[Ss]he|{_NAME}|[Mm]y [a-z]+",
            r"[a-z]+s",
            "works|studies|plays|coaches|manages|runs|volunteers|teaches|rents|owns",
        ),
    )
)
_HELPED = re.compile(
    r"\b(?:to|will|would|can|could|might|may|should|must|not|never|used|lets?|helps?|makes?|do|does"
    r"|did|am|is|are|was|were|be|been|being)\b|'ll\b|'d\b|n't\b"
)


_NOW = re.compile(
    r"(?P<subject>I|[Ww]e|[Tt]hey)\s+(?P<left>[a-z]+\s[^,;:?]*?)\s+(?:and|but)\s+"
    r"(?P<verb>(?:now |mostly |only |just )?(?:eat|drink|live|ride|cycle|bike|drive|walk|run|swim"
    r"|use|take|go|do|commute|stay|sleep|cook|bake|train|read|write|wear|keep|spend|get|have|need"
    r"|feel|sing|paint|climb|dance|practise|practice|study|share|pay|make|buy|grow|rent|work|play|teach)"
    r"\s[^,;:?]*\b(?:now|nowadays|these days|instead|again)\W*)$"
)
"""As in "I gave up being vegan and eat fish now": how it is since then."""


_PARTED = re.compile(r"(?<=^gave up )being\b|(?<=^stopped )being\b|(?<=^quit )being\b")
"""What is over is no helper of what is now."""


def shared(words: Mapped) -> Iterator[Mapped]:
    """A sentence with two verbs of one subject, of which the second passes for a noun."""
    match = next((m for p in (*_SHARED, _NOW) if (m := p.match(words.text))), None)
    if match is None or _HELPED.search(_PARTED.sub("", match["left"])):
        yield words
        return
    yield words.cut(0, match.end("left"))
    second = words.cut(*match.span("verb"))
    subject = words.cut(*match.span("subject"))
    yield _joined([subject, _space(second), second])
