import importlib.util
from datetime import timedelta
from pathlib import Path

import pytest

from kgmem.language.questions import analyse
from kgmem.retrieval import Filters, Weights, retrieve
from kgmem.settings import Settings

# Records are written like in the tests of the snapshot.
_PATH = Path(__file__).parent.parent / "snapshot" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("snapshot_worlds", _PATH)
worlds = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(worlds)


class Search:
    """Asks a world; `say` and `fact` write to it with ids counted up."""

    def __init__(self, path: str) -> None:
        self.world = worlds.World(path)
        self.rows = worlds.Rows
        self.now = worlds.NOW + timedelta(days=30)
        self._count = {"ep": 0, "e": 0, "f": 0, "s": 0, "v": 0}
        self._entities: dict[str, int] = {}

    def _next(self, kind: str) -> int:
        self._count[kind] += 1
        return self._count[kind]

    def entity(self, name: str, kind: str = "thing") -> int:
        if name not in self._entities:
            self._entities[name] = self._next("e")
            self.world.write([worlds.entity(self._entities[name], name, kind)])
        return self._entities[name]

    def say(self, text: str, speaker: str | None = "Nora", **more) -> int:
        n = self._next("ep")
        more.setdefault("minute", n)
        self.world.write([worlds.episode(n, text, speaker, **more)])
        return n

    def fact(self, episode, subject, relation, target, text, **more) -> str:
        n = self._next("f")
        other = None if target is None else self.entity(target)
        version = worlds.fact(n, self.entity(subject), relation, other, text, **more)
        episodes = [episode] if isinstance(episode, int) else episode
        supports = [worlds.support(self._next("s"), version, e) for e in episodes]
        self.world.write([version, *supports])
        return f"f{n}"

    def ask(
        self,
        text,
        *,
        limit=60,
        asker=None,
        loaded=False,
        known_at=None,
        weights=None,
        named=(),
        **filters,
    ):
        """`named` are names that memory knows."""
        world = self.world
        with world.store.read("main") as reader:
            if known_at is not None:
                snapshot = world.snapshots.at(reader, known_at)
            elif loaded:
                snapshot = type(world.snapshots)().current(reader)
            else:
                snapshot = world.snapshots.current(reader)
            return retrieve(
                analyse(
                    text,
                    now=self.now,
                    asker=asker,
                    known=lambda name: [name] if name in named else [],
                ),
                snapshot=snapshot,
                reader=reader,
                encoder=world.encoder,
                settings=Settings(limit=limit, threshold=0.2, weights=weights or Weights()),
                filters=Filters(**filters),
            )


@pytest.fixture
def search(tmp_path):
    search = Search(str(tmp_path / "a.kgmem"))
    yield search
    search.world.store.close()


@pytest.fixture
def small_talk(search):
    """Thirty turns of two people about nothing in particular."""
    topics = ["weather", "traffic", "coffee", "garden", "music", "soup"]
    for n in range(30):
        who = ["Nora", "Ana"][n % 2]
        search.say(f"The {topics[n % 6]} was fine on day {n}.", who)
    return search
