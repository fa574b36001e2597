"""A fact is the fold of its supports and endings, an entity's name that of its aliases. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import reduce

from kgmem.codec import number
from kgmem.language.names import compatible, more_telling
from kgmem.records import Alias, Content, Ending, EntityId, Support, Version
from kgmem.types import Bound, FactStatus, Tier, Validity


@dataclass(frozen=True, slots=True)
class Folded:
    """What a fact looks like now.

    Attributes:
        content: the richest testimony, completed by the others.
        tier: asserted when the supports together are confident enough.
        status: live, ended or retracted.
        trust: the highest among the supports.
        said: when it was first said.
        source: id of the support whose words `content.text` is.
    """

    content: Content
    tier: Tier
    status: FactStatus
    trust: float
    said: datetime
    source: str

    def matches(self, version: Version) -> bool:
        """Whether a version already says all this."""
        return (
            self.content == version.content
            and (self.tier, self.status) == (version.tier, version.status)
            and (self.trust, self.said) == (version.trust, version.said)
        )


def fold_fact(
    supports: Iterable[Support], endings: Iterable[Ending], *, asserted: float
) -> Folded | None:
    """Fold a fact.

    Args:
        supports: its supports, in any order.
        endings: those of its endings whose witness remains.
        asserted: confidence from which a fact is asserted.

    Returns:
        None when no support is left: the fact is gone.
    """
    ordered = sorted(supports, key=lambda s: number(s.id))
    if not ordered:
        return None
    best = max(ordered, key=lambda s: (_richness(s.content, asserted), _moment(s)))
    content = reduce(_completed, (s.content for s in ordered if s is not best), best.content)
    content = replace(_held_before(content, ordered), confidence=_together(ordered))
    status, ended = _status(endings)
    if ended is not None and status == "ended":
        content = replace(content, validity=_closed(content.validity, ended))
    return Folded(
        content=content,
        tier="asserted" if content.confidence >= asserted else "tentative",
        status=status,
        trust=max(s.trust for s in ordered),
        said=min(_moment(s) for s in ordered),
        source=best.id,
    )


def _moment(support: Support) -> datetime:
    assert support.said is not None, "supports of the ledger always say when"
    return support.said


def _richness(content: Content, asserted: float) -> tuple[bool, bool, int]:
    """What makes one testimony say more than another: trustworthy first, then details."""
    details = len(content.qualifiers) + (content.validity.start is not None)
    details += isinstance(content.object, EntityId)
    return content.confidence >= asserted, not content.temporary, details


def _completed(base: Content, other: Content) -> Content:
    """Take over from another testimony what the chosen one lacks."""
    if other.validity.start is not None and _vaguer(base.validity.start, other.validity.start):
        validity = replace(other.validity, end=other.validity.end or base.validity.end)
        base = replace(base, validity=validity)
    elif base.validity.end is None and other.validity.end is not None:
        base = replace(base, validity=replace(base.validity, end=other.validity.end))
    have = {slot.role for slot in base.qualifiers}
    more = tuple(slot for slot in other.qualifiers if slot.role not in have)
    return replace(base, qualifiers=base.qualifiers + more) if more else base


def _vaguer(bound: Bound | None, other: Bound) -> bool:
    """Whether `other` lies within `bound` and says more precisely when."""
    if bound is None:
        return True
    if bound.earliest is None or bound.latest is None:
        return other.earliest is not None and other.latest is not None
    if other.earliest is None or other.latest is None:
        return False
    inside = bound.earliest <= other.earliest and other.latest <= bound.latest
    return inside and (other.latest - other.earliest) < (bound.latest - bound.earliest)


_LOOSELY = timedelta(days=60)
"""A start this little after the first saying is taken as said: people date loosely."""


def _held_before(content: Content, supports: Iterable[Support]) -> Content:
    """Without a start long after somebody said that it is so: "moved back in May" is no first."""
    start = content.validity.start
    if content.kind == "event" or start is None or start.earliest is None:
        return content
    told = (
        _moment(s)
        for s in supports
        if s.content.kind != "event"
        and s.content.modality == "actual"
        and not s.content.temporary
        and s.content.validity.start is None
    )
    if min(told, default=start.earliest) + _LOOSELY >= start.earliest:
        return content
    wording = "" if content.validity.end is None else content.validity.wording
    return replace(content, validity=replace(content.validity, start=None, wording=wording))


def _together(supports: Sequence[Support]) -> float:
    """Independent episodes add up: 1 - prod(1 - c), each episode counted once."""
    by_episode: dict[str, float] = {}
    for support in supports:
        confidence = support.content.confidence
        by_episode[support.episode] = max(by_episode.get(support.episode, 0.0), confidence)
    if len(by_episode) == 1:
        return next(iter(by_episode.values()))
    doubt = 1.0
    for confidence in by_episode.values():
        doubt *= 1.0 - confidence
    return round(1.0 - doubt, 6)


def _status(endings: Iterable[Ending]) -> tuple[FactStatus, Bound | None]:
    """Retracted wins over ended; of several ends the earliest counts."""
    ordered = sorted(endings, key=lambda e: number(e.id))
    if not ordered:
        return "live", None
    if any(e.kind == "retracted" for e in ordered):
        return "retracted", None
    bounds = [e.at for e in ordered if e.at is not None]
    known = [(end, b) for b in bounds if (end := b.latest or b.earliest) is not None]
    if not known:
        return "ended", bounds[0] if bounds else None
    return "ended", min(known, key=lambda pair: pair[0])[1]


def _closed(validity: Validity, end: Bound) -> Validity:
    """The validity with an end, unless the words themselves gave one."""
    return validity if validity.end is not None else replace(validity, end=end)


@dataclass(frozen=True, slots=True)
class FoldedName:
    """What an entity is called now."""

    name: str
    type: str
    named: bool


def fold_names(aliases: Iterable[Alias], root: str) -> FoldedName | None:
    """The name and type that an entity's aliases give it; a proper name beats a description.

    Args:
        aliases: its own and those of the entities merged into it.
        root: the entity, whose own names come first.

    Returns:
        None when it has no alias left.
    """
    ordered = sorted(aliases, key=lambda a: (a.entity != root, number(a.id)))
    if not ordered:
        return None
    first = next((a for a in ordered if a.named), ordered[0])
    kind = first.type
    for alias in ordered:
        if compatible(kind, alias.type):
            kind = more_telling(kind, alias.type)
    return FoldedName(first.name, kind, first.named)
