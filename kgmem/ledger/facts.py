"""Supports and endings of facts, and the versions that follow from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from kgmem.ledger.fold import Folded, fold_fact
from kgmem.records import Content, Ending, Episode, Support, Version
from kgmem.types import Bound, EndingKind, Floats

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

_ROUNDS = 8  # two facts that retract each other must not fold for ever


def support(
    draft: Draft,
    fact: str,
    episode: Episode,
    span: tuple[int, int],
    content: Content,
    vector: Floats | None = None,
) -> None:
    """Let an episode testify for a fact: once, with the richer of its wordings."""
    for old in draft.rows.find(Support, "fact", [fact]):
        if old.episode == episode.id:
            if _says_more(content, old.content):
                draft.rows.put(replace(old, content=content, span=span))
                _remember(draft, old.id, vector)
            return
    new = Support(
        id=draft.rows.allocate("s"),
        fact=fact,
        episode=episode.id,
        span=span,
        content=content,
        trust=episode.trust,
        said=episode.time,
    )
    draft.rows.put(new)
    _remember(draft, new.id, vector)


def _remember(draft: Draft, identifier: str, vector: Floats | None) -> None:
    if vector is not None:
        draft.vectors[identifier] = vector


def _says_more(new: Content, old: Content) -> bool:
    def details(content: Content) -> tuple[int, float]:
        times = content.validity.start is not None
        return len(content.qualifiers) + times, content.confidence

    return details(new) > details(old)


def end(
    draft: Draft,
    fact: str,
    kind: EndingKind,
    *,
    at: Bound | None,
    by: str | None,
    episode: str | None,
) -> None:
    """Let a fact be ended or retracted by a witness (or, with no fact as witness, an episode)."""
    for old in draft.rows.find(Ending, "fact", [fact]):
        if (old.kind, old.by, old.episode) == (kind, by, episode):
            return
    draft.rows.put(Ending(draft.rows.allocate("x"), fact, kind, at, by, episode))


def moment(episode: Episode) -> Bound:
    """The instant of an observation, as a bound."""
    return Bound(episode.time, episode.time + timedelta(seconds=1), "second")


def refold(draft: Draft, facts: Iterable[str]) -> None:
    """Bring the versions of facts, and of those they end, up to date with supports and endings."""
    waiting = list(dict.fromkeys(facts))
    rounds: dict[str, int] = {}
    while waiting:
        fact = waiting.pop(0)
        rounds[fact] = rounds.get(fact, 0) + 1
        if rounds[fact] > _ROUNDS:
            continue
        before = _standing(draft, fact)
        _refold_one(draft, fact)
        if _standing(draft, fact) != before:
            targets = (e.fact for e in draft.rows.find(Ending, "by", [fact]))
            waiting.extend(t for t in targets if t not in waiting)


def _standing(draft: Draft, fact: str) -> bool | None:
    """Whether a witness was not taken back; None when no words are left for it."""
    version = draft.rows.row(Version, fact)
    return None if version is None else version.status != "retracted"


def holds(draft: Draft, ending: Ending) -> bool:
    """Whether an ending's witness remains.

    What ended because another fact began is live again when that never was so. What was said never
    to be true stays so while those words exist, even if what was put in its place is wrong too.
    """
    if ending.by is not None:
        standing = _standing(draft, ending.by)
        return standing is True or (standing is False and ending.kind == "retracted")
    return ending.episode is None or draft.rows.get(ending.episode) is not None


def folded(draft: Draft, fact: str) -> Folded | None:
    """The fold of a fact's supports and of its endings whose witness remains."""
    supports = draft.rows.find(Support, "fact", [fact])
    endings = [e for e in draft.rows.find(Ending, "fact", [fact]) if holds(draft, e)]
    return fold_fact(supports, endings, asserted=draft.settings.asserted)


def _refold_one(draft: Draft, fact: str) -> None:
    current = draft.rows.row(Version, fact)
    new = folded(draft, fact)
    if new is None:
        if current is not None:
            _close(draft, current)
        return
    if current is not None and new.matches(current):
        return
    if current is None or current.content.text != new.content.text:
        draft.texts[fact] = new.content.text
        if new.source in draft.vectors:
            draft.vectors[fact] = draft.vectors[new.source]
        else:
            draft.vectors.pop(fact, None)
    in_place = current is not None and _close(draft, current)
    version = Version(
        id=current.id if in_place and current is not None else draft.rows.allocate("v"),
        fact=fact,
        content=new.content,
        tier=new.tier,
        status=new.status,
        trust=new.trust,
        said=new.said,
        recorded_from=draft.now,
    )
    draft.rows.put(version)


def _close(draft: Draft, version: Version) -> bool:
    """End a version's recorded interval; True when the same entry made it, which replaces it."""
    if draft.rows.written_now(version.id) and version.recorded_from == draft.now:
        draft.rows.drop(version.id)
        return True
    draft.rows.put(replace(version, recorded_to=draft.now))
    return False
