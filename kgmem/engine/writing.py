"""The writing line: observations -> extract -> decide -> ledger -> store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from kgmem.engine.committing import commit
from kgmem.engine.context import extraction_context, fresh_lookup
from kgmem.engine.intake import as_observation, check_subgoals, checked, known_sources
from kgmem.engine.state import Engine
from kgmem.errors import InputError
from kgmem.language.relations import catalogue, complete
from kgmem.protocols import ExtractionContext
from kgmem.records import Episode
from kgmem.results import Decision, Observed
from kgmem.types import Floats, Observation, Triple

if TYPE_CHECKING:
    from kgmem.ledger import Draft


@dataclass(frozen=True, slots=True)
class Reading:
    """What one observation was read as: its triples, its vector `(d,)` and theirs `(n, d)`."""

    triples: tuple[Triple, ...]
    vector: Floats
    vectors: Floats


def observe(engine: Engine, observations: Sequence[Observation]) -> list[Observed]:
    """Take in a batch; the result is as if they came one by one.

    With a slow extractor (a language model) the episodes are durable before it runs; when it fails
    they stay pending and `resume` finishes them.

    Raises:
        SourceConflict: a source id is known with other words; nothing of the batch was stored.
        ModelError: the extractor's model failed; the episodes are stored as pending.
    """
    marked = [_origin(engine, o) for o in observations]
    if engine.extractor().slow:
        pending = store_pending(engine, marked)
        own = [o.episode for o in pending if not o.repeated]
        finished = {o.episode: o for o in resume(engine, only=own)}
        return [finished.get(o.episode, o) for o in pending]
    with engine.parts.lock:
        with engine.store.read(engine.namespace) as reader:
            fresh = _first_of_each(marked, known_sources(reader, marked))
        readings = read(engine, [marked[i] for i in fresh])
        by_index = dict(zip(fresh, readings, strict=True))
        return commit(engine, lambda draft: _integrate(engine, draft, marked, by_index))


def store_pending(engine: Engine, observations: Sequence[Observation]) -> list[Observed]:
    """Make episodes durable without reading them yet."""
    return commit(engine, lambda draft: _store(draft, observations))


def resume(
    engine: Engine,
    *,
    only: Sequence[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Observed]:
    """Finish pending episodes, oldest first; safe to call again after a failure.

    No lock is held while the extractor runs. What another thread is extracting is left to it.

    Args:
        engine: the memory.
        only: ids of episodes; None for all that are pending.
        progress: called with how many of how many are finished.

    Raises:
        ModelError: the extractor's model failed; what was finished stays finished.
    """
    done: list[Observed] = []
    with engine.view() as (reader, _):
        found = (
            reader.find("episode", "state", ["pending"])
            if only is None
            else reader.get(only).values()
        )
        waiting = [e for e in found if isinstance(e, Episode) and e.state == "pending"]
    for start in range(0, len(waiting), engine.settings.batch):
        batch = waiting[start : start + engine.settings.batch]
        with _claimed(engine, batch) as own:
            done += _finish_batch(engine, own)
        if progress is not None:
            progress(min(start + len(batch), len(waiting)), len(waiting))
    return done


@contextmanager
def _claimed(engine: Engine, batch: Sequence[Episode]) -> Iterator[list[Episode]]:
    """Those of a batch that no other thread is extracting: a model is not asked twice."""
    parts = engine.parts
    with parts.loading:
        own = [e for e in batch if (engine.namespace, e.id) not in parts.extracting]
        keys = {(engine.namespace, e.id) for e in own}
        parts.extracting |= keys
    try:
        yield own
    finally:
        with parts.loading:
            parts.extracting -= keys


def _finish_batch(engine: Engine, batch: Sequence[Episode]) -> list[Observed]:
    if not batch:
        return []
    readings = read(engine, [as_observation(e) for e in batch], before=batch)
    pairs = list(zip(batch, readings, strict=True))
    return commit(engine, partial(_finish, engine, pairs=pairs))


def read(
    engine: Engine, observations: Sequence[Observation], *, before: Sequence[Episode] = ()
) -> list[Reading]:
    """Extract and embed a batch: one pass of the extractor, one of the encoder.

    No read is open while a slow extractor runs: it would keep the store from erasing and from
    folding its log back for as long as a model thinks.
    """
    if not observations:
        return []
    with engine.view() as (reader, snapshot):
        context = extraction_context(engine, reader, snapshot, observations, before=before)
        if not engine.extractor().slow:
            return _read(engine, observations, context)
    return _read(engine, observations, replace(context, known=fresh_lookup(engine)))


def _read(
    engine: Engine, observations: Sequence[Observation], context: ExtractionContext
) -> list[Reading]:
    relations = catalogue(context.relations)
    quiet = [o.origin == "memory" for o in observations]
    heard = [o for o, q in zip(observations, quiet, strict=True) if not q]
    found = iter(engine.extractor().extract(heard, context) if heard else ())
    triples = [() if q else tuple(complete(next(found), relations)) for q in quiet]
    bodies = [body(o) for o in observations]
    whole, parts = engine.encoder().encode_spans(bodies, [[t.span for t in ts] for ts in triples])
    return [Reading(t, v, p) for t, v, p in zip(triples, whole, parts, strict=True)]


def body(observation: Observation) -> str:
    """The text that spans count in."""
    caption = observation.caption
    return f"{observation.text}\n{caption}" if caption else observation.text


def _origin(engine: Engine, observation: Observation) -> Observation:
    repeats = observation.role == "assistant" and engine.parts.recalled.repeats(
        observation.text, engine.namespace
    )
    return replace(observation, origin="memory") if repeats else observation


def _first_of_each(observations: Sequence[Observation], stored: dict[str, Episode]) -> list[int]:
    """Indexes of the observations that are new: not stored, and the first of their source id."""
    seen = set(stored)
    fresh = []
    for i, o in enumerate(observations):
        if o.source is None or o.source not in seen:
            fresh.append(i)
        if o.source is not None:
            seen.add(o.source)
    return fresh


def _integrate(
    engine: Engine,
    draft: Draft,
    observations: Sequence[Observation],
    readings: dict[int, Reading],
) -> list[Observed]:
    stored = known_sources(draft.reader, list(observations))
    episodes = {source: episode.id for source, episode in stored.items()}
    check_subgoals(draft.reader, observations)
    results: list[Observed] = []
    for i, o in enumerate(observations):
        if o.source in episodes:
            results.append(_repeated(draft, episodes[o.source or ""]))
            continue
        if i not in readings:  # it was stored when the batch was read, and forgotten since
            (readings[i],) = read(engine, [o])
        step = draft.begin_step()
        episode = draft.add_episode(o, vector=readings[i].vector)
        if o.source is not None:
            episodes[o.source] = episode.id
        edits = decide(engine, draft, episode, readings[i])
        results.append(Observed(episode.id, step, tuple(edits)))
    return results


def _store(draft: Draft, observations: Sequence[Observation]) -> list[Observed]:
    stored = known_sources(draft.reader, list(observations))
    episodes = {source: episode.id for source, episode in stored.items()}
    check_subgoals(draft.reader, observations)
    results: list[Observed] = []
    for o in observations:
        if o.source in episodes:
            results.append(_repeated(draft, episodes[o.source or ""]))
            continue
        step = draft.begin_step()
        episode = draft.add_episode(o, state="pending")
        if o.source is not None:
            episodes[o.source] = episode.id
        results.append(Observed(episode.id, step, state="pending"))
    return results


def _repeated(draft: Draft, episode: str) -> Observed:
    row = draft.reader.get([episode]).get(episode)  # None: it is of this very draft
    state = row.state if isinstance(row, Episode) else "done"
    return Observed(episode, step="", repeated=True, state=state)


def _finish(
    engine: Engine, draft: Draft, *, pairs: Sequence[tuple[Episode, Reading]]
) -> list[Observed]:
    current = draft.reader.get([e.id for e, _ in pairs])
    results: list[Observed] = []
    for old, reading in pairs:
        episode = current.get(old.id)
        if not isinstance(episode, Episode) or episode.state == "done":
            continue  # forgotten or finished by another process meanwhile
        step = draft.begin_step()
        episode = replace(episode, state="done")
        draft.record("episode", episode, reason="extraction finished", cause=episode.id)
        edits = decide(engine, draft, episode, reading)
        results.append(Observed(episode.id, step, tuple(edits)))
    return results


def decide(engine: Engine, draft: Draft, episode: Episode, reading: Reading) -> list[Decision]:
    """Let the policy choose the edits of one observation, each triple seeing the earlier edits."""
    policy = engine.policy()
    decisions: list[Decision] = []
    waiting: list[tuple[Triple, Floats | None]] = []
    waiting += zip(reading.triples, reading.vectors, strict=True)
    while waiting:
        triple, vector = waiting.pop(0)
        case = draft.case(episode, triple, vector)
        if case is None:
            continue
        waiting[:0] = [(denial, None) for denial in draft.given_up(case)]
        (edits,) = policy.decide([case])
        decisions += draft.decide(case, edits, policy.id)
    return decisions


def take(engine: Engine, observations: Sequence[Observation], *, wait: bool) -> list[Observed]:
    """Take in a batch now, or make it durable now and read it in the background."""
    if wait:
        return observe(engine, observations)
    pending = store_pending(engine, [_origin(engine, o) for o in observations])
    engine.parts.worker.submit(engine.namespace, lambda: resume(engine))
    return pending


def take_all(
    engine: Engine,
    observations: Iterable[Observation],
    *,
    progress: Callable[[int], None] | None,
    wait: bool,
) -> list[Observed]:
    """Take in any number in batches.

    Raises:
        InputError: an observation cannot be used; the text tells which, those before it are kept.
    """
    results: list[Observed] = []
    stream = iter(observations)
    while True:
        batch: list[Observation] = []
        refused: InputError | None = None
        for o in islice(stream, engine.settings.batch):
            try:
                batch.append(checked(engine, o))
            except InputError as error:
                refused = InputError(f"observation {len(results) + len(batch)}: {error}")
                break
        if batch:
            results += take(engine, batch, wait=wait)
            if progress is not None:
                progress(len(results))
        if refused is not None:
            raise refused
        if not batch:
            return results
