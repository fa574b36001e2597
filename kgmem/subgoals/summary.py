"""One line for a closed subgoal: what came of it, and the facts that later steps may need.

HiAgent's `s_i = S(g_i, o_0, a_0, ..., o_t)`, which must also say whether the subgoal was achieved.
Without a language model the line is extracted: the sentences of the observations that carry most
(numbers, names, quoted strings, words of the goal, words that the agent acted on), chosen greedily
for what they add to those chosen already, and put back in order.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kgmem import assets
from kgmem.errors import ModelError
from kgmem.language.tokens import STOPWORDS, estimate_tokens, stem, words
from kgmem.protocols import LLM
from kgmem.records import Episode, Subgoal

_SHARE = 0.55  # of the tokens of the steps: what an extracted summary may take, within _RANGE
_RANGE = (40, 240)
_LONGEST = 40  # words of a clause before it is clipped
_PROMPT_LIMIT = 6000  # tokens of steps that a language model is shown
_CLAUSE = re.compile(
    r"(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.)(?<=[.!?。！？;])[\"'”’)]*\s+|\n+"
)
_EXACT = re.compile(
    r"""
    `[^`]{1,40}`
  | [$€£¥]\s?\d[\d.,]*                     # prices
  | \b\w*\d[\w:./%-]*                      # numbers, times, codes, paths with digits
  | \b\w+@\w[\w.-]+                       # addresses
  | (?:/[\w.-]+){2,}                       # paths
    """,
    re.VERBOSE,
)
_NAME = re.compile(r"(?<=[\w,;:]\s)[A-Z][\w'-]+|\b[A-Z][A-Z0-9_-]+\b|\"[^\"]{1,40}\"")
_RULE_WORDS = "must never only always please need needs except instead should"
_RULE = frozenset(_RULE_WORDS.split())
_OBSTACLE_WORDS = """
error cannot can't won't failed failure denied closed locked missing refused not no none nothing
never unavailable unknown wrong full sold stuck timeout
"""
_OBSTACLE = frozenset(_OBSTACLE_WORDS.split())


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A clause with what it is worth: `weights` by word, name or exact token, and a `bonus`."""

    order: int
    text: str
    weights: dict[str, float]
    bonus: float
    tokens: int


def summarise(
    subgoal: Subgoal,
    episodes: Sequence[Episode],
    children: Sequence[Subgoal] = (),
    *,
    note: str = "",
    llm: LLM | None = None,
    limit: int | None = None,
) -> str:
    """One line that names the outcome and what was found.

    Args:
        subgoal: closed: its status is the outcome.
        episodes: its own, in order.
        children: its subgoals, closed, in order; their summaries stand for their episodes.
        note: why it was closed, when nobody said so.
        llm: writes the line; when it fails the line is extracted.
        limit: tokens of the extracted part; None takes a share of what the steps take.
    """
    outcome = f"{subgoal.status} ({note})" if note else subgoal.status
    if llm is not None:
        written = _written(subgoal, episodes, children, outcome, llm)
        if written:
            return written if subgoal.status in written.casefold() else f"{outcome}; {written}"
    pool = _sentences(subgoal, episodes, children)
    if limit is None:
        size = sum(estimate_tokens(e.body) for e in episodes) + sum(
            estimate_tokens(c.summary) for c in children
        )
        limit = min(max(int(_SHARE * size), _RANGE[0]), _RANGE[1])
    chosen = _choose(pool, limit)
    return "; ".join([outcome, *chosen])


def _written(
    subgoal: Subgoal,
    episodes: Sequence[Episode],
    children: Sequence[Subgoal],
    outcome: str,
    llm: LLM,
) -> str:
    """The language model's line, empty when it failed."""
    steps = [f"{c.description}: {c.summary}" for c in children]
    steps += [f"{e.role}: {e.body}" for e in episodes]
    while len(steps) > 2 and estimate_tokens("\n".join(steps)) > _PROMPT_LIMIT:
        del steps[len(steps) // 2]  # the middle tells least: the start sets out, the end concludes
    user = f"Subgoal: {subgoal.description}\nOutcome: {outcome}\nSteps:\n" + "\n".join(steps)
    most = 8 * _PROMPT_LIMIT
    try:
        reply = llm.complete(assets.prompt("summarise"), user[:most], max_tokens=120).text
    except ModelError:
        return ""
    reply = re.sub(r"<think>.*?</think>", "", reply, flags=re.DOTALL)
    return " ".join(reply.split())


def _sentences(
    subgoal: Subgoal, episodes: Sequence[Episode], children: Sequence[Subgoal]
) -> list[_Sentence]:
    goal = _content(subgoal.description)
    acted = _content(" ".join(e.text for e in episodes if e.role == "action"))
    observed = [e for e in episodes if e.role != "action"] or list(episodes)
    texts = [(f"{c.description}: {c.summary}", 2.0) for c in children]
    for episode in observed:
        clauses = _clauses(episode.body)
        texts += [(c, 0.0) for c in clauses[:-1]]
        texts += [(c, 2.0 if episode is observed[-1] else 0.0) for c in clauses[-1:]]
    pool: dict[str, _Sentence] = {}
    for order, (text, bonus) in enumerate(texts):
        found = words(text)
        if not found or text.endswith("?"):
            continue
        weights = {t: 1.0 for t in _content(text) if t in goal or t in acted}
        weights |= {m.casefold(): 3.0 for m in _EXACT.findall(text)}
        weights |= {m.casefold(): 1.0 for m in _NAME.findall(text)}
        weights |= {w: 2.0 for w in found if w in _RULE}
        if subgoal.status != "achieved":
            weights |= {w: 1.5 for w in found if w in _OBSTACLE}
        bonus += min(0.2 * len(_content(text)), 1.0)
        pool[text.casefold()] = _Sentence(order, text, weights, bonus, estimate_tokens(text))
    return list(pool.values())


def _clauses(text: str) -> list[str]:
    """What is chosen or left: sentences, and the records of JSON."""
    if text.lstrip()[:1] in "{[":
        try:
            return [_clip(line) for line in _flat(json.loads(text))]
        except (ValueError, RecursionError):
            pass  # not JSON after all, or too deep: read as prose
    return [_clip(c) for c in _CLAUSE.split(text) if c.strip()]


def _flat(value: Any) -> list[str]:
    """One line for each record of a JSON value: `key value` pairs without the punctuation."""
    if isinstance(value, list):
        return [line for item in value for line in _flat(item)]
    if not isinstance(value, dict):
        return [str(value)]
    own = [
        f"{k} {v if isinstance(v, str) else json.dumps(v)}"
        for k, v in value.items()
        if not isinstance(v, (dict, list))
    ]
    nested = [line for v in value.values() if isinstance(v, (dict, list)) for line in _flat(v)]
    return [*([", ".join(own)] if own else []), *nested]


def _choose(pool: list[_Sentence], limit: int) -> list[str]:
    """Greedy choice by what a sentence adds per (square root of) token, within the limit."""
    left, covered, spent = list(pool), set[str](), 0
    chosen: list[_Sentence] = []
    while left:
        best = max(left, key=lambda s: (_gain(s, covered) / max(s.tokens, 1) ** 0.5, s.order))
        left.remove(best)
        if chosen and _gain(best, covered) < 1.0:
            break
        if spent + best.tokens > limit and chosen:
            continue
        chosen.append(best)
        covered.update(best.weights)
        spent += best.tokens
    return [s.text.rstrip(" .;") for s in sorted(chosen, key=lambda s: s.order)]


def _gain(sentence: _Sentence, covered: set[str]) -> float:
    new = sum(w for t, w in sentence.weights.items() if t not in covered)
    return new + (sentence.bonus if new else 0.0)


def _content(text: str) -> set[str]:
    return {stem(w) for w in words(text) if w not in STOPWORDS}


def _clip(text: str) -> str:
    parts = text.split()
    if len(parts) <= _LONGEST:
        return " ".join(parts)[: 12 * _LONGEST]
    return " ".join(parts[:_LONGEST])[: 12 * _LONGEST] + " …"
