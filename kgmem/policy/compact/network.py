"""The compact policy's network, forward in numpy: a pointer over the neighbours, a fate for each.

    c   = relu(Wc x + bc)                        the triple
    h_i = relu(Wn n_i + Wx c + bn)               each neighbour beside it
    T   = [c, h_1 .. h_n]; T += softmax(QK'/sqrt d) V Wo; T += W2 relu(W1 T)
    pointer = [Wm T_0 | wp T_i] + p              leave, add, place | merge into i
    fate_i  = Wf relu(Wa T_i + Wb T_0 + E[pointer's kind]) + p

p is `PRIOR` for what the rules would choose and 0 for all else: the network learns where to deviate
from them, and where it has learned nothing it is the rules.

`kgmem.training.network` is the same in torch, for training; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kgmem.policy.compact import actions
from kgmem.policy.compact.actions import MAINS, Action, Mask
from kgmem.policy.compact.features import Seen, spec
from kgmem.types import Floats

WIDTH = 48
INNER = 64
NARROW = 32
PRIOR = 3.0
"""Logit of the rules' choice before anything is learned."""

Weights = Mapping[str, Floats]


def shapes() -> dict[str, tuple[int, ...]]:
    """Shape of every weight by name; matrices are `(in, out)`."""
    own, other = len(spec()["case"]), len(spec()["neighbor"])
    return {
        "case.w": (own, WIDTH),
        "case.b": (WIDTH,),
        "neighbor.w": (other, WIDTH),
        "neighbor.b": (WIDTH,),
        "neighbor.x": (WIDTH, WIDTH),
        "attend.q": (WIDTH, WIDTH),
        "attend.k": (WIDTH, WIDTH),
        "attend.v": (WIDTH, WIDTH),
        "attend.o": (WIDTH, WIDTH),
        "inner.w1": (WIDTH, INNER),
        "inner.b1": (INNER,),
        "inner.w2": (INNER, WIDTH),
        "inner.b2": (WIDTH,),
        "main.w": (WIDTH, MAINS),
        "main.b": (MAINS,),
        "merge.w": (WIDTH, 1),
        "merge.b": (1,),
        "fate.a": (WIDTH, NARROW),
        "fate.c": (WIDTH, NARROW),
        "fate.kind": (MAINS + 1, NARROW),
        "fate.w": (NARROW, len(actions.FATES)),
        "fate.b": (len(actions.FATES),),
    }


@dataclass(frozen=True, slots=True)
class Scored:
    """What the network makes of a case with n neighbours.

    Attributes:
        main: log-probabilities of the pointer, `(3 + n,)`; -inf for what cannot be chosen.
        tokens: `(1 + n, WIDTH)`, from which fates are scored once the pointer is known.
    """

    main: Floats
    tokens: Floats


def score(weights: Weights, seen: Seen) -> Scored:
    """Score the pointer."""
    own = _relu(seen.case @ weights["case.w"] + weights["case.b"])
    beside = own @ weights["neighbor.x"] + weights["neighbor.b"]
    others = _relu(seen.neighbors @ weights["neighbor.w"] + beside)
    tokens = np.concatenate([own[None], others])
    query, key = tokens @ weights["attend.q"], tokens @ weights["attend.k"]
    heat = np.exp(_log_softmax(query @ key.T / np.float32(np.sqrt(WIDTH))))
    tokens = tokens + heat @ (tokens @ weights["attend.v"]) @ weights["attend.o"]
    inner = _relu(tokens @ weights["inner.w1"] + weights["inner.b1"])
    tokens = tokens + inner @ weights["inner.w2"] + weights["inner.b2"]
    fixed = tokens[0] @ weights["main.w"] + weights["main.b"]
    merges = tokens[1:] @ weights["merge.w"][:, 0] + weights["merge.b"]
    logits = np.concatenate([fixed, merges])
    logits[seen.options.usual[0]] += np.float32(PRIOR)
    logits = np.where(seen.options.main, logits, np.float32(-np.inf))
    return Scored(_log_softmax(logits), tokens)


def fates(weights: Weights, seen: Seen, scored: Scored, main: int) -> tuple[Floats, Mask]:
    """Log-probabilities of each neighbour's fate beside a pointer, `(n, 3)`, and which are open."""
    still = actions.open_fates(seen.options.fates, main)
    about = scored.tokens[0] @ weights["fate.c"] + weights["fate.kind"][min(main, MAINS)]
    hidden = _relu(scored.tokens[1:] @ weights["fate.a"] + about)
    logits = hidden @ weights["fate.w"] + weights["fate.b"]
    logits[np.arange(len(logits)), seen.options.usual[1:]] += np.float32(PRIOR)
    return _log_softmax(np.where(still, logits, np.float32(-np.inf))), still


def best(weights: Weights, seen: Seen, sure: float = 0.5) -> tuple[Action, list[float]]:
    """The likeliest choice, and how sure of each part.

    Args:
        weights: by name.
        seen: the case.
        sure: a fact that the rules keep goes only if that is at least so likely.
    """
    scored = score(weights, seen)
    main = int(np.argmax(scored.main))
    action = np.zeros(1 + len(seen.neighbors), np.int64)
    action[0] = main
    scores = [float(np.exp(scored.main[main]))]
    if main == actions.NOOP or not seen.options.fates[:, actions.END :].any():
        return action, [*scores, *([0.0] * len(seen.neighbors))]
    chances = np.exp(fates(weights, seen, scored, main)[0])
    gone = chances[:, actions.END :].sum(axis=1)
    kind = np.argmax(chances[:, actions.END :], axis=1) + actions.END
    bar = np.where(seen.options.usual[1:] == actions.KEEP, sure, 0.5)
    action[1:] = np.where(gone > bar, kind, actions.KEEP)
    return action, [*scores, *gone.tolist()]


def draw(weights: Weights, seen: Seen, dice: np.random.Generator) -> tuple[Action, float]:
    """A choice drawn by its probability, with the logarithm of that."""
    scored = score(weights, seen)
    action = np.zeros(1 + len(seen.neighbors), np.int64)
    action[0] = _pick(scored.main, dice)
    log_prob = float(scored.main[action[0]])
    logs, still = fates(weights, seen, scored, int(action[0]))
    for i in np.flatnonzero(still[:, actions.END :].any(axis=1)):
        action[1 + i] = _pick(logs[i], dice)
        log_prob += float(logs[i, action[1 + i]])
    return action, log_prob


def _pick(logs: Floats, dice: np.random.Generator) -> int:
    """An index drawn by log-probabilities (Gumbel's trick: one draw for each)."""
    return int(np.argmax(logs + dice.gumbel(size=len(logs)).astype(np.float32)))


def _relu(x: Floats) -> Floats:
    return np.maximum(x, np.float32(0))


def _log_softmax(x: Floats) -> Floats:
    peak = x.max(axis=-1, keepdims=True)
    away = x - peak
    result: Floats = away - np.log(np.exp(away).sum(axis=-1, keepdims=True))
    return result
