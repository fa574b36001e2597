"""Candidates as the lines of a prompt, and the context that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from kgmem.language.times import phrase, phrase_bound
from kgmem.results import Candidate, Context, Fact


def line_of(candidate: Candidate, *, dated: bool = True) -> str:
    """One line: `[f12] 8 May 2023: Nora adopted Biscuit (until June 2024)`.

    A fact is dated by when it held, where that was said, and otherwise by when it was said; an
    episode by when it was said, with its speaker.

    Args:
        candidate: what it says.
        dated: whether the date is written.
    """
    start = f"[{candidate.id}] {date_of(candidate)}:" if dated else f"[{candidate.id}]"
    if candidate.fact is not None:
        return f"{start} {candidate.text}{notes(candidate.fact)}"
    said = " ".join(candidate.text.split())
    who = f"{candidate.speaker}: " if candidate.speaker else ""
    # Retrieval found that what it told has ended since, and that the question is about the present.
    note = " (has changed since)" if candidate.parts.get("stale") else ""
    return f"{start} {who}{said}{note}"


def date_of(candidate: Candidate) -> str:
    """The date that a line is written with."""
    return day(candidate.time) if candidate.fact is None else _when(candidate.fact)


def lines_of(candidates: Sequence[Candidate]) -> list[str]:
    """Their lines in the order given; a date that is that of the line above is left out."""
    dates = [None, *(date_of(c) for c in candidates)]
    return [line_of(c, dated=dates[i] != dates[i + 1]) for i, c in enumerate(candidates)]


def notes(fact: Fact) -> str:
    """What a reader must know beside the sentence: ended, doubtful, planned, wished."""
    found = []
    if fact.status == "ended":
        end = fact.validity.end
        wording = phrase_bound(end) if end else ""
        until = f"until {wording}" if wording else "no longer"
        found += [] if until in _when(fact) else [until]
    if fact.status == "retracted":
        found.append("taken back")
    if fact.modality != "actual" and fact.modality not in fact.text:
        found.append(fact.modality)
    if fact.tier == "tentative":
        found.append("uncertain")
    return f" ({', '.join(found)})" if found else ""


def day(moment: datetime) -> str:
    """A date as people write it: `8 May 2023`."""
    return f"{moment.day} {moment:%B %Y}"


def render_context(
    kept: Sequence[Candidate],
    *,
    count: Callable[[str], int],
    budget: int,
    question: str = "",
) -> Context:
    """Prompt-ready text from distilled candidates, in the order given.

    A date stands once for all lines that follow each other on it. What does not fit into the
    budget goes, the lowest score first.

    Args:
        kept: in time order.
        count: tokens of a text.
        budget: most tokens of the whole.
        question: what it was distilled for.
    """
    chosen = list(kept)
    text = "\n".join(lines_of(chosen))
    size = count(text) if text else 0
    for worst in sorted(kept, key=lambda c: c.score):
        if size <= budget:
            break
        chosen.remove(worst)
        text = "\n".join(lines_of(chosen))
        size = count(text) if text else 0
    return Context(text, tuple(chosen), size, question)


def _when(fact: Fact) -> str:
    """The time of a fact as it was stated, and when it was said, where the sentence has neither."""
    wording, said = phrase(fact.validity), day(fact.said)
    if not wording or wording in fact.text:
        return said
    return wording if said in wording else f"{wording} (said {said})"
