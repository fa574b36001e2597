import numpy as np
import pytest

from kgmem.retrieval.learned import load
from kgmem.retrieval.learned.features import names
from kgmem.training.ranker import RankerTraining, compare, complete, save, train
from kgmem.training.ranker_data import Ranked
from kgmem.training.samples import NothingToLearn

TELLING = names().index("own_fact")
QUICK = RankerTraining(least=20, say=1.0)


def questions(seed, count, *, gold=True):
    """The evidence has one telling feature that the hand-set scores do not see."""
    dice = np.random.default_rng(seed)
    found = []
    for i in range(count):
        features = dice.normal(size=(60, len(names()))).astype(np.float32)
        marked = np.zeros(60, dtype=bool)
        marked[dice.choice(60, 2, replace=False)] = gold
        features[marked, TELLING] += 4
        prior = dice.normal(size=60).astype(np.float32)
        found.append(Ranked(1 + i % 2, features, prior, marked, 2, f"talk {i % 3}"))
    return found


@pytest.fixture(scope="module")
def trained():
    pytest.importorskip("lightgbm")
    return train(QUICK, questions(1, 40), questions(2, 20))


def test_what_tells_the_evidence_moves_the_score_most(trained):
    plain = np.zeros((2, len(names())), dtype=np.float32)
    plain[1, TELLING] = 5
    low, high = trained.ranker.correction(plain)
    assert high > low + 2


def test_recall_rises_on_questions_never_seen(trained):
    mine, base, gain = compare([(trained.ranker, questions(3, 30))])["all @10"]
    assert mine > base + 30
    assert gain.low > 0


def test_without_validation_conversations_are_left_out_in_turn():
    pytest.importorskip("lightgbm")
    mine, base, _ = train(QUICK, questions(1, 30)).gains["all @10"]
    assert mine > base + 30


def test_the_same_data_give_the_same_trees(trained):
    again = train(QUICK, questions(1, 40), questions(2, 20))
    assert np.array_equal(again.ranker.leaf, trained.ranker.leaf)


def test_saved_trees_are_loaded_with_what_they_brought(trained, tmp_path):
    path = tmp_path / "ranker.safetensors"
    save(path, trained, data="made up", protocol="a test")
    ranker = load(str(path))
    assert np.array_equal(ranker.leaf, trained.ranker.leaf)
    assert np.array_equal(ranker.feature, trained.ranker.feature)
    assert "all @10" in path.with_suffix(".card.json").read_text()


def test_a_leaf_above_the_last_level_holds_for_all_below_it():
    split = {"split_feature": 1, "threshold": 0.5}
    tree = split | {"left_child": {"leaf_value": 2.0}, "right_child": {"leaf_value": 3.0}}
    ranker = complete([tree])
    rows = np.zeros((2, len(names())), dtype=np.float32)
    rows[1, 1] = 1.0
    assert ranker.correction(rows).tolist() == [2.0, 3.0]


def test_without_evidence_nothing_can_be_learned():
    with pytest.raises(NothingToLearn, match="evidence"):
        train(QUICK, questions(1, 3, gold=False), questions(2, 3))
