import json

import pytest

pytest.importorskip("torch")

from kgmem.errors import InputError
from kgmem.policy.compact import weights as files
from kgmem.policy.compact.policy import SURE
from kgmem.training import curves
from kgmem.training.imitation import ImitationSettings
from kgmem.training.samples import NothingToLearn
from kgmem.training.train_edit import EditTraining, train


def small(algorithm="grpo", **more):
    numbers = {
        "lessons": 2,
        "seed": 14,
        "streams": 2,
        "rounds": 2,
        "most": 6,
        "examined": 1,
        "examine_every": 2,
        "imitation": ImitationSettings(epochs=3),
    }
    return EditTraining(algorithm, **(numbers | more))


def bytes_of(path):
    arrays, _ = files.load(path)
    return {name: w.tobytes() for name, w in arrays.items()}


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run that nobody disturbed."""
    out = tmp_path_factory.mktemp("whole")
    return out, train(small(), out, steps=4)


def test_a_run_leaves_weights_with_a_card_a_curve_and_its_picture(whole):
    out, path = whole
    _, card = files.load(path)
    assert card.name == "grpo-14"
    assert "--steps 4 --algorithm grpo --seed 14" in card.protocol
    assert json.loads((out / "edit-grpo.card.json").read_text())["data"].startswith("streams of")
    rows = curves.read(out / "curve.jsonl")
    assert [row["step"] for row in rows] == [0, 1, 2, 3, 4]
    assert [row["step"] for row in rows if "validation" in row] == [0, 2, 4]
    assert (out / "curve.png").stat().st_size > 1000


class Killed(Exception):
    pass


@pytest.mark.parametrize("after", [1, 5], ids=["while gathering", "between updates"])
def test_a_killed_run_ends_with_the_same_weights(whole, tmp_path, after):
    told = []

    def kill(row):
        told.append(row)
        if len(told) > after:
            raise Killed

    with pytest.raises(Killed):
        train(small(), tmp_path, steps=4, progress=kill)
    again = train(small(), tmp_path, steps=4)
    assert bytes_of(again) == bytes_of(whole[1])
    assert curves.read(tmp_path / "curve.jsonl") == curves.read(whole[0] / "curve.jsonl")


def test_locomo_is_one_stream_without_labels(tmp_path):
    with pytest.raises(InputError, match="one stream"):
        EditTraining(locomo=str(tmp_path / "locomo.json"))
    with pytest.raises(InputError, match="one stream"):
        EditTraining(locomo="locomo.json", streams=1, teacher="oracle")


def test_a_run_with_other_settings_needs_another_folder(whole):
    with pytest.raises(InputError, match=r"other settings \(seed=14\)"):
        train(small(seed=8), whole[0], steps=4)
    with pytest.raises(InputError, match=r"other settings \(steps=4\)"):
        train(small(), whole[0], steps=6)


def test_ppo_trains_too(tmp_path):
    path = train(small("ppo", rounds=1, lessons=1), tmp_path, steps=1)
    assert files.load(path)[1].name == "ppo-14"
    assert "value_error" in curves.read(tmp_path / "curve.jsonl")[-1]


def test_imitation_alone_makes_weights_too(tmp_path):
    settings = small("imitation", teacher="oracle", lessons=1)
    _, card = files.load(train(settings, tmp_path, steps=9))
    assert card.algorithm == "imitation of the oracle"
    assert card.numbers["steps"] == 0
    assert 0.5 <= card.numbers[SURE] < 1
    assert list((tmp_path / "readings").glob("*.npz"))


def test_a_constant_reward_says_that_nothing_can_be_learned(tmp_path):
    with pytest.raises(NothingToLearn, match="nothing can be learned: on 2 streams"):
        train(small(lessons=1), tmp_path, steps=2, score=lambda *_: 1.0)


def test_what_cannot_be_trained_with_is_refused():
    with pytest.raises(InputError, match="there are grpo, ppo"):
        EditTraining("sarsa")
    with pytest.raises(InputError, match="there are rules, oracle"):
        EditTraining(teacher="parrot")
    with pytest.raises(InputError, match="at least 2 draws"):
        EditTraining(group=1)
    with pytest.raises(InputError, match="at least 3 choices"):
        EditTraining(most=2)
    with pytest.raises(InputError, match="add --teacher oracle"):
        EditTraining("imitation")
