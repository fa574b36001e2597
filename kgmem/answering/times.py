"""Which facts a question's time selects: by status for now and before, by validity for a window."""

from __future__ import annotations

import re
from datetime import datetime

from kgmem.answering.roles import possesses
from kgmem.language.questions import Question
from kgmem.results import Fact
from kgmem.types import Validity

_NOW = re.compile(r"\b(?:does|do|is|are|has|have|currently|now|today|still)\b|['’]s\b", re.I)
_PAST = re.compile(r"\b(?:did|was|were|had|used|before|previously|former(?:ly)?)\b", re.I)
_FORMER = re.compile(r"\b(?:did\b.*\buse to|used to|previously|former(?:ly)?)\b", re.I)
_NO_MORE = re.compile(
    r"\b(?:no longer|not|never|any ?more|stop(?:ped)?|quit|gave up|given up)\b|n['’]t\b", re.I
)
_GIVES_UP = re.compile(
    r"\b(?:stop(?:s|ped)?|quits?|g[ai]ves? up|given up|ceased|"
    r"refuse[sd]? to|failed to|forgot to)\b",
    re.I,
)
_PARTS_WITH = re.compile(
    r"\b(?:sold|sells?|lost|g[ai]ve away|given away|got rid of|donated|threw away|returned)\b", re.I
)
_AHEAD = re.compile(r"\b(?:will|going to|plan|planning|plans|next)\b", re.I)


def present(question: Question) -> bool:
    """Whether a question asks about what holds now."""
    text = question.short
    return bool(_NOW.search(text)) and not past(question) and question.window is None


def past(question: Question) -> bool:
    """Whether a question looks back: "did", "was"."""
    return bool(_PAST.search(question.short))


def former(question: Question) -> bool:
    """Whether it asks for what held once and no longer does: "used to", "previously"."""
    return bool(_FORMER.search(question.short)) or (
        question.order == "before" and question.kind != "when"
    )


def denies(question: Question) -> bool:
    """Whether it asks for what is not, or no longer, so: "What does Sam no longer eat?"."""
    return question.kind != "yes_no" and bool(_NO_MORE.search(question.short))


def gives_up(fact: Fact, question: Question) -> bool:
    """Whether a fact says that something stopped, where the question is not about stopping."""
    if possesses(question) and present(question) and _PARTS_WITH.search(fact.predicate):
        return True  # who sold a car has it no longer
    stopped = _GIVES_UP.search(fact.predicate) is not None
    return stopped and not _GIVES_UP.search(question.short) and not denies(question)


def ahead(question: Question) -> bool:
    """Whether it asks about what is planned."""
    return bool(_AHEAD.search(question.short))


def held_at(fact: Fact, moment: datetime) -> bool:
    """Whether a fact held at a moment, as far as its validity says."""
    start, end = fact.validity.start, fact.validity.end
    begun = start is None or start.earliest is None or start.earliest <= moment
    over = end is not None and end.latest is not None and end.latest <= moment
    return begun and not over


def within(fact: Fact, window: Validity) -> bool:
    """Whether a fact happened in a window of time, or held for some of it.

    An event without a time is taken to have happened about when it was first said.
    """
    first, last = _reach(window)
    start, end = fact.validity.start, fact.validity.end
    begun = start.earliest if start else None
    over = end.latest if end else None
    if fact.kind == "event":
        over = (start.latest if start else None) or over
        begun = begun or (fact.said if over is None else None)
        over = over or begun
    elif over is None and fact.status == "live" and begun is None and last is not None:
        return fact.said < last  # nothing says since when: not before anybody spoke of it
    early = last is None or begun is None or begun < last
    late = first is None or over is None or over > first
    return early and late


def _reach(window: Validity) -> tuple[datetime | None, datetime | None]:
    """The first and last moment of a window; one that only starts is as long as its bound."""
    first = window.start.earliest if window.start else None
    if window.end is not None:
        return first, window.end.latest
    return first, window.start.latest if window.start else None
