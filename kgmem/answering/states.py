"""The state that a thing is in: "Is the kitchen light on?", "Which orders are pending?"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import get_args

from kgmem.answering.matching import stem_of, stems
from kgmem.answering.material import Material, Passage, Scored, is_stated
from kgmem.answering.reply import Reply, distinct, from_facts, from_words
from kgmem.answering.times import UNREAL
from kgmem.language.names import normalise
from kgmem.language.questions import Question
from kgmem.results import Fact
from kgmem.types import Role

_WORDS = (
    "on|off|open|opened|closed|shut|locked|unlocked|running|stopped|online|offline|up|down|enabled"
    "|disabled|active|inactive|expired|done|finished|resolved|empty|full"
)
_STATE = re.compile(rf"\b(?:{_WORDS})\b", re.I)
_ASKS = re.compile(
    r"^(?:is|are)(?:n['’]t)? (?:the )?(?P<what>.+?) (?:still |now |already |currently )?"
    rf"(?P<state>{_WORDS})$", re.I
)  # fmt: skip
_TURNS = "opened|reopened|closed|shut|locked|unlocked|stopped|expired|enabled|disabled|resolved"
_TOLD = re.compile(
    rf"\b(?:(?:is|are|['’]s)(?P<not> not|n['’]t)?(?: now| still| already| back)* "
    rf"(?P<state>{_WORDS})|(?:(?:has|have)(?: now| just)?(?: been)? )?(?P<turn>{_TURNS}))\b"
    r"(?:\s+(?:down|up|for good)\b)?(?:\s+(?:now|again|already|today|yesterday)\b)?\W*$", re.I
)  # fmt: skip
"""What is in a state, or has come into one: "the shop has closed down"."""
_BY = re.compile(rf"\b(?:was|were|got|has been|have been) (?P<turn>{_TURNS}) by\b", re.I)
_WORD = r"\w+(?:['’.-]\w+)*\.?"
_DID = re.compile(
    rf"^(?P<doer>(?:[\w'’.-]+ ){{1,3}}?)(?P<turn>{_TURNS}) (?P<what>{_WORD}(?: {_WORD}){{0,7}}?)"
    r"(?: (?:today|yesterday|again|now|just now|this morning|last night|on \w+day))?\W*$", re.I
)  # fmt: skip
"""Who brought a thing into a state: "Tom closed the window"."""
_UNDONE = re.compile(r"\b(?:should|will|almost|nearly|when|before|until|once)\b", re.I)
"""What, beside `UNREAL`, leaves open whether something was done, or since when it is over."""
_HEARSAY = re.compile(
    r"\b(?:that|sa(?:y|ys|id)|tells?|told|h(?:ears?|eard)|thinks?|thought|believe[sd]?|claim(?:s|ed)?"
    r"|forg[eo]ts?|guess(?:ed)?|suppose[sd]?|ask(?:s|ed)?|wonder(?:s|ed)?|imagine[sd]?)\b", re.I
)  # fmt: skip
"""What stands before words that need not be so: "Tom forgot he closed the window"."""
_REPLY = re.compile(r"^(?:no|yes|yeah|ok(?:ay)?|well)\b[,.!]? ", re.I)
"""What a reply begins with and that changes nothing of what it tells."""
_LISTS = (
    re.compile(r"^(?:which|what|how many) (?P<noun>[\w-]+) (?P<state>[a-z]+ed)$", re.I),
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
_ROLES = frozenset(get_args(Role))
_OPPOSITES = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("on", "off"), ("open opened reopened", "closed shut resolved done finished"),
        ("locked", "unlocked open opened"), ("running up active online", "stopped down offline"),
        ("online", "offline"), ("up", "down"), ("enabled", "disabled"),
        ("active", "inactive expired"),
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
    return frozenset(m.casefold() for m in _STATE.findall(text))


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
    said = [(p, seen) for p in material.passages if (seen := _told(p, what))]
    latest = max(said, key=lambda pair: (pair[0].time, pair[0].start), default=None)
    last = max(told, key=lambda s: (s.fact.said, s.score), default=None)
    if last is not None and (latest is None or latest[0].time <= last.fact.said):
        text = _verdict(last.fact.object.casefold(), state)
        reason = f"{last.fact.id} says so"
        return from_facts(text, [last], support=1.0, reason=reason) if text else None
    if latest is None:
        return None
    text = _verdict(latest[1].removeprefix(_NOT), state)
    if latest[1].startswith(_NOT):
        text = "No" if text == "Yes" else ""
    return from_words(text, latest[0], support=1.0, reason="the words say so") if text else None


_NOT = "not "


def _told(passage: Passage, what: frozenset[str]) -> str:
    """The state that a sentence says a thing to be in; empty where it says none."""
    if passage.asks:
        return ""
    text = _REPLY.sub("", passage.text)
    match = _TOLD.search(text)
    if match is not None and _unreal(text[: match.start()]):
        return ""
    if match is not None and stems(text[: match.start()]) == what:
        denied = _NOT if match["not"] else ""
        return denied + (match["state"].casefold() if match["state"] else _reached(match))
    if _unreal(text):
        return ""
    by = _BY.search(text)
    if by is not None and stems(text[: by.start()]) == what:
        return _reached(by)
    did = _DID.match(text)
    if did is None or stems(did["what"]) != what or _HEARSAY.search(did["doer"]):
        return ""
    return _reached(did)


def _unreal(text: str) -> bool:
    """Whether words leave open whether what they tell is so."""
    return bool(UNREAL.search(text) or _UNDONE.search(text))


def _reached(match: re.Match[str]) -> str:
    """The state that a change leads to: what was reopened is open."""
    turn = match["turn"].casefold()
    return "open" if turn in {"opened", "reopened"} else turn


def _verdict(told: str, asked: str) -> str:
    if _alike(told, asked):
        return "Yes"
    against = any(
        (told in a and asked in b) or (asked in a and told in b) for a, b in _OPPOSITES
    )  # fmt: skip
    return f"No, it is {told}" if against else ""


def in_states(material: Material, before: Material) -> Reply | None:
    """From a value to its subjects: "Which orders are pending?", "How many orders are pending?".

    A thing counts where its name or the data it was read from has the noun asked for.

    Args:
        material: what holds.
        before: the same with what no longer holds.
    """
    asked = material.question.short.rstrip("?!. ")
    match = next((m for pattern in _LISTS if (m := pattern.match(asked))), None)
    if match is None:
        return None
    noun, state = stems(match["noun"]), match["state"].casefold()
    found = [(s, s.fact.subject) for s in material.facts if not is_sender(s.fact)]
    found = [(s, name) for s, name in found if noun <= _around(s, material)]
    found = [(s, name) for s, name in (*found, *_sent(noun, before)) if _has(s, state)]
    if not found or not noun:
        return None
    found.sort(key=lambda p: (p[0].fact.said, *(e.start for e in p[0].fact.evidence[:1])))
    names = distinct(name for _, name in found)
    many = material.question.kind == "how_many"
    used = list({s.fact.id: s for s, _ in found}.values())
    reason = f"stated by {', '.join(s.fact.id for s in used)}"
    text = str(len(names)) if many else ", ".join(names)
    return from_facts(text, used, support=1.0, reason=reason)


def _sent(noun: frozenset[str], before: Material) -> Iterator[tuple[Scored, str]]:
    """What data without a name of its own tells: facts with the things that they are of.

    `{"test": "login", "status": "failed"}` tells of the test, not of the tool that sent it; what
    was told of another test before then is so still.
    """
    told = [
        s
        for s in before.facts
        if is_sender(s.fact) and s.fact.predicate.endswith(" is") and is_stated(s.fact, ended=True)
    ]
    names: dict[str, list[str]] = {}
    for scored in told:
        if stems(scored.fact.predicate) == noun:
            for evidence in scored.fact.evidence:
                names.setdefault(evidence.episode, []).append(scored.fact.object)
    last: dict[tuple[str, str], tuple[datetime, Scored]] = {}
    for scored in told:
        for evidence in scored.fact.evidence:
            for name in names.get(evidence.episode, ()):
                key = (name, scored.fact.predicate)
                if key not in last or last[key][0] <= evidence.time:
                    last[key] = evidence.time, scored
    return ((scored, name) for (name, _), (_, scored) in last.items())


def is_sender(fact: Fact) -> bool:
    """Whether a fact's subject is only what sent the words: a tool that names nothing else."""
    name = normalise(fact.subject)
    data = fact.relation.startswith(("record_", "has_")) and fact.predicate.endswith(" is")
    senders = {normalise(e.speaker or "") for e in fact.evidence}
    return name in _ROLES or (data and senders == {name})


def _has(scored: Scored, state: str) -> bool:
    """Whether a fact says a state: "status is failed", "failed"."""
    fact = scored.fact
    said = fact.object if fact.predicate.endswith(" is") else "" if fact.object else fact.predicate
    return is_stated(fact, ended=is_sender(fact)) and bool(said) and _alike(said.casefold(), state)


def _alike(one: str, other: str) -> bool:
    """Whether two states are the same one: "resolve", "resolved"; "up" and "down" are not."""
    return one == other or stem_of(one) == stem_of(other)


def _around(scored: Scored, material: Material) -> frozenset[str]:
    """What a thing is called, and for one of data the words of its data."""
    episodes = {e.episode for e in scored.fact.evidence}
    data = [p.text for p in material.passages if p.raw and p.episode in episodes]
    return frozenset().union(stems(scored.fact.subject), *map(stems, data))
