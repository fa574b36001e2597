"""What was asked of agents, read off wishes: limits, values, how something is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.answering.matching import stems, values_of
from kgmem.answering.material import Material, Scored
from kgmem.answering.measures import amounts, asked_measures
from kgmem.answering.reply import Reply, from_facts

_ENOUGH = 0.55
"""Of a question's words, how many must be in a wish that answers it."""
WISHED = frozenset(["wants", "asked for"])
"""Predicates in which a wish is told."""
_LIMITS = re.compile(r"\b(?:may|at most|maximum|max|budget|limit|allowed|up to|under)\b", re.I)
_LIMITED = re.compile(
    r"\b(?:at most|no more than|not more than|up to|maximum|max|under|below|above|over|within"
    r"|not over|at least)\b", re.I
)  # fmt: skip
_LEADING = re.compile(
    r"^(?P<prep>in|at|with|by|on|from|to|for|under) (?:which|what) (?P<noun>\w+)\b.*"
    r"\b(?:wants?|wanted|should|must|ask(?:s|ed)?|prefers?|likes?)\b", re.I
)  # fmt: skip
_ASKED = re.compile(
    r"\b(?:should|must|ask(?:s|ed)? for|wants?|wanted|order(?:s|ed)?|request(?:s|ed)?)\b", re.I
)
_WHICH = re.compile(r"^(?:which|what) (?P<noun>[\w-]+)\b", re.I)


def _wishes(material: Material) -> Iterator[Scored]:
    for scored in material.facts:
        fact = scored.fact
        if fact.predicate in WISHED and fact.tier == "asserted" and fact.status == "live":
            yield scored


def limit(material: Material) -> Reply | None:
    """The amount of a wish that limits something: "at most 1900 euros for everything"."""
    measures = asked_measures(material.question)
    if not measures or not _LIMITS.search(material.question.short):
        return None
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
    match = _WHICH.match(question.short)
    values = values_of(match["noun"]) if match is not None else frozenset()
    if not values or not _ASKED.search(question.short):
        return None
    asked = re.search(r"\border(?:s|ed)?\b", question.short, re.I) is None
    found = []
    for scored in material.facts:
        fact = scored.fact
        fits = fact.predicate in WISHED if asked else fact.predicate == "ordered"
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
    r"(?:light|dark|pale|deep|bright|navy|sky|slate|cream|off|jet|pearl|snow|midnight|forest|olive"
    r"|lime|mint|baby|royal|ice|sea|stone|steel|smoke|space|matte?|rose|wine|brick|burnt|dusty|warm"
    r"|cool)", re.I
)  # fmt: skip
