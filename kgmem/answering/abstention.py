"""When to say that memory holds no answer.

A question about one person whose words stand with another is the common trap: it was said,
but not by or about whom it asks. So the best match among their own words is held against the best
match among everybody else's; retrieval order plays no part, for it prefers whom the question names.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from kgmem.answering.matching import stems, values_of
from kgmem.answering.material import Material, Passage
from kgmem.answering.roles import asks_subject
from kgmem.answering.weights import MARGIN, OWNERSHIP, SLOPE, UNKNOWN, weigh
from kgmem.language.names import normalise

_THEIRS = 0.5
_ATTRIBUTE = re.compile(
    r"^wh\w+ (?:\w+ )?(?:is|are|was|were) (?:my|[\w ]{1,40}['’]s?)"
    r"(?: (?!of |for |to |about )\w+){1,3}\W*$",
    re.I,
)
_FIRST = re.compile(r"\b(?:I|me|my|mine|myself)\b", re.I)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why not to answer.

    Attributes:
        abstain: whether to say nothing.
        strength: how sure it is that there is nothing to say, 0..1.
        reason: one line.
    """

    abstain: bool
    strength: float
    reason: str = ""


def doubt(material: Material) -> Doubt:
    """Whether what was found supports any answer about whom the question asks."""
    if not material.people.asked and _FIRST.search(material.question.short):
        return Doubt(True, 1.0, "the question says I or my: pass asker= to say who that is")
    strangers = _strangers(material)
    if strangers:
        return Doubt(True, 1.0, f"memory knows no {', '.join(strangers)}")
    if not material.facts and not material.passages:
        return Doubt(True, 1.0, "memory holds nothing about this")
    if _unheard(material):
        return Doubt(True, 0.9, f"nothing says what {material.question.head} it is")
    own, other = best_match(material, own=True), best_match(material, own=False)
    doer = material.question.kind == "who" and asks_subject(material.question)
    one = len(material.people.asked) == 1 and not doer
    own = own if one else max(own, other)  # "Who gave Nora a book?": another may have told it
    margin = own - other if one else own
    strength = 1.0 / (1.0 + math.exp(SLOPE * (margin - MARGIN)))
    if one and margin < MARGIN:
        return Doubt(True, strength, "what matches was said by or of somebody else")
    if own < UNKNOWN and material.focus.total:
        return Doubt(True, 1.0 - own, "nothing that is known matches the question")
    return Doubt(False, strength)


def _strangers(material: Material) -> list[str]:
    """Names in the question that stand nowhere: neither an entity nor in any words found."""
    people, question = material.people, material.question
    missing = list(people.unknown)
    if missing and not people.asked:
        return missing
    seen = {s for p in material.passages for s in stems(p.text)}
    seen |= {s for f in material.facts for s in stems(f.fact.text)}
    known = people.asked | people.others | people.named
    for name in question.names:
        if re.search(rf"[\"“]{re.escape(name)}", question.short):
            continue  # a title may be quoted in other words than it was said in
        if any(full.startswith(normalise(name)) for full in people.asked):
            continue  # a short form of whom it is about
        if normalise(name) not in known and name not in missing and not stems(name) & seen:
            missing.append(name)
    return missing


def _unheard(material: Material) -> bool:
    """Whether a plain attribute is asked for that nobody spoke of: "Nora's favorite color"."""
    question = material.question
    wanted = stems(question.head)
    if not wanted or question.kind not in ("what", "which") or not _ATTRIBUTE.match(question.short):
        return False
    wanted |= values_of(question.head)
    theirs = [s for s in material.facts if s.own >= _THEIRS]
    said = [stems(f"{s.fact.text} {s.fact.relation.replace('_', ' ')}") for s in theirs]
    said += [stems(p.text) for p in material.passages if p.own >= _THEIRS]
    typed = any(material.type_of(s.fact) == question.answer_type for s in theirs)
    return not typed and not any(wanted & words for words in said)


def best_match(material: Material, *, own: bool) -> float:
    """The best match of one sentence with its turn, by the asked person or by others."""
    everyone = not material.people.asked
    scores = [
        _match(p)
        for p in material.passages
        if (p.own >= 1.0 or everyone) == own and (own or not p.asks)
    ]
    return max(scores, default=0.0)


def _match(passage: Passage) -> float:
    features = {
        "coverage": passage.coverage,
        "joint": passage.joint,
        "around": passage.around,
        "dense": max(passage.dense, 0.0),
    }
    return weigh(OWNERSHIP, features)
