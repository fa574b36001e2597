"""GRPO, PPO and imitation on a bandit whose best arm is known."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kgmem.training import grpo, ppo  # noqa: E402
from kgmem.training.imitation import ImitationSettings, imitate  # noqa: E402
from kgmem.training.objective import Objective, loss_of  # noqa: E402
from kgmem.training.samples import (  # noqa: E402
    NothingToLearn,
    Sample,
    Scores,
    advantages,
    batches,
    require_difference,
)


class Arms(torch.nn.Module):
    """A `Scorer` and `Critic` of another kind than edits: three arms, no features."""

    def __init__(self):
        super().__init__()
        self.logits = torch.nn.Parameter(torch.zeros(3))
        self.value = torch.nn.Parameter(torch.zeros(()))

    def evaluate(self, samples):
        logs = torch.log_softmax(self.logits, 0)
        chosen = logs[torch.tensor([int(s.action[0]) for s in samples])]
        return Scores(chosen, -(logs.exp() * logs).sum().expand(len(samples)))

    def values(self, samples):
        return self.value.expand(len(samples))

    def chances(self):
        return torch.softmax(self.logits, 0).detach().numpy()


EVEN = float(np.log(1 / 3))


def sample(arm, reward, log_prob=EVEN):
    return Sample({}, np.array([arm]), log_prob, reward)


def groups(module, draw, count=8, size=8):
    chances = module.chances().astype(float)
    made = []
    for _ in range(count):
        arms = draw.choice(3, size=size, p=chances / chances.sum())
        made.append(tuple(sample(a, float(a == 2), float(np.log(chances[a]))) for a in arms))
    return made


def test_an_advantage_is_the_distance_from_the_groups_mean_in_deviations():
    assert advantages((sample(0, 1.0), sample(1, 3.0))) == [-1.0, 1.0]
    assert advantages((sample(0, 2.0),) * 4) == [0.0] * 4


def test_a_small_difference_of_reward_weighs_less_than_a_large_one_where_that_is_wanted():
    price = (sample(0, 0.95), sample(1, 1.0))
    assert advantages(price) == pytest.approx([-1.0, 1.0])
    assert advantages(price, least=0.25) == pytest.approx([-0.1, 0.1])
    assert advantages((sample(0, 1.0), sample(1, 3.0)), least=0.25) == [-1.0, 1.0]


def test_groups_that_are_all_equal_teach_nothing():
    equal = [(sample(0, 1.0), sample(1, 1.0)), (sample(2, 0.0), sample(1, 0.0))]
    with pytest.raises(NothingToLearn, match="nothing can be learned"):
        require_difference(equal)
    require_difference([*equal, (sample(0, 0.0), sample(1, 1.0))])


@pytest.mark.parametrize("algorithm", ["grpo", "ppo"])
def test_equal_rewards_leave_the_policy_alone_and_are_counted(algorithm):
    module, reference = Arms(), Arms()
    made = [(sample(0, 1.0), sample(1, 1.0))] * 3
    row = learn(algorithm, module, reference, made, 1)
    assert (row["skipped"], row["samples"]) == (1.0, 0.0)
    assert module.logits.tolist() == [0.0, 0.0, 0.0]


def learn(algorithm, module, reference, made, seed, rate=0.1, objective=None):
    optimizer = torch.optim.Adam(module.parameters(), rate)
    numbers = objective or Objective()
    if algorithm == "grpo":
        settings = grpo.GrpoSettings(numbers)
        return grpo.update(module, reference, optimizer, made, settings, seed=seed)
    settings = ppo.PpoSettings(numbers)
    return ppo.update(module, module, reference, optimizer, made, settings, seed=seed)


@pytest.mark.parametrize("algorithm", ["grpo", "ppo"])
def test_the_arm_that_is_rewarded_is_learned(algorithm):
    module, reference, draw = Arms(), Arms(), np.random.default_rng(0)
    for i in range(40):
        learn(algorithm, module, reference, groups(module, draw), i)
    assert module.chances()[2] > 0.8


@pytest.mark.parametrize("algorithm", ["grpo", "ppo"])
def test_the_same_seed_gives_the_same_weights(algorithm):
    runs = []
    for _ in range(2):
        module, draw = Arms(), np.random.default_rng(4)
        for i in range(3):
            learn(algorithm, module, Arms(), groups(module, draw), i)
        runs.append(module.logits.tolist())
    assert runs[0] == runs[1] != [0.0, 0.0, 0.0]


def test_a_price_on_divergence_holds_the_policy_near_its_reference():
    ends = []
    for price in (0.0, 2.0):
        module, reference, draw = Arms(), Arms(), np.random.default_rng(0)
        for i in range(30):
            made = groups(module, draw)
            learn("grpo", module, reference, made, i, objective=Objective(kl=price))
        ends.append(module.chances()[2])
    assert ends[1] < ends[0] - 0.1


def test_the_loss_is_that_of_the_formula():
    module, reference = Arms(), Arms()
    with torch.no_grad():
        module.logits.copy_(torch.tensor([0.0, 0.0, 1.0]))
    batch = [sample(2, 1.0), sample(0, 0.0)]
    logs = module.evaluate(batch).log_prob.detach().numpy()
    gain, base = np.array([1.0, -1.0]), np.log(1 / 3)
    ratio = np.exp(logs - base)
    clipped = np.minimum(ratio * gain, np.clip(ratio, 0.8, 1.2) * gain).mean()
    kl = (np.exp(base - logs) - (base - logs) - 1).mean()
    p = module.chances()
    entropy = -(p * np.log(p)).sum()
    loss, row = loss_of(
        module, reference, batch, torch.tensor(gain, dtype=torch.float32), Objective(0.2, 0.5, 0.1)
    )
    assert float(loss.detach()) == pytest.approx(-clipped + 0.5 * kl - 0.1 * entropy, rel=1e-5)
    assert row["clipped"] == 1.0
    assert row["kl"] == pytest.approx(kl, rel=1e-5)


def test_the_critic_of_ppo_learns_the_reward_even_from_equal_groups():
    module, draw = Arms(), np.random.default_rng(0)
    for i in range(60):
        optimizer = torch.optim.Adam(module.parameters(), 0.05)
        ppo.update(
            module, module, Arms(), optimizer, groups(module, draw), ppo.PpoSettings(), seed=i
        )
    assert float(module.value.detach()) == pytest.approx(module.chances()[2], abs=0.25)


def test_imitation_follows_the_teacher_and_stays_as_undecided_as_it_is_paid_for():
    shown = [sample(1, 0.0)] * 64
    sure, open_ = Arms(), Arms()
    imitate(sure, shown, ImitationSettings(60, 16, 0.05, entropy=0.0), seed=1)
    row = imitate(open_, shown, ImitationSettings(60, 16, 0.05, entropy=0.5), seed=1)
    assert sure.chances()[1] > open_.chances()[1] > 0.6
    assert row["entropy"] > 0.3


def test_batches_go_through_everything_once():
    parts = batches(10, 4, np.random.default_rng(0))
    assert sorted(np.concatenate(parts).tolist()) == list(range(10))
    assert [len(p) for p in parts] == [4, 4, 2]
