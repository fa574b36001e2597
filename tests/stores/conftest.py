"""Stores to run the contract on, and a builder of records with obvious defaults."""

import os
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kgmem.records import (
    Alias,
    Change,
    Content,
    Effect,
    Ending,
    Entity,
    EntityId,
    Episode,
    JournalEntry,
    Record,
    RelationRow,
    Subgoal,
    Support,
    Version,
)
from kgmem.stores import EmbeddedStore

NOON = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)


class Builder:
    """Makes records from numbers: `fact(3, 1)` is f3 with its support and version, from ep1."""

    noon = NOON

    def later(self, days: float) -> datetime:
        return NOON + timedelta(days=days)

    def episode(self, n: int, text: str = "Nora adopted Biscuit.", **fields: Any) -> Episode:
        return Episode(f"ep{n}", text, fields.pop("time", NOON), NOON, **fields)

    def entity(self, n: int, name: str = "Nora", **fields: Any) -> Entity:
        return Entity(f"e{n}", name, **fields)

    def alias(self, n: int, entity: int, name: str, **fields: Any) -> Alias:
        return Alias(f"a{n}", f"e{entity}", name, **fields)

    def content(self, subject: int = 1, target: Any = 2, **fields: Any) -> Content:
        filler = EntityId(f"e{target}") if isinstance(target, int) else target
        known = {"relation": "has_pet", "predicate": "adopted", "text": "Nora adopted Biscuit"}
        return Content(f"e{subject}", object=filler, **{**known, **fields})

    def support(self, n: int, fact: int, episode: int, content: Content | None = None) -> Support:
        content = content or self.content()
        return Support(f"s{n}", f"f{fact}", f"ep{episode}", (0, 4), content, said=NOON)

    def version(self, n: int, fact: int, content: Content | None = None, **f: Any) -> Version:
        known = {"tier": "asserted", "status": "live", "trust": 1.0, "said": NOON}
        fields = {**known, "recorded_from": NOON, **f}
        return Version(f"v{n}", f"f{fact}", content or self.content(), **fields)

    def ending(self, n: int, fact: int, by: int | None = None, **fields: Any) -> Ending:
        kind = fields.pop("kind", "ended")
        return Ending(f"x{n}", f"f{fact}", kind, by=by and f"f{by}", **fields)

    def subgoal(self, n: int, description: str = "find a vet", **fields: Any) -> Subgoal:
        return Subgoal(f"g{n}", description, **fields)

    def relation(self, name: str, **body: Any) -> RelationRow:
        return RelationRow(f"r:{name}", body)

    def entry(self, seq: int, *rows: Record | str, **fields: Any) -> JournalEntry:
        """A journal entry; a row is a record that is put, or the id of one that goes."""
        effects = tuple(
            Effect(row, None) if isinstance(row, str) else Effect(row.id, row) for row in rows
        )
        known = {"step": f"t{seq}", "time": NOON, "op": "edit", "author": "rules"}
        return JournalEntry(seq, effects=effects, **{**known, **fields})

    def change(self, seq: int, *rows: Record | str, **fields: Any) -> Change:
        """A change of one entry; `terms`, `vectors` and `erase` are the change's, the rest its."""
        own = {k: fields.pop(k) for k in ("terms", "vectors", "erase") if k in fields}
        return Change((self.entry(seq, *rows, **fields),), **own)

    def fact(self, n: int, episode: int = 1, content: Content | None = None) -> list[Record]:
        """The rows of one fact with one support."""
        return [self.support(n, n, episode, content), self.version(n, n, content)]

    def world(self) -> list[Record]:
        """One episode, two entities and the fact between them."""
        return [self.episode(1), self.entity(1), self.entity(2, "Biscuit"), *self.fact(1)]

    def vector(self, *numbers: float) -> Any:
        return np.array(numbers, np.float32)

    def terms(self, *hashes: int) -> Any:
        return np.array(hashes, np.uint32)


@pytest.fixture
def make() -> Builder:
    return Builder()


@pytest.fixture(
    params=["embedded file", "embedded memory", pytest.param("neo4j", marks=pytest.mark.neo4j)]
)
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Any]]:
    """Opens the store under test; each call opens the same database again (a file only)."""
    opened: list[Any] = []
    if request.param == "neo4j":
        yield request.getfixturevalue("reopen_neo4j")
        return
    path = tmp_path / "graph.kgmem" if request.param == "embedded file" else ":memory:"

    def open_again() -> Any:
        if opened and path == ":memory:":
            pytest.skip("a database in memory cannot be opened twice")
        opened.append(EmbeddedStore(path, timeout=10))
        return opened[-1]

    yield open_again
    for store in opened:
        store.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that make or drop indexes come last: the server then plans every statement anew."""
    items.sort(key=lambda item: item.get_closest_marker("new_schema") is not None)


@pytest.fixture(scope="session")
def neo4j_driver() -> Iterator[Any]:
    """The driver of the Neo4j server for tests, whose database is empty at first; else skips."""
    address = os.environ.get("KGMEM_TEST_NEO4J_URI")
    if not address:
        pytest.skip(
            "needs a Neo4j server whose data may be deleted: NEO4J_PASSWORD=kgmem-test-password "
            "docker compose up -d --wait neo4j, then set KGMEM_TEST_NEO4J_URI=bolt://127.0.0.1:7687"
        )
    import neo4j

    user = os.environ.get("KGMEM_TEST_NEO4J_USER", "neo4j")
    auth = (user, os.environ.get("KGMEM_TEST_NEO4J_PASSWORD", "kgmem-test-password"))
    with neo4j.GraphDatabase.driver(address, auth=auth, notifications_min_severity="OFF") as driver:
        _refuse_foreign_data(driver, address)
        driver.execute_query("MATCH (n) DETACH DELETE n")
        yield {"address": address, "auth": auth, "driver": driver}


def _refuse_foreign_data(driver: Any, address: str) -> None:
    """End the run before it empties a database that holds what no test has written."""
    asked = "RETURN EXISTS { (n) } AND NOT EXISTS { (:Kgmem {tested: true}) } AS foreign"
    if driver.execute_query(asked)[0][0]["foreign"]:
        pytest.exit(
            f"the Neo4j at {address} (KGMEM_TEST_NEO4J_URI) holds data that these tests did not "
            "write, and they would delete it: give them an empty database",
            returncode=pytest.ExitCode.USAGE_ERROR,
        )


@pytest.fixture
def neo4j_server(neo4j_driver: dict[str, Any]) -> dict[str, Any]:
    """How to reach the Neo4j server for tests, its database emptied.

    The schema stays, and with it the plans of the statements: making it takes seconds.
    """
    from kgmem.stores.neo4j.schema import MIGRATIONS

    run = neo4j_driver["driver"].execute_query
    run("MATCH (n) WHERE NOT n:Kgmem DETACH DELETE n")
    row = {"id": 0, "schema": len(MIGRATIONS), "encoder": "", "dimension": 0}
    run("MATCH (k:Kgmem) SET k = $row", row={**row, "generation": 0, "epoch": 0, "tested": True})
    for name in run("SHOW VECTOR INDEXES YIELD name")[0]:
        run(f"DROP INDEX {name['name']}")
    return {name: neo4j_driver[name] for name in ("address", "auth")}


@pytest.fixture
def reopen_neo4j(neo4j_server: dict[str, Any]) -> Iterator[Callable[[], Any]]:
    """Opens a store on the Neo4j server, which is empty at first."""
    from kgmem.stores.neo4j import Neo4jStore

    opened: list[Any] = []

    def open_again() -> Any:
        opened.append(Neo4jStore(**neo4j_server, timeout=15))
        return opened[-1]

    yield open_again
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Callable[[], Any]) -> Any:
    """One open, empty store."""
    return reopen()
