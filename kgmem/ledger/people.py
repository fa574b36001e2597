"""Changes that people make by hand: corrections, retractions, merges and splits of entities."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from kgmem.errors import InputError, UnknownId
from kgmem.language.names import compatible
from kgmem.language.relations import text_of
from kgmem.ledger import facts
from kgmem.ledger.neighbors import canonical
from kgmem.records import Content, Ending, Entity, EntityId, Episode, Filler, Version
from kgmem.types import Observation, Ref, Term, Validity

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction made.

    Attributes:
        fact: id of the right fact.
        retracted: id of the wrong one.
        episode: the episode that states the correction.
        text: what the right fact says.
    """

    fact: str
    retracted: str
    episode: Episode
    text: str


def correct(
    draft: Draft,
    fact: str,
    *,
    object: Term | None = None,
    predicate: str | None = None,
    validity: Validity | None = None,
    author: str = "",
    reason: str = "",
    time: datetime | None = None,
    trust: float = 1.0,
    source: str | None = None,
) -> Corrected:
    """Replace a fact by what it should have said; the wrong one is retracted, not ended.

    Args:
        draft: a step must have begun.
        fact: the wrong fact.
        object: the right object; None leaves it.
        predicate: the right predicate; None leaves it.
        validity: when it really held; None leaves it.
        author: who corrects.
        reason: for the journal.
        time: of the correction; the draft's now by default.
        trust: of the author.
        source: the caller's id of the correction.

    Raises:
        UnknownId: there is no such fact.
        InputError: nothing to correct, or a source of less trust than the fact's.
    """
    version = require_fact(draft, fact)
    if object is None and predicate is None and validity is None:
        raise InputError(f"nothing to correct in {fact}: give object=, predicate= or a time")
    if trust < version.trust:
        raise InputError(
            f"{fact} rests on a source of trust {version.trust:g}; a correction needs as much"
        )
    old = canonical(draft, version.content)
    text = _reworded(draft, old, object, predicate)
    episode = draft.add_episode(
        Observation(
            text=text,
            time=time or draft.now,
            speaker=author or None,
            trust=trust,
            origin="corrected",
            source=source,
        )
    )
    content = _content(draft, old, episode, object, predicate, validity, text)
    new = draft.rows.allocate("f")
    draft.note_fact(new, content)
    facts.support(draft, new, episode, (0, len(episode.body)), content)
    facts.end(draft, fact, "retracted", at=None, by=new, episode=episode.id)
    inherit(draft, fact, new, episode)
    facts.refold(draft, [new, fact])
    draft.enter("correct", author=author, cause=episode.id, reason=reason or "corrected by hand")
    return Corrected(new, fact, episode, text)


def inherit(draft: Draft, wrong: str, right: str, episode: Episode) -> None:
    """What the mistaken fact had ended is ended by the right one."""
    for ending in draft.rows.find(Ending, "by", [wrong]):
        if ending.fact != right:
            facts.end(draft, ending.fact, ending.kind, at=ending.at, by=right, episode=episode.id)
            facts.refold(draft, [ending.fact])


def _reworded(draft: Draft, old: Content, target: Term | None, predicate: str | None) -> str:
    """The fact's sentence with the object and the predicate exchanged."""
    was = _words(draft, old.object)
    words = was if target is None else text_of(target)
    if predicate is None and target is not None and was:
        text, count = re.subn(rf"(?<!\w){re.escape(was)}(?!\w)", lambda _: words, old.text)
        if count:
            return text
    elif predicate is None and target is None:
        return old.text
    subject = draft.names.of(old.subject).name
    return f"{subject} {predicate or old.predicate} {words}".strip()


def _words(draft: Draft, filler: Filler | None) -> str:
    if filler is None:
        return ""
    return draft.names.of(filler.id).name if isinstance(filler, EntityId) else filler.text


def _content(
    draft: Draft,
    old: Content,
    episode: Episode,
    target: Term | None,
    predicate: str | None,
    validity: Validity | None,
    text: str,
) -> Content:
    filler: Filler | None = old.object
    if isinstance(target, Ref):
        entity = draft.names.resolve(target, episode, (0, len(text)))
        if entity is None:
            raise InputError("the corrected object has no name")
        draft.names.settle(entity)
        filler = EntityId(entity)
    elif target is not None:
        filler = target
    relation = old.relation
    if predicate is not None:
        relation = draft.catalogue.relation_of(predicate)
    return replace(
        old,
        object=filler,
        predicate=predicate or old.predicate,
        relation=relation,
        validity=old.validity if validity is None else validity,
        text=text,
        confidence=1.0,
    )


def retract(draft: Draft, fact: str, *, author: str = "", reason: str = "") -> None:
    """Say that a fact was never true. What it had ended lives again.

    Raises:
        UnknownId: there is no such fact.
    """
    require_fact(draft, fact)
    facts.end(draft, fact, "retracted", at=None, by=None, episode=None)
    facts.refold(draft, [fact])
    draft.enter("retract", author=author, cause=fact, reason=reason or "retracted by hand")


def merge_entities(
    draft: Draft, entity: str, into: str, *, author: str = "", reason: str = ""
) -> None:
    """Make an entity part of another; `split_entity` takes it out again.

    Raises:
        UnknownId: there is no such entity.
        InputError: they are one already.
    """
    source, target = require_entity(draft, entity), require_entity(draft, into)
    if source.id == target.id:
        raise InputError(f"{entity} and {into} are one entity already")
    if not compatible(source.type, target.type) and not reason:
        reason = f"a {source.type} and a {target.type}, merged by hand"
    draft.names.merge(source.id, into=target.id)
    draft.enter("merge", author=author, cause=source.id, reason=reason or "merged by hand")


def split_entity(draft: Draft, entity: str, *, author: str = "", reason: str = "") -> None:
    """Take an entity out of the one that it was merged into.

    Raises:
        UnknownId: there is no such entity.
        InputError: it is not part of another.
    """
    row = draft.rows.row(Entity, entity)
    if row is None:
        raise UnknownId(f"no entity {entity!r}")
    if row.merged_into is None:
        raise InputError(f"{entity} ({row.name}) is not merged into another entity")
    draft.names.split(entity)
    draft.enter("split", author=author, cause=entity, reason=reason or "split by hand")


def require_fact(draft: Draft, fact: str) -> Version:
    """The current version of a fact.

    Raises:
        UnknownId: there is no such fact (any more).
    """
    version = draft.rows.row(Version, fact) if fact[:1] == "f" and fact[1:].isdigit() else None
    if version is None:
        raise UnknownId(f"no fact {fact!r}; facts look like f12, and `facts()` lists them")
    return version


def require_entity(draft: Draft, entity: str) -> Entity:
    """The merge root of an entity.

    Raises:
        UnknownId: there is no such entity.
    """
    known = entity[:1] == "e" and entity[1:].isdigit()
    if not known or draft.rows.row(Entity, entity) is None:
        raise UnknownId(f"no entity {entity!r}; `entities()` lists them")
    return draft.names.of(entity)
