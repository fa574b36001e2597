"""Questions with what a distiller may show for them, and how much of the evidence each holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kgmem.bench.dataset import Conversation
from kgmem.bench.scorer import ADVERSARIAL
from kgmem.distillation import BudgetDistiller
from kgmem.distillation.compact_features import see
from kgmem.training.ranker_data import opened
from kgmem.types import Floats, Ints

_FULL = 0.5  # part of the reward that only all of the evidence earns


@dataclass(frozen=True, slots=True)
class Situation:
    """A question and a budget, with what may be shown.

    Attributes:
        category: LOCOMO's.
        budget: tokens.
        features: `(n, F)`.
        prior: logarithms of the budgeted distiller's worths, `(n,)`.
        sizes: tokens, `(n,)`.
        holds: `(n, e)`: a candidate stands on a piece of evidence.
    """

    category: int
    budget: int
    features: Floats
    prior: Floats
    sizes: Ints
    holds: npt.NDArray[np.bool_]

    def reward(self, chosen: Sequence[int]) -> float:
        """0 to 1: the evidence that a choice holds, half of it for holding all."""
        held = self.holds[list(chosen)].any(axis=0)
        return (1 - _FULL) * float(held.mean()) + _FULL * float(held.all())

    def complete(self, chosen: Sequence[int]) -> bool:
        """Whether a choice holds all of the evidence."""
        return bool(self.holds[list(chosen)].any(axis=0).all())


def gather(
    conversations: Sequence[Conversation],
    budgets: Sequence[int],
    keep: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Situation]:
    """What is offered for the questions of conversations, once for each budget.

    Args:
        conversations: with evidence; adversarial questions have none that answers.
        budgets: tokens of contexts.
        keep: folder where the memories are kept, so that they are made once; None keeps none.
        progress: called with how many conversations are done.
    """
    found: list[Situation] = []
    base = BudgetDistiller()
    for done, conversation in enumerate(conversations, start=1):
        with opened(conversation, keep) as memory:
            count = memory._engine.count
            for question in conversation.questions:
                if question.category == ADVERSARIAL or not question.evidence:
                    continue
                text = question.question
                wanted = [f"{conversation.id}#{e}" for e in question.evidence]
                candidates = memory.retrieve(text, now=conversation.end)
                for budget in budgets:
                    offer = base.offer(text, candidates, budget=budget, count=count)
                    sources = [{e.source for e in c.evidence} for c in offer.candidates]
                    found.append(
                        Situation(
                            question.category,
                            budget,
                            see(text, offer.candidates, offer.sizes, budget),
                            np.log(np.array(offer.worth, dtype=np.float32)),
                            np.array(offer.sizes, dtype=np.int64),
                            np.array([[w in s for w in wanted] for s in sources], dtype=bool),
                        )
                    )
        if progress is not None:
            progress(done)
    return found
