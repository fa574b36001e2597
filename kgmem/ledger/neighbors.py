"""The facts that a triple may repeat, refine or contradict.

A speaker owns half of a conversation's facts: nothing here looks at all facts of a subject, only at
those of the same pair, the newest and closest of the same relation, and the newest of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kgmem.protocols import Neighbor
from kgmem.records import Content, EntityId, Episode, Filler, Support, Version
from kgmem.types import Floats

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

_PAIR = 8  # newest facts between the same two
_VALUES = 8  # newest facts of a relation that holds one value
_NEWEST = 3  # newest facts of a relation that holds many
_CLOSEST = 5  # closest in meaning of its others
_HUB = 256  # facts of the relation among which those are looked for
_ANY = 16  # newest facts about the subject that are looked at for closeness
_NEAR = 3  # most of them taken
_CLOSE = 0.75  # cosine from which another relation counts as near
_ORDER = ("same_pair", "same_subject_relation", "same_object", "similar")


def gather(
    draft: Draft,
    episode: Episode,
    content: Content,
    vector: Floats | None,
    corrects: str | None,
) -> tuple[Neighbor, ...]:
    """The neighbours of a content: the exact pair first, then the same relation, live before ended.

    Args:
        draft: whose rows and index are asked.
        episode: where it was said.
        content: the triple with its names resolved.
        vector: of the triple, `(d,)`; None gives the newest instead of the closest.
        corrects: entity id or words that the triple takes back.
    """
    meaning = _Meaning(draft, vector)
    why = _nominate(draft, content, meaning, corrects)
    draft.rows.prefetch(why)
    cosines = meaning.cosines(list(why))
    found = []
    for (fact, reason), cosine in zip(why.items(), cosines, strict=True):
        version = draft.rows.row(Version, fact)
        if version is not None:
            found.append((version, reason, cosine))
    found.sort(key=lambda f: (_ORDER.index(f[1]), f[0].status != "live", -round(f[2], 6)))
    kept = found[: draft.settings.neighbors]
    counted = draft.catalogue.cardinality(content.relation) == "one" or corrects is not None
    if counted:
        draft.rows.find(Support, "fact", [v.fact for v, _, _ in kept])
    return tuple(_neighbor(draft, episode, v, r, c, counted=counted) for v, r, c in kept)


class _Meaning:
    """Cosines of facts with a triple's vector `(d,)`; each is computed once, 0 without a vector."""

    def __init__(self, draft: Draft, vector: Floats | None) -> None:
        """Start with none known."""
        self._draft = draft
        self.vector = vector
        self._known: dict[str, float] = {}

    def cosines(self, facts: Sequence[str]) -> list[float]:
        """Of facts of the index and of the draft, in one product over those not yet known."""
        if self.vector is None:
            return [0.0] * len(facts)
        missing = [f for f in facts if f not in self._known]
        if missing:
            found = self._draft.index.fact_cosines(self.vector, missing)
            self._known.update(zip(missing, found, strict=True))
            for fact in missing:
                own = self._draft.vectors.get(fact)
                if own is not None:
                    self._known[fact] = float(np.dot(self.vector, own))
        return [self._known[f] for f in facts]


def _nominate(
    draft: Draft, content: Content, meaning: _Meaning, corrects: str | None
) -> dict[str, str]:
    """Facts to look at, with the reason; those of this draft come first, they are the newest."""
    subjects = draft.names.search_roots(content.subject)
    why: dict[str, str] = {}
    if isinstance(content.object, EntityId):
        _pairs(draft, content, subjects, content.object.id, why)
    if corrects is not None and corrects[:1] == "e" and corrects[1:].isdigit():
        for subject in subjects:
            found = draft.index.facts_between(subject, corrects, limit=_PAIR)
            _add(why, [*draft.recent_facts([subject], corrects), *found], "same_pair")
    if corrects is not None and content.relation == "is_a":
        _roles(draft, subjects, why)
    newest = {s: draft.index.facts_of(s, limit=_ANY) for s in subjects}
    _same_relation(draft, content, newest, meaning, why)
    single = draft.catalogue.cardinality(content.relation) == "one"
    if (not content.positive and content.object is None) or (content.positive and single):
        _turned(draft, content, subjects, why)
    for facts in newest.values():
        others = [f for f in facts if f not in why]
        near = zip(meaning.cosines(others), others, strict=True)
        close = sorted((c, f) for c, f in near if c >= _CLOSE)[::-1][:_NEAR]
        _add(why, [f for _, f in close], "similar")
    return why


def _add(why: dict[str, str], facts: list[str], reason: str) -> None:
    for fact in facts:
        why.setdefault(fact, reason)


def _pairs(
    draft: Draft, content: Content, subjects: list[str], target: str, why: dict[str, str]
) -> None:
    """Facts between the two (from either side of a mutual relation) and what the object is."""
    index = draft.index
    mutual = draft.catalogue.inverse(content.relation) == content.relation
    for other in draft.names.search_roots(target):
        for subject in subjects:
            pairs = [(subject, other), (other, subject)] if mutual else [(subject, other)]
            for one, two in pairs:
                recent = draft.recent_facts([one], two)
                _add(why, [*recent, *index.facts_between(one, two, limit=_PAIR)], "same_pair")
        kinds = [*draft.recent_facts([other], "is_a"), *index.facts_of(other, "is_a", limit=2)]
        _add(why, kinds, "same_object")


def _roles(draft: Draft, subjects: list[str], why: dict[str, str]) -> None:
    """What others are said to have in somebody who is "my cousin, not my sister"."""
    ties = [r for r, row in draft.catalogue.rows.items() if row.range == "person"]
    for subject in subjects:
        recent = [f for r in ties for f in draft.recent_facts([subject], f"{r} of")]
        known = draft.index.facts_by_object(subject, limit=_ANY)
        _add(why, [*recent, *known], "same_object")


def _turned(draft: Draft, content: Content, subjects: list[str], why: dict[str, str]) -> None:
    """What is told from the other side: "Nora has the pet Rex", of Rex; "Bo leads it", of it."""
    relation = draft.catalogue.inverse(content.relation)
    if not relation or (content.positive and relation == content.relation):
        return
    for subject in subjects:
        known = draft.index.facts_by_object(subject, relation, limit=_VALUES)
        _add(why, [*draft.recent_facts([subject], f"{relation} of"), *known], "same_object")


def _same_relation(
    draft: Draft,
    content: Content,
    newest: dict[str, list[str]],
    meaning: _Meaning,
    why: dict[str, str],
) -> None:
    """Facts of the relation and of its rivals about the subjects, whose newest facts are given."""
    one = draft.catalogue.cardinality(content.relation) == "one"
    for subject, others in newest.items():
        known = _known(draft, subject, content.relation, meaning, one=one)
        facts = [*draft.recent_facts([subject], content.relation), *known]
        if not one:
            if len(facts) > _NEWEST + _CLOSEST:
                meaning.cosines([*facts[_NEWEST:], *others])  # one product for all of them
            facts = _chosen(facts, meaning)
        _add(why, facts, "same_subject_relation")
        for rival in (*draft.catalogue.rivals(content.relation), *_told_else(draft, content)):
            recent = draft.recent_facts([subject], rival)
            known = draft.index.facts_of(subject, rival, limit=_VALUES)
            _add(why, [*recent, *known], "same_subject_relation")


def _told_else(draft: Draft, content: Content) -> tuple[str, ...]:
    """Relations in which what the content ends, if it ends anything, may be told as well."""
    book, relation = draft.catalogue, content.relation
    single = book.cardinality(relation) == "one" and content.kind != "event"
    if content.positive and not single:
        return ()
    # Who quit nursing is a nurse no longer, nor where that was done.
    work = ("job_title", "works_at") if not content.positive and content.object is None else ()
    return (*(() if content.positive else book.covered(relation)), *book.akin(relation), *work)


def _known(draft: Draft, subject: str, relation: str, meaning: _Meaning, *, one: bool) -> list[str]:
    """What the graph knows of a relation; of a hub's many facts those that could be chosen."""
    if one or meaning.vector is None:
        return draft.index.facts_of(subject, relation, limit=_VALUES)
    return draft.index.facts_like(
        subject, relation, meaning.vector, newest=_NEWEST, closest=_CLOSEST, pool=_HUB
    )


def _chosen(facts: list[str], meaning: _Meaning) -> list[str]:
    """The newest facts of a relation and, of its others, the closest in meaning."""
    if len(facts) <= _NEWEST + _CLOSEST:
        return facts
    newest, others = facts[:_NEWEST], facts[_NEWEST:]
    if meaning.vector is None:
        return facts[: _NEWEST + _CLOSEST]
    best = np.argsort(-np.asarray(meaning.cosines(others)), kind="stable")[:_CLOSEST]
    return newest + [others[i] for i in best]


def _neighbor(
    draft: Draft, episode: Episode, version: Version, why: str, cosine: float, *, counted: bool
) -> Neighbor:
    content = canonical(draft, version.content)
    name, named = _object(draft, content.object)
    first = last = version.said
    count, here = 0, False
    if counted:
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
        return draft.names.label(filler.id)
    return filler.text, False
