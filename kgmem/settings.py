"""Every number that a user may want to change, with the reason for its default."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import isfinite
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kgmem.errors import InputError


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each signal counts; 0 switches one off.

    Fitted on fifteen conversations (conv-26 and conv-30 of LOCOMO, thirteen written ones), each
    left out in turn to see which signals pay, and rounded; halving or doubling one moves recall by
    about a point.

    Attributes:
        dense: cosine of the episode with the question.
        window: the same of the episode and the one before it as one text.
        soft: how well the episode and its neighbours say the question's words or like ones.
        beside: how much of `soft` may come from the episodes before and after.
        session: BM25 of the whole session.
        about: the episode is by an entity that the question is about, or supports a fact about it.
        by_fact: share of `about` for one by somebody else that supports a fact about the entity.
        told: how many asserted facts about that entity it supports, events counted twice: what
            tells something answers, small talk does not.
        answer: one of its facts is of the kind that answers the question.
        asking: it ends in a question (negative: answers are wanted).
        reply: share of the score of a question that the reply to it inherits.
        time: it was said in the time that the question asks about, or soon after.
        fact: cosine of the best of its facts.
        rank: logarithm of its personalised PageRank; 0 by default, since its ablation gained
            nothing.
        bridge: one of its facts stands one hop behind the facts that match best.
        relevance: AriGraph's episodic relevance after the walk.
        kin: rare words in common with the best of the first pass.
        clues: likeness to the best of the first pass, which serve as clues for a second (after
            MemoRAG); 0 by default, since its ablation gained nothing.
        subgoal: observed under the subgoal that is preferred.
        fact_dense: cosine of a fact with the question.
        fact_words: BM25 of a fact.
        fact_about: a fact about an entity that the question is about.
        fact_linked: a fact with another entity that the question means.
        fact_time: a fact that held or happened in the time asked about.
        fact_walk: similarity with which the walk found a fact, halved at each hop.
        ended: a fact that no longer holds, where the question is about the present (negative).
        stale: an episode of whose facts none holds any more, there too (negative).
        cover: whether each entity of a question about several gets its share of the candidates.
    """

    dense: float = 0.05
    window: float = 0.6
    soft: float = 0.65
    beside: float = 1.0
    session: float = 0.2
    about: float = 3.5
    by_fact: float = 1.0
    told: float = 0.2
    answer: float = 1.8
    asking: float = -0.6
    reply: float = 0.4
    time: float = 1.5
    fact: float = 0.6
    rank: float = 0.0
    bridge: float = 4.0
    relevance: float = 0.0
    kin: float = 0.4
    clues: float = 0.0
    subgoal: float = 1.5
    fact_dense: float = 1.0
    fact_words: float = 0.5
    fact_about: float = 1.0
    fact_linked: float = 0.5
    fact_time: float = 0.5
    fact_walk: float = 0.0
    ended: float = -3.0
    stale: float = -1.5
    cover: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what cannot be added up.

        Raises:
            InputError: a weight is no finite number; the message names it.
        """
        for item in fields(self):
            value = getattr(self, item.name)
            if not isinstance(value, (int, float)) or not isfinite(value):
                raise InputError(f"Weights.{item.name} must be a finite number, not {value!r:.80}")


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of a `Memory`; pass `Memory.open(..., settings=Settings(...))`.

    Attributes:
        timezone: IANA name that naive times are taken to be in.
        asserted: confidence from which a fact is asserted rather than tentative.
        recent: earlier observations of a thread that extraction may look at.
        neighbors: most facts that a policy sees for one triple.
        replans: how often a plan made on a stale revision is made again.
        limit: most candidates of a retrieval (Memory-R1: 60).
        width: facts that each query of the walk takes (AriGraph's w).
        depth: hops of the walk (AriGraph's d).
        threshold: least cosine for the walk to follow a fact, calibrated for the encoder.
        weights: of the signals that rank what is found.
        ranker: what was learned is added to the ranking by the default weights: "packaged" for
            the ranker that comes with kgmem, which other `weights` switch off, or the file of
            another (`kgmem train ranker`), which ignores `weights`; empty for `weights` alone.
        budget: default tokens of a context.
        batch: observations extracted, encoded and written together by `observe_many`.
        max_text: longest observation in characters; a longer one is refused.
        busy_timeout: seconds to wait for another writer.
        search: where questions are searched on a store that can do it itself (Neo4j): "snapshot"
            reads the namespace once and follows it, "server" reads what is around each question,
            "auto" is "server" for namespaces of more than `snapshot_facts`, and for the first two
            questions of a process to one with a vector index.
        snapshot_facts: facts up to which a namespace is read into memory.
    """

    timezone: str = "UTC"
    asserted: float = 0.6
    recent: int = 6
    neighbors: int = 24
    replans: int = 3
    limit: int = 60
    width: int = 6
    depth: int = 2
    threshold: float = 0.35
    weights: Weights = field(default_factory=Weights)
    ranker: str = ""
    budget: int = 800
    batch: int = 64
    max_text: int = 2_000_000
    busy_timeout: float = 30.0
    search: Literal["auto", "snapshot", "server"] = "auto"
    snapshot_facts: int = 300_000

    def __post_init__(self) -> None:
        """Refuse what would fail later.

        Raises:
            InputError: a value cannot be used; the message names it.
        """
        try:
            ZoneInfo(self.timezone)
        except (ValueError, OSError, ZoneInfoNotFoundError) as error:
            raise InputError(
                f"timezone {self.timezone!r} is unknown; use UTC or Europe/Rome"
            ) from error
        if self.search not in ("auto", "snapshot", "server"):
            raise InputError(
                f"Settings.search must be 'auto', 'snapshot' or 'server', not {self.search!r}"
            )
        if not isinstance(self.weights, Weights):
            raise InputError(f"Settings.weights must be Weights(...), not {self.weights!r:.80}")
        for name in (
            "recent",
            "neighbors",
            "limit",
            "width",
            "depth",
            "budget",
            "batch",
            "max_text",
            "snapshot_facts",
        ):
            if getattr(self, name) < (0 if name in ("recent", "depth") else 1):
                raise InputError(f"Settings.{name} must be positive, not {getattr(self, name)!r}")
