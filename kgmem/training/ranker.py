"""Supervised training of the candidate ranker: a listwise softmax over the evidence.

    L = - mean over questions, mean over their evidence, log softmax(s)_evidence + λ |w|²

(ListNet's top-one cross entropy, Cao et al. 2007, with several positives.) Scores begin as the
hand-set ones and w at zero, so that λ says how far they may leave what was set by hand; λ is chosen
on validation. No reinforcement: nobody's choice is rewarded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kgmem import tensors
from kgmem.bench.metrics import Interval, paired
from kgmem.errors import InputError, MissingExtra
from kgmem.retrieval.learned.ranker import FARTHEST, Ranker, kind
from kgmem.training.ranker_data import CUTS, Ranked, nearest
from kgmem.training.samples import NothingToLearn
from kgmem.types import Floats

_TOP = 150  # episodes of a question that compete
_FLAT = 1e-3  # added to spreads, so that constant features stay finite
_OUT = -1e9  # score of padding


@dataclass(frozen=True, slots=True)
class RankerTraining:
    """Settings of a run.

    Attributes:
        penalties: λ times the number of questions, each tried; validation chooses.
        steps: of gradient descent (Adam on all questions at once; the loss is convex).
        rate: of learning.
    """

    penalties: tuple[float, ...] = (30.0, 100.0, 300.0, 1000.0)
    steps: int = 150
    rate: float = 1e-2

    def __post_init__(self) -> None:
        """Refuse what cannot be trained with.

        Raises:
            InputError: no penalty, or one that is not positive.
        """
        if not self.penalties or min(self.penalties) <= 0:
            raise InputError("give at least one penalty, all greater than 0")


@dataclass(frozen=True, slots=True)
class Trained:
    """What came of training.

    Attributes:
        ranker: the one that was best on validation.
        penalty: its λ times the number of questions.
        gains: on validation by measure ("cat 1 @10"): learned, hand-set, difference.
    """

    ranker: Ranker
    penalty: float
    gains: Mapping[str, tuple[float, float, Interval]]


def train(
    settings: RankerTraining, learned: Sequence[Ranked], validation: Sequence[Ranked]
) -> Trained:
    """Fit on some questions and choose the penalty on others.

    Raises:
        NothingToLearn: no question has evidence among its episodes.
        InputError: there is nothing to validate on.
        MissingExtra: torch is not installed.
    """
    if not validation:
        raise InputError("the penalty is chosen on validation questions; give some")
    taught = [nearest(r, _TOP) for r in learned if r.gold.any() and not r.gold.all()]
    if not taught:
        raise NothingToLearn("no question has evidence among the episodes found for it")
    tried = {p: fit(taught, p, settings) for p in settings.penalties}
    best = max(tried, key=lambda p: (_merit(tried[p], validation), p))
    return Trained(tried[best], best, compare(tried[best], validation))


def fit(taught: Sequence[Ranked], penalty: float, settings: RankerTraining) -> Ranker:
    """The weights for one penalty; the same data give the same weights."""
    try:
        import torch
    except ImportError as error:
        raise MissingExtra("torch", "train") from error
    torch.set_num_threads(1)
    rows = np.concatenate([r.features for r in taught])
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + _FLAT
    most = max(len(r.prior) for r in taught)
    features = torch.zeros(len(taught), most, rows.shape[1])
    prior = torch.full((len(taught), most), _OUT)
    gold = torch.zeros(len(taught), most)
    for i, r in enumerate(taught):
        scaled = np.clip((r.features - mean) / spread, -FARTHEST, FARTHEST)
        features[i, : len(r.prior)] = torch.from_numpy(scaled)
        prior[i, : len(r.prior)] = torch.from_numpy(r.prior - r.prior.max())
        gold[i, : len(r.prior)] = torch.from_numpy(r.gold / r.gold.sum())
    weight = torch.zeros(rows.shape[1], requires_grad=True)
    optimizer = torch.optim.Adam([weight], settings.rate)
    for _ in range(settings.steps):
        scores = torch.log_softmax(prior + features @ weight, dim=-1)
        loss = -(gold * scores).sum(dim=-1).mean() + penalty / len(taught) * (weight**2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return Ranker(mean, spread, weight.detach().numpy().copy())


def compare(
    ranker: Ranker, questions: Sequence[Ranked]
) -> dict[str, tuple[float, float, Interval]]:
    """Recall by the ranker and by the hand-set weights, and the paired difference, in points."""
    found = {}
    for name, group in {
        "cat 1": [q for q in questions if q.category == 1],
        "all": list(questions),
    }.items():
        for cut in CUTS if group else ():
            mine = [100 * q.recall(_scores(ranker, q), cut) for q in group]
            base = [100 * q.recall(q.prior, cut) for q in group]
            means = float(np.mean(mine)), float(np.mean(base))
            found[f"{name} @{cut}"] = (*means, paired(mine, base))
    return found


def save(path: Path, trained: Trained, *, data: str, protocol: str) -> None:
    """Write the weights with a card that says what they were learned from and what it brought."""
    numbers: dict[str, float | list[float]] = {"penalty": trained.penalty}
    for name, (mine, base, gain) in trained.gains.items():
        numbers[name] = [round(v, 2) for v in (mine, base, gain.mean, gain.low, gain.high)]
    card = tensors.Card(
        name=path.stem,
        algorithm="supervised: listwise softmax on evidence, added to the hand-set scores",
        data=data,
        protocol=protocol,
        numbers=numbers,
    )
    ranker = trained.ranker
    arrays = {"mean": ranker.mean, "spread": ranker.spread, "weight": ranker.weight}
    tensors.save(path, kind(), arrays, card)


def _scores(ranker: Ranker, question: Ranked) -> Floats:
    scores: Floats = question.prior + ranker.correction(question.features)
    return scores


def _merit(ranker: Ranker, questions: Sequence[Ranked]) -> float:
    """Mean recall over the cuts: what the penalty is chosen by."""
    scored = [(q, _scores(ranker, q)) for q in questions]
    return float(np.mean([q.recall(s, cut) for q, s in scored for cut in CUTS]))
