"""One phrase as the answer: the fitting part of the fact that matches best, or of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage, Scored
from kgmem.answering.reply import Reply, from_facts, from_words, tidy
from kgmem.answering.roles import novelty, spans_of, wanted_roles
from kgmem.results import Evidence

_FACTS, _PASSAGES = 30, 8
_LONGEST = 14
_LEAST_NOVEL = 0.3
_UNFIT = 0.3
_BREAK = re.compile(
    r"\s*(?:[,;:!?]|\s[-–—]\s|\.\s|\.$|\b(?:but|because|so that|although|when|while)\b)\s*"
)
_BECAUSE = re.compile(
    r"\b(?:because(?: of)?|since|so that|in order to|due to|thanks to)\s+(.+)", re.I
)
_FEELING = re.compile(
    r"\b(?:feel(?:s|ing)?|felt|'m|am|was|were|is|are|been)\s+"
    r"(?:so |really |very |super |pretty |quite )*"
    r"([a-z][\w ]{2,60})", re.I
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Option:
    """A phrase with its score and where it stands."""

    text: str
    score: float
    scored: Scored | None = None
    passage: Passage | None = None
    why: str = ""


def phrase_answer(material: Material) -> Reply | None:
    """The best phrase for a question of any kind that wants one."""
    options = sorted(_options(material), key=lambda o: -o.score)
    if not options:
        return None
    best = options[0]
    if best.scored is not None:
        return _from_fact(best)
    assert best.passage is not None
    return from_words(best.text, best.passage, support=_support(best), reason=best.why)


def _from_fact(best: Option) -> Reply:
    assert best.scored is not None
    reason = f"{best.why} of {best.scored.fact.id}"
    return from_facts(best.text, [best.scored], support=best.scored.score, reason=reason)


def _support(best: Option) -> float:
    return best.passage.score if best.passage else best.score


def _options(material: Material) -> Iterator[Option]:
    kind = material.question.kind
    for scored in material.facts[:_FACTS]:
        yield from _fact_options(scored, material)
    for passage in material.passages[:_PASSAGES]:
        if passage.asks:
            continue
        if kind == "why":
            yield from _reason_options(passage)
        yield from _after_match(passage, material)


def _fact_options(scored: Scored, material: Material) -> Iterator[Option]:
    question, fact = material.question, scored.fact
    if not fact.positive:
        return
    fits = wanted_roles(question)
    for span in spans_of(fact, question):
        text = tidy(span.text)
        if not text or span.novel < _LEAST_NOVEL:
            continue
        words = len(text.split())
        score = scored.score + 0.3 * fits.get(span.role, _UNFIT) + 0.2 * span.novel
        score += 0.25 * _type_fit(scored, span.role, material)
        score -= 0.02 * max(0, words - _LONGEST)
        yield Option(text, score, scored=scored, why=span.role)


def _type_fit(scored: Scored, role: str, material: Material) -> float:
    wanted = material.question.answer_type
    if role != "object" or not wanted or wanted in ("truth", "number", "time", "duration"):
        return 0.0
    return 1.0 if material.type_of(scored.fact) == wanted else 0.0


def _reason_options(passage: Passage) -> Iterator[Option]:
    match = _BECAUSE.search(passage.text)
    if match:
        yield Option(tidy(match.group(1)), passage.score + 0.5, passage=passage, why="reason given")


def _after_match(passage: Passage, material: Material) -> Iterator[Option]:
    """The words that follow the question's last word in a sentence, up to where the clause ends."""
    at = 0
    for word in re.finditer(r"[\w'’-]+", passage.text):
        if stems(word.group()) & set(material.focus.weights):
            at = word.end()
    for piece in (passage.text[at:], passage.text):
        for part in _BREAK.split(piece):
            text = _clip(part)
            new = novelty(text, material.question)
            if text and new >= _LEAST_NOVEL:
                score = passage.score + 0.15 * new
                yield Option(text, score, passage=passage, why="words of the best sentence")
                return


def _clip(text: str) -> str:
    return tidy(" ".join(text.split()[:_LONGEST]))


def feeling(material: Material) -> Reply | None:
    """How somebody feels: the adjective after "feel" or "be" in the best sentences."""
    for passage in [p for p in material.passages if not p.asks][:4]:
        match = _FEELING.search(passage.text)
        if match:
            text = _clip(_BREAK.split(match.group(1))[0])
            return from_words(text, passage, support=passage.score, reason="feeling in the words")
    return None


def evidence_of(option: Option) -> tuple[Evidence, ...]:
    """The words that an option stands on."""
    if option.scored is not None:
        return option.scored.fact.evidence
    return (option.passage.evidence(),) if option.passage else ()
