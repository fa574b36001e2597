"""Which part of a fact answers which kind of question: object, qualifier, or the whole action."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgmem.answering.matching import stems
from kgmem.language.questions import Question
from kgmem.language.questions_names import FIRST_PERSON, WH, bag, leading_auxiliary, tokens
from kgmem.results import Fact

PLACE_ROLES = bag(
    "in at on to from near into inside around outside under behind by through across where"
)
REASON_ROLES = bag("because since for so to as due why reason purpose thanks")
MEANS_ROLES = bag("by with through via using manner")
COMPANY_ROLES = bag("with who alongside together by from")
_OF = re.compile(r"\bthe [\w ]+ of\b", re.I)
_POSSESSES = re.compile(
    r"\b(?:has|have|had|owns?)(?: (?:a|an|any|the|some|two|three|\d+)\b|\W*$)", re.I
)
_STRANDED = re.compile(r"\b(\w+)\s*\?*\s*$")
_PREPOSITIONS = bag(
    "for about from with to of in at on as into by against towards through over after"
)
_MANNER_ROLES = frozenset(("how_much", "how", "manner"))
_REJECTED_ROLES = frozenset(("over", "than", "instead", "instead_of", "rather_than", "rather than",
                             "instead of", "to"))  # fmt: skip
_PREFERS = stems("prefer choose")
COUNTING_ROLES = frozenset(("how_many",))
SPEECH = frozenset(("said", "asked", "thinks", "thought", "says"))
_DOING = re.compile(r"\bdo(?:es|ing|ne)?\b[^?]*\bdo\b|\bhappen", re.I)


@dataclass(frozen=True, slots=True)
class Span:
    """A phrase of a fact.

    Attributes:
        text: the phrase.
        role: `object`, `subject`, `action`, `clause` (the object with its qualifiers), `words`
            (what was said), or a qualifier's role.
        novel: share of it that the question does not hold.
    """

    text: str
    role: str
    novel: float


def stranded(text: str) -> str:
    """The preposition that a question ends in: "for" in "What is it good for?"."""
    match = _STRANDED.search(text.rstrip(" ?.!"))
    word = match.group(1).casefold() if match else ""
    return word if word in _PREPOSITIONS else ""


def novelty(text: str, question: Question) -> float:
    """Share of a phrase's stems that the question does not hold itself, its asked noun aside."""
    own = stems(text)
    if not own:
        return 0.0
    asked = stems(question.content) | {s for n in question.names for s in stems(n)}
    if own <= asked:
        return 0.0
    asked -= stems(question.head) if question.head else frozenset()
    return len(own - asked) / len(own)


def spans_of(fact: Fact, question: Question) -> Iterator[Span]:
    """The phrases of a fact that could be an answer."""

    def span(text: str, role: str) -> Span:
        return Span(text, role, novelty(text, question))

    qualifiers = [(r, t) for r, t in fact.qualifiers.items() if t and r not in COUNTING_ROLES]
    if _PREFERS & stems(fact.predicate):  # what was turned down is no part of what was chosen
        qualifiers = [(r, t) for r, t in qualifiers if r not in _REJECTED_ROLES]
    speech = fact.predicate in SPEECH
    if fact.object:
        yield span(fact.object, "words" if speech else "object")
    if speech:
        return
    for role, text in qualifiers:
        yield span(text, role)
    tail = " ".join(f"{_spoken(role)} {text}".strip() for role, text in qualifiers)
    if fact.object and qualifiers:
        yield span(f"{fact.object} {tail}", "clause")
    action = f"{fact.predicate} {fact.object} {tail}"
    yield span(" ".join(action.split()), "action")
    yield span(fact.subject, "subject")


def _spoken(role: str) -> str:
    """A role as a word before its filler; a filler of `when` or `because` has its own."""
    return "" if role in _MANNER_ROLES or role in ("when", "showing") else role.replace("_", " ")


def asks_subject(question: Question) -> bool:
    """Whether the question word is the subject: "What inspired Nora?", "Who sang?"."""
    if question.kind not in ("what", "which", "who", "list"):
        return False
    found = tokens(question.short)
    at = next((i for i, w in enumerate(found) if w.lower in WH), -1)
    lead = leading_auxiliary(found)
    if at < 0 or lead is None:
        return at >= 0
    after = found[lead + 1].bare if lead + 1 < len(found) else ""
    names = {n.split()[0] for n in question.about if n}
    theirs = after in names or after.casefold() in FIRST_PERSON or _OF.search(question.short)
    return question.kind == "who" and lead == at + 1 and bool(after) and not theirs


def possesses(question: Question) -> bool:
    """Whether "have" is what it asks about: "Who has a cat?", "What pets does Nora have?"."""
    return bool(_POSSESSES.search(question.short))


def wanted_roles(question: Question) -> dict[str, float]:
    """How well each part of a fact fits the question, 0..1; parts not named fit by 0.3."""
    last = stranded(question.short)
    if question.kind == "where" or question.answer_type == "place":
        return {**dict.fromkeys(PLACE_ROLES, 1.0), "object": 0.7, "subject": 0.1, "action": 0.1}
    if question.kind == "who":
        subject = 0.95 if asks_subject(question) else 0.4
        fits = dict.fromkeys(COMPANY_ROLES, 0.8)
        return {**fits, "object": 0.9, "subject": subject, "action": 0.0, "words": 0.2}
    if question.kind == "why":
        fits = dict.fromkeys(REASON_ROLES, 1.0)
        return {**fits, "action": 0.5, "clause": 0.5, "object": 0.4, "words": 0.5}
    if question.kind == "how":
        fits = dict.fromkeys(MEANS_ROLES, 0.9)
        return {**fits, "object": 0.5, "action": 0.5, "clause": 0.6, "words": 0.6}
    if asks_subject(question):
        return {"subject": 0.9, "object": 0.6, "by": 0.9, "clause": 0.4, "action": 0.3}
    if last:
        return {last: 1.0, "object": 0.7, "clause": 0.5, "action": 0.3, "words": 0.5}
    if _DOING.search(question.short):
        return {"action": 1.0, "object": 0.6, "clause": 0.5, "words": 0.5}
    return {"object": 1.0, "clause": 0.85, "action": 0.45, "words": 0.6, "subject": 0.0}
