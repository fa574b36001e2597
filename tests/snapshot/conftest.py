from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest

from kgmem.codec import fold
from kgmem.encoders import HashEncoder
from kgmem.language.tokens import terms
from kgmem.records import (
    Change,
    Content,
    Effect,
    Entity,
    EntityId,
    Episode,
    JournalEntry,
    Record,
    Slot,
    Support,
    Version,
)
from kgmem.snapshot import Snapshots
from kgmem.stores import EmbeddedStore
from kgmem.types import Validity

NOW = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)


class World:
    """A store that is written to record by record, and its snapshots."""

    def __init__(self, path: str) -> None:
        self.encoder = HashEncoder(64)
        self.store = EmbeddedStore(path)
        self.store.set_encoder(self.encoder.id, self.encoder.dimension)
        self.snapshots = Snapshots()
        self.revision = 0
        self.clock = NOW

    def write(self, records: Iterable[Record], *, gone: Sequence[str] = ()) -> Change:
        """One journal entry with the records put and the ids that went; the snapshot follows."""
        records = list(records)
        effects = [Effect(r.id, r) for r in records] + [Effect(i, None) for i in gone]
        entry = JournalEntry(
            self.revision + 1, f"t{self.revision + 1}", self.clock, "edit", effects=tuple(effects)
        )
        texts = {}
        for r in records:
            if isinstance(r, Episode):
                texts[r.id] = r.body
            elif isinstance(r, Version) and r.recorded_to is None:
                texts[r.fact] = r.content.text
            elif isinstance(r, Entity):
                texts[r.id] = r.name
        vectors = self.encoder.encode(list(texts.values())) if texts else np.zeros((0, 64))
        change = Change(
            (entry,),
            terms={i: terms(t) for i, t in texts.items() if not i.startswith("e") or i[1] == "p"},
            vectors=dict(zip(texts, vectors, strict=True)),
        )
        self.revision = self.store.apply("main", change, expected=self.revision)
        self.clock += timedelta(minutes=1)
        self.snapshots.applied("main", change)
        return change

    def snapshot(self):
        with self.store.read("main") as reader:
            return self.snapshots.current(reader)

    def loaded(self):
        with self.store.read("main") as reader:
            return Snapshots().current(reader)

    def journal_rows(self):
        with self.store.read("main") as reader:
            return fold(reader.journal())


def entity(n: int, name: str, kind: str = "person", into: str | None = None) -> Entity:
    return Entity(f"e{n}", name, kind, named=True, merged_into=into)


def episode(n: int, text: str, speaker: str = "Nora", minute: int = 0, **more) -> Episode:
    moment = NOW + timedelta(minutes=minute)
    more.setdefault("thread", "t")
    return Episode(f"ep{n}", text, moment, moment, speaker=speaker, **more)


def fact(
    n: int,
    subject: int,
    relation: str,
    target: int | None,
    text: str,
    *,
    version: int | None = None,
    status="live",
    tier="asserted",
    closed: bool = False,
    others: Sequence[int] = (),
    validity: Validity | None = None,
) -> Version:
    content = Content(
        subject=f"e{subject}",
        relation=relation,
        predicate=relation.replace("_", " "),
        object=None if target is None else EntityId(f"e{target}"),
        text=text,
        qualifiers=tuple(Slot("with", EntityId(f"e{o}")) for o in others),
        validity=validity or Validity(),
    )
    return Version(
        f"v{version or n}",
        f"f{n}",
        content,
        tier,
        status,
        1.0,
        NOW,
        NOW,
        NOW + timedelta(minutes=5) if closed else None,
    )


def support(n: int, of: Version, ep: int, span: tuple[int, int] = (0, 4)) -> Support:
    return Support(f"s{n}", of.fact, f"ep{ep}", span, of.content)


class Rows:
    """Short ways to write records."""

    entity = staticmethod(entity)
    episode = staticmethod(episode)
    fact = staticmethod(fact)
    support = staticmethod(support)
    now = NOW


@pytest.fixture
def rows():
    return Rows


@pytest.fixture
def world(tmp_path):
    world = World(str(tmp_path / "a.kgmem"))
    yield world
    world.store.close()
