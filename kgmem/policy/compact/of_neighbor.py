"""Features of one neighbour beside the triple: likeness, time, status, mention."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import lru_cache
from math import log1p

from kgmem.language.catalogue import Catalogue
from kgmem.language.names import normalise
from kgmem.language.relations import text_of
from kgmem.language.tokens import terms
from kgmem.policy import likeness, timeline
from kgmem.policy.compact import cues
from kgmem.policy.compact.of_case import is_value, moment
from kgmem.protocols import Case, Neighbor
from kgmem.records import EntityId

_WHY = ("same_pair", "same_subject_relation", "same_object", "similar")
_DAY = 86400.0


def of_neighbor(
    case: Case,
    n: Neighbor,
    relations: Catalogue,
    *,
    plan: Collection[str],
    refined: str,
    newest: str,
) -> dict[str, float]:
    """What a fact has to do with the triple.

    Args:
        case: to decide on.
        n: one of its neighbours.
        relations: the catalogue.
        plan: facts that the timeline would end if the relation held one value at a time.
        refined: the fact about an unnamed thing that the triple names, if there is one.
        newest: the live value of the relation that was said last, if there is one.
    """
    mine, other = case.content, n.content
    return {
        "live": float(n.status == "live"),
        "ended": float(n.status == "ended"),
        "retracted": float(n.status == "retracted"),
        "asserted": float(n.tier == "asserted"),
        "trust": case.episode.trust - n.trust,
        "supports": log1p(n.supports) / 2,
        "here": float(n.here),
        "similarity": n.similarity,
        "alike": max(0.0, n.similarity - 0.8) * 5,
        **{f"by_{w}": float(n.relation_to == w) for w in _WHY},
        "same_subject": float(mine.subject == other.subject),
        "same_relation": float(mine.relation == other.relation),
        "inverse": float(relations.inverse(mine.relation) == other.relation),
        "same_predicate": float(mine.predicate == other.predicate),
        "positive": float(other.positive),
        "same_polarity": float(mine.positive == other.positive),
        "same_kind": float(mine.kind == other.kind),
        "event": float(other.kind == "event"),
        "actual": float(other.modality == "actual"),
        "temporary": float(other.temporary),
        "confidence": other.confidence,
        "value": float(is_value(case, n)),
        "newest": float(n.fact == newest),
        "in_plan": float(n.fact in plan),
        "refined": float(n.fact == refined),
        **_objects(case, n),
        **_judged(case, n, relations),
        **_times(case, n),
        **_mentions(case, n),
    }


def _objects(case: Case, n: Neighbor) -> dict[str, float]:
    here, there = text_of(case.triple.object), n.object_name
    mine, other = normalise(here), normalise(there)
    return {
        "object_same": float(likeness.same_object(case, n)),
        "object_turned": float(likeness.same_value(case, n)),
        "object_overlap": _overlap(mine, other),
        "object_within": float(bool(other) and f" {other} " in f" {mine} "),
        "object_around": float(bool(mine) and f" {mine} " in f" {other} "),
        "object_named": float(n.object_named),
        "object_none": float(n.content.object is None),
        "object_entity": float(isinstance(n.content.object, EntityId)),
        "both_entities": float(
            isinstance(n.content.object, EntityId) and isinstance(case.content.object, EntityId)
        ),
        "text_overlap": _overlap(case.content.text, n.content.text),
    }


def _judged(case: Case, n: Neighbor, relations: Catalogue) -> dict[str, float]:
    """What can be said for certain of the two; the same helpers as the rules use."""
    taken_back = case.corrects is not None and likeness.is_object(n, case.corrects)
    return {
        "says_same": float(likeness.repeated(case, (n,)) is not None),
        "denied": float(not case.content.positive and likeness.denies(case, n, relations)),
        "denies": float(likeness.denied_by(case, n)),
        "excluded": float(likeness.excluded(case, n, relations)),
        "taken_back": float(taken_back),
        "near_taken_back": float(taken_back and likeness.near_relation(n, case)),
    }


def _times(case: Case, n: Neighbor) -> dict[str, float]:
    said = datetime.fromisoformat(n.said)
    gap = (case.episode.time - said).total_seconds() / _DAY
    start, end = moment(n.content.validity.start), moment(n.content.validity.end)
    mine = moment(case.content.validity.start) or case.episode.time
    return {
        "earlier": float(timeline.not_later(n, case)),
        "gap": log1p(max(0.0, gap)) / 8,
        "soon": float(0 <= gap < 0.05),
        "said_later": float(gap < 0),
        "has_start": float(start is not None),
        "began_later": float(start is not None and start > mine),
        "has_end": float(end is not None),
        "end_before": float(end is not None and end <= mine),
    }


def _mentions(case: Case, n: Neighbor) -> dict[str, float]:
    body = case.episode.body
    near = cues.sentence(body, *case.triple.span)
    said, departing = cues.mentioned(n.object_name, near)
    anywhere, leaving = cues.mentioned(n.object_name, body)
    return {
        "said": float(said),
        "departs": float(departing),
        "said_in_text": float(anywhere),
        "departs_in_text": float(leaving),
        "said_in_triple": float(cues.mentioned(n.object_name, case.triple.text)[0]),
    }


@lru_cache(maxsize=8192)
def _stems(text: str) -> frozenset[int]:
    return frozenset(terms(text).tolist())


def _overlap(one: str, two: str) -> float:
    """Shared stems as a part of all, 0 to 1 (Jaccard)."""
    a, b = _stems(one), _stems(two)
    return len(a & b) / len(a | b) if a and b else 0.0
