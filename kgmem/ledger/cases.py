"""A triple as a case to decide on: its names resolved, the facts around it gathered."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.language.names import normalise
from kgmem.language.relations import ALIAS, text_of
from kgmem.language.verbs import is_past
from kgmem.ledger.neighbors import gather
from kgmem.ledger.standing import by_what_holds
from kgmem.protocols import Case, Neighbor
from kgmem.records import Content, EntityId, Episode, Filler, Slot
from kgmem.types import Floats, Ref, Term, Triple, Validity, Value

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

_LEAST = 0.25
"""Less likely triples are misread, whatever they speak of."""
_HALF = 0.5
_OPEN, _CLOSED = 0.45, 0.3
"""What a value needs that takes another's place; less where only few values are possible."""
_BESIDE = 8
"""Characters behind a triple's words in which "again" may stand."""
_AGAIN = re.compile(r"\b(?:again|back)\b", re.IGNORECASE)
_EMPLOYMENTS = ("works_at", "member_of", "studies_at", "on_team")


def case(draft: Draft, episode: Episode, triple: Triple, vector: Floats | None) -> Case | None:
    """A triple with its names resolved and the facts around it.

    Entities that do not exist are only proposed; deciding brings those into being that it uses.

    Returns:
        None when the subject has no name, or what is implied cannot be: the name that one moved
        to is known as an employer's or a person's, what one came back to was never had.
    """
    if triple.implied_by == "moved_to" and _is_no_home(draft, triple):
        return None
    if triple.implied_by:
        retold = by_what_holds(draft, episode, triple)
        if retold is None:
            return None
        triple = retold
    triple = _known_by_name(draft, episode, triple)
    subject = draft.names.resolve(triple.subject, episode, triple.span)
    if subject is None:
        return None
    content = _content(draft, episode, triple, subject)
    corrects = _corrected(draft, triple.corrects)
    asserted = triple.confidence >= draft.settings.asserted
    neighbors = (
        () if triple.relation == ALIAS else gather(draft, episode, content, vector, corrects)
    )
    if not asserted and (
        _grounded(draft, triple, content, neighbors)
        or _resumed(episode, triple, content, neighbors)
        or _told_anew(draft, triple, content, neighbors)
        or _not_after_all(draft, episode, content, neighbors)
    ):
        asserted = True
        content = replace(content, confidence=draft.settings.asserted)
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


def _known_by_name(draft: Draft, episode: Episode, triple: Triple) -> Triple:
    """With the somebody who is known by it for a capitalised word that was read as a noun."""
    ref = triple.subject
    if ref.named or " " in ref.name or ref.name[:1].isupper():
        return triple
    name = ref.name.capitalize()
    if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", episode.text[slice(*triple.span)]):
        return triple
    known = draft.names.known(name)
    if len(known) != 1 or not known[0].named or known[0].type not in ("person", "animal"):
        return triple
    text = re.sub(rf"^{re.escape(ref.name)}\b", name, triple.text)
    return replace(triple, subject=Ref(name, known[0].type, True), text=text)


def _grounded(
    draft: Draft, triple: Triple, content: Content, neighbors: tuple[Neighbor, ...]
) -> bool:
    """Whether a doubtful "sold the flat" speaks of the one flat that is known to be had.

    What makes such a triple doubtful alone is that nobody knows which flat is meant.
    """
    if content.positive or not triple.implied_by or content.object is None:
        return False
    if triple.confidence < _LEAST or triple.modality != "actual":
        return False
    known = [
        n
        for n in neighbors
        if n.status == "live"
        and n.content.positive
        and n.tier == "asserted"
        and n.content.subject == content.subject
        and (n.content.object == content.object or _is_meant(triple, n))
        and draft.catalogue.says(content.relation, n.content.relation, positive=False)
    ]
    return len(known) == 1


def _is_meant(triple: Triple, n: Neighbor) -> bool:
    """Whether "Ana's bike" is the bike, or the red bike, that she is known to have."""
    owner = f"{normalise(triple.subject.name)}s "
    name = normalise(text_of(triple.object)).removeprefix(owner)
    known = normalise(n.object_name).removeprefix(owner)
    return bool(name) and (known == name or known.endswith(f" {name}"))


def _resumed(
    episode: Episode, triple: Triple, content: Content, neighbors: tuple[Neighbor, ...]
) -> bool:
    """Whether "I'm eating meat again" takes up what was said to be so no longer."""
    said = episode.text[triple.span[0] : triple.span[1] + _BESIDE]
    if not content.positive or triple.modality != "actual" or not _AGAIN.search(said):
        return False
    return triple.confidence >= _HALF and any(
        n.status == "live"
        and not n.content.positive
        and n.tier == "asserted"
        and n.content.subject == content.subject
        and n.content.relation == content.relation
        and n.content.object == content.object
        for n in neighbors
    )


_AFTER_ALL = re.compile(r"\b(?:after all|turns? out|turned out|it seems)\b", re.IGNORECASE)


def _not_after_all(
    draft: Draft, episode: Episode, content: Content, neighbors: tuple[Neighbor, ...]
) -> bool:
    """Whether a speaker passes on that what was known of them is not so after all.

    Hearsay about others remains that; who tells what the doctor found in them takes it for true.
    """
    if content.positive or content.modality != "actual" or not _AFTER_ALL.search(episode.text):
        return False
    if not episode.speaker or content.kind == "event":
        return False
    speaker = draft.names.match(Ref(episode.speaker, "person", True))
    return speaker == content.subject and any(
        n.status == "live"
        and n.content.positive
        and n.tier == "asserted"
        and n.content.subject == content.subject
        and n.content.relation == content.relation
        and n.content.object == content.object
        for n in neighbors
    )


def _told_anew(
    draft: Draft, triple: Triple, content: Content, neighbors: tuple[Neighbor, ...]
) -> bool:
    """Whether a doubtful value is of what was plainly said to have one: "the test is on 22 May".

    That the subject has such a thing is known; what remains doubtful is little.
    """
    if draft.catalogue.cardinality(content.relation) != "one" or content.kind == "event":
        return False
    said = content.positive and triple.modality == "actual" and not triple.temporary
    if not said or triple.implied_by or is_past(triple.predicate):
        return False
    row = draft.catalogue.rows.get(content.relation)
    least = _CLOSED if row is not None and row.values else _OPEN
    return triple.confidence >= least and any(
        n.status == "live"
        and n.tier == "asserted"
        and n.content.positive
        and n.content.modality == "actual"
        and n.content.subject == content.subject
        and n.content.relation == content.relation
        and _of_one_sort(triple, n)
        for n in neighbors
    )


def _of_one_sort(triple: Triple, n: Neighbor) -> bool:
    """Whether two values are both names, or literals of one kind."""
    mine, other = triple.object, n.content.object
    if isinstance(mine, Ref):
        return mine.named and n.object_named
    return isinstance(mine, Value) and isinstance(other, Value) and mine.kind == other.kind


def _is_no_home(draft: Draft, triple: Triple) -> bool:
    """Whether what would be a home is known as somebody, or as where somebody works or belongs."""
    target = triple.object
    if not isinstance(target, Ref) or not triple.positive:
        return False
    for kind in ("organization", "person"):
        known = draft.names.match(replace(target, type=kind))
        if known is None:
            continue
        if draft.names.of(known).type == "person" and draft.index.facts_of(known, limit=1):
            return True
        if any(draft.index.facts_by_object(known, r, limit=1) for r in _EMPLOYMENTS):
            return True
    return False


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
    if not text_of(term):
        return ""
    ref = term if isinstance(term, Ref) else Ref(term.text)
    return draft.names.match(ref) or normalise(text_of(term))
