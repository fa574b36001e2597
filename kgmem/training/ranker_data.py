"""Questions whose evidence is known, with what the learned ranker sees of the episodes for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kgmem.bench.dataset import QA, Conversation, observations
from kgmem.bench.scorer import ADVERSARIAL
from kgmem.engine.reading import asked, understood
from kgmem.memory import Memory
from kgmem.retrieval import Filters
from kgmem.retrieval.expand import expand
from kgmem.retrieval.filters import looks_back, scope_of
from kgmem.retrieval.learned.features import see
from kgmem.retrieval.nominate import nominate, query_of
from kgmem.types import Floats

CUTS = (10, 25)
_USUAL = 7.0  # turns for each question: such a question weighs 1


@dataclass(frozen=True, slots=True)
class Ranked:
    """A question and the episodes nominated for it.

    Attributes:
        category: LOCOMO's.
        features: `(p, F)`.
        prior: hand-set scores, `(p,)`.
        gold: `(p,)`: the episode is evidence.
        wanted: pieces of evidence in all, nominated or not.
        conversation: that it is asked of.
        weight: in training; the questions of a conversation weigh as much as its turns.
    """

    category: int
    features: Floats
    prior: Floats
    gold: npt.NDArray[np.bool_]
    wanted: int
    conversation: str = ""
    weight: float = 1.0

    def recall(self, scores: Floats, cut: int) -> float:
        """The part of the evidence among the best `cut` episodes by some scores."""
        best = np.argsort(-scores, kind="stable")[:cut]
        return float(self.gold[best].sum()) / self.wanted


def gather(
    conversations: Sequence[Conversation],
    keep: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Ranked]:
    """Ask all questions of some conversations.

    Args:
        conversations: with evidence; adversarial questions have none that answers.
        keep: folder where the memories are kept, so that they are made once; None keeps none.
        progress: called with how many conversations are done.
    """
    found: list[Ranked] = []
    for done, conversation in enumerate(conversations, start=1):
        asked_of = [q for q in conversation.questions if q.category != ADVERSARIAL and q.evidence]
        weight = len(conversation.turns) / _USUAL / max(1, len(asked_of))
        with opened(conversation, keep) as memory:
            made = [_ranked(memory, conversation, question) for question in asked_of]
        found += [replace(ranked, weight=weight) for ranked in made]
        if progress is not None:
            progress(done)
    return found


def opened(conversation: Conversation, keep: Path | None) -> Memory:
    """The memory of a conversation, told now unless it is kept."""
    if keep is None:
        memory = Memory.open(":memory:")
        memory.observe_many(observations(conversation))
        return memory
    keep.mkdir(parents=True, exist_ok=True)
    path = keep / f"{conversation.id}.kgmem"
    new = not path.exists()
    memory = Memory.open(path)
    if new:
        memory.observe_many(observations(conversation))
    return memory


def _ranked(memory: Memory, conversation: Conversation, question: QA) -> Ranked:
    engine = memory._engine
    ask = asked(engine, question.question, now=conversation.end)
    with understood(engine, ask, engine.namespace) as (analysed, reader, snapshot):
        scope = scope_of(snapshot, reader, Filters())
        query = query_of(analysed, snapshot, engine.encoder())
        present = not looks_back(analysed, Filters())
        pool = nominate(snapshot, scope, query, present=present)
        graph = expand(snapshot, scope, query, pool)
        seen = see(snapshot, scope, query, pool, graph, present=present)
        ids = [f"ep{n}" for n in snapshot.episodes.numbers[graph.episodes].tolist()]
        rows = reader.get(ids)
    wanted = {f"{conversation.id}#{e}" for e in question.evidence}
    gold = np.array([getattr(rows.get(i), "source", None) in wanted for i in ids], dtype=bool)
    return Ranked(
        question.category,
        seen.features,
        seen.prior.episodes,
        gold,
        len(wanted),
        conversation.id,
    )


def nearest(ranked: Ranked, count: int) -> Ranked:
    """The same with the best `count` by the hand-set scores and all evidence, no more."""
    best = np.argsort(-ranked.prior, kind="stable")[:count]
    rows = np.union1d(best, np.flatnonzero(ranked.gold))
    return replace(
        ranked,
        features=ranked.features[rows],
        prior=ranked.prior[rows],
        gold=ranked.gold[rows],
    )
