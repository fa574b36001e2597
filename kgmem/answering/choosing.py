"""The phrase, or the few phrases, that answer best: all that speaks for each, weighted and summed.

The weights are data (`kgmem/data/phrases.toml`), fitted by `benchmarks/answering/fit.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgmem import assets
from kgmem.answering.lists import of_another
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage
from kgmem.answering.phrases import Phrase
from kgmem.answering.reply import Reply, tidy
from kgmem.answering.shapes import UNRESOLVED, possessed, trimmed
from kgmem.answering.traits import Traits, considered
from kgmem.language.names import normalise
from kgmem.language.questions import Question
from kgmem.results import Evidence, Fact

SENTENCES, SENTENCES_FOR_SEVERAL = 6, 14
MOST = 5
"""Items of a list of phrases."""

_BEHIND, _LEAST = 2.0, 5.0
"""How far behind the best an item may be, and the least score that it needs beside others."""

_LONGEST_ITEM = 8
_ALIKE = 0.5
_PERFECT = re.compile(r"^(?:what|who|where)\b(?: \w+){0,3}? (?:has|have)\b(?! to\b)", re.I)
_USUAL = re.compile(
    r"^what do(?:es)?\b.*\b(?:like|love|enjoy|collect|do to|do with|do in|do for fun|both)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A phrase with the sentence it stands in and its score."""

    phrase: Phrase
    passage: Passage
    score: float


@cache
def weights(table: str) -> dict[str, float]:
    """The weights of what speaks for a phrase: `one` for an answer, `several` for items."""
    return {str(k): float(v) for k, v in assets.toml("data", "phrases.toml")[table].items()}


def scored(traits: Traits, table: str) -> float:
    """The weighted sum of traits; what has no weight does not count."""
    known = weights(table)
    return sum(known.get(name, 0.0) * value for name, value in traits.items())


def choices(material: Material, *, several: bool = False) -> list[Choice]:
    """All phrases considered, best first."""
    table = "several" if several else "one"
    most = SENTENCES_FOR_SEVERAL if several else SENTENCES
    found = [Choice(p, s, scored(t, table)) for p, s, t in considered(material, most)]
    return sorted(found, key=lambda c: (-c.score, c.passage.rank, c.phrase.start))


def asks_several(question: Question) -> bool:
    """Whether several things may be wanted: "Which books ...?", "What has Nora painted?"."""
    if question.order or question.window is not None:
        return False
    text = question.short
    return question.kind == "list" or bool(_PERFECT.search(text) or _USUAL.search(text))


def one_phrase(material: Material) -> Reply | None:
    """The best phrase as the answer."""
    for choice in choices(material):
        if normalise(choice.phrase.text) in material.unsaid:
            continue
        text = _shown(choice, material)
        if text:
            reason = f"{choice.phrase.form} in the words"
            return _reply(text, [choice], material, reason)
    return None


def several_phrases(material: Material, stated: Reply | None = None) -> Reply | None:
    """Several things as a list: what facts give, then the best phrases that say something else.

    Args:
        material: everything found.
        stated: a list that facts give; None when they give none.
    """
    if not asks_several(material.question):
        return stated
    if possessed(material.question) and (stated is not None or material.question.kind != "list"):
        return stated  # the words around are the owner's: they tell of the owner as well
    others = _of_others(material)
    ranked = [
        c
        for c in choices(material, several=True)
        if (c.passage.episode, c.passage.start, normalise(c.phrase.text)) not in others
    ]
    given = stated.text.split(", ") if stated is not None else []
    items = distinct_items(ranked, material, given)
    if not items:
        return stated
    text = ", ".join([*given, *(t.replace(",", "") for t, _ in items)])
    found = _reply(text, [c for _, c in items], material, f"{len(items)} found in the words")
    if stated is None:
        return found
    return replace(
        found, evidence=(*stated.evidence, *found.evidence), facts=(*stated.facts, *found.facts),
        support=max(stated.support, found.support), reason=f"{stated.reason}; {found.reason}",
    )  # fmt: skip


def _of_others(material: Material) -> set[tuple[str, int, str]]:
    """The things, with their sentences, that facts about other persons give."""
    return {
        (s.passage.episode, s.passage.start, normalise(s.fact.object))
        for s in material.facts
        if s.passage is not None and of_another(s, material)
    }


def distinct_items(
    ranked: Sequence[Choice], material: Material, given: Sequence[str] = ()
) -> list[tuple[str, Choice]]:
    """The first phrases that are short enough, near the best and unlike one another.

    Args:
        ranked: best first.
        material: everything found.
        given: items that are in the list already.
    """
    kept: list[tuple[str, Choice]] = []
    said = [stems(text) for text in given]
    for choice in ranked:
        least = max(ranked[0].score - _BEHIND, _LEAST if kept or given else choice.score)
        if len(said) >= MOST or choice.score < least:
            break
        text = _shown(choice, material)
        own = stems(text)
        if not text or len(text.split()) > _LONGEST_ITEM:
            continue
        if not any(_alike(own, other) for other in said):
            kept.append((text, choice))
            said.append(own)
    return kept


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    if one <= other or other <= one:
        return True
    return len(one & other) > _ALIKE * len(one | other)


def _shown(choice: Choice, material: Material) -> str:
    text = trimmed(tidy(choice.phrase.text), material)
    return "" if UNRESOLVED.search(text) else text


def _reply(text: str, used: Sequence[Choice], material: Material, reason: str) -> Reply:
    evidence = tuple(
        c.passage.evidence(c.passage.start + c.phrase.start, c.passage.start + c.phrase.end)
        for c in used
    )
    support = max(c.passage.score for c in used)
    return Reply(text, evidence, tuple(_facts(used, material)), support, reason)


def _facts(used: Sequence[Choice], material: Material) -> Iterable[Fact]:
    """The asserted facts that were read from the words used."""
    for choice in used:
        first = choice.passage.start + choice.phrase.start
        last = choice.passage.start + choice.phrase.end
        for found in material.facts:
            here = found.passage is choice.passage and found.fact.tier == "asserted"
            if here and any(_over(e, choice, first, last) for e in found.fact.evidence):
                yield found.fact
                break


def _over(evidence: Evidence, choice: Choice, first: int, last: int) -> bool:
    same = evidence.episode == choice.passage.episode
    return same and evidence.start < last and first < evidence.end
