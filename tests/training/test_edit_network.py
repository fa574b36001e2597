"""The torch network beside the numpy one."""

from datetime import datetime, timezone

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kgmem.errors import InputError  # noqa: E402
from kgmem.policy.compact import network  # noqa: E402
from kgmem.policy.compact.actions import Options  # noqa: E402
from kgmem.policy.compact.features import Seen, spec  # noqa: E402
from kgmem.training.network import EditCritic, EditNetwork, collate, sample_of  # noqa: E402

NOW = datetime(2024, 1, 1, tzinfo=timezone.utc)


def seen(neighbors, draw):
    main = np.ones(3 + neighbors, bool)
    main[2:] = draw.random(1 + neighbors) < 0.7
    fates = draw.random((neighbors, 3)) < 0.7
    fates[:, 0] = True
    own = draw.normal(size=len(spec()["case"])).astype(np.float32)
    others = draw.normal(size=(neighbors, len(spec()["neighbor"]))).astype(np.float32)
    usual = np.zeros(1 + neighbors, np.int64)
    usual[1:][fates[:, 1]] = 1
    return Seen(own, others, Options(main, fates, None, {}, (), usual))


@pytest.fixture
def situations():
    draw = np.random.default_rng(2)
    return [seen(n, draw) for n in (0, 1, 2, 5, 24)]


def test_both_give_the_same_probability_to_what_was_drawn(situations):
    module = EditNetwork(seed=1)
    weights, dice = module.numpy(), np.random.default_rng(8)
    drawn = [(s, *network.draw(weights, s, dice)) for s in situations for _ in range(10)]
    samples = [sample_of(s, action, log) for s, action, log in drawn]
    scores = module.evaluate(samples)
    assert scores.log_prob.detach().numpy() == pytest.approx(
        [x.log_prob for x in samples], abs=1e-4
    )
    assert torch.isfinite(scores.entropy).all()
    assert (scores.entropy >= -1e-6).all()


def test_padding_changes_nothing(situations):
    module = EditNetwork(seed=1)
    dice = np.random.default_rng(8)
    drawn = [(s, *network.draw(module.numpy(), s, dice)) for s in situations]
    samples = [sample_of(s, action, log) for s, action, log in drawn]
    with torch.no_grad():
        together = module.evaluate(samples)
        for i, sample in enumerate(samples):
            alone = module.evaluate([sample])
            for one, many in zip(alone, together, strict=True):
                assert float(one[0]) == pytest.approx(float(many[i]), abs=1e-5)


def test_gradients_reach_every_weight(situations):
    module = EditNetwork(seed=1)
    dice = np.random.default_rng(8)
    samples = []
    for s in situations * 40:
        action, log = network.draw(module.numpy(), s, dice)
        samples.append(sample_of(s, action, log))
    module.evaluate(samples).log_prob.sum().backward()
    still = [n for n, p in module.named_parameters() if p.grad is None or not p.grad.any()]
    assert not still
    assert all(torch.isfinite(p.grad).all() for p in module.parameters())


def test_weights_go_out_and_come_back():
    one, two = EditNetwork(seed=1), EditNetwork(seed=2)
    two.load(one.numpy())
    assert all((two.numpy()[k] == w).all() for k, w in one.numpy().items())
    with pytest.raises(InputError, match="other shapes"):
        two.load({"case.w": np.zeros((1, 1), np.float32)})


def test_a_critic_begins_by_expecting_nothing(situations):
    samples = [sample_of(s, np.zeros(1 + len(s.neighbors), np.int64)) for s in situations]
    assert EditCritic().values(samples).tolist() == [0.0] * len(samples)
    assert collate(samples).neighbors.shape[1] == 24
