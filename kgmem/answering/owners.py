"""Whose something is, from either side: "Who is Rex's owner?", "Who owns Rex?", "Whose is it?"."""

from __future__ import annotations

import re

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Scored, is_stated
from kgmem.answering.reply import Reply, distinct, from_facts
from kgmem.answering.shapes import UNRESOLVED
from kgmem.answering.succession import begins
from kgmem.answering.times import passed, past, within
from kgmem.language.names import normalise

_ASKS = re.compile(
    r"^who(?:se\b| owns\b| owned\b|(?: (?:is|was)|['’]s) (?:the )?(?:.* )?owner\b)|"
    r"^(?:to )?whom? do(?:es)? .*\bbelongs?\b", re.I
)  # fmt: skip
_HOLDS = frozenset(("owns", "has_pet", "have"))
_OWNED_BY = frozenset(("has_owner", "owned_by"))


def owner(material: Material) -> Reply | None:
    """Who has the thing that a question names; None where it asks for something else.

    Several may own a thing together; of those who were said to at different times the last does.
    """
    if not _ASKS.search(material.question.short):
        return None
    things = {normalise(n) for n in material.question.names}
    question = material.question
    held = [s for s in material.facts if _holds(s, things, stems(question.content))]
    if question.window is not None:
        held = [s for s in held if within(s.fact, question.window)]
    else:
        current = [s for s in held if s.fact.status == "live" and not passed(s.fact, question.now)]
        held = current if current or not past(question) else held
    if not held:
        return None
    last = max(begins(s.fact) for s in held)
    kept = [s for s in held if begins(s.fact) == last]
    return from_facts(
        ", ".join(distinct(_owner(s) for s in kept)), kept, support=1.0,
        reason=f"stated by {', '.join(s.fact.id for s in kept)}",
    )  # fmt: skip


def _holds(scored: Scored, things: set[str], said: frozenset[str]) -> bool:
    fact = scored.fact
    if (
        not is_stated(fact, ended=True)
        or fact.relation not in _HOLDS | _OWNED_BY
        or UNRESOLVED.match(_owner(scored))
    ):
        return False
    thing = fact.subject if fact.relation in _OWNED_BY else fact.object
    parts = stems(thing)
    return normalise(thing) in things or (bool(parts) and parts <= said)


def _owner(scored: Scored) -> str:
    return scored.fact.object if scored.fact.relation in _OWNED_BY else scored.fact.subject
