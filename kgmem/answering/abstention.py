"""When to say that memory holds no answer."""

from __future__ import annotations

from dataclasses import dataclass

from kgmem.answering.material import Material

LEAST = 0.34
"""Least share of the question's content that the best words of the asked person must hold."""
RIVAL = 0.22
"""How much better another person's words may match before the answer counts as theirs."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why not to answer: `strength` in 0..1, `reason` one line; strength 0 means no doubt."""

    strength: float
    reason: str = ""


def doubt(material: Material) -> Doubt:
    """Whether what was found supports any answer about whom the question asks."""
    people = material.people
    if people.unknown and not people.asked:
        return Doubt(1.0, f"memory knows no {', '.join(people.unknown)}")
    if not material.facts and not material.passages:
        return Doubt(1.0, "memory holds nothing about this")
    own = best_match(material, own=True)
    other = best_match(material, own=False)
    if material.focus.total and own < LEAST:
        return Doubt(1.0 - own, f"only {own:.0%} of what is asked is known")
    if people.asked and len(people.asked) == 1 and other - own > RIVAL:
        return Doubt(min(1.0, 0.5 + other - own), "what matches is about somebody else")
    return Doubt(0.0)


def best_match(material: Material, *, own: bool) -> float:
    """The best share of the question's content in one turn by (or not by) the asked person."""
    best = 0.0
    for passage in material.passages:
        mine = passage.own >= 1.0 or not material.people.asked
        if mine == own:
            best = max(best, 0.6 * passage.coverage + 0.4 * passage.around)
    return best
