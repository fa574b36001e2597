"""Who is given a name behind the first mention: "We got a puppy. Her name is Lola. She ..."."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgmem.extraction.openie.scene import Mention, Slot
from kgmem.types import Ref

LIVING = frozenset(["person", "animal"])
"""Types of who has a name of their own."""
_KNOWN = 1.4
"""Whom one has just called by name is as much at hand as a name that is a subject."""
_NEVER = 1e-6
_TOLD_OF = 0.8
"""Weight of a subject or an object, not of a "from a man in Leeds"."""
_ONE = ("a ", "an ", "another ", "my ", "our ")


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who is about to be named.

    Attributes:
        name: how the bearer was mentioned; empty where that is not known.
        gender: `f` or `m`, by the pronoun.
    """

    name: str
    gender: str


def christened(mention: Mention, who: Bearer, before: Sequence[Mention]) -> Mention:
    """The name as that of the living being that bears it.

    Args:
        mention: the name that is given.
        who: its bearer.
        before: what was mentioned so far.
    """
    known = next((m for m in reversed(before) if who.name and m.term.name == who.name), None)
    kinds = [m.term.type for m in (known, mention) if m is not None and m.term.type in LIVING]
    term = Ref(mention.term.name, kinds[0] if kinds else "person", True)
    return replace(
        mention, term=term, gender=who.gender, animate=True, subject=True, maybe=False,
        weight=max(mention.weight, _KNOWN), told=True,
    )  # fmt: skip


def under_name(named: Mention, who: Bearer, before: Sequence[Mention]) -> list[Mention]:
    """The mentions so far with the bearer under the name just given.

    How the bearer was mentioned stays known, for "her" itself, but no later pronoun means it.
    """
    old = next((m for m in reversed(before) if who.name and m.term.name == who.name), None)
    if old is None:
        return list(before)
    found = [
        replace(m, term=named.term, gender=who.gender) if m.term == old.term else m for m in before
    ]
    alive = replace(old.term, type=named.term.type)
    still = replace(
        old, term=alive, weight=_NEVER, noun="", told=False, topic=False, place=before[-1].place
    )
    return [*found, still]


def may_bear(mention: Mention, slot: Slot) -> bool:
    """Whether something just mentioned is named next, though its noun does not say that it lives.

    As in "a new coordinator", "a greyhound": who has a name and is a "he" is alive.
    """
    near = slot.place[0] - 1 <= mention.place[0] <= slot.place[0]
    plain = mention.term.type in {"thing", "concept"} and not mention.term.named
    single = mention.surface.lower().startswith(_ONE) and not mention.plural
    return slot.nameless and near and plain and single and mention.weight >= _TOLD_OF
