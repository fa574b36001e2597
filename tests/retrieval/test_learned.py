import numpy as np
import pytest

from kgmem import tensors
from kgmem.errors import InputError
from kgmem.memory import Memory
from kgmem.retrieval.learned.features import names
from kgmem.retrieval.learned.ranker import Ranker, kind
from kgmem.settings import Settings

TURNS = [
    ("Nora", "I adopted a cat named Biscuit last week!"),
    ("Bo", "How lovely! What does she eat?"),
    ("Nora", "Mostly tuna, and she steals my toast."),
    ("Bo", "I planted tomatoes on the balcony."),
    ("Nora", "The train to Porto was late again."),
]


@pytest.fixture
def file(tmp_path):
    """A ranker's file with a weight for some features; the others count nothing."""

    def write(**weights):
        weight = np.array([weights.get(n, 0.0) for n in names()], dtype=np.float32)
        zero, one = np.zeros_like(weight), np.ones_like(weight)
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.safetensors"
        arrays = {"mean": zero, "spread": one, "weight": weight}
        tensors.save(path, kind(), arrays, tensors.Card("test"))
        return str(path)

    return write


def ranked(ranker, question="What does Nora's cat eat?"):
    with Memory.open(settings=Settings(ranker=ranker)) as memory:
        for speaker, text in TURNS:
            memory.observe(text, speaker=speaker, time="2024-05-01")
        return [c for c in memory.retrieve(question) if c.kind == "episode"]


def test_weights_of_zero_leave_the_hand_set_order(file):
    assert [c.id for c in ranked(file())] == [c.id for c in ranked("")]


def test_a_learned_weight_moves_what_has_the_feature(file):
    best = ranked(file(length=-20.0))
    sizes = [len(c.text.split()) for c in best]
    assert sizes[0] < sizes[-1]
    assert best[0].parts["learned"] != 0
    assert sum(best[0].parts.values()) == pytest.approx(best[0].score, abs=0.02)


def test_features_far_from_the_mean_count_only_so_much():
    size = len(names())
    ranker = Ranker(*(np.full(size, v, dtype=np.float32) for v in (0.0, 1.0, 1.0)))
    (far,) = ranker.correction(np.full((1, size), 1e6, dtype=np.float32))
    assert far == pytest.approx(5 * size)


def test_a_ranker_that_is_not_there_is_refused_when_the_memory_is_opened(tmp_path):
    with pytest.raises(InputError, match="kgmem train ranker"):
        Memory.open(settings=Settings(ranker=str(tmp_path / "none.safetensors")))
