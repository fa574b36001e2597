"""When to say that memory holds no answer.

A question about one person whose words stand with another is the common trap: it was said,
but not by or about whom it asks. So what matches among their own words and facts is held against
what matches among everybody else's. The weights are fitted (`benchmarks/answering`): on questions
with an answer, and on the same questions asked of the other one.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import pairwise

from kgmem.answering.matching import stems, values_of
from kgmem.answering.material import Material, Passage
from kgmem.answering.roles import asks_subject
from kgmem.answering.shapes import VAGUE, possessed_words
from kgmem.answering.weights import LEAST_LEAD, MARGIN, OWNERSHIP, SLOPE, UNKNOWN, fitted, weigh
from kgmem.language.names import normalise

_THEIRS, _OWN_FACT = 0.5, 0.9
_FEW, _LAST, _SURE = 3, 30, 30.0
_ATTRIBUTE = re.compile(
    r"^wh\w+ (?:\w+ )?(?:is|are|was|were) (?:my|[\w ]{1,40}['’]s?)"
    r"(?: (?!of |for |to |about )\w+){1,3}\W*$",
    re.I,
)
_WORD = re.compile(r"[\w-]+")
_PAIR = 2
_NAME = stems("name")
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
    if _another_one(material):
        return Doubt(True, 0.9, "what is known is about another one of that kind")
    if _unheard(material):
        return Doubt(True, 0.9, f"nothing says what {material.question.head} it is")
    own, other = best_match(material, own=True), best_match(material, own=False)
    doer = material.question.kind == "who" and asks_subject(material.question)
    one = len(material.people.asked) == 1 and material.people.speaks and not doer
    own = own if one else max(own, other)  # "Who gave Nora a book?": another may have told it
    lead = theirs(material) if one else SLOPE * (own - MARGIN)
    strength = 1.0 / (1.0 + math.exp(min(lead, _SURE)))
    if one and lead < LEAST_LEAD:
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
    if wanted == _NAME:
        return False  # a name is told by using it
    wanted |= values_of(question.head)
    theirs = [s for s in material.facts if s.own >= _THEIRS]
    said = [stems(f"{s.fact.text} {s.fact.relation.replace('_', ' ')}") for s in theirs]
    said += [stems(p.text) for p in material.passages if p.own >= _THEIRS]
    typed = any(material.type_of(s.fact) == question.answer_type for s in theirs)
    return not typed and not any(wanted & words for words in said)


def _another_one(material: Material) -> bool:
    """Whether a locker code is all that is known, and the door code is asked for.

    Their words name the noun with another word before it, and the asked one nowhere.
    """
    question = material.question
    named = possessed_words(question)
    if len(named) < _PAIR or not _ATTRIBUTE.match(question.short):
        return False
    noun, which = stems(named[-1]), stems(" ".join(named[:-1])) - VAGUE
    said = [s.fact.text for s in material.facts if s.own >= _THEIRS]
    said += [p.text for p in material.passages if p.own >= _THEIRS]
    if not noun or not which or any(which & stems(text) for text in said):
        return False
    pairs = (pair for text in said for pair in pairwise(_WORD.findall(text)))
    return any(stems(word) & noun and stems(before) - VAGUE for before, word in pairs)


def theirs(material: Material) -> float:
    """How much speaks for an answer about whom the question asks; below 0 more against it.

    The log odds of a small logistic model over `ownership`.
    """
    known = fitted("theirs")
    traits = ownership(material)
    return known["base"] + sum(known[name] * value for name, value in traits.items())


def ownership(material: Material) -> dict[str, float]:
    """What speaks for the asked one's own words and facts, and their lead over everybody else's."""
    mine = [p for p in material.passages if p.own >= 1.0]
    others = [p for p in material.passages if p.own < 1.0 and not p.asks]
    facts = [s for s in material.facts if s.fact.tier == "asserted"]
    own_fact = max((s.coverage for s in facts if s.own >= _OWN_FACT), default=0.0)
    other_fact = max((s.coverage for s in facts if s.own < _OWN_FACT), default=0.0)
    here, there = [_match(p) for p in mine], [_match(p) for p in others]
    own, other = _best(here, 1), _best(there, 1)
    few = _best(here, _FEW) - _best(there, _FEW)

    def lead(name: str) -> float:
        own, other = ([getattr(p, name) for p in group] for group in (mine, others))
        return float(max(own, default=0.0) - max(other, default=0.0))

    return {
        "own": own,
        "other": other,
        "lead": own - other,
        "lead_of_few": few,
        "own_dense": max((p.dense for p in mine), default=0.0),
        "lead_dense": lead("dense"),
        "lead_joint": lead("joint"),
        "lead_around": lead("around"),
        "own_fact": own_fact,
        "lead_fact": own_fact - other_fact,
        "own_rank": 1.0 / (1 + min((p.rank for p in mine), default=_LAST)),
    }


def _best(matches: list[float], count: int) -> float:
    """The mean of the best matches; 0 without any."""
    top = sorted(matches, reverse=True)[:count]
    return sum(top) / len(top) if top else 0.0


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
