"""What people want of an agent: tasks, rules and requirements, never taken as done.

"Please set up the database" is something that was asked for, "never push to main" a standing wish,
"it should run on Postgres 15" a requirement. Between people imperatives are mostly phrases ("take
care!"), so they are read only where an agent is spoken to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import coreference, imperatives, timing, wording
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.language.standins import untied
from kgmem.types import Validity, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

CERTAIN = 0.85
"""An instruction with a word that marks it, or to an agent: it was said, whoever does it."""
REQUIRED = 0.75
"""A requirement on a thing: also what it is required of must have been understood."""
MOST_WORDS = 16
_COULD = re.compile(
    r"(?:\w+,\s+)?(?:could|can|would|will) you (?P<please>please |kindly )?"
    r"(?:also |just )?",
    re.IGNORECASE,
)
_REQUIRED = re.compile(
    r"(?:it|they)\b[^,;.!?]{0,50}?\s(?:should|must|needs? to|has to|have to)\s+[a-z]",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\s+(?:instead of|rather than|not|over)\s+(?P<old>[^,.;]+?)"
    r"(?=\s+(?:for|in|on|when|if)\s|[,.;]|$)"
)
_SHARED = frozenset(["you", "your", "we", "our", "us"])
_CLOCK = frozenset(["second", "minute", "hour", "part_of_day"])
_OWN = {"me": "{}", "my": "{}'s", "mine": "{}'s", "myself": "{}", "i": "{}"}
_NEEDS = frozenset(["should", "must", "ought"])


def wanted(reading: Reading) -> Iterator[Draft]:
    """The instructions of a unit; none where no agent is spoken to."""
    scene, unit = reading.scene, reading.unit
    if unit.voice or scene.observation.role not in {"user", "system"}:
        return
    if not (scene.working or scene.opening or scene.observation.role == "system"):
        return
    text = unit.text
    standing = bool(imperatives.STANDING.search(text))
    fragment = _fragment(reading)
    if fragment is not None:
        yield fragment
        return
    if _REQUIRED.match(text):
        yield from _requirement(reading)
        return
    at = 0
    for start, end in imperatives.parts(text):
        opened = imperatives.opened(text, start, end)
        if opened is None or not (
            scene.working or imperatives.marked(text[start : opened[0]], opened[1])
        ):
            if at == 0 and scene.working:
                return
            continue
        at, verb, negative = end, *opened
        yield from _drafts(reading, (verb, end), negative, standing)


_LIMIT = re.compile(
    r"(?:at most|no more than|not more than|up to|a maximum of|max\.?|maximum|under|below|at least"
    r"|no less than|not over)\s(?:(?:about|around|roughly)\s)?"
    r"(?:[€$£]\s?|(?:EUR|USD|GBP|CHF)\s)?\d",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\s(?:at|in|on|since|yet|left|available|found|here|there|today|yesterday|anymore|so far"
    r"|again)\b",
    re.IGNORECASE,
)
"""Tells that there is none, not that none is wanted: "no seats left", "no parking on the hill"."""
_NONE = re.compile(r"(?:no|without|not any)\s(?P<what>[\w-]+(?: [\w-]+){0,4})", re.IGNORECASE)
_FOR_ME = re.compile(r"\s(?:for (?:me|us|both of us)|please|then|instead)$", re.IGNORECASE)
_OPENS = re.compile(r"(?:so|then|and|but|or|okay|ok|well|just|rather),?\s+", re.IGNORECASE)


def _fragment(reading: Reading) -> Draft | None:
    """A wish without a verb: "At most 300 euros", "No nuts for me", "Fish for us then"."""
    plain = untied(reading.unit.text).strip(" .,;:!?")
    opens = _OPENS.match(plain)
    bare = plain[opens.end() :] if opens else plain
    if len(plain.split()) > MOST_WORDS or not plain:
        return None
    if any(t.pos_ in {"VERB", "AUX"} and t.tag_ not in {"VBN", "VBG"} for t in reading.doc):
        return None
    text = _words(reading, list(reading.doc))[opens.end() if opens else 0 :].strip(" ,")
    scene, ends, none = reading.scene, _FOR_ME.search(plain), _NONE.match(bare)
    asked = scene.working or scene.observation.role == "system"
    mine = ends is not None and (asked or ends.group().lower().strip() not in {"then", "instead"})
    limit = _LIMIT.match(bare) is not None and (asked or mine)
    meant = none is not None and none["what"].split()[0].lower() not in _NO_WISH
    meant = meant and (mine or (asked and not _ASIDE.search(bare)))
    if not (limit or meant or (ends and scene.working and len(plain.split()) > 2)):
        return None
    told = none["what"] if none is not None and meant else text
    told = re.sub(r"\s+(?:for (?:me|us|both of us)|please|then|instead)$", "", told)
    speaker = scene.speaker
    return Draft(
        subject=Argument(speaker, speaker.name, ()),
        predicate="wants",
        object=Argument(Value(told, "clause"), told, ()),
        tokens=frozenset(t.i for t in reading.doc),
        spoken="does not want" if meant else "wants",
        kind="state",
        positive=not meant,
        flags=frozenset({"instruction"}),
        certain=REQUIRED,
    )


_NO_WISH = frozenset(
    ["problem", "problems", "worries", "way", "idea", "wonder", "doubt", "need", "rush", "thanks",
     "thank", "more", "longer", "one", "news", "luck", "matter", "hurry", "comment", "clue", "big",
     "pressure", "reason", "result", "results", "answer", "chance", "sign", "change", "changes",
     "error", "errors", "difference", "and", "but", "it", "i", "that", "not"]
)  # fmt: skip


def requested(reading: Reading) -> Iterator[Draft]:
    """As in "Could you use metric units, please?": a question that asks for a deed."""
    scene, text = reading.scene, reading.unit.text
    if scene.observation.role != "user" or not (scene.working or scene.opening):
        return
    asked = _COULD.match(text)
    if asked is None or not (asked["please"] or re.search(r"\bplease\W*$", text, re.IGNORECASE)):
        return
    if imperatives.imperative(text, asked.end(), len(text), True, first=False):
        standing = bool(imperatives.STANDING.search(text))
        yield from _drafts(reading, (asked.end(), len(text)), False, standing)


def _drafts(
    reading: Reading, part: tuple[int, int], negative: bool, standing: bool
) -> Iterator[Draft]:
    tokens = [t for t in reading.doc if part[0] <= t.idx < part[1]]
    whole = _words(reading, tokens)
    if not whole or tokens[0].tag_ in {"JJ", "PRP", "DT", "IN", "WRB", "WP"}:
        return
    speaker, agent = reading.scene.speaker, _agent(reading)
    rule = standing or negative or tokens[0].lower_ in words("instructions", "lasting")
    instead = _INSTEAD.search(whole) if not negative else None
    opened = imperatives.OPEN.match(reading.unit.text)
    if opened is not None and opened["when"] and part[0] == opened.end():
        clause = [t for t in reading.doc if opened.start("when") <= t.idx < opened.end("when")]
        whole = f"{whole} {_words(reading, clause)}"
    told = _short(whole[: instead.start()] + whole[instead.end() :] if instead else whole)
    spoken = f"wants {agent} to" if rule else f"asked {agent} to"
    if negative:
        spoken = f"does not want {agent} to"
    covered = frozenset(t.i for t in reading.doc) if part[0] < 30 else frozenset()
    base = Draft(
        subject=Argument(speaker, speaker.name, ()),
        predicate="wants" if rule else "asked for",
        object=Argument(Value(told, "clause"), told, ()),
        tokens=covered | frozenset(t.i for t in tokens),
        spoken=spoken,
        qualifiers=_instead_of(instead["old"]) if instead else (),
        kind="state" if rule else "event",
        positive=not negative,
        validity=None if standing else _when(reading, tokens),
        flags=frozenset({"instruction"}),
        certain=CERTAIN,
    )
    yield base
    if instead is not None and rule:
        old = f"{tokens[0].lower_} {instead['old']}"
        yield replace(
            base,
            object=Argument(Value(old, "clause"), old, ()),
            qualifiers=(),
            positive=False,
            spoken=f"does not want {agent} to",
        )


def _requirement(reading: Reading) -> Iterator[Draft]:
    """As in "It should use Redis 7": what the thing spoken of is to be like."""
    whole = _words(reading, list(reading.doc))
    if re.match(r"(?:it|they)\b", whole, re.IGNORECASE):
        return
    told, speaker = _short(whole), reading.scene.speaker
    yield Draft(
        subject=Argument(speaker, speaker.name, ()),
        predicate="wants",
        object=Argument(Value(told, "clause"), told, ()),
        tokens=frozenset(t.i for t in reading.doc),
        spoken="wants that",
        flags=frozenset({"instruction"}),
        certain=CERTAIN,
    )


def _instead_of(old: str) -> tuple[tuple[str, Argument], ...]:
    return (("instead of", Argument(Value(old), old, ())),)


def _agent(reading: Reading) -> str:
    """Who is to do it: the assistant of the conversation, else whoever listens."""
    return reading.scene.agent or "the agent"


def _words(reading: Reading, tokens: list[Token]) -> str:
    """The instruction with the speaker's name for "me", and for "it" what it means."""
    text = ""
    for token in tokens:
        word = token.text
        own = _OWN.get(token.lower_)
        if own is not None:
            word = own.format(reading.scene.speaker.name)
        elif token.tag_ in {"PRP", "PRP$"} and token.lower_ not in _SHARED:
            name = _meant(reading, token)
            if name:
                word = f"{name}'s" if token.tag_ == "PRP$" else name
        text += word + token.whitespace_
    plain = untied(text.strip(" .,;:!?"))
    plain = re.sub(r"\b(?:please|kindly|from now on|instead)$", "", plain, flags=re.IGNORECASE)
    plain = plain.strip(" .,;:!?")
    return plain[:1].lower() + plain[1:] if plain[1:2].islower() else plain


def _meant(reading: Reading, token: Token) -> str:
    """What a pronoun means; for "it", if need be, what the sentence before was about."""
    name, _ = coreference.resolve(reading, token)
    if name != token.lower_:
        return name
    several = token.lower_ in {"they", "them", "their"}
    if token.lower_ not in {"it", "its"} and not several:
        return ""
    near = [
        m
        for m in reading.mentions
        if m.place[0] == reading.place - 1 and not m.animate and m.plural == several
    ]
    return max(near, key=lambda m: m.weight).surface if near else ""


def _short(text: str) -> str:
    return text if len(text.split()) <= MOST_WORDS else wording.shortened(text, MOST_WORDS)


def _when(reading: Reading, tokens: list[Token]) -> Validity | None:
    """The day by or on which it is wanted; a time of day is a part of what is wanted."""
    inside = {t.i for t in tokens}
    found = [m for m, covered in reading.times if inside & set(covered)]
    dated = [
        m
        for m in found
        if m.kind in {"point", "until"}
        and (bound := m.validity.start or m.validity.end) is not None
        and bound.granularity not in _CLOCK
    ]
    return timing.merged(tuple((m, frozenset[int]()) for m in dated)) if dated else None


def required(draft: Draft, clause: Clause, reading: Reading) -> Draft:
    """As in "it should run on Postgres 15", said to an agent: wanted of the thing, not yet so."""
    scene = reading.scene
    if draft.modality != "hypothetical" or (not scene.working and not scene.opening):
        return draft
    helper = next(
        (
            c.lower_
            for v in clause.verbs
            for c in v.children
            if c.dep_ == "aux" and c.lower_ in _NEEDS
        ),
        "",
    )
    if not helper or scene.observation.role not in {"user", "system"} or clause.mark:
        return draft
    if draft.subject.term == scene.speaker or "opinion" in draft.flags:
        return draft
    return replace(draft, modality="wished", flags=draft.flags | {"required"}, certain=REQUIRED)
