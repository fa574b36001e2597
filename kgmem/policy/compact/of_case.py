"""Features of a triple as it stands, before any one neighbour is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import log1p

from kgmem.language.catalogue import ALIAS, Catalogue
from kgmem.language.names import normalise
from kgmem.language.verbs import is_past
from kgmem.policy import likeness
from kgmem.policy.compact import cues
from kgmem.protocols import Case, Neighbor
from kgmem.types import Ref, Value

_TYPES = ("person", "animal", "place", "organization", "product", "event", "concept", "thing")
_VALUES = ("text", "number", "date", "duration", "adjective", "clause")
_DAY = 86400.0
_LINKS = ("at", "in", "with", "to", "on", "for", "from", "of", "as")
_BE = ("is", "are", "am", "be", "was", "were")


def of_case(case: Case, relations: Catalogue, *, placed: bool) -> dict[str, float]:
    """What the triple says and how, and what the neighbourhood shows of its relation.

    Args:
        case: to decide on.
        relations: the catalogue.
        placed: whether the timeline could put it among later values (`actions.placed`).
    """
    triple, content = case.triple, case.content
    predicate = triple.predicate.casefold().split()
    return {
        "bias": 1.0,
        "positive": float(triple.positive),
        "asserted": float(case.tier == "asserted"),
        "confidence": triple.confidence,
        "trust": case.episode.trust,
        "state": float(triple.kind == "state"),
        "event": float(triple.kind == "event"),
        "habit": float(triple.kind == "habit"),
        "actual": float(triple.modality == "actual"),
        "planned": float(triple.modality == "planned"),
        "wished": float(triple.modality == "wished"),
        "temporary": float(triple.temporary),
        "implied": float(bool(triple.implied_by)),
        "corrects": float(case.corrects is not None),
        "one": float(case.cardinality == "one"),
        "known_relation": float(content.relation in relations.rows),
        "alias": float(content.relation == ALIAS),
        "placed": float(placed),
        "past": float(is_past(triple.predicate)),
        "never": float(likeness.says_never(case)),
        "copula": float(bool(predicate) and predicate[-1] in _BE),
        "bare_copula": float(len(predicate) == 1 and predicate[0] in _BE),
        "has": float("has" in predicate or "have" in predicate),
        **{f"link_{w}": float(bool(predicate) and predicate[-1] == w) for w in _LINKS},
        "qualifiers": log1p(len(triple.qualifiers)),
        "user": float(case.episode.role == "user"),
        "assistant": float(case.episode.role == "assistant"),
        **_subject(case),
        **_object(case),
        **_times(case),
        **_relation(case),
        **_words(case),
    }


def _subject(case: Case) -> dict[str, float]:
    subject = case.triple.subject
    speaker = normalise(case.episode.speaker or "")
    name = normalise(subject.name)
    return {
        "subject_named": float(subject.named),
        "subject_person": float(subject.type == "person"),
        "subject_speaker": float(bool(speaker) and name == speaker),
        "subject_owned": float(bool(speaker) and name.startswith(f"{speaker}s ")),
    }


def _object(case: Case) -> dict[str, float]:
    target = case.triple.object
    kind = target.type if isinstance(target, Ref) else ""
    kind = kind if kind in (*_TYPES, "") else "thing"
    value = target.kind if isinstance(target, Value) else ""
    return {
        "object_none": float(target is None),
        "object_named": float(isinstance(target, Ref) and target.named),
        **{f"object_{t}": float(kind == t) for t in _TYPES},
        **{f"value_{v}": float(value == v) for v in _VALUES},
    }


def _times(case: Case) -> dict[str, float]:
    validity, said = case.content.validity, case.episode.time
    start = moment(validity.start)
    end = moment(validity.end)
    age = 0.0 if start is None else (said - start).total_seconds() / _DAY
    return {
        "has_start": float(start is not None),
        "has_end": float(end is not None),
        "over": float(end is not None and end <= said),
        "starts_later": float(age < 0),
        "start_age": log1p(max(0.0, age)) / 8,
    }


def moment(bound: object) -> datetime | None:
    """An instant of a bound: its earliest, else its latest."""
    earliest = getattr(bound, "earliest", None)
    found: datetime | None = earliest or getattr(bound, "latest", None)
    return found


def _relation(case: Case) -> dict[str, float]:
    """How many values the relation is seen to hold at a time, for this subject.

    A case shows only its own subject's facts: what the relation holds for others is not known here.
    """
    values = [n for n in case.neighbors if is_value(case, n)]
    live = [n for n in values if n.status == "live"]
    rivals = [n for n in live if not likeness.same_object(case, n)]
    denied = [n for n in case.neighbors if not n.content.positive and n.status == "live"]
    return {
        "values": log1p(len(values)),
        "live": log1p(len(live)),
        "rivals": log1p(len(rivals)),
        "one_rival": float(len(rivals) == 1),
        "held_at_once": log1p(held_at_once(live)),
        "ended": log1p(sum(n.status == "ended" for n in values)),
        "said_already": float(len(rivals) < len(live)),
        "denials": log1p(len(denied)),
        "neighbors": log1p(len(case.neighbors)),
    }


def is_value(case: Case, n: Neighbor) -> bool:
    """Whether a fact gives the triple's subject and relation a value."""
    return (
        n.status != "retracted"
        and n.content.positive
        and n.content.modality == "actual"
        and n.content.subject == case.content.subject
        and n.content.relation == case.content.relation
    )


def held_at_once(live: Sequence[Neighbor]) -> int:
    """How many different objects live facts have."""
    return len({normalise(n.object_name) for n in live})


def _words(case: Case) -> dict[str, float]:
    body = case.episode.body
    near = cues.sentence(body, *case.triple.span)
    own = cues.read(near)
    spoken = cues.read(body).groups
    target = case.triple.object
    name = "" if target is None else target.name if isinstance(target, Ref) else target.text
    said, departing = cues.mentioned(name, near)
    return {
        **{f"says_{g}": float(g in own.groups) for g in cues.groups()},
        **{f"text_{g}": float(g in spoken) for g in cues.groups()},
        "object_said": float(said),
        "object_departs": float(departing),
        "length": min(1.0, len(own.listed) / 30),
    }
