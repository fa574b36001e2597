"""Whose something is, from either side: "Who is Rex's owner?", "Who owns Rex?", "Whose is it?"."""

from __future__ import annotations

import re

from kgmem.answering.material import Material, Scored
from kgmem.answering.reply import Reply, distinct, from_facts
from kgmem.answering.shapes import UNRESOLVED
from kgmem.answering.succession import begins
from kgmem.answering.times import past
from kgmem.language.names import normalise

_ASKS = re.compile(
    r"^who(?:se\b| owns\b| owned\b|(?: (?:is|was)|['’]s) (?:the )?(?:.* )?owner\b)|"
    r"^(?:to )?whom? do(?:es)? .*\bbelongs?\b", re.I
)  # fmt: skip
_HOLDS = frozenset(("owns", "has_pet", "have"))


def owner(material: Material) -> Reply | None:
    """Who has the thing that a question names; None where it asks for something else.

    Several may own a thing together; of those who were said to at different times the last does.
    """
    if not _ASKS.search(material.question.short):
        return None
    things = {normalise(n) for n in material.question.names}
    held = [s for s in material.facts if _holds(s, things)]
    current = [s for s in held if s.fact.status == "live"]
    held = current if current or not past(material.question) else held
    if not held:
        return None
    last = max(begins(s.fact) for s in held)
    kept = [s for s in held if begins(s.fact) == last]
    return from_facts(
        ", ".join(distinct(s.fact.subject for s in kept)), kept, support=1.0,
        reason=f"stated by {', '.join(s.fact.id for s in kept)}",
    )  # fmt: skip


def _holds(scored: Scored, things: set[str]) -> bool:
    fact = scored.fact
    real = fact.positive and fact.tier == "asserted" and fact.modality == "actual"
    theirs = fact.relation in _HOLDS and normalise(fact.object) in things
    return real and theirs and not UNRESOLVED.match(fact.subject)
