"""The weights of all signals, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each signal counts; 0 switches one off.

    Fitted by leaving one conversation out on seven (conv-26 and conv-30 of LOCOMO, five written
    ones), drawn towards equal weights, and rounded; halving or doubling one moves recall by about
    a point.

    Attributes:
        dense: cosine of the episode with the question.
        window: the same of the episode and the one before it as one text.
        words: BM25 of the episode.
        exchange: BM25 of the episode and half of that of the one before it.
        soft: how well the episode and its neighbours say the question's words or like ones.
        session: BM25 of the whole session.
        about: the episode is by an entity that the question is about, or supports a fact about it.
        told: how many asserted facts about that entity it supports, events counted twice: what
            tells something answers, small talk does not.
        answer: one of its facts is of the kind that answers the question.
        asking: it ends in a question (negative: answers are wanted).
        reply: share of the score of a question that the reply to it inherits.
        time: it was said in the time that the question asks about, or soon after.
        fact: cosine of the best of its facts.
        rank: logarithm of its personalised PageRank.
        bridge: one of its facts stands one hop behind the facts that match best.
        relevance: AriGraph's episodic relevance after the walk.
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

    dense: float = 0.4
    window: float = 0.5
    words: float = 0.0
    exchange: float = 0.0
    soft: float = 0.8
    session: float = 0.5
    about: float = 3.0
    told: float = 0.4
    answer: float = 1.4
    asking: float = -0.3
    reply: float = 0.35
    time: float = 1.0
    fact: float = 0.5
    rank: float = 0.2
    bridge: float = 4.0
    relevance: float = 0.3
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
