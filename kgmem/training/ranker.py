"""Supervised training of the candidate ranker: LambdaMART on the evidence of questions.

Trees are grown one after the other on the gradient of LambdaRank (Burges 2010; LightGBM, Ke et al.
2017) over the episodes of each question, starting from the hand-set scores, so that few and small
trees at a low rate keep close to what was set by hand. No reinforcement: nobody's choice is
rewarded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kgmem import tensors
from kgmem.bench.metrics import Interval, paired
from kgmem.errors import MissingExtra
from kgmem.retrieval.learned.ranker import DEPTH, RERANKED, TREES, Ranker, kind
from kgmem.training.ranker_data import CUTS, Ranked, nearest
from kgmem.training.samples import NothingToLearn
from kgmem.types import Floats

FOLDS = 6
"""Groups of conversations left out in turn, where there is no validation."""


@dataclass(frozen=True, slots=True)
class RankerTraining:
    """Settings of a run.

    Attributes:
        rate: what a tree adds of what it would, while they grow.
        say: share of what all trees together say that is kept in the end. Half of it gains
            as much on conversations of another kind and loses nothing there.
        least: episodes in a leaf.
        ridge: on the values of leaves.
        features: share of the features that a tree may ask about.
        questions: share of the data that a tree sees.
        seed: of both.
    """

    rate: float = 0.05
    say: float = 0.5
    least: int = 200
    ridge: float = 10.0
    features: float = 0.4
    questions: float = 0.7
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Trained:
    """What came of training.

    Attributes:
        ranker: learned from all questions given.
        gains: by measure ("cat 1 @10") on questions not learned from: learned, hand-set,
            difference.
        seed: of training.
    """

    ranker: Ranker
    gains: Mapping[str, tuple[float, float, Interval]]
    seed: int = 0


def train(
    settings: RankerTraining, learned: Sequence[Ranked], validation: Sequence[Ranked] = ()
) -> Trained:
    """Grow the trees, and measure them on other questions.

    Without validation conversations are left out in turn, in at most `FOLDS` groups; nothing is
    measured where there is only one.

    Raises:
        NothingToLearn: no question has evidence among its episodes.
        MissingExtra: LightGBM is not installed.
    """
    ranker = fit(learned, settings)
    if validation:
        return Trained(ranker, compare([(ranker, validation)]), settings.seed)
    names = list(dict.fromkeys(r.conversation for r in learned))
    count = min(FOLDS, len(names))
    parts = [set(names[i::count]) for i in range(count)] if count > 1 else []
    left_out = [
        (
            fit([r for r in learned if r.conversation not in part], settings),
            [r for r in learned if r.conversation in part],
        )
        for part in parts
    ]
    return Trained(ranker, compare(left_out), settings.seed)


def fit(learned: Sequence[Ranked], settings: RankerTraining) -> Ranker:
    """The trees for some questions; the same data give the same trees."""
    taught = [nearest(r, RERANKED) for r in learned if r.gold.any() and not r.gold.all()]
    if not taught:
        raise NothingToLearn("no question has evidence among the episodes found for it")
    try:
        import lightgbm
    except ImportError as error:
        raise MissingExtra("lightgbm", "train") from error
    sizes = [len(r.prior) for r in taught]
    data = lightgbm.Dataset(
        np.concatenate([r.features for r in taught]),
        np.concatenate([r.gold for r in taught]).astype(np.int32),
        group=sizes,
        weight=np.repeat([r.weight for r in taught], sizes),
        init_score=np.concatenate([r.prior for r in taught]).astype(np.float64),
    )
    options = {
        "objective": "lambdarank", "lambdarank_truncation_level": 30, "metric": "None",
        "learning_rate": settings.rate, "num_leaves": 2**DEPTH, "max_depth": DEPTH,
        "min_data_in_leaf": settings.least, "lambda_l2": settings.ridge, "max_bin": 63,
        "feature_fraction": settings.features, "bagging_fraction": settings.questions,
        "bagging_freq": 1, "seed": settings.seed, "deterministic": True, "num_threads": 1,
        "verbosity": -1,
    }  # fmt: skip
    grown = lightgbm.train(options, data, TREES).dump_model()["tree_info"]
    ranker = complete([tree["tree_structure"] for tree in grown])
    return replace(ranker, leaf=settings.say * ranker.leaf)


def complete(trees: Sequence[Mapping[str, Any]]) -> Ranker:
    """Trees as LightGBM dumps them, made complete: a leaf above the last level fills its part."""
    nodes = 2**DEPTH - 1
    feature = np.zeros((TREES, nodes), dtype=np.int64)
    threshold = np.zeros((TREES, nodes), dtype=np.float32)
    leaf = np.zeros((TREES, nodes + 1), dtype=np.float32)
    for i, tree in enumerate(trees):
        waiting: list[tuple[int, Mapping[str, Any]]] = [(0, tree)]
        while waiting:
            at, part = waiting.pop()
            if at >= nodes:
                leaf[i, at - nodes] = part["leaf_value"]
                continue
            first = second = part
            if "split_feature" in part:
                feature[i, at] = part["split_feature"]
                threshold[i, at] = part["threshold"]
                first, second = part["left_child"], part["right_child"]
            waiting += [(2 * at + 1, first), (2 * at + 2, second)]
    return Ranker(feature, threshold, leaf)


def compare(
    parts: Sequence[tuple[Ranker, Sequence[Ranked]]],
) -> dict[str, tuple[float, float, Interval]]:
    """Recall by rankers and by the hand-set weights, and the paired difference, in points.

    Args:
        parts: each ranker with the questions that it is measured on.
    """
    scored = [(q, scores_of(ranker, q)) for ranker, questions in parts for q in questions]
    found = {}
    for name, group in {
        "cat 1": [(q, s) for q, s in scored if q.category == 1],
        "all": scored,
    }.items():
        for cut in CUTS if group else ():
            mine = [100 * q.recall(s, cut) for q, s in group]
            base = [100 * q.recall(q.prior, cut) for q, _ in group]
            means = float(np.mean(mine)), float(np.mean(base))
            found[f"{name} @{cut}"] = (*means, paired(mine, base))
    return found


def scores_of(ranker: Ranker, question: Ranked) -> Floats:
    """The scores that serving would give."""
    scores = question.prior.copy()
    best = np.argsort(-scores, kind="stable")[:RERANKED]
    scores[best] += ranker.correction(question.features[best])
    return scores


def save(path: Path, trained: Trained, *, data: str, protocol: str) -> None:
    """Write the trees with a card that says what they were learned from and what they brought."""
    numbers: dict[str, float | list[float]] = {}
    for name, (mine, base, gain) in trained.gains.items():
        numbers[name] = [round(v, 2) for v in (mine, base, gain.mean, gain.low, gain.high)]
    card = tensors.Card(
        name=path.stem,
        algorithm="supervised: LambdaMART on evidence, added to the hand-set scores",
        data=data,
        protocol=protocol,
        seed=trained.seed,
        numbers=numbers,
    )
    ranker = trained.ranker
    arrays = {
        "feature": ranker.feature.astype(np.float32),
        "threshold": ranker.threshold,
        "leaf": ranker.leaf,
    }
    tensors.save(path, kind(), arrays, card)
