"""The phrase, or the few phrases, that answer best: all that speaks for each, weighted and summed.

The weights are data (`kgmem/data/phrases.toml`), fitted by `benchmarks/answering/fit.py`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from kgmem.answering.families import family
from kgmem.answering.lists import of_another
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage
from kgmem.answering.phrases import Phrase
from kgmem.answering.reply import Reply, tidy
from kgmem.answering.shapes import UNRESOLVED, possessed, trimmed
from kgmem.answering.traits import Traits, considered
from kgmem.answering.weights import fitted
from kgmem.language.names import normalise
from kgmem.language.questions import Question
from kgmem.results import Evidence, Fact

SENTENCES, SENTENCES_FOR_SEVERAL = 6, 14
MOST = 6
"""Items of a list."""

LONGEST_ITEM = 8
"""Words of an item."""

_NAMED = re.compile(r"^[\w -]+ (?:named|called) (?=[^\W\d_a-z])")
_BY_NAME = re.compile(r"^(?:which|who)\b|\bnames?\b", re.I)
_ALIKE = 0.5
_SURE = 30.0
_SHARE = 0.3
"""An item that is less likely than so much of the first one is another kind of thing."""

_COMPLETE = 4.0
"""How much more a missing item counts than a wrong one, squared as in F2."""
_PERFECT = re.compile(
    r"^(?:what|who|where|which)\b(?: \w+){0,3}? (?:has|have)\b(?! to\b)|^who are\b", re.I
)
_USUAL = re.compile(
    r"^what do(?:es)?\b.*\b(?:like|love|enjoy|collect|do to|do with|do in|do for fun|both)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A phrase with the sentence it stands in and its score."""

    phrase: Phrase
    passage: Passage
    score: float


def scored(traits: Traits, table: str) -> float:
    """The weighted sum of traits; what has no weight does not count."""
    known = fitted(table)
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
    return question.kind in ("list", "common") or bool(_PERFECT.search(text) or _USUAL.search(text))


def one_phrase(
    material: Material, fits: Callable[[str], bool] = lambda _text: True
) -> Reply | None:
    """The best phrase that fits as the answer.

    Args:
        material: everything found.
        fits: whether a phrase may be the answer.
    """
    for choice in choices(material):
        if _gone(choice, material):
            continue
        text = _shown(choice, material)
        if text and fits(text):
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
    told = {place[:2] for place in others} if stated is not None else set()
    ranked = [
        c
        for c in choices(material, several=True)
        if not _gone(c, material)
        and (c.passage.episode, c.passage.start, normalise(c.phrase.text)) not in others
        and (c.passage.episode, c.passage.start) not in told
    ]
    if family(material.question) == "name":  # names are what it wants, where there are any
        ranked = [c for c in ranked if c.phrase.text[:1].isupper()] or ranked
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


def _gone(choice: Choice, material: Material) -> bool:
    """Whether a phrase names only what was taken back, or something that is over."""
    if normalise(choice.phrase.text) in material.unsaid:
        return True
    said = stems(choice.phrase.text)
    return any(_says(said, name) for name in material.over)


def _says(said: frozenset[str], name: str) -> bool:
    """Whether a phrase is a thing, or has its name in it: "Biscuit" in "a cat named Biscuit"."""
    own = stems(name)
    return bool(own) and (own == said or (own <= said and name[:1].isupper()))


def _of_others(material: Material) -> set[tuple[str, int, str]]:
    """The things, with their sentences, that facts about other persons give, and those persons."""
    persons = material.question.answer_type == "person"
    return {
        (s.passage.episode, s.passage.start, normalise(text))
        for s in material.facts
        if s.passage is not None and of_another(s, material)
        for text in ((s.fact.object,) if persons else (s.fact.object, s.fact.subject))
    }


def distinct_items(
    ranked: Sequence[Choice], material: Material, given: Sequence[str] = ()
) -> list[tuple[str, Choice]]:
    """The first phrases that are short enough and unlike one another, as many as are worth saying.

    Args:
        ranked: best first.
        material: everything found.
        given: items that are in the list already.
    """
    kept: list[tuple[str, Choice]] = []
    said = [stems(text) for text in given]
    chances: list[float] = []
    for choice in ranked:
        if len(said) >= MOST:
            break
        text = _shown(choice, material)
        own = stems(text)
        if not text or len(text.split()) > LONGEST_ITEM or any(alike(own, o) for o in said):
            continue
        chances.append(chance(choice.score, ranked[0].score, len(kept)))
        kept.append((text, choice))
        said.append(own)
    return kept[: worth_saying(chances, len(given))]


def item_traits(score: float, best: float, place: int) -> dict[str, float]:
    """What tells how likely the phrase at a place of a list is one of the things asked for."""
    return {"score": score, "behind": best - score, "place": math.log(1 + place)}


def chance(score: float, best: float, place: int) -> float:
    """How likely a phrase is one of the things asked for, 0..1.

    Args:
        score: its own.
        best: the score of the best phrase.
        place: how many other items stand before it.
    """
    known = fitted("item")
    found = item_traits(score, best, place)
    odds = known["base"] + sum(known.get(n, 0.0) * v for n, v in found.items())
    return 1.0 / (1.0 + math.exp(-max(-_SURE, min(_SURE, odds))))


def worth_saying(chances: Sequence[float], given: int = 0) -> int:
    """How many items to give so that the F2 of the list is expected to be highest.

    A list of k items of which the sum of their chances are right, where `wanted` things are asked
    for, has the F-measure 5 * sum / (k + 4 * wanted): completeness counts more, because a reader
    sees from the evidence what is wrong, and not what is missing. Where facts give items already,
    both count alike (F1).

    Args:
        chances: of the items, in their order.
        given: items that stand before them, from facts.
    """
    known = fitted("list")
    right, best, count = given * known["given"], -1.0, 0
    lean = 1.0 if given else _COMPLETE
    for k in range(0 if given else 1, len(chances) + 1):
        if k > 1 and chances[k - 1] < _SHARE * chances[0]:
            break
        expected = (right + sum(chances[:k])) / (given + k + lean * known["wanted"])
        if expected > best:
            best, count = expected, k
    return count


def alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two phrases, given as stems, say the same."""
    if one <= other or other <= one:
        return True
    return len(one & other) > _ALIKE * len(one | other)


def _shown(choice: Choice, material: Material) -> str:
    text = trimmed(tidy(choice.phrase.text), material)
    if _BY_NAME.search(material.question.short):
        text = _NAMED.sub("", text)
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
