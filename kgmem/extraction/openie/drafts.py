"""Facts in the making: what the rules propose before times, confidence and the final wording."""

from __future__ import annotations

from dataclasses import dataclass

from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import FactKind, Modality, Qualifier, Ref, Term, Triple, Validity, Value


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact before its confidence is known.

    Attributes:
        subject: whom or what it is about; its term is a `Ref`.
        predicate: affirmed surface predicate.
        object: what fills it; None for a bare verb.
        tokens: tokens of the unit that it covers, for its span.
        verb: main verb's token, to which times are attached; -1 without one.
        spoken: the predicate as a sentence says it (with "not"); empty means `predicate`.
        qualifiers: role and filler of each further participant.
        flags: interpretable features for the confidence.
        corrects: what the speaker takes back.
        temporary: said to hold for a while only.
        span: its characters in the observation, where the tokens do not give them.
        certain: how likely it is true, where its form tells; 0 leaves it to the features.
    """

    subject: Argument
    predicate: str
    object: Argument | None
    tokens: frozenset[int]
    verb: int = -1
    spoken: str = ""
    qualifiers: tuple[tuple[str, Argument], ...] = ()
    kind: FactKind = "state"
    positive: bool = True
    modality: Modality = "actual"
    validity: Validity | None = None
    flags: frozenset[str] = frozenset()
    corrects: Term | None = None
    temporary: bool = False
    span: tuple[int, int] | None = None
    certain: float = 0.0


def finish(draft: Draft, reading: Reading, confidence: float, extractor: str) -> Triple:
    """The triple that a draft has become."""
    subject = draft.subject.term
    assert isinstance(subject, Ref)
    tokens = [reading.doc[i] for i in sorted(draft.tokens)] or list(reading.doc)
    start, end = draft.span or reading.span(tokens)
    return Triple(
        subject=subject,
        predicate=draft.predicate,
        object=draft.object.term if draft.object is not None else None,
        span=(start, end),
        text=sentence(draft),
        qualifiers=_qualifiers(draft),
        validity=draft.validity,
        kind=draft.kind,
        positive=draft.positive,
        modality=draft.modality,
        confidence=round(confidence, 3),
        corrects=draft.corrects,
        temporary=draft.temporary,
        extractor=extractor,
    )


def _qualifiers(draft: Draft) -> tuple[Qualifier, ...]:
    found = [Qualifier(role, argument.term) for role, argument in draft.qualifiers]
    if draft.object is not None and draft.object.count:
        found.insert(0, Qualifier("how_many", Value(draft.object.count, "number")))
    return tuple(found)


def sentence(draft: Draft) -> str:
    """A sentence that can be understood alone."""
    parts = [draft.subject.surface, draft.spoken or draft.predicate]
    if draft.object is not None:
        parts.append(draft.object.surface)
    told = "mentioned" in draft.flags
    for role, argument in draft.qualifiers:
        parts.append(
            argument.surface
            if told or role in {"how", "where", "how_much"}
            else f"{role} {argument.surface}"
        )
    text = " ".join(part for part in parts if part)
    if draft.validity is not None and draft.validity.wording and draft.validity.wording not in text:
        text += f" ({draft.validity.wording})"
    return text[:1].upper() + text[1:]
