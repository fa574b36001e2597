"""A small world of facts and episodes, as plain data: what retrieval would bring back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

import pytest

from kgmem import Memory
from kgmem.answering import answer_from_graph
from kgmem.language.questions import analyse
from kgmem.results import Answer, Candidate, Evidence, Fact
from kgmem.types import Bound, Validity

START = datetime(2024, 5, 1, 18, 0, tzinfo=timezone.utc)
NOW = datetime(2024, 8, 1, 12, 0, tzinfo=timezone.utc)


@dataclass
class World:
    """Episodes with the facts read from them."""

    candidates: list[Candidate] = field(default_factory=list)
    facts: int = 0

    def say(self, speaker: str, text: str, *facts: dict, days: int = 0) -> World:
        """Add an episode `days` after the first, and facts whose span is the whole of it."""
        name = f"ep{sum(c.kind == 'episode' for c in self.candidates) + 1}"
        time = START + timedelta(days=days)
        words = Evidence(name, 0, len(text), text, speaker, time, f"talk#{name}")
        self.candidates.append(
            Candidate(
                name, "episode", text, time, 1.0, episodes=(name,), evidence=(words,),
                speaker=speaker,
            )
        )  # fmt: skip
        for values in facts:
            self.facts += 1
            fact = self._fact(f"f{self.facts}", words, values)
            self.candidates.append(
                Candidate(
                    fact.id, "fact", fact.text, time, 1.0, episodes=(name,), evidence=(words,),
                    fact=fact,
                )
            )  # fmt: skip
        return self

    def _fact(self, name: str, words: Evidence, values: dict) -> Fact:
        subject, predicate = values["subject"], values["predicate"]
        thing = values.get("object", "")
        start = words.quote.find(values.get("span", words.quote))
        span = values.get("span", words.quote)
        where = Evidence(
            words.episode, start, start + len(span), span, words.speaker, words.time, words.source
        )
        return Fact(
            id=name, subject=subject, subject_id=f"e-{subject}", predicate=predicate,
            relation=values.get("relation", predicate.replace(" ", "_")), object=thing,
            object_id=f"e-{thing}" if thing else None,
            text=f"{subject} {predicate} {thing}".strip(),
            qualifiers=values.get("qualifiers", {}), validity=values.get("validity", Validity()),
            said=words.time, status=values.get("status", "live"),
            tier=values.get("tier", "asserted"), kind=values.get("kind", "event"),
            positive=values.get("positive", True), modality="actual", confidence=0.9, trust=1.0,
            ended_by=(), evidence=(where,), namespace="default",
        )  # fmt: skip

    def ask(self, text: str, **options) -> Answer:
        """The graph answerer over everything in the world, in the order it was said."""
        question = analyse(text, now=NOW, asker=options.pop("asker", None))
        return answer_from_graph(question, self.candidates, **options)


@pytest.fixture(scope="module")
def told() -> Iterator[Callable[..., Memory]]:
    """Opens a memory of turns: `(speaker, text)` or `(role, speaker, text)`, a day apart."""
    with ExitStack() as stack:

        def make(turns: Sequence[Sequence[str]], apart: timedelta = timedelta(days=1)) -> Memory:
            memory = stack.enter_context(Memory.open(":memory:"))
            for number, (*role, speaker, text) in enumerate(turns):
                memory.observe(
                    text, role=role[0] if role else None, speaker=speaker,
                    time=START + number * apart,
                )  # fmt: skip
            return memory

        yield make


def day(year: int, month: int, number: int, wording: str) -> Validity:
    """The validity of an event on a day."""
    start = datetime(year, month, number, tzinfo=timezone.utc)
    return Validity(start=Bound(start, start + timedelta(days=1), "day"), wording=wording)


@pytest.fixture
def world() -> World:
    """An empty world."""
    return World()


@pytest.fixture
def on_day() -> Callable[[int, int, int, str], Validity]:
    """Makes the validity of an event on a day."""
    return day
