"""What happened to things and what was done with them, why, and what is told beside it.

For questions about things and work. What people tell of themselves is answered elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage, Scored, turn_stems
from kgmem.answering.measures import amount_of, asked_measures, implied
from kgmem.answering.reasons import LONGEST_REASON, reason
from kgmem.answering.reply import Reply, distinct, from_facts, from_words, tidy
from kgmem.answering.wishes import limit, valued, wished
from kgmem.language.names import normalise
from kgmem.results import Fact

_HAPPENED = re.compile(r"^what (?:has )?happened (?:to|with) (?:the )?(?P<what>.+?)\W*$", re.I)
_ORDER = stems("first second last latest new old original")
_LABEL = re.compile(
    r"^(?:what|which) (?:is|was|are) (?:the |its |their |my )?"
    r"(?P<noun>[a-z][\w-]*(?: [a-z][\w-]*){0,2})"
    r"(?: (?:of|for|at|to|on|from|with) (?P<of>.+?))?\W*$", re.I
)  # fmt: skip
_CODED = frozenset(
    ["number", "code", "id", "reference", "token", "key", "pin", "password", "version", "address",
     "url", "port"]
)  # fmt: skip


def dealt(material: Material) -> Reply | None:
    """What a wish, an event or a reason answers; None where none does."""
    found = limit(material)
    found = found or wished(material) or valued(material) or beside(material)
    found = found or priced(material) or done_to(material)
    if found is not None or _personal(material):
        return found
    answerers: tuple[Callable[[Material], Reply | None], ...] = (happened, labelled_as, reason)
    return next((r for answer in answerers if (r := answer(material)) is not None), None)


def _personal(material: Material) -> bool:
    """Whether it is about somebody who speaks: what they say of themselves is a talk, no work."""
    return bool(material.people.asked) and material.people.speaks


_BESIDE = re.compile(
    r"^(?P<prep>in|at|with|by|on|from|to|for|under|into|onto|through|over) (?:which|what) "
    r"(?P<noun>[\w-]+)\b", re.I
)  # fmt: skip
_HOLDING = re.compile(
    r"^(?:which|what) (?P<noun>[\w-]+(?: [\w-]+)?) (?P<verb>holds?|contains?|stores?|keeps?"
    r"|hosts?) ",
    re.I,
)


def beside(material: Material) -> Reply | None:
    """As in "On which host was db-2 put?": what a fact that says the rest has beside it."""
    short = material.question.short
    match = _BESIDE.match(short) or _HOLDING.match(short)
    if match is None or material.question.kind == "when":
        return None
    holds = "verb" in match.groupdict()
    needed = frozenset(material.focus.weights) - stems(match["noun"])
    needed -= stems(match["verb"]) if holds else frozenset()
    roles = ("in", "on", "to", "into") if holds else (match["prep"].casefold(),)
    latest = sorted(material.facts, key=lambda s: s.fact.said, reverse=True)
    for scored in sorted(latest, key=lambda s: -s.coverage):
        fact = scored.fact
        if holds and _moved_on(fact, roles, latest):
            continue
        value = _put(fact, roles)[1]
        said = stems(f"{fact.subject} {fact.predicate} {fact.object}")
        stated = fact.tier == "asserted" and fact.positive and fact.status != "retracted"
        if value and stated and needed and needed <= said and not stems(value) <= needed:
            return from_facts(value, [scored], support=1.0, reason=f"{fact.id} says so")
    return None


_MOVED = stems("move transfer migrate relocate shift")


def _put(fact: Fact, roles: Sequence[str]) -> tuple[str, str]:
    """What a fact says was put somewhere, and where; empty for nowhere."""
    value = next((fact.qualifiers[r] for r in roles if r in fact.qualifiers), "")
    if not value and "to" in roles and stems(fact.predicate) & _MOVED:
        thing, _, value = fact.object.partition(" to ")  # moved "the key to safe.toml"
        return normalise(thing), value
    return normalise(fact.object), value


def _moved_on(fact: Fact, roles: Sequence[str], latest: Sequence[Scored]) -> bool:
    """Whether what a fact says was put somewhere was taken elsewhere later."""
    thing = _put(fact, roles)[0]
    return any(
        s.fact.said > fact.said
        and stems(s.fact.predicate) & _MOVED
        and _put(s.fact, roles)[0] == thing
        and s.fact.tier == "asserted" and s.fact.positive and s.fact.status != "retracted"
        for s in latest
    )  # fmt: skip


_PAID = frozenset(
    f"{helper}{verb}"
    for verb in ("ordered", "bought", "booked", "purchased", "paid", "paid for", "rented", "sold",
                 "reserved", "replaced", "charged", "refunded")
    for helper in ("", "has ", "was ", "were ")
)  # fmt: skip
_OTHERWISE = {
    "sold": re.compile(r"\bs[eo](?:ll|ld)|\b(?:get|got|receive|made|make|earn)", re.I),
    "refunded": re.compile(r"\brefund|\bback\b|\breturn", re.I),
    "replaced": re.compile(r"\breplac", re.I),
}
"""What is no price that was paid for the thing itself, and how a question asks for it."""


def priced(material: Material) -> Reply | None:
    """As in "How much did the lamp cost?": what it was bought for."""
    measures = asked_measures(material.question)
    if "money" not in measures:
        return None
    asked = material.question.short
    needed = stems(asked) - implied(measures) - _ASKING
    for scored in sorted(material.facts, key=lambda s: s.fact.said, reverse=True):
        fact = scored.fact
        if not _is_price(fact.predicate, asked) or fact.tier != "asserted" or not fact.positive:
            continue
        said = stems(f"{fact.subject} {fact.predicate} {fact.object}")
        said |= stems(" ".join(fact.qualifiers.values()))
        text = amount_of(fact, ("money",))
        if text and needed and needed <= said:
            return from_facts(text, [scored], support=1.0, reason=f"{fact.id} says so")
    return None


def _is_price(predicate: str, asked: str) -> bool:
    """Whether what was done tells the price that is asked for: a refund, only where it is meant."""
    if predicate not in _PAID:
        return False
    other = _OTHERWISE.get(predicate.rpartition(" ")[2])
    return other is None or other.search(asked) is not None


_ASKING = stems("much many what how do get take all whole total")
_DONE_TO = re.compile(
    r"^(?:which|what) (?P<noun>[\w-]+(?: [\w-]+)?) (?:was|were|is|has been|have been|got) "
    r"(?P<verb>\w+(?:ed|en|t|d|n|e))\W*$", re.I
)  # fmt: skip


def done_to(material: Material) -> Reply | None:
    """As in "Which sample was discarded?": what somebody did that to."""
    match = _DONE_TO.match(material.question.short)
    if match is None:
        return None
    verb = stems(match["verb"])
    found = [
        s
        for s in material.facts
        if s.fact.kind == "event"
        and s.fact.positive
        and s.fact.object_id is not None
        and verb
        and verb == stems(s.fact.predicate)
        and (s.fact.tier == "asserted" or any(c.isdigit() for c in s.fact.object))
        and s.fact.status != "retracted"
    ]
    if not found:
        return None
    noun = match["noun"]
    shown = [s for s in found if _is_a(noun, s.fact.object, material)]
    if not shown:
        return None
    bare = re.compile(rf"^{re.escape(noun)} (?=\S*\d)", re.I)
    text = ", ".join(distinct(bare.sub("", s.fact.object) for s in shown[:6]))
    return from_facts(text, shown[:6], support=1.0, reason=f"{shown[0].fact.id} says so")


def _is_a(noun: str, name: str, material: Material) -> bool:
    """Whether a name is one of a kind by its own words or the noun right before it somewhere."""
    if stems(noun) <= stems(name):
        return True
    near = re.compile(rf"\b{re.escape(noun)}s?[\"':= ]+{re.escape(name)}(?!\w)", re.I)
    return any(near.search(p.text) for p in material.passages)


def happened(material: Material) -> Reply | None:
    """As in "What happened to the parcel?": what was told of it as an event."""
    match = _HAPPENED.match(material.question.short)
    what = stems(match["what"]) - _ORDER if match is not None else frozenset()
    if not what:
        return None
    found = [
        s
        for s in material.facts
        if s.fact.kind == "event"
        and s.fact.positive
        and s.fact.modality == "actual"
        and s.fact.predicate not in {"said", "asked"}
        and what <= stems(s.fact.subject) | _ORDER
        and stems(s.fact.subject)
    ]
    if not found:
        return None
    most = max(s.coverage for s in found)
    best = sorted((s for s in found if s.coverage >= most), key=lambda s: s.fact.said)[:_EVENTS]
    texts = [_told(s) for s in best]
    text = ", ".join(distinct(texts))
    if len(text.split()) > LONGEST_REASON:
        best, text = best[:1], texts[0]
    return from_facts(text, best, support=1.0, reason=f"{best[0].fact.id} says so")


_EVENTS = 3
"""Events that are told of one thing."""


def _told(scored: Scored) -> str:
    """What happened, with where or why: "was damaged in transit"."""
    fact = scored.fact
    return tidy(f"{fact.predicate} {fact.object}")


def labelled_as(material: Material) -> Reply | None:
    """As in "What is the order number of the lamp?": the words "the order number is KB-11"."""
    match = _LABEL.match(material.question.short)
    if match is None or match["noun"].split()[-1].casefold() not in _CODED:
        return None
    noun = re.escape(match["noun"])
    short = re.escape(match["noun"].rpartition(" ")[0] or match["noun"])
    told = re.compile(
        rf"\b{noun}\b(?:(?P<between>[^.;:\n]{{0,40}}?)(?:\s(?:is|was)\s(?:now )?|\s?[:=]\s?)|\s)"
        rf"(?P<value>[^\s,;]*[\d_/][^\s,;]*)|\b{short}\s(?P<code>(?=\S*\d)[A-Z][^\s,;]*)", re.I
    )  # fmt: skip
    of = stems(match["of"] or "")
    best: tuple[float, str, Passage] | None = None
    for passage in material.passages:
        found = told.search(passage.text) if not passage.asks else None
        if found is None:
            continue
        near = turn_stems(passage, material)
        share = len(of & near) / len(of) if of else 1.0
        value = (found["value"] or found["code"]).rstrip(".,;:!?)\"'")
        if value and share > 0.0 and (best is None or share > best[0]):
            best = (share, value, passage)
    if best is None:
        return None
    return from_words(best[1], best[2], support=1.0, reason="the words say so")
