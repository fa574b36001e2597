"""A server that is killed and started again, on a server of the test's own."""

import os
import subprocess
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.errors import StoreError
from kgmem.settings import Settings
from kgmem.stores.neo4j import Neo4jStore

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]
PORTS = {"NEO4J_BOLT_PORT": "17687", "NEO4J_HTTP_PORT": "17474", "NEO4J_HEAP": "512m"}


@pytest.fixture
def server(tmp_path):
    """Starts and kills a server; skips where `KGMEM_SHARED` has none."""
    scripts = Path(os.environ.get("KGMEM_SHARED", "/nowhere")) / "neo4j"
    if not (scripts / "start").is_file():
        pytest.skip("needs KGMEM_SHARED/neo4j/start, which starts a Neo4j server")
    env = {**os.environ, **PORTS}

    def run(name, *more):
        command = [scripts / name, tmp_path / "server", *more]
        subprocess.run(command, env=env, check=True, capture_output=True, timeout=300)

    yield run
    run("stop", "--kill")


def test_after_a_kill_and_a_restart_the_next_call_works_and_nothing_is_lost(server, make):
    server("start")
    address = f"bolt://127.0.0.1:{PORTS['NEO4J_BOLT_PORT']}"
    auth = ("neo4j", "kgmem-test-password")
    with Neo4jStore(address, auth=auth, timeout=2) as store:
        for seq in range(1, 21):
            row = make.episode(seq, f"turn {seq}", thread="t")
            store.apply("a", make.change(seq, row), expected=seq - 1)
        server("stop", "--kill")
        with pytest.raises(StoreError, match="no answer"):
            store.apply("a", make.change(21, make.episode(21)), expected=20)
        server("start")
        with store.read("a") as reader:
            assert reader.revision == 20
            assert len(list(reader.scan("episode"))) == 20
        assert store.apply("a", make.change(21, make.episode(21)), expected=20) == 21
        assert store.check() == []


def test_a_memory_goes_on_after_its_server_was_killed(server):
    server("start")
    address = f"bolt://127.0.0.1:{PORTS['NEO4J_BOLT_PORT']}"
    auth = ("neo4j", "kgmem-test-password")
    settings = Settings(busy_timeout=2.0)
    with Memory.open(address, auth=auth, encoder="hash", settings=settings) as memory:
        memory.observe("I live in Rome.", speaker="Nora", time="2024-05-01")
        server("stop", "--kill")
        with pytest.raises(StoreError, match="no answer"):
            memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-06-01")
        server("start")
        assert memory.ask("Where does Nora live?").text == "Rome"
        memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-06-01")
        assert memory.ask("Where does Nora live?").text == "Lisbon"
        assert memory.verify().problems == ()
