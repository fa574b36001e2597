"""A triple as a case to decide on: names resolved, the facts around it gathered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kgmem.codec import number
from kgmem.language.names import normalise
from kgmem.language.relations import text_of
from kgmem.protocols import Case, Neighbor
from kgmem.records import Content, EntityId, Episode, Filler, Slot, Support, Version
from kgmem.types import Floats, Ref, Term, Triple, Validity

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

ALIAS = "also_known_as"
_SAME_RELATION = 24  # newest facts with the subject and relation that are looked at
_ANY_RELATION = 16  # newest facts about the subject that are looked at for closeness
_HUB = 256  # facts of a hub among which the closest in meaning are looked for
_CLOSE = 0.75  # cosine from which another relation counts as near


def case(draft: Draft, episode: Episode, triple: Triple, vector: Floats | None) -> Case | None:
    """A triple with its names resolved and the facts around it.

    Entities that do not exist are only proposed; deciding brings those into being that it uses.

    Returns:
        None when the subject has no name.
    """
    subject = draft.names.resolve(triple.subject, episode, triple.span)
    if subject is None:
        return None
    content = _content(draft, episode, triple, subject)
    corrects = _corrected(draft, triple.corrects)
    asserted = triple.confidence >= draft.settings.asserted
    neighbors = (
        () if triple.relation == ALIAS else _gather(draft, episode, content, vector, corrects)
    )
    if vector is not None:
        draft.case_vectors[(episode.id, content)] = vector
    return Case(
        triple=triple,
        content=content,
        episode=episode,
        tier="asserted" if asserted else "tentative",
        neighbors=neighbors,
        cardinality=draft.catalogue.cardinality(content.relation),
        corrects=corrects,
    )


def _content(draft: Draft, episode: Episode, triple: Triple, subject: str) -> Content:
    def fill(term: Term) -> Filler | None:
        if not isinstance(term, Ref):
            return term if term.text.strip() else None
        entity = draft.names.resolve(term, episode, triple.span)
        return None if entity is None else EntityId(entity)

    # Another name is a value on the entity, not a vertex.
    alias = triple.relation == ALIAS
    target = None if triple.object is None or alias else fill(triple.object)
    slots = ((q.role, fill(q.term)) for q in triple.qualifiers if not alias)
    return Content(
        subject=subject,
        relation=triple.relation or draft.catalogue.relation_of(triple.predicate),
        predicate=triple.predicate,
        object=target,
        text=triple.text,
        qualifiers=tuple(Slot(role, filler) for role, filler in slots if filler is not None),
        validity=triple.validity or Validity(),
        kind=triple.kind,
        positive=triple.positive,
        modality=triple.modality,
        confidence=triple.confidence,
        temporary=triple.temporary,
    )


def _corrected(draft: Draft, term: Term | None) -> str | None:
    """The entity that is taken back, or the words where no entity has that name."""
    if term is None:
        return None
    ref = term if isinstance(term, Ref) else Ref(term.text)
    return draft.names.match(ref) or normalise(text_of(term))


# --- neighbours -----------------------------------------------------------------------------------


def _gather(
    draft: Draft,
    episode: Episode,
    content: Content,
    vector: Floats | None,
    corrects: str | None,
) -> tuple[Neighbor, ...]:
    why = _nominate(draft, content, vector, corrects)
    draft.rows.prefetch(why)
    found = []
    for fact, reason in why.items():
        version = draft.rows.row(Version, fact)
        if version is not None:
            found.append((version, reason, _cosine(draft, fact, vector)))
    # The exact pair first, then the same relation, live before ended, close before far.
    order = ("same_pair", "same_subject_relation", "same_object", "similar")
    found.sort(key=lambda f: (order.index(f[1]), f[0].status != "live", -round(f[2], 6)))
    kept = found[: draft.settings.neighbors]
    exact = draft.catalogue.cardinality(content.relation) == "one"
    if exact:
        draft.rows.find(Support, "fact", [v.fact for v, _, _ in kept])
    return tuple(_neighbor(draft, episode, v, why, s, exact=exact) for v, why, s in kept)


def _nominate(
    draft: Draft, content: Content, vector: Floats | None, corrects: str | None
) -> dict[str, str]:
    index, names = draft.index, draft.names
    why: dict[str, str] = {}

    def add(facts: list[str], reason: str) -> None:
        for fact in facts:
            why.setdefault(fact, reason)

    subjects = names.search_roots(content.subject)
    target = content.object.id if isinstance(content.object, EntityId) else None
    targets = [] if target is None else names.search_roots(target)
    mutual = draft.catalogue.inverse(content.relation) == content.relation
    for subject in subjects:
        for other in targets:
            add(index.facts_between(subject, other, limit=_SAME_RELATION), "same_pair")
            if mutual:
                add(index.facts_between(other, subject, limit=_SAME_RELATION), "same_pair")
        if corrects is not None and corrects.startswith("e") and corrects[1:].isdigit():
            add(index.facts_between(subject, corrects, limit=_SAME_RELATION), "same_pair")
        same = index.facts_of(subject, content.relation, limit=_HUB)
        add(_closest(draft, same, vector, target is None), "same_subject_relation")
        for rival in draft.catalogue.rivals(content.relation):
            add(index.facts_of(subject, rival, limit=_SAME_RELATION), "same_subject_relation")
    for other in targets:
        add(index.facts_of(other, "is_a", limit=4), "same_object")
    _recent(draft, content, target, why)
    for subject in subjects:
        for fact in index.facts_of(subject, limit=_ANY_RELATION):
            if fact not in why and _cosine(draft, fact, vector) >= _CLOSE:
                why[fact] = "similar"
    return why


def _closest(draft: Draft, facts: list[str], vector: Floats | None, literal: bool) -> list[str]:
    """The newest facts of a relation and, for literals, the closest in meaning of the others."""
    newest, others = facts[:_SAME_RELATION], facts[_SAME_RELATION:]
    if not (literal and others) or vector is None:
        return newest
    return newest + sorted(others, key=lambda f: -_cosine(draft, f, vector))[:8]


def _recent(draft: Draft, content: Content, target: str | None, why: dict[str, str]) -> None:
    """Add facts of the same draft, which the index does not know yet."""
    names = draft.names
    rivals = draft.catalogue.rivals(content.relation)
    for fact in draft.recent_facts(names.search_roots(content.subject)):
        version = draft.rows.row(Version, fact)
        if version is None or fact in why:
            continue
        filler = version.content.object
        paired = isinstance(filler, EntityId) and target == names.root(filler.id)
        if paired:
            why[fact] = "same_pair"
        elif version.content.relation == content.relation or version.content.relation in rivals:
            why[fact] = "same_subject_relation"
    if target is not None:
        for fact in draft.recent_facts([target]):
            version = draft.rows.row(Version, fact)
            if version is not None and version.content.relation == "is_a":
                why.setdefault(fact, "same_object")


def _cosine(draft: Draft, fact: str, vector: Floats | None) -> float:
    if vector is None:
        return 0.0
    other = draft.vectors.get(fact)
    if other is None:
        other = draft.index.fact_vector(fact)
    return 0.0 if other is None else float(np.dot(vector, other))


def _neighbor(
    draft: Draft, episode: Episode, version: Version, why: str, cosine: float, *, exact: bool
) -> Neighbor:
    content = canonical(draft, version.content)
    name, named = _object(draft, content.object)
    first = last = version.said
    count = max(1, len(draft.index.episodes_of(number(version.fact))))
    here = False
    if exact:
        supports = draft.rows.find(Support, "fact", [version.fact])
        count = len(supports)
        last = max((s.said for s in supports if s.said is not None), default=first)
        here = any(s.episode == episode.id for s in supports)
    return Neighbor(
        fact=version.fact,
        content=content,
        status=version.status,
        tier=version.tier,
        trust=version.trust,
        supports=count,
        said=last.isoformat(),
        similarity=cosine,
        relation_to=why,
        object_name=name,
        object_named=named,
        first_said=first.isoformat(),
        here=here,
    )


def canonical(draft: Draft, content: Content) -> Content:
    """A content with entities replaced by what they are part of after merges."""
    subject = draft.names.root(content.subject)
    filler = content.object
    if isinstance(filler, EntityId):
        filler = EntityId(draft.names.root(filler.id))
    if subject == content.subject and filler == content.object:
        return content
    return replace(content, subject=subject, object=filler)


def _object(draft: Draft, filler: Filler | None) -> tuple[str, bool]:
    if filler is None:
        return "", False
    if isinstance(filler, EntityId):
        entity = draft.names.of(filler.id)
        return entity.name, entity.named
    return filler.text, False
