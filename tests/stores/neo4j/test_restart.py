"""A server that is killed and started again, on a server of these tests' own."""

import os
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from itertools import count
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.errors import StoreError
from kgmem.records import Change, Effect, Episode, JournalEntry
from kgmem.settings import Settings
from kgmem.stores.neo4j import Neo4jStore

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]
PORTS = {"NEO4J_BOLT_PORT": "17687", "NEO4J_HTTP_PORT": "17474"}
# The script's own option for the heap does not reach Java. Started twice, used for seconds: the
# optimising compiler would cost more than it gives.
JAVA = {"JAVA_TOOL_OPTIONS": "-Xmx640m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
ADDRESS = f"bolt://127.0.0.1:{PORTS['NEO4J_BOLT_PORT']}"
AUTH = ("neo4j", "kgmem-test-password")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Starts and kills a server; skips where `KGMEM_SHARED` has none."""
    scripts = Path(os.environ.get("KGMEM_SHARED", "/nowhere")) / "neo4j"
    if not (scripts / "start").is_file():
        pytest.skip("needs KGMEM_SHARED/neo4j/start, which starts a Neo4j server")
    env = {**os.environ, **PORTS, **JAVA}
    folder = tmp_path_factory.mktemp("restart") / "server"

    def run(name, *more):
        command = [scripts / name, folder, *more]
        subprocess.run(command, env=env, check=True, capture_output=True, timeout=300)

    yield run
    run("stop", "--kill")


@pytest.fixture(scope="module")
def killed(server):
    """A store and a memory whose server was killed while the store was writing.

    With them the last write that was acknowledged, and what calls then said. The server is up
    again. Starting one takes longer than the rest: all tests go through the same kill.
    """
    server("start")
    settings = Settings(busy_timeout=2.0)
    with (
        Neo4jStore(ADDRESS, auth=AUTH, timeout=2) as store,
        Memory.open(
            ADDRESS, auth=AUTH, encoder="hash", settings=settings, namespace="nora"
        ) as memory,
        ThreadPoolExecutor(1) as pool,
    ):
        memory.observe("I live in Rome.", speaker="Nora", time="2024-05-01")
        under_way = threading.Event()
        writing = pool.submit(_write_until_it_fails, store, under_way)
        assert under_way.wait(60)
        server("stop", "--kill")
        last, said_by_store = writing.result(60)
        with pytest.raises(StoreError) as of_memory:
            memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-06-01")
        server("start")
        yield store, memory, last, (said_by_store, str(of_memory.value))


def _write_until_it_fails(store, under_way):
    """The last write that was acknowledged, and what the one after it said."""
    for seq in count(1):
        try:
            store.apply("a", _said(seq), expected=seq - 1)
        except StoreError as error:
            return seq - 1, str(error)
        if seq == 20:
            under_way.set()


def _said(seq):
    noon = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)
    row = Episode(f"ep{seq}", f"turn {seq}", noon, noon, thread="t")
    entry = JournalEntry(
        seq,
        step=f"t{seq}",
        time=noon,
        op="episode",
        author="rules",
        effects=(Effect(row.id, row),),
    )
    return Change((entry,))


def test_while_the_server_is_away_calls_say_so(killed):
    _, _, _, messages = killed
    assert all("no answer" in message for message in messages)


def test_after_a_kill_and_a_restart_the_next_call_works_and_nothing_acknowledged_is_lost(killed):
    store, _, last, _ = killed
    with store.read("a") as reader:
        kept = reader.revision
        assert kept in (last, last + 1)  # the write whose answer never came may have arrived
        assert len(list(reader.scan("episode"))) == kept
        assert len(list(reader.journal())) == kept
    assert store.apply("a", _said(kept + 1), expected=kept) == kept + 1
    assert store.check() == []


def test_a_memory_goes_on_after_its_server_was_killed(killed):
    _, memory, _, _ = killed
    assert memory.ask("Where does Nora live?").text == "Rome"
    memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-06-01")
    assert memory.ask("Where does Nora live?").text == "Lisbon"
    assert memory.verify().problems == ()
