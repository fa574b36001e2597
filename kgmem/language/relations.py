"""Triples completed by the relation catalogue: their relation, their kind, what they imply."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kgmem.language.catalogue import ALIAS, Catalogue, Implication, Relation, catalogue
from kgmem.language.names import compatible
from kgmem.language.verbs import is_past
from kgmem.types import FactKind, Ref, Term, Triple, Validity, Value

_HEAD = re.compile(r"(?:'s )?(\w[\w -]*?)(?:'s)? (?:is|was)$")


def complete(triples: Iterable[Triple], catalogue: Catalogue) -> list[Triple]:
    """Set each triple's relation and append what it implies.

    "moved to Lisbon" is followed by "lives in Lisbon" from then on, "sold the Honda" by "no longer
    owns the Honda". Only what actually happened implies anything. An implied triple carries
    `implied_by` and its event's span.
    """
    done: list[Triple] = []
    for raw in triples:
        triple = _with_gerund(raw, catalogue)
        relation = _relation_of(triple, catalogue)
        row = catalogue.rows.get(relation)
        told = replace(
            triple, relation=relation, kind=_kind(triple, row), object=_ranged(triple.object, row)
        )
        done.append(told)
        done.extend(_implied(told, catalogue))
        done.extend(_identified(told, row))
    return done


def _ranged(target: Term | None, row: Relation | None) -> Term | None:
    """The object with the type that the relation gives it: what one has as a pet is an animal."""
    if row is None or not row.range or not isinstance(target, Ref):
        return target
    return replace(target, type=row.range) if compatible(target.type, row.range) else target


def _identified(triple: Triple, row: Relation | None) -> list[Triple]:
    """With "Nora's cat is Biscuit", "Nora's cat" is a name of Biscuit."""
    noun = _HEAD.match(triple.predicate)
    if row is None or not row.identifies or noun is None or not isinstance(triple.object, Ref):
        return []
    if not (triple.object.named and triple.positive and triple.modality == "actual"):
        return []
    name = f"{triple.subject.name}'s {noun[1]}"
    predicate = "is also known as"
    return [
        replace(
            triple,
            subject=Ref(name, triple.object.type),
            relation=ALIAS,
            predicate=predicate,
            text=f"{name} {predicate} {triple.object.name}",
            qualifiers=(),
            corrects=None,
            implied_by=triple.relation,
        )
    ]


def _with_gerund(triple: Triple, catalogue: Catalogue) -> Triple:
    """The triple with an activity as its object: "likes hiking" is (likes, "hiking")."""
    verb, _, activity = triple.predicate.rpartition(" ")
    if triple.object is not None or not verb or not activity.endswith("ing"):
        return triple
    if catalogue.relation_of(triple.predicate, "") in catalogue.rows:
        return triple
    if catalogue.relation_of(verb, "text", activity, triple.subject.name) not in catalogue.rows:
        return triple
    return replace(triple, predicate=verb, object=Value(activity))


def _relation_of(triple: Triple, catalogue: Catalogue) -> str:
    if triple.relation in catalogue.rows:
        return triple.relation
    predicate, target = triple.predicate or triple.relation, triple.object
    found = catalogue.relation_of(predicate, type_of(target), text_of(target), triple.subject.name)
    if found == ALIAS and isinstance(target, Ref) and not target.named:
        return "is_called"  # "was called a hero" gives no name
    return found


def _kind(triple: Triple, row: Relation | None) -> FactKind:
    """What the catalogue says of a relation, unless a habit is told of once ("ate fish")."""
    if row is None or row.kind == triple.kind:
        return triple.kind
    if row.kind == "event":
        return triple.kind if triple.kind == "habit" else "event"
    return triple.kind if triple.kind != "event" or is_past(triple.predicate) else row.kind


def type_of(term: Term | None) -> str:
    """The entity type of a reference, the kind of a literal, "" for no object."""
    if term is None:
        return ""
    return term.type if isinstance(term, Ref) else term.kind


def text_of(term: Term | None) -> str:
    """The name of a reference or the text of a literal; "" for no object."""
    if term is None:
        return ""
    return term.name if isinstance(term, Ref) else term.text


def _implied(triple: Triple, catalogue: Catalogue) -> list[Triple]:
    row = catalogue.rows.get(triple.relation)
    if row is None or not row.implies or triple.implied_by:
        return []
    if not triple.positive or triple.modality != "actual":
        return []
    found = (_apply(triple, implication, catalogue) for implication in row.implies)
    return [implied for implied in found if implied is not None]


def _apply(triple: Triple, rule: Implication, catalogue: Catalogue) -> Triple | None:
    subject: Ref = triple.subject
    target = triple.object
    if rule.roles:
        fillers = [q.term for q in triple.qualifiers if q.role in rule.roles]
        if not fillers:
            return None
        target = fillers[0]
    elif target is None:
        return None
    if rule.objects and type_of(target) not in rule.objects:
        return None
    if rule.swap:
        if not isinstance(triple.object, Ref):
            return None
        subject = triple.object
    label = catalogue.label(rule.relation)
    predicate = label if rule.positive else _no_longer(label)
    words = "" if rule.whatever else text_of(target)
    return replace(
        triple,
        subject=subject,
        relation=rule.relation,
        predicate=predicate,
        object=None if rule.whatever else target,
        text=f"{subject.name} {predicate} {words}".strip(),
        qualifiers=(),
        kind="state",
        positive=rule.positive,
        validity=_since(triple.validity) if rule.starts or not rule.positive else triple.validity,
        corrects=triple.corrects if rule.positive else None,
        implied_by=triple.relation,
    )


def _no_longer(label: str) -> str:
    """For "is on" "is no longer on", for "lives in" "no longer lives in"."""
    first, _, rest = label.partition(" ")
    return f"is no longer {rest}".strip() if first == "is" else f"no longer {label}"


def _since(validity: Validity | None) -> Validity | None:
    """From an event's time on."""
    if validity is None:
        return None
    return Validity(start=validity.start, wording=validity.wording)


__all__ = [
    "ALIAS",
    "Catalogue",
    "Implication",
    "Relation",
    "catalogue",
    "complete",
    "text_of",
    "type_of",
]
