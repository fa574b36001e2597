"""Forgetting: the words go, what only they supported goes, what they had ended lives again.

The cost follows what is touched: the journal entries that speak of it are found by the times at
which its rows were written. Entries that did more than that lose their payload too; what survives
of it is written again by the forgetting itself, so that the graph is the fold of its journal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from kgmem.errors import UnknownId
from kgmem.ledger import facts
from kgmem.ledger.erasing import Past, erase, needles, once_supported
from kgmem.ledger.evidence import mentioned, uphold
from kgmem.records import Alias, Content, Ending, Entity, Episode, Subgoal, Support, Version

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft


@dataclass(frozen=True, slots=True)
class ForgetPlan:
    """What forgetting will remove.

    Attributes:
        episodes: ids of the episodes that go.
        facts: ids of the facts that go with them.
        entities: ids of the entities that go.
        revived: ids of facts that live again.
        subgoals: ids of subgoals whose summary was blanked because their episodes changed.
        needles: strings that only the forgotten had, to be searched for in the store's bytes.
        erased: how many journal entries lose their payload.
    """

    episodes: tuple[str, ...]
    facts: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()
    subgoals: tuple[str, ...] = ()
    needles: tuple[str, ...] = ()
    erased: int = 0


@dataclass(slots=True)
class _Traces:
    """Rows that held forgotten words, and when they were written."""

    ids: set[str] = field(default_factory=set)
    times: set[datetime] = field(default_factory=set)


def forget(
    draft: Draft, episodes: Sequence[str], *, author: str = "", reason: str = ""
) -> ForgetPlan:
    """Remove episodes and all that stands on them alone.

    Args:
        draft: a step must have begun.
        episodes: ids.
        author: who asks for it.
        reason: for the journal; it stays, so it must not quote.

    Raises:
        UnknownId: there is no such episode.
    """
    gone = _episodes(draft, episodes)
    traces = _Traces(set(), {e.recorded for e in gone})
    ids = [e.id for e in gone]
    supports = draft.rows.find(Support, "episode", ids)
    aliases = draft.rows.find(Alias, "episode", ids)
    endings = draft.rows.find(Ending, "episode", ids)
    past = Past(draft.reader)
    former = once_supported(draft, set(ids), traces.times, past)
    touched = list(dict.fromkeys([*(s.fact for s in supports), *former]))
    ended = [e.fact for e in endings]
    _read_ahead(draft, [*touched, *ended], {e for s in supports for e in mentioned(s.content)})
    was_live = _live(draft, [*ended, *_ended_by(draft, touched)])
    for identifier in [r.id for rows in (gone, supports, aliases) for r in rows]:
        traces.ids.add(identifier)
        draft.rows.drop(identifier)
    there = [fact for fact in touched if draft.rows.row(Version, fact) is not None]
    lost = [fact for fact in there if not draft.rows.find(Support, "fact", [fact])]
    _drop_endings(draft, endings, lost, traces)
    affected = list(dict.fromkeys([*touched, *ended, *_ended_by(draft, touched), *was_live]))
    for fact in affected:
        _rewind(draft, fact, fact in touched, traces)
    facts.refold(draft, affected)
    concerned = {e for s in supports for e in mentioned(s.content)}
    dropped = _entities(draft, concerned, aliases, traces)
    subgoals = _blank(draft, gone, traces)
    count = erase(draft, set(ids), traces.ids, traces.times, past)
    found = needles(draft, gone, _names(aliases))
    draft.enter("forget", author=author, reason=reason or "forgotten on request")
    return ForgetPlan(
        episodes=tuple(ids),
        facts=tuple(lost),
        entities=tuple(dropped),
        revived=tuple(f for f, live in was_live.items() if not live and _is_live(draft, f)),
        subgoals=tuple(subgoals),
        needles=tuple(found),
        erased=count,
    )


def _read_ahead(draft: Draft, touched: Sequence[str], entities: Collection[str]) -> None:
    """Read what is looked at one by one later in a few large lookups."""
    rows = draft.rows
    affected = [*touched, *(e.fact for e in rows.find(Ending, "by", touched))]
    rows.find(Ending, "fact", affected)
    rows.find(Version, "fact", affected)
    rows.prefetch(affected)
    rows.prefetch(s.episode for s in rows.find(Support, "fact", affected))
    rows.find(Alias, "entity", entities)
    rows.find(Entity, "merged_into", entities)


def _episodes(draft: Draft, ids: Iterable[str]) -> list[Episode]:
    wanted = list(dict.fromkeys(ids))
    draft.rows.prefetch(wanted)
    found = [draft.rows.row(Episode, i) for i in wanted]
    missing = [i for i, row in zip(wanted, found, strict=True) if row is None]
    if missing:
        raise UnknownId(f"no episode {missing[0]!r} (or it was forgotten already)")
    return [row for row in found if row is not None]


def _names(aliases: Iterable[Alias]) -> list[str]:
    return list(dict.fromkeys(a.name for a in aliases))


def _is_live(draft: Draft, fact: str) -> bool:
    version = draft.rows.row(Version, fact)
    return version is not None and version.status == "live"


def _live(draft: Draft, found: Iterable[str]) -> dict[str, bool]:
    return {fact: _is_live(draft, fact) for fact in found}


def _ended_by(draft: Draft, witnesses: Iterable[str]) -> list[str]:
    return [e.fact for e in draft.rows.find(Ending, "by", witnesses)]


def _drop_endings(
    draft: Draft, endings: Sequence[Ending], lost: Sequence[str], traces: _Traces
) -> None:
    """Endings go with their words, unless their witness has other words; then these date it."""
    without = {e.id: e for e in draft.rows.find(Ending, "fact", lost)}
    without.update((e.id, e) for e in draft.rows.find(Ending, "by", lost))
    for ending in {**{e.id: e for e in endings}, **without}.values():
        traces.ids.add(ending.id)
        others = [] if ending.by is None else draft.rows.find(Support, "fact", [ending.by])
        if ending.id in without or not others:
            draft.rows.drop(ending.id)
            continue
        episode = draft.rows.row(Episode, others[0].episode)
        at = ending.at
        if at is not None and episode is not None:
            at = others[0].content.validity.start or facts.moment(episode)
        draft.rows.put(replace(ending, at=at, episode=others[0].episode))


# --- versions -------------------------------------------------------------------------------------


def _rewind(draft: Draft, fact: str, spoken: bool, traces: _Traces) -> None:
    """Drop the versions of a fact that hold forgotten words or times, and reopen the last other.

    Args:
        draft: rows without the forgotten supports and endings.
        fact: whose versions.
        spoken: whether forgotten words supported it (else they only ended it).
        traces: takes the versions' ids and times.
    """
    versions = sorted(draft.rows.find(Version, "fact", [fact]), key=lambda v: int(v.id[1:]))
    supports = draft.rows.find(Support, "fact", [fact])
    now = facts.folded(draft, fact)
    kept: list[Version] = []
    for version in versions:
        tainted = now is None or not _innocent(version, supports, now.content, now.status, spoken)
        traces.times.update(t for t in (version.recorded_from, version.recorded_to) if t)
        if tainted:
            if not draft.rows.is_new(version.id):
                traces.ids.add(version.id)
            draft.rows.drop(version.id)
        else:
            kept.append(version)
    if kept and len(kept) < len(versions) and kept[-1].recorded_to is not None:
        # As if what was forgotten had never been said: the version before it went on.
        draft.rows.put(replace(kept[-1], recorded_to=None))


def _innocent(
    version: Version,
    supports: Sequence[Support],
    content: Content,
    status: str,
    spoken: bool,
) -> bool:
    """Whether a version says nothing that the remaining words do not say."""
    if version.content.validity.end not in (None, content.validity.end) or (
        version.status != "live" and version.status != status
    ):
        return False
    if not spoken:
        return True
    texts = {s.content.text for s in supports}
    slots = {slot for s in supports for slot in s.content.qualifiers}
    starts = {s.content.validity.start for s in supports} | {None}
    return (
        version.content.text in texts
        and set(version.content.qualifiers) <= slots
        and version.content.validity.start in starts
        and version.content.confidence <= content.confidence
        and version.trust <= max(s.trust for s in supports)
    )


# --- entities and summaries -----------------------------------------------------------------------


def _entities(
    draft: Draft, concerned: Iterable[str], lost: Sequence[Alias], traces: _Traces
) -> list[str]:
    owners = list(dict.fromkeys([*sorted(concerned), *(a.entity for a in lost)]))
    draft.rows.prefetch(owners)
    roots = [draft.names.root(e) for e in owners if draft.rows.get(e) is not None]
    before = {e: draft.rows.row(Entity, e) for e in dict.fromkeys([*owners, *roots])}
    upheld = uphold(draft, owners, lost, forgetting=True)
    _rewritten(draft, upheld.rewritten, traces)
    for root in roots:
        draft.names.refold(root)
    for entity, row in before.items():
        now = draft.rows.row(Entity, entity)
        if row is not None and (now is None or now.name != row.name or now.type != row.type):
            traces.ids.add(entity)
            traces.times.update(row.changed)
    return list(upheld.dropped)


def _rewritten(draft: Draft, supports: Sequence[Support], traces: _Traces) -> None:
    """Sentences that lost a forgotten name: their earlier wording is a trace too."""
    changed = list(dict.fromkeys(s.fact for s in supports))
    for support in supports:
        traces.ids.add(support.id)
        episode = draft.rows.row(Episode, support.episode)
        if episode is not None:
            traces.times.add(episode.recorded)
    for fact in changed:
        _rewind(draft, fact, True, traces)
    facts.refold(draft, changed)


def _blank(draft: Draft, gone: Sequence[Episode], traces: _Traces) -> list[str]:
    """Summaries of the subgoals above the episodes may quote them: they are made anew later."""
    waiting = [e.subgoal for e in gone if e.subgoal is not None]
    blanked: list[str] = []
    for identifier in waiting:
        row = draft.rows.row(Subgoal, identifier)
        if row is None or identifier in blanked:
            continue
        if row.parent is not None:
            waiting.append(row.parent)
        if row.summary:
            blanked.append(identifier)
            traces.ids.add(identifier)
            traces.times.update(t for t in (row.opened, row.closed) if t is not None)
            draft.rows.put(replace(row, summary=""))
    return blanked
