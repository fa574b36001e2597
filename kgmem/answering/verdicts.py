"""No to what a fact speaks against: another value, the other way round, over, never so."""

from __future__ import annotations

import re
from dataclasses import replace

from kgmem.answering.direct import Kinds, matches
from kgmem.answering.frames import one_at_a_time
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Scored, is_stated
from kgmem.answering.outright import stated
from kgmem.answering.reply import Reply
from kgmem.answering.sides import holds_both, says_verb_of
from kgmem.answering.times import present
from kgmem.language.names import normalise

_TWO = 2
_NEVER = re.compile(r"\bnever\b", re.I)
_NOT = stems("never")


def contradicted(material: Material) -> Reply | None:
    """No to a question whose relation holds one value, and another one: she lives in Lisbon."""
    question = material.question
    if question.kind != "yes_no" or not present(question):
        return None
    for scored in material.facts:
        fact = scored.fact
        if _turned_round(scored, material):
            return stated("No", [scored])
        rest = frozenset(material.focus.weights) - stems(f"{fact.predicate} {fact.relation}")
        told = len(rest) < len(material.focus.weights)
        single = one_at_a_time(fact.relation, material.book) and is_stated(fact)
        if single and told and scored.own >= 1.0 and _names_another(rest, fact.object, material):
            return stated("No", [scored])
    return None


def _turned_round(scored: Scored, material: Material) -> bool:
    """Whether a fact says of two what a question asks the other way round: whose boss who is."""
    fact = scored.fact
    both = {normalise(fact.subject), normalise(fact.object)}
    named = {normalise(name) for name in material.question.names}
    if not is_stated(fact) or len(both) != _TWO or not both <= named:
        return False
    said = stems(f"{fact.predicate} {fact.relation.replace('_', ' ')}")
    needed = frozenset(material.focus.weights) - {s for name in both for s in stems(name)}
    wrong = not holds_both(fact, material) or says_verb_of(fact, "subject", material)
    asked = normalise(fact.subject) in material.people.asked
    return wrong and asked and bool(needed) and needed <= said


def no_longer(material: Material, before: Material, kinds: Kinds) -> Reply | None:
    """No to whether something holds now of which only what has ended, or lapsed, says that it did.

    Args:
        material: what holds.
        before: everything found, with what no longer holds.
        kinds: by entity id what it is.
    """
    if before.question.kind != "yes_no" or not present(before.question):
        return None
    held = {s.fact.id for s in material.facts}
    found = [m for m in matches(before, kinds) if m.fact.positive]
    found = [m for m in found if m.fact.kind != "event" or m.fact.id not in held]
    over = [m for m in found if m.fact.id not in held]
    return stated("No", [over[0].scored]) if over and len(over) == len(found) else None


def never(before: Material, kinds: Kinds) -> Reply | None:
    """Whether something was ever, or never, so of which only what was corrected says that it was.

    What was taken back without another value in its place may be so after all.

    Args:
        before: everything found, with what was retracted.
        kinds: by entity id what it is.
    """
    if before.question.kind != "yes_no":
        return None
    held = {
        (s.fact.subject_id, s.fact.relation)
        for s in before.facts
        if s.fact.status == "live" and one_at_a_time(s.fact.relation, before.book)
    }
    taken = [
        s
        for s in before.facts
        if s.fact.status == "retracted"
        and s.fact.positive
        and (s.fact.subject_id, s.fact.relation) in held
    ]
    denied = _NEVER.search(before.question.short) is not None
    if denied:
        before = _without_never(before)
    ended = tuple(replace(s, fact=replace(s.fact, status="ended")) for s in taken)
    found = matches(replace(before, facts=ended), kinds) if ended else []
    return stated("Yes" if denied else "No", [found[0].scored]) if found else None


def _without_never(material: Material) -> Material:
    """The same with a focus on what was never so."""
    focus = material.focus
    left = {s: w for s, w in focus.weights.items() if s not in _NOT}
    return replace(material, focus=replace(focus, weights=left, total=sum(left.values())))


def _names_another(rest: frozenset[str], held: str, material: Material) -> bool:
    """Whether all that is left of a question is one name that is not the value held."""
    other = [n for n in material.question.names if n not in material.question.about]
    return len(other) == 1 and rest == stems(other[0]) and not rest & stems(held)
