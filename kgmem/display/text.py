"""Results as plain text, for terminals and logs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kgmem.types import Bound

if TYPE_CHECKING:
    from kgmem.results import Answer, Evidence, Fact

_USUAL = {"live", "asserted", "actual"}
_FORMATS = {"year": "%Y", "decade": "%Ys", "month": "%B %Y", "season": "%B %Y"}


def when(fact: Fact) -> str:
    """When a fact held or happened, as people write it; empty when nothing is known of it."""
    validity = fact.validity
    start, end = _bound(validity.start), _bound(validity.end)
    if validity.wording:  # as it was said, before anything ended it
        over = f", until {end}" if end and fact.status == "ended" else ""
        return validity.wording + over
    if start and end:
        return f"{start} to {end}"
    if end:
        return f"until {end}"
    return f"since {start}" if start and fact.kind != "event" else start


def notes(fact: Fact) -> tuple[str, ...]:
    """What is out of the ordinary about a fact: ended, retracted, tentative, planned, wished."""
    return tuple(x for x in (fact.status, fact.tier, fact.modality) if x not in _USUAL)


def fact_line(fact: Fact) -> str:
    """Id, sentence, time and what is out of the ordinary."""
    extra = ", ".join(x for x in (when(fact), *notes(fact)) if x)
    return f"{fact.id}  {fact.text}" + (f"  ({extra})" if extra else "")


def facts_text(facts: Iterable[Fact]) -> str:
    """One line a fact."""
    return "\n".join(fact_line(f) for f in facts)


def evidence_line(evidence: Evidence) -> str:
    """The words, who said them, when and where they are kept."""
    words = " ".join(evidence.quote.split())
    source = f" {evidence.source}" if evidence.source else ""
    return f"“{words}” ({evidence.who}, {day(evidence)}; {evidence.episode}{source})"


def day(evidence: Evidence) -> str:
    """The day on which something was said: `1 May 2024`."""
    return f"{evidence.time.day} {evidence.time:%B %Y}"


def answer_text(answer: Answer) -> str:
    """The answer, then the words that support it."""
    lines = [answer.text, *(f"  {evidence_line(e)}" for e in answer.evidence)]
    return "\n".join(lines)


def _bound(bound: Bound | None) -> str:
    """The calendar words for a bound; the coarser the bound, the fewer."""
    moment = None if bound is None else bound.earliest or bound.latest
    if bound is None or moment is None:
        return ""
    known = _FORMATS.get(bound.granularity)
    if known:
        return moment.strftime(known)
    coarse = "the week of " if bound.granularity in ("week", "weekend") else ""
    return f"{coarse}{moment.day} {moment:%B %Y}"
