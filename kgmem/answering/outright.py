"""The answer that facts give outright, by kind of question."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from kgmem.answering.dates import how_long, how_often, moment_of, when
from kgmem.answering.direct import Kinds, matches, through
from kgmem.answering.frames import (
    KINDS,
    WORK_ORDER,
    asks_identity,
    asks_work,
    described,
)
from kgmem.answering.lists import said_number
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Scored
from kgmem.answering.measures import amount_of, asked_measures
from kgmem.answering.reply import Reply, as_named, different, distinct, from_facts, tidy
from kgmem.answering.roles import PLACE_ROLES, novelty, stranded
from kgmem.answering.selecting import Match
from kgmem.answering.shapes import UNRESOLVED, describes, only_mentions, trimmed
from kgmem.answering.sides import is_age
from kgmem.answering.states import is_sender
from kgmem.answering.times import asks_usual, gives_up, past, present
from kgmem.language.questions_shape import Kind
from kgmem.results import Fact

_MOST = 8
_LONGEST = 8
_AT_PLACE = re.compile(r"\b(?:in|at|to|from|near|into)$", re.I)
_WHAT_IS = re.compile(r"^what\b", re.I)
_NAMED = ("person", "animal", "group", "organization")
_THINGS = ("what", "which", "list")


def outright(material: Material, kinds: Kinds, valid_at: datetime | None = None) -> Reply | None:
    """What facts that say all the question says answer; None when there are none.

    Args:
        material: everything found.
        kinds: by entity id what it is.
        valid_at: the time asked about, where the caller gave one.
    """
    found = matches(material, kinds, valid_at)
    answerer = _answerer(material)
    reply = answerer(found, material) if found else None
    theirs = through(material, kinds) if reply is None else None
    if theirs is None:
        return reply
    found = matches(theirs, kinds, valid_at)
    return answerer(found, theirs) if found else None


def _answerer(material: Material) -> Callable[[Sequence[Match], Material], Reply | None]:
    question = material.question
    usual = _BY_KIND.get(question.kind, _things)
    return _amount if asked_measures(question) and question.kind != "how_long" else usual


def _amount(found: Sequence[Match], material: Material) -> Reply | None:
    """The amount of the best match."""
    measures = asked_measures(material.question)
    given = ((m, text) for m in found if (text := amount_of(m.fact, measures)))
    return next((stated(text, [m.scored]) for m, text in given), None)


def _things(found: Sequence[Match], material: Material) -> Reply | None:
    """The other side of every match, or the qualifier that the question asks for."""
    if _WHAT_IS.match(material.question.short) and asks_identity(material.question):
        found = [m for m in found if m.fact.relation in KINDS] or found
    if asks_work(material.question):
        found = sorted(found, key=lambda m: _rank(m.fact.relation))[:1]
    return _listed(found, [_thing(m, material) for m in found], material)


def _rank(relation: str) -> int:
    return WORK_ORDER.index(relation) if relation in WORK_ORDER else len(WORK_ORDER)


def _thing(match: Match, material: Material) -> str:
    fact, question = match.fact, material.question
    if asks_identity(question) and described(question):
        return fact.subject if match.side == "subject" else fact.object
    if match.side != "subject":
        if asks_identity(question) and fact.predicate.endswith((" is", " was")):
            return f"{fact.subject}'s {fact.predicate.rsplit(' ', 1)[0]}"
        named = _of_kind(fact, material) or fact.subject
        return "" if question.kind in _THINGS and is_sender(fact) else named
    role = stranded(question.short)
    after = _after(role, fact.object)
    if after:
        return after
    if asks_work(question):
        return fact.qualifiers.get("as", fact.object)
    if role in fact.qualifiers:
        return fact.qualifiers[role]
    if role and fact.kind == "event" and not fact.predicate.endswith(role):
        return ""
    return fact.object


def _of_kind(fact: Fact, material: Material) -> str:
    """What is of the kind asked for among the company of a fact: "Which host was it put on?"."""
    head = material.focus.head
    if not head or head <= stems(fact.subject):
        return ""
    role = fact.qualifiers.get(stranded(material.question.short), "")
    return role or next((t for t in fact.qualifiers.values() if head <= stems(t)), "")


def _after(role: str, text: str) -> str:
    """What stands after the preposition that a question ends in: Tom of "chess with Tom"."""
    match = re.search(rf"\w {role} (.+)$", text) if role else None
    return match.group(1) if match else ""


def _who(found: Sequence[Match], material: Material) -> Reply | None:
    return _listed(found, [_person(m, material) for m in found], material)


def _person(match: Match, material: Material) -> str:
    fact = match.fact
    if match.side != "subject" or asks_identity(material.question):
        return _thing(match, material)
    after = _after(stranded(material.question.short), fact.object)
    if after:
        return after
    company = [fact.qualifiers.get(r, "") for r in ("with", "by", "to", "for", "from")]
    role = stranded(material.question.short)
    if role and fact.qualifiers.get(role):
        return fact.qualifiers[role]
    kind = material.type_of(fact)
    if kind in _NAMED or (kind == "thing" and fact.object[:1].isupper()):
        return fact.object
    return next((t for t in company if t[:1].isupper()), "")


def _where(found: Sequence[Match], material: Material) -> Reply | None:
    return _listed(found, [_place(m, material) for m in found], material)


def _place(match: Match, material: Material) -> str:
    fact = match.fact
    if match.side != "subject":
        return next((t for r, t in fact.qualifiers.items() if r in PLACE_ROLES), "")
    fits = material.type_of(fact) == "place" or _AT_PLACE.search(fact.predicate)
    if fact.object and fits and novelty(fact.object, material.question) >= 0.5:
        return fact.object
    return next((t for r, t in fact.qualifiers.items() if r in PLACE_ROLES), "")


def _listed(found: Sequence[Match], texts: Sequence[str], material: Material) -> Reply | None:
    """The texts that add something to the question, with the facts that gave them."""
    shown: list[str] = []
    used: list[Scored] = []
    describing = [describes(text, material.question) for text in texts]
    for match, text, again in zip(found, texts, describing, strict=True):
        if again and not all(describing):
            continue  # "new dentist" beside the new dentist's name
        text = as_named(text, match.scored)
        clean = tidy(text) if asks_identity(material.question) else trimmed(tidy(text), material)
        new = novelty(clean, material.question) >= 0.5 or not stems(clean)
        if clean and new and len(clean.split()) <= _LONGEST and not UNRESOLVED.search(clean):
            shown.append(clean)
            used.append(match.scored)
    kept = distinct(shown)[:_MOST]
    return stated(", ".join(kept), used) if kept else None


def stated(text: str, used: Sequence[Scored]) -> Reply:
    """A reply that facts state."""
    ids = ", ".join(s.fact.id for s in used[:_MOST])
    return from_facts(text, used[:_MOST], support=1.0, reason=f"stated by {ids}")


def _when(found: Sequence[Match], material: Material) -> Reply | None:
    """The time of a fact; for an event without one the day it was said."""
    dated = [m for m in found if m.fact.validity.wording]
    order = material.question.order
    if dated and order in ("first", "last"):
        dated.sort(key=lambda m: moment_of(m.scored), reverse=order == "last")
    if dated:
        return stated(dated[0].fact.validity.wording, [dated[0].scored])
    events = [m for m in found if m.fact.kind == "event" and not asks_usual(material.question)]
    return _of_matches(when)(events, material) if events else None


def _how_many(found: Sequence[Match], material: Material) -> Reply | None:
    if material.question.answer_type == "age":
        ages = [m for m in found if is_age(m.fact)]
        return stated(ages[0].fact.object, [ages[0].scored]) if ages else None
    said = said_number(material)
    if said is not None:
        return said
    found = [m for m in found if not only_mentions(_thing(m, material), material.question)]
    things = _listed(found, [_thing(m, material) for m in found], material)
    if things is None:
        return None
    count = len(different(tidy(_thing(m, material)) for m in found))
    return replace(things, text=str(count), reason=f"counted: {things.text}")


def _yes_no(found: Sequence[Match], material: Material) -> Reply | None:
    """Yes or no by the last that was said; what held once is so of the past, whatever ended it."""
    question = material.question
    held = [m for m in found if m.fact.status == "live"] if present(question) else found
    if not held:
        return None
    over = {m.fact.id for m in held if gives_up(m.fact, question)}
    once = [m for m in held if m.fact.positive and m.fact.id not in over]
    if past(question) and once:
        return stated("Yes", [once[0].scored])
    best = max(held, key=lambda m: (m.fact.said, m.fact.id not in over, m.scored.score))
    holds = best.fact.positive and best.fact.id not in over
    return stated("Yes" if holds else "No", [best.scored])


def _of_matches(
    answerer: Callable[[Material], Reply | None],
) -> Callable[[Sequence[Match], Material], Reply | None]:
    """An answerer that looks at the sentences and facts that match alone."""

    def answer(found: Sequence[Match], material: Material) -> Reply | None:
        facts = tuple(m.scored for m in found)
        passages = tuple({id(s.passage): s.passage for s in facts if s.passage}.values())
        return answerer(replace(material, facts=facts, passages=passages))

    return answer


_BY_KIND: Mapping[Kind, Callable[[Sequence[Match], Material], Reply | None]] = {
    "who": _who, "where": _where, "when": _when, "how_many": _how_many, "yes_no": _yes_no,
    "how_long": _of_matches(how_long), "how_often": _of_matches(how_often),
    "why": lambda _found, _material: None, "how": lambda _found, _material: None,
    "common": lambda _found, _material: None, "comparison": lambda _found, _material: None,
    "other": lambda _found, _material: None,
}  # fmt: skip
