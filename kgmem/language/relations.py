"""Triples completed by the relation catalogue: their relation, their kind, what they imply."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kgmem.language.catalogue import ALIAS, Catalogue, catalogue, plain
from kgmem.language.names import compatible, normalise
from kgmem.language.phases import in_favour, is_activity, measured, phase
from kgmem.language.rows import Implication, Relation
from kgmem.language.verbs import is_past, word_list
from kgmem.types import FactKind, Qualifier, Ref, Term, Triple, Validity, Value

_PROGRESSIVE = re.compile(r"(?:is|are|am|'s|'m|'re) (?:\w+ )?\w+ing\b")
_EX = re.compile(r"(?P<owner>.+)'s (?:ex|former)\b", re.IGNORECASE)
_WITH = re.compile(
    r"(?:(?:good|best|close|old|great|still) )*(?P<noun>friends|colleagues|co-?workers|neighbou?rs"
    r"|room-?mates|flat-?mates|classmates|teammates) with (?P<other>.+)",
    re.IGNORECASE,
)
_TWO = re.compile(r"(\w+) and (\w+)")
_OWNED = re.compile(r"(?P<owner>[^']+)'s (?P<noun>[\w -]+)")
_OWNED_THING = re.compile(r"(?P<owner>.+?)(?:'s|(?<=s)') (?P<noun>.+)")
_BONDS = ("married_to", "partner_of", "engaged_to")
_HEAD = re.compile(r"(?:'s )?(\w[\w -]*?)(?:'s)? (?:is|was)$")


def complete(triples: Iterable[Triple], catalogue: Catalogue) -> list[Triple]:
    """Set each triple's relation and append what it implies.

    "moved to Lisbon" is followed by "lives in Lisbon" from then on, "sold the Honda" by "no longer
    owns the Honda". Only what actually happened implies anything. An implied triple carries
    `implied_by` and its event's span.
    """
    done: list[Triple] = []
    for raw in (each for triple in triples for each in _each_of(triple)):
        triple = _with_gerund(_together(measured(in_favour(raw))), catalogue)
        relation = _relation_of(triple, catalogue)
        row = catalogue.rows.get(relation)
        target = _called(triple, row)
        told = replace(triple, relation=relation, kind=_kind(triple, row), object=target)
        changed = phase(told, catalogue)
        implied = [] if changed and is_activity(told.object) else _implied(told, catalogue)
        if changed and not implied:
            implied = [changed]
        done.append(_informed(told, implied))
        done.extend(implied)
        done.extend(_identified(told, row))
        done.extend(_former(told, catalogue))
        done.extend(_turned(told, catalogue))
    return done


def _called(triple: Triple, row: Relation | None) -> Term | None:
    """The object with the type that the relation gives it, or gives a proper name."""
    target = triple.object
    if row is not None and row.names and isinstance(target, Ref) and _named(target, triple.text):
        return replace(target, type=row.names)
    return _ranged(target, row)


def _ranged(target: Term | None, row: Relation | None) -> Term | None:
    """The object with the type that the relation gives it: what one has as a pet is an animal."""
    if row is None or not row.range or not isinstance(target, Ref):
        return target
    return replace(target, type=row.range) if compatible(target.type, row.range) else target


def _informed(triple: Triple, implied: list[Triple]) -> Triple:
    """The triple with its object typed as what it implies: one moves to a place."""
    target = triple.object
    for other in implied:
        same = isinstance(target, Ref) and isinstance(other.object, Ref) and other.positive
        if same and text_of(other.object) == text_of(target):
            return replace(triple, object=other.object)
    return triple


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


def _former(triple: Triple, catalogue: Catalogue) -> list[Triple]:
    """With "Paul is Nora's ex", she is neither married to him nor together with him."""
    target, person = triple.object, triple.subject
    if not isinstance(target, Ref) or triple.relation not in ("is", "is_a"):
        return []
    owner = _EX.match(target.name)
    if owner is None or not person.named:
        return []
    if not triple.positive or triple.modality != "actual" or is_past(triple.predicate):
        return []
    told = replace(triple, subject=Ref(owner["owner"], "person", True), object=person)
    rules = (Implication(relation=bond, positive=False) for bond in _BONDS)
    found = (_apply(told, rule, catalogue) for rule in rules)
    return [implied for implied in found if implied is not None]


def _each_of(triple: Triple) -> list[Triple]:
    """Two for "is single and happy": each holds, and ends, on its own."""
    target = triple.object
    if triple.predicate != "is" or not isinstance(target, Value) or target.kind != "adjective":
        return [triple]
    both = _TWO.fullmatch(target.text)
    if both is None or target.text not in triple.text:
        return [triple]
    return [
        replace(triple, object=Value(w, "adjective"), text=triple.text.replace(target.text, w))
        for w in both.groups()
    ]


def _together(triple: Triple) -> Triple:
    """The other one as the object: "is good friends with Ana" is (is friends with, Ana)."""
    target = triple.object
    if not isinstance(target, Ref) or triple.predicate not in ("is", "is a", "are", "was", "were"):
        return triple
    found = _WITH.fullmatch(target.name)
    if found is None:
        return triple
    other = Ref(found["other"], "person", found["other"][:1].isupper())
    verb = triple.predicate.split()[0]
    return replace(triple, predicate=f"{verb} {found['noun'].lower()} with", object=other)


def _turned(triple: Triple, catalogue: Catalogue) -> list[Triple]:
    """With "Cleo is Nora's best friend" Nora's best friend is Cleo; no longer, where denied."""
    target, person = triple.object, triple.subject
    if triple.relation not in ("is", "is_a") or not isinstance(target, Ref) or triple.implied_by:
        return []
    owner = _OWNED.fullmatch(target.name)
    if owner is None or not person.named or triple.modality != "actual":
        return []
    predicate = f"{owner['noun']} {'was' if is_past(triple.predicate) else 'is'}"
    if is_past(triple.predicate) or _EX.match(target.name):
        return []
    relation = catalogue.relation_of(predicate, person.type, person.name, named=True)
    if relation in ("is", "is_a") or not catalogue.knows(relation):
        return []
    said = predicate if triple.positive else f"{owner['noun']} is no longer"
    return [
        replace(
            triple,
            subject=Ref(owner["owner"], "person", True),
            relation=relation,
            predicate=said,
            object=person,
            text=f"{owner['owner']}'s {said} {person.name}",
            qualifiers=(),
            kind="state",
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
    if triple.relation in catalogue.rows or catalogue.is_family(triple.relation):
        return triple.relation
    predicate, target = triple.predicate or triple.relation, triple.object
    named = _named(target, triple.text)
    found = catalogue.relation_of(
        predicate, type_of(target), text_of(target), triple.subject.name, named=named
    )
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
    if row.kind == "event":
        if _PROGRESSIVE.match(triple.predicate):
            return []  # it is still to happen
    elif is_past(triple.predicate):
        return []  # what was so implied what was so
    found = (_apply(triple, implication, catalogue) for implication in row.implies)
    return [implied for implied in found if implied is not None]


def _apply(triple: Triple, rule: Implication, catalogue: Catalogue) -> Triple | None:
    subject, target = triple.subject, _target(triple, rule)
    if rule.owner:
        thing = triple.object if rule.swap else subject
        owned = _OWNED_THING.fullmatch(thing.name) if isinstance(thing, Ref) else None
        if owned is None:
            return None
        subject, target = Ref(owned["owner"], "person", True), Ref(owned["noun"], type_of(thing))
    if not _admitted(triple, target, rule):
        return None
    bearer = next((q.term for q in triple.qualifiers if q.role in rule.bearers), None)
    if rule.bearers:
        if not isinstance(bearer, Ref):
            return None
        subject = bearer
    if rule.swap and not rule.owner:
        if not isinstance(triple.object, Ref):
            return None
        subject = triple.object
    label = catalogue.label(rule.relation)
    predicate = label if rule.positive else no_longer(label, bare=rule.whatever)
    words = "" if rule.whatever else text_of(target)
    return replace(
        triple,
        subject=subject,
        relation=rule.relation,
        predicate=predicate,
        object=None if rule.whatever else _typed(target, rule, catalogue),
        text=f"{subject.name} {predicate} {words}".strip(),
        qualifiers=_instead(triple, rule),
        kind="state",
        positive=rule.positive,
        validity=_since(triple.validity) if rule.starts or not rule.positive else triple.validity,
        corrects=triple.corrects if rule.positive else None,
        implied_by=triple.relation,
    )


def _instead(triple: Triple, rule: Implication) -> tuple[Qualifier, ...]:
    """What the implied object takes the place of, for the ledger to look up."""
    if rule.known not in ("left", "instead") or not rule.positive:
        return ()
    left = next((q.term for q in triple.qualifiers if q.role == "from"), None)
    left = triple.object if left is None and rule.roles else left
    return () if left is None else (Qualifier("instead_of", left),)


def _typed(target: Term | None, rule: Implication, catalogue: Catalogue) -> Term | None:
    """The implied object; where only names were admitted the relation knows what they name."""
    row = catalogue.rows.get(rule.relation)
    if rule.named and row is not None and row.range and isinstance(target, Ref):
        return replace(target, type=row.range)
    return _ranged(target, row)


def _target(triple: Triple, rule: Implication) -> Term | None:
    """What fills the object of the implied triple; None where nothing does."""
    if rule.value:
        return Value(rule.value, "adjective")
    if rule.roles:
        return next((q.term for q in triple.qualifiers if q.role in rule.roles), None)
    return triple.subject if rule.swap and not rule.whatever else triple.object


def _admitted(triple: Triple, target: Term | None, rule: Implication) -> bool:
    """Whether a triple meets the conditions of an implication."""
    if target is None and not rule.whatever:
        return False
    if rule.objects and type_of(target) not in rule.objects:
        return False
    if rule.subjects and triple.subject.type not in rule.subjects:
        return False
    if rule.values and plain(text_of(triple.object)) not in rule.values:
        return False
    if rule.about and not _is_like(text_of(triple.object), word_list(rule.about)):
        return False
    if rule.definite and not _definite(triple.object, triple.text):
        return False
    roles = {q.role for q in triple.qualifiers}
    if roles.intersection(rule.without) or (rule.given and roles.isdisjoint(rule.given)):
        return False
    return _fitting(text_of(target), rule) and (not rule.named or _named(target, triple.text))


def _fitting(name: str, rule: Implication) -> bool:
    """Whether a name is of the kind that an implication is about."""
    if rule.unlike and _is_like(name, word_list(rule.unlike)):
        return False
    return not rule.like or _is_like(name, word_list(rule.like))


def _named(target: Term | None, text: str) -> bool:
    """Whether a thing has a name of its own: "the Navy" is not said as companies are."""
    return isinstance(target, Ref) and target.named and f"the {target.name}" not in text


def _definite(target: Term | None, text: str) -> bool:
    """Whether it is said which one: "the tent", "Ana's tent", a name."""
    if not isinstance(target, Ref):
        return False
    return target.named or "'s " in target.name or f"the {target.name}" in text


def _is_like(name: str, listed: frozenset[str]) -> bool:
    return any(word in listed for word in normalise(name).split())


def no_longer(label: str, *, bare: bool = False) -> str:
    """How the end of a relation reads, given how the relation does.

    For "is on" "is no longer on", for "lives in" "no longer lives in".

    Where no object follows, "is no longer married", not "is no longer married to".
    """
    if bare and label == "lives with":
        return "no longer lives there"
    first, _, rest = label.partition(" ")
    said = f"is no longer {rest}".strip() if first == "is" else f"no longer {label}"
    return re.sub(r"(?<=[a-z]{4}) (?:to|with|at|as)$|(?<=pet) of$", "", said) if bare else said


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
    "no_longer",
    "text_of",
    "type_of",
]
