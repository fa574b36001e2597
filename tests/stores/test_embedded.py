"""What only a file can do: be damaged, be read-only, be opened by two processes at once."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kgmem.errors import NotADatabase, SchemaTooNew, StoreBusy, StoreError, StoreFull, StoreReadOnly
from kgmem.stores import EmbeddedStore, schema
from kgmem.stores.failures import boundary, translate

ROOT = Path(__file__).resolve().parents[2]


def run_python(code: str, *arguments: object) -> subprocess.CompletedProcess:
    """Another process with the checkout on its path."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


# --- opening -----


def test_what_was_written_is_there_after_reopening(tmp_path, make):
    path = tmp_path / "new.kgmem"
    with EmbeddedStore(path) as store:
        store.apply("a", make.change(1, *make.world()), expected=0)
        assert store.info.schema == len(schema.MIGRATIONS)
        assert store.info.location == str(path)
    with EmbeddedStore(str(path)) as store, store.read("a") as reader:
        assert reader.get(["f1"])["f1"].content.text == "Nora adopted Biscuit"


def test_a_file_that_is_not_a_database_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, this is not a database at all.")
    with pytest.raises(NotADatabase, match="not a kgmem database"):
        EmbeddedStore(path)
    assert path.read_text().startswith("Dear diary")


def test_a_database_of_another_program_is_left_alone(tmp_path):
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE songs (name)")
    other.commit()
    other.close()
    with pytest.raises(NotADatabase, match="another program"):
        EmbeddedStore(path)
    other = sqlite3.connect(path)
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]
    other.close()


def test_a_damaged_file_is_reported_with_what_to_do(tmp_path, make):
    path = tmp_path / "graph.kgmem"
    with EmbeddedStore(path) as store:
        store.apply("a", make.change(1, *make.world()), expected=0)
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xff" * (len(data) - 8192)
    path.write_bytes(bytes(data))
    with pytest.raises(NotADatabase, match="restore a backup"), EmbeddedStore(path) as store:
        store.apply("a", make.change(2, make.entity(5)), expected=1)


def test_damage_inside_the_file_is_found_by_check(tmp_path, make):
    path = tmp_path / "graph.kgmem"
    with EmbeddedStore(path) as store:
        rows = [make.entity(n, f"Person {n}" * 20) for n in range(1, 400)]
        store.apply("a", make.change(1, *rows), expected=0)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2 // 8192 * 8192
    data[middle : middle + 64] = b"\xee" * 64
    path.write_bytes(bytes(data))
    with EmbeddedStore(path) as store:
        try:
            problems = store.check()
        except NotADatabase as error:
            problems = [str(error)]
    assert problems


def test_a_newer_schema_is_refused_with_the_command_to_upgrade(tmp_path):
    path = tmp_path / "graph.kgmem"
    EmbeddedStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(SchemaTooNew, match="pip install --upgrade"):
        EmbeddedStore(path)


def test_a_missing_directory_and_a_directory_in_place_of_a_file_are_named(tmp_path):
    with pytest.raises(StoreError, match="no directory"):
        EmbeddedStore(tmp_path / "missing" / "graph.kgmem")
    with pytest.raises(NotADatabase, match="is a directory"):
        EmbeddedStore(tmp_path)


def test_a_database_in_memory_leaves_no_file_behind(make):
    store = EmbeddedStore(":memory:")
    store.apply("a", make.change(1, *make.world()), expected=0)
    assert store.info.location == ":memory:"
    folder = store.path.parent
    assert folder.is_dir()
    store.close()
    assert not folder.exists()


def test_a_store_that_is_dropped_unclosed_closes_itself(make):
    folder = EmbeddedStore(":memory:").path.parent
    assert not folder.exists()


_OPEN_READ_ONLY = """
import os, sys
from kgmem.stores import EmbeddedStore
if os.getuid() == 0:  # permissions do not bind root
    os.setuid(65534)
try:
    with EmbeddedStore(sys.argv[1]) as store:
        store.set_encoder("hash:1", 2)
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
@pytest.mark.parametrize("what", ["new file", "existing file"])
def test_a_directory_that_cannot_be_written_says_so(tmp_path, what):
    folder = tmp_path / "locked"
    folder.mkdir()
    path = folder / "graph.kgmem"
    if what == "existing file":
        EmbeddedStore(path).close()
        path.chmod(0o444)
    folder.chmod(0o555)
    for parent in [tmp_path, *tmp_path.parents]:
        if parent.stat().st_uid == os.getuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o055)
    try:
        done = run_python(_OPEN_READ_ONLY, path)
    finally:
        folder.chmod(0o755)
    assert done.stdout.startswith("StoreReadOnly"), done.stdout + done.stderr
    assert "permissions" in done.stdout or "can be written" in done.stdout


_WRITE_READ_ONLY = """
import os, sys
from kgmem import codec
from kgmem.stores import EmbeddedStore
codec.load("e1", '{"id": "e1", "name": "imports what is imported late"}')
if os.getuid() == 0:
    os.setuid(65534)
try:
    with EmbeddedStore(sys.argv[1]) as store:
        with store.read("a") as reader:
            print(reader.get(["e1"])["e1"].name)
        store.set_encoder("hash:1", 2)
except Exception as error:
    print(type(error).__name__)
"""


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_that_cannot_be_written_can_be_read_where_its_directory_can(tmp_path, make):
    path = tmp_path / "open" / "graph.kgmem"
    path.parent.mkdir()
    with EmbeddedStore(path) as store:
        store.apply("a", make.change(1, *make.world()), expected=0)
    path.chmod(0o444)
    path.parent.chmod(0o777)
    for parent in [tmp_path, *tmp_path.parents]:
        if parent.stat().st_uid == os.getuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o055)
    done = run_python(_WRITE_READ_ONLY, path)
    assert done.stdout.split() == ["Nora", "StoreReadOnly"], done.stderr


# --- errors of the disk and of other processes -----


def test_a_full_disk_is_reported_and_nothing_of_the_step_is_kept(tmp_path, make):
    path = tmp_path / "graph.kgmem"
    with EmbeddedStore(path) as store:
        store.apply("a", make.change(1, *make.world()), expected=0)
        # The same code of SQLite as a disk without space.
        writer = store._connections.writer
        pages = writer.execute("PRAGMA page_count").fetchone()[0]
        writer.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreFull, match="nothing of this step was kept"):
            store.apply("a", make.change(2, make.episode(2, "long " * 50_000)), expected=1)
        writer.execute("PRAGMA max_page_count = 1000000")
        with store.read("a") as reader:
            assert (reader.revision, reader.get(["ep2"])) == (1, {})
        store.apply("a", make.change(2, make.episode(2, "long " * 50_000)), expected=1)


def test_another_writer_that_holds_on_for_too_long_is_reported(tmp_path, make):
    path = tmp_path / "graph.kgmem"
    with EmbeddedStore(path, timeout=0.05) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="nothing was written"):
            store.apply("a", make.change(1, *make.world()), expected=0)
        with store.read("a") as reader:
            assert reader.revision == 0
        other.execute("ROLLBACK")
        other.close()
        assert store.apply("a", make.change(1, *make.world()), expected=0) == 1


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("database or disk is full", StoreFull),
        ("database is locked", StoreBusy),
        ("attempt to write a readonly database", StoreReadOnly),
        ("unable to open database file", StoreReadOnly),
        ("file is not a database", NotADatabase),
        ("database disk image is malformed", NotADatabase),
        ("disk I/O error", StoreError),
        ("Cannot operate on a closed database.", StoreError),
        ("something unheard of", StoreError),
    ],
)
def test_every_error_of_sqlite_names_the_file(message, kind):
    error = translate(sqlite3.OperationalError(message), "graph.kgmem")
    assert type(error) is kind
    assert "graph.kgmem" in str(error)


def test_errors_that_are_not_the_stores_pass_its_boundary():
    with pytest.raises(ZeroDivisionError), boundary("graph.kgmem"):
        _ = 1 / 0


# --- several processes -----

_INITIALISE = """
import sys
from pathlib import Path
from kgmem.stores import EmbeddedStore
print("ready", flush=True)
sys.stdin.readline()
with EmbeddedStore(sys.argv[1]) as store:
    print(store.info.schema, store.check())
"""


def test_processes_that_initialise_the_same_file_at_once_all_succeed(tmp_path):
    path = tmp_path / "graph.kgmem"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", _INITIALISE, str(path)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for child in children:
        assert child.stdout.readline() == "ready\n"
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    results = [child.communicate(timeout=60) for child in children]
    assert results == [(f"{len(schema.MIGRATIONS)} []\n", "")] * 4


_WRITE = """
import sys
from datetime import datetime, timezone
from kgmem.errors import StaleRevision
from kgmem.records import Change, Effect, Entity, JournalEntry
from kgmem.stores import EmbeddedStore
now = datetime.now(timezone.utc)
with EmbeddedStore(sys.argv[1]) as store:
    done = 0
    while done < 30:
        with store.read("a") as reader:
            at = reader.revision
        row = Entity(f"e{at + 1}", f"{sys.argv[2]} {done}")
        entry = JournalEntry(at + 1, f"t{at + 1}", now, "entity", effects=(Effect(row.id, row),))
        try:
            store.apply("a", Change((entry,)), expected=at)
        except StaleRevision:
            continue
        done += 1
"""


def test_processes_write_in_turn_while_another_reads(tmp_path):
    path = tmp_path / "graph.kgmem"
    with EmbeddedStore(path) as store:
        command = [sys.executable, "-c", _WRITE, str(path)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        children = [
            subprocess.Popen([*command, name], env=environment, stderr=subprocess.PIPE)
            for name in ("left", "right")
        ]
        seen = 0
        while any(child.poll() is None for child in children):
            with store.read("a") as reader:
                revision = reader.revision
                assert len(list(reader.scan("entity"))) == revision == len(list(reader.journal()))
            assert revision >= seen
            seen = revision
        assert [child.communicate()[1] for child in children] == [b"", b""]
        with store.read("a") as reader:
            names = [row.name for row in reader.scan("entity")]
    assert sorted(names) == sorted(f"{who} {n}" for who in ("left", "right") for n in range(30))


# --- migrations -----


def _add_a_column(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE entity ADD COLUMN colour TEXT")


def test_an_older_file_is_migrated_and_keeps_its_rows(tmp_path, make, monkeypatch):
    path = tmp_path / "graph.kgmem"
    with EmbeddedStore(path) as store:
        store.apply("a", make.change(1, *make.world()), expected=0)
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, _add_a_column])
    with EmbeddedStore(path) as store:
        assert "colour" in str(
            store._connections.writer.execute("PRAGMA table_info(entity)").fetchall()
        )
        with store.read("a") as reader:
            assert reader.get(["e1"])["e1"].name == "Nora"


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path, make, monkeypatch):
    path = tmp_path / "graph.kgmem"
    with EmbeddedStore(path) as store:
        store.apply("a", make.change(1, *make.world()), expected=0)

    def fails(connection: sqlite3.Connection) -> None:
        _add_a_column(connection)
        connection.execute("DROP TABLE entity")
        connection.execute("SELECT nonsense")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, fails])
        with pytest.raises(StoreError, match="nonsense"):
            EmbeddedStore(path)
    with EmbeddedStore(path) as store, store.read("a") as reader:
        assert [row.name for row in reader.scan("entity")] == ["Nora", "Biscuit"]


# --- kill -9 -----


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_kill_9_at_any_moment_loses_nothing_acknowledged():
    command = [sys.executable, str(ROOT / "benchmarks/scale/kills.py"), "--kills", "12"]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"problems": []' in done.stdout
