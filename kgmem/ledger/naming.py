"""Names given to entities, and descriptions that turn out to be named things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.language.names import compatible, normalise
from kgmem.language.relations import text_of, type_of
from kgmem.ledger.entities import is_owned, span_of
from kgmem.protocols import Case
from kgmem.records import Alias, Entity, EntityId, Support, Version
from kgmem.types import Ref

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

_OWNERS = 16  # facts looked at to see whether a description has one owner


def name(draft: Draft, case: Case) -> None:
    """Give the subject another name; what has that name already becomes part of it."""
    triple, names = case.triple, draft.names
    alias = Ref(text_of(triple.object), type=_type(case), named=True)
    if not normalise(alias.name):
        return
    subject = names.of(case.content.subject)
    if not triple.subject.named:
        subject = _described(draft, subject)
        if _several(draft, case):
            _set_apart(draft, triple.subject, subject)
            return
        if not _nameable(draft, triple.subject, subject, alias):
            return
    others = [e for e in names.known(alias.name) if e.id != subject.id]
    fitting = [e for e in others if compatible(e.type, subject.type)]
    same = next((e for e in fitting if _may_be_one(case, subject.name, e.name)), None)
    if same is None or subject.named:
        names.settle(subject.id)
        _give(draft, case, subject.id, alias)
        if same is not None:
            names.merge(same.id, into=subject.id)
        return
    # What is described is somebody known: the description becomes one more name of theirs.
    if draft.rows.get(subject.id) is not None:
        names.merge(subject.id, into=same.id)
    _give(draft, case, same.id, triple.subject)


def _described(draft: Draft, entity: Entity) -> Entity:
    """With "the cat is a grey tabby", "the grey tabby" is the cat, where no other is one."""
    roots = draft.names.search_roots(entity.id)
    held = [f for r in roots for f in draft.index.facts_by_object(r, "is_a", limit=_OWNERS)]
    versions = [v for f in held if (v := draft.rows.row(Version, f)) is not None]
    live = [v.content for v in versions if v.status == "live" and v.content.positive]
    subjects = {draft.names.root(c.subject) for c in live}
    if len(subjects) != 1:
        return entity
    only = draft.names.of(subjects.pop())
    return entity if only.named or not compatible(only.type, entity.type) else only


def _give(draft: Draft, case: Case, entity: str, ref: Ref) -> None:
    span = span_of(ref.name, case.episode, case.triple.span)
    draft.names.give(entity, ref, case.episode.id, span)


def _nameable(draft: Draft, described: Ref, entity: Entity, alias: Ref) -> bool:
    """Whether a description may get a proper name.

    Not when it has another one (a second sister is not the first), and not when the same words
    stand for things of several owners ("a cat").
    """
    if entity.named and normalise(entity.name) != normalise(alias.name):
        known = draft.rows.find(Alias, "entity", draft.names.members(entity.id))
        return any(normalise(a.name) == normalise(alias.name) for a in known)
    if is_owned(described.name):
        return True
    roots = draft.names.search_roots(entity.id)
    held = [f for r in roots for f in draft.index.facts_by_object(r, limit=_OWNERS)]
    versions = (draft.rows.row(Version, f) for f in held)
    return len({v.content.subject for v in versions if v is not None}) <= 1


def _several(draft: Draft, case: Case) -> bool:
    """Whether an owner has several of a kind: "my sister" is then neither Ana nor Bea."""
    relation, triple = case.triple.implied_by, case.triple
    owner, _, noun = triple.subject.name.rpartition("'s ")
    if not relation or not owner:
        return False
    found: set[str] = set()
    for entity in draft.names.known(owner):
        known = draft.index.facts_of(entity.id, relation, limit=_OWNERS)
        for fact in [*draft.recent_facts([entity.id], relation), *known]:
            version = draft.rows.row(Version, fact)
            if version is None or noun not in version.content.predicate:
                continue
            target = version.content.object
            if isinstance(target, EntityId) and version.status == "live":
                found.add(draft.names.root(target.id))
    return len(found) > 1


def _set_apart(draft: Draft, described: Ref, entity: Entity) -> None:
    """Take a description out of the entity that it was taken to be."""
    norm = normalise(described.name)
    for member in draft.names.members(entity.id):
        for alias in draft.rows.find(Alias, "entity", [member]):
            if normalise(alias.name) != norm:
                continue
            if member == entity.id and entity.named:
                draft.rows.drop(alias.id)
            elif member != entity.id:
                draft.names.split(member)


def _type(case: Case) -> str:
    kind = type_of(case.triple.object)
    return kind if isinstance(case.triple.object, Ref) else case.triple.subject.type


def _may_be_one(case: Case, name: str, other: str) -> bool:
    """Two people who talk to each other are not one person, whatever a parse says."""
    talking = {normalise(n) for n in (case.episode.speaker, case.episode.addressee) if n}
    return not {normalise(name), normalise(other)} <= talking


def join_descriptions(draft: Draft, case: Case, fact: str) -> None:
    """Merging "has Biscuit" into "has Nora's cat" makes Nora's cat and Biscuit one entity.

    Only for a description that belongs to the subject: "a cat" may be anybody's.
    """
    triple, content = case.triple, case.content
    target = next(n for n in case.neighbors if n.fact == fact)
    if not isinstance(triple.object, Ref) or not triple.object.named:
        return
    old, new = target.content.object, content.object
    if not (isinstance(old, EntityId) and isinstance(new, EntityId)) or target.object_named:
        return
    if old.id == new.id:
        return
    names = draft.names
    _keep_evidence(draft, fact, old.id)
    owner = normalise(names.of(content.subject).name)
    if not normalise(target.object_name).startswith(f"{owner}s "):
        return
    first, second = sorted((names.root(old.id), names.root(new.id)), key=lambda e: int(e[1:]))
    names.merge(second, into=first)


def _keep_evidence(draft: Draft, fact: str, entity: str) -> None:
    """Keep the object that a refinement replaces for as long as a support speaks of it.

    Each such episode becomes evidence for its name.
    """
    row = draft.names.of(entity)
    known = {a.episode for a in draft.rows.find(Alias, "entity", [entity])}
    for support in draft.rows.find(Support, "fact", [fact]):
        filler = support.content.object
        if isinstance(filler, EntityId) and filler.id == entity and support.episode not in known:
            known.add(support.episode)
            ref = Ref(row.name, row.type, row.named)
            draft.names.testify(entity, ref, support.episode, support.span)
