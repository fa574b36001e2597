"""When an answer to an update case is right, and when a ranking is.

An answer is right when it contains every gold item and no wrong one (whole words, case and
punctuation aside; dates in either order); a yes or no must come first; an abstention is right only
where nothing was said, or where the case allows it.

A ranking of memories, where a system gives no answers, is judged on its first `k`: `found` when
every gold item stands in one of them, `first` when moreover no memory above the last of these holds
a wrong item without holding a gold one. For a yes or no, and for a date that no text holds, the
steps that settle it count instead of words. What was never said cannot be judged so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kgmem.bench.edit_cases import Question
from kgmem.bench.scorer import abstains

_WORD = re.compile(r"\w+")
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_DAY = re.compile(rf"(\d{{1,2}}) ({'|'.join(_MONTHS)})(?: (\d{{4}}))?")
_NOBODY = frozenset({"nobody", "nothing", "none", "unknown", "noone"})


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found: its text and the numbers of the steps it stands on."""

    text: str
    steps: frozenset[int]


def contains(text: str, item: str) -> bool:
    """Whether a text holds an item, or one of its alternatives, as whole words."""
    words = f" {_plain(text)} "
    return any(f" {form} " in words for part in item.split("|") for form in _forms(_plain(part)))


def is_abstention(answer: str) -> bool:
    """Whether an answer says that there is none."""
    words = _plain(answer).split()
    if not words or abstains(answer):
        return True
    return words[0] in _NOBODY or words[:2] == ["no", "one"]


def answer_is_right(question: Question, answer: str) -> bool:
    """Whether an answer is what a careful person expects."""
    if is_abstention(answer):
        return question.abstain
    if question.kind == "never":
        return False
    if question.polar:
        return _plain(answer).split()[0] == question.gold[0]
    return all(contains(answer, g) for g in question.gold) and not any(
        contains(answer, w) for w in question.wrong
    )


def ranking(question: Question, hits: Sequence[Hit], k: int) -> tuple[bool, bool] | None:
    """Whether the first `k` memories hold the answer, `(first, found)`; None if not to be judged.

    Args:
        question: what was asked.
        hits: what a system found, best first.
        k: how many count.
    """
    if question.kind == "never" or (question.polar and not question.by):
        return None
    gold, wrong = _judges(question)
    top = hits[:k]
    places = [next((i for i, h in enumerate(top) if holds(h)), None) for holds in gold]
    if any(place is None for place in places):
        return False, False
    last = max(place for place in places if place is not None)
    above = top[:last]
    misled = any(wrong(h) and not any(holds(h) for holds in gold) for h in above)
    return not misled, True


def _judges(
    question: Question,
) -> tuple[list[Callable[[Hit], bool]], Callable[[Hit], bool]]:
    if question.by:
        return [lambda h: bool(h.steps & question.by)], lambda h: bool(h.steps & question.old)

    def item(wanted: str) -> Callable[[Hit], bool]:
        return lambda h: contains(h.text, wanted)

    def wrong(hit: Hit) -> bool:
        return any(contains(hit.text, w) for w in question.wrong)

    return [item(g) for g in question.gold], wrong


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(_ORDINAL.sub(r"\1", text.lower())))


def _forms(item: str) -> list[str]:
    """An item as it may stand in a text: a day of the calendar is written in several ways."""
    day = _DAY.fullmatch(item)
    if day is None:
        return [item]
    number, month, year = day.groups()
    forms = [item, f"{month} {number}{f' {year}' if year else ''}"]
    if year:
        forms.append(f"{year} {_MONTHS.index(month) + 1:02d} {int(number):02d}")
    return forms
