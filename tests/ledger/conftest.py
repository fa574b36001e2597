"""A small world: a real store and snapshot, a draft for every utterance, the rules as policy."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import pytest

from kgmem import codec
from kgmem.language.relations import catalogue, complete
from kgmem.ledger import Draft
from kgmem.policy import RulesPolicy
from kgmem.records import EntityId
from kgmem.settings import Settings
from kgmem.snapshot import Snapshot
from kgmem.stores import EmbeddedStore
from kgmem.types import Bound, Observation, Ref, Triple, Validity, Value

DAY = timedelta(days=1)


class World:
    """One namespace, spoken to in triples instead of sentences."""

    def __init__(self) -> None:
        self.store = EmbeddedStore(":memory:")
        self.policy = RulesPolicy()
        self.settings = Settings()
        self.clock = datetime(2030, 1, 1, tzinfo=timezone.utc)
        self.said = datetime(2024, 1, 1, tzinfo=timezone.utc)
        self.decisions = []
        self.episodes = []
        self.steps = []

    # --- writing

    def change(self, plan, namespace="main"):
        """Run a plan over a draft and apply it."""
        self.clock += timedelta(seconds=1)
        with self.store.read(namespace) as reader:
            draft = Draft(
                reader,
                Snapshot.load(reader),
                now=self.clock,
                catalogue=catalogue(),
                settings=self.settings,
            )
            result = plan(draft)
            change = draft.change()
            revision = reader.revision
        if change.entries:
            self.store.apply(namespace, change, expected=revision)
        return result

    def say(self, *triples, text=None, on=None, speaker="Nora", trust=1.0, source=None, **fields):
        """Observe an utterance with these triples; returns what was decided."""
        self.said = self.said + DAY if on is None else moment(on)
        words = text or ". ".join(t.text for t in triples) or "hm"

        def plan(draft):
            self.steps.append(draft.begin_step())
            observation = Observation(
                text=words, time=self.said, speaker=speaker, trust=trust, source=source, **fields
            )
            episode = draft.add_episode(observation)
            self.episodes.append(episode.id)
            decisions = []
            for found in complete(triples, draft.catalogue):
                case = draft.case(episode, found, None)
                if case is None:
                    continue
                (edits,) = self.policy.decide([case])
                decisions += draft.decide(case, edits, self.policy.id)
            return decisions

        self.decisions = self.change(plan)
        return self.decisions

    # --- reading

    def rows(self, kind):
        with self.store.read("main") as reader:
            return list(reader.scan(kind))

    def names(self):
        """Name of every entity's merge root, by id."""
        entities = {e.id: e for e in self.rows("entity")}

        def root(e):
            while entities[e].merged_into:
                e = entities[e].merged_into
            return entities[e].name

        return {e: root(e) for e in entities}

    def facts(self, status="live", tier=None):
        """Current facts as (subject, relation, object) with `not ` before a denial's relation."""
        names = self.names()
        found = []
        for v in self.rows("version"):
            if v.recorded_to is not None or (status and v.status != status):
                continue
            if tier and v.tier != tier:
                continue
            found.append(triple_of(v, names))
        return found

    def version(self, subject, relation, target, status=None):
        """The one current version of a fact."""
        names = self.names()
        (found,) = [
            v
            for v in self.rows("version")
            if v.recorded_to is None
            and triple_of(v, names) == (subject, relation, target)
            and status in (None, v.status)
        ]
        return found

    def supports(self, fact):
        with self.store.read("main") as reader:
            return reader.find("support", "fact", [fact])

    def check_replay(self):
        """The graph is the fold of its journal."""
        with self.store.read("main") as reader:
            rows = {}
            for kind in ("episode", "entity", "alias", "support", "ending", "version", "subgoal"):
                rows.update((r.id, r) for r in reader.scan(kind))
            assert codec.fold(reader.journal()) == rows


def triple_of(version, names):
    content = version.content
    filler = content.object
    target = names[filler.id] if isinstance(filler, EntityId) else filler.text if filler else ""
    relation = content.relation if content.positive else f"not {content.relation}"
    return names[content.subject], relation, target


def moment(text):
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)


def triple(subject, predicate, target=None, *, to="thing", of="person", named=True, **fields):
    """A triple; `to` is the object's type, or `text` for a literal. Names are proper by default."""
    if isinstance(target, str):
        target = Value(target) if to == "text" else Ref(target, to, named)
    words = target.name if isinstance(target, Ref) else target.text if target else ""
    negation = "" if fields.get("positive", True) else "not "
    fields.setdefault("text", f"{subject} {negation}{predicate} {words}".strip())
    return Triple(
        subject=Ref(subject, of, subject[:1].isupper() and "'s " not in subject),
        predicate=predicate,
        object=target,
        span=(0, 1),
        **fields,
    )


def when(start=None, end=None, granularity="day"):
    """A validity from dates."""

    def bound(text):
        first = moment(text)
        return Bound(first, first + DAY, granularity)

    return Validity(bound(start) if start else None, bound(end) if end else None)


@pytest.fixture
def world() -> Iterator[World]:
    made = World()
    yield made
    made.check_replay()
    made.store.close()


@pytest.fixture
def t():
    """Makes triples."""
    return triple


@pytest.fixture
def at():
    """Makes validities."""
    return when
