"""What agents were asked for, what happened to things, and why: read off wishes and said reasons.

For questions about things and work. What people tell of themselves is answered elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kgmem.answering.matching import stems, values_of
from kgmem.answering.material import Material, Passage, Scored
from kgmem.answering.measures import amount_of, amounts, asked_measures, implied
from kgmem.answering.reply import Reply, distinct, from_facts, from_words, tidy

_WISHES = frozenset(["wants", "asked for"])
_LIMITS = re.compile(r"\b(?:may|at most|maximum|max|budget|limit|allowed|up to|under)\b", re.I)
_LIMITED = re.compile(
    r"\b(?:at most|no more than|not more than|up to|maximum|max|under|below|above|over|within|not over"
    r"|at least)\b", re.I
)  # fmt: skip
_LEADING = re.compile(
    r"^(?P<prep>in|at|with|by|on|from|to|for|under) (?:which|what) (?P<noun>\w+)\b.*"
    r"\b(?:wants?|wanted|should|must|ask(?:s|ed)?|prefers?|likes?)\b", re.I
)  # fmt: skip
_ASKED = re.compile(
    r"\b(?:should|must|ask(?:s|ed)? for|wants?|wanted|order(?:s|ed)?|request(?:s|ed)?)\b", re.I
)
_COLOUR = re.compile(r"^(?:which|what) (?P<noun>[\w-]+)\b", re.I)
_HAPPENED = re.compile(r"^what (?:has )?happened (?:to|with) (?:the )?(?P<what>.+?)\W*$", re.I)
_ORDER = stems("first second last latest new old original")
_LABEL = re.compile(
    r"^(?:what|which) (?:is|was|are) (?:the |its |their |my )?(?P<noun>[a-z][\w-]*(?: [a-z][\w-]*){0,2})"
    r"(?: (?:of|for|at|to|on|from|with) (?P<of>.+?))?\W*$", re.I
)  # fmt: skip
_CODED = frozenset(
    [
        "number",
        "code",
        "id",
        "reference",
        "token",
        "key",
        "pin",
        "password",
        "version",
        "address",
        "url",
        "port",
    ]
)
_WHY = re.compile(
    r"(?P<what>.+?),?\s(?:because(?: of)?|since|due to|as (?=the\b|it\b|there\b|we\b|they\b))\s?(?P<why>.+)"
    r"|(?:because|since|as)\s(?P<first>[^,]+),\s(?P<then>.+)"
    r"|(?P<cause>.+?),\s(?:so|therefore|that's why|which is why)\s(?P<effect>.+)", re.I | re.S
)  # fmt: skip
_COVERED, _NAMED, _ENOUGH = 0.6, 0.4, 0.55
LONGEST_REASON = 12
_CUT = re.compile(r"(?:,|;|\sand\s|\sbut\s)")


def dealt(material: Material) -> Reply | None:
    """What a wish, an event or a reason answers; None where none does."""
    question = material.question
    found = limit(material) if asked_measures(question) and _LIMITS.search(question.short) else None
    found = found or wished(material) or valued(material) or beside(material)
    found = found or priced(material) or done_to(material)
    if found is not None or _personal(material):
        return found
    answerers: tuple[Callable[[Material], Reply | None], ...] = (happened, labelled_as, reason)
    return next((r for answer in answerers if (r := answer(material)) is not None), None)


def _personal(material: Material) -> bool:
    """Whether it is about somebody who speaks: what they say of themselves is a talk, no work."""
    return bool(material.people.asked) and material.people.speaks


def _wishes(material: Material) -> Iterator[Scored]:
    for scored in material.facts:
        fact = scored.fact
        if fact.predicate in _WISHES and fact.tier == "asserted" and fact.status == "live":
            yield scored


def limit(material: Material) -> Reply | None:
    """The amount of a wish that limits something: "at most 1900 euros for everything"."""
    measures = asked_measures(material.question)
    best: Scored | None = None
    for scored in _wishes(material):
        said = scored.fact.object
        if not _LIMITED.search(said) or not any(amounts(said, measures)):
            continue
        if best is None or (scored.coverage, scored.fact.said) > (best.coverage, best.fact.said):
            best = scored
    if best is None:
        return None
    text = next(amounts(best.fact.object, measures)).text
    return from_facts(text, [best], support=1.0, reason=f"{best.fact.id} says so")


def wished(material: Material) -> Reply | None:
    """As in "In which language does Nora want the report?": what a wish has after "in"."""
    match = _LEADING.search(material.question.short)
    if match is None:
        return None
    asked = stems(material.question.short) - stems(match["noun"]) - _WANTING
    asked -= frozenset(s for name in material.people.asked for s in stems(name))
    after = re.compile(
        rf"\b{match['prep']} (?P<text>(?:the |a |an )?[\w'’:.-]+(?: [A-Z][\w'’-]+)*)", re.I
    )
    best: tuple[float, str, Scored] | None = None
    for scored in _wishes(material):
        given = [m["text"] for m in after.finditer(scored.fact.object)]
        given += [t for role, t in scored.fact.qualifiers.items() if role == match["prep"].lower()]
        told = stems(scored.fact.object)
        share = len(asked & told) / len(asked) if asked else 0.0
        new = [text for text in given if not stems(text) <= asked]
        if new and scored.fact.positive and share >= _ENOUGH and (best is None or share > best[0]):
            best = (share, new[-1], scored)
    if best is None:
        return None
    return from_facts(best[1], [best[2]], support=1.0, reason=f"{best[2].fact.id} says so")


_WANTING = stems("want wants wanted should must ask asked prefer prefers like likes get do")


def valued(material: Material) -> Reply | None:
    """As in "Which colour did Nora ask for first?": a value of that noun in what was asked for."""
    question = material.question
    match = _COLOUR.match(question.short)
    values = values_of(match["noun"]) if match is not None else frozenset()
    if not values or not _ASKED.search(question.short):
        return None
    asked = re.search(r"\border(?:s|ed)?\b", question.short, re.I) is None
    found = []
    for scored in material.facts:
        fact = scored.fact
        fits = fact.predicate in _WISHES if asked else fact.predicate == "ordered"
        if not fits or fact.tier != "asserted" or (asked and not _theirs(scored, material)):
            continue
        texts = [fact.object, *fact.qualifiers.values()]
        text = next((t for said in texts if (t := _value(said, values))), "")
        if text:
            found.append((fact.said, text, scored))
    if not found:
        return None
    pick = min if question.order == "first" else max
    _, text, scored = pick(found, key=lambda item: item[0])
    return from_facts(text, [scored], support=1.0, reason=f"{scored.fact.id} says so")


_BESIDE = re.compile(
    r"^(?P<prep>in|at|with|by|on|from|to|for|under|into|onto|through|over) (?:which|what) "
    r"(?P<noun>[\w-]+)\b", re.I
)  # fmt: skip


_HOLDING = re.compile(
    r"^(?:which|what) (?P<noun>[\w-]+(?: [\w-]+)?) (?P<verb>holds?|contains?|stores?|keeps?|hosts?) ",
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
    for scored in sorted(material.facts, key=lambda s: -s.coverage):
        fact = scored.fact
        value = next((fact.qualifiers[r] for r in roles if r in fact.qualifiers), "")
        said = stems(f"{fact.subject} {fact.predicate} {fact.object}")
        stated = fact.tier == "asserted" and fact.positive and fact.status != "retracted"
        if value and stated and needed and needed <= said and not stems(value) <= needed:
            return from_facts(value, [scored], support=1.0, reason=f"{fact.id} says so")
    return None


_PAID = frozenset(
    f"{helper}{verb}"
    for verb in ("ordered", "bought", "booked", "purchased", "paid", "paid for", "rented", "sold",
                 "reserved", "replaced", "charged", "refunded")
    for helper in ("", "has ", "was ", "were ")
)  # fmt: skip


def priced(material: Material) -> Reply | None:
    """As in "How much did the lamp cost?": what it was bought for."""
    measures = asked_measures(material.question)
    if "money" not in measures:
        return None
    asked = material.question.short
    needed = stems(asked) - implied(measures) - _ASKING
    for scored in sorted(material.facts, key=lambda s: s.fact.said, reverse=True):
        fact = scored.fact
        if fact.predicate not in _PAID or fact.tier != "asserted" or not fact.positive:
            continue
        said = stems(f"{fact.subject} {fact.predicate} {fact.object}")
        said |= stems(" ".join(fact.qualifiers.values()))
        text = amount_of(fact, ("money",))
        if text and needed and needed <= said:
            return from_facts(text, [scored], support=1.0, reason=f"{fact.id} says so")
    return None


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


def _theirs(scored: Scored, material: Material) -> bool:
    return not material.people.asked or scored.own >= 1.0


def _value(said: str, values: frozenset[str]) -> str:
    """The words of a text that are values, with the one before: "cream white", "slate grey"."""
    words = re.findall(r"[\w-]+", said)
    for at, word in enumerate(words):
        if stems(word) & values:
            start = at
            while start > 0 and (
                stems(words[start - 1]) & values or _SHADE.fullmatch(words[start - 1])
            ):
                start -= 1
            return " ".join(words[start : at + 1])
    return ""


_SHADE = re.compile(
    r"(?:light|dark|pale|deep|bright|navy|sky|slate|cream|off|jet|pearl|snow|midnight|forest|olive|lime"
    r"|mint|baby|royal|ice|sea|stone|steel|smoke|space|matte?|rose|wine|brick|burnt|dusty|warm|cool)", re.I
)  # fmt: skip


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
        near = _near(passage, material)
        share = len(of & near) / len(of) if of else 1.0
        value = (found["value"] or found["code"]).rstrip(".,;:!?)\"'")
        if value and share > 0.0 and (best is None or share > best[0]):
            best = (share, value, passage)
    if best is None:
        return None
    return from_words(best[1], best[2], support=1.0, reason="the words say so")


def _near(passage: Passage, material: Material) -> frozenset[str]:
    """The stems of a sentence's whole turn."""
    same = (p.text for p in material.passages if p.episode == passage.episode)
    return frozenset(s for text in same for s in stems(text))


def reason(material: Material) -> Reply | None:
    """As in "Why was the parcel late?": what follows "because" where the rest says what is asked."""
    if material.question.kind != "why":
        return None
    best: tuple[float, str, Passage] | None = None
    for passage in material.passages:
        match = _WHY.match(passage.text) if not passage.asks else None
        if match is None:
            continue
        what = match["what"] or match["then"] or match["effect"]
        why = match["why"] or match["first"] or match["cause"]
        share = material.focus.coverage(stems(what))
        named = [n for n in material.question.names if n.casefold() in what.casefold()]
        enough = _NAMED if len(named) > 1 else _COVERED
        if share >= enough and (best is None or share > best[0]):
            best = (share, why, passage)
    if best is None:
        return None
    return from_words(_short(best[1]), best[2], support=1.0, reason="the reason said")


def _short(text: str) -> str:
    """A reason of no more than a line: its first clause where it has several."""
    bare = tidy(text)
    while len(bare.split()) > LONGEST_REASON:
        cuts = [m.start() for m in _CUT.finditer(bare) if m.start() > 0]
        if not cuts:
            break
        bare = tidy(bare[: cuts[-1]])
    return bare
