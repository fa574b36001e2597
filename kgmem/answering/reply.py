"""What the answerers of the different kinds hand back before it becomes an `Answer`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgmem.answering.matching import stems
from kgmem.answering.material import Passage, Scored
from kgmem.language.names import normalise
from kgmem.results import Answer, Evidence, Fact

NOTHING = "No information available"
_EDGES = ' \t\n,;:.!?-–—"“”'
_LEAD = re.compile(r"^(?:and|but|so|or|that|which|who|then|also|just|really)\s+", re.I)
_ENDS = (
    r"\W*$|[.,;!?)]|\s(?:with|and|but|on|in|at|for|after|before|last|next|this|every|again|because|"
    r"today|yesterday|tonight|tomorrow)\b"
)
"""What follows a name whose 's is its own; a noun would be what it possesses."""
_ASIDE = re.compile(
    r"[,;]\s*(?:by the way|btw|though|actually|honestly|to be honest|you know|"
    r"i (?:think|guess|mean|suppose|believe)|of course|haha|lol|in fact|anyway|please|thanks)$",
    re.I,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """A possible answer.

    Attributes:
        text: as it would be given.
        evidence: the words it stands on.
        facts: the facts it was read from, best first.
        support: how well what it stands on matches the question, about 0..1.
        reason: one line.
    """

    text: str
    evidence: tuple[Evidence, ...]
    facts: tuple[Fact, ...] = ()
    support: float = 0.0
    reason: str = ""


def tidy(text: str) -> str:
    """A phrase without loose punctuation, a leading joining word, or an aside at its end."""
    bare = _ASIDE.sub("", " ".join(text.split()).strip(_EDGES)).strip(_EDGES)
    while (shorter := _LEAD.sub("", bare)) != bare:
        bare = shorter
    return bare


def from_facts(text: str, scored: Sequence[Scored], *, support: float, reason: str) -> Reply:
    """A reply that stands on facts."""
    evidence = tuple(dict.fromkeys(e for s in scored for e in s.fact.evidence[:2]))
    facts = tuple(s.fact for s in scored if s.fact.tier == "asserted")
    return Reply(text, evidence, facts, support, reason)


def from_words(text: str, passage: Passage, *, support: float, reason: str) -> Reply:
    """A reply that stands on a sentence; its evidence is the words themselves where they stand."""
    at = passage.text.find(text) if text else -1
    if at < 0:
        return Reply(text, (passage.evidence(),), (), support, reason)
    start = passage.start + at
    return Reply(text, (passage.evidence(start, start + len(text)),), (), support, reason)


def as_named(text: str, scored: Scored) -> str:
    """A name with the 's that belongs to it: "Luigi's" where dinner was "at Luigi's"."""
    if not text[:1].isupper() or text.endswith(("'s", "’s")):
        return text
    pattern = re.compile(rf"\b(?:at|in|to|from|called|named) ({re.escape(text)}['’]s)(?:{_ENDS})")
    said = [e.quote for e in scored.fact.evidence]
    said += [scored.passage.text] if scored.passage else []
    return next((m.group(1) for t in said if (m := pattern.search(t))), text)


def distinct(texts: Iterable[str]) -> list[str]:
    """Texts without repetitions; one that is contained in a longer one word for word goes."""
    kept: list[str] = []
    for text in texts:
        norm = f" {normalise(text)} "
        if not norm.strip():
            continue
        same = next((i for i, k in enumerate(kept) if norm in f" {normalise(k)} "), None)
        if same is not None:
            continue
        shorter = [k for k in kept if f" {normalise(k)} " in norm]
        kept = [k for k in kept if k not in shorter]
        kept.append(text)
    return kept


def different(texts: Iterable[str]) -> list[str]:
    """Texts of which none says all that another says: "a kiln" beside "a kiln of red brick"."""
    kept: list[tuple[str, frozenset[str]]] = []
    for text in distinct(texts):
        own = stems(text)
        if own and any(own <= said for _, said in kept):
            continue
        kept = [(t, said) for t, said in kept if not (said and said <= own)]
        kept.append((text, own))
    return [text for text, _ in kept]


def answer_of(reply: Reply, confidence: float) -> Answer:
    """The public answer of a reply."""
    return Answer(
        text=reply.text,
        evidence=reply.evidence,
        confidence=round(confidence, 3),
        facts=reply.facts,
        reason=reply.reason,
    )


def nothing(reason: str, confidence: float = 0.0) -> Answer:
    """An abstention; its confidence is that there is nothing to say."""
    return Answer(text=NOTHING, confidence=round(confidence, 3), abstained=True, reason=reason)
