"""The default distiller: the most worth for its tokens, duplicates folded, in time order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgmem.distillation.excerpt import excerpt, telling
from kgmem.distillation.rendering import date_of, line_of
from kgmem.language.tokens import terms, words
from kgmem.results import Candidate

_NEWLINE = 1  # tokens of a line break
_LARGEST = 2  # no candidate takes more than one part in so many of the budget
_FEWEST = 12  # tokens that are not worth filling
_WHOLE = 4  # best episodes shown in full
_TOLD = 12  # best episodes shown without chatter and questions back; of later ones the best
_SHORT = 20  # sentences, up to so many tokens
_HEAD = 10.0  # ranks over which the worth of a candidate halves
_PAST = frozenset(
    {"was", "were", "did", "had", "used", "before", "previously", "former", "formerly", "ever"}
)
_TIME = frozenset(
    {"when", "long", "often", "date", "day", "month", "year", "before", "after", "first", "last"}
)


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be shown, at the lengths at which it would be.

    Attributes:
        candidates: best first.
        sizes: tokens of their lines.
        worth: of each for its tokens, greater than 0.
    """

    candidates: tuple[Candidate, ...]
    sizes: tuple[int, ...]
    worth: tuple[float, ...]

    def kept(self, chosen: Sequence[int]) -> list[Candidate]:
        """Some of them in time order, each with the reason why it is there."""
        found = []
        for i in chosen:
            why = self.candidates[i].reason
            reason = f"rank {i + 1}: {why}" if why else f"rank {i + 1}"
            found.append(replace(self.candidates[i], reason=reason))
        return sorted(found, key=lambda c: (c.time, c.id))


@dataclass(frozen=True, slots=True)
class BudgetDistiller:
    """Keeps what is worth most for its tokens.

    The worth of a candidate falls with its rank; longer ones must be worth more. A fact is folded
    into its episode where that is at hand; it stays where it adds something: a name that the
    episode does not have, or its time, when the question asks about time. What is said twice in
    the same words is shown once. Where not everything fits, only the best episodes are shown in
    full: the next ones without chatter and questions back, later ones by their most telling
    sentences. A candidate too long for half of the budget is cut to the sentences that have most
    to do with the question. Facts that ended are left out where the question is about the present
    and one of the same kind still holds.

    Attributes:
        fold: whether facts are folded into their episodes.
        shorten: whether episodes behind the best ones are shortened.
    """

    fold: bool = True
    shorten: bool = True

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
        count = cache(count)
        offer = self.offer(question, candidates, budget=budget, count=count)
        # A date is written once for all lines of a day that follow each other.
        dates = [date_of(c) for c in offer.candidates]
        cost = {date: count(f"{date}:") for date in set(dates)}
        written: set[str] = set()
        chosen: list[int] = []
        left = budget
        for i in sorted(range(len(offer.sizes)), key=lambda i: (-offer.worth[i], i)):
            if chosen and left < _FEWEST:
                break
            size = offer.sizes[i] - (cost[dates[i]] if dates[i] in written else 0)
            if size <= left:
                left -= size
                chosen.append(i)
                written.add(dates[i])
        return offer.kept(chosen)

    def offer(
        self,
        question: str,
        candidates: Sequence[Candidate],
        *,
        budget: int,
        count: Callable[[str], int],
    ) -> Offer:
        """What says something new, shortened where not all fits; arguments as for `distil`."""
        offered = self._offered(question, candidates)
        sizes = [_size(c, count) for c in offered]
        if sum(sizes) > budget:
            offered, sizes = self._shortened(question, offered, sizes, budget, count)
        worth = tuple(1.0 / ((_HEAD + i) * size**0.5) for i, size in enumerate(sizes))
        return Offer(tuple(offered), tuple(sizes), worth)

    def _offered(self, question: str, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates without those that say nothing new."""
        asked = frozenset(words(question))
        cited = {e for c in candidates if c.fact is not None for e in c.episodes}
        episodes = {
            c.id: frozenset(terms(f"{c.speaker or ''} {c.text}").tolist())
            for c in candidates
            if c.kind == "episode" and c.id in cited
        }
        found: list[Candidate] = []
        seen: set[tuple[str, str | None]] = set()
        for candidate in _in_force(asked, candidates):
            said = (" ".join(candidate.text.casefold().split()), candidate.speaker)
            if said in seen or (self.fold and _folded(candidate, episodes, asked)):
                continue
            seen.add(said)
            found.append(candidate)
        return found

    def _shortened(
        self,
        question: str,
        candidates: Sequence[Candidate],
        sizes: Sequence[int],
        budget: int,
        count: Callable[[str], int],
    ) -> tuple[list[Candidate], list[int]]:
        """The candidates at the lengths that their ranks allow, and their sizes then."""
        names = frozenset(w for c in candidates if c.speaker for w in words(c.speaker))
        found: list[Candidate] = []
        left: list[int] = []
        for rank, (candidate, size) in enumerate(zip(candidates, sizes, strict=True)):
            if self.shorten and candidate.kind == "episode" and rank >= _WHOLE:
                most = _SHORT if rank >= _TOLD else None
                text = telling(candidate.text, question, names, budget=most, count=count)
                candidate, size = _reworded(candidate, text, size, count)
            if size > budget // _LARGEST:
                text = _cut_down(question, candidate, size, budget // _LARGEST, count)
                candidate, size = _reworded(candidate, text, size, count)
            found.append(candidate)
            left.append(size)
        return found, left


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


def _size(candidate: Candidate, count: Callable[[str], int]) -> int:
    return count(line_of(candidate)) + _NEWLINE


def _reworded(
    candidate: Candidate, text: str, size: int, count: Callable[[str], int]
) -> tuple[Candidate, int]:
    """The candidate with another text, and its size, which was `size` before."""
    if text == candidate.text:
        return candidate, size
    changed = replace(candidate, text=text)
    return changed, _size(changed, count)


def _cut_down(
    question: str, candidate: Candidate, size: int, most: int, count: Callable[[str], int]
) -> str:
    """The text of a candidate of some size, cut so that its line has at most so many tokens."""
    room = max(_FEWEST, most - (size - count(candidate.text)))
    return excerpt(candidate.text, question, room, count)
