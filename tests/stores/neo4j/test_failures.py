"""What people see when the server, the address or the connection is wrong."""

import contextlib
import socket
import threading

import pytest

from kgmem import Memory
from kgmem.errors import InputError, StoreError, StoreFull, StoreReadOnly
from kgmem.settings import Settings
from kgmem.stores.neo4j import Neo4jStore, open_neo4j
from kgmem.stores.neo4j.connection import _version
from kgmem.stores.neo4j.failures import boundary, translate
from kgmem.stores.neo4j.opening import environment_auth, split_credentials

SECRET = "hunter2-and-more"


class Listener:
    """A port of this machine; every line that comes in is served in a thread of its own."""

    def __init__(self, serve):
        self.serve = serve
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"bolt://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def close(self):
        self.listener.close()


class Proxy:
    """Stands between driver and server and cuts lines at a chosen moment.

    `when` is asked about each piece that the client sends: "pass", "cut" (drop it and close) or
    "swallow" (send it on, wait for the answer, close without passing it on).
    """

    def __init__(self, target, when):
        self.target, self.when = target, when
        self.listener = Listener(self._serve)

    def _serve(self, client):
        server = socket.create_connection(self.target)
        swallow = threading.Event()
        threading.Thread(target=self._down, args=(client, server, swallow), daemon=True).start()
        self._up(client, server, swallow)

    def _up(self, client, server, swallow):
        while data := _received(client):
            action = self.when(data)
            if action == "cut":
                break
            if action == "swallow":
                swallow.set()
            server.sendall(data)
            if action == "swallow":
                return  # the other pump closes both when the answer came
        _close(client, server)

    def _down(self, client, server, swallow):
        while data := _received(server):
            if swallow.is_set():
                break
            client.sendall(data)
        _close(client, server)


def _received(end):
    try:
        return end.recv(1 << 16)
    except OSError:
        return b""


def _close(*ends):
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@pytest.fixture
def proxied(neo4j_server):
    """Opens a store through a proxy; `script["when"]` decides about the lines."""
    host, port = neo4j_server["address"].split("//")[1].split(":")
    script = {"when": lambda data: "pass"}
    proxy = Proxy((host, int(port)), lambda data: script["when"](data))
    with Neo4jStore(proxy.listener.address, auth=neo4j_server["auth"], timeout=1.0) as store:
        yield store, script
    proxy.listener.close()


class Impostor:
    """Speaks just enough Bolt to be a server that cannot be had here: an old or a refusing one.

    Args:
        version: of Bolt, as the handshake gives it; (0, 0) has none in common with the driver.
        agent: what it calls itself.
        refused: a statement that contains this fails with `code`.
        code: of that failure.
    """

    def __init__(self, version, agent="Neo4j/5.26.12", refused=None, code=""):
        self.version, self.agent, self.refused, self.code = version, agent, refused, code
        self.listener = Listener(self._serve)

    def _serve(self, client):
        with contextlib.suppress(OSError, EOFError), client, client.makefile("rb") as incoming:
            incoming.read(20)  # the magic number and the versions offered
            major, minor = self.version
            client.sendall(bytes([0, 0, minor, major]))
            failed = False
            while message := self._message(incoming):
                tag = message[1]
                if tag == 0x0F:  # RESET
                    failed = False
                if failed:
                    answer = b"\xb0\x7e"
                elif tag == 0x10 and self.refused and self.refused in message:
                    failed = True
                    answer = b"\xb1\x7f" + _packed({"code": self.code, "message": "not allowed"})
                else:
                    known = {"server": self.agent, "connection_id": "bolt-1"} if tag == 1 else {}
                    answer = b"\xb1\x70" + _packed(known)
                client.sendall(len(answer).to_bytes(2, "big") + answer + b"\0\0")

    @staticmethod
    def _message(incoming):
        parts = []
        while size := int.from_bytes(incoming.read(2), "big"):
            parts.append(incoming.read(size))
        return b"".join(parts)


def _packed(values):
    """A small map of texts in PackStream."""
    texts = [text.encode() for pair in values.items() for text in pair]
    return bytes([0xA0 + len(values)]) + b"".join(
        b"\xd0" + bytes([len(text)]) + text for text in texts
    )


@pytest.fixture
def impostor():
    """Starts a server that is not what it should be; returns its address."""
    started = []

    def start(version, **options):
        started.append(Impostor(version, **options))
        return started[-1].listener.address

    yield start
    for server in started:
        server.listener.close()


# --- addresses and credentials -----


@pytest.mark.parametrize(
    "location", ["http://localhost:7474", "neo4j//x", "bolt://", "mysql://h:1", "bolt://h:port"]
)
def test_an_address_that_cannot_be_one_says_what_one_looks_like(location):
    with pytest.raises(InputError, match=r"neo4j://HOST:7687"):
        open_neo4j(location)


def test_credentials_in_an_address_are_taken_out_of_it():
    address, auth = split_credentials(f"neo4j+s://ann:{SECRET}%40@db.example:7687")
    assert address == "neo4j+s://db.example:7687"
    assert auth == ("ann", f"{SECRET}@")
    assert split_credentials("bolt://[::1]:7687") == ("bolt://[::1]:7687", None)


def test_a_bad_address_with_a_password_does_not_print_it():
    with pytest.raises(InputError) as caught:
        split_credentials(f"mysql://ann:{SECRET}@db")
    assert SECRET not in str(caught.value)


def test_credentials_come_from_the_environment_when_none_are_given(monkeypatch):
    monkeypatch.delenv("KGMEM_NEO4J_PASSWORD", raising=False)
    assert environment_auth() is None
    monkeypatch.setenv("KGMEM_NEO4J_PASSWORD", SECRET)
    monkeypatch.delenv("KGMEM_NEO4J_USER", raising=False)
    assert environment_auth() == ("neo4j", SECRET)


def test_auth_for_a_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="not for a file"):
        Memory.open(tmp_path / "m.kgmem", auth=("neo4j", SECRET))


def test_no_server_says_so_with_the_address_and_without_the_password():
    with pytest.raises(StoreError, match=r"no answer from bolt://127\.0\.0\.1:1") as caught:
        open_neo4j(f"bolt://neo4j:{SECRET}@127.0.0.1:1")
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("agent", ["Neo4j/4.4.38", "Neo4j/5.8.0", "Memgraph/2.1", ""])
def test_a_server_that_is_too_old_or_something_else_is_named(agent):
    with pytest.raises(StoreError, match=r"needs Neo4j 5\.9"):
        _version(agent, "bolt://h:7687")


@pytest.mark.parametrize("version", [(4, 4), (0, 0)])
def test_a_server_of_neo4j_4_is_named_when_it_is_opened(impostor, version):
    address = impostor(version, agent="Neo4j/4.4.38")
    with pytest.raises(StoreError, match=r"needs Neo4j 5\.9 or newer"):
        open_neo4j(address, Settings(busy_timeout=1.0), auth=("neo4j", SECRET))


def test_a_user_without_the_right_to_make_indexes_is_told_whom_to_ask(impostor):
    code = "Neo.ClientError.Security.Forbidden"
    address = impostor((5, 4), refused=b"CREATE CONSTRAINT", code=code)
    with pytest.raises(StoreReadOnly, match="let an administrator open it once"):
        open_neo4j(address, Settings(busy_timeout=1.0), auth=("neo4j", SECRET))


def test_a_newer_server_is_taken():
    assert _version("Neo4j/5.26.12", "bolt://h:7687") == (5, 26)
    assert _version("Neo4j/2025.01.0", "bolt://h:7687") == (2025, 1)


@pytest.mark.parametrize(
    ("code", "kind", "advice"),
    [
        ("Neo.ClientError.Security.Forbidden", StoreReadOnly, "no right"),
        ("Neo.ClientError.Security.CredentialsExpired", StoreError, "must be changed"),
        ("Neo.ClientError.General.ForbiddenOnReadOnlyDatabase", StoreReadOnly, "read-only"),
        ("Neo.TransientError.General.MemoryPoolOutOfMemoryError", StoreFull, "smaller batches"),
        ("Neo.ClientError.Cluster.NotALeader", StoreError, "neo4j://"),
        ("Neo.DatabaseError.General.UnknownError", StoreError, "nothing was written"),
    ],
)
def test_each_kind_of_server_error_says_what_to_do(code, kind, advice):
    from neo4j.exceptions import Neo4jError

    error = Neo4jError._hydrate_neo4j(code=code, message="it went wrong")
    found = translate(error, "bolt://h:7687", None)
    assert type(found) is kind
    assert advice in str(found)


def test_errors_that_are_not_the_drivers_pass_its_boundary():
    with pytest.raises(ZeroDivisionError), boundary("bolt://h:7687"):
        raise ZeroDivisionError


@pytest.mark.neo4j
def test_a_wrong_password_is_refused_and_never_shown(neo4j_server):
    with pytest.raises(StoreError, match="user or the password") as caught:
        Neo4jStore(neo4j_server["address"], auth=("neo4j", SECRET))
    assert SECRET not in str(caught.value)
    assert SECRET not in repr(caught.value.__cause__)


@pytest.mark.neo4j
def test_a_missing_database_is_named(neo4j_server):
    with pytest.raises(StoreError, match="no database 'nowhere'"):
        Neo4jStore(**neo4j_server, database="nowhere")


@pytest.mark.neo4j
@pytest.mark.parametrize("scheme", ["bolt+ssc", "neo4j+s"])
def test_tls_asked_of_a_server_without_it_is_named(neo4j_server, scheme):
    address = neo4j_server["address"].replace("bolt:", f"{scheme}:")
    with pytest.raises(StoreError, match=rf"no answer.*leave \{scheme[scheme.index('+') :]} out"):
        open_neo4j(address, Settings(busy_timeout=1.0), auth=neo4j_server["auth"])


@pytest.mark.neo4j
def test_the_system_database_is_refused_with_a_reason(neo4j_server):
    with pytest.raises(StoreError, match="'system' holds users and databases"):
        Neo4jStore(**neo4j_server, database="system")


@pytest.mark.neo4j
def test_what_a_memory_shows_of_itself_has_no_password(neo4j_server):
    with Memory.open(neo4j_server["address"], auth=neo4j_server["auth"], encoder="hash") as memory:
        assert neo4j_server["auth"][1] not in repr(memory)
        assert neo4j_server["address"] in repr(memory)


# --- lines that break -----


@pytest.mark.neo4j
@pytest.mark.parametrize("pieces", [0, 1, 2, 4, 6])
def test_a_line_cut_in_the_middle_of_a_write_leaves_nothing_half_written(
    proxied, reopen_neo4j, make, pieces
):
    store, script = proxied
    sent = []

    def cut(data):
        sent.append(data)
        return "pass" if len(sent) <= pieces else "cut"

    script["when"] = cut
    with pytest.raises(StoreError, match="no answer"):
        store.apply("a", make.change(1, *make.world()), expected=0)
    direct = reopen_neo4j()
    assert direct.namespaces() == []
    assert direct.size("a")["episode"] == 0
    script["when"] = lambda data: "pass"
    assert store.apply("a", make.change(1, *make.world()), expected=0) == 1
    assert direct.check() == []


@pytest.mark.neo4j
def test_a_commit_whose_answer_was_lost_is_not_written_twice(proxied, make):
    store, script = proxied
    lost = []

    def swallow(data):
        if b"\xb0\x12" in data and not lost:  # Bolt's COMMIT
            lost.append(data)
            return "swallow"
        return "pass"

    script["when"] = swallow
    assert store.apply("a", make.change(1, *make.world()), expected=0) == 1
    assert lost
    with store.read("a") as reader:
        assert reader.revision == 1
        assert len(list(reader.journal())) == 1


@pytest.mark.neo4j
def test_a_read_whose_line_is_cut_is_read_again(proxied, make):
    store, script = proxied
    store.apply("a", make.change(1, *make.world()), expected=0)
    cut = []

    def once(data):
        if not cut:
            cut.append(data)
            return "cut"
        return "pass"

    script["when"] = once
    with store.read("a") as reader:
        assert reader.get(["e2"])["e2"] == make.entity(2, "Biscuit")
    assert cut


@pytest.mark.neo4j
@pytest.mark.parametrize("pieces", [1, 3, 5])
def test_a_line_that_breaks_while_something_is_observed_leaves_the_memory_as_it_was(
    neo4j_server, pieces
):
    host, port = neo4j_server["address"].split("//")[1].split(":")
    writes = []
    script = {"when": lambda data: "pass"}
    proxy = Proxy((host, int(port)), lambda data: script["when"](data))
    settings = Settings(busy_timeout=1.0)
    with Memory.open(
        proxy.listener.address, auth=neo4j_server["auth"], encoder="hash", settings=settings
    ) as memory:
        memory.observe("I live in Rome.", speaker="Nora", time="2024-05-01")
        before = (memory.stats(), memory.facts())

        def cut(data):
            writes.extend([1] * (b"write" in data or bool(writes) or b"CREATE" in data))
            return "pass" if len(writes) < pieces else "cut"

        script["when"] = cut
        with pytest.raises(StoreError, match="no answer"):
            memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-06-01")
        script["when"] = lambda data: "pass"
        assert (memory.stats(), memory.facts()) == before
        seen = memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-06-01")
        assert seen.edits
        assert [f.object for f in memory.facts("Nora", "lives in")] == ["Lisbon"]
        assert memory.verify().problems == ()
    proxy.listener.close()
