"""What an outcome is worth, by plain functions.

Each has the signature that TRL asks of rewards: `(completions, **columns) -> list[float]`, one
number for each completion. A completion is a text, or a list of messages whose last one counts.
Columns are lists of the same length; what a function does not know it passes over. `columns` makes
them from rollouts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from kgmem.bench.scorer import abstains, multi_f1, normalise, stemmed_f1
from kgmem.language.tokens import estimate_tokens
from kgmem.training.judging import mentions, right
from kgmem.training.rollout import Rollout

Completion: TypeAlias = str | Sequence[dict[str, Any]]
Items: TypeAlias = Sequence[Sequence[str]]

_AND = re.compile(r",|;|\band\b")
_EDIT = re.compile(
    r"(?P<op>ADD|NOOP)|(?P<merge>MERGE)\s+(?P<into>f\d+)|DELETE\s+(?P<gone>f\d+)\s+(?:ended|retracted)"
)


def text_of(completion: Completion) -> str:
    """The words of a completion: itself, or the content of its last message."""
    if isinstance(completion, str):
        return completion
    return str(completion[-1].get("content") or "") if completion else ""


def correct(
    completions: Sequence[Completion],
    gold: Items,
    wrong: Items | None = None,
    absent: Sequence[bool] | None = None,
    **_: Any,
) -> list[float]:
    """1 where the answer has every item of the gold and none of the wrong, else 0.

    Where nothing was said (`absent`), 1 for an abstention.
    """
    return [
        float(right(text_of(c), g, w, a))
        for c, g, w, a in zip(
            completions, gold, _or(wrong, (), gold), _or(absent, False, gold), strict=True
        )
    ]


def exact_match(
    completions: Sequence[Completion],
    gold: Items,
    absent: Sequence[bool] | None = None,
    **_: Any,
) -> list[float]:
    """1 where the answer is the gold, item for item in any order, after the official normalisation.

    The reward of Memory-R1 (arXiv 2508.19828), with lists compared as sets.
    """
    return [
        float(_same(text_of(c), g, a))
        for c, g, a in zip(completions, gold, _or(absent, False, gold), strict=True)
    ]


def token_f1(
    completions: Sequence[Completion],
    gold: Items,
    absent: Sequence[bool] | None = None,
    **_: Any,
) -> list[float]:
    """LOCOMO's official F1 of stems; several items are scored as its category 1.

    Raises:
        MissingExtra: nltk, whose stemmer the official scorer uses, is not installed.
    """
    scores = []
    for completion, items, missing in zip(completions, gold, _or(absent, False, gold), strict=True):
        answer = text_of(completion)
        if missing or not items:
            scores.append(float(not answer.strip() or abstains(answer)))
        elif len(items) > 1:
            scores.append(multi_f1(answer, ",".join(i.replace(",", " ") for i in items)))
        else:
            scores.append(stemmed_f1(answer, items[0]))
    return scores


def answer_recall(
    completions: Sequence[Completion],
    gold: Items,
    budget: int | Sequence[int] = 800,
    **_: Any,
) -> list[float]:
    """Share of the gold's words that a context holds within a token budget; 1 without gold.

    Lines that no longer fit are not read, so a policy gains nothing by keeping everything.

    Args:
        completions: contexts, one candidate a line.
        gold: items of the answers.
        budget: most tokens, for all or for each.
    """
    budgets = [budget] * len(completions) if isinstance(budget, int) else budget
    return [
        _held(_within(text_of(c), b), g) for c, g, b in zip(completions, gold, budgets, strict=True)
    ]


def format_validity(
    completions: Sequence[Completion],
    facts: Sequence[Sequence[str]] | None = None,
    **_: Any,
) -> list[float]:
    """1 where a completion is edits and nothing else, 0 otherwise.

    One edit a line: exactly one of `ADD`, `NOOP`, `MERGE f12`; any number of `DELETE f12 ended` or
    `DELETE f12 retracted` beside an `ADD` or `MERGE`; only facts of the neighbourhood (`facts`).
    """
    known = _or(facts, None, completions)
    return [float(_is_edits(text_of(c), k)) for c, k in zip(completions, known, strict=True)]


def graph_size(
    completions: Sequence[Completion],
    facts_live: Sequence[int],
    reference: Sequence[int] | int = 1,
    **_: Any,
) -> list[float]:
    """Minus the share of live facts beyond a reference (what was said that holds), at most 1."""
    references = [reference] * len(completions) if isinstance(reference, int) else reference
    return [
        -min(1.0, max(0.0, live / max(1, wanted) - 1.0))
        for _, live, wanted in zip(completions, facts_live, references, strict=True)
    ]


def wrong_retirement(
    completions: Sequence[Completion],
    gold: Items,
    wrong: Items,
    retired: Items | None = None,
    **_: Any,
) -> list[float]:
    """-1 where the answer shows a wrong edit, else 0.

    That is an answer that only a wrongly edited memory gives, or a missing answer that names
    something retired: it would be there, had it not been ended.

    Args:
        completions: answers.
        gold: items of the right answers.
        wrong: items of a wrongly edited memory.
        retired: texts of the facts that were ended or taken back, for questions about now.
    """
    return [
        -float(_shows_wrong(text_of(c), g, w, r))
        for c, g, w, r in zip(completions, gold, wrong, _or(retired, (), gold), strict=True)
    ]


def columns(rollouts: Iterable[Rollout]) -> dict[str, list[Any]]:
    """The answers of rollouts as `completions` and the columns that rewards read.

    Keys: completions, gold, wrong, absent, kind, facts_live, facts_total, retired.
    """
    rows = [(r, a) for r in rollouts for a in r.answers]
    now = [a.question.valid_at is None and a.question.known_at is None for _, a in rows]
    return {
        "completions": [a.text for _, a in rows],
        "gold": [a.question.gold for _, a in rows],
        "wrong": [a.question.wrong for _, a in rows],
        "absent": [a.question.absent for _, a in rows],
        "kind": [a.question.kind for _, a in rows],
        "facts_live": [r.facts_live for r, _ in rows],
        "facts_total": [r.facts_total for r, _ in rows],
        "retired": [r.retired if n else () for (r, _), n in zip(rows, now, strict=True)],
    }


def _or(column: Any, default: Any, like: Sequence[Any]) -> Any:
    return [default] * len(like) if column is None else column


def _same(answer: str, gold: Sequence[str], absent: bool) -> bool:
    if absent or not gold:
        return not answer.strip() or abstains(answer)
    wanted = {normalise(item) for item in gold}
    given = {normalise(part) for part in _AND.split(answer)} - {""}
    return given == wanted or {normalise(answer)} == wanted


def _within(text: str, budget: int) -> str:
    kept, left = [], budget
    for line in text.splitlines():
        left -= estimate_tokens(line) + 1
        if left < 0:
            break
        kept.append(line)
    return "\n".join(kept)


def _held(text: str, gold: Sequence[str]) -> float:
    wanted = [word for item in gold for word in normalise(item).split()]
    have = set(normalise(text).split())
    return sum(word in have for word in wanted) / len(wanted) if wanted else 1.0


def _is_edits(text: str, known: Sequence[str] | None) -> bool:
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    found = [_EDIT.fullmatch(line) for line in lines]
    if not found or not all(found):
        return False
    edits = [m for m in found if m]
    mains = [m for m in edits if not m["gone"]]
    targets = [t for m in edits if (t := m["into"] or m["gone"])]
    if len(mains) != 1 or len(targets) != len(set(targets)):
        return False
    if mains[0]["op"] == "NOOP" and len(edits) > 1:
        return False
    return known is None or set(targets) <= set(known)


def _shows_wrong(
    answer: str, gold: Sequence[str], wrong: Sequence[str], retired: Sequence[str]
) -> bool:
    if any(mentions(answer, w) for w in wrong if w not in gold):
        return True
    missing = [g for g in gold if not mentions(answer, g)]
    return any(mentions(text, g) for g in missing for text in retired)
