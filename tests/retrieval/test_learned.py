import numpy as np
import pytest

from kgmem import tensors
from kgmem.errors import InputError
from kgmem.memory import Memory
from kgmem.retrieval.learned.features import _others, names
from kgmem.retrieval.learned.ranker import DEPTH, TREES, Ranker, kind
from kgmem.settings import Settings, Weights

NODES = 2**DEPTH - 1
TURNS = [
    ("Nora", "I adopted a cat named Biscuit last week!"),
    ("Bo", "How lovely! What does she eat?"),
    ("Nora", "Mostly tuna, and she steals my toast."),
    ("Bo", "I planted tomatoes on the balcony."),
    ("Nora", "The train to Porto was late again."),
]


def arrays(name="length", threshold=0.0, low=0.0, high=0.0):
    """Trees of which only the first says anything: `high` above a value of one feature."""
    feature = np.zeros((TREES, NODES), dtype=np.float32)
    limits = np.zeros((TREES, NODES), dtype=np.float32)
    leaf = np.zeros((TREES, NODES + 1), dtype=np.float32)
    feature[0, 0], limits[0, 0] = names().index(name), threshold
    half = (NODES + 1) // 2
    leaf[0, :half], leaf[0, half:] = low, high
    return {"feature": feature, "threshold": limits, "leaf": leaf}


@pytest.fixture
def file(tmp_path):
    def write(**told):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.safetensors"
        tensors.save(path, kind(), arrays(**told), tensors.Card("test"))
        return str(path)

    return write


def ranked(ranker, question="What does Nora's cat eat?"):
    with Memory.open(settings=Settings(ranker=ranker)) as memory:
        for speaker, text in TURNS:
            memory.observe(text, speaker=speaker, time="2024-05-01")
        return [c for c in memory.retrieve(question) if c.kind == "episode"]


def test_trees_that_say_nothing_leave_the_hand_set_order(file):
    assert [c.id for c in ranked(file())] == [c.id for c in ranked("")]


def test_a_tree_moves_what_is_on_its_side(file):
    found = ranked(file(name="length", threshold=float(np.log1p(4)), high=-20.0))
    moved = [c.parts.get("learned", 0.0) < 0 for c in found]
    assert moved == sorted(moved)
    assert any(moved)
    assert not all(moved)
    assert found[-1].parts["learned"] == pytest.approx(-20)
    assert sum(found[-1].parts.values()) == pytest.approx(found[-1].score, abs=0.02)


def test_a_value_at_the_threshold_goes_to_the_first_side():
    told = arrays(name=names()[0], threshold=1.0, low=2.0, high=3.0)
    ranker = Ranker(told["feature"].astype(np.int64), told["threshold"], told["leaf"])
    rows = np.zeros((2, len(names())), dtype=np.float32)
    rows[:, 0] = 1.0, 1.5
    assert ranker.correction(rows).tolist() == [2.0, 3.0]


def test_a_reply_to_a_question_that_matches_is_not_put_down():
    told = arrays(name="length", low=-2.0, high=3.0)
    ranker = Ranker(told["feature"].astype(np.int64), told["threshold"], told["leaf"])
    rows = np.zeros((4, len(names())), dtype=np.float32)
    rows[:, names().index("reply")] = 0.0, 1.0, 0.0, 1.0
    rows[2:, names().index("length")] = 1.0
    assert ranker.correction(rows).tolist() == [-2.0, 0.0, 3.0, 3.0]


def test_weights_that_are_set_rank_instead_of_the_packaged_ranker():
    found = {}
    for name, settings in (
        ("default", Settings(ranker="packaged")),
        ("set", Settings(ranker="packaged", weights=Weights(kin=0.0))),
    ):
        with Memory.open(settings=settings) as memory:
            for speaker, text in TURNS:
                memory.observe(text, speaker=speaker, time="2024-05-01")
            found[name] = memory.retrieve("What does Nora's cat eat?")
    assert any("learned" in c.parts for c in found["default"])
    assert not any("learned" in c.parts for c in found["set"])


def test_a_session_is_as_good_as_its_best_others():
    sessions = np.array([1, 1, 2, 1, 1, 1])
    scores = np.array([5.0, 4.0, 9.0, 3.0, 2.0, -1.0], dtype=np.float32)
    assert _others(sessions, scores).tolist() == pytest.approx([3, 10 / 3, -1, 11 / 3, 4, 4])


def test_an_empty_session_list_has_no_scores():
    assert len(_others(np.array([], dtype=np.int64), np.array([], dtype=np.float32))) == 0


def test_the_packaged_ranker_ranks_and_says_so():
    found = ranked("packaged")
    assert {c.id for c in found} == {c.id for c in ranked("")}
    assert any("learned" in c.parts for c in found)


def test_a_ranker_that_is_not_there_is_refused_when_the_memory_is_opened(tmp_path):
    with pytest.raises(InputError, match="kgmem train ranker"):
        Memory.open(settings=Settings(ranker=str(tmp_path / "none.safetensors")))
