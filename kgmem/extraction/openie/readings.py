"""Units with everything that their words may refer to: people, things and times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    antecedents,
    chains,
    context,
    technical,
    timing,
)
from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.scene import Mention, Mentioned, Reading, Scene
from kgmem.extraction.openie.sentences import Unit
from kgmem.language import times
from kgmem.types import TimeMention

if TYPE_CHECKING:
    from spacy.tokens import Doc


def readings(
    scene: Scene, units: Sequence[Unit], docs: Sequence[Doc], history: Mentioned, own: Mentioned
) -> list[Reading]:
    """The units of an observation in order, ready to be read.

    Args:
        scene: the people.
        units: its repaired pieces.
        docs: their parses.
        history: what earlier observations mention.
        own: what these units mention.
    """
    mentions = _times(scene, units)
    bare = [Reading(scene, u, d, i) for i, (u, d) in enumerate(zip(units, docs, strict=True))]
    looking = own.slots or any("elided" in u.repaired for u in units)
    slots = history.slots + own.slots if looking else ()
    known, followed = chains.follow(Mentioned(history.mentions + own.mentions, slots))
    kin = antecedents.kin_names(bare)
    bare = [replace(r, scene=context.voiced(r)) for r in bare]
    return [replace(_ready(r, known, _located(r, mentions), kin), followed=followed) for r in bare]


def _ready(
    bare: Reading, known: Sequence[Mention], found: timing.Times, kin: Mapping[str, str]
) -> Reading:
    timed = frozenset(i for _, tokens in found for i in tokens)
    return replace(bare, mentions=known, times=found, timed=timed, kin=kin)


def _located(reading: Reading, mentions: Sequence[TimeMention]) -> timing.Times:
    """The times of a unit; those of an earlier sentence count from when it was said."""
    unit = reading.unit
    if unit.anchor is None:
        return timing.locate(unit, reading.doc, mentions)
    own = Mapped.of(unit.text)
    return timing.locate(replace(unit, words=own), reading.doc, times.find(unit.text, unit.anchor))


def _times(scene: Scene, units: Sequence[Unit]) -> list[TimeMention]:
    """The time expressions of some units, counted in the observation's text."""
    ends = [(min(u.words.origin), max(u.words.origin)) for u in units if u.words.origin]
    if not ends:
        return []
    start, end = min(a for a, _ in ends), max(b for _, b in ends) + 1
    found = times.find(scene.observation.text[start:end], scene.observation.time)
    found = [replace(m, start=m.start + start, end=m.end + start) for m in found]
    named = technical.places(units)
    return [m for m in found if named.isdisjoint(range(m.start, m.end))] if named else found
