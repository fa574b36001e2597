"""Streams stepped through the same functions that serve a `Memory`, on a scratch copy.

What depends on the words alone (triples, vectors) is computed once for each stream; what depends on
the policy (names, neighbourhoods, edits, retrieval, answers) is stepped again in every rollout, by
the functions of `kgmem.engine` themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

from kgmem.engine import reading, writing
from kgmem.engine.committing import commit
from kgmem.engine.state import Engine, Parts
from kgmem.errors import InputError
from kgmem.language.relations import catalogue, complete
from kgmem.ledger import Draft
from kgmem.protocols import Distiller, EditPolicy, Encoder, ExtractionContext, Extractor
from kgmem.records import Version
from kgmem.results import Answer, Candidate, Context, Observed
from kgmem.retrieval import Filters
from kgmem.settings import Settings
from kgmem.snapshot import Snapshots
from kgmem.training.caching import CachedEncoder
from kgmem.training.kept import KeptReadings
from kgmem.training.scratch import Scratch
from kgmem.training.streams import Question, Stream, StreamStep
from kgmem.types import Observation

EPOCH = datetime(2030, 1, 1, tzinfo=timezone.utc)
"""When the first step is recorded; each later one a second after. Streams lie in the past of it."""


@dataclass(frozen=True, slots=True)
class PreparedStream:
    """A stream with its observations read.

    Attributes:
        stream: as it came.
        readings: triples and vectors by the index of the step; steps that are questions have none.
    """

    stream: Stream
    readings: dict[int, writing.Reading]

    @property
    def triples(self) -> int:
        """How many decisions a policy has to make at most."""
        return sum(len(r.triples) for r in self.readings.values())


class Environment:
    """Prepares streams and begins runs over them.

    Args:
        extractor: None for spaCy OpenIE.
        encoder: None for the packaged MiniLM.
        settings: of the memory that is simulated.
        distiller: None for the budgeted one.
        keep: folder in which readings are kept from one process to the next; None keeps none.
    """

    def __init__(
        self,
        extractor: Extractor | None = None,
        encoder: Encoder | None = None,
        settings: Settings | None = None,
        distiller: Distiller | None = None,
        keep: Path | None = None,
    ) -> None:
        """Load nothing heavy yet."""
        self.keep = keep
        self.settings = settings or Settings()
        self.distiller = distiller
        self._extractor = extractor
        self._given = encoder
        self._encoder: CachedEncoder | None = None
        self._prepared: dict[tuple[str, str], PreparedStream] = {}

    @property
    def extractor(self) -> Extractor:
        """The extractor, loaded when first used."""
        if self._extractor is None:
            from kgmem.extraction import SpacyExtractor

            self._extractor = SpacyExtractor()
        return self._extractor

    @property
    def encoder(self) -> CachedEncoder:
        """The encoder with its cache, loaded when first used."""
        if self._encoder is None:
            from kgmem.encoders import load

            self._encoder = CachedEncoder(load(self._given))
        return self._encoder

    def prepare(self, stream: Stream) -> PreparedStream:
        """Extract and embed a stream, once; a stream of the same source and id is remembered."""
        (prepared,) = self.prepare_all([stream])
        return prepared

    def prepare_all(self, streams: Sequence[Stream]) -> list[PreparedStream]:
        """Extract and embed many streams in one pass: several times faster than one by one.

        Streams whose threads have the same name are read one after another, as separate memories.
        """
        new: dict[tuple[str, str], Stream] = {}
        threads: set[str] = set()
        for stream in streams:
            key = (stream.source, stream.id)
            known = self._prepared.get(key)
            if key in new or (known is not None and known.stream == stream):
                continue
            kept = self._kept.get(stream) if self._kept else None
            if kept is not None:
                self._prepared[key] = PreparedStream(stream, kept)
                continue
            own = {o.thread for o in stream.observations}
            if own & threads:
                self._read(new)
                new, threads = {}, set()
            new[key] = stream
            threads |= own
        self._read(new)
        return [self._prepared[s.source, s.id] for s in streams]

    def _read(self, streams: Mapping[tuple[str, str], Stream]) -> None:
        """Read streams that share no thread, so that none is taken for another's past."""
        if not streams:
            return
        steps = [
            (key, i, step)
            for key, stream in streams.items()
            for i, step in enumerate(stream.steps)
            if isinstance(step, Observation)
        ]
        heard = [o for _, _, o in steps if o.origin != "memory"]
        found = iter(self.extractor.extract(heard, ExtractionContext()))
        relations = catalogue(())
        triples = [
            () if o.origin == "memory" else tuple(complete(next(found), relations))
            for _, _, o in steps
        ]
        bodies = [writing.body(o) for _, _, o in steps]
        whole, parts = self.encoder.encode_spans(bodies, [[t.span for t in ts] for ts in triples])
        readings: dict[tuple[str, str], dict[int, writing.Reading]] = {key: {} for key in streams}
        for (key, i, _), t, v, p in zip(steps, triples, whole, parts, strict=True):
            readings[key][i] = writing.Reading(t, v, p)
        for key, stream in streams.items():
            self._prepared[key] = PreparedStream(stream, readings[key])
            if self._kept:
                self._kept.put(stream, readings[key])

    @property
    def _kept(self) -> KeptReadings | None:
        if self.keep is None:
            return None
        return KeptReadings(self.keep, f"{self.extractor.id} {self.encoder.id}")

    def with_distiller(self, distiller: Distiller) -> Environment:
        """The same environment, its streams prepared as they are, with another distiller."""
        other = Environment(self.extractor, self.encoder, self.settings, distiller, self.keep)
        other._encoder, other._prepared = self.encoder, self._prepared
        return other

    def begin(self, prepared: PreparedStream) -> Run:
        """An empty memory at the first step of a stream."""
        parts = Parts(
            encoder=self.encoder,
            extractor=self._extractor,
            distiller=self.distiller,
            snapshots=Snapshots(),
        )
        engine = Engine(Scratch(), Scratch.namespace, self.settings, parts)
        return Run(engine, prepared, 0)


class Run:
    """A memory part of the way through a stream; `fork` it to try something else from there.

    Attributes:
        at: index of the next step.
    """

    def __init__(self, engine: Engine, prepared: PreparedStream, at: int) -> None:
        """Made by `Environment.begin`."""
        self._engine = engine
        self._prepared = prepared
        self.at = at

    @property
    def step(self) -> StreamStep | None:
        """The step that comes next; None at the end."""
        steps = self._prepared.stream.steps
        return steps[self.at] if self.at < len(steps) else None

    @property
    def store(self) -> Scratch:
        """The graph so far."""
        store = self._engine.store
        assert isinstance(store, Scratch)
        return store

    def fork(self) -> Run:
        """The same memory, changing on its own from here."""
        old = self._engine
        with old.view() as (_, snapshot):
            snapshots = Snapshots()
            snapshots.adopt(snapshot)
        parts = replace(old.parts, snapshots=snapshots)
        return Run(replace(old, store=self.store.fork(), parts=parts), self._prepared, self.at)

    def observe(self, policy: EditPolicy) -> Observed:
        """Take the next step, an observation: decide on its triples and write what came of it.

        Raises:
            InputError: the next step is a question, or there is none.
        """
        observation = self.step
        if not isinstance(observation, Observation):
            raise InputError("the next step is no observation")
        parts = replace(self._engine.parts, policy=policy)
        moment = recorded(self.at)
        engine = replace(self._engine, parts=parts, clock=lambda: moment)
        heard = self._prepared.readings[self.at]

        def plan(draft: Draft) -> Observed:
            step = draft.begin_step()
            episode = draft.add_episode(observation, vector=heard.vector)
            decisions = writing.decide(engine, draft, episode, heard)
            return Observed(episode.id, step, tuple(decisions))

        seen = commit(engine, plan)
        self.at += 1
        return seen

    def skip(self) -> None:
        """Pass over the next step."""
        self.at += 1

    def ask(self, question: Question) -> Answer:
        """Answer a question from the graph as it is now, without a language model."""
        return reading.ask(self._engine, self._asked(question), Filters())

    def retrieve(self, question: Question) -> list[Candidate]:
        """The candidates for a question, best first."""
        return reading.retrieve(self._engine, self._asked(question), Filters())

    def distil(
        self, question: Question, candidates: Sequence[Candidate], *, budget: int | None = None
    ) -> Context:
        """The context that the distiller makes of candidates."""
        return reading.distil(self._engine, self._asked(question), candidates, budget=budget)

    def answer(self, question: Question, candidates: Sequence[Candidate]) -> Answer:
        """Answer from given candidates alone: what a distiller kept."""
        return reading.answer_from(self._engine, self._asked(question), candidates)

    def _asked(self, question: Question) -> reading.Asked:
        known_at = question.known_at
        if isinstance(known_at, int):
            known_at = recorded(known_at)
        return reading.asked(
            self._engine,
            question.text,
            asker=question.asker,
            now=question.now,
            valid_at=question.valid_at,
            known_at=known_at,
        )

    def facts(self) -> tuple[int, int, tuple[str, ...]]:
        """How many asserted facts are live, how many there are in all, and the retired ones' texts.

        A text that also stands on a live fact was not lost and does not count as retired.
        """
        current = self.store.get(f"f{n + 1}" for n in range(self.store.counters()["f"]))
        versions = [v for v in current.values() if isinstance(v, Version)]
        live = [v for v in versions if v.status == "live"]
        held = {v.content.text for v in live}
        gone = [v.content.text for v in versions if v.status != "live"]
        retired = tuple(dict.fromkeys(t for t in gone if t not in held))
        return sum(v.tier == "asserted" for v in live), len(versions), retired


def recorded(step: int) -> datetime:
    """When the step with this index is recorded."""
    return EPOCH + timedelta(seconds=step)
