"""Which of the facts that answer a question answer it for the time that it asks about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kgmem.answering.dates import moment_of
from kgmem.answering.frames import one_at_a_time
from kgmem.answering.material import Material, Scored
from kgmem.answering.sides import Side
from kgmem.answering.succession import in_force_at, overtaken, slots
from kgmem.answering.times import former, past, reach, within
from kgmem.results import Fact


@dataclass(frozen=True, slots=True)
class Match:
    """A fact that says what the question says.

    Attributes:
        scored: the fact.
        side: where the asked entity stands in it; `none` when the question names nobody.
        literal: whether its own words say it, not only the names of its relation.
    """

    scored: Scored
    side: Side
    literal: bool

    @property
    def fact(self) -> Fact:
        """The fact."""
        return self.scored.fact


def overtaken_by(found: Sequence[Match], material: Material, moment: datetime) -> list[Match]:
    """With what was said later, if less plainly, in the place of what it says has changed."""
    question = material.question
    if question.window is not None or question.kind == "list" or past(question):
        return list(found)
    loose = {s.fact.id: s for s in material.facts if s.fact.tier == "tentative"}
    after = overtaken(
        [m.fact for m in found], [s.fact for s in loose.values()], moment, material.book
    )
    kept = {m.fact.id for m in found}
    return [
        m
        if (new := after.get(m.fact.id)) is None or new.id in kept
        else replace(m, scored=loose[new.id])
        for m in found
    ]


def in_time(found: Sequence[Match], material: Material, valid_at: datetime | None) -> list[Match]:
    """Those that the question's time selects."""
    question = material.question
    kept = list(found)
    if question.window is not None:
        kept = [m for m in kept if within(m.fact, question.window)]
    elif former(question):
        kept = [m for m in kept if m.fact.status == "ended"]
    elif past(question) and question.kind not in ("yes_no", "when"):
        ended = [
            m
            for m in kept
            if m.fact.status == "ended" and one_at_a_time(m.fact.relation, material.book)
        ]
        kept = ended or kept
    kept.sort(key=lambda m: (m.fact.status != "live", -m.scored.score, m.fact.id))
    if question.order in ("first", "last") and question.kind != "when" and kept:
        pick = min if question.order == "first" else max
        return [pick(kept, key=lambda m: moment_of(m.scored))]
    if former(question):
        return kept
    if question.window is None:
        return _one_value(kept, material, valid_at or question.now)
    first, last = reach(question.window)
    held = _one_value(kept, material, first or last or question.now)
    return [m for m in kept if m in held or (first and moment_of(m.scored) > first)]


def _one_value(found: Sequence[Match], material: Material, moment: datetime) -> list[Match]:
    """Of values that cannot hold together the one that held at a moment."""
    slot = slots([(m.fact, m.side) for m in found], material.question, material.book)
    return in_force_at(found, lambda m: slot(m.fact, m.side), lambda m: m.fact, moment)
