"""No to what a fact speaks against: another value, the other way round, over, never so."""

from __future__ import annotations

from dataclasses import replace

from kgmem.answering.direct import Kinds, matches
from kgmem.answering.frames import one_at_a_time
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Scored
from kgmem.answering.outright import stated
from kgmem.answering.reply import Reply
from kgmem.answering.sides import holds_both, says_verb_of
from kgmem.answering.times import present
from kgmem.language.names import normalise

_TWO = 2


def contradicted(material: Material, kinds: Kinds) -> Reply | None:
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
        single = one_at_a_time(fact.relation) and fact.status == "live" and fact.positive
        theirs = scored.own >= 1.0 and fact.tier == "asserted"
        if single and told and theirs and _names_another(rest, fact.object, material):
            return stated("No", [scored])
    return None


def _turned_round(scored: Scored, material: Material) -> bool:
    """Whether a fact says of two what a question asks the other way round: whose boss who is."""
    fact = scored.fact
    live = fact.status == "live" and fact.positive and fact.tier == "asserted"
    both = {normalise(fact.subject), normalise(fact.object)}
    named = {normalise(name) for name in material.question.names}
    if not live or len(both) != _TWO or not both <= named:
        return False
    said = stems(f"{fact.predicate} {fact.relation.replace('_', ' ')}")
    needed = frozenset(material.focus.weights) - {s for name in both for s in stems(name)}
    wrong = not holds_both(fact, material) or says_verb_of(fact, "subject", material)
    asked = normalise(fact.subject) in material.people.asked
    return wrong and asked and bool(needed) and needed <= said


def no_longer(before: Material, kinds: Kinds) -> Reply | None:
    """No to whether something holds now of which only what has ended says that it did.

    Args:
        before: everything found, with what no longer holds.
        kinds: by entity id what it is.
    """
    if before.question.kind != "yes_no" or not present(before.question):
        return None
    found = [m for m in matches(before, kinds) if m.fact.kind != "event" and m.fact.positive]
    over = [m for m in found if m.fact.status == "ended"]
    return stated("No", [over[0].scored]) if over and len(over) == len(found) else None


def never(before: Material, kinds: Kinds) -> Reply | None:
    """No to whether something was ever so of which only what was corrected says that it was.

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
    ended = tuple(replace(s, fact=replace(s.fact, status="ended")) for s in taken)
    found = matches(replace(before, facts=ended), kinds) if ended else []
    return stated("No", [found[0].scored]) if found else None


def _names_another(rest: frozenset[str], held: str, material: Material) -> bool:
    """Whether all that is left of a question is one name that is not the value held."""
    other = [n for n in material.question.names if n not in material.question.about]
    return len(other) == 1 and rest == stems(other[0]) and not rest & stems(held)
