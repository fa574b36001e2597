import numpy as np
import pytest

from kgmem.distillation import compact_network as network
from kgmem.distillation.compact_features import names
from kgmem.errors import InputError
from kgmem.training.samples import NothingToLearn
from kgmem.training.train_distil import DistilTraining, compare, save, train
from kgmem.training.train_distil_data import Situation

torch = pytest.importorskip("torch")

TELLING = names().index("digits")
QUICK = DistilTraining(batch=16, group=8, rate=3e-2, examine_every=10)


def situations(seed, count, *, same=False):
    """Few of many candidates fit; the evidence is what has the telling feature."""
    dice = np.random.default_rng(seed)
    found = []
    for i in range(count):
        features = dice.normal(size=(30, len(names()))).astype(np.float32)
        features[:, TELLING] = 0
        features[dice.choice(30, 3, replace=False), TELLING] = 1
        holds = np.ones((30, 1), bool) if same else (features[:, TELLING] > 0)[:, None]
        prior = np.log(1 / (10 + np.arange(30))).astype(np.float32)
        found.append(Situation(1 + i % 2, 60, features, prior, np.full(30, 20), holds))
    return found


def test_the_reward_is_half_for_what_is_held_and_half_for_all():
    holds = np.array([[1, 0], [0, 1], [0, 0]], bool)
    nothing = np.zeros((3, len(names())), np.float32)
    one = Situation(1, 100, nothing, np.zeros(3, np.float32), np.full(3, 10), holds)
    assert [one.reward(x) for x in ([], [2], [0], [0, 1])] == [0.0, 0.0, 0.25, 1.0]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("run")
    return out, train(QUICK, situations(1, 60), situations(2, 40), out, steps=40)


def test_reinforcement_finds_what_holds_the_evidence(run):
    mine, base, gain = compare(run[1], situations(3, 60))["all, 60 tokens"]
    assert mine > base + 15
    assert gain.low > 0


def test_the_curve_and_the_weights_are_kept(run, tmp_path):
    out, weights = run
    assert (out / "curve.png").stat().st_size > 1000
    assert len((out / "curve.jsonl").read_text().splitlines()) == 41
    path = tmp_path / "d.safetensors"
    save(path, weights, compare(weights, situations(3, 5)), seed=7, data="made up", protocol="test")
    assert "GRPO" in path.with_suffix(".card.json").read_text()


def test_a_run_that_stopped_ends_like_one_that_did_not(run, tmp_path):
    class Stop(Exception):
        pass

    def stop(row):
        if row["step"] == 20:
            raise Stop

    data = situations(1, 60), situations(2, 40)
    with pytest.raises(Stop):
        train(QUICK, *data, tmp_path, steps=40, progress=stop)
    again = train(QUICK, *data, tmp_path, steps=40)
    assert all(np.array_equal(again[name], run[1][name]) for name in again)


def test_torch_and_numpy_agree_on_scores_and_chances():
    from kgmem.training.train_distil_network import DistilNetwork, sample_of

    module = DistilNetwork(3)
    with torch.no_grad():
        module.w.normal_()
        module.v.normal_()
    (one,) = situations(4, 1)
    found = network.scores(module.numpy(), one.features, one.prior)
    there = module(torch.from_numpy(one.features), torch.from_numpy(one.prior))
    assert there.detach().numpy() == pytest.approx(found, abs=1e-4)
    taken = network.best(found, one.sizes, one.budget)
    log, left = 0.0, np.ones(30, bool)
    for i in taken:
        log += found[i] - np.log(np.exp(found[left]).sum())
        left[i] = False
    got = module.evaluate([sample_of(one, taken, 0.0, 0.0)]).log_prob.item()
    assert got == pytest.approx(log / len(taken), abs=1e-4)


def test_a_reward_that_never_differs_is_refused(tmp_path):
    with pytest.raises(NothingToLearn):
        train(QUICK, situations(1, 20, same=True), situations(2, 5), tmp_path, steps=2)


def test_training_needs_something_to_validate_on(tmp_path):
    with pytest.raises(InputError, match="validate"):
        train(QUICK, situations(1, 5), [], tmp_path, steps=2)
