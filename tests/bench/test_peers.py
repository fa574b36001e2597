"""Other memories stand behind one protocol; rivals that are not installed say how to get them."""

import importlib.util
from datetime import datetime, timezone

import pytest

from kgmem.bench import peers
from kgmem.bench.commands import build
from kgmem.bench.dataset import QA, Conversation, Turn
from kgmem.bench.peers import Note
from kgmem.bench.peers.fusion import Fusion
from kgmem.bench.peers.mem0 import Embedder, SparseWeights
from kgmem.bench.peers.turns import PeerTurns
from kgmem.encoders import HashEncoder
from kgmem.errors import InputError, MissingExtra
from kgmem.llm import ScriptedLLM

NOON = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)
NOTES = [
    Note("a", "Nora: I planted a fig tree.", NOON, "Nora"),
    Note("b", "Omar: I bought a blue kite.", NOON, "Omar"),
    Note("c", "Nora: Lovely weather.", NOON, "Nora"),
]
MODULES = {"mem0": "mem0", "geny": "geny_memory_adaptor"}


def there(name):
    return name not in MODULES or importlib.util.find_spec(MODULES[name]) is not None


@pytest.fixture(params=peers.PEERS)
def peer(request):
    if not there(request.param):
        pytest.skip(f"{request.param} is not installed: pip install 'kgmem[peers]'")
    found = peers.load(request.param)
    yield found
    found.close()


def test_a_peer_finds_what_it_was_told_until_it_is_removed_or_cleared(peer):
    peer.add(NOTES)
    assert peer.search("What did Omar buy? A kite?", 3)[0] == "b"
    assert len(peer.search("kite", 2)) == 2
    peer.remove("b")
    assert sorted(peer.search("What did Omar buy? A kite?", 3)) == ["a", "c"]
    peer.clear()
    assert peer.search("kite", 3) == []
    peer.add(NOTES[1:2])
    assert peer.search("kite", 3) == ["b"]


@pytest.mark.parametrize("name", peers.RIVALS)
def test_a_rival_that_is_not_installed_names_the_command(name):
    if there(name):
        pytest.skip(f"{name} is installed")
    with pytest.raises(MissingExtra, match="kgmem\\[peers\\]"):
        peers.load(name)
    with pytest.raises(MissingExtra, match="kgmem\\[peers\\]"):
        build([name], None)


def test_an_unknown_peer_names_the_known():
    with pytest.raises(InputError, match="mem0, geny"):
        peers.load("nothing")


def talk():
    turns = tuple(Turn(n.id, n.speaker, n.text.partition(": ")[2], n.time) for n in NOTES)
    question = QA(0, "What did Omar buy? A kite?", "a kite", 4, ("b",))
    return Conversation("talk", ("Nora", "Omar"), turns, (question,))


def test_a_peer_ranks_turns_and_answers_with_the_best():
    system = PeerTurns(Fusion(HashEncoder()))
    with pytest.raises(InputError, match="ingest"):
        system.ask(talk().questions[0])
    assert system.ingest(talk()) > 0
    asked = system.ask(talk().questions[0])
    assert asked.answer == "I bought a blue kite."
    assert asked.ranked[0] == "b"
    assert set(asked.within[500]) == {"a", "b", "c"}


def test_a_reader_answers_from_what_a_peer_found():
    llm = ScriptedLLM(['{"answer": "a kite", "cited": ["ep2"]}'])
    system = PeerTurns(Fusion(HashEncoder()), llm)
    system.ingest(talk())
    assert system.ask(talk().questions[0]).answer == "a kite"


def test_sparse_weights_saturate_with_repetition_and_share_words():
    once, twice, other = SparseWeights().embed(["kite", "kite kite", "fig"])
    assert once.indices.tolist() == twice.indices.tolist() != other.indices.tolist()
    assert once.values[0] < twice.values[0] < 2.2


def test_the_embedder_encodes_as_kgmem_does():
    encoder = HashEncoder()
    vector = Embedder(encoder).embed("a kite", "search")
    assert vector == encoder.encode(["a kite"])[0].tolist()
