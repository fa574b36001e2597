"""On a cluster `neo4j://` reads from followers, writes to the leader, and sees what it wrote.

Community has no clusters. Members here pass every message on to the one real server, but answer
for routes and roles themselves, as members of a cluster do: the driver, the routing and the
bookmarks are real.
"""

import contextlib
import re
import socket
import threading

import pytest

from kgmem import Memory
from kgmem.errors import StoreError
from kgmem.settings import Settings
from kgmem.stores.neo4j import Neo4jStore
from kgmem.stores.neo4j.failures import translate

pytestmark = pytest.mark.neo4j
RESET, RUN, BEGIN, COMMIT, ROLLBACK, ROUTE = 0x0F, 0x10, 0x11, 0x12, 0x13, 0x66
SUCCESS, IGNORED, FAILURE = b"\xb1\x70", b"\xb0\x7e", b"\xb1\x7f"
BOLT_5_4 = b"\0\0\4\5" + bytes(12)  # the only version that members speak
NOT_A_LEADER = {"code": "Neo.ClientError.Cluster.NotALeader", "message": "no leader here"}


def packed(value):
    """Maps, lists, texts and numbers in PackStream."""
    if isinstance(value, dict):
        items = [packed(k) + packed(v) for k, v in value.items()]
        return bytes([0xA0 + len(items)]) + b"".join(items)
    if isinstance(value, list):
        return bytes([0x90 + len(value)]) + b"".join(map(packed, value))
    if isinstance(value, int):
        return b"\xc9" + value.to_bytes(2, "big")
    return b"\xd0" + bytes([len(value)]) + value.encode()


def framed(message):
    """A short message as one chunk."""
    return len(message).to_bytes(2, "big") + message + b"\0\0"


def messages(incoming):
    """Whole messages with their chunks' framing, until the line ends."""
    while True:
        raw, body = b"", b""
        while True:
            head = incoming.read(2)
            if len(head) < 2:
                return
            size = int.from_bytes(head, "big")
            data = incoming.read(size)
            raw, body = raw + head + data, body + data
            if not size and body:
                break
        yield raw, body


class Member:
    """One member; `began` holds the transactions begun here, `bookmarks` what commits gave."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.began, self.bookmarks, self.lines = [], [], []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def modes(self):
        return {mode for mode, _ in self.began}

    def stop(self):
        """Nobody answers here any more."""
        self.listener.close()
        for line in self.lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(self.cluster.target)
            self.lines += [client, server]
            for pump in (self._up, self._down):
                threading.Thread(target=pump, args=(client, server), daemon=True).start()

    def _up(self, client, server):
        with contextlib.suppress(OSError, ValueError), client.makefile("rb") as incoming:
            server.sendall(incoming.read(20)[:4] + BOLT_5_4)
            inside = failed = False
            for raw, body in messages(incoming):
                tag = body[1]
                own = None
                if failed:
                    failed = tag != RESET
                    own = IGNORED if failed else SUCCESS + packed({})
                elif tag == ROUTE:
                    own = SUCCESS + packed({"rt": self.cluster.table()})
                elif tag == BEGIN or (tag == RUN and not inside):
                    mode = "r" if b"\x84mode\x81r" in body else "w"
                    self.began.append((mode, body))
                    if mode == "w" and self is not self.cluster.leader:
                        failed, own = True, FAILURE + packed(NOT_A_LEADER)
                    else:
                        inside = tag == BEGIN
                elif tag in (COMMIT, ROLLBACK, RESET):
                    inside = False
                if own is None:
                    server.sendall(raw)
                else:
                    client.sendall(framed(own))
        self._end(client, server)

    def _down(self, client, server):
        with contextlib.suppress(OSError, ValueError), server.makefile("rb") as incoming:
            client.sendall(incoming.read(4))
            for raw, body in messages(incoming):
                found = re.search(rb"\x88bookmark.*?(FB:[\w+/=:-]+)", body, re.DOTALL)
                if found:
                    self.bookmarks.append(found[1])
                client.sendall(raw)
        self._end(client, server)

    @staticmethod
    def _end(*lines):
        for line in lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


class Cluster:
    """A leader and two followers in front of one server."""

    def __init__(self, target):
        self.target = target
        self.members = [Member(self) for _ in range(3)]
        self.leader = self.members[0]

    @property
    def followers(self):
        return [m for m in self.members if m is not self.leader]

    def table(self):
        roles = {"WRITE": [self.leader], "READ": self.followers, "ROUTE": self.members}
        servers = [
            {"addresses": [m.address for m in members], "role": role}
            for role, members in roles.items()
        ]
        return {"ttl": 300, "db": "neo4j", "servers": servers}


@pytest.fixture
def cluster(neo4j_server):
    host, port = neo4j_server["address"].split("//")[1].split(":")
    made = Cluster((host, int(port)))
    yield made
    for member in made.members:
        member.stop()


@pytest.fixture
def member_of(cluster, neo4j_server):
    """Opens a memory on the cluster."""

    def open_memory(**settings):
        address = f"neo4j://{cluster.leader.address}"
        settings = Settings(busy_timeout=10.0, **settings)
        return Memory.open(address, auth=neo4j_server["auth"], encoder="hash", settings=settings)

    return open_memory


@pytest.mark.parametrize("search", ["snapshot", "server"])
def test_followers_serve_all_reads_and_the_leader_all_writes(cluster, member_of, search):
    with member_of(search=search) as memory:
        memory.observe("I live in Rome.", speaker="Nora", time="2024-05-01")
        assert memory.ask("Where does Nora live?").text == "Rome"
        assert [f.object for f in memory.facts("Nora")] == ["Rome"]
        query = "MATCH (e:Entity {namespace: $namespace}) RETURN count(e)"
        assert list(memory.query(query)) == [(2,)]
        memory.forget(entity="Nora")
        assert memory.verify().problems == ()
    assert cluster.leader.modes() == {"w"}
    assert [m.modes() for m in cluster.followers] == [{"r"}, {"r"}]


def test_a_read_at_a_follower_waits_for_what_this_process_wrote(cluster, member_of):
    with member_of() as memory:
        for text in ("I live in Rome.", "I moved to Lisbon."):
            memory.observe(text, speaker="Nora", time="2024-05-01")
            written = cluster.leader.bookmarks[-1]
            began = {m.address: len(m.began) for m in cluster.followers}
            memory.facts("Nora")
            read = [b for m in cluster.followers for _, b in m.began[began[m.address] :]]
            assert read
            assert all(written in body for body in read)


def test_a_follower_that_goes_away_is_replaced_by_another(cluster, member_of):
    with member_of() as memory:
        memory.observe("I live in Rome.", speaker="Nora", time="2024-05-01")
        gone, left = cluster.followers
        gone.stop()
        before = len(left.began)
        assert [f.object for f in memory.facts("Nora")] == ["Rome"]
        assert len(left.began) > before


def test_a_write_follows_the_leader_that_was_elected_meanwhile(cluster, member_of):
    with member_of() as memory:
        memory.observe("I live in Rome.", speaker="Nora", time="2024-05-01")
        cluster.leader = cluster.members[1]
        memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-06-01")
        assert "w" in cluster.members[1].modes()
        assert memory.ask("Where does Nora live?").text == "Lisbon"
        assert memory.verify().problems == ()


def test_one_server_is_a_route_to_itself(neo4j_server, make):
    address = neo4j_server["address"].replace("bolt:", "neo4j:")
    with Neo4jStore(address, auth=neo4j_server["auth"], timeout=5) as store:
        store.apply("a", make.change(1, *make.world()), expected=0)
        with store.read("a") as reader:
            assert reader.revision == 1


@pytest.mark.parametrize(
    ("address", "advice"), [("bolt://h:1", "open it with neo4j://"), ("neo4j://h:1", "repeat")]
)
def test_a_leader_that_is_none_any_more_says_what_to_do(address, advice):
    from neo4j.exceptions import Neo4jError

    error = Neo4jError._hydrate_neo4j(**NOT_A_LEADER)
    found = translate(error, address, None)
    assert type(found) is StoreError
    assert advice in str(found)
