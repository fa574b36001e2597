"""What the compact distiller sees of each candidate that it may show."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from kgmem.language.questions import analyse
from kgmem.language.tokens import terms
from kgmem.results import Candidate
from kgmem.types import Floats

_VERSION = 1  # of how features are computed
_PARTS = (
    *("dense", "window", "soft", "session", "about", "fact", "told", "answer"),
    *("asking", "time", "reply", "bridge", "rank"),
)
_PLAIN = ("place", "size", "share", "score", "is_fact", "shared", "repeated", "beside", "digits")
_CROSSED = ("place", "size", "score", "shared", "repeated", "beside", "digits", "told", "answer")
_ASKED = ("many", "time")
_MANY = frozenset({"list", "how_many", "common"})


def names() -> tuple[str, ...]:
    """The features in their order."""
    return (*_PLAIN, *_PARTS, *(f"{a}*{name}" for a in _ASKED for name in _CROSSED))


def fingerprint() -> str:
    """Changes with the features that weights expect."""
    return hashlib.sha256(f"{_VERSION} {names()}".encode()).hexdigest()[:16]


def see(
    question: str, candidates: Sequence[Candidate], sizes: Sequence[int], budget: int
) -> Floats:
    """The features of candidates, `(n, F)`.

    Args:
        question: the words of the question.
        candidates: best first, at the lengths at which they would be shown.
        sizes: their tokens.
        budget: tokens of all lines together.
    """
    if not candidates:
        return np.zeros((0, len(names())), dtype=np.float32)
    asked = set(terms(question).tolist())
    said = [set(terms(c.text).tolist()) for c in candidates]
    score = np.array([c.score for c in candidates])
    found = {
        "place": np.log(10.0 + np.arange(len(candidates))) - np.log(10.0),
        "size": np.log(np.array(sizes, dtype=np.float64)) - 3.0,
        "share": np.array(sizes) / budget,
        "score": (score - score.max()) / 4.0,
        "is_fact": np.array([c.kind == "fact" for c in candidates]),
        "shared": np.array([len(asked & words) / max(1, len(asked)) for words in said]),
        "repeated": _repeated(said),
        "beside": _beside(candidates),
        "digits": np.array([any(x.isdigit() for x in c.text) for c in candidates]),
    }
    found |= {n: np.array([c.parts.get(n, 0.0) for c in candidates]) for n in _PARTS}
    analysed = analyse(question, now=max(c.time for c in candidates))
    plural = analysed.head.endswith("s") and not analysed.head.endswith("ss")
    many = analysed.kind in _MANY or (analysed.kind in ("what", "which") and plural)
    when = analysed.answer_type in ("time", "duration")
    products = [found[n] * float(value) for value in (many, when) for n in _CROSSED]
    columns = [np.asarray(x, dtype=np.float32) for x in (*found.values(), *products)]
    return np.clip(np.stack(columns, axis=1), -5.0, 5.0)


def _repeated(said: Sequence[set[int]]) -> Floats:
    """How much of each candidate's words one before it says already, 0..1."""
    found = [
        max((len(own & other) / max(1, len(own)) for other in said[:i]), default=0.0)
        for i, own in enumerate(said)
    ]
    return np.array(found, dtype=np.float32)


def _beside(candidates: Sequence[Candidate]) -> Floats:
    """1 for episodes right before or after one that ranks higher."""
    seen: set[int] = set()
    found = np.zeros(len(candidates), dtype=np.float32)
    for i, candidate in enumerate(candidates):
        number = candidate.id.rpartition("/")[2].removeprefix("ep")
        if candidate.kind == "episode" and number.isdigit():
            found[i] = float(not seen.isdisjoint((int(number) - 1, int(number) + 1)))
            seen.add(int(number))
    return found
