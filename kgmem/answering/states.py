"""The state that a thing is in: "Is the kitchen light on?", "Which orders are pending?"."""

from __future__ import annotations

import re

from kgmem.answering.matching import stem_of, stems
from kgmem.answering.material import Material, Passage, Scored, is_stated
from kgmem.answering.reply import Reply, distinct, from_facts, from_words
from kgmem.language.questions import Question

_WORDS = (
    "on|off|open|opened|closed|shut|locked|unlocked|running|stopped|online|offline|up|down|enabled"
    "|disabled|active|inactive|done|finished|resolved|empty|full"
)
_ASKS = re.compile(
    r"^(?:is|are)(?:n['’]t)? (?:the )?(?P<what>.+?) (?:still |now |already |currently )?"
    rf"(?P<state>{_WORDS})$", re.I
)  # fmt: skip
_TOLD = re.compile(
    rf"\b(?:is|are|['’]s)(?P<not> not|n['’]t)?(?: now| still| already)* (?P<state>{_WORDS})\b"
    r"\s*(?:now|again|already)?\W*$", re.I
)  # fmt: skip
_LISTS = (
    re.compile(
        r"^(?:which|what|how many) (?P<noun>[\w-]+(?: [\w-]+)?) "
        r"(?:is|are|ha(?:s|ve) (?:the )?(?:status|state)) "
        r"(?:still |now |already |currently )?(?P<state>[\w-]+(?: [\w-]+)?)$", re.I
    ),
    re.compile(
        r"^(?:(?:which|what) are|list|show)(?: all)?(?: the)? (?P<state>[\w-]+) (?P<noun>[\w-]+)$",
        re.I,
    ),
)  # fmt: skip
_KEPT = frozenset({"state is", "status is"})
_OPPOSITES = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("on", "off"), ("open opened", "closed shut resolved done finished"),
        ("locked", "unlocked open opened"), ("running up active online", "stopped down offline"),
        ("online", "offline"), ("up", "down"), ("enabled", "disabled"), ("active", "inactive"),
        ("done finished resolved", "open opened pending running"), ("empty", "full"),
    )
)  # fmt: skip
"""States of which no thing is in both; of any other two it may be."""


def asked_state(question: Question) -> str:
    """The state that a yes-or-no question asks about, casefolded; empty where it asks for none."""
    match = _ASKS.match(question.short.rstrip("?! ")) if question.kind == "yes_no" else None
    return match["state"].casefold() if match else ""


def states_of(text: str) -> frozenset[str]:
    """The states that a text names."""
    return frozenset(m.casefold() for m in re.findall(rf"\b(?:{_WORDS})\b", text, re.I))


def in_state(material: Material) -> Reply | None:
    """Whether a thing is in the state asked about, by the one it was last said to be in."""
    match = _ASKS.match(material.question.short.rstrip("?! "))
    if match is None:
        return None
    what, state = stems(match["what"]), match["state"].casefold()
    told = [
        s
        for s in material.facts
        if s.fact.predicate in _KEPT and is_stated(s.fact) and stems(s.fact.subject) == what
    ]
    if told:
        last = max(told, key=lambda s: (s.fact.said, s.score))
        text = _verdict(last.fact.object.casefold(), state)
        reason = f"{last.fact.id} says so"
        return from_facts(text, [last], support=1.0, reason=reason) if text else None
    said = [(p, m) for p in material.passages if (m := _told(p, what)) is not None]
    if not said:
        return None
    passage, found = max(said, key=lambda pair: (pair[0].time, pair[0].start))
    text = _verdict(found["state"].casefold(), state)
    if found["not"]:
        text = "No" if text == "Yes" else ""
    reason = "the words say so"
    return from_words(text, passage, support=1.0, reason=reason) if text else None


def _told(passage: Passage, what: frozenset[str]) -> re.Match[str] | None:
    match = None if passage.asks else _TOLD.search(passage.text)
    if match is None or stems(passage.text[: match.start()]) != what:
        return None
    return match


def _verdict(told: str, asked: str) -> str:
    if _alike(told, asked):
        return "Yes"
    against = any(
        (told in a and asked in b) or (asked in a and told in b) for a, b in _OPPOSITES
    )  # fmt: skip
    return f"No, it is {told}" if against else ""


def in_states(material: Material) -> Reply | None:
    """From a value to its subjects: "Which orders are pending?", "How many orders are pending?".

    A thing counts where its name or the data it was read from has the noun asked for.
    """
    asked = material.question.short.rstrip("?!. ")
    match = next((m for pattern in _LISTS if (m := pattern.match(asked))), None)
    if match is None:
        return None
    noun, state = stems(match["noun"]), match["state"].casefold()
    found = [s for s in material.facts if _has(s, state) and noun <= _around(s, material)]
    if not found or not noun:
        return None
    found.sort(key=lambda s: (s.fact.said, s.fact.evidence[0].start if s.fact.evidence else 0))
    names = distinct(s.fact.subject for s in found)
    many = material.question.kind == "how_many"
    reason = f"stated by {', '.join(s.fact.id for s in found)}"
    text = str(len(names)) if many else ", ".join(names)
    return from_facts(text, found, support=1.0, reason=reason)


def _has(scored: Scored, state: str) -> bool:
    fact = scored.fact
    told = fact.predicate.endswith(" is") and is_stated(fact)
    return told and _alike(fact.object.casefold(), state)


def _alike(one: str, other: str) -> bool:
    """Whether two states are the same one: "resolve", "resolved"; "up" and "down" are not."""
    return one == other or stem_of(one) == stem_of(other)


def _around(scored: Scored, material: Material) -> frozenset[str]:
    """What a thing is called, and for one of data the words of its data."""
    episodes = {e.episode for e in scored.fact.evidence}
    data = [p.text for p in material.passages if p.raw and p.episode in episodes]
    return frozenset().union(stems(scored.fact.subject), *map(stems, data))
