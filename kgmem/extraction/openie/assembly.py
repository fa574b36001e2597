"""All facts of one observation: clauses, identities, times, confidence, what is left over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import antecedents, clauses, facts, identities, timing
from kgmem.extraction.openie.confidence import confidence
from kgmem.extraction.openie.drafts import Draft, finish
from kgmem.extraction.openie.scene import Mention, Reading, Scene
from kgmem.extraction.openie.sentences import Unit
from kgmem.types import Ref, TimeMention, Triple

if TYPE_CHECKING:
    from spacy.tokens import Doc


def assemble(
    scene: Scene,
    units: Sequence[Unit],
    docs: Sequence[Doc],
    history: Sequence[Mention],
    question: Unit | None,
    extractor: str,
) -> list[Triple]:
    """The triples of one observation in reading order."""
    mentions = _times(scene, units)
    bare = [Reading(scene, u, d, i) for i, (u, d) in enumerate(zip(units, docs, strict=True))]
    known = [*history, *antecedents.mentions(scene, units, docs)]
    kin = antecedents.kin_names(bare)
    readings = [
        replace(r, mentions=known, times=timing.locate(r.unit, r.doc, mentions), kin=kin) for r in bare
    ]
    found: list[Triple] = []
    for reading in readings:
        for draft in _drafts(reading):
            found.append(finish(draft, reading, confidence(features(draft)), extractor))
    return _distinct(found)


def _times(scene: Scene, units: Sequence[Unit]) -> list[TimeMention]:
    if not units or not scene.observation.text:
        return []
    try:
        from kgmem.language import times
        find = times.find
    except (ImportError, AttributeError):
        return []
    return find(scene.observation.text, scene.observation.time)


def _drafts(reading: Reading) -> Iterator[Draft]:
    found = clauses.find(reading.doc, reading.unit.question)
    times = timing.of_verb(reading.times, found, reading.doc)
    anchor = reading.scene.observation.time
    if reading.unit.question or reading.unit.caption:
        return
    for clause in found:
        for draft in facts.facts(reading, clause):
            yield timing.with_time(identities.attributes(draft, reading), times, anchor)
    yield from identities.identities(reading)
    yield from identities.aliases(reading)


def features(draft: Draft) -> frozenset[str]:
    """Everything that the confidence may weigh."""
    assert isinstance(draft.subject.term, Ref)
    found = set(draft.flags) | {f"modality_{draft.modality}", f"kind_{draft.kind}"}
    if not draft.positive:
        found.add("negative")
    if draft.validity is not None:
        found.add("dated")
    subject = draft.subject.term
    if subject.type not in {"person", "animal", "group"} and not subject.named:
        found.add("subject_thing")
    return frozenset(found)


def _distinct(triples: list[Triple]) -> list[Triple]:
    """Without what the same observation says twice; the more confident one stays."""
    best: dict[tuple[object, ...], Triple] = {}
    for triple in triples:
        key = (triple.subject.name.lower(), triple.predicate, getattr(triple.object, "name", getattr(triple.object, "text", "")), triple.positive)
        if key not in best or best[key].confidence < triple.confidence:
            best[key] = triple
    return list(best.values())
