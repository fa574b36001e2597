"""Candidates as the lines of a prompt, and the context that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from kgmem.language.times import phrase, phrase_bound
from kgmem.results import Candidate, Context, Fact


def line_of(candidate: Candidate) -> str:
    """One line: `[f12] 8 May 2023: Nora adopted Biscuit (until June 2024)`.

    A fact is dated by when it held, where that was said, and otherwise by when it was said; an
    episode by when it was said, with its speaker.
    """
    if candidate.fact is not None:
        return f"[{candidate.id}] {_when(candidate.fact)}: {candidate.text}{notes(candidate.fact)}"
    said = " ".join(candidate.text.split())
    who = f"{candidate.speaker}: " if candidate.speaker else ""
    # Retrieval found that what it told has ended since, and that the question is about the present.
    note = " (has changed since)" if candidate.parts.get("stale") else ""
    return f"[{candidate.id}] {day(candidate.time)}: {who}{said}{note}"


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

    What does not fit into the budget goes, the lowest score first.

    Args:
        kept: in time order.
        count: tokens of a text.
        budget: most tokens of the whole.
        question: what it was distilled for.
    """
    lines = [line_of(c) for c in kept]
    sizes = [count(text) for text in lines]
    chosen = set(range(len(kept)))
    text = "\n".join(lines)
    for worst in sorted(chosen, key=lambda i: kept[i].score):
        if count(text) <= budget:
            break
        chosen.discard(worst)
        if sum(sizes[i] for i in chosen) <= budget or not chosen:
            text = "\n".join(lines[i] for i in sorted(chosen))
    final = [i for i in range(len(kept)) if i in chosen]
    text = "\n".join(lines[i] for i in final)
    return Context(text, tuple(kept[i] for i in final), count(text) if text else 0, question)


def _when(fact: Fact) -> str:
    """The time of a fact as it was stated, and when it was said, where the sentence has neither."""
    wording, said = phrase(fact.validity), day(fact.said)
    if not wording or wording in fact.text:
        return said
    return wording if said in wording else f"{wording} (said {said})"
