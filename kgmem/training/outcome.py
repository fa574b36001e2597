"""The outcome that edits are rewarded by: the answers, less a small price of losing memory.

There is no price on the size of the graph here: nobody asks about the small talk of generated
streams, so a price would teach to leave out whatever is not asked about, and that is what a memory
is for. On the contrary, leaving out and retiring have a price, so that what no answer depends on
stays. The tables show the size beside the accuracy.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kgmem.bench.scorer import official
from kgmem.policy.compact.actions import KEEP, NOOP
from kgmem.training.rewards import correct, wrong_retirement
from kgmem.training.streams import Question

OUTDATED = 0.5
"""Price of an answer that shows a wrong edit, beside its not being right."""

LEFT_OUT = 0.02
"""Price of leaving a triple out: what nobody asks about now may be asked about later."""
RETIRED = 0.05
"""Price of ending or retracting a fact: where no answer depends on it, it stays."""
_MOST = 0.09  # a price is always less than `experience.PRICES`, so it is never taken for an outcome


def price(action: npt.NDArray[np.int64]) -> float:
    """What a choice costs, whatever it brings: the outcome must be worth a loss of memory."""
    left_out = action[0] == NOOP
    return min(_MOST, float(LEFT_OUT * left_out + RETIRED * np.count_nonzero(action[1:] != KEEP)))


def score_answer(question: Question, text: str, retired: Sequence[str] = ()) -> float:
    """1 for a right answer, 0 for a wrong one, less for one that shows a wrong edit.

    Args:
        question: with its gold.
        text: of the answer; empty for an abstention.
        retired: texts of the facts that were ended or taken back by then.
    """
    (good,) = correct([text], [question.gold], [question.wrong], [question.absent])
    now = question.valid_at is None and question.known_at is None
    (harm,) = wrong_retirement([text], [question.gold], [question.wrong], [retired if now else ()])
    return good + OUTDATED * harm


def score_f1(question: Question, text: str, retired: Sequence[str] = ()) -> float:
    """LOCOMO's official F1 of an answer, 0 to 1: gold in free words has no other measure.

    Args:
        question: of LOCOMO, whose kind is its category.
        text: of the answer; empty for an abstention.
        retired: not looked at: nobody knows what should have been.
    """
    return official(int(question.kind), text, question.gold[0]) if question.gold else 0.0
