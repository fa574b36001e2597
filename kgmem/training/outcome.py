"""The outcome that edits are rewarded by: the answers, and nothing else.

There is no price on the size of the graph here: nobody asks about the small talk of generated
streams, so a price would teach to leave out whatever is not asked about, and that is what a memory
is for. The tables show the size beside the accuracy.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgmem.training.rewards import correct, wrong_retirement
from kgmem.training.streams import Question

OUTDATED = 0.5
"""Price of an answer that shows a wrong edit, beside its not being right."""


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
