"""Whom a question is about, and whether a fact or a sentence is theirs or somebody else's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgmem.language.names import normalise
from kgmem.language.questions import NOBODY, Question
from kgmem.records import Episode
from kgmem.results import Fact

if TYPE_CHECKING:
    from kgmem.protocols import Reader
    from kgmem.snapshot import Snapshot

_FIRST = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|our|us)\b", re.I)
_SECOND = re.compile(r"\b(?:you|your|you're|you've|yours)\b", re.I)
_SHORTEST_PREFIX = 3


def owners_part(name: str, owner: str) -> str:
    """What names the owner at the head of a thing's name: "ulis " of "ulis pixel"; else empty.

    Args:
        name: in normal form, in which "Uli's" is "ulis" and "James'" is "james".
        owner: in normal form.
    """
    endings = ("s ", " ") if owner.endswith("s") else ("s ",)
    return next((owner + e for e in endings if owner and name.startswith(owner + e)), "")


@dataclass(frozen=True, slots=True)
class People:
    """Names in normal form.

    Attributes:
        asked: whom the question is about.
        ids: their entities.
        others: speakers that it is not about.
        unknown: names it is about that memory has never met.
        named: every other name in the question that memory knows.
        speaks: whether one of those asked about said any of what was found; a pet or a friend who
            is only talked about never does, and then others' words are all there is.
    """

    asked: frozenset[str]
    ids: frozenset[str]
    others: frozenset[str]
    unknown: tuple[str, ...]
    named: frozenset[str] = frozenset()
    speaks: bool = True

    def owns_fact(self, fact: Fact) -> float:
        """1 for a fact about them, less for one about something of theirs, 0 for others' facts."""
        if not self.asked:
            return 0.5
        subject = normalise(fact.subject)
        if fact.subject_id in self.ids or subject in self.asked:
            return 1.0
        if any(owners_part(subject, name) for name in self.asked):
            return 0.9
        if subject in self.others:
            return 0.25 if self._mentions(fact) else 0.0
        if fact.subject[:1].isupper() and "'" not in fact.subject:
            return 0.7 if self._mentions(fact) else 0.2  # "Ana is a painter" tells nothing of Kim
        said = {normalise(e.speaker or NOBODY) for e in fact.evidence}
        return 0.7 if said & self.asked else 0.2

    def _mentions(self, fact: Fact) -> bool:
        terms = [fact.object, *fact.qualifiers.values()]
        return any(
            text == name or bool(owners_part(text, name))
            for text in map(normalise, terms)
            for name in self.asked
        )

    def owns_words(self, speaker: str | None, text: str, turn: str = "") -> float:
        """1 for their own words, 0.5 where another addresses or names them, else 0.

        Of one who never speaks: 1 where they are named, 0.8 in a turn that names them, else 0.3.
        """
        if not self.asked:
            return 0.5
        if not self.speaks:
            return 1.0 if self._named_in(text) else (0.8 if self._named_in(turn) else 0.3)
        if normalise(speaker or NOBODY) in self.asked:
            return 1.0
        if self._named_in(text) or (_SECOND.search(text) and not _FIRST.search(text)):
            return 0.5
        return 0.0

    def _named_in(self, text: str) -> bool:
        low = normalise(text)
        return any(re.search(rf"\b{re.escape(name)}\b", low) for name in self.asked)


def people_of(
    question: Question,
    turns: Sequence[Episode],
    facts: Iterable[Fact],
    reader: Reader | None,
    snapshot: Snapshot | None,
) -> People:
    """Resolve whom a question is about against speakers, entities and words.

    A short form is taken for the one speaker that it begins ("Leo" for Leonora).
    """
    speakers = {normalise(t.speaker) for t in turns if t.speaker}
    kept = list(facts)
    subjects = {normalise(f.subject): f.subject_id for f in kept}
    asked: set[str] = set()
    ids: set[str] = set()
    unknown: list[str] = []
    for name in question.about:
        norm = normalise(name)
        found = {snapshot.root(i) for i in snapshot.entities_named(norm)} if snapshot else set()
        ids |= found
        if reader is not None and found:
            rows = reader.get(found).values()
            asked |= {normalise(n) for r in rows if (n := getattr(r, "name", ""))}
        fuller = [s for s in speakers if s.startswith(norm) and len(norm) >= _SHORTEST_PREFIX]
        if norm in speakers or found or norm in subjects:
            asked.add(norm)
        elif len(fuller) == 1:
            asked.add(fuller[0])
        elif _spoken(norm, turns):
            asked.add(norm)
        else:
            unknown.append(name)
    ids |= {i for n, i in subjects.items() if n in asked}
    named = {
        norm
        for name in question.names
        if (norm := normalise(name)) in speakers | set(subjects)
        or (snapshot is not None and snapshot.entities_named(norm))
    }
    others = frozenset(speakers - asked)
    return People(
        frozenset(asked), frozenset(ids), others, tuple(unknown), frozenset(named),
        speaks=bool(speakers & asked) or not speakers,
    )  # fmt: skip


def _spoken(norm: str, turns: Sequence[Episode]) -> bool:
    pattern = re.compile(rf"\b{re.escape(norm)}\b")
    return any(pattern.search(normalise(t.body)) for t in turns)
