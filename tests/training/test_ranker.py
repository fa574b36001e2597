import numpy as np
import pytest

from kgmem.errors import InputError
from kgmem.retrieval.learned import load
from kgmem.retrieval.learned.features import names
from kgmem.training.ranker import RankerTraining, compare, save, train
from kgmem.training.ranker_data import Ranked
from kgmem.training.samples import NothingToLearn

TELLING = names().index("has_head")
QUICK = RankerTraining(penalties=(1.0, 1000.0), steps=60, rate=5e-2)


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
        found.append(Ranked(1 + i % 2, features, prior, marked, 2))
    return found


@pytest.fixture(scope="module")
def trained():
    pytest.importorskip("torch")
    return train(QUICK, questions(1, 40), questions(2, 20))


def test_what_tells_the_evidence_is_learned_and_the_rest_left_alone(trained):
    weight = np.abs(trained.ranker.weight)
    assert weight.argmax() == TELLING
    assert weight[TELLING] > 5 * np.median(weight)


def test_recall_rises_on_questions_never_seen(trained):
    mine, base, gain = compare(trained.ranker, questions(3, 30))["all @10"]
    assert mine > base + 30
    assert gain.low > 0


def test_a_hopeless_penalty_is_not_chosen(trained):
    assert trained.penalty == 1.0


def test_the_same_data_give_the_same_weights(trained):
    again = train(QUICK, questions(1, 40), questions(2, 20))
    assert np.array_equal(again.ranker.weight, trained.ranker.weight)


def test_saved_weights_are_loaded_with_what_they_brought(trained, tmp_path):
    path = tmp_path / "ranker.safetensors"
    save(path, trained, data="made up", protocol="a test")
    ranker = load(str(path))
    assert np.array_equal(ranker.weight, trained.ranker.weight)
    assert "all @10" in path.with_suffix(".card.json").read_text()


def test_without_evidence_nothing_can_be_learned():
    with pytest.raises(NothingToLearn, match="evidence"):
        train(QUICK, questions(1, 3, gold=False), questions(2, 3))


def test_without_validation_nothing_is_chosen():
    with pytest.raises(InputError, match="validation"):
        train(QUICK, questions(1, 3), [])
