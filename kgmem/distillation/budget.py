"""The default distiller: best first into a token budget, duplicates folded, in time order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kgmem.distillation.excerpt import excerpt
from kgmem.distillation.rendering import line_of
from kgmem.language.tokens import terms
from kgmem.results import Candidate

_NEWLINE = 1  # tokens of a line break
_SAME = 0.8  # share of the shorter text's words from which two candidates say the same
_LARGEST = 2  # no candidate takes more than this part of the budget
_FEWEST = 12  # tokens that are not worth filling
_PAST = frozenset(
    {"was", "were", "did", "had", "used", "before", "previously", "former", "formerly", "ever"}
)


@dataclass(frozen=True, slots=True)
class _Kept:
    candidate: Candidate
    size: int
    words: frozenset[int]


@dataclass(frozen=True, slots=True)
class BudgetDistiller:
    """Keeps the best candidates that fit.

    A candidate that says what a kept one of the same episode says already is folded into it: the
    fact stays beside its episode only where it adds words (a resolved name, a date). A candidate
    too long for half of the budget is cut to the sentences that share most words with the question.
    Facts that ended are left out where the question is about the present and something is known
    that still holds; otherwise they are marked when shown.

    Attributes:
        fold: whether near-duplicates are folded.
    """

    fold: bool = True

    def distil(
        self,
        question: str,
        candidates: Sequence[Candidate],
        *,
        budget: int,
        count: Callable[[str], int],
    ) -> list[Candidate]:
        """The kept candidates in time order; each `Candidate.reason` says why it was kept.

        Args:
            question: the words of the question.
            candidates: best first.
            budget: most tokens of all lines together.
            count: tokens of a text.
        """
        kept: list[_Kept] = []
        left = budget
        for rank, candidate in enumerate(_in_force(question, candidates), start=1):
            if left < _FEWEST:
                break
            words = frozenset(terms(candidate.text).tolist())
            if self.fold and any(_repeats(candidate, words, other) for other in kept):
                continue
            candidate, size = _fitted(question, candidate, budget // _LARGEST, count)
            if size > left:
                continue
            left -= size
            reason = f"rank {rank}: {candidate.reason}" if candidate.reason else f"rank {rank}"
            kept.append(_Kept(replace(candidate, reason=reason), size, words))
        return sorted((k.candidate for k in kept), key=lambda c: (c.time, c.id))


def _in_force(question: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Without ended facts, where the question is about the present and live ones are at hand."""
    if not _PAST.isdisjoint(question.casefold().split()):
        return list(candidates)
    live = {
        (c.fact.subject_id, c.fact.relation)
        for c in candidates
        if c.fact is not None and c.fact.status == "live"
    }
    return [
        c
        for c in candidates
        if c.fact is None
        or c.fact.status == "live"
        or (c.fact.status == "ended" and (c.fact.subject_id, c.fact.relation) not in live)
    ]


def _repeats(candidate: Candidate, words: frozenset[int], kept: _Kept) -> bool:
    """Whether a kept candidate of the same episode, or the very same words, say it already."""
    other = kept.candidate
    if not words or not kept.words:
        return candidate.text == other.text
    if candidate.text == other.text and candidate.kind == other.kind == "fact":
        return True
    if not set(candidate.episodes) & set(other.episodes):
        return False
    return len(words & kept.words) >= _SAME * len(words)


def _fitted(
    question: str, candidate: Candidate, most: int, count: Callable[[str], int]
) -> tuple[Candidate, int]:
    size = count(line_of(candidate)) + _NEWLINE
    if size <= most:
        return candidate, size
    room = max(_FEWEST, most - (size - count(candidate.text)))
    candidate = replace(candidate, text=excerpt(candidate.text, question, room, count))
    return candidate, count(line_of(candidate)) + _NEWLINE
