"""Forgetting with proof, and figures about a memory."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import chain
from typing import TYPE_CHECKING, get_args

from kgmem import ledger
from kgmem.codec import dump, number
from kgmem.engine.arguments import label, words
from kgmem.engine.committing import commit, draft_of
from kgmem.engine.entities import require_entity
from kgmem.engine.mentions import names_of, still_named
from kgmem.engine.state import Engine
from kgmem.engine.tasks import resummarise
from kgmem.errors import ForgetPending, InputError, UnknownId, UnknownNamespace
from kgmem.language.times import parse_moment
from kgmem.protocols import Kind, Reader
from kgmem.records import Alias, Episode, Support
from kgmem.results import Forgotten

if TYPE_CHECKING:
    from kgmem.ledger import Draft, ForgetPlan
    from kgmem.snapshot import Snapshot

Moment = str | date | datetime | None
_NEEDLES = 200


@dataclass(frozen=True, slots=True)
class Selection:
    """What to forget; see `Memory.forget`. Wishes are united, the time range limits them."""

    sources: tuple[str, ...] = ()
    entity: str | None = None
    episodes: tuple[str, ...] = ()
    before: Moment = None
    after: Moment = None
    namespace: bool = False


def forget(engine: Engine, selection: Selection) -> Forgotten:
    """Erase what is selected and prove it.

    While the store still owes the proof of an earlier call (`Forgotten.pending`, or the process was
    killed before it), forgetting what is no longer there gives that proof instead of an error.

    Raises:
        InputError: nothing was selected.
        UnknownId: a source, entity or episode is not there.
        UnknownNamespace: the namespace is not there.
    """
    with engine.parts.lock:
        try:
            return _forget_namespace(engine) if selection.namespace else _forget(engine, selection)
        except (UnknownId, UnknownNamespace):
            if not engine.store.info.unproved:
                raise
            return _proved(engine, Forgotten(), ())


def _forget(engine: Engine, selection: Selection) -> Forgotten:
    with engine.view() as (reader, snapshot):
        chosen = select(engine, reader, snapshot, selection)
        names = _names(reader, snapshot, selection)
    if not chosen:
        return _proved(engine, _naming(engine, Forgotten(), names), ())
    plan = commit(engine, lambda draft: _plan(draft, chosen))
    _forget_in_memory(engine)
    resummarise(engine, plan.subgoals)
    return _proved(engine, _naming(engine, _counted(plan), names), plan.needles)


def would_forget(engine: Engine, selection: Selection) -> Forgotten:
    """What `forget` would remove; nothing is removed.

    Raises:
        InputError: as `forget` does.
        UnknownId: likewise.
        UnknownNamespace: likewise.
    """
    try:
        result = _sizes(engine) if selection.namespace else _would_forget(engine, selection)
    except (UnknownId, UnknownNamespace):
        if not engine.store.info.unproved:
            raise
        result = Forgotten()  # all that is left to do is the proof
    return replace(result, dry_run=True)


def _would_forget(engine: Engine, selection: Selection) -> Forgotten:
    with engine.view() as (reader, snapshot):
        chosen = select(engine, reader, snapshot, selection)
        plan = _plan(draft_of(engine, reader, snapshot), chosen)
        names = _names(reader, snapshot, selection)
        named = still_named(reader, names, plan.episodes, plan.subgoals)
        return replace(_counted(plan), still_named=named)


def _names(reader: Reader, snapshot: Snapshot, selection: Selection) -> re.Pattern[str] | None:
    """What finds the names of the entity to forget; none where it is not an entity that goes."""
    if selection.entity is None:
        return None
    return names_of(reader, _group(reader, snapshot, selection.entity))


def _naming(engine: Engine, result: Forgotten, names: re.Pattern[str] | None) -> Forgotten:
    """With what still has the names, now that the forgotten is gone."""
    if names is None:
        return result
    with engine.store.read(engine.namespace) as reader:
        return replace(result, still_named=still_named(reader, names))


def _counted(plan: ForgetPlan) -> Forgotten:
    return Forgotten(
        episodes=len(plan.episodes),
        facts=len(plan.facts),
        entities=len(plan.entities),
        revived=plan.revived,
    )


def _forget_in_memory(engine: Engine) -> None:
    engine.snapshots().drop(engine.namespace)
    engine.parts.drop_kept()


def _plan(draft: Draft, episodes: list[str]) -> ForgetPlan:
    draft.begin_step()
    return ledger.forget(draft, episodes)


def _forget_namespace(engine: Engine) -> Forgotten:
    name = engine.namespace
    sizes = _sizes(engine)
    with engine.store.read(name) as reader:
        needles = _sample(reader)
    facts = engine.store.drop_namespace(name)
    _forget_in_memory(engine)
    kept = _still_said(engine, needles, "episode")  # else each would have the file rewritten
    result = replace(sizes, facts=facts)
    return _proved(engine, result, [n for n in needles if n not in kept])


def _sizes(engine: Engine) -> Forgotten:
    """How much is in the namespace."""
    engine.require_namespace(engine.namespace)
    sizes = engine.store.size(engine.namespace)
    return Forgotten(
        episodes=sizes.get("episode", 0),
        facts=sizes.get("fact", 0),
        entities=sizes.get("entity", 0),
    )


def _sample(reader: Reader) -> list[str]:
    """Some of a namespace's words, spread over its episodes, to be looked for afterwards."""
    texts = [e.text for e in reader.scan("episode") if isinstance(e, Episode)]
    step = max(1, len(texts) // _NEEDLES)
    return list(dict.fromkeys(t[:200] for t in texts[::step] if len(t) >= 12))[:_NEEDLES]


def _still_said(engine: Engine, needles: Sequence[str], *kinds: Kind, but: str = "") -> set[str]:
    """Those that rows of other namespaces hold too; finding them proves nothing."""
    forms = {n: json.dumps(n, ensure_ascii=False)[1:-1] for n in needles}
    kept: set[str] = set()
    for name in engine.store.namespaces() if forms else ():
        if name == but:
            continue
        with engine.store.read(name) as reader:
            for row in chain.from_iterable(reader.scan(kind) for kind in kinds):
                text = dump(row).decode()
                kept.update(needle for needle, form in forms.items() if form in text)
    return kept


def _proved(engine: Engine, result: Forgotten, needles: Sequence[str]) -> Forgotten:
    try:
        found = engine.store.scrub(list(needles))
    except ForgetPending:
        return replace(result, checked=len(needles), pending=True)
    kept = _still_said(engine, found, *get_args(Kind), but=engine.namespace)
    return replace(result, checked=len(needles), remains=tuple(n for n in found if n not in kept))


def select(engine: Engine, reader: Reader, snapshot: Snapshot, selection: Selection) -> list[str]:
    """Ids of the episodes that a selection means, in order.

    Raises:
        InputError: nothing was selected.
        UnknownId: a source, entity or episode is not there.
    """
    zone = engine.settings.timezone
    before = (
        None if selection.before is None else parse_moment(selection.before, zone, name="before")
    )
    after = None if selection.after is None else parse_moment(selection.after, zone, name="after")
    named = bool(selection.sources or selection.episodes or selection.entity)
    if not named and before is None and after is None:
        raise InputError(
            "say what to forget: source=, episode=, entity=, before=, after=, or namespace=True"
        )
    found: set[str] = set()
    found |= _by_source(reader, selection.sources)
    found |= _by_id(reader, selection.episodes)
    if selection.entity is not None:
        found |= _by_entity(reader, snapshot, selection.entity)
    rows = reader.get(sorted(found)).values() if named else reader.scan("episode")
    kept = [
        e.id
        for e in rows
        if isinstance(e, Episode)
        and (before is None or e.time < before)
        and (after is None or e.time >= after)
    ]
    return sorted(kept, key=number)


def _by_source(reader: Reader, sources: tuple[str, ...]) -> set[str]:
    sources = tuple(label(source, "source") for source in sources)
    rows = [e for e in reader.find("episode", "source", sources) if isinstance(e, Episode)]
    missing = set(sources) - {e.source for e in rows}
    if missing:
        raise UnknownId(f"no source {min(missing)!r} in namespace {reader.namespace!r}")
    return {e.id for e in rows}


def _by_id(reader: Reader, ids: tuple[str, ...]) -> set[str]:
    ids = tuple(words(identifier, "episode") for identifier in ids)
    rows = reader.get(ids)
    for identifier in ids:
        if not isinstance(rows.get(identifier), Episode):
            raise UnknownId(f"no episode {identifier!r} in namespace {reader.namespace!r}")
    return set(ids)


def _by_entity(reader: Reader, snapshot: Snapshot, name: str) -> set[str]:
    """Episodes that support a fact with the entity in it, or give it a name."""
    ids = _group(reader, snapshot, name)
    versions = [
        *reader.find("version", "subject", ids),
        *reader.find("version", "object", ids),
    ]
    facts = {v.fact for v in versions if hasattr(v, "fact")}
    filler_rows = [r for e in ids for r in snapshot.indexes["qualifier"].rows(number(e)).tolist()]
    facts |= {f"f{n}" for n in snapshot.facts.numbers[filler_rows].tolist()}
    supports = reader.find("support", "fact", sorted(facts))
    aliases = reader.find("alias", "entity", ids)
    return {s.episode for s in supports if isinstance(s, Support)} | {
        a.episode for a in aliases if isinstance(a, Alias) and a.episode is not None
    }


def _group(reader: Reader, snapshot: Snapshot, name: str) -> list[str]:
    """Ids of the entities of a name, and of those merged with them."""
    roots = require_entity(reader, snapshot, name)
    return [f"e{e}" for root in roots for e in snapshot.names.group(number(root))]


def stats(engine: Engine) -> dict[str, int]:
    """Rows by kind in the namespace, its revision, and the bytes of the whole store."""
    with engine.store.read(engine.namespace) as reader:
        revision = reader.revision
    return {**engine.store.size(engine.namespace), "revision": revision}
