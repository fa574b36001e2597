"""Training of the compact distiller by GRPO: rewarded by the evidence that its contexts hold.

The reward of a choice is the part of the evidence that it holds within the budget, half of it for
holding all: what an answerer that sees only the context can at best answer from. Nothing is
imitated; the policy begins as the budgeted distiller. Retrieval and answerer are frozen.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kgmem import tensors
from kgmem.bench.metrics import Interval, paired
from kgmem.distillation import compact_network as network
from kgmem.distillation.compact import kind
from kgmem.errors import InputError, MissingExtra
from kgmem.training import checkpoints, curves, grpo
from kgmem.training.objective import Objective
from kgmem.training.samples import Group, NothingToLearn
from kgmem.training.train_distil_data import Situation

if TYPE_CHECKING:
    import torch

    from kgmem.training.train_distil_network import DistilNetwork

Row = dict[str, float]
_SORTING = 1 << 32  # a number of no update: draws that find out what can teach


@dataclass(frozen=True, slots=True)
class DistilTraining:
    """Settings of a run.

    Attributes:
        seed: of everything.
        batch: situations of an update.
        group: draws for each of them.
        rate: of learning.
        decay: of the weights towards zero, that is towards the budgeted distiller.
        objective: clipping, price of KL, worth of entropy.
        examine_every: updates between validations.
    """

    seed: int = 7
    batch: int = 48
    group: int = 16
    rate: float = 1e-3
    decay: float = 1e-2
    objective: Objective = field(default=Objective(entropy=0.0))
    examine_every: int = 10

    def __post_init__(self) -> None:
        """Refuse what cannot be trained with.

        Raises:
            InputError: groups of one, in which nothing can be compared.
        """
        if self.group < 2:
            raise InputError("a group needs at least 2 draws, or there is nothing to compare")


@dataclass(slots=True)
class Run:
    """Where a run stands: the policy, its reference, the best on validation, the curve."""

    module: DistilNetwork
    reference: DistilNetwork
    optimizer: torch.optim.Optimizer
    step: int = 0
    best: float = -1.0
    chosen: dict[str, torch.Tensor] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)


def train(
    settings: DistilTraining,
    learned: Sequence[Situation],
    validation: Sequence[Situation],
    out: Path,
    *,
    steps: int,
    progress: Callable[[Row], None] | None = None,
) -> dict[str, np.ndarray]:
    """Train to the end, or on from where a run in `out` was left.

    Args:
        settings: of the run.
        learned: situations that teach.
        validation: situations that choose the checkpoint and teach nothing.
        out: folder for the checkpoint and the curve.
        steps: updates in all.
        progress: called with each row of the curve.

    Returns:
        The weights that earned most on validation; those of the budgeted distiller where nothing
        earned more.

    Raises:
        NothingToLearn: no choice makes a difference to the reward.
        InputError: there is nothing to validate on, or `out` holds a run with other settings.
        MissingExtra: torch is not installed.
    """
    if not learned or not validation:
        raise InputError("give conversations to learn from and others to validate on")
    run = _begin(settings, steps, out)
    learned = _telling(run.reference, settings, learned)
    told = progress or (lambda _: None)
    if not run.rows:
        run.rows.append({"step": 0.0, "validation": _examine(run, validation)})
    while run.step < steps:
        groups = _drawn(run, settings, learned)
        run.step += 1
        numbers = grpo.update(
            run.module,
            run.reference,
            run.optimizer,
            groups,
            grpo.GrpoSettings(settings.objective),
            seed=settings.seed + run.step,
        )
        reward = float(np.mean([s.reward for g in groups for s in g]))
        row = {"step": float(run.step), "reward": reward} | numbers
        if run.step == steps or run.step % settings.examine_every == 0:
            row["validation"] = _examine(run, validation)
        run.rows.append(row)
        if "validation" in row:
            _keep(run, settings, steps, out)
        told(row)
    curves.draw(out / "curve.png", {"grpo": run.rows}, "compact distiller")
    run.module.load_state_dict(run.chosen)
    return run.module.numpy()


def compare(
    weights: network.Weights, situations: Sequence[Situation]
) -> dict[str, tuple[float, float, Interval]]:
    """Questions with all evidence in the context by the policy and by the budgeted distiller, %.

    Returns:
        By group and budget ("cat 1, 500 tokens"): policy, budgeted, paired difference.
    """
    found = {}
    for budget in sorted({s.budget for s in situations}):
        here = [s for s in situations if s.budget == budget]
        for name, group in {"cat 1": [s for s in here if s.category == 1], "all": here}.items():
            if group:
                mine = [100.0 * s.complete(_best(weights, s)) for s in group]
                base = [100.0 * s.complete(network.best(s.prior, s.sizes, budget)) for s in group]
                means = float(np.mean(mine)), float(np.mean(base))
                found[f"{name}, {budget} tokens"] = (*means, paired(mine, base))
    return found


def save(
    path: Path,
    weights: network.Weights,
    gains: dict[str, tuple[float, float, Interval]],
    *,
    seed: int,
    data: str,
    protocol: str,
) -> None:
    """Write the weights with a card that says what they were learned from and what it brought."""
    numbers: dict[str, Any] = {
        name: [round(v, 2) for v in (mine, base, gain.mean, gain.low, gain.high)]
        for name, (mine, base, gain) in gains.items()
    }
    card = tensors.Card(
        path.stem, "GRPO on the evidence in the context", data, protocol, seed, numbers
    )
    tensors.save(path, kind(), weights, card)


def _begin(settings: DistilTraining, steps: int, out: Path) -> Run:
    try:
        import torch
    except ImportError as error:
        raise MissingExtra("torch", "train") from error
    from kgmem.training.train_distil_network import DistilNetwork

    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    state = checkpoints.load(out, asdict(settings) | {"steps": steps})
    module = DistilNetwork(settings.seed)
    optimizer = torch.optim.AdamW(module.parameters(), settings.rate, weight_decay=settings.decay)
    run = Run(module, copy.deepcopy(module), optimizer)
    if state is not None:
        module.load_state_dict(state["module"])
        optimizer.load_state_dict(state["optimizer"])
        run.step, run.best, run.chosen = state["step"], state["best"], state["chosen"]
        run.rows = state["rows"]
    return run


def _keep(run: Run, settings: DistilTraining, steps: int, out: Path) -> None:
    state = {
        "run": asdict(settings) | {"steps": steps},
        "step": run.step,
        "best": run.best,
        "module": run.module.state_dict(),
        "optimizer": run.optimizer.state_dict(),
        "chosen": run.chosen,
        "rows": run.rows,
    }
    checkpoints.save(out, state)
    curves.write(out / "curve.jsonl", run.rows)


def _telling(
    reference: DistilNetwork, settings: DistilTraining, learned: Sequence[Situation]
) -> list[Situation]:
    """The situations in which draws of the policy as it begins earn different rewards.

    Raises:
        NothingToLearn: there is none.
    """
    dice = np.random.default_rng((settings.seed, _SORTING))
    weights = reference.numpy()
    found = []
    for s in learned:
        scored = network.scores(weights, s.features, s.prior)
        made = (network.draw(scored, s.sizes, s.budget, dice) for _ in range(settings.group))
        if len({round(s.reward(chosen), 6) for chosen in made}) > 1:
            found.append(s)
    if not found:
        raise NothingToLearn(
            f"nothing can be learned: in none of {len(learned)} situations a choice makes a "
            "difference to the reward; use smaller budgets, or questions with evidence"
        )
    return found


def _drawn(run: Run, settings: DistilTraining, learned: Sequence[Situation]) -> list[Group]:
    """Groups of draws for some situations, with the log-probabilities of the policy as it is."""
    import torch

    from kgmem.training.train_distil_network import sample_of

    dice = np.random.default_rng((settings.seed, run.step))
    weights = run.module.numpy()
    groups = []
    for at in dice.permutation(len(learned))[: settings.batch]:
        s = learned[at]
        found = network.scores(weights, s.features, s.prior)
        made = [network.draw(found, s.sizes, s.budget, dice) for _ in range(settings.group)]
        samples = [sample_of(s, chosen, 0.0, s.reward(chosen)) for chosen in made if chosen]
        if not samples:
            continue
        with torch.no_grad():
            logs = run.module.evaluate(samples).log_prob.tolist()
        groups.append(
            tuple(
                type(x)(x.arrays, x.action, p, x.reward) for x, p in zip(samples, logs, strict=True)
            )
        )
    return groups


def _best(weights: network.Weights, situation: Situation) -> list[int]:
    found = network.scores(weights, situation.features, situation.prior)
    return network.best(found, situation.sizes, situation.budget)


def _examine(run: Run, validation: Sequence[Situation]) -> float:
    """Mean reward of the likeliest choices; the weights that earn most are kept."""
    weights = run.module.numpy()
    found = float(np.mean([s.reward(_best(weights, s)) for s in validation]))
    if found > run.best:
        run.best = found
        run.chosen = {k: v.clone() for k, v in run.module.state_dict().items()}
    return found
