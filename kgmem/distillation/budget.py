"""The default distiller: best first into a token budget, duplicates folded, in time order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kgmem.distillation.excerpt import excerpt
from kgmem.distillation.rendering import line_of
from kgmem.language.tokens import terms, words
from kgmem.results import Candidate

_NEWLINE = 1  # tokens of a line break
_LARGEST = 2  # no candidate takes more than one part in so many of the budget
_FEWEST = 12  # tokens that are not worth filling
_PAST = frozenset(
    {"was", "were", "did", "had", "used", "before", "previously", "former", "formerly", "ever"}
)
_TIME = frozenset(
    {"when", "long", "often", "date", "day", "month", "year", "before", "after", "first", "last"}
)


@dataclass(frozen=True, slots=True)
class BudgetDistiller:
    """Keeps the best candidates that fit.

    A fact is folded into its episode where that is at hand; it stays where it adds something: a
    name that the episode does not have, or its time, when the question asks about time. What is
    said twice in the same words is shown once. A candidate too long for half of the budget is cut
    to the sentences that share most words with the question. Facts that ended are left out where
    the question is about the present and one of the same kind still holds.

    Attributes:
        fold: whether facts are folded into their episodes.
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
        asked = frozenset(words(question))
        episodes = {
            c.id: frozenset(terms(f"{c.speaker or ''} {c.text}").tolist())
            for c in candidates
            if c.kind == "episode"
        }
        kept: list[Candidate] = []
        seen: set[tuple[str, str | None]] = set()
        left = budget
        for rank, candidate in enumerate(_in_force(asked, candidates), start=1):
            if left < _FEWEST:
                break
            said = (" ".join(candidate.text.casefold().split()), candidate.speaker)
            if said in seen or (self.fold and _folded(candidate, episodes, asked)):
                continue
            candidate, size = _fitted(question, candidate, budget // _LARGEST, count)
            if size > left:
                continue
            left -= size
            seen.add(said)
            reason = f"rank {rank}: {candidate.reason}" if candidate.reason else f"rank {rank}"
            kept.append(replace(candidate, reason=reason))
        return sorted(kept, key=lambda c: (c.time, c.id))


def _in_force(asked: frozenset[str], candidates: Sequence[Candidate]) -> list[Candidate]:
    """Without ended facts, where the question is about the present and live ones are at hand."""
    if asked & _PAST:
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


def _folded(
    candidate: Candidate, episodes: Mapping[str, frozenset[int]], asked: frozenset[str]
) -> bool:
    """Whether a candidate is a fact whose names all stand in one of its episodes at hand."""
    fact = candidate.fact
    if fact is None or fact.status != "live":
        return False
    if fact.validity.wording and asked & _TIME:
        return False
    named = frozenset(terms(f"{fact.subject} {fact.object}").tolist())
    return any(named <= episodes[e] for e in candidate.episodes if e in episodes)


def _fitted(
    question: str, candidate: Candidate, most: int, count: Callable[[str], int]
) -> tuple[Candidate, int]:
    size = count(line_of(candidate)) + _NEWLINE
    if size <= most:
        return candidate, size
    room = max(_FEWEST, most - (size - count(candidate.text)))
    candidate = replace(candidate, text=excerpt(candidate.text, question, room, count))
    return candidate, count(line_of(candidate)) + _NEWLINE
